"""Areas of upright walls and level floors, and a dense sampler of sight that knows nothing else.

A room is a list of floors and of walls. The sampler asks these rectangles one by one: it shares
neither points nor ray tests with the code it is compared with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.links.relink import relink
from support.areas import make_area

Floats = NDArray[np.float64]
Gap = tuple[float, float]

STONE, WALL, GLASS = 4, 7, 8
EYE = 1.7
TOP = 3.0


@dataclass
class Plan:
    """A room: ``floors`` (x0, y0, x1, y1, z) and ``walls`` (x0, y0, x1, y1, z0, z1).

    ``glass`` are walls that do not block sight.
    """

    floors: list[tuple[float, ...]] = field(default_factory=list)
    walls: list[tuple[float, ...]] = field(default_factory=list)
    glass: list[tuple[float, ...]] = field(default_factory=list)

    def wall(
        self,
        a: tuple[float, float],
        b: tuple[float, float],
        *gaps: tuple[float, float],
        z: float = 0.0,
        low: float = 0.0,
        high: float = TOP,
    ) -> Plan:
        """A wall from a to b along an axis, with gaps from one metre mark to another.

        A gap is open between ``low`` and ``high`` metres over z, and walled below and above.
        """
        along = 0 if a[1] == b[1] else 1
        marks = [a[along], *(mark for gap in gaps for mark in gap), b[along]]
        for number, (start, end) in enumerate(pairwise(marks)):
            ends = [list(a), list(a)]
            ends[0][along], ends[1][along] = start, end
            plan = (*ends[0], *ends[1])
            if number % 2 == 0:
                self.walls.append((*plan, z, z + TOP))
                continue
            if low > 0:
                self.walls.append((*plan, z, z + low))
            if high < TOP:
                self.walls.append((*plan, z + high, z + TOP))
        return self

    def box(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        *,
        z: float = 0.0,
        **gaps: Sequence[Gap],
    ) -> Plan:
        """A floor with walls all around; gaps of ``south``, ``east``, ``north``, ``west``."""
        self.floors += split_floor((x0, y0, x1, y1, z), gaps)
        self.wall((x0, y0), (x1, y0), *gaps.get("south", []), z=z)
        self.wall((x1, y0), (x1, y1), *gaps.get("east", []), z=z)
        self.wall((x0, y1), (x1, y1), *gaps.get("north", []), z=z)
        self.wall((x0, y0), (x0, y1), *gaps.get("west", []), z=z)
        return self

    def mesh(self) -> kl.Walkmesh:
        corners: list[tuple[float, float, float]] = []
        faces: list[tuple[int, int, int]] = []
        materials: list[int] = []
        numbers: dict[tuple[float, float, float], int] = {}

        def add(quad: list[tuple[float, float, float]], material: int, share: bool) -> None:
            at = []
            for point in quad:
                if not share or point not in numbers:
                    numbers[point] = len(corners)
                    corners.append(point)
                at.append(numbers[point])
            faces.extend([(at[0], at[1], at[2]), (at[0], at[2], at[3])])
            materials.extend([material] * 2)

        for x0, y0, x1, y1, z in self.floors:
            add([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)], STONE, True)
        for walls, material in ((self.walls, WALL), (self.glass, GLASS)):
            for x0, y0, x1, y1, low, high in walls:
                quad = [(x0, y0, low), (x1, y1, low), (x1, y1, high), (x0, y0, high)]
                add(quad, material, False)
        return kl.Walkmesh.from_arrays(corners, faces, materials)


def split_floor(
    floor: tuple[float, ...], gaps: Mapping[str, Sequence[Gap]]
) -> list[tuple[float, ...]]:
    """The floor in a grid that has the ends of all gaps as vertices, so that doorways are edges."""
    x0, y0, x1, y1, z = floor
    xs = sorted({x0, x1, *(m for s in ("south", "north") for g in gaps.get(s, []) for m in g)})
    ys = sorted({y0, y1, *(m for s in ("east", "west") for g in gaps.get(s, []) for m in g)})
    return [(a, c, b, d, z) for a, b in pairwise(xs) for c, d in pairwise(ys)]


def area_of(plans: dict[str, Plan]) -> Area:
    """The area of these rooms, linked where their floors meet and no wall stands on the edge."""
    area = relink(make_area({name: plan.mesh() for name, plan in plans.items()}))[0]
    walls = [wall for plan in plans.values() for wall in plan.walls]
    meshes: dict[int, kl.Walkmesh | None] = {}
    for room in area.rooms:
        assert room.mesh is not None
        transitions = room.mesh.transitions.copy()
        for face, side in np.argwhere(transitions >= 0).tolist():
            ends = room.mesh.vertices[room.mesh.faces[face, [side, (side + 1) % 3]]]
            x, y, z = ends.astype(float).mean(axis=0).tolist()
            if any(
                x0 - 1e-3 <= x <= x1 + 1e-3 and y0 - 1e-3 <= y <= y1 + 1e-3 and low <= z + 0.1
                for x0, y0, x1, y1, low, _ in walls
            ):
                transitions[face, side] = -1
        meshes[room.index] = room.mesh.edited(transitions=transitions)
    return area.with_meshes(meshes)


def sampled_points(plan: Plan, count: int, random: np.random.Generator) -> Floats:
    """(count, 3) places on the floors of a room, evenly."""
    floors = np.array(plan.floors)
    size = (floors[:, 2] - floors[:, 0]) * (floors[:, 3] - floors[:, 1])
    x0, y0, x1, y1, z = floors[random.choice(len(floors), count, p=size / size.sum())].T
    return np.stack([random.uniform(x0, x1), random.uniform(y0, y1), z], axis=1)


def is_clear(plans: dict[str, Plan], a: Floats, b: Floats) -> NDArray[np.bool_]:
    """(N,) whether no floor and no wall of any room is between two points."""
    clear = np.ones(len(a), bool)
    for plan in plans.values():
        for x0, y0, x1, y1, z in plan.floors:
            with np.errstate(divide="ignore", invalid="ignore"):
                t = (z - a[:, 2]) / (b[:, 2] - a[:, 2])
            x, y = (a[:, k] + t * (b[:, k] - a[:, k]) for k in (0, 1))
            clear &= ~((t > 0) & (t < 1) & (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1))
        for x0, y0, x1, y1, low, high in plan.walls:
            fixed, along = (0, 1) if x0 == x1 else (1, 0)
            place, start, end = ((x0, y0, y1), (y0, x0, x1))[fixed]
            with np.errstate(divide="ignore", invalid="ignore"):
                t = (place - a[:, fixed]) / (b[:, fixed] - a[:, fixed])
            other, height = (a[:, k] + t * (b[:, k] - a[:, k]) for k in (along, 2))
            clear &= ~(
                (t > 0)
                & (t < 1)
                & (other >= start)
                & (other <= end)
                & (height >= low)
                & (height <= high)
            )
    return clear


def densely_seen(plans: dict[str, Plan], count: int, seed: int = 0) -> set[tuple[int, int]]:
    """Pairs (lower first) of which one of ``count`` random lines each way is clear.

    Plans without floors are in the way and nothing else.
    """
    random = np.random.default_rng(seed)
    seen = set()
    for i, one in enumerate(plans.values()):
        for j, other in enumerate(plans.values()):
            pair = (min(i, j), max(i, j))
            if i == j or not one.floors or not other.floors:
                continue
            # Most are seen by the first few lines.
            for some in (count // 20, count - count // 20):
                if pair in seen:
                    break
                eyes = sampled_points(one, some, random) + np.array((0, 0, EYE))
                targets = sampled_points(other, some, random)
                targets[:, 2] += random.uniform(0.1, 2.2, some)
                if is_clear(plans, eyes, targets).any():
                    seen.add(pair)
    return seen


# Areas


def corridor() -> dict[str, Plan]:
    """Five rooms off a corridor, their doors not opposite each other, and one round a corner."""
    doors_north: list[Gap] = [(2, 3), (9, 10), (16, 17)]
    doors_south: list[Gap] = [(4, 5), (12, 13.5)]
    rooms = {
        "corridor": Plan().box(0, 0, 20, 3, north=doors_north, south=doors_south, east=[(1, 2)]),
        "bend": Plan().box(20, 1, 22, 12, west=[(1, 2)], north=[(20.5, 21)]),
        "far": Plan().box(18, 12, 24, 16, south=[(20.5, 21)]),
    }
    for number, (a, b) in enumerate(doors_north):
        rooms[f"north{number}"] = Plan().box(a - 1.5, 3, b + 2, 9, south=[(a, b)])
    for number, (a, b) in enumerate(doors_south):
        rooms[f"south{number}"] = Plan().box(a - 2, -6, b + 2, 0, north=[(a, b)])
    return rooms


def windows() -> dict[str, Plan]:
    """Two rooms that see each other only through windows across a yard; one window is of glass."""
    house = Plan(floors=[(0, 0, 6, 6, 0)])
    house.wall((0, 0), (6, 0)).wall((0, 6), (6, 6)).wall((0, 0), (0, 6))
    house.wall((6, 0), (6, 6), (2.5, 3), low=1.2, high=1.9)
    shop = Plan(floors=[(14, 0, 20, 6, 0)])
    shop.wall((14, 0), (20, 0)).wall((14, 6), (20, 6)).wall((20, 0), (20, 6))
    shop.wall((14, 0), (14, 6), (4, 5))
    shop.glass.append((14, 4, 14, 5, 0, TOP))
    closed = Plan().box(8, -12, 12, -8)
    return {
        "house": house,
        "yard": Plan(floors=[(6.5, 0, 13.5, 6, 0)]),
        "shop": shop,
        "cell": closed,
    }


def courtyard() -> dict[str, Plan]:
    """Four open floors without walls about a pillar, a hut with a door, and a floor high up."""
    hut = Plan().box(14, 14, 18, 18, west=[(15, 15.4)])
    pillar = Plan(floors=[(8, 8, 12, 12, 0)]).wall((9, 10), (11, 10)).wall((10, 9), (10, 11))
    tower = Plan(floors=[(-10, 8, -6, 12, 6)])
    tower.walls += [(-6, 8, -6, 12, 6, 7.0)]
    return {
        "west": Plan(floors=[(0, 4, 8, 16, 0)]),
        "middle": pillar,
        "east": Plan(floors=[(12, 4, 14, 16, 0)]),
        "hut": hut,
        "tower": tower,
        "behind": Plan(floors=[(22, 10, 26, 18, 0)]).wall((22, 6), (22, 20)),
    }


def cloister() -> dict[str, Plan]:
    """A yard with walls all around and a well in it; one looks into it through doors and windows.

    The north wing has a window over a sill, the east wing a slit under the ceiling that eyes at
    their height only see upwards through, the south wing a door, the west wing nothing. The vault
    is behind the north wing, with a door that is not opposite the window.
    """
    yard = Plan(floors=[(0, 0, 12, 3, 0), (0, 3, 12, 12, 0)])
    yard.wall((5, 7), (7, 7)).wall((6, 6), (6, 8))
    north = Plan(floors=[(0, 12, 9, 15, 0), (9, 12, 9.8, 15, 0), (9.8, 12, 12, 15, 0)])
    north.wall((0, 12), (12, 12), (2, 2.6), low=1.0, high=2.1)
    north.wall((0, 15), (12, 15), (9, 9.8)).wall((0, 12), (0, 15)).wall((12, 12), (12, 15))
    east = Plan(floors=[(12, 0, 16, 12, 0)])
    east.wall((12, 0), (12, 12), (8, 11), low=2.0, high=2.3)
    east.wall((12, 0), (16, 0)).wall((12, 12), (16, 12)).wall((16, 0), (16, 12))
    return {
        "yard": yard,
        "north": north,
        "vault": Plan().box(8, 15, 11, 18, south=[(9, 9.8)]),
        "east": east,
        "south": Plan().box(0, -4, 12, 0, north=[(5, 5.5)]),
        "west": Plan().box(-4, 0, 0, 12),
    }


def maze(seed: int, size: int = 3) -> dict[str, Plan]:
    """A grid of rooms with random doors and windows between neighbours, some very narrow."""
    random = np.random.default_rng(seed)
    side = 6.0
    gaps: dict[tuple[int, int], dict[str, list[Gap]]] = {
        (i, j): {} for i in range(size) for j in range(size)
    }
    low_walls: dict[tuple[int, int], list[tuple[float, ...]]] = {place: [] for place in gaps}
    for i, j in gaps:
        for side_name, other, back, along, fixed in (
            ("east", (i + 1, j), "west", j, i + 1),
            ("north", (i, j + 1), "south", i, j + 1),
        ):
            if other not in gaps or random.random() < 0.25:
                continue
            width = float(random.choice([0.2, 0.6, 1.5, 3.0]))
            start = along * side + float(random.uniform(0.3, side - width - 0.3))
            start, end = round(start, 3), round(start + width, 3)
            gaps[i, j][side_name] = gaps[other][back] = [(start, end)]
            if random.random() < 0.3:  # a window: walled up to a metre
                line = fixed * side
                at_east = side_name == "east"
                ends = (line, start, line, end) if at_east else (start, line, end, line)
                low_walls[i, j].append((*ends, 0.0, 1.0))
    plans = {}
    for (i, j), around in gaps.items():
        x, y = i * side, j * side
        plan = Plan().box(x, y, x + side, y + side, **around)  # type: ignore[arg-type]
        plan.walls += low_walls[i, j]
        if random.random() < 0.5:  # a screen in the room
            at = round(float(random.uniform(1, side - 1)), 3)
            plan.wall((x + at, y + 1), (x + at, y + 4))
        plans[f"r{i}{j}"] = plan
    return plans
