"""What ``kotorlevel path`` finds out, as plain values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kotorlevel.cli.journey.doors import find_doors_passed
from kotorlevel.cli.journey.names import Kind, Named, find_named
from kotorlevel.cli.journey.standing import find_middle, find_standing
from kotorlevel.cli.journey.steps import find_steps
from kotorlevel.cli.journey.words import parse_coordinates
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable
from kotorlevel.nav.causes.chain import find_causes
from kotorlevel.nav.causes.find import Surroundings
from kotorlevel.nav.navigator import Navigator

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.objects import Door
    from kotorlevel.cli.journey.source import Source
    from kotorlevel.cli.journey.steps import Step
    from kotorlevel.nav.causes.cause import Cause
    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.nav.path import Path
    from kotorlevel.nav.pathpoints.game_plan import GamePlan


_PERHAPS_TOO_WIDE = ("unreachable", "start-blocked", "goal-blocked")


@dataclass(frozen=True)
class Asked:
    """What is asked: FROM and TO as typed, how wide the body is, and what is in its way.

    ``closed`` are the names of doors; ``costs`` factors by material.
    """

    start: str
    goal: str
    radius: float = 0.0
    all_closed: bool = False
    closed: tuple[str, ...] = ()
    placeables: bool = False
    costs: dict[int, float] | None = None
    like_game: bool = False


@dataclass(frozen=True)
class Place:
    """Where a path begins or ends: ``at`` (x, y and perhaps z), and what is there.

    ``thing`` is None where numbers were given, else ``away`` is metres in the plan from it to the
    place where one stands.
    """

    word: str
    at: tuple[float, ...]
    thing: Named | None = None
    away: float = 0.0

    @property
    def kind(self) -> Kind:
        """What it is."""
        return "point" if self.thing is None else self.thing.kind


@dataclass(frozen=True, eq=False)
class PathReport:
    """Everything that `path` tells.

    ``thinner`` is the path of a body without width where one as wide as asked finds none.
    ``doors`` are those it leads through, ``steps`` those it goes over from room to room; ``game``
    is what the game's own planner would do. ``causes`` are what parts the goal from the start
    where no way leads there, the first on the way first.
    """

    source: Source
    asked: Asked
    start: Place
    goal: Place
    path: Path
    doors: tuple[Door, ...] = ()
    thinner: Path | None = None
    game: GamePlan | None = None
    notes: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    causes: tuple[Cause, ...] = ()

    @property
    def is_found(self) -> bool:
        """Whether there is a path; of the game's planner, if that was asked for."""
        return self.path.ok if self.game is None else self.game.ok


def find_out(source: Source, asked: Asked) -> PathReport:
    """The path, or why there is none. Raises `CommandError` where a name means nothing."""
    ends = [find_place(source, word) for word in (asked.start, asked.goal)]
    navigator = _prepare(source, asked)
    if not len(navigator.floor):
        raise CommandError(f"{printable(source.name)}: nothing in it can be walked on")
    start, goal, path = find_path(navigator, ends, asked.radius)
    thinner = None
    if asked.radius > 0 and path.status in _PERHAPS_TOO_WIDE:
        found = find_path(navigator, ends, 0.0)[2]
        thinner = found if found.ok else None
    game = _ask_game(navigator, source, start, goal) if asked.like_game else None
    things = [place.thing for place in (start, goal)]
    at_ends = {thing.index for thing in things if thing is not None and thing.kind == "door"}
    area = source.area
    doors = find_doors_passed(path, area, navigator.floor) if path.ok and area else []
    steps = find_steps(path, area) if path.ok and area else []
    causes: list[Cause] = []
    if path.status == "unreachable" and thinner is None:
        known = Surroundings(surfaces=source.surfaces)
        causes = find_causes(source.walked, navigator, start.at, goal.at, known)
    return PathReport(
        source,
        asked,
        start,
        goal,
        path,
        tuple(door for door in doors if door.index not in at_ends),
        thinner,
        game,
        (*source.notes, *navigator.floor.notes),
        tuple(steps),
        tuple(causes),
    )


def find_place(source: Source, word: str) -> Place:
    """FROM or TO, as far as it can be told without the floor."""
    numbers = parse_coordinates(word)
    if numbers is not None:
        return Place(word, numbers)
    if source.area is not None:
        thing = find_named(source.area, word)
        if thing.kind == "room" and source.area.rooms[thing.index].mesh is None:
            name = printable(thing.names[0])
            raise CommandError(
                f"room {name}: its walkmesh is not here; add {name}.wok, or --game DIR"
            )
        return Place(word, thing.at, thing)
    name = source.rooms[0]
    if same_name(word.removeprefix("room:"), name):
        return Place(word, (), Named("room", 0, (name,)))
    raise CommandError(
        f"{printable(word)}: a single walkmesh knows no names but room:{printable(name)}; "
        "write X,Y or X,Y,Z, or give the whole area"
    )


def find_path(navigator: Navigator, ends: list[Place], radius: float) -> tuple[Place, Place, Path]:
    """The path of a body of that radius, and the places where it begins and ends.

    Beside a thing one may stand in several places: the first pair with a path between them, or
    without any the first pair.
    """
    floor = navigator.floor
    if any(place.thing is not None for place in ends):
        floor = navigator.floor_for(radius)
    starts, goals = (_list_standing(place, floor, navigator.floor, radius) for place in ends)
    pairs = [(start, goal) for start in starts for goal in goals]
    pairs.sort(key=lambda pair: pair[0].away + pair[1].away)
    tried = []
    for start, goal in pairs:
        path = navigator.path(start.at, goal.at, radius=radius)
        if path.ok:
            return start, goal, path
        tried.append((start, goal, path))
    return tried[0]


def _list_standing(place: Place, floor: Floor, whole: Floor, radius: float) -> list[Place]:
    """The places that are meant, the best first; of a place given by numbers only itself."""
    thing = place.thing
    if thing is None:
        return [place]
    if thing.kind == "room":
        at = find_middle(floor, whole, thing.index, printable(thing.names[0]))
        return [Place(place.word, at, thing)]
    x, y, *_ = thing.at
    found = [
        Place(place.word, at, thing, math.hypot(at[0] - x, at[1] - y))
        for at in find_standing(floor, thing, radius)
    ]
    return found or [place]


def _prepare(source: Source, asked: Asked) -> Navigator:
    """The navigator, with the doors closed that are to be."""
    options: dict[str, Any] = {"surfaces": source.surfaces, "costs": asked.costs, "fast": False}
    if source.area is None:
        if asked.all_closed or asked.closed or asked.placeables:
            raise CommandError(
                f"{printable(source.name)}: is one walkmesh; --doors, --closed and --placeables go "
                "with an area and its module"
            )
        return Navigator(source.walked, **options)
    options["open_doors"] = _open_doors(source.area, asked)
    if asked.placeables and source.area.git is None:
        raise CommandError(
            f"{printable(source.name)}: no placeables are known here; name the module with --module"
        )
    return Navigator(source.walked, placeables=asked.placeables, **options)


def _open_doors(area: Area, asked: Asked) -> str | list[str]:
    if not asked.all_closed and not asked.closed:
        return "all"
    if not area.doors:
        raise CommandError(
            f"{printable(area.name)}: no doors are known here; name the module with --module"
        )
    if asked.all_closed:
        return "none"
    from kotorlevel.nav.clip.obstacles import find_doors

    try:
        closed = find_doors(area, asked.closed)
    except ValueError as error:
        raise CommandError(f"--closed: {error}") from None
    return [f"door {door.index}" for door in area.doors if door.index not in closed] or "none"


def _ask_game(navigator: Navigator, source: Source, start: Place, goal: Place) -> GamePlan:
    """What the game's planner would do."""
    from kotorlevel.nav.pathpoints.game_plan import plan_like_the_game

    points = source.area.path_points if source.area else None
    return plan_like_the_game(navigator, points, start.at, goal.at)
