"""`Navigator`: a mesh or an area prepared for walking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.nav.arguments import Doors, check_costs, check_place, check_radius, find_open_doors
from kotorlevel.nav.causes.stops import (
    Which,
    explain_blocked,
    explain_closed,
    explain_off,
    explain_unreachable,
)
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.locate import CellIndex, Place, find_foot, neighbour_faces
from kotorlevel.nav.floor.spots import Spot
from kotorlevel.nav.move import Move, slide
from kotorlevel.nav.path import Path
from kotorlevel.nav.search.search import Search
from kotorlevel.nav.search.trace import build_path, trace_corridor, weigh
from kotorlevel.query.engine.compiled import can_compile
from kotorlevel.query.ground import ground_of
from kotorlevel.query.inputs import check_number

if TYPE_CHECKING:
    from kotorlevel.nav.causes.cause import Cause
    from kotorlevel.nav.journey.journey import Journey
    from kotorlevel.nav.journey.places import Asked
    from kotorlevel.nav.reach.islands import Island, Reached

_MOST_BODIES = 8
"""Sizes of bodies for which the floor is kept."""


class Navigator:
    """A mesh or an area, prepared to be asked for paths often.

    ``open_doors`` is "all", "none", or the names (tag, template or "door 3") of those that stand
    open; the others block. ``closed_doors`` names some that do not, whatever the others do. With
    ``placeables`` those block as well. ``costs`` says what a metre costs by the id or name of a
    material, 1 for those that are not named. ``surfaces`` decides what can be walked on; by default
    the table each mesh was read with.

        walk = kl.Navigator(kl.load_area("my_mod"), closed_doors=["gate"], costs={"water": 5})
        path = walk.path((2, 2), (20, 3), radius=0.35)
        print(path.length if path else path.reason)

    ``fast``: True compiles searches with Numba, False does not, None does if it is installed
    (``pip install kotorlevel[fast]``). What a search finds out about the floor is kept, so later
    ones are quicker; of several equally short paths they may give another.
    """

    def __init__(
        self,
        source: Walkmesh | Area,
        *,
        open_doors: Doors = "all",
        closed_doors: Doors = (),
        placeables: bool = False,
        costs: Mapping[int, float] | Mapping[str, float] | None = None,
        surfaces: Materials | None = None,
        fast: bool | None = None,
    ) -> None:
        if fast and not can_compile():
            raise ImportError("fast=True needs Numba: pip install kotorlevel[fast]")
        self.source = source
        self._surfaces = surfaces or source.surfaces
        self._open_doors = find_open_doors(source, open_doors, closed_doors)
        self._placeables = placeables
        self._costs = check_costs(costs, self._surfaces)
        self._fast = can_compile() if fast is None else fast
        self._bare = build_floor(source, surfaces)
        self._ground = ground_of(source, surfaces, self._fast)
        self._bodies: dict[float, _Body] = {}
        self._open_bodies: dict[float, _Body] = {}
        self.floor: Floor = self._furnished(self._open_doors)

    def __repr__(self) -> str:
        name = repr(self.source.name) if isinstance(self.source, Area) else "a walkmesh"
        return f"<Navigator in {name}, {len(self.floor):,} cells>"

    def _furnished(self, open_doors: str | tuple[str, ...]) -> Floor:
        """The floor around doors and placeables."""
        if not isinstance(self.source, Area):
            return self._bare
        from kotorlevel.nav.clip.obstacles import apply_obstacles

        return apply_obstacles(
            self._bare,
            self.source,
            open_doors=open_doors,
            placeables=self._placeables,
            fast=self._fast,
        )

    @cached_property
    def _bare_index(self) -> CellIndex:
        return CellIndex(self._bare)

    def _body(self, radius: float) -> _Body:
        """The floor for bodies of that radius, made once."""
        return self._kept(self._bodies, radius, lambda: self.floor)

    def _kept(self, bodies: dict[float, _Body], radius: float, whole: Callable[[], Floor]) -> _Body:
        """That of the ``bodies``, made of the ``whole`` floor if need be; the last few stay."""
        found = bodies.get(radius)
        if found is None:
            floor = whole()
            if radius > 0:
                from kotorlevel.nav.clip.body import shrink

                floor = shrink(floor, radius, self._fast)
            found = _Body(floor, self._fast)
            while len(bodies) >= _MOST_BODIES:
                bodies.pop(next(iter(bodies)), None)
            bodies[radius] = found
        return found

    def floor_for(self, radius: float) -> Floor:
        """The floor on which the middle of a body of that radius (metres) can be; made once."""
        return self._body(check_radius(radius)).floor

    # Paths

    def path(self, a: Sequence[float], b: Sequence[float], radius: float = 0.0) -> Path:
        """The shortest path from a to b, (x, y) or (x, y, z), for a body of that radius in metres.

        It is the shortest in the plan; with z a place is on the floor nearest to it, without on
        the one the game finds. With ``costs`` it is a cheap path, but not always the cheapest:
        cells are chosen by the middles of their sides, and the line is then drawn straight.
        """
        start, goal = check_place(a, "a"), check_place(b, "b")
        body = self._body(check_radius(radius))
        ends = []
        both: tuple[tuple[Place, Which], ...] = ((start, "start"), (goal, "goal"))
        for place, which in both:
            foot = self._foot(place)
            if foot is None:
                return explain_off(self._ground, place, which)
            cell = self._cell(body, foot, place)
            if cell < 0:
                x, y, _ = place
                point = (x, y, self._bare.height(foot, x, y))
                gap = self.clearance(*point) if radius > 0 else None
                return explain_blocked(body.floor, point, which, radius, gap)
            ends.append(Spot(place[0], place[1], cell))
        found = self._search(body, *ends)
        if found is not None:
            return found
        path = self._explain(body, ends[0], ends[1], radius)
        if path.status != "unreachable" or path.stop is None:
            return path
        causes = partial(self._find_causes, start, goal)
        return replace(path, stop=replace(path.stop, find_causes=causes))

    def journey(
        self,
        a: Asked,
        b: Asked,
        radius: float = 0.0,
        *,
        like_game: bool = False,
        name: str = "",
    ) -> Journey:
        """The way between two places, which may be names, and what is met on it: `find_journey`."""
        from kotorlevel.nav.journey.journey import travel

        return travel(self, a, b, radius, like_game=like_game, name=name)

    def find_causes(self, a: Sequence[float], b: Sequence[float]) -> list[Cause]:
        """What parts b from a, the first on the way first; none where one can walk there.

        It is looked for on the floor of a body without width, which gets anywhere that others do.
        """
        return self._find_causes(check_place(a, "a"), check_place(b, "b"))

    def _find_causes(self, start: Place, goal: Place) -> list[Cause]:
        from kotorlevel.nav.causes.find import Surroundings, find_chain

        here, there = self._spot(start), self._spot(goal)
        if here is None or there is None:
            return []
        known = Surroundings(self._surfaces)
        return find_chain(self.source, self.floor, here.cell, there.cell, known)

    def _explain(self, body: _Body, start: Spot, goal: Spot, radius: float) -> Path:
        """Why no path leads from start to goal."""
        names = self._room_names()
        open_ = self._opened(radius)
        if open_ is not None:
            ends = [Spot(s.x, s.y, self._same_cell(body.floor, s, open_)) for s in (start, goal)]
            way = open_.search.find_corridor(*ends) if min(e.cell for e in ends) >= 0 else None
            if way is not None:
                line = trace_corridor(open_.floor, way, *ends).line
                closed = explain_closed(body.search, start, goal, line, names)
                if closed is not None:
                    return closed
        return explain_unreachable(body.search, start, goal, radius, names)

    def _same_cell(self, floor: Floor, spot: Spot, other: _Body) -> int:
        """The cell of another floor of the same faces at a spot, or -1."""
        face = int(floor.room[spot.cell]), int(floor.face[spot.cell])
        return other.index.find_cell([face], spot.x, spot.y)

    def _opened(self, radius: float) -> _Body | None:
        """The floor with all doors open, made once, or None where they are."""
        if not isinstance(self.source, Area) or not self.source.doors:
            return None
        if self._open_doors == "all":
            return None
        return self._kept(self._open_bodies, radius, lambda: self._open_floor)

    @cached_property
    def _open_floor(self) -> Floor:
        return self._furnished("all")

    def _room_names(self) -> tuple[str, ...]:
        source = self.source
        return tuple(room.name for room in source.rooms) if isinstance(source, Area) else ()

    def _search(self, body: _Body, start: Spot, goal: Spot) -> Path | None:
        search, floor = body.search, body.floor
        if self._costs:
            costs = self._cell_costs(floor)
            corridor = search.find_cheap_corridor(start, goal, costs)
        else:
            corridor = search.find_corridor(start, goal)
        if corridor is None:
            return None
        path = build_path(floor, corridor, start, goal)
        cost = path.plan_length
        if self._costs:
            cost = weigh(trace_corridor(floor, corridor, start, goal), costs)
        return replace(path, cost=cost)

    def _cell_costs(self, floor: Floor) -> NDArray[np.float64]:
        costs = np.ones(len(floor))
        for material, cost in self._costs.items():
            costs[floor.material == material] = cost
        return costs

    def _foot(self, place: Place) -> int | None:
        """The cell of the bare floor that a place is on, or None."""
        ref = find_foot(self._ground, *place)
        if ref is None:
            return None
        x, y, z = place
        cell = self._bare_index.find_cell([(ref.room, ref.face)], x, y)
        if cell >= 0:
            return cell
        # The face is none that can be walked to; perhaps there is another floor.
        others = self._ground.floors(x, y, walkable=True)
        if z is not None:
            others.sort(key=lambda other: abs(other.point[2] - z))
        for other in others:
            cell = self._bare_index.find_cell([(other.room, other.face)], x, y)
            if cell >= 0:
                return cell
        return None

    def _cell(self, body: _Body, foot: int, place: Place) -> int:
        """The cell of a body's floor at a place on cell ``foot`` of the bare one, or -1."""
        return body.index.find_cell(neighbour_faces(self._bare, foot), place[0], place[1])

    # What can be reached

    def reachable(self, a: Sequence[float]) -> Reached | None:
        """What can be walked to from a place, or None if it is not on the floor."""
        from kotorlevel.nav.reach.islands import find_reachable

        spot = self.find_spot(a)
        return None if spot is None else find_reachable(self.floor, spot.cell)

    def islands(self) -> list[Island]:
        """The parts of the floor that hang together, the largest first."""
        from kotorlevel.nav.reach.islands import list_islands

        return list_islands(self.floor)

    # Moving

    def move(self, start: Sequence[float], to: Sequence[float]) -> Move:
        """Where a straight walk from ``start`` towards ``to`` ends; it slides along walls.

        Only x and y of ``to`` count. The walk stays on the floor that it is on.
        """
        place, aim = check_place(start, "start"), check_place(to, "to")
        spot = self._spot(place)
        if spot is None:
            x, y, z = place
            return Move((x, y, float("nan") if z is None else z), -1, -1, False)
        return slide(self.search, spot, aim[0], aim[1])

    def clearance(self, x: float, y: float, z: float | None = None) -> float | None:
        """Metres in the plan to the nearest wall, None off the floor; infinite if there is none."""
        z = None if z is None else check_number(z, "z")
        spot = self._spot((check_number(x, "x"), check_number(y, "y"), z))
        if spot is None:
            return None
        search = self.search
        return float(search.kernels.find_nearest_wall(search.plan, *spot)[1])

    @property
    def search(self) -> Search:
        """The floor around doors and placeables, prepared for searches by a point."""
        return self._body(0.0).search

    def find_spot(self, place: Sequence[float], name: str = "place") -> Spot | None:
        """The place, (x, y) or (x, y, z), on the floor around doors and placeables, or None."""
        return self._spot(check_place(place, name))

    def _spot(self, place: Place) -> Spot | None:
        foot = self._foot(place)
        if foot is None:
            return None
        cell = self._cell(self._body(0.0), foot, place)
        return None if cell < 0 else Spot(place[0], place[1], cell)


class _Body:
    """The floor for bodies of one size, prepared."""

    def __init__(self, floor: Floor, compiled: bool) -> None:
        self.floor = floor
        self.search = Search(floor, compiled)

    @cached_property
    def index(self) -> CellIndex:
        return CellIndex(self.floor)
