"""What keeps the islands of a scene apart: for a page that has no server to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.checks.facts.area.causes import rule_on_the_way
from kotorlevel.nav.causes.find import Surroundings, list_causes
from kotorlevel.nav.causes.places import name_place
from kotorlevel.nav.causes.words import describe_cause, describe_remedy
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.view.scene.faces import point_or_none

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.nav.causes.cause import Cause
    from kotorlevel.view.scene.faces import SceneFaces
    from kotorlevel.view.scene.islands import Islands

MOST_GAPS = 400


def describe_gaps(
    source: Walkmesh | Area, islands: Islands, faces: SceneFaces, surfaces: Materials | None
) -> list[dict[str, Any]]:
    """What is between the islands, the nearest first, as far as it is known; none for one island.

    ``islands`` are the two that it parts, ``text`` is what one meets who walks from the first to
    the second, ``back`` the other way. ``cost`` orders chains of them as `find_chain` does: rooms
    that nobody knows, metres without a floor, and how hard it is to mend.
    """
    if len(islands.area) < 2 or islands.gathered:
        return []
    floor = build_floor(source, surfaces)
    firsts = np.array([first for first, _ in faces.face_ranges], np.int64)
    part = islands.numbers[firsts[floor.room] + floor.face]
    if (part < 0).any():  # a cell that is no floor of the scene: nothing certain can be said
        return []
    causes = list_causes(source, floor, part, Surroundings(surfaces))
    names = [room.name for room in source.rooms] if isinstance(source, Area) else []
    causes = [each for each in causes if each.parts[0] != each.parts[1]]
    causes.sort(key=lambda each: (each.order, each.at))
    return [_gap(each, names) for each in causes[:MOST_GAPS] if point_or_none(each.at)]


def _gap(cause: Cause, names: Sequence[str]) -> dict[str, Any]:
    size, rank = cause.order
    back = cause.turned()
    return {
        "kind": cause.kind,
        "islands": list(cause.parts),
        "rooms": list(cause.rooms),
        "at": point_or_none(cause.at),
        "place": name_place(cause, names),
        "text": describe_cause(cause, names, rule_on_the_way),
        "back": describe_cause(back, names, rule_on_the_way),
        "mend": describe_remedy(cause.remedy, names) if cause.remedy else "",
        "cost": [
            int(len(cause.unknown) > 1),
            round(size + (cause.kind in ("wall", "walled")), 4),
            rank,
        ],
    }
