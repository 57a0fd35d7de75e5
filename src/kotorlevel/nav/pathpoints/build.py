"""Making the path points of an area from its floor."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.core.errors import InputError
from kotorlevel.core.humanoid import BODY
from kotorlevel.core.words import count_of, some_of
from kotorlevel.formats.pth import PathPoints, make_path_points
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.nav.clip.body import shrink
from kotorlevel.nav.clip.obstacles import apply_obstacles
from kotorlevel.nav.floor.build import as_floor, build_floor
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.locate import CellIndex, neighbour_faces
from kotorlevel.nav.floor.spots import Spot
from kotorlevel.nav.pathpoints.candidates import find_candidates, find_roomiest
from kotorlevel.nav.pathpoints.cover import Cover, choose_points, show_leftovers
from kotorlevel.nav.pathpoints.join import join_parts
from kotorlevel.nav.pathpoints.net import Pair, can_walk, connect, connect_parts
from kotorlevel.nav.pathpoints.samples import Samples, sample_floor
from kotorlevel.nav.pathpoints.sight import Sight
from kotorlevel.nav.search.search import Search
from kotorlevel.query.engine.compiled import can_compile

if TYPE_CHECKING:
    from collections.abc import Callable

    from kotorlevel.nav.pathpoints.cover import Progress

LEAST_AREA = 2.0
"""Square metres; smaller islands get no points."""


def build_path_points(
    source: Floor | Walkmesh | Area,
    *,
    surfaces: Materials | None = None,
    least_area: float = LEAST_AREA,
    placeables: bool = False,
    partial: bool = False,
    tell: Callable[[str], None] | None = None,
    progress: Progress | None = None,
    fast: bool | None = None,
) -> PathPoints:
    """Few path points, so that every walkable place sees one, joined along lines one can walk.

    They stand in doorways and where there is room: at least 0.35 m from walls if a place has that
    (FACTS 9). All points of an island are joined to one net, both ways. Islands of less than
    ``least_area`` m² have none. Sorted by x; the same floor always gives the same points.

    Of an area, ``surfaces`` decide what is walkable, and with ``placeables`` the points keep clear
    of these. Raises `InputError` where no room has a floor, and unless it may be ``partial``,
    where the walkmesh of a room is not at hand. ``tell`` is called with what should be known, a
    sentence each, ``progress`` with the work done and the whole.

        area = kl.load_area("my_mod", "swkotor")
        kl.write_area(area.with_path_points(kl.build_path_points(area)), "out")
    """
    compiled = can_compile() if fast is None else fast
    if isinstance(source, Area):
        floor = _floor_of(source, surfaces, placeables, partial, tell)
    else:
        floor = as_floor(source)
    outer = _Ground(floor, compiled)
    inner = _Ground(shrink(floor, BODY, compiled), compiled)
    cover = _cover(outer, inner, least_area, progress)
    pairs = _join(cover, outer, inner)
    both = np.array(sorted(pairs), np.int64).reshape(-1, 2)
    at = np.array([point[:2] for point in cover.points]).reshape(-1, 2)
    return make_path_points(at, np.concatenate([both, both[:, ::-1]]))


def _floor_of(
    area: Area,
    surfaces: Materials | None,
    placeables: bool,
    partial: bool,
    tell: Callable[[str], None] | None,
) -> Floor:
    """The floor of an area, and what is to be said of it."""
    notes = []
    if area.unknown_rooms:
        names = [area.rooms[index].name for index in sorted(area.unknown_rooms)]
        rooms = count_of(len(names), "room")
        text = f"{rooms} without a walkmesh at hand: {some_of(names)}"
        if not partial:
            raise InputError(f"{text}. There would be no points in them", needs="all-rooms")
        notes.append(f"{text}; they get no points")
    floor = build_floor(area, surfaces)
    if not len(floor):
        raise InputError("no room has a floor that can be walked on", source=area.name)
    if placeables:
        floor = apply_obstacles(floor, area, open_doors="all", placeables=True)
    for note in (*notes, *floor.notes):
        if tell is not None:
            tell(note)
    return floor


class _Ground:
    """A floor, prepared for looking and walking: all of it, or where a body has room."""

    def __init__(self, floor: Floor, compiled: bool) -> None:
        self.floor = floor
        self.sight = Sight(floor, compiled)
        self.search = Search(floor, compiled)
        self.index = CellIndex(floor)

    @cached_property
    def samples(self) -> Samples:
        """Places all over it."""
        return sample_floor(self.floor, BODY)

    def find_again(self, spot: Spot, other: _Ground) -> Spot | None:
        """The place of another floor of the same area on this one, or None."""
        faces = neighbour_faces(other.floor, spot.cell)
        cell = self.index.find_cell(faces, spot.x, spot.y)
        return None if cell < 0 else Spot(spot.x, spot.y, cell)


def _cover(outer: _Ground, inner: _Ground, least_area: float, progress: Progress | None) -> Cover:
    """Points that show all of the floor."""
    parts, floor = outer.sight.parts, outer.floor
    areas = np.bincount(parts, floor.plan_area, int(parts.max(initial=-1)) + 1)
    wanted = areas[parts] >= least_area
    samples = sample_floor(floor, extra=_roomy_places(outer, inner))
    cover = Cover(outer.sight, samples, outer.search, np.flatnonzero(wanted[samples.places.cell]))
    candidates = find_candidates(floor, samples, outer.search)
    choose_points(cover, candidates, progress)
    show_leftovers(cover, candidates, wanted)
    return cover


def _roomy_places(outer: _Ground, inner: _Ground) -> list[Spot]:
    """Places on the floor where a body has room: about one a square metre."""
    places = inner.samples.places
    found = []
    for row in find_roomiest(inner.samples, float(outer.floor.plan_area.sum())).tolist():
        x, y = places.at[row].tolist()
        spot = outer.find_again(Spot(x, y, int(places.cell[row])), inner)
        if spot is not None:
            found.append(spot)
    return found


def _join(cover: Cover, outer: _Ground, inner: _Ground) -> list[Pair]:
    """The pairs to connect: with room for a body where it fits, else as they can be walked.

    Adds the points that this takes.
    """
    wide = Cover(inner.sight, inner.samples, inner.search, np.arange(inner.samples.places.size))
    numbers = []
    for number, point in enumerate(cover.points):
        spot = inner.find_again(point, outer)
        if spot is not None:
            wide.add(spot)
            numbers.append(number)
    join_parts(wide)
    points = wide.points[: len(numbers)]
    for point in wide.points[len(numbers) :]:
        spot = outer.find_again(point, inner)
        if spot is None:  # between two faces, by a hair: no point then
            continue
        points.append(point)
        numbers.append(len(cover.points))
        cover.add(spot)
    kept = connect(points, wide.sight, wide.search)
    pairs = [(numbers[a], numbers[b]) for a, b in kept]
    pairs = [pair for pair in pairs if can_walk(cover.search, *(cover.points[n] for n in pair))]
    join_parts(cover, pairs, math.inf)
    return pairs + connect_parts(cover.points, pairs, cover.sight, cover.search)
