"""What the PATHs of ``kotorlevel check`` stand for: files, areas of layouts, archives, levels."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.install.level import find_level, module_sources
from kotorlevel.area.install.target import (
    find_target_level,
    is_archive,
    is_missing,
    list_level_files,
    missing_error,
)
from kotorlevel.checks.levels import LEVEL_TYPES, LayoutFile, list_files_beside
from kotorlevel.cli.ask.levels import Given
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.area.install.game import Game
    from kotorlevel.area.install.level import Level
    from kotorlevel.area.install.target import Target


@dataclass
class CheckInputs:
    """Everything that is to be checked.

    ``files`` are files on the disk. The areas of ``layouts``, with what they lack from ``game``,
    and ``areas`` are checked beside them. ``levels`` come with all their files, and ``archives``
    with those that belong to none of the levels. ``missing`` are paths that do not exist,
    ``errors`` files that keep a level from being found, ``notes`` what should be told.
    """

    files: dict[Path, None] = field(default_factory=dict)
    layouts: dict[Path, LayoutFile] = field(default_factory=dict)
    areas: list[Level] = field(default_factory=list)
    levels: list[Level] = field(default_factory=list)
    archives: dict[Path, None] = field(default_factory=dict)
    missing: list[FormatError] = field(default_factory=list)
    errors: list[FormatError] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    game: Game | None = None

    @property
    def is_empty(self) -> bool:
        """True when there is nothing to check."""
        return not (self.files or self.areas or self.levels or self.archives or self.errors)

    @property
    def is_packed(self) -> bool:
        """True when something is in an archive, where `fix` cannot reach it."""
        return bool(self.levels or self.archives)


def collect_check_inputs(paths: Sequence[str], given: Given) -> CheckInputs:
    """What ``paths`` stand for. Raises `CommandError` for one that holds nothing to check."""
    inputs = CheckInputs()
    for text in paths:
        where = given.find(Path(text))
        inputs.game = where.game
        if is_missing(where.path):
            inputs.missing.append(missing_error(where.path))
        elif where.is_game:
            inputs.levels.append(find_target_level(where))
        elif where.path.is_dir():
            _add_folder(inputs, where)
        elif where.path.suffix.lower() == ".lyt":
            _add_layout(inputs, where)
        elif is_archive(where.path):
            _add_archive(inputs, where)
        else:
            inputs.files[where.path] = None
    return inputs


def _add_folder(inputs: CheckInputs, where: Target) -> None:
    """The files below a folder, and the areas of its layouts, or that of the module."""
    found = [path for path, _ in list_level_files(where.path)]
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
        inputs.notes.append(
            f"{where.path}: no layout (LYT) here, so its files are checked each by itself; "
            "for the whole area name its module with --module"
        )


def _add_layout(inputs: CheckInputs, where: Target) -> None:
    """A layout with the files of its rooms beside it, and its area."""
    inputs.files |= dict.fromkeys(list_files_beside(where.path))
    inputs.layouts[where.path] = LayoutFile(where.path, None, where.module)


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
        text = f"{path}: no level files in this archive ({' '.join(LEVEL_TYPES)})"
        if any(each.extension == "ifo" for each in resources):
            text += "; to check the area of this module, add --game DIR with the rest of it"
        raise CommandError(text)


def _find(levels: list[Level], inputs: CheckInputs, where: Target, name: str | None = None) -> None:
    """Add a level to ``levels``, or why it cannot be found to ``inputs``."""
    try:
        levels.append(find_level(where.path, where.game, where.module, name=name))
    except FormatError as error:
        if error.source == str(where.path):
            inputs.notes.append(str(error))
        else:
            inputs.errors.append(error)
