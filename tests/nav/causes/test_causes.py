"""What cuts parts of a floor off: kinds, places and figures computed by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.mesh.edit import clear_transitions
from kotorlevel.nav.causes.cause import Remedy
from kotorlevel.nav.causes.find import CutOff, find_cut_off
from kotorlevel.nav.causes.words import describe_cause
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.floor import Blocker, Floor
from kotorlevel.nav.floor.near_cells import NearCells
from kotorlevel.nav.reach.islands import find_reachable
from kotorlevel.nav.reach.report import find_traps
from support.areas import NONWALK, STONE, floor, game_with, make_area
from support.corpus import CORPUS, LEVELS, needs_corpus, needs_levels


def parts_of(source: Area | kl.Walkmesh, start: tuple[float, ...] = (1, 1)) -> list[CutOff]:
    made = build_floor(source)
    foothold = NearCells(made).find_foothold(start)
    assert foothold is not None
    return find_cut_off(source, made, find_reachable(made, foothold.cell).cells)


def only_part(source: Area | kl.Walkmesh, start: tuple[float, ...] = (1, 1)) -> CutOff:
    (part,) = parts_of(source, start)
    return part


def words(area: Area, part: CutOff) -> str:
    return describe_cause(part.ways[0], [room.name for room in area.rooms], into=True)


# Between rooms


def test_a_seam_without_a_link() -> None:
    area = make_area({"hall": floor(), "yard": floor(4)})
    part = only_part(area)
    cause = part.ways[0]
    assert (cause.kind, cause.rooms, cause.edges, cause.size) == (
        "no-link",
        (0, 1),
        (((0, 1),), ((1, 5),)),
        0,
    )
    assert cause.at == pytest.approx((4, 2, 0))
    assert cause.length == pytest.approx(4)
    assert (part.behind, part.uncertain) == (None, False)
    assert part.island.area == pytest.approx(16)
    expected = "the seam with hall at (4.0, 2.0): the floors meet, but there is no link"
    assert words(area, part) == expected
    assert cause.remedy == Remedy("link")


def test_from_the_other_side_the_same_seam_is_turned() -> None:
    area = make_area({"hall": floor(), "yard": floor(4)})
    cause = only_part(area, (6, 2)).ways[0]
    assert (cause.kind, cause.rooms, cause.edges) == ("no-link", (1, 0), (((1, 5),), ((0, 1),)))


def test_a_link_that_leads_out_only() -> None:
    area = make_area({"hall": floor(), "yard": floor(4, west=0)})
    part = only_part(area)
    cause = part.ways[0]
    assert (cause.kind, cause.rooms, cause.edges[0]) == ("one-way", (0, 1), ((0, 1),))
    assert cause.at == pytest.approx((4, 2, 0))
    assert words(area, part) == (
        "the seam with hall at (4.0, 2.0): the link leads from yard to hall only; "
        "edge 1 of hall lacks the way in"
    )
    assert parts_of(area, (6, 2)) == []


def test_a_link_that_leads_in_only_is_a_trap() -> None:
    made = build_floor(make_area({"hall": floor(), "yard": floor(4, west=0)}))
    start = int(np.flatnonzero(made.room == 1)[0])
    (trap,) = find_traps(made, find_reachable(made, start))
    assert [share.room for share in trap.island.rooms] == [0]
    (link,) = trap.links
    assert (link.kind, link.rooms, link.edges[0]) == ("one-way", (0, 1), ((0, 1),))
    home = int(np.flatnonzero(made.room == 0)[0])
    assert find_traps(made, find_reachable(made, home)) == []


@pytest.mark.parametrize(
    ("rooms", "leads"),
    [
        ({"hall": floor(east=2), "yard": floor(4), "far": floor(90)}, "far"),
        ({"hall": floor(east=2), "yard": floor(4), "lost": None}, "lost, which has no walkmesh"),
        ({"hall": floor(east=7), "yard": floor(4)}, "room 7, which does not exist"),
    ],
)
def test_a_link_to_the_wrong_room(rooms: dict[str, kl.Walkmesh | None], leads: str) -> None:
    area = make_area(rooms)
    part = next(p for p in parts_of(area) if p.island.rooms[0].room == 1)
    assert part.ways[0].kind == "wrong-room"
    assert words(area, part) == (
        "the seam with hall at (4.0, 2.0): the floors meet, but edge 1 of hall leads to "
        f"{leads}, not to yard"
    )


@pytest.mark.parametrize(
    ("yard", "kind", "size", "text", "remedy"),
    [
        (floor(4.032), "gap", 0.032, "a gap of 3.2 cm", Remedy("snap", 0.033)),
        (floor(3.98), "overlap", 0.02, "they overlap by 2.0 cm", Remedy("snap", 0.02)),
        (floor(4, z=0.3), "step", 0.3, "a step of 30.0 cm", Remedy("snap", 0.301)),
        (
            floor(4, depth=2),
            "part",
            0,
            "2.00 m of them lie side by side (a T-junction)",
            Remedy("split"),
        ),
    ],
)
def test_edges_that_almost_meet(
    yard: kl.Walkmesh, kind: str, size: float, text: str, remedy: Remedy
) -> None:
    area = make_area({"hall": floor(), "yard": yard})
    part = only_part(area)
    cause = part.ways[0]
    assert cause.kind == kind
    assert cause.size == pytest.approx(size, abs=1e-6)
    assert text in words(area, part)
    assert cause.remedy == remedy


def walled(mesh: kl.Walkmesh, *corners: tuple[float, float, float]) -> kl.Walkmesh:
    """A mesh with an upright face on the edge between its corners 1 and 2."""
    vertices = [*mesh.vertices.tolist(), *corners]
    return kl.Walkmesh.from_arrays(
        vertices, [*mesh.faces.tolist(), (2, 1, 4)], [STONE, STONE, NONWALK]
    )


def test_a_wall_on_the_seam() -> None:
    area = make_area({"hall": walled(floor(), (4, 0, 3)), "yard": floor(4)})
    part = only_part(area)
    assert part.ways[0].kind == "wall"
    assert part.ways[0].remedy == Remedy("link-through-wall", if_meant=True)


def test_rooms_far_apart() -> None:
    """From (4, ...) to (6.5, ...) in the plan, and 1 m up: 2.69 m."""
    area = make_area({"hall": floor(), "yard": floor(6.5, z=1)})
    cause = only_part(area).ways[0]
    assert cause.kind == "apart"
    assert cause.rise == pytest.approx(1)
    assert cause.size == pytest.approx(math.hypot(2.5, 1))
    assert cause.at == pytest.approx((5.25, 2, 0.5), abs=2)
    assert "2.69 m without a floor" in words(area, only_part(area))
    assert ", 1.00 m up" in words(area, only_part(area))


def test_a_floor_above_is_a_step() -> None:
    cause = only_part(make_area({"hall": floor(), "loft": floor(z=4)}), (1, 1, 0)).ways[0]
    assert (cause.kind, cause.miss) == ("step", None)
    assert cause.remedy == Remedy("build", if_meant=True)
    assert cause.size == pytest.approx(4)


def test_the_nearest_way_leads_over_other_parts() -> None:
    """Hall, yard and shed in a row without links: the shed is behind the yard."""
    area = make_area({"hall": floor(width=6), "yard": floor(6, width=5), "shed": floor(11)})
    yard, shed = parts_of(area)
    assert (yard.behind, yard.ways[0].rooms) == (None, (0, 1))
    assert (shed.behind, shed.ways[0].rooms) == (yard.island.number, (1, 2))


def test_a_direct_way_is_told_before_one_over_others() -> None:
    """Two rooms west of the hall, one above the other: all three meet each other."""
    corners = [(4, 0, 0), (8, 0, 0), (8, 8, 0), (4, 8, 0), (4, 4, 0)]
    hall = kl.Walkmesh.from_arrays(corners, [(0, 1, 4), (1, 2, 4), (2, 3, 4)], [STONE] * 3)
    area = make_area({"hall": hall, "south": floor(), "north": floor(0, 4)})
    parts = parts_of(area, (6, 4))
    assert [part.behind for part in parts] == [None, None]
    assert {part.ways[0].at for part in parts} == {(4, 2, 0), (4, 6, 0)}


def test_a_way_in_from_a_part_that_is_cut_off() -> None:
    """The yard has no link to the hall; a link leads from the yard to the shed, and none back."""
    area = make_area({"hall": floor(width=6), "yard": floor(6, width=5, east=2), "shed": floor(11)})
    yard, shed = parts_of(area)
    assert shed.ways[0].kind == "open"
    assert shed.behind == yard.island.number
    assert words(area, shed) == "a way leads in from yard at (11.0, 2.0)"


# Rooms that are not at hand


def around_the_unknown(**more: object) -> Area:
    """The hall and the shed both lead to a yard whose walkmesh is missing."""
    rooms = {"hall": floor(east=1), "yard": None, "shed": floor(8, west=1), "far": floor(50)}
    return make_area(rooms, **more)  # type: ignore[arg-type]


def test_perhaps_through_a_room_that_is_missing() -> None:
    parts = {part.island.rooms[0].room: part for part in parts_of(around_the_unknown())}
    assert (parts[2].uncertain, parts[2].ways[0].kind) == (True, "absent")
    assert not parts[3].uncertain
    assert words(around_the_unknown(), parts[2]).startswith("perhaps through yard: ")


def test_the_missing_room_that_both_lead_to_is_named() -> None:
    """The hall leads to an attic first, which the shed knows nothing of."""
    rooms = {"hall": floor(south=1, east=2), "attic": None, "yard": None, "shed": floor(8, west=2)}
    (part,) = parts_of(make_area(rooms))
    cause = part.ways[0]
    assert (cause.kind, cause.unknown, cause.remedy) == (
        "absent",
        (2,),
        Remedy("add-walkmesh", rooms=(2,)),
    )
    assert cause.edges == (((0, 1),), ((3, 5),))  # the east of the hall, the west of the shed
    assert cause.at == pytest.approx((4, 2, 0))


def test_in_a_game_a_missing_walkmesh_is_none() -> None:
    parts = parts_of(around_the_unknown(lookup=game_with("hall.wok", "shed.wok")))
    assert not any(part.uncertain for part in parts)


# Inside a room


def strip(width: float, material: int = NONWALK) -> kl.Walkmesh:
    """4 × 4 m, then a strip of another material, then 3 × 4 m, all in one mesh."""
    xs = [0.0, 4.0, 4.0 + width, 7.0 + width]
    vertices = [(x, y, 0) for x in xs for y in (0, 4)]
    quads = [(0, 2, 3, 1), (4, 6, 7, 5), (2, 4, 5, 3)]
    faces = [face for a, b, c, d in quads for face in ((a, b, c), (a, c, d))]
    return kl.Walkmesh.from_arrays(vertices, faces, [STONE] * 4 + [material] * 2)


@pytest.mark.parametrize("width", [0.05, 0.6, 3.0, 40.0])
def test_a_strip_that_cannot_be_walked_on(width: float) -> None:
    mesh = strip(width, 17)
    part = only_part(mesh)
    cause = part.ways[0]
    assert (cause.kind, cause.surfaces, cause.rooms) == ("strip", ("DeepWater",), (0, 0))
    assert cause.size == pytest.approx(width, abs=1e-5)
    assert cause.at[0] == pytest.approx(4 + width / 2)
    assert 0 <= cause.at[1] <= 4
    assert "of DeepWater that cannot be walked on" in describe_cause(cause, ["hall"], into=True)
    assert "from the rest of hall" in describe_cause(cause, ["hall"], into=True)


def test_floors_that_touch_without_being_joined() -> None:
    """Two squares side by side with vertices of their own."""
    vertices = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)]
    vertices += [(x + 2, y, z) for x, y, z in vertices]
    faces = [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7)]
    cause = only_part(kl.Walkmesh.from_arrays(vertices, faces, [STONE] * 4)).ways[0]
    assert (cause.kind, cause.remedy) == ("touch", Remedy("weld", if_meant=True))
    assert cause.at[0] == pytest.approx(2)


def test_a_face_that_is_turned_over() -> None:
    """A strip of three squares, of which the middle one points down."""
    vertices = [(x, y, 0) for x in (0, 2, 4, 6) for y in (0, 2)]
    quads = [(0, 2, 3, 1), (2, 3, 5, 4), (4, 6, 7, 5)]
    faces = [face for a, b, c, d in quads for face in ((a, b, c), (a, c, d))]
    mesh = kl.Walkmesh.from_arrays(vertices, faces, [STONE] * 6)
    near, far = sorted(parts_of(mesh), key=lambda part: part.island.point)
    assert [part.ways[0].kind for part in (near, far)] == ["winding"] * 2
    assert (near.behind, far.behind) == (None, near.island.number)
    assert near.ways[0].remedy == Remedy("turn-face")


def test_floors_that_touch_in_a_corner() -> None:
    vertices = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (4, 2, 0), (4, 4, 0), (2, 4, 0)]
    faces = [(0, 1, 2), (0, 2, 3), (2, 4, 5), (2, 5, 6)]
    cause = only_part(kl.Walkmesh.from_arrays(vertices, faces, [STONE] * 4)).ways[0]
    assert (cause.kind, cause.surfaces) == ("corner", ())
    assert cause.at == pytest.approx((2, 2, 0))
    # They share that corner already: there is nothing to weld.
    assert cause.remedy == Remedy("build", if_meant=True)


def grid_of(columns: int, rows: int, *, painted: tuple[int, ...], hole: int = -1) -> kl.Walkmesh:
    """Squares of two metres, two faces each; some cannot be walked on, one may be missing."""
    vertices = [(2 * x, 2 * y, 0) for y in range(rows + 1) for x in range(columns + 1)]
    faces, materials = [], []
    for number in range(columns * rows):
        y, x = divmod(number, columns)
        a = y * (columns + 1) + x
        if number != hole:
            faces += [(a, a + 1, a + columns + 2), (a, a + columns + 2, a + columns + 1)]
            materials += [NONWALK if number in painted else STONE] * 2
    return kl.Walkmesh.from_arrays(vertices, faces, materials)


def test_a_painted_floor_beside_a_corner_is_to_be_painted() -> None:
    """A diagonal of squares: both sides touch in the corners between them."""
    cause = only_part(grid_of(3, 3, painted=(2, 4, 6))).ways[0]
    assert (cause.kind, cause.surfaces) == ("corner", ("Nonwalk",))
    assert cause.remedy == Remedy("paint", if_meant=True)
    assert "beside it lies Nonwalk" in describe_cause(cause, ["hall"], into=True)


def test_a_painted_floor_beside_a_hole_is_no_floor_to_be_built() -> None:
    """Over the hole it is 2 m to the other side, and over the painted floor as well."""
    cause = only_part(grid_of(3, 2, painted=(1,), hole=4)).ways[0]
    assert (cause.kind, cause.surfaces) == ("strip", ("Nonwalk",))
    assert cause.size == pytest.approx(2)
    assert cause.at[1] <= 2
    assert cause.remedy == Remedy("paint", if_meant=True)


def test_a_face_that_is_turned_over_and_has_its_own_corners() -> None:
    """Welding alone would not join it."""
    vertices = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)]
    vertices += [(x + 2, y, z) for x, y, z in vertices]
    faces = [(0, 1, 2), (0, 2, 3), (6, 5, 4), (7, 6, 4)]
    cause = only_part(kl.Walkmesh.from_arrays(vertices, faces, [STONE] * 4)).ways[0]
    assert (cause.kind, cause.remedy) == ("turned", Remedy("turn-face"))
    assert "one of the faces is turned over" in describe_cause(cause, ["hall"], into=True)


# Doors


def with_closed_door(made: Floor, *cells: set[int]) -> Floor:
    """The walls of these cells with a door on them."""
    blocked = np.isin(made.wall_owner, [cell for several in cells for cell in several])
    return replace(
        made,
        wall_blocker=np.where(blocked, 0, -1).astype(np.int32),
        blockers=(Blocker("door", 3, "gate"),),
    )


def test_a_closed_door() -> None:
    area = make_area({"hall": floor(), "yard": floor(4.5)})
    made = with_closed_door(build_floor(area), {0, 1}, {2, 3})
    (part,) = find_cut_off(area, made, made.room == 0)
    cause = part.ways[0]
    assert (cause.kind, cause.blocker) == ("door", Blocker("door", 3, "gate"))
    assert words(area, part).startswith("the closed door gate (door:3) at ")


# Hostile areas


def test_hostile_sizes_end() -> None:
    """Walls of any size, and floors so far away that nobody would build the way."""
    area = make_area({"hall": floor(), "huge": floor(1e6, 0, 1e30, 1e30), "far": floor(-1e5)})
    parts = parts_of(area)
    assert {part.island.rooms[0].room for part in parts} == {1, 2}


# The corpus


@needs_corpus
def test_real_links_that_were_cut_are_told() -> None:
    """Of a real area every link is taken away; each room then has the way back as its nearest."""
    area = kl.load_area(CORPUS / "area_m10aa")
    links = {
        (room.index, int(leads))
        for room in area.rooms
        if room.mesh is not None
        for leads in np.unique(room.mesh.transitions)
        if leads >= 0 and area.rooms[leads].mesh is not None
    }
    cause = area.with_meshes(
        {room.index: clear_transitions(room.mesh) for room in area.rooms if room.mesh is not None}
    )
    made = build_floor(cause)
    start = int(np.flatnonzero(made.room == 0)[0])
    parts = find_cut_off(cause, made, find_reachable(made, start).cells)
    whole = [part for part in parts if part.island.rooms[0].share > 0.5]
    assert len(whole) == 7
    for part in whole:
        assert part.ways[0].kind == "no-link"
        assert part.ways[0].rooms in links


@needs_corpus
def test_the_fenced_part_of_a_real_room() -> None:
    """34 m² of room 7 that no link leads to lie behind a strip nobody can walk on."""
    area = kl.load_area(CORPUS / "area_m10aa")
    made = build_floor(area)
    (part,) = find_cut_off(area, made, find_reachable(made, 0).cells)
    cause = part.ways[0]
    assert (cause.kind, cause.rooms, cause.surfaces) == ("strip", (7, 7), ("Nonwalk",))
    mesh = area.rooms[7].mesh
    assert mesh is not None
    faces = set(made.face[part.island.cells].tolist())
    rest = [n for n in np.flatnonzero(mesh.walkable).tolist() if n not in faces]
    corners = mesh.vertices.astype(float)[mesh.faces]
    inside = _samples(corners[sorted(faces)])
    outside = _samples(corners[rest])
    least = min(np.linalg.norm(outside - point, axis=1).min() for point in inside)
    assert cause.size <= least + 1e-9
    assert cause.size == pytest.approx(least, abs=0.02)


def _samples(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points about every 5 cm along the sides of faces."""
    lines = []
    for face in corners:
        for k in range(3):
            count = int(np.linalg.norm(face[k] - face[(k + 1) % 3]) / 0.05) + 2
            lines.append(
                face[k] + (face[(k + 1) % 3] - face[k]) * np.linspace(0, 1, count)[:, None]
            )
    return np.concatenate(lines)


@needs_levels
@pytest.mark.parametrize("degrees", [0, 30, 90])
@pytest.mark.parametrize("damage", ["painted", "turned"])
def test_remedies_of_a_real_floor_that_was_cut_through(damage: str, degrees: int) -> None:
    """A line of faces through a room is painted or turned: nothing is to be built or welded."""
    area = kl.load_area(LEVELS / "areas/k1/tar_m10aa")
    room = area.find_room("m10aa_01a")
    assert room is not None
    assert room.mesh is not None
    corners = room.mesh.vertices[room.mesh.faces].astype(float)[:, :, :2]
    middle = np.median(corners[room.mesh.walkable].mean(axis=1), axis=0)
    across = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
    side = (corners - middle) @ across
    cut = (side.min(axis=1) < 0) & (side.max(axis=1) > 0) & room.mesh.walkable
    materials, faces = room.mesh.materials.copy(), room.mesh.faces.copy()
    if damage == "painted":
        materials[cut] = NONWALK
    else:
        faces[cut] = faces[cut][:, ::-1]
    broken = room.mesh.edited(materials=materials, faces=faces)
    before = {round(part.island.area, 1) for part in kl.find_reach(area).cut_off}
    reach = kl.find_reach(area.with_meshes({room.index: broken}))
    new = [part for part in reach.cut_off if round(part.island.area, 1) not in before]
    assert new
    wanted = {"painted": {"paint"}, "turned": {"turn-face", "turn-room"}}[damage]
    assert {part.ways[0].remedy.kind for part in new if part.ways[0].remedy} <= wanted
