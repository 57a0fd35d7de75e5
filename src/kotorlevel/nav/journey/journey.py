"""`find_journey`: the way from one place of a level to another, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kotorlevel.area.area import Area
from kotorlevel.core.errors import InputError
from kotorlevel.core.text import printable
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.nav.arguments import Doors, check_radius, check_walkmeshes
from kotorlevel.nav.causes.words import describe_unknown
from kotorlevel.nav.journey.along import Step, find_doors_passed, find_steps
from kotorlevel.nav.journey.places import Asked, JourneyEnd, find_end, list_ends
from kotorlevel.nav.navigator import Navigator
from kotorlevel.nav.path import Path

if TYPE_CHECKING:
    from kotorlevel.area.objects import Door
    from kotorlevel.nav.causes.cause import Cause
    from kotorlevel.nav.pathpoints.game_plan import GamePlan

_PERHAPS_TOO_WIDE = ("unreachable", "start-blocked", "goal-blocked")


@dataclass(frozen=True, eq=False)
class Journey:
    """A way between two places of a level and what is met on it; or what keeps one from it.

    ``source`` is what is walked on, ``level`` its name. ``doors`` are those that the ``path`` leads
    through, in order, ``steps`` where it goes up or down at once from room to room. ``thinner`` is
    the path of a body without width where one of this ``radius`` finds none; ``game`` what the
    game's own planner would do, if that was asked. ``notes`` say what should be known.
    """

    source: Walkmesh | Area
    level: str
    start: JourneyEnd
    goal: JourneyEnd
    radius: float
    path: Path
    doors: tuple[Door, ...] = ()
    steps: tuple[Step, ...] = ()
    thinner: Path | None = None
    game: GamePlan | None = None
    notes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        return f"<Journey in {self.level!r}: {self.path!r}>"

    def __str__(self) -> str:
        return self.describe()

    @property
    def ok(self) -> bool:
        """Whether there is a way."""
        return self.path.ok

    @property
    def area(self) -> Area | None:
        """The area that it is in; None in a single walkmesh."""
        return self.source if isinstance(self.source, Area) else None

    @property
    def unknown_rooms(self) -> frozenset[int]:
        """The rooms that may have a floor which is not at hand."""
        return self.area.unknown_rooms if self.area else frozenset()

    @cached_property
    def room_names(self) -> tuple[str, ...]:
        """The names of all rooms."""
        return tuple(room.name for room in self.area.rooms) if self.area else (self.level,)

    @property
    def rooms(self) -> tuple[str, ...]:
        """The names of the rooms that it leads through, in order."""
        return tuple(self.room_name(room) for room in self.path.rooms)

    @property
    def causes(self) -> tuple[Cause, ...]:
        """What parts the goal from the start where no way leads there, the first one first."""
        return () if self.thinner else self.path.causes

    def room_name(self, index: int) -> str:
        """What people call a room."""
        is_known = 0 <= index < len(self.room_names)
        return (printable(self.room_names[index]) if is_known else "") or f"room {index}"

    def describe(self) -> str:
        """How long it is and through what, or why there is none and what mends that, in words."""
        from kotorlevel.nav.journey.words import describe_journey

        return describe_journey(self)


def find_journey(
    source: Walkmesh | Area,
    a: Asked,
    b: Asked,
    *,
    radius: float = 0.0,
    open_doors: Doors = "all",
    closed_doors: Doors = (),
    placeables: bool = False,
    costs: Mapping[int, float] | Mapping[str, float] | None = None,
    surfaces: Materials | None = None,
    like_game: bool = False,
    name: str = "",
    fast: bool | None = False,
) -> Journey:
    """The way from a to b for a body of ``radius`` metres, or why there is none.

    Both are places: (x, y) or (x, y, z), or a name: "entry", the tag of a door, waypoint, creature
    or placeable, "door:3", "room:hall". Who goes to a thing stands as near to it as there is room.
    Other options are as for `Navigator`; with ``like_game`` it says, too, what the game's planner
    does. ``name`` is that of a single mesh. For many ways in one level use `Navigator.journey`.

        journey = kl.find_journey(kl.load_area("my_mod"), "entry", "gate", radius=0.35)
        print(journey)                          # the length, the rooms; or why not
        [cause.remedy for cause in journey.causes]

    Raises `InputError` for names that mean nothing here.
    """
    check_walkmeshes(source)
    _find_ends(source, a, b, name)  # a name that means nothing is told at once
    navigator = Navigator(
        source,
        open_doors=open_doors,
        closed_doors=closed_doors,
        placeables=placeables,
        costs=costs,
        surfaces=surfaces,
        fast=fast,
    )
    if not len(navigator.floor):
        level = source.name if isinstance(source, Area) else name
        raise InputError(f"{printable(level)}: nothing in it can be walked on")
    return travel(navigator, a, b, radius, like_game=like_game, name=name)


def travel(
    navigator: Navigator,
    a: Asked,
    b: Asked,
    radius: float = 0.0,
    *,
    like_game: bool = False,
    name: str = "",
) -> Journey:
    """The journey in a level that is prepared already, see `find_journey`."""
    source, radius = navigator.source, check_radius(radius)
    area = source if isinstance(source, Area) else None
    ends = _find_ends(source, a, b, name)
    start, goal, path = _find_path(navigator, ends, radius)
    thinner = None
    if radius > 0 and path.status in _PERHAPS_TOO_WIDE:
        found = _find_path(navigator, ends, 0.0)[2]
        thinner = found if found.ok else None
    return Journey(
        source,
        area.name if area else name,
        start,
        goal,
        radius,
        path,
        _doors_between(navigator, area, start, goal, path) if area else (),
        tuple(find_steps(path, area)) if path.ok and area else (),
        thinner,
        _ask_game(navigator, start, goal) if like_game else None,
        (*(_list_notes(area) if area else ()), *navigator.floor.notes),
    )


def _find_ends(source: Walkmesh | Area, a: Asked, b: Asked, name: str) -> list[JourneyEnd]:
    return [find_end(source, a, "a", name), find_end(source, b, "b", name)]


def _list_notes(area: Area) -> list[str]:
    unknown = describe_unknown(area)
    return [*map(str, area.problems), *([unknown] if unknown else [])]


def _find_path(
    navigator: Navigator, ends: list[JourneyEnd], radius: float
) -> tuple[JourneyEnd, JourneyEnd, Path]:
    """The path of a body of that radius, and the places where it begins and ends.

    Beside a thing one may stand in several places: the first pair with a path between them, or
    without any the first pair.
    """
    floor = navigator.floor
    if any(end.thing is not None for end in ends):
        floor = navigator.floor_for(radius)
    starts, goals = (list_ends(end, floor, navigator.floor, radius) for end in ends)
    pairs = [(start, goal) for start in starts for goal in goals]
    pairs.sort(key=lambda pair: pair[0].away + pair[1].away)
    tried = []
    for start, goal in pairs:
        path = navigator.path(start.at, goal.at, radius=radius)
        if path.ok:
            return start, goal, path
        tried.append((start, goal, path))
    return tried[0]


def _doors_between(
    navigator: Navigator, area: Area, start: JourneyEnd, goal: JourneyEnd, path: Path
) -> tuple[Door, ...]:
    """The doors that a path leads through, but for those that it begins or ends at."""
    if not path.ok:
        return ()
    things = [end.thing for end in (start, goal)]
    at_ends = {thing.index for thing in things if thing is not None and thing.kind == "door"}
    doors = find_doors_passed(path, area, navigator.floor)
    return tuple(door for door in doors if door.index not in at_ends)


def _ask_game(navigator: Navigator, start: JourneyEnd, goal: JourneyEnd) -> GamePlan:
    """What the game's planner would do."""
    from kotorlevel.nav.pathpoints.game_plan import plan_like_the_game

    points = navigator.source.path_points if isinstance(navigator.source, Area) else None
    return plan_like_the_game(navigator, points, start.at, goal.at)
