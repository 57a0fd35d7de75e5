"""All files of a folder to JSON, and a folder of JSON to files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.source import load_source
from kotorlevel.core.together import write_files
from kotorlevel.core.words import some_of
from kotorlevel.mesh.convert.conversion import Conversion
from kotorlevel.mesh.jsonform.document import file_from_json, find_form
from kotorlevel.mesh.jsonform.files import find_endings, make_text_form

To = Literal["json", "files"]
_JSON, _MDX = ".json", ".mdx"


@dataclass(frozen=True)
class FolderConversion:
    """What `convert_folder` made of each file; ``errors`` of those that cannot be read.

    ``left_out`` are the files that have no JSON form, or are none.
    """

    files: tuple[Conversion, ...]
    errors: tuple[FormatError, ...] = ()
    left_out: tuple[Path, ...] = ()


def convert_folder(
    source: str | Path,
    output: str | Path,
    to: To = "json",
    *,
    force: bool = False,
    dry_run: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> FolderConversion:
    """Convert every file below a folder to JSON, or every JSON to the file that it stands for.

    ``room.wok`` becomes ``room.wok.json`` at the same place below ``output``, and that
    ``room.wok`` again. Files are written all or none; those that cannot be read are left out, and
    told. Nothing is replaced without ``force``, and nothing is written with ``dry_run``::

        kl.convert_folder("my_mod", "my_mod_json")

    Raises `InputError` where there is nothing to convert, or two files would become one.
    """
    folder, output = Path(source), Path(output)
    if not folder.is_dir():
        raise InputError("is no folder", source=str(folder))
    if output.exists() and not output.is_dir():
        raise InputError("is a file; give the name of a folder", source=str(output))
    done = _convert_all(folder, output, to, progress)
    _check(folder, done, to, force=force)
    if not dry_run:
        write_files({e.target: e.data for each in done.files for e in (each, *each.also)})
    return done


def _convert_all(
    folder: Path, output: Path, to: To, progress: Callable[[int, int], None] | None
) -> FolderConversion:
    paths = list(_find_files(folder, output))
    made: list[Conversion] = []
    errors: list[FormatError] = []
    left_out: list[Path] = []
    for number, path in enumerate(paths, 1):
        try:
            target = _find_target(path, output / path.relative_to(folder), to)
            if target is None:
                left_out.append(path)
            else:
                made.append(make_text_form(path, target, any_ending=True))
        except FormatError as error:
            errors.append(error)
        if progress is not None:
            progress(number, len(paths))
    return FolderConversion(tuple(made), tuple(errors), tuple(left_out))


def _find_files(folder: Path, output: Path) -> Iterator[Path]:
    """The files below ``folder``, sorted, without hidden ones and what is in ``output``."""
    for parent, folders, names in os.walk(folder):
        here = Path(parent)
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and (here / name).resolve() != output.resolve()
        )
        paths = (here / name for name in sorted(names) if not name.startswith("."))
        yield from (path for path in paths if path.is_file())


def _find_target(path: Path, place: Path, to: To) -> Path | None:
    """The file to write; None for one that is not converted."""
    ending = path.suffix.lower()
    if to == "json":
        if ending in (_JSON, _MDX) or find_form(load_source(path).data, path.name) is None:
            return None
        return place.with_name(path.name + _JSON)
    if ending != _JSON:
        return None
    target = place.with_suffix("")
    if target.suffix:
        return target
    file = file_from_json(load_source(path).data, source=str(path))
    return place.with_suffix(find_endings(file)[0])


def _check(folder: Path, done: FolderConversion, to: To, *, force: bool) -> None:
    files = [each for one in done.files for each in (one, *one.also)]
    if not files and not done.errors:
        what = "game files that have a JSON form" if to == "json" else "files called NAME.json"
        raise InputError(f"there are no {what} in this folder", source=str(folder))
    twice = [str(path) for path, times in Counter(e.target for e in files).items() if times > 1]
    if twice:
        raise InputError(f"several files would be written as {some_of(twice)}", source=str(folder))
    there = [str(each.target) for each in files if each.target.exists()]
    if there and not force:
        verb = "exists" if len(there) == 1 else "exist"
        raise InputError(f"{some_of(there)} {verb} already", needs="overwrite")
