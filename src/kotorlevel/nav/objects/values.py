"""What `survey_objects` says of everything that the GIT places, as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from kotorlevel.area.instances import GIT_LISTS
from kotorlevel.core.types import Vector

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats

ObjectFaultKind = Literal[
    "no-place", "no-outline", "off-floor", "in-wall", "far", "height", "obstacle", "cut-off"
]
"""What can be wrong with where something stands.

``no-place``: its fields are missing or not finite; ``no-outline``: the area of a trigger or an
encounter has fewer than three points; ``off-floor``, ``in-wall``: at its (x, y), or anywhere in
its outline, is no floor, and in the second case a face that nobody can walk on; ``far``: neither
is there any floor near; ``height``: far over or under the floor; ``obstacle``: inside of a
placeable or a closed door; ``cut-off``: no way leads there from the entry.
"""


@dataclass(frozen=True, slots=True)
class ObjectFault:
    """One thing that is wrong.

    ``metres`` to the nearest floor in the plan, or above the floor (below it: less than 0).
    ``to`` is where it could stand instead, None where nobody knows. ``obstacle`` is the kind and
    number of what it stands in.
    """

    kind: ObjectFaultKind
    metres: float = 0.0
    to: Vector | None = None
    obstacle: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SurveyedObject:
    """Something that the GIT places, and how it stands.

    ``list_name`` and ``number`` say which one it is, ``spawn_point`` which of an encounter's, -1
    for the thing itself. ``position`` is None where the GIT names no finite place. ``outline``
    (n, 3) is the area of a trigger or an encounter, in the level. ``floor`` is the height of the
    floor at (x, y), of several the one nearest to it; None where there is none. ``cell`` is the
    cell of the floor, -1 for none, and ``reached`` whether one walks there from the entry: None
    where that is not known. ``bearing`` is where it looks, in radians, if the GIT says so.
    """

    list_name: str
    number: int
    position: Vector | None
    spawn_point: int = -1
    tag: str = ""
    template: str = ""
    bearing: float | None = None
    floor: float | None = None
    cell: int = -1
    reached: bool | None = None
    outline: Floats = field(default_factory=lambda: np.empty((0, 3)), repr=False)
    faults: tuple[ObjectFault, ...] = ()

    @property
    def kind(self) -> str:
        """``creature``, ``waypoint``, …; ``spawn point`` for one of an encounter."""
        return "spawn point" if self.spawn_point >= 0 else GIT_LISTS[self.list_name]

    def fault(self, *kinds: ObjectFaultKind) -> ObjectFault | None:
        """The first of its faults of these kinds, None where it has none."""
        return next((each for each in self.faults if each.kind in kinds), None)


@dataclass(frozen=True, eq=False)
class ObjectSurvey:
    """All things of the GIT in its order; ``complete`` is False where there are too many."""

    objects: tuple[SurveyedObject, ...] = ()
    complete: bool = True

    def __iter__(self) -> Iterator[SurveyedObject]:
        return iter(self.objects)

    def __len__(self) -> int:
        return len(self.objects)

    @property
    def faulty(self) -> tuple[SurveyedObject, ...]:
        """Those with a fault."""
        return tuple(each for each in self.objects if each.faults)
