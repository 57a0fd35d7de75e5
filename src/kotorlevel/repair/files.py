"""Repairing files on disk: each by itself, and then the areas that they make up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kotorlevel.checks.finding import Finding
from kotorlevel.checks.levels import LayoutFile
from kotorlevel.checks.options import Options
from kotorlevel.checks.run import check_data, layout_beside
from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import load_source
from kotorlevel.formats.lyt import Layout, parse_layout
from kotorlevel.repair.area import RepairableArea, find_shared, repair_area
from kotorlevel.repair.file import Repair, repair_data
from kotorlevel.repair.step import Step

_MOST_ROUNDS = 4
"""An area's repair gives the single files nothing to do, as a rule: then one round is enough."""

Through = Callable[[Sequence[Path]], Iterable[Path]]


@dataclass(frozen=True)
class RepairedFiles:
    """The repairs of several files, by path, in the order in which they were given.

    ``errors`` are files that could not be opened, ``notes`` tell what was left alone and why.
    ``together`` are files that make up an area, of which all or none are to be written: links are
    numbers of rooms, and half of them would be worse than none. No file is in two of these sets.
    """

    repairs: dict[Path, Repair]
    errors: tuple[FormatError, ...] = ()
    notes: tuple[str, ...] = ()
    together: tuple[frozenset[Path], ...] = ()

    @property
    def left(self) -> list[Finding]:
        """What a check finds after the repair, in the files and in the areas."""
        return [finding for repair in self.repairs.values() for finding in repair.left]


def repair_file(path: Path, options: Options, *, unsafe: bool = False) -> Repair:
    """The repair of the file at ``path`` by itself; nothing is written.

    Raises `FormatError` where the file cannot be opened.
    """
    data = load_source(path).data
    layout = layout_beside(path) if _is_visibility(path) else None
    return repair_data(data, path.as_posix(), options, unsafe=unsafe, layout=layout)


def repair_files(
    paths: Iterable[Path],
    options: Options,
    *,
    unsafe: bool = False,
    layouts: Iterable[LayoutFile] = (),
    through: Through = iter,
) -> RepairedFiles:
    """The repairs of files and of the areas of ``layouts``; nothing is written.

    Only these files are changed, also where other files belong to an area. ``through`` may show
    how far it is.
    """
    given = list(dict.fromkeys(paths))
    # A visibility is checked with its layout, and that may have been repaired.
    repairs: dict[Path, Repair] = {}
    errors: list[FormatError] = []
    for path in through(sorted(given, key=_is_visibility)):
        try:
            data = load_source(path).data
        except FormatError as error:
            errors.append(error)
        else:
            repairs[path] = _repair_alone(path, data, repairs, options, unsafe=unsafe)
    repairs = {path: repairs[path] for path in given if path in repairs}
    known = [file for file in layouts if file.path in repairs]
    notes = _repair_areas(known, repairs, options, unsafe=unsafe)
    groups = []
    for file in known:
        area = RepairableArea(file, repairs)
        _add_left(area.check(options), file, repairs)
        groups.append(area.list_files())
    return RepairedFiles(repairs, tuple(errors), tuple(notes), _joined(groups))


def as_on_disk(
    done: RepairedFiles,
    unwritten: Collection[Path],
    options: Options,
    layouts: Iterable[LayoutFile] = (),
) -> RepairedFiles:
    """The same where nothing has come of the repairs of some files.

    Nothing was done to them then, and what is left is what a check finds in them as they are.
    """
    repairs = {**done.repairs}
    for path in unwritten:
        data = _load(path, repairs[path].before)
        repairs[path] = replace(repairs[path], before=data, after=data, steps=(), left=())
    for path in unwritten:
        old = repairs[path]
        if not _is_path_points(path):
            layout = _find_layout(path, repairs)
            left = check_data(old.after, old.name, options, layout)
            repairs[path] = replace(old, left=tuple(left))
    for file in layouts:
        if file.path in unwritten:
            _add_left(RepairableArea(file, repairs).check(options), file, repairs)
    return replace(done, repairs=repairs)


def _load(path: Path, before: bytes) -> bytes:
    """What is in a file now; what was ``before`` where that cannot be told."""
    try:
        return load_source(path).data
    except FormatError:
        return before


def _joined(groups: Iterable[set[Path]]) -> tuple[frozenset[Path], ...]:
    """The sets, those with a file in common as one."""
    found: list[set[Path]] = []
    for group in groups:
        shared = [each for each in found if not each.isdisjoint(group)]
        found = [each for each in found if each.isdisjoint(group)]
        found.append(group.union(*shared))
    return tuple(map(frozenset, found))


def _repair_areas(
    layouts: Sequence[LayoutFile], repairs: dict[Path, Repair], options: Options, *, unsafe: bool
) -> list[str]:
    """Repair areas, and their files again where that left something to do; what to tell."""
    # One area after the other: all the areas of a game at once would need a lot of memory.
    areas = (RepairableArea(layout, repairs) for layout in layouts)
    shared = find_shared(areas) if len(layouts) > 1 else set()
    notes: dict[str, None] = {}
    for layout in layouts:
        for _ in range(_MOST_ROUNDS):
            area = RepairableArea(layout, repairs)
            done = repair_area(area, options, unsafe=unsafe, shared=shared)
            again = False
            for path, data in done.after.items():
                again |= _go_on(path, data, done.steps[path], repairs, options, unsafe=unsafe)
            if not again:
                break
        notes |= dict.fromkeys(done.notes)  # of the last round: what was said before may be done
    return [*notes]


def _go_on(
    path: Path,
    data: bytes,
    steps: Sequence[Step],
    repairs: dict[Path, Repair],
    options: Options,
    *,
    unsafe: bool,
) -> bool:
    """Take what an area's repair made of a file; True where the file itself had more to repair."""
    old, new = repairs[path], _repair_alone(path, data, repairs, options, unsafe=unsafe)
    done = (*old.steps, *steps, *new.steps)
    repairs[path] = replace(old, after=new.after, steps=done, left=new.left)
    return new.changed


def _add_left(findings: Iterable[Finding], layout: LayoutFile, repairs: dict[Path, Repair]) -> None:
    """Give findings on an area to the files that they name, or else to the layout."""
    by_name = {repair.name: path for path, repair in repairs.items()}
    for finding in findings:
        path = by_name.get(finding.file, layout.path)
        repairs[path] = replace(repairs[path], left=(*repairs[path].left, finding))


def _repair_alone(
    path: Path, data: bytes, repairs: dict[Path, Repair], options: Options, *, unsafe: bool
) -> Repair:
    """The repair of one file; path points have none without the floor that they are on."""
    name = path.as_posix()
    if _is_path_points(path):
        return Repair(name, data, data, (), (), ())
    layout = _find_layout(path, repairs)
    return repair_data(data, name, options, unsafe=unsafe, layout=layout)


def _is_path_points(path: Path) -> bool:
    return path.suffix.lower() == ".pth"


def _is_visibility(path: Path) -> bool:
    return path.suffix.lower() == ".vis"


def _find_layout(path: Path, repairs: dict[Path, Repair]) -> Layout | None:
    """The layout beside a visibility, as repaired where it is among the files; for others none."""
    if not _is_visibility(path):
        return None
    wanted = path.parent, path.stem.lower()
    same = [
        p for p in repairs if p.suffix.lower() == ".lyt" and (p.parent, p.stem.lower()) == wanted
    ]
    if len(same) != 1:
        return layout_beside(path)
    try:
        return parse_layout(repairs[same[0]].after)
    except FormatError:
        return None
