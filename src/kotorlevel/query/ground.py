"""`Ground`: a mesh or several, prepared for queries."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.area.area import Area, Room
from kotorlevel.area.geometry import table_key
from kotorlevel.core.remember import remember
from kotorlevel.core.types import Point, Vector
from kotorlevel.mesh.materials import Materials, Surface
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.query.answers import (
    FaceLists,
    FaceRef,
    FaceRefs,
    Hit,
    Hits,
    Sight,
    Sights,
    Touch,
    Touches,
)
from kotorlevel.query.engine.kernels.floor import INSIDE, SAME_FLOOR
from kotorlevel.query.engine.kernels.ray import point_along
from kotorlevel.query.engine.kernels.shapes import touch_normal
from kotorlevel.query.engine.run import FARTHEST, Engine
from kotorlevel.query.engine.shape_batch import touch_normals
from kotorlevel.query.faces import JoinedFaces, join_faces, list_owners
from kotorlevel.query.inputs import (
    check_box,
    check_boxes,
    check_directions,
    check_distance,
    check_distances,
    check_number,
    check_pairs,
    check_point,
    check_points,
    check_ray,
    check_rows,
    check_way,
    check_ways,
)
from kotorlevel.query.masks import FaceMasks, Filters

if TYPE_CHECKING:
    from kotorlevel.area.objects import Door, Placeable

SIGHT_MARGIN = 0.001
"""Metres at both ends of a line of sight where nothing blocks it: the ends may lie on a face."""

_SAME_DISTANCE = 1e-9
"""Metres, and part of the distance: two hits through one side of two faces."""


class Ground:
    """A mesh, an area, or the meshes of several rooms, prepared to be asked often.

    ``source`` is a `Walkmesh`, an `Area`, or a sequence of meshes in layout order, with None for a
    room without a walkmesh; a face answers with its number and the index of its room. With
    ``doors`` and ``placeables`` those of an area take part as they stand; they are numbered behind
    the rooms, and `owner` tells what a number is. Boxes, normals and distances stored in files are
    not used. Faces without a place (corners that are missing or not finite) take no part;
    ``left_out`` lists them.

    ``materials`` limits every answer to the surfaces with these ids. Without it, each query asks
    the surfaces that matter to it: heights and faces those that the game checks for movement,
    sight those that block it, `nearest` the walkable ones, and rays all of them. A `Materials`
    table may be given instead (or as ``surfaces``) to decide which these are; by default it is the
    one each mesh was read with.

    ``fast``: True compiles the queries with Numba, False does not, None does if it is installed
    (``pip install kotorlevel[fast]``); the answers are the same. ``threads``: how many processors
    a large batch may use, all by default.

    Reading is safe from several threads at once, and a ground can be pickled.
    """

    def __init__(
        self,
        source: Walkmesh | Area | Iterable[Walkmesh | None],
        materials: Collection[int] | Materials | None = None,
        *,
        surfaces: Materials | None = None,
        doors: bool = False,
        placeables: bool = False,
        fast: bool | None = None,
        threads: int | None = None,
    ) -> None:
        if isinstance(materials, Materials):
            materials, surfaces = None, materials
        owners = list_owners(source, doors, placeables)
        self._owners = tuple(owner for owner, _ in owners)
        meshes = [(number, mesh) for number, (_, mesh) in enumerate(owners) if mesh is not None]
        self._surfaces = {number: surfaces or mesh.surfaces for number, mesh in meshes}
        self._faces = join_faces(meshes, surfaces)
        self._engine = Engine(self._faces, fast, threads)
        self._masks = FaceMasks(self._faces, materials)

    def __repr__(self) -> str:
        rooms = len(np.unique(self._faces.room))
        return f"Ground({len(self)} faces, {rooms} {'room' if rooms == 1 else 'rooms'})"

    def __len__(self) -> int:
        """The number of faces."""
        return len(self._faces)

    def owner(self, room: int) -> Room | Door | Placeable | Walkmesh | None:
        """What the ``room`` of an answer is: a room, door or placeable of the area, or the mesh."""
        owner: Room | Door | Placeable | Walkmesh | None = self._owners[room]
        return owner

    @property
    def faces(self) -> JoinedFaces:
        """The faces of all rooms in one list."""
        return self._faces

    @property
    def bounds(self) -> NDArray[np.float64]:
        """(2, 3) the lower and the upper corner of the box around all faces; zero without any."""
        return np.array(self._engine.shapes.bounds)

    @property
    def left_out(self) -> NDArray[np.int64]:
        """(L, 2) room and number of the faces that have no place and never answer."""
        return self._faces.left_out

    # What is under a point

    def height(
        self,
        x: float,
        y: float,
        z: float | None = None,
        **filters: Unpack[Filters],
    ) -> float | None:
        """The z of the floor at (x, y), or None where there is none.

        Without z as the game finds it: in the first room in layout order with a face there, asked
        once more 0.001 m away if there is none. With z the floor nearest to it, of several.
        ``materials`` limits the answer to these ids, ``walkable`` to surfaces one can walk on,
        ``upward`` to faces that look up.
        """
        face, height = self._find_floor(x, y, z, filters)
        return None if face < 0 else height

    def find_face(
        self,
        x: float,
        y: float,
        z: float | None = None,
        **filters: Unpack[Filters],
    ) -> FaceRef | None:
        """The face at (x, y) and the point on it, or None; chosen as in `height`."""
        face, height = self._find_floor(x, y, z, filters)
        return None if face < 0 else self._ref(face, (float(x), float(y), height))

    def _find_floor(
        self, x: float, y: float, z: float | None, filters: Filters
    ) -> tuple[int, float]:
        """The face at (x, y) and its height, -1 for none."""
        x, y = check_number(x, "x"), check_number(y, "y")
        z = None if z is None else check_number(z, "z")
        return self._engine.find_floor(self._masks.floor(**filters), x, y, z)

    def floors(
        self,
        x: float,
        y: float,
        **filters: Unpack[Filters],
    ) -> list[FaceRef]:
        """All floors at (x, y), from top to bottom."""
        x, y = check_number(x, "x"), check_number(y, "y")
        allowed = self._masks.floor(**filters)
        faces, heights, places = self._engine.list_floors(allowed, x, y)
        chosen: list[tuple[float, int]] = []
        # Inside first: a border at the same height is the other side of the same floor.
        for i in np.lexsort((faces, places != INSIDE)).tolist():
            face, height = int(faces[i]), float(heights[i])
            if places[i] == INSIDE or all(abs(height - z) > SAME_FLOOR for z, _ in chosen):
                chosen.append((height, face))
        chosen.sort(key=lambda floor: (-floor[0], floor[1]))
        return [self._ref(face, (x, y, height)) for height, face in chosen]

    def heights(
        self,
        xy: ArrayLike,
        z: ArrayLike | None = None,
        **filters: Unpack[Filters],
    ) -> NDArray[np.float64]:
        """(N,) `height` for each row of ``xy`` (N, 2), NaN for none; with ``z`` (N,) by it."""
        allowed = self._masks.floor(**filters)
        return self._engine.find_floors(allowed, check_points(xy, z))[1]

    def find_faces(
        self,
        xy: ArrayLike,
        z: ArrayLike | None = None,
        **filters: Unpack[Filters],
    ) -> FaceRefs:
        """`find_face` for each row of ``xy`` (N, 2), as arrays; with ``z`` (N,) nearest to it."""
        allowed = self._masks.floor(**filters)
        points = check_points(xy, z)
        faces, heights = self._engine.find_floors(allowed, points)
        there = np.column_stack([points[:, :2], heights])
        there[faces < 0] = np.nan
        return FaceRefs(*self._faces.find_numbers(faces), there)

    # What a ray meets

    def raycast(
        self,
        origin: Sequence[float],
        direction: Sequence[float],
        max_distance: float = math.inf,
        *,
        back_faces: bool = True,
        **filters: Unpack[Filters],
    ) -> Hit | None:
        """The first face that a ray meets no more than ``max_distance`` metres away, or None.

        ``direction`` may have any length but zero. A ray that starts on a face meets it at 0; one
        that runs along a face does not meet it. ``back_faces`` False leaves out faces seen from
        behind; the other filters are those of `height`.
        """
        start, along, end = check_ray(origin, direction, max_distance)
        allowed = self._masks.any_face(**filters)
        face, distance, point = self._engine.cast_ray(allowed, start, along, 0.0, end, back_faces)
        return None if face < 0 else self._hit(face, distance, point)

    def any_hit(
        self,
        origin: Sequence[float],
        direction: Sequence[float],
        max_distance: float = math.inf,
        *,
        back_faces: bool = True,
        **filters: Unpack[Filters],
    ) -> bool:
        """Whether a ray meets anything; quicker than `raycast`, which finds the nearest."""
        start, along, end = check_ray(origin, direction, max_distance)
        allowed = self._masks.any_face(**filters)
        return self._engine.cast_ray(allowed, start, along, 0.0, end, back_faces, True)[0] >= 0

    def all_hits(
        self,
        origin: Sequence[float],
        direction: Sequence[float],
        max_distance: float = math.inf,
        *,
        back_faces: bool = True,
        **filters: Unpack[Filters],
    ) -> list[Hit]:
        """Everything that a ray meets, the nearest first.

        Where it goes through the side or corner that faces share, one of them is named.
        """
        start, along, end = check_ray(origin, direction, max_distance)
        allowed = self._masks.any_face(**filters)
        faces, distances, on_side = self._engine.list_hits(allowed, start, along, end, back_faces)
        hits: list[Hit] = []
        at_side = -math.inf
        for i in np.lexsort((faces, distances)).tolist():
            distance = float(distances[i])
            if on_side[i]:
                if distance - at_side <= _SAME_DISTANCE * (1 + distance):
                    continue
                at_side = distance
            point = point_along(*start, *along, distance)
            hits.append(self._hit(int(faces[i]), distance, point))
        return hits

    def raycasts(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        max_distance: ArrayLike = math.inf,
        *,
        back_faces: bool = True,
        **filters: Unpack[Filters],
    ) -> Hits:
        """`raycast` for each row of ``origins`` and ``directions`` (N, 3), as arrays.

        ``max_distance`` is one number or (N,).
        """
        starts, along = check_pairs(origins, directions, ("origins", "directions"))
        check_directions(along)
        ends = check_distances(max_distance, len(starts))
        allowed = self._masks.any_face(**filters)
        return self._cast(allowed, starts, along, 0.0, ends, back_faces)

    # Who can see whom

    def line_of_sight(
        self,
        a: Sequence[float],
        b: Sequence[float],
        *,
        materials: Collection[int] | None = None,
    ) -> Sight:
        """Whether b can be seen from a, and if not, the first face in the way and the place.

        Surfaces block sight by their ``lineofsight`` column, from both sides. The points are taken
        as they are: raise them to eye height. Nothing within a millimetre of either blocks.
        """
        start, stop = check_point(a, "a"), check_point(b, "b")
        dx, dy, dz = along = stop[0] - start[0], stop[1] - start[1], stop[2] - start[2]
        length = math.sqrt(dx * dx + dy * dy + dz * dz)
        if length <= 2 * SIGHT_MARGIN:
            return Sight(True)
        allowed = self._masks.sight(materials)
        face, _, point = self._engine.cast_ray(
            allowed, start, along, SIGHT_MARGIN, length - SIGHT_MARGIN, True
        )
        if face < 0:
            return Sight(True)
        return Sight(False, point, self._faces.number.item(face), self._faces.room.item(face))

    def lines_of_sight(
        self, a: ArrayLike, b: ArrayLike, *, materials: Collection[int] | None = None
    ) -> Sights:
        """`line_of_sight` for each row of ``a`` and ``b`` (N, 3), as arrays."""
        starts, stops = check_pairs(a, b, ("a", "b"))
        along = stops - starts
        dx, dy, dz = along.T
        lengths = np.sqrt(dx * dx + dy * dy + dz * dz)
        long = np.flatnonzero(lengths > 2 * SIGHT_MARGIN)
        allowed = self._masks.sight(materials)
        ends = lengths[long] - SIGHT_MARGIN
        hits = self._cast(allowed, starts[long], along[long], SIGHT_MARGIN, ends, True)
        count = len(starts)
        face, room = np.full(count, -1, np.int64), np.full(count, -1, np.int64)
        point = np.full((count, 3), np.nan)
        face[long], room[long], point[long] = hits.face, hits.room, hits.point
        return Sights(face < 0, point, face, room)

    # What is near

    def nearest(
        self,
        point: Sequence[float],
        max_distance: float = math.inf,
        *,
        materials: Collection[int] | None = None,
        upward: bool = False,
    ) -> FaceRef | None:
        """The walkable face closest to ``point`` and its closest point, or None.

        Vertical faces do not count: nobody stands there.
        """
        where = check_point(point, "point")
        limit = check_distance(max_distance)
        allowed = self._masks.standing(materials, upward)
        face, x, y, z = self._engine.find_nearest(allowed, where, limit)
        return None if face < 0 else self._ref(face, (x, y, z))

    # What is in a box, near a point, in the way of a body

    def faces_in_box(
        self, low: Sequence[float], high: Sequence[float], **filters: Unpack[Filters]
    ) -> FaceRefs:
        """The faces with a point in the box from ``low`` to ``high``, in order of room and number.

        What touches the box is in it. Bounds may be infinite. ``point`` is that of each face which
        is closest to the middle of the box; the filters are those of `height`::

            ground.faces_in_box((10, -4, 0), (14, -2, 2), walkable=True).face
        """
        bottom, top = check_box(low, high)
        allowed = self._masks.any_face(**filters)
        found, points = self._engine.shapes.list_in_box(allowed, bottom, top)
        return FaceRefs(self._faces.number[found], self._faces.room[found], points)

    def faces_in_boxes(
        self, lows: ArrayLike, highs: ArrayLike, **filters: Unpack[Filters]
    ) -> FaceLists:
        """`faces_in_box` for each row of ``lows`` and ``highs`` (N, 3), as arrays."""
        bottoms, tops = check_boxes(lows, highs)
        rows = self._engine.shapes.list_in_boxes(self._masks.any_face(**filters), bottoms, tops)
        return self._lists(rows, partial(self._engine.shapes.points_in_boxes, rows, bottoms, tops))

    def faces_near(
        self,
        point: Sequence[float],
        radius: float,
        to: Sequence[float] | None = None,
        **filters: Unpack[Filters],
    ) -> FaceRefs:
        """The faces no farther than ``radius`` metres from ``point``, in order of room and number.

        With ``to`` those that near to the straight way from ``point`` there: in a capsule.
        ``point`` of the answer is that of each face which is closest. A nanometre farther counts
        as touching; the filters are those of `height`::

            ground.faces_near((12, -3, 0.5), 0.35)                          # a sphere
            ground.faces_near((12, -3, 0.35), 0.35, to=(12, -3, 1.6))       # a body that stands
        """
        start, way = check_way(point, to, ("point", "to"))
        reach = check_distance(radius, "radius")
        allowed = self._masks.any_face(**filters)
        found, points = self._engine.shapes.list_near(allowed, start, way, reach)
        return FaceRefs(self._faces.number[found], self._faces.room[found], points)

    def faces_near_points(
        self,
        points: ArrayLike,
        radius: ArrayLike,
        to: ArrayLike | None = None,
        **filters: Unpack[Filters],
    ) -> FaceLists:
        """`faces_near` for each row of ``points`` (N, 3), as arrays; with ``to`` (N, 3) capsules.

        ``radius`` is one number or (N,).
        """
        if to is None:
            starts = check_rows(points, 3, "points")
            ways = np.zeros_like(starts)
        else:
            starts, ways = check_ways(points, to, ("points", "to"))
        radii = check_distances(radius, len(starts), "radius")
        allowed = self._masks.any_face(**filters)
        rows = self._engine.shapes.list_near_ways(allowed, starts, ways, radii)
        return self._lists(rows, partial(self._engine.shapes.closest_points, rows, starts, ways))

    def sweep(
        self,
        a: Sequence[float],
        b: Sequence[float],
        radius: float,
        **filters: Unpack[Filters],
    ) -> Touch | None:
        """Where a sphere whose centre moves from a to b first touches a face, or None.

        One that touches at the start touches after 0 metres; of several at once the lowest room
        and number answers. The filters are those of `height`::

            touch = ground.sweep((2, 2, 0.5), (9, 2, 0.5), 0.35)
            touch.fraction, touch.point, touch.normal, touch.surface.label
        """
        start, way = check_way(a, b, ("a", "b"))
        reach = check_distance(radius, "radius")
        (dx, dy, dz), length = _unit(way)
        shapes, allowed = self._engine.shapes, self._masks.any_face(**filters)
        face, gone, point = shapes.sweep(allowed, start, (dx, dy, dz), length, reach)
        if face < 0:
            return None
        x, y, z = centre = start[0] + dx * gone, start[1] + dy * gone, start[2] + dz * gone
        nx, ny, nz = self._faces.normals[face].tolist()
        away = x - point[0], y - point[1], z - point[2]
        normal = touch_normal(*away, nx, ny, nz, dx, dy, dz)
        number, room, material, surface = self._about(face)
        part = gone / length if length > 0 else 0.0
        return Touch(gone, point, number, room, normal, material, surface, centre, part)

    def sweeps(
        self, a: ArrayLike, b: ArrayLike, radius: ArrayLike, **filters: Unpack[Filters]
    ) -> Touches:
        """`sweep` for each row of ``a`` and ``b`` (N, 3), as arrays.

        ``radius`` is one number or (N,).
        """
        starts, ways = check_ways(a, b, ("a", "b"))
        radii = check_distances(radius, len(starts), "radius")
        units, lengths = _units(ways)
        shapes, allowed = self._engine.shapes, self._masks.any_face(**filters)
        faces, gone = shapes.sweeps(allowed, starts, units, lengths, radii)
        centre = starts + units * gone[:, None]
        point, normal = np.full((2, *centre.shape), np.nan)
        hit = np.flatnonzero(faces >= 0)
        rows = np.arange(len(hit) + 1), faces[hit]
        point[hit] = shapes.closest_points(rows, centre[hit], np.zeros((len(hit), 3)))
        normal[hit] = touch_normals(
            centre[hit] - point[hit], self._faces.normals[faces[hit]], units[hit]
        )
        part = np.divide(gone, lengths, out=gone.copy(), where=lengths > 0)
        numbers, materials = self._faces.find_numbers(faces), self._faces.find_materials(faces)
        return Touches(gone, *numbers, normal, materials, point, centre, part)

    def _lists(
        self,
        rows: tuple[NDArray[np.int64], NDArray[np.int64]],
        find_points: Callable[[], NDArray[np.float64]],
    ) -> FaceLists:
        offsets, faces = rows
        number, room = self._faces.number.take(faces), self._faces.room.take(faces)
        return FaceLists(offsets, number, room, find_points)

    # Answers

    def _cast(
        self,
        allowed: NDArray[np.bool_],
        starts: NDArray[np.float64],
        along: NDArray[np.float64],
        start: float,
        ends: NDArray[np.float64],
        back: bool,
    ) -> Hits:
        faces, distances = self._engine.cast_rays(allowed, starts, along, start, ends, back)
        numbers = self._faces.find_numbers(faces)
        look_up = (
            partial(self._faces.find_normals, faces),
            partial(self._faces.find_materials, faces),
        )
        return Hits(distances, *numbers, starts, along, *look_up)

    def _about(self, face: int) -> tuple[int, int, int, Surface]:
        """Number, room, material and surface of a face."""
        faces = self._faces
        number, room = faces.number.item(face), faces.room.item(face)
        material = faces.materials.item(face)
        return number, room, material, self._surfaces[room].surface(material)

    def _ref(self, face: int, point: Point) -> FaceRef:
        return FaceRef(self._faces.number.item(face), self._faces.room.item(face), point)

    def _hit(self, face: int, distance: float, point: Point) -> Hit:
        number, room, material, surface = self._about(face)
        x, y, z = self._faces.normals[face].tolist()
        return Hit(distance, point, number, room, (x, y, z), material, surface)


def _unit(way: Vector) -> tuple[Vector, float]:
    """The direction of a way with length 1, straight up for none, and its length."""
    dx, dy, dz = way
    longest = max(abs(dx), abs(dy), abs(dz))
    x, y, z = (dx / longest, dy / longest, dz / longest) if longest > 0 else (0.0, 0.0, 1.0)
    size = math.sqrt(x * x + y * y + z * z)
    return (x / size, y / size, z / size), min(size * longest, FARTHEST)


def _units(ways: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(N, 3) and (N,) the same for many."""
    longest = np.abs(ways).max(axis=1, initial=0.0)
    moving = longest > 0
    shares = np.where(moving[:, None], ways / np.where(moving, longest, 1.0)[:, None], (0, 0, 1.0))
    x, y, z = shares.T
    size = np.sqrt(x * x + y * y + z * z)
    return shares / size[:, None], np.minimum(size * longest, FARTHEST)


def ground_of(
    source: Walkmesh | Area, surfaces: Materials | None = None, fast: bool | None = False
) -> Ground:
    """The `Ground` of a mesh or an area, made once: the mesh or the area remembers it.

    Not compiled by default: that takes longer than a check asks questions.
    """
    key = "ground", table_key(source, surfaces), fast
    return remember(source, key, lambda: Ground(source, surfaces=surfaces, fast=fast))
