"""Files out of an archive or a game: planned first, then written to a folder."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.listing import list_level, list_module_winners, sort_key, walk
from kotorlevel.area.install.place import Place, open_place
from kotorlevel.area.install.resources import Resource
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.resource import find_types, name_key
from kotorlevel.core.targets import plan_targets
from kotorlevel.core.text import printable
from kotorlevel.core.together import write_files
from kotorlevel.core.words import count_of, did_you_mean

_MOST_SHARED = 4
"""How many times its own size an archive may give, entries that overlap being given twice."""


@dataclass(frozen=True)
class ExtractedFile:
    """A resource, the file that it becomes, and its size in bytes, -1 if not known before."""

    resource: Resource
    path: Path
    size: int


@dataclass(frozen=True)
class Extraction:
    """What is taken out of ``place``: planned, and after `write` what was written.

    ``refused`` have a name that no file should have, of ``repeated`` the first copy is taken,
    ``missing`` are files of a level that are nowhere, ``errors`` say what cannot be read.
    """

    place: Place
    output: Path
    files: tuple[ExtractedFile, ...] = ()
    refused: tuple[Resource, ...] = ()
    repeated: tuple[Resource, ...] = ()
    missing: tuple[str, ...] = ()
    errors: tuple[FormatError, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        return f"<Extraction {str(self.place.path)!r}, {count_of(len(self.files), 'file')}>"

    def write(self, progress: Callable[[int, int], None] | None = None) -> Extraction:
        """Write every file that can be read, all of them or none; what was written.

        ``progress`` is called with the number of files done and of all.
        """
        written: list[ExtractedFile] = []
        errors = [*self.errors]
        for each in self.files:  # read twice, because all of them together may be a whole game
            try:
                written.append(replace(each, size=len(each.resource.read())))
            except FormatError as error:
                errors.append(error)

        def read(number: int) -> bytes:
            if progress is not None:
                progress(number, len(written))
            return written[number].resource.read()

        write_files({each.path: partial(read, number) for number, each in enumerate(written)})
        return replace(self, files=tuple(written), errors=tuple(errors))

    def to_json(self) -> dict[str, Any]:
        """Plain values, as ``extract.schema.json`` describes them."""
        return {
            "path": self.place.path.as_posix(),
            "output": self.output.as_posix(),
            "files": [
                {"name": each.path.name, "size": each.size, "place": each.resource.place}
                for each in self.files
            ],
            "refused": [resource.filename for resource in self.refused],
            "repeated": [resource.filename for resource in self.repeated],
            "missing": list(self.missing),
            "errors": [{"path": error.source, "message": error.message} for error in self.errors],
        }


def extract(
    path: str | Path,
    names: Sequence[str] = (),
    *,
    output: str | Path,
    types: Iterable[str | int] | None = None,
    module: str | None = None,
    level: bool = False,
    override: Sequence[str | Path] = (),
    force: bool = False,
    dry_run: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Extraction:
    """Write files of an archive or a game to the folder ``output``; what was written.

    ``names`` are file names, names without an ending for all types of them, or patterns. Of a game
    the copy is taken that the game itself would take. Without names an archive is taken out whole,
    and of a game's ``module`` everything that its files name, or with ``level`` all files of its
    level. Nothing is replaced without ``force``, and nothing is written with ``dry_run``::

        kl.extract("tar_m10aa.mod", ["*.wok", "m10aa.git"], output="my_mod")

    Raises `InputError`, before anything is written, for what cannot be done.
    """
    wanted = find_types(types)
    place = open_place(Path(path), module, [Path(each) for each in override])
    plan = _choose(place, names, wanted, level=level)
    plan = _with_targets(replace(plan, output=Path(output)), force=force)
    return plan if dry_run else plan.write(progress)


def _choose(
    place: Place, names: Sequence[str], types: frozenset[int] | None, *, level: bool
) -> Extraction:
    """The resources to write, sorted; what is missing, or there twice."""
    _check_place(place, names, level=level)
    plan = Extraction(place, Path())
    if level:
        found = list_level(place, types)
        plan = replace(plan, missing=found.missing, errors=found.errors)
        chosen = [each.resource for each in found.listed]
    elif place.module is not None and not names:
        chosen = [each.resource for each in list_module_winners(place, types)]
    else:
        met = [
            each
            for each in walk(place.lookup.sources)
            if types is None or each.resource.type in types
        ]
        firsts = [each.resource for each in met if each.is_first]
        chosen, unknown = choose_resources(names, firsts)
        if unknown:
            raise _nothing_found(unknown, place, (each.resource.filename for each in met))
        if place.archive is not None:
            others = [each.resource for each in met if not each.is_first]
            plan = replace(plan, repeated=tuple(choose_resources(names, others)[0]))
            _check_size(place, chosen)
    if not chosen and not plan.errors:
        empty = place.archive is not None and not len(place.archive)
        text = "is empty" if empty else "holds nothing of the kind"
        raise InputError(text, source=str(place.path))
    files = (ExtractedFile(each, Path(), each.size) for each in sorted(chosen, key=sort_key))
    return replace(plan, files=tuple(files))


def _check_place(place: Place, names: Sequence[str], *, level: bool) -> None:
    if place.what == "folder":
        text = "neither an archive nor the folder of a game"
        raise InputError(text, source=str(place.path))
    if level and (place.module is None or names):
        raise InputError("the files of a level are those of a module, and go without names")
    if place.game is not None and place.module is None and not names:
        text = "say what to take out of the game: a name, a pattern such as '*.lyt', or `module`"
        raise InputError(text)


def _check_size(place: Place, chosen: Sequence[Resource]) -> None:
    """Refuse an archive whose entries lie over each other to become far more than the file is."""
    size = place.archive.image.size if place.archive else 0
    total = sum(each.size for each in chosen if each.size <= size)
    if total > _MOST_SHARED * size:
        text = f"the entries overlap: {count_of(total, 'byte')} out of a file of {size:,}."
        raise InputError(f"{text} Name those that you need.", source=str(place.path))


def _with_targets(plan: Extraction, *, force: bool) -> Extraction:
    """The plan with the file for each resource; those without a name for one are refused."""
    safe = [(each, name) for each in plan.files if (name := each.resource.safe_filename)]
    refused = (each.resource for each in plan.files if not each.resource.safe_filename)
    targets = plan_targets(plan.output, (name for _, name in safe), overwrite=force)
    source = plan.place.path
    if any(target.exists() and target.samefile(source) for target in targets):
        text = "holds a file of its own name, which would replace it"
        raise InputError(text, source=str(source))
    pairs = zip(safe, targets, strict=True)
    files = tuple(replace(each, path=target) for (each, _), target in pairs)
    return replace(plan, files=files, refused=tuple(refused))


# Names


def choose_resources(
    names: Sequence[str], resources: Sequence[Resource]
) -> tuple[list[Resource], list[str]]:
    """The resources that ``names`` mean, all where there are none; and names that mean nothing.

    A name is a file name, a name without a type, or a pattern of either, in any case.
    """
    if not names:
        return list(resources), []
    wanted = {name: _matcher(name) for name in names}
    used: set[str] = set()
    chosen = []
    for resource in resources:
        meant = [name for name, matches in wanted.items() if _is_meant(resource, matches)]
        used.update(meant)
        if meant:
            chosen.append(resource)
    return chosen, [name for name in wanted if name not in used]


def _nothing_found(names: Sequence[str], place: Place, known: Iterable[str]) -> InputError:
    """An error for names that mean nothing: modules that have them, or names that look alike."""
    name = names[0]
    text = f"there is no '{printable(name)}' in {printable(str(place.path), 200)}"
    if place.module is not None:
        text += f" with module {printable(place.module.name)}"
    elif place.game is not None and (modules := _modules_with(name, place.game)):
        some = ", ".join(map(printable, modules[:5])) + (", ..." if len(modules) > 5 else "")
        return InputError(f"{text} itself, but in modules: add `module` with one of: {some}")
    return InputError(f"{text}. {did_you_mean(name, known)}".rstrip())


def _modules_with(name: str, game: Game) -> list[str]:
    """The modules whose files hold something that ``name`` means."""
    matches = _matcher(name)
    found = []
    for module in game.modules:
        with suppress(FormatError):  # a broken module is not the one that is looked for
            archives = map(game.archive, module.files)
            if any(_is_meant(each, matches) for source in archives for each in source.resources()):
                found.append(module.name)
    return found


def _matcher(name: str) -> re.Pattern[str]:
    """What matches ``name`` itself, and what it matches as a pattern."""
    key = name_key(name)
    return re.compile(f"{re.escape(key)}|{fnmatch.translate(key)}", re.DOTALL)


def _is_meant(resource: Resource, matches: re.Pattern[str]) -> bool:
    texts = name_key(resource.filename), name_key(resource.name)
    return any(matches.fullmatch(text) for text in texts)
