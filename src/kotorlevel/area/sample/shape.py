"""Shapes under construction: a room from a grid, an obstacle from a box."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kotorlevel.core.types import Plan, Point
from kotorlevel.mesh.walkmesh import Walkmesh

WATER, CARPET, STONE, METAL, DOORWAY = 6, 9, 4, 10, 18
CEILING, WALL, GLASS, PIT = 2, 7, 8, 16

ROOM_HEIGHT = 3.0
PIT_DEPTH = 4.0


@dataclass
class Shape:
    """Faces that share a vertex wherever they name the same point."""

    vertices: dict[Point, int] = field(default_factory=dict)
    faces: list[tuple[int, ...]] = field(default_factory=list)
    materials: list[int] = field(default_factory=list)
    transitions: list[tuple[int, ...]] = field(default_factory=list)

    def add_quad(
        self, corners: Sequence[Point], material: int, rooms: Sequence[int] = (-1, -1, -1, -1)
    ) -> None:
        """Two faces between four corners; ``rooms`` are the transitions of the four sides."""
        a, b, c, d = (self.vertices.setdefault(point, len(self.vertices)) for point in corners)
        self.faces += [(a, b, c), (a, c, d)]
        self.materials += [material] * 2
        self.transitions += [(rooms[0], rooms[1], -1), (-1, rooms[2], rooms[3])]

    def add_wall(self, start: Point, end: Point, height: float, material: int) -> None:
        """An upright face over the line from ``start`` to ``end``, seen from the left of it."""
        self.add_quad((end, start, _raised(start, height), _raised(end, height)), material)


def make_room(
    xs: Sequence[float],
    ys: Sequence[float],
    *,
    material: Callable[[float, float], int],
    height: Callable[[float], float] = lambda _: 0.0,
    doorways: Mapping[Plan, int],
    windows: Sequence[Plan] = (),
) -> Walkmesh:
    """A room over the grid lines: floor, walls and ceiling, in area space.

    ``material`` of the floor is asked at the middle of each field, ``height`` at each x. Sides
    with their middle in ``doorways`` have no wall and lead to that room; ``windows`` are of glass.
    """
    shape = Shape()

    def up(corner: Plan) -> Point:
        return (*corner, height(corner[0]))

    for south, north in pairwise(ys):
        for west, east in pairwise(xs):
            corners = ((west, south), (east, south), (east, north), (west, north))
            floor = [up(corner) for corner in corners]
            rooms = [doorways.get(_middle(*side), -1) for side in _sides(corners)]
            surface = material((west + east) / 2, (south + north) / 2)
            if surface == PIT:
                _add_pit(shape, floor)
            else:
                shape.add_quad(floor, surface, rooms)
            ceiling = [_raised(point, ROOM_HEIGHT) for point in reversed(floor)]
            shape.add_quad(ceiling, CEILING)
    for start, end in _outline(xs, ys):
        middle = _middle(start, end)
        if middle not in doorways:
            glass = GLASS if middle in windows else WALL
            shape.add_wall(up(start), up(end), ROOM_HEIGHT, glass)
    return Walkmesh.from_arrays(
        list(shape.vertices), shape.faces, shape.materials, shape.transitions
    )


def make_box(low: Point, high: Point) -> Shape:
    """A block that nobody can walk through, without a bottom."""
    shape = Shape()
    (west, south, bottom), (east, north, top) = low, high
    corners = ((west, south), (east, south), (east, north), (west, north))
    shape.add_quad([(*corner, top) for corner in corners], WALL)
    for start, end in _sides(corners):
        # The wall is seen from outside, so the line runs the other way round.
        shape.add_wall((*end, bottom), (*start, bottom), top - bottom, WALL)
    return shape


def _add_pit(shape: Shape, rim: Sequence[Point]) -> None:
    """A hole in the floor with walls, and a bottom that is no floor."""
    bottom = [_raised(point, -PIT_DEPTH) for point in rim]
    shape.add_quad(bottom, PIT)
    for start, end in zip(bottom, (*bottom[1:], bottom[0]), strict=True):
        shape.add_wall(start, end, PIT_DEPTH, WALL)


def _sides(corners: Sequence[Plan]) -> list[tuple[Plan, Plan]]:
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


def _outline(xs: Sequence[float], ys: Sequence[float]) -> list[tuple[Plan, Plan]]:
    """The sides of the whole grid, counter-clockwise."""
    around = [(x, ys[0]) for x in xs[:-1]] + [(xs[-1], y) for y in ys[:-1]]
    around += [(x, ys[-1]) for x in xs[:0:-1]] + [(xs[0], y) for y in ys[:0:-1]]
    return _sides(around)


def _middle(start: Plan, end: Plan) -> Plan:
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


def _raised(point: Point, height: float) -> Point:
    x, y, z = point
    return x, y, z + height
