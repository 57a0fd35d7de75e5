"""Rooms from templates: a doorway comes to lie on another, whatever its place and direction."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotorlevel.area.area import Area
from kotorlevel.area.edit.kits.doorways import (
    Doorway,
    doorway_at,
    linked_doorways,
    open_doorways,
    single_edge,
)
from kotorlevel.area.edit.kits.templates import Kit, add_template, join_template, place_template
from kotorlevel.area.links.relink import relink
from kotorlevel.area.links.snap import split_seams
from kotorlevel.mesh.io import read_walkmesh
from kotorlevel.mesh.walkmesh import Walkmesh
from support.area.room_grids import joined_rooms, make_room, one_way, slow_meetings
from support.areas import floor, make_area
from support.corpus import CORPUS, needs_corpus

DUMMY = 77


def doored(*doors: str, walls: bool = True) -> Walkmesh:
    """A room of 3 × 3 fields of 2 m with doorways in the middle of some sides, and dummy links."""
    mesh = make_room((0, 0), dict.fromkeys(doors, 1), walls)
    middles = {"south": (3, 0), "east": (6, 3), "north": (3, 6), "west": (0, 3)}
    for side in doors:
        mesh = with_link_at(mesh, middles[side], DUMMY)
    return mesh


def with_link_at(mesh: Walkmesh, middle: tuple[float, float], target: int) -> Walkmesh:
    """The mesh with a transition on the boundary edge whose middle is there."""
    for edge in mesh.boundary():
        face, side = divmod(edge.edge, 3)
        ends = mesh.vertices[mesh.faces[face, [side, (side + 1) % 3]]].astype(float)
        if np.allclose(ends.mean(axis=0)[:2], middle):
            return mesh.with_transition(face, side, target)
    raise AssertionError(middle)


def edge_at(mesh: Walkmesh, middle: tuple[float, float]) -> int:
    marked = with_link_at(mesh, middle, 12345)
    return int(np.flatnonzero(marked.transitions.reshape(-1) == 12345)[0])


def mesh_of(area: Area, index: int) -> Walkmesh:
    mesh = area.rooms[index].mesh
    assert mesh is not None
    return mesh


def check_joined(kit: Kit, pairs: set[tuple[str, str]]) -> None:
    """Links are just where edges meet, by comparing all with all, and they are both ways."""
    area = kit.edit.area
    assert joined_rooms(area) == pairs
    assert not one_way(area)
    meetings = slow_meetings(area)
    for room, edge, other, other_edge in meetings:
        if mesh_of(area, room).transitions.reshape(-1)[edge] != -1:
            assert mesh_of(area, room).transitions.reshape(-1)[edge] == other
            assert mesh_of(area, other).transitions.reshape(-1)[other_edge] == room
    linked = {(m[0], m[1]) for m in meetings} | {(m[2], m[3]) for m in meetings}
    for each in area.rooms:
        if each.mesh is not None:
            edges = np.flatnonzero(each.mesh.transitions.reshape(-1) != -1).tolist()
            assert {(each.index, edge) for edge in edges} <= linked


def test_placing() -> None:
    """By hand: mirrored in x, a quarter turn, then moved."""
    mesh = floor(1, 2, 3, 4)  # x 1 to 4, y 2 to 6
    placed = place_template(mesh, (10, 20, 5), 90, "x")
    # (x, y) → (-x, y) → (-y, -x) → + (10, 20)
    assert placed.vertices.min(axis=0).tolist() == [4, 16, 5]
    assert placed.vertices.max(axis=0).tolist() == [8, 19, 5]
    assert (placed.normals[:, 2] > 0).all()
    assert place_template(mesh) is mesh
    for position in ((math.nan, 0, 0), (0, 2e6, 0)):
        with pytest.raises(ValueError, match="position"):
            place_template(mesh, position)
    with pytest.raises(ValueError, match="flip"):
        place_template(mesh, flip="z")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="angle"):
        place_template(mesh, degrees=math.inf)


def test_doorways_of_a_mesh() -> None:
    mesh = doored("east", "south")
    found = linked_doorways(mesh)
    assert sorted(doorway.middle[:2] for doorway in found) == [(3, 0), (6, 3)]
    assert [doorway.width for doorway in found] == [2, 2]
    bare = make_room((0, 0), {}, walls=False)
    south = doorway_at(bare, edge_at(bare, (3, 0)))
    assert (len(south.edges), south.width) == (3, 6)
    assert south.points[:, 0].tolist() == [0, 2, 4, 6]
    assert doorway_at(mesh, edge_at(mesh, (3, 0))).width == 2  # the walls beside it end it
    inner = next(e for e in range(18) if e not in {b.edge for b in mesh.boundary()})
    with pytest.raises(ValueError, match="no boundary edge"):
        doorway_at(mesh, inner)


def test_where_a_room_could_be_joined() -> None:
    """Walls leave the doorways; without walls each side is one, whatever its edges."""
    middles = {each.middle[:2] for each in open_doorways(doored("east", "south"))}
    assert middles == {(3, 0), (6, 3)}
    bare = open_doorways(make_room((0, 0), {}, walls=False))
    assert sorted(each.middle[:2] for each in bare) == [(0, 3), (3, 0), (3, 6), (6, 3)]
    assert {len(each.edges) for each in bare} == {3}


def test_a_doorway_all_around() -> None:
    """Every edge has the same link: a doorway is straight, so each side is one."""
    mesh = floor(south=3, east=3, north=3, west=3)
    assert [doorway.edges for doorway in linked_doorways(mesh)] == [(0,), (1,), (4,), (5,)]


def jambed() -> Walkmesh:
    """`doored` to the east, with the wall beside the doorway marked like it, as kits do."""
    return with_link_at(doored("east"), (6, 1), DUMMY)


def test_the_marked_side_wall_of_a_doorway_is_no_doorway() -> None:
    """It must not make the doorway wider, nor be listed as one; and it is no link afterwards."""
    mesh = jambed()
    for find in (linked_doorways, open_doorways):
        assert [(each.middle[:2], each.width) for each in find(mesh)] == [((6, 3), 2)]
    hall = doored("west").translated((20, 0, 0))
    kit = join_template(make_area({"hall": hall}), "new", mesh, 0, edge_at(hall, (20, 3)))
    check_joined(kit, {("hall", "new")})
    assert (mesh_of(kit.edit.area, 1).transitions != -1).sum() == 1
    walled = with_link_at(make_room((0, 0), {}), (3, 0), DUMMY)
    with pytest.raises(ValueError, match="edge=N"):
        join_template(make_area({"hall": hall}), "new", walled, 0, edge_at(hall, (20, 3)))


@pytest.mark.parametrize("side", ["south", "east", "north", "west"])
@pytest.mark.parametrize("flip", [None, "x", "y"])
def test_joining_any_side_to_any(side: str, flip: Literal["x", "y"] | None) -> None:
    """The template's only doorway comes on hall's eastern one: the room lies to the east of it."""
    hall = doored("east")
    area = make_area({"hall": hall})
    kit = join_template(area, "new", doored(side), "hall", edge_at(hall, (6, 3)), flip=flip)
    placed = mesh_of(kit.edit.area, 1)
    assert placed.vertices.min(axis=0).tolist() == pytest.approx([6, 0, 0], abs=1e-5)
    assert placed.vertices.max(axis=0).tolist() == pytest.approx([12, 6, 3], abs=1e-5)
    assert (placed.rebuilt().normals[:18, 2] > 0.99).all()
    assert kit.residual < 1e-6
    check_joined(kit, {("hall", "new")})
    assert kit.open_doorways == ()
    assert {(c.room, c.now) for c in kit.edit.links} == {(0, 1), (1, 0)}
    said = [note for note in kit.edit.notes if "cannot turn" in note]
    assert bool(said) == bool(kit.degrees or flip)
    assert kit.edit.area.layout.rooms[1].position == pytest.approx(kit.position)
    assert place_template(doored(side), kit.position, kit.degrees, flip).vertices == pytest.approx(
        placed.vertices, abs=1e-5
    )


@settings(max_examples=30)
@given(
    st.floats(0, 360),
    st.floats(0, 360),
    st.tuples(*[st.floats(-300, 300)] * 3),
    st.tuples(*[st.floats(-300, 300)] * 3),
)
def test_wherever_both_stand(
    turn: float, own_turn: float, place: tuple[float, ...], own: tuple[float, ...]
) -> None:
    """Hall and template stand anywhere, turned anyhow; the seam is exact in the end."""
    hall = doored("east").rotated(turn).translated(place)
    edge = linked_doorways(hall)[0].edges[0]
    template = doored("north", "west").rotated(own_turn).translated(own)
    ours = min(linked_doorways(template), key=lambda d: abs(d.edges[0] - 99)).edges[0]
    kit = join_template(make_area({"hall": hall}), "new", template, 0, edge, edge=ours)
    assert kit.residual < 1.2e-3  # the millimetre that a quarter turn may cost, and rounding
    assert (0, edge, 1, *kit.edges) in slow_meetings(kit.edit.area, tolerance=1e-9)
    assert len(kit.open_doorways) == 1
    check_joined(kit, {("hall", "new")})
    # it is a rigid copy: the distances of all corners are those of the template
    new, old = mesh_of(kit.edit.area, 1).vertices.astype(float), template.vertices.astype(float)
    spans = [np.linalg.norm(v[:, None] - v[None], axis=2) for v in (new, old)]
    assert np.abs(spans[0] - spans[1]).max() < 3e-3


def test_which_doorway() -> None:
    hall = doored("east")
    area, edge = make_area({"hall": hall}), edge_at(doored("east"), (6, 3))
    several = doored("north", "south")
    with pytest.raises(ValueError, match="several") as refused:
        join_template(area, "new", several, "hall", edge)
    edges = [doorway.edges[0] for doorway in linked_doorways(several)]
    assert all(f"edge {number} (2.000 m" in str(refused.value) for number in edges)
    for number in edges:
        kit = join_template(area, "new", several, "hall", edge, edge=number)
        check_joined(kit, {("hall", "new")})
        ((open_edges, at),) = kit.open_doorways
        assert at == pytest.approx((12, 3, 0), abs=1e-5)
        assert len(open_edges) == 1
    with pytest.raises(ValueError, match=r"no doorway .* 2\.000 m wide; there are edge 1 \(4\.000"):
        join_template(area, "new", floor(east=DUMMY), "hall", edge)
    with pytest.raises(ValueError, match="edge=N"):
        join_template(area, "new", floor(), "hall", edge)
    with pytest.raises(ValueError, match="does not fit"):
        join_template(area, "new", floor(), "hall", edge, edge=1)


def test_widths_that_almost_fit() -> None:
    """4 mm: joined, with corners put on those of the room; 4 cm: refused."""
    area = make_area({"hall": floor(east=-1)})
    kit = join_template(area, "new", floor(depth=4.004, west=DUMMY), "hall", 1)
    assert kit.residual == pytest.approx(0.002, abs=1e-5)
    assert len(slow_meetings(kit.edit.area, 1e-9)) == 1
    check_joined(kit, {("hall", "new")})
    with pytest.raises(ValueError, match="no doorway"):
        join_template(area, "new", floor(depth=4.04, west=DUMMY), "hall", 1)
    wide = join_template(area, "new", floor(depth=4.04, west=DUMMY), "hall", 1, fit=0.05)
    assert wide.residual == pytest.approx(0.02, abs=1e-5)


def test_a_doorway_of_several_edges() -> None:
    """Three edges on three: all are linked, whichever of them is named."""
    plain = make_room((0, 0), {}, walls=False)
    template = plain
    for x in (1, 3, 5):
        template = with_link_at(template, (x, 0), DUMMY)
    area = make_area({"hall": plain})
    for y in (1, 3, 5):
        kit = join_template(area, "new", template, "hall", edge_at(plain, (6, y)))
        assert len(kit.edges) == len(kit.room_edges) == 3
        assert len(kit.edit.links) == 6
        assert len(slow_meetings(kit.edit.area)) == 3
        check_joined(kit, {("hall", "new")})


def test_one_edge_of_a_wide_side() -> None:
    """The room's side is 6 m, the template's doorway 2 m: it goes to the edge that was named."""
    plain = make_room((0, 0), {}, walls=False)
    area = make_area({"hall": plain})
    kit = join_template(area, "new", doored("west"), "hall", edge_at(plain, (6, 5)))
    assert mesh_of(kit.edit.area, 1).vertices.min(axis=0).tolist() == [6, 2, 0]
    assert len(kit.edit.links) == 2
    check_joined(kit, {("hall", "new")})


def test_edges_that_are_divided_otherwise() -> None:
    """One edge of 6 m on three of 2 m: it stands right, nothing is linked, and a note says so."""
    plain = make_room((0, 0), {}, walls=False)
    area = make_area({"hall": plain})
    kit = join_template(area, "new", floor(width=6, depth=6, west=DUMMY), 0, edge_at(plain, (6, 3)))
    assert mesh_of(kit.edit.area, 1).vertices.min(axis=0).tolist() == [6, 0, 0]
    assert kit.edit.links == ()
    assert (mesh_of(kit.edit.area, 1).transitions == -1).all()
    assert any("split=True" in note for note in kit.edit.notes)
    assert len(kit.open_doorways) == 1


def test_a_doorway_that_slopes() -> None:
    area = make_area({"hall": floor(rise=1)})
    level = floor(width=17**0.5, north=DUMMY)
    with pytest.raises(ValueError, match="slopes"):
        join_template(area, "new", level, "hall", 0)
    kit = join_template(area, "new", floor(rise=1, north=DUMMY), "hall", 0)
    check_joined(kit, {("hall", "new")})


def test_an_edge_that_is_taken() -> None:
    area = make_area({"a": floor(east=1), "b": floor(4, west=0), "far": None})
    template = floor(west=DUMMY)
    with pytest.raises(ValueError, match="meets b already"):
        join_template(area, "new", template, "a", 1)
    with pytest.raises(ValueError, match="no walkmesh"):
        join_template(area, "new", template, "far", 1)
    unknown = make_area({"a": floor(east=1, north=5), "far": None})
    with pytest.raises(ValueError, match="leads to far, whose walkmesh is not here"):
        join_template(unknown, "new", template, "a", 1)
    kit = join_template(unknown, "new", template, "a", 4)
    assert joined_rooms(kit.edit.area) == {("a", "new")}
    for edge in (2, 6, -1, 10**9):
        with pytest.raises(ValueError, match="no boundary edge"):
            join_template(area, "new", template, "a", edge)
    with pytest.raises(KeyError):
        join_template(area, "new", template, "nobody", 1)
    with pytest.raises(ValueError, match="object"):
        join_template(area, "new", replace(template, kind=0), "a", 0)


def test_through_a_wall_where_asked() -> None:
    """Hall has a wall on its south: nobody would link there, but to join is to ask for it."""
    hall = make_room((0, 0), {})
    edge = edge_at(hall, (3, 0))
    kit = join_template(make_area({"hall": hall}), "new", doored("north"), 0, edge)
    check_joined(kit, {("hall", "new")})


def test_other_doorways_are_linked_as_well() -> None:
    """In the corner between two rooms both doorways meet something; numbers follow ``at``."""
    west, south = doored("east"), doored("north").translated((6, -6, 0))
    area = make_area({"west": west, "south": south})
    template = doored("west", "south", "north")
    edge = edge_at(template, (0, 3))
    kit = join_template(area, "new", template, "west", edge_at(west, (6, 3)), edge=edge, at=0)
    assert [room.name for room in kit.edit.area.rooms] == ["new", "west", "south"]
    assert (kit.index, kit.room) == (0, 1)
    check_joined(kit, {("new", "west"), ("new", "south")})
    ((_, at),) = kit.open_doorways
    assert at == pytest.approx((9, 6, 0), abs=1e-5)


def test_adding_at_a_place() -> None:
    area = make_area({"hall": doored("east")})
    kit = add_template(area, "new", doored("south", "west"), (6, 6, 0), -90)
    # turned by -90 degrees: south goes to the west, (x, y) → (y, -x)
    check_joined(kit, {("hall", "new")})
    assert len(kit.open_doorways) == 1
    untouched = add_template(area, "far", floor(50), model_position=(1, 2, 3))
    assert untouched.edit.area.rooms[1].position == pytest.approx((1, 2, 3))
    assert mesh_of(untouched.edit.area, 1).vertices.min() == 0
    assert untouched.edit.notes == ()


@needs_corpus
def test_a_real_room_twice() -> None:
    """m10aa_08b again, back to back at its own doorway, and on each free one of m10aa_05a."""
    mesh = read_walkmesh(CORPUS / "area_m10aa" / "m10aa_08b.wok")
    (doorway,) = linked_doorways(mesh)
    area = make_area({"first": mesh})
    kit = join_template(area, "again", mesh, "first", doorway.edges[0])
    assert kit.residual < 1e-4
    assert kit.degrees == 180
    assert len(kit.edit.links) == 2 * len(kit.edges)
    assert len(slow_meetings(kit.edit.area, 1e-9)) >= len(kit.edges)
    hub = read_walkmesh(CORPUS / "area_m10aa" / "m10aa_05a.wok")
    sides = linked_doorways(hub)
    assert len(sides) == 7
    for side in sides:
        kit = join_template(make_area({"hub": hub}), "new", mesh, "hub", side.edges[0])
        climbs = [each.points[-1, 2] - each.points[0, 2] for each in (side, doorway)]
        most = abs(side.width - doorway.width) / 2 + abs(sum(climbs)) / 2 + 1e-3
        assert kit.residual <= most  # no turn and no move could make up for these
        assert kit.degrees % 90 == 0
        meetings = slow_meetings(kit.edit.area, 1e-9)
        assert {(0, edge) for edge in side.edges} <= {(m[0], m[1]) for m in meetings}
        assert joined_rooms(kit.edit.area) == {("hub", "new")}


KITS = sorted((CORPUS / "wok" / "modtools").glob("kit_*.wok"))


def marks_without_a_wall(mesh: Walkmesh) -> set[int]:
    """The marked edges that no face beyond the floor has: pair by pair, from the faces alone."""
    corners = mesh.faces.tolist()
    behind = {
        frozenset((face[side], face[(side + 1) % 3]))
        for face in corners[mesh.domain :]
        for side in range(3)
    }
    return {
        3 * face + side
        for face, side in zip(*np.nonzero(mesh.transitions != -1), strict=True)
        if frozenset((corners[face][side], corners[face][(side + 1) % 3])) not in behind
    }


@pytest.mark.sampled(2)
@needs_corpus
@pytest.mark.parametrize("path", KITS, ids=lambda path: path.stem)
def test_every_kit_at_every_doorway_of_every_kit(path: Path) -> None:
    """Each doorway of a kit on each that is as wide, of all kits and of itself."""
    template = read_walkmesh(path)
    ours = linked_doorways(template)
    assert {edge for each in ours for edge in each.edges} == marks_without_a_wall(template)
    for other in KITS:
        hall = read_walkmesh(other)
        area = make_area({"hall": hall})
        for theirs in linked_doorways(hall):
            (shown,) = [d for d in open_doorways(hall) if d.edges == theirs.edges]
            assert shown.width == theirs.width
            for each in ours:
                edges = theirs.edges[0], each.edges[-1]
                if abs(each.width - theirs.width) <= 0.01:
                    kit = join_template(area, "new", template, "hall", edges[0], edge=edges[1])
                    check_kit(kit, each, theirs)
                else:
                    with pytest.raises(ValueError, match=f"{each.width:.3f} m wide"):
                        join_template(area, "new", template, "hall", edges[0], edge=edges[1])


def check_kit(kit: Kit, ours: Doorway, theirs: Doorway) -> None:
    """The ends lie on each other, and just what meets is linked, both ways.

    Where both doorways are divided otherwise, nothing is, a note says so, and to split helps.
    """
    assert (len(kit.edges), kit.room_edges) == (len(ours.edges), theirs.edges)
    area = kit.edit.area
    placed = mesh_of(area, 1)
    ends = [single_edge(placed, kit.edges[n]).points for n in (0, -1)]
    here = {tuple(ends[0][0]), tuple(ends[-1][-1])}
    assert here == {tuple(theirs.points[0]), tuple(theirs.points[-1])}
    lengths = [np.linalg.norm(np.diff(d.points, axis=0), axis=1) for d in (ours, theirs)]
    alike = len(lengths[0]) == len(lengths[1])
    if not alike or not np.allclose(lengths[0], lengths[1][::-1], atol=0.01):
        assert any("split=True" in note for note in kit.edit.notes)
        if max(off_the_line(ours), off_the_line(theirs)) < 0.001:
            area, _ = relink(split_seams(area)[0])
            assert ("hall", "new") in joined_rooms(area)
        return
    check_joined(
        replace(kit, edit=replace(kit.edit, area=without_dummies(area))), {("hall", "new")}
    )
    linked = mesh_of(area, 1).transitions.reshape(-1)
    assert (linked[list(kit.edges)] == 0).all()
    assert set(linked.tolist()) == {0, -1}


def off_the_line(doorway: Doorway) -> float:
    """Metres that an inner corner is off the line through the ends: no split can reach it."""
    start, along = doorway.points[0], doorway.points[-1] - doorway.points[0]
    along = along / np.linalg.norm(along)
    offsets = doorway.points - start
    return float(np.linalg.norm(offsets - np.outer(offsets @ along, along), axis=1).max())


def without_dummies(area: Area) -> Area:
    """The area without the links of its hall to rooms that are not there."""
    hall = mesh_of(area, 0)
    numbers = np.where(hall.transitions == 1, 1, -1).astype(np.int32)
    return area.with_mesh(0, replace(hall, transitions=numbers))
