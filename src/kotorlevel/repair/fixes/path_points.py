"""Fixes for path points. They need the floor of the area beside the file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.core.errors import InputError
from kotorlevel.core.text import printable
from kotorlevel.formats.pth import PathPoints
from kotorlevel.formats.pth.build import make_gff
from kotorlevel.formats.pth.path_points import NOBODY
from kotorlevel.mesh.materials import Materials
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.pathpoints.blocked import list_pairs, walk_between
from kotorlevel.nav.pathpoints.stand import find_stands
from kotorlevel.nav.pathpoints.survey import PathPointSurvey, survey_path_points
from kotorlevel.nav.search.search import Search
from kotorlevel.repair.step import AreaFiles, AreaFix, FileChange, Step

if TYPE_CHECKING:
    Pairs = NDArray[np.int64]


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
    area: Area,
    *,
    unsafe: bool = False,
    surfaces: Materials | None = None,
    rules: Collection[str] | None = None,
) -> PathPointsRepair:
    """The path points of an area with every safe fix, and with ``unsafe`` the others too.

    Safe: missing fields are written, connections to nowhere taken out, missing ways back added
    where they can be walked, points sorted. Unsafe: points off the floor are dropped, and
    connections that are blocked.
    ``rules``, where given, names the rules that are fixed; what only others find stays as it is.
    Raises `InputError` where the area has none.

        repair = kl.repair_path_points(area)
        [step.text for step in repair.steps]           # ["sorted the points by x"]
        kl.write_area_in_place(area.with_path_points(repair.after))
    """
    before = area.path_points
    if before is None:
        text = f"{printable(area.name)} has no path points: there is no PTH to fix"
        raise InputError(text)
    if rules is None:
        rules = MEND_FIX.rules + (DROP_FIX.rules if unsafe else ())
    work = _Work(area, build_floor(area, surfaces))
    paths, steps = before, []
    for rule, text, step in _STEPS:
        if rule in rules and (fixed := step(paths, work)) is not None:
            paths = fixed
            steps.append(Step(text, (rule,)))
    return PathPointsRepair(before, paths, tuple(steps))


class _Work:
    """What the steps look at."""

    def __init__(self, area: Area, floor: Floor) -> None:
        self.area = area
        self.floor = floor
        self._known: tuple[PathPoints, PathPointSurvey] | None = None

    def audit(self, paths: PathPoints) -> PathPointSurvey:
        """What is wrong with the points as they are so far; the last answer is kept."""
        if self._known is None or self._known[0] is not paths:
            found = survey_path_points(self.floor, paths, self.area, unseen=False, fast=False)
            self._known = paths, found
        return self._known[1]


def is_sorted(paths: PathPoints) -> bool:
    """True when no point lies at a smaller x than the one before it."""
    x = paths.points[:, 0]
    return not bool((x[1:] < x[:-1]).any())


def sort_points(paths: PathPoints) -> PathPoints:
    """The points in the order of x, those without one last; connections keep their points."""
    order = np.argsort(paths.points[:, 0], kind="stable")
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.arange(len(order))
    return _renumbered(paths, paths.points[order], paths.connections, numbers)


def drop_points(paths: PathPoints, numbers: Collection[int]) -> PathPoints:
    """Without some points and their connections; the others keep their order."""
    kept = np.ones(len(paths), bool)
    kept[list(numbers)] = False
    pairs = paths.connections
    is_point = (pairs >= 0) & (pairs < len(paths))
    gone = is_point & ~kept[np.where(is_point, pairs, 0)] if len(paths) else is_point
    pairs = pairs[~gone.any(axis=1)]
    return _renumbered(paths, paths.points[kept], pairs, np.cumsum(kept) - 1)


def _renumbered(
    paths: PathPoints, points: NDArray[np.float32], pairs: Pairs, numbers: NDArray[np.int64]
) -> PathPoints:
    """Other points, and connections (m, 2) in which each point has the number of ``numbers`` (n,).

    What is no point keeps its number: to take that out is a step of its own.
    """
    is_point = (pairs >= 0) & (pairs < len(numbers))
    if len(numbers):
        pairs = np.where(is_point, numbers[np.where(is_point, pairs, 0)], pairs)
    return _with_pairs(paths, points, pairs)


def _with_pairs(paths: PathPoints, points: NDArray[np.float32], pairs: Pairs) -> PathPoints:
    """These points with these connections (m, 2), in the order of the points that they are of.

    Not `PathPoints.replaced`: that sorts the points, and has no place for what leads nowhere.
    """
    count = len(points)
    owner = np.where(pairs[:, 0] == NOBODY, count, pairs[:, 0])  # nobody's are last
    order = np.argsort(owner, kind="stable")
    counts = np.bincount(owner, minlength=count + 1)[:count]
    return PathPoints(points, counts, np.cumsum(counts) - counts, pairs[order, 1], paths.gff)


def _take_out_nowhere(paths: PathPoints, work: _Work) -> PathPoints | None:
    if not work.audit(paths).of_kind("nowhere"):
        return None
    pairs = paths.connections
    real = (pairs >= 0).all(axis=1) & (pairs < len(paths)).all(axis=1)
    return _with_pairs(paths, paths.points, pairs[real])


def _drop_off_floor(paths: PathPoints, work: _Work) -> PathPoints | None:
    faults = work.audit(paths).of_kind("not-a-place", "off-floor")
    numbers = {number for fault in faults for number in fault.points}
    return drop_points(paths, numbers) if numbers else None


def _take_out_blocked(paths: PathPoints, work: _Work) -> PathPoints | None:
    blocked = {fault.points for fault in work.audit(paths).of_kind("blocked")}
    blocked |= {(b, a) for a, b in blocked}
    if not blocked:
        return None
    left = [pair for pair in paths.connections.tolist() if tuple(pair) not in blocked]
    return _with_pairs(paths, paths.points, np.array(left, np.int64).reshape(-1, 2))


def _connect_back(paths: PathPoints, work: _Work) -> PathPoints | None:
    """The connections that are missing to walk both ways, where that is possible."""
    pairs = set(list_pairs(paths))
    missing = sorted((b, a) for a, b in pairs if (b, a) not in pairs)
    if not missing:
        return None
    search, stands = Search(work.floor, compiled=False), find_stands(work.floor, paths)
    back = [
        (a, b)
        for a, b in missing
        if stands[a].spots
        and stands[b].spots
        and walk_between(search, a, b, stands[a], stands[b]) is None
    ]
    if not back:
        return None
    return _with_pairs(paths, paths.points, np.array([*paths.connections.tolist(), *back]))


def _complete(paths: PathPoints, _: _Work) -> PathPoints | None:
    if not any(problem.code == "missing-field" for problem in paths.problems):
        return None
    return replace(paths, gff=make_gff(paths), problems=())


def _sort(paths: PathPoints, _: _Work) -> PathPoints | None:
    return None if is_sorted(paths) else sort_points(paths)


_STEPS: tuple[tuple[str, str, Callable[[PathPoints, _Work], PathPoints | None]], ...] = (
    ("PTH008", "wrote the missing fields", _complete),
    ("PTH006", "took out what leads nowhere", _take_out_nowhere),
    ("PTH001", "dropped points off the floor", _drop_off_floor),
    ("PTH004", "took out blocked connections", _take_out_blocked),
    ("PTH005", "connected both ways", _connect_back),
    ("PTH002", "sorted the points by x", _sort),
)
"""Rule, what is said of it, and the step; it returns None where there is nothing to do."""


def _repair(
    subject: AreaSubject, findings: Sequence[Finding], files: AreaFiles, options: Options
) -> dict[Path, FileChange]:
    """The file of path points, repaired for the rules of ``findings``, if it may be changed."""
    if files.path_points is None or subject.area.path_points is None:
        return {}
    rules = {finding.rule for finding in findings}
    repair = repair_path_points(subject.area, surfaces=options.surfaces, rules=rules)
    if not repair.changed:
        return {}
    text = "; ".join(step.text for step in repair.steps)
    step = Step(text, tuple(sorted(rule for step in repair.steps for rule in step.rules)))
    return {files.path_points: FileChange(repair.after.to_bytes(), step)}


MEND_FIX = AreaFix(("PTH002", "PTH005", "PTH006", "PTH008"), _repair)
"""Safe: no point goes, and no way that can be walked."""
DROP_FIX = AreaFix(("PTH001", "PTH004"), _repair)
"""Unsafe: a point off the floor may be one whose floor is missing."""
