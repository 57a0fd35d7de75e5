"""The files behind the PATHs of a command."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.formats.detect import EXTENSIONS, find_files

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Inputs:
    """``files`` in a stable order, each with the folder it was found in (None if it was named)."""

    files: list[tuple[Path, Path | None]]

    @property
    def from_folder(self) -> bool:
        """True when any file was found in a folder."""
        return any(folder is not None for _, folder in self.files)


def collect_inputs(paths: Sequence[str]) -> Inputs:
    """The files that ``paths`` name; a folder stands for every level file below it.

    Raises `CommandError` for a folder without level files.
    """
    files: list[tuple[Path, Path | None]] = []
    for text in paths:
        path = Path(text)
        if path.is_dir():
            found = find_files(path)
            if not found:
                kinds = " ".join(sorted(EXTENSIONS))
                raise CommandError(f"{text}: no level files in this folder ({kinds})")
            files += [(file, path) for file in found]
        else:
            files.append((path, None))
    return Inputs(files)


def refuse_empty(_: object, __: object, paths: tuple[str, ...]) -> tuple[str, ...]:
    """The PATHs of a command, none of them empty: that is a script's variable that was never set.

    It would stand for the current folder, and `fix` would repair all that is in it.
    """
    if "" in paths:
        raise CommandError("an empty PATH; for the current folder write .")
    return paths
