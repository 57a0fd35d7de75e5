"""Fixes for path points. They need the floor of the area beside the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.formats.pth import PathPoints, build_path_points
from kotorlevel.nav.build import build_floor
from kotorlevel.nav.pth_audit import audit_path_points
from kotorlevel.nav.pth_blocked import list_pairs, walk_between
from kotorlevel.nav.pth_stand import find_stands
from kotorlevel.nav.search import Search
from kotorlevel.repair.area_fix import AreaFiles, AreaFix, FileChange
from kotorlevel.repair.step import Step

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from kotorlevel.area.area import Area
    from kotorlevel.check.finding import Finding
    from kotorlevel.check.subjects import AreaSubject
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.nav.floor import Floor


@dataclass(frozen=True, eq=False)
class PathPointsRepair:
    """Path points as they were and as they are now, and the steps that were taken."""

    before: PathPoints
    after: PathPoints
    steps: tuple[Step, ...]

    @property
    def changed(self) -> bool:
        """True when the file would be written."""
        return bool(self.steps)


def repair_path_points(
    area: Area, *, unsafe: bool = False, surfaces: Materials | None = None
) -> PathPointsRepair:
    """The path points of an area with every safe fix, and with ``unsafe`` the others too.

    Safe: connections to nowhere are taken out, missing ways back added where they can be walked,
    points sorted. Unsafe: points off the floor are dropped, and connections that are blocked.
    Raises `ValueError` where the area has none.
    """
    before = area.path_points
    if before is None:
        raise ValueError(f"{area.name} has no path points")
    floor = build_floor(area, surfaces)
    paths, steps = before, []
    audit = audit_path_points(floor, paths, area, unseen=False, fast=False)
    no_places = {n for fault in audit.of_kind("not-a-place") for n in fault.points}
    if audit.of_kind("nowhere") or no_places:
        paths = drop_points(paths, no_places)
        steps.append(Step("took out what leads nowhere", ("PTH001", "PTH006")))
    if unsafe:
        paths, more = _drop_bad(paths, floor, area)
        steps += more
    back = _ways_back(paths, floor)
    if back:
        paths = paths.replaced(connections=np.array([*_real_pairs(paths), *back]))
        steps.append(Step("connected both ways", ("PTH005",)))
    if not is_sorted(before):
        paths = paths if is_sorted(paths) else sort_points(paths)  # an edit sorts as well
        steps.append(Step("sorted the points by x", ("PTH002",)))
    return PathPointsRepair(before, paths, tuple(steps))


def is_sorted(paths: PathPoints) -> bool:
    """True when no point lies at a smaller x than the one before it."""
    x = paths.points[:, 0]
    return not bool((x[1:] < x[:-1]).any())


def sort_points(paths: PathPoints) -> PathPoints:
    """The points in the order of x; connections keep their points. What leads nowhere is left out.

    Points that are no places are left out as well: they have no order.
    """
    return drop_points(paths, np.flatnonzero(~np.isfinite(paths.points).all(axis=1)).tolist())


def drop_points(paths: PathPoints, numbers: Collection[int]) -> PathPoints:
    """Without some points and their connections, sorted; what leads nowhere is left out too."""
    kept = np.ones(len(paths), bool)
    kept[list(numbers)] = False
    renumbered = np.cumsum(kept) - 1
    pairs = _real_pairs(paths)
    pairs = renumbered[pairs[kept[pairs].all(axis=1)]]
    new = build_path_points(paths.points[kept], pairs)
    return PathPoints(new.points, new.counts, new.firsts, new.destinations, paths.gff)


def _real_pairs(paths: PathPoints) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """(m, 2) the connections of points that exist to points that exist, in the file's order."""
    pairs = paths.connections
    real = (pairs >= 0).all(axis=1) & (pairs < len(paths)).all(axis=1)
    chosen: np.ndarray[tuple[int, int], np.dtype[np.int64]] = pairs[real].reshape(-1, 2)
    return chosen


def _drop_bad(paths: PathPoints, floor: Floor, area: Area) -> tuple[PathPoints, list[Step]]:
    """Without points off the floor and without blocked connections; what was done."""
    steps = []
    audit = audit_path_points(floor, paths, area, unseen=False, fast=False)
    off = {n for fault in audit.of_kind("off-floor") for n in fault.points}
    if off:
        paths = drop_points(paths, off)
        steps.append(Step("dropped points off the floor", ("PTH001",)))
        audit = audit_path_points(floor, paths, area, unseen=False, fast=False)
    blocked = {fault.points for fault in audit.of_kind("blocked")}
    blocked |= {(b, a) for a, b in blocked}
    if blocked:
        left = [pair for pair in _real_pairs(paths).tolist() if tuple(pair) not in blocked]
        paths = paths.replaced(connections=np.array(left, np.int64).reshape(-1, 2))
        steps.append(Step("took out blocked connections", ("PTH004",)))
    return paths, steps


def _ways_back(paths: PathPoints, floor: Floor) -> list[tuple[int, int]]:
    """The connections that are missing to walk both ways, where that is possible."""
    pairs = set(list_pairs(paths))
    missing = sorted((b, a) for a, b in pairs if (b, a) not in pairs)
    if not missing:
        return []
    search, stands = Search(floor, compiled=False), find_stands(floor, paths)
    return [
        (a, b)
        for a, b in missing
        if stands[a].spots
        and stands[b].spots
        and walk_between(search, a, b, stands[a], stands[b]) is None
    ]


def _mend(subject: AreaSubject, _: Sequence[Finding], files: AreaFiles) -> dict[Path, FileChange]:
    return _repaired(subject, files, MEND_FIX.rules, unsafe=False)


def _drop(subject: AreaSubject, _: Sequence[Finding], files: AreaFiles) -> dict[Path, FileChange]:
    return _repaired(subject, files, DROP_FIX.rules, unsafe=True)


def _repaired(
    subject: AreaSubject, files: AreaFiles, rules: tuple[str, ...], *, unsafe: bool
) -> dict[Path, FileChange]:
    """The file of path points as repaired, if it may be changed and there is something to do."""
    if files.path_points is None or subject.area.path_points is None:
        return {}
    repair = repair_path_points(subject.area, unsafe=unsafe)
    if not repair.changed:
        return {}
    text = "; ".join(step.text for step in repair.steps)
    named = {rule for step in repair.steps for rule in step.rules} & {*rules, *MEND_FIX.rules}
    step = Step(text, tuple(sorted(named)))
    return {files.path_points: FileChange(repair.after.to_bytes(), step)}


MEND_FIX = AreaFix(("PTH002", "PTH005", "PTH006"), _mend)
"""Safe: no point that can be stood on goes, and no way that can be walked."""
DROP_FIX = AreaFix(("PTH001", "PTH004"), _drop)
"""Unsafe: a point off the floor may be one whose floor is missing."""
