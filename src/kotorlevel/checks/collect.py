"""What paths stand for in a check: files, areas of layouts, archives, levels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import Level, find_level, module_sources
from kotorlevel.area.install.sources import FolderSource
from kotorlevel.area.install.target import (
    Target,
    find_target,
    find_target_level,
    is_archive,
    is_missing,
    list_level_files,
    missing_error,
)
from kotorlevel.checks.options import Options
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.resource import EMPTY_NAME, name_key
from kotorlevel.core.source import load_source
from kotorlevel.core.words import count_of, some_of
from kotorlevel.formats.detect import find_archives
from kotorlevel.formats.lyt import parse_layout

if TYPE_CHECKING:
    from os import PathLike


LEVEL_TYPES = ("lyt", "vis", "wok", "pwk", "dwk")
AROUND_TYPES = (".are", ".git", ".ifo", ".pth")
"""Files that belong to an area and are checked with it alone."""
_NAMED_ALIKE = (".are", ".git", ".pth", ".vis")


@dataclass(frozen=True)
class LayoutFile:
    """A layout file whose area is to be checked, and where the rest of the level may be.

    Rooms that are not beside it are looked for below ``folder``; ``module`` as in `find_level`.
    Where there are some, ``only`` these files of the area were asked about.
    """

    path: Path
    folder: Path | None = None
    module: str | Path | None = None
    only: frozenset[Path] = frozenset()

    def find_level(self, game: Game | None) -> Level:
        """The level of the layout. Raises `FormatError`."""
        return find_level(self.path, game, self.module, folder=self.folder)


@dataclass
class CheckInputs:
    """Everything that is to be checked, and the ``options``.

    ``files`` are files on the disk. The areas of ``layouts``, with what they lack from ``game``,
    and ``areas`` are checked beside them. ``levels`` come with all their files, and ``archives``
    with those that belong to none of the levels. ``alone`` are walkmeshes of rooms that no layout
    beside them names, ``missing`` paths that do not exist, ``errors`` files that keep a level from
    being found, ``notes`` what should be told.
    """

    options: Options = field(default_factory=Options)
    files: dict[Path, None] = field(default_factory=dict)
    layouts: dict[Path, LayoutFile] = field(default_factory=dict)
    areas: list[Level] = field(default_factory=list)
    levels: list[Level] = field(default_factory=list)
    archives: dict[Path, None] = field(default_factory=dict)
    alone: list[Path] = field(default_factory=list)
    missing: list[FormatError] = field(default_factory=list)
    errors: list[FormatError] = field(default_factory=list)
    notes: list[FormatError] = field(default_factory=list)
    game: Game | None = None

    @property
    def has_levels(self) -> bool:
        """True when there is more than single files."""
        return bool(self.layouts or self.areas or self.levels or self.archives)

    @property
    def is_packed(self) -> bool:
        """True when something is in an archive, where `fix` cannot reach it."""
        return bool(self.levels or self.archives)


def collect_inputs(
    paths: Iterable[str | PathLike[str]],
    options: Options,
    *,
    game: Game | str | Path | None = None,
    module: str | None = None,
    override: Sequence[str | Path] = (),
    archives: bool = False,
    around: bool = False,
) -> CheckInputs:
    """What ``paths`` stand for; with ``archives`` also those in folders.

    The walkmesh of a room is looked at in its area, where its layout is beside it; ``around`` a
    file the whole area is meant. Raises `InputError` for a path that holds nothing to check.
    """
    inputs = CheckInputs(options)
    beside = _Beside()
    for path in paths:
        where = find_target(Path(path), game=game, module=module, override=override)
        inputs.game = where.game
        if is_missing(where.path):
            inputs.missing.append(missing_error(where.path))
        elif where.is_game:
            inputs.levels.append(find_target_level(where))
        elif where.path.is_dir():
            _add_folder(inputs, where, open_archives=archives)
        elif where.path.suffix.lower() == ".lyt":
            _add_layout(inputs, where.path, where.module)
        elif is_archive(where.path):
            _add_archive(inputs, where)
        else:
            _add_file(inputs, where, beside, around=around)
    return inputs


def _add_layout(inputs: CheckInputs, path: Path, module: str | Path | None) -> None:
    """The area of a layout, and its files."""
    inputs.files |= dict.fromkeys(list_files_beside(path))
    inputs.layouts[path] = LayoutFile(path, None, module)


def _add_file(inputs: CheckInputs, where: Target, beside: _Beside, *, around: bool) -> None:
    """A single file, and what of its area concerns it; or, around it, the whole area."""
    path = where.path
    is_room = path.suffix.lower() == ".wok"
    layouts = beside.find(path) if is_room or around else []
    if around:
        for layout in layouts:
            _add_layout(inputs, layout, where.module)
        if path.suffix.lower() in AROUND_TYPES:  # no file that could be checked by itself
            return
    elif is_room and not layouts:
        inputs.alone.append(path)
    inputs.files[path] = None
    for layout in layouts:
        known = inputs.layouts.get(
            layout, LayoutFile(layout, None, where.module, frozenset((path,)))
        )
        if known.only:
            inputs.layouts[layout] = replace(known, only=known.only | {path})


class _Beside:
    """Which layouts of a folder a file belongs to; every folder is read once."""

    def __init__(self) -> None:
        self._folders: dict[Path, dict[Path, set[str]]] = {}

    def find(self, path: Path) -> list[Path]:
        """The layouts beside a file: those that name the room, that have its name, or all."""
        layouts = self._read(path.parent)
        key = name_key(path.stem)
        kind = path.suffix.lower()
        if kind == ".wok":
            return [layout for layout, rooms in layouts.items() if key in rooms]
        if kind in _NAMED_ALIKE:
            return [layout for layout in layouts if name_key(layout.stem) == key]
        return [*layouts]

    def _read(self, folder: Path) -> dict[Path, set[str]]:
        """Layout → the rooms that it names; none of those that cannot be read."""
        if folder not in self._folders:
            self._folders[folder] = {}
            for path in sorted(folder.iterdir()):
                if path.suffix.lower() == ".lyt":
                    with suppress(FormatError):
                        rooms = parse_layout(load_source(path).data).rooms
                        self._folders[folder][path] = {name_key(room.name) for room in rooms}
        return self._folders[folder]


def _add_folder(inputs: CheckInputs, where: Target, *, open_archives: bool) -> None:
    """The files below a folder, and the areas of its layouts, or that of the module."""
    packed = [path for path in find_archives(where.path) if not _is_module(path, where)]
    if packed and open_archives:
        for path in packed:
            with suppress(InputError):  # an archive of other things
                _add_archive(inputs, replace(where, path=path, module=None))
    elif packed:
        names = some_of([path.relative_to(where.path).as_posix() for path in packed])
        verb = "was" if len(packed) == 1 else "were"
        text = f"{count_of(len(packed), 'archive')} in this folder {verb} not opened: {names}"
        inputs.notes.append(InputError(text, source=str(where.path), needs="archives"))
    try:
        found = [path for path, _ in list_level_files(where.path)]
    except InputError as error:
        if not packed:
            raise
        if not open_archives:
            error.needs, error.message = "archives", f"{error.message}, but {_packed_words(packed)}"
            raise
        return
    inputs.files |= dict.fromkeys(found)
    layouts = [path for path in found if path.suffix.lower() == ".lyt"]
    folder = where.path if len(layouts) == 1 else None
    for path in layouts:
        inputs.layouts[path] = LayoutFile(path, folder, where.module)
    if layouts:
        return
    if where.module is not None:
        _find(inputs.areas, inputs, where)
    elif where.game is not None:
        text = "no layout (LYT) here, so its files are checked each by itself"
        inputs.notes.append(InputError(text, source=str(where.path), needs="module-for-area"))


def _is_module(path: Path, where: Target) -> bool:
    """Whether an archive is the module that was given beside the folder."""
    return isinstance(where.module, Path) and path.resolve() == where.module.resolve()


def _packed_words(archives: Sequence[Path]) -> str:
    return f"{count_of(len(archives), 'archive')}: {some_of([path.name for path in archives])}"


def _add_archive(inputs: CheckInputs, where: Target) -> None:
    """The level files of an archive, and its areas; with a game also that of its module."""
    path = where.path
    inputs.archives[path] = None
    try:
        resources = [each for source in module_sources(path) for each in source.resources()]
    except FormatError:  # a finding on the archive
        return
    layouts = list(dict.fromkeys(each.name for each in resources if each.extension == "lyt"))
    names: list[str | None] = [*layouts]
    if where.game is not None and not layouts:
        names = [None]
    for name in names:
        _find(inputs.levels, inputs, where, name)
    if not names and not any(each.extension in LEVEL_TYPES for each in resources):
        text = f"no level files in this archive ({' '.join(LEVEL_TYPES)})"
        is_module = any(each.extension == "ifo" for each in resources)
        raise InputError(text, source=str(path), needs="game-for-area" if is_module else "")


def _find(levels: list[Level], inputs: CheckInputs, where: Target, name: str | None = None) -> None:
    """Add a level to ``levels``, or why it cannot be found to ``inputs``."""
    try:
        levels.append(find_level(where.path, where.game, where.module, name=name))
    except FormatError as error:
        (inputs.notes if error.source == str(where.path) else inputs.errors).append(error)


def list_files_beside(layout: Path) -> list[Path]:
    """The layout, and beside it the visibility and the walkmeshes of its rooms, once each.

    The layout alone where it cannot be read.
    """
    beside = FolderSource(layout.parent, layout.parent.as_posix())
    try:
        rooms = parse_layout(load_source(layout).data).rooms
        names = dict.fromkeys(name_key(room.name) for room in rooms if room.name != EMPTY_NAME)
        wanted = [(layout.stem, "vis"), *((name, "wok") for name in names)]
        found = [each for name, kind in wanted for each in beside.find_all(name, kind)[:1]]
    except FormatError:
        return [layout]
    return [layout, *(each.path for each in found if each.path is not None)]
