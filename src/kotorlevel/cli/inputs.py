"""The files behind the PATHs of a command."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.formats.detect import EXTENSIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True)
class Inputs:
    """``files`` in a stable order, and whether any of them was found in a folder."""

    files: list[Path]
    from_folder: bool


def collect_inputs(paths: Sequence[str]) -> Inputs:
    """The files that ``paths`` name; a folder stands for every level file below it.

    Raises `click.UsageError` for a path that does not exist or a folder without level files.
    """
    files: list[Path] = []
    from_folder = False
    for text in paths:
        path = Path(text)
        if path.is_dir():
            found = sorted(_level_files(path))
            if not found:
                kinds = " ".join(sorted(EXTENSIONS))
                raise click.UsageError(f"{text}: no level files in this folder ({kinds})")
            files += found
            from_folder = True
        else:
            files.append(path)
    return Inputs(files, from_folder)


def _level_files(folder: Path) -> Iterator[Path]:
    """Files with a known extension below ``folder``; hidden folders and links are passed over."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if Path(name).suffix.lower() in EXTENSIONS:
                yield Path(parent, name)
