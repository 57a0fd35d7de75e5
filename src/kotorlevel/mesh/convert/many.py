"""Many walkmesh files with their derived tables made anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.journal.naming import edit_named
from kotorlevel.core.journal.undo import hold_folders
from kotorlevel.core.source import open_binary
from kotorlevel.core.together import write_files
from kotorlevel.core.words import some_of
from kotorlevel.formats.detect import find_files
from kotorlevel.mesh.convert.conversion import Conversion
from kotorlevel.mesh.convert.convert import BINARY_ENDINGS, rebuild
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.materials import Materials


@dataclass(frozen=True)
class Rebuilding:
    """What `rebuild_files` made of each file, and the ``errors`` of those that cannot be read."""

    files: tuple[Conversion, ...]
    errors: tuple[FormatError, ...] = ()

    @property
    def changed(self) -> tuple[Conversion, ...]:
        """The files that are not as they were."""
        return tuple(each for each in self.files if not each.is_copy)


def rebuild_files(
    paths: str | Path | Iterable[str | Path],
    output: str | Path | None = None,
    *,
    surfaces: Materials | None = None,
    game: Game = "k1",
    force: bool = False,
    dry_run: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Rebuilding:
    """Write many walkmeshes with all derived tables made anew; what changed in each.

    A path is a walkmesh, or a folder for all below it. All of them go to the folder ``output``, as
    they lie in theirs; without one, those that change are replaced, and `undo` brings the old ones
    back. Files are written all or none; those that cannot be read are left out, and told.
    Nothing in ``output`` is replaced without ``force``, and nothing is written with ``dry_run``::

        kl.rebuild_files("my_mod", "rebuilt").changed

    Raises `InputError` for a folder without walkmeshes, and where two files would become one.
    """
    given = [paths] if isinstance(paths, (str, Path)) else [*paths]
    folder = None if output is None else Path(output)
    jobs = [*dict.fromkeys(job for path in given for job in _plan(Path(path), folder))]
    if folder is not None:
        _check_targets(folder, [target for _, target in jobs], force=force)
    made, errors = [], []
    edited = {source.parent for source, _ in jobs} if folder is None and not dry_run else ()
    with edit_named("rebuild_files"), hold_folders(edited):
        for number, (source, target) in enumerate(jobs, 1):
            try:
                open_binary(str(source)).close()  # the cause before what its name would lead to
                done = rebuild(
                    source, source, surfaces=surfaces, game=game, force=True, dry_run=True
                )
                made.append(replace(done, target=target))
            except FormatError as error:
                errors.append(error)
            if progress is not None:
                progress(number, len(jobs))
        all_done = Rebuilding(tuple(made), tuple(errors))
        if not dry_run:
            written = all_done.changed if folder is None else all_done.files
            write_files({each.target: each.data for each in written})
    return all_done


def _plan(path: Path, output: Path | None) -> Iterator[tuple[Path, Path]]:
    """Each walkmesh that ``path`` stands for, and where it goes."""
    if not path.is_dir():
        yield path, path if output is None else output / path.name
        return
    found = [each for each in find_files(path) if each.name.lower().endswith(BINARY_ENDINGS)]
    if not found:
        text = f"no walkmeshes in this folder ({' '.join(BINARY_ENDINGS)})"
        raise InputError(text, source=str(path))
    for each in found:
        yield each, each if output is None else output / each.relative_to(path)


def _check_targets(folder: Path, targets: list[Path], *, force: bool) -> None:
    if folder.exists() and not folder.is_dir():
        raise InputError("is a file; several walkmeshes need a folder", source=str(folder))
    if not folder.exists() and folder.name.lower().endswith(BINARY_ENDINGS):
        raise InputError("several walkmeshes need a folder", source=str(folder))
    twice = [target.name for target, times in Counter(targets).items() if times > 1]
    if twice:
        raise InputError(f"several files would be written as {some_of(twice)}", source=str(folder))
    there = [str(target) for target in targets if target.exists()]
    if there and not force:
        verb = "exists" if len(there) == 1 else "exist"
        raise InputError(f"{some_of(there)} {verb} already", needs="overwrite")
