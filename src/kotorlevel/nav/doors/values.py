"""What `fit_doors` says of each door: its leaf, its doorway, and what does not fit, as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from kotorlevel.core.types import Vector

if TYPE_CHECKING:
    from kotorlevel.area.objects import Door

FaultKind = Literal["turned", "off", "narrow", "open-blocks", "use-hook", "state-missing"]
"""What can be wrong with a door in its doorway.

``turned`` off the doorway's axis, ``off`` the doorway's place, too ``narrow`` for it;
``open-blocks``: an open state leaves no way; ``use-hook``: none on the floor of a side;
``state-missing``: a walkmesh of some states only.
"""

Evidence = Literal["", "door hook", "seam", "floor"]
"""What says where a door belongs: a door hook of the layout, the seam of two rooms, or walls."""

Verdict = Literal["fits", "faulty", "scenery", "unknown"]


@dataclass(frozen=True)
class DoorLeaf:
    """The closed leaf in its model, in metres: along x, its thickness along y."""

    left: float
    right: float
    back: float
    front: float
    bottom: float
    top: float

    @property
    def width(self) -> float:
        """Metres along x."""
        return self.right - self.left

    @property
    def thickness(self) -> float:
        """Metres along y."""
        return self.front - self.back

    @property
    def height(self) -> float:
        """Metres from bottom to top."""
        return self.top - self.bottom


@dataclass(frozen=True)
class DoorStand:
    """Where a door stands, or should: place and bearing (radians), and what says so."""

    place: Vector
    bearing: float
    evidence: Evidence = ""


@dataclass(frozen=True)
class DoorFault:
    """One thing that does not fit.

    ``degrees`` of a turned door; ``metres`` from its place (``aside`` of these along the doorway),
    or of the way that stays open or is left; ``states`` (0 closed, 1, 2 open) or ``sides`` (1 in
    front, where the door's y points, -1 behind) that are concerned.
    """

    kind: FaultKind
    degrees: float = 0.0
    metres: float = 0.0
    aside: float = 0.0
    states: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class DoorFit:
    """A door of the area in its doorway.

    ``leaf`` is None where no walkmesh of the closed door stops anyone. ``width`` is the doorway's,
    from wall to wall along the door, None where no walls are near. ``gaps`` are the metres that
    stay open beside the closed leaf, left and right. ``sides`` tell whether there is floor behind
    and before the door. ``belongs`` is where it should stand, if that is known; ``hook`` the number
    of its door hook in the layout, -1 for none.
    """

    door: Door = field(repr=False)
    verdict: Verdict
    leaf: DoorLeaf | None = None
    width: float | None = None
    gaps: tuple[float, float] | None = None
    sides: tuple[bool, bool] = (False, False)
    belongs: DoorStand | None = None
    hook: int = -1
    faults: tuple[DoorFault, ...] = ()
    reason: str = ""

    def fault(self, kind: FaultKind) -> DoorFault | None:
        """Its fault of a kind, None where it has none."""
        return next((each for each in self.faults if each.kind == kind), None)


@dataclass(frozen=True, eq=False)
class DoorFits:
    """The doors of an area in the GIT's order; ``complete`` is False where there are too many."""

    fits: tuple[DoorFit, ...] = ()
    complete: bool = True

    def __iter__(self) -> Iterator[DoorFit]:
        return iter(self.fits)

    def __len__(self) -> int:
        return len(self.fits)

    @property
    def faulty(self) -> tuple[DoorFit, ...]:
        """Those that do not fit."""
        return tuple(each for each in self.fits if each.verdict == "faulty")
