"""What stands in a merged area: GIT and path points, with the doors and placeables of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from kotorlevel.area.edit.merge.gff.files import merge_gff
from kotorlevel.area.edit.merge.others import (
    Versions,
    merge_others,
    new_models,
    tell_removed,
    with_entry_of,
)
from kotorlevel.area.edit.merge.points import merge_points
from kotorlevel.area.edit.merge.standing import Things, is_moved, move_along
from kotorlevel.area.edit.merge.three_way import Judge
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.objects import ObjectReader

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.edit.merge.places import Moves
    from kotorlevel.formats.gff import Gff
    from kotorlevel.formats.pth import PathPoints


_ENTRY = "the module's entry is in a room that was moved, and stays where it is: check its place"


def merge_contents(
    judge: Judge, sides: Versions, moves: Mapping[str, Moves], merged: Area
) -> tuple[Area, tuple[str, ...]]:
    """``merged`` with the GIT, path points, ARE, IFO, templates and models of both sides; notes.

    ``moves`` are the rooms that stand elsewhere now, by key: what is in them goes along. What a
    side does not have says nothing. Raises `ValueError` for a file that cannot be read.
    """
    for area, where in sides:
        _refuse_unreadable(area, where)
    ways_a = {key: move.a for key, move in moves.items()}
    ways_b = {key: move.b for key, move in moves.items()}
    ways_base = {key: move.base for key, move in moves.items()}
    mine, theirs = move_along(sides.a, ways_a), move_along(sides.b, ways_b)
    old = None if sides.base is None else move_along(sides.base, ways_base)
    git = _merge_git(judge, sides, mine, theirs, old)
    points = _merge_points(judge, sides, mine, theirs, old)
    extra = merge_others(judge, sides, git)
    rooms = [room.name for room in merged.rooms if not room.is_empty_slot]
    extra |= new_models(sides, rooms)
    module = with_entry_of(merged.module or sides.b.module, extra.get(("module", "ifo")))
    area = replace(merged, git=git, path_points=points, extra=extra, module=module)
    entry = area.entry
    is_left = entry is not None and any(
        is_moved(side, entry, ways) for side, ways in ((sides.a, ways_a), (sides.b, ways_b))
    )
    notes = (*((_ENTRY,) if is_left else ()), *tell_removed(sides))
    return _with_objects(area, sides), notes


def _merge_git(
    judge: Judge, sides: Versions, mine: Things, theirs: Things, old: Things | None
) -> Gff | None:
    a, b = mine.git, theirs.git
    if a is None or b is None or sides.a.git is None or sides.b.git is None:
        return a or b
    base = None if old is None else old.git
    stored = sides.a.git, sides.b.git
    return merge_gff(judge, a, b, base, moved_a=mine.moved, moved_b=theirs.moved, stored=stored)


def _merge_points(
    judge: Judge, sides: Versions, mine: Things, theirs: Things, old: Things | None
) -> PathPoints | None:
    """The path points; where moving them along makes conflicts, perhaps nobody moved them."""
    a, b = mine.path_points, theirs.path_points
    if a is None or b is None or sides.a.path_points is None or sides.b.path_points is None:
        return b if a is None else a
    found, own = _tried(judge, a, b, None if old is None else old.path_points)
    if own.conflicts and (a, b) != (sides.a.path_points, sides.b.path_points):
        stored = sides.a.path_points, sides.b.path_points
        base = None if sides.base is None else sides.base.path_points
        other, others = _tried(judge, *stored, base)
        if len(others.conflicts) < len(own.conflicts):
            found, own = other, others
    judge.conflicts += own.conflicts
    return found


def _tried(
    judge: Judge, a: PathPoints, b: PathPoints, base: PathPoints | None
) -> tuple[PathPoints, Judge]:
    own = Judge(judge.prefer)
    return merge_points(own, a, b, base), own


def _with_objects(area: Area, sides: Versions) -> Area:
    """The area with the doors and placeables of its GIT; templates of B count where A has none."""
    if area.git is None or area.git is sides.a.git or area.lookup is None:
        return area
    more = sides.b.lookup.sources if sides.b.lookup is not None else ()
    lookup = Lookup((*area.lookup.sources, *more), area.lookup.replaced)
    objects = ObjectReader(lookup, area.surfaces, f"{area.name}.git")
    return replace(area, doors=objects.doors(area.git), placeables=objects.placeables(area.git))


def _refuse_unreadable(area: Area | None, where: str) -> None:
    """Raise `ValueError` for a GIT or PTH that is there and cannot be read."""
    if area is None:
        return
    for kind, content in (("git", area.git), ("pth", area.path_points)):
        found = area.files.get(kind)
        if content is None and found is not None:
            reason = next((p.text for p in area.problems if p.source == found.source), "")
            shown = f" ({reason})" if reason else ""
            text = f"{where}: {found.filename} cannot be read{shown}, so it cannot be merged"
            raise ValueError(f"{text}: repair or replace it first, or remove that file")
