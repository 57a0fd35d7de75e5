"""Repairing files on disk."""

from __future__ import annotations

from pathlib import Path

from kotorlevel.check.options import Options
from kotorlevel.check.run import layout_beside
from kotorlevel.core.source import load_source
from kotorlevel.repair.repair import Repair, repair_data


def repair_file(path: Path, options: Options, *, unsafe: bool = False) -> Repair:
    """The repair of the file at ``path``; nothing is written.

    Raises `FormatError` where the file cannot be opened.
    """
    data = load_source(path).data
    layout = layout_beside(path) if path.suffix.lower() == ".vis" else None
    return repair_data(data, path.as_posix(), options, unsafe=unsafe, layout=layout)
