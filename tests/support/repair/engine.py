"""Repairs of exactly the files that are given, also where a layout stands for more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kotorlevel.checks.collect import LayoutFile
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.repair.file import Repair
from kotorlevel.repair.files import Repairing, is_visibility


@dataclass(frozen=True)
class RepairedFiles:
    """What `Repairing` made of the files."""

    repairs: dict[Path, Repair]
    notes: tuple[str, ...]
    together: tuple[frozenset[Path], ...]

    @property
    def left(self) -> list[Finding]:
        return [finding for repair in self.repairs.values() for finding in repair.left]


def repair_files(
    paths: Iterable[Path],
    options: Options,
    *,
    unsafe: bool = False,
    clear: bool = False,
    layouts: Iterable[LayoutFile] = (),
) -> RepairedFiles:
    """The repairs of files and of the areas of ``layouts``; nothing is written."""
    given = list(paths)
    work = Repairing(options, layouts, unsafe=unsafe, clear=clear)
    for path in sorted(given, key=is_visibility):
        work.add(path, path.read_bytes(), path.as_posix())
    work.repair_all()
    repairs = {path: work.repairs[path] for path in given}
    return RepairedFiles(repairs, tuple(work.notes), tuple(work.together))


def repair_file(path: Path, options: Options, *, unsafe: bool = False) -> Repair:
    """The repair of one file by itself."""
    return repair_files([path], options, unsafe=unsafe).repairs[path]
