"""Operations that mend and make anew: fixes of faults, path points, visibility."""

from __future__ import annotations

from dataclasses import dataclass

from kotorlevel.area.area import Area
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.rule import parse_ids
from kotorlevel.core.errors import FormatError
from kotorlevel.core.words import count_of, short_list
from kotorlevel.nav.pathpoints.build import build_path_points
from kotorlevel.query.visibility.build import build_visibility
from kotorlevel.repair.chosen import choose_rooms
from kotorlevel.repair.edits.operation import Applied, Names, Operation, operation, room_of
from kotorlevel.repair.fix import Repairs, fix
from kotorlevel.repair.fixes.links import CLEAR_FIX
from kotorlevel.repair.preview import list_steps

_MANY_FACES = 1000
"""From here on path points take longer than Numba does to start."""


@operation("fix")
@dataclass(frozen=True)
class Fix(Operation):
    """Faults of these rules (none named: all) are mended, as with `kl.fix`; in ``rooms``, if given.

    With ``unsafe`` also by fixes that may change more than the fault. Links that meet nothing are
    taken out only where that is asked for: ``unsafe``, and their rule (ARE012) among ``rules``.
    """

    rules: Names = ()
    unsafe: bool = False
    rooms: Names = ()

    def _apply(self, area: Area) -> Applied:
        rules = parse_ids(self.rules)
        rooms = [room_of(area, each).index for each in self.rooms]
        clear = self.unsafe and any(rule in CLEAR_FIX.rules for rule in rules)
        done = fix(area, select=rules or None, unsafe=self.unsafe, clear=clear, rooms=rooms)
        steps = list_steps(done)
        if not steps or done.area is None:
            raise ValueError(self._why_nothing(area, done, rooms))
        files = count_of(len(done.changed), "file")
        many = f"made {count_of(len(steps), 'repair')} in {files}"
        text = f"mended {steps[0]}" if len(steps) == 1 else many
        notes = (*(steps if len(steps) > 1 else ()), *done.notes)
        return Applied(done.area, text, notes)

    def _why_nothing(self, area: Area, done: Repairs, rooms: list[int]) -> str:
        """Why no step was made: nothing was found, or not what may be mended so."""
        where = f" in {short_list(list(self.rooms))}" if self.rooms else ""
        what = f" of {short_list(list(self.rules))}" if self.rules else ""
        chosen = choose_rooms(area, rooms)
        left = [f for f in done.left if chosen.wants(f)]
        if not left:
            return f"nothing to mend: no fault{what}{where}"
        risky = [f for f in left if _is_risky(f)]
        if risky and not self.unsafe:
            return (
                f"nothing was mended{where}: {count_of(len(risky), 'fault')}{what} could be, by "
                "fixes that may change more than the fault; allow these (unsafe)"
            )
        reasons = f" ({'; '.join(done.notes)})" if done.notes else ""
        worst = max(left, key=lambda f: f.severity or 0)
        hint = worst.how
        return f"nothing could be mended{where} by itself{reasons}: {worst.text}. {hint}".strip()


def _is_risky(finding: Finding) -> bool:
    return finding.fix == "unsafe" or finding.rule in CLEAR_FIX.rules


@operation("build-path-points")
@dataclass(frozen=True)
class BuildPathPoints(Operation):
    """The path points are made anew from the floor, as with `kl.build_path_points`.

    Without ``partial`` only where the walkmeshes of all rooms are at hand.
    """

    placeables: bool = False
    partial: bool = False

    def _apply(self, area: Area) -> Applied:
        notes: list[str] = []
        faces = sum(len(mesh.faces) for mesh in area.meshes if mesh is not None)
        points = build_path_points(
            area,
            placeables=self.placeables,
            partial=self.partial,
            tell=notes.append,
            fast=None if faces >= _MANY_FACES else False,
        )
        before = 0 if area.path_points is None else len(area.path_points)
        new, old = count_of(len(points), "path point"), f"{before:,} before"
        text = f"{new} made anew from the floor ({old})"
        return Applied(area.with_path_points(points), text, tuple(notes))


@operation("build-visibility")
@dataclass(frozen=True)
class BuildVisibility(Operation):
    """Which room sees which is computed from the walkmeshes, as with `kl.build_visibility`.

    With ``keep`` what is listed already stays; without it, what cannot be seen goes.
    """

    keep: bool = True

    def _apply(self, area: Area) -> Applied:
        try:
            seen = build_visibility(area, drop=not self.keep)
        except FormatError as error:
            raise ValueError(error.message) from None
        notes = [why for _, why in seen.added]
        notes += [f"{a} does not see {b}: not listed any more" for a, b in seen.removed]
        if seen.unknown:
            names = short_list([area.rooms[number].name for number in seen.unknown])
            notes.append(f"without a walkable floor, what the VIS says of them is kept: {names}")
        added, removed = (count_of(len(x), "pair") for x in (seen.added, seen.removed))
        text = f"visibility computed from the floor: {added} added, {removed} removed"
        changed = area.with_visibility(seen.visibility) if seen.is_changed else area
        return Applied(changed, text, tuple(notes))
