"""Edits of walkmeshes as values: what they tell, what they keep, and rooms of the games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from support.area.level_files import put, station
from support.corpus import each_area
from support.mesh.wholeness import (
    check_neighbours,
    check_sound,
    count_t_junctions,
    linked_lengths,
    links,
)

HALL, CORRIDOR, STORE = "station_hall", "station_corridor", "station_store"
E = kl.edits
Vector = tuple[float, float, float]


@pytest.fixture
def level(tmp_path: Path) -> Path:
    return put(tmp_path / "level", station())


def mesh_of(area: kl.Area, room: int | str) -> kl.Walkmesh:
    mesh = area.room(room).mesh
    assert mesh is not None
    return mesh


def vector(values: np.ndarray) -> Vector:
    x, y, z = values.tolist()
    return x, y, z


def ends(mesh: kl.Walkmesh, edge: int) -> np.ndarray:
    face, side = divmod(edge, 3)
    both: np.ndarray = mesh.geometry.corners[face][[side, (side + 1) % 3]]
    return both


def outwards(mesh: kl.Walkmesh, edge: int, far: float = 1.0) -> Vector:
    a, b = ends(mesh, edge)
    way = np.cross(b - a, (0, 0, 1))
    return vector(far * way / np.linalg.norm(way))


def linked_edge(mesh: kl.Walkmesh) -> int:
    return next(e.edge for e in mesh.boundary() if e.transition != -1)


def apply(area: kl.Area, edit: kl.edits.Operation) -> tuple[kl.Area, str, str]:
    done = kl.apply_edits(area, [edit])
    return done.area, done.done[0].text, "; ".join(done.done[0].notes)


def test_lost_links_are_told_with_the_room_that_they_led_to(level: Path) -> None:
    area = kl.load_area(level)
    mesh = mesh_of(area, HALL)
    edge = linked_edge(mesh)
    a, b = ends(mesh, edge)
    third = int(mesh.faces[edge // 3, (edge + 2) % 3])
    corners = (vector(b), vector(a), vector((a + b) / 2 + outwards(mesh, edge)))
    for edit in (
        E.DeleteFaces(HALL, (edge // 3,)),
        E.ExtrudeEdges(HALL, (edge,), outwards(mesh, edge)),
        E.AddFaces(HALL, corners, "Stone"),
        E.Paint(HALL, (edge // 3,), "Nonwalk"),
        E.WeldVertices(HALL, tuple(mesh.faces[edge // 3, [edge % 3, (edge + 1) % 3]].tolist())),
    ):
        after, _, notes = apply(area, edit)
        assert "1 link to station_corridor gone" in notes, edit
        assert "until it is unlinked" in notes
        assert (mesh_of(after, HALL).transitions == -1).all()
        check_sound(mesh_of(after, HALL))
    assert third not in mesh.faces[edge // 3, [edge % 3, (edge + 1) % 3]]
    after, _, notes = apply(area, E.DeleteFaces(HALL, (len(mesh.faces) - 1,)))
    assert not notes
    assert links(mesh_of(after, HALL)) == links(mesh)


def test_a_linked_edge_in_two_parts_is_told_and_relinking_parts_the_other(level: Path) -> None:
    area = kl.load_area(level)
    mesh = mesh_of(area, HALL)
    edge = linked_edge(mesh)
    middle = vector(ends(mesh, edge).mean(axis=0))
    across = vector(mesh.geometry.corners[edge // 3][(edge + 2) % 3])
    for edit in (E.DivideEdge(HALL, edge), E.CutFace(HALL, edge // 3, middle, across)):
        after, _, notes = apply(area, edit)
        assert "relink with split" in notes
        assert linked_lengths(mesh_of(after, HALL)) == pytest.approx(linked_lengths(mesh))
        whole, *_ = apply(after, E.Relink(split=True))
        assert sum(links(mesh_of(whole, CORRIDOR)).values()) == 1 + sum(
            links(mesh_of(area, CORRIDOR)).values()
        )
        assert not kl.check(whole).errors


def test_corners_that_leave_the_room_across_are_told(level: Path) -> None:
    area = kl.load_area(level)
    mesh = mesh_of(area, HALL)
    edge = linked_edge(mesh)
    vertex = int(mesh.faces[edge // 3, edge % 3])
    moved, text, notes = apply(area, E.MoveVertices(HALL, (vertex,), (0.0, 0.0, 0.5)))
    assert "1 corner moved by 50.0 cm" in text
    assert "1 linked edge no longer" in notes
    for room, number in kl.find_shared_vertices(area, HALL, vertex)[1:]:
        moved, _, notes = apply(moved, E.MoveVertices(room, (number,), (0.0, 0.0, 0.5)))
    assert not notes
    assert not kl.check(moved).errors


def test_to_a_place_and_back_is_the_file_as_it_was(level: Path) -> None:
    area = kl.load_area(level)
    old = vector(mesh_of(area, HALL).vertices[5].astype(float))
    there, text, _ = apply(area, E.MoveVertices(HALL, (5,), place=(1.5, 2.0, 0.25)))
    assert text == "station_hall: 1 corner moved to (1.5, 2, 0.25)"
    assert mesh_of(there, HALL).vertices[5].tolist() == [1.5, 2.0, 0.25]
    back, *_ = apply(there, E.MoveVertices(HALL, (5,), place=old))
    assert np.array_equal(mesh_of(back, HALL).vertices, mesh_of(area, HALL).vertices)
    same = kl.edits.parse_operation(E.MoveVertices(HALL, (5,), place=old).to_json())
    assert same == E.MoveVertices(HALL, (5,), place=old)


def test_only_what_looks_down_is_turned_up(level: Path) -> None:
    area = kl.load_area(level)
    mesh = mesh_of(area, HALL)
    turned, text, _ = apply(area, E.FlipFaces(HALL, (0, 2)))
    assert "2 faces turned over" in text
    every = tuple(range(mesh.domain))
    back, text, _ = apply(turned, E.FlipFaces(HALL, every, up=True))
    assert "2 faces turned over" in text
    assert (mesh_of(back, HALL).geometry.crosses[: mesh.domain, 2] > 0).all()
    again, text, _ = apply(back, E.FlipFaces(HALL, every, up=True))
    assert again is back
    assert "no face looks down" in text


def test_floor_that_was_bent_comes_back_to_the_model(level: Path) -> None:
    area = kl.load_area(level)
    mesh = mesh_of(area, HALL)
    flat, text, notes = apply(area, E.DropToModel(HALL))
    assert np.allclose(mesh_of(flat, HALL).vertices, mesh.vertices, atol=1e-4)
    floor = np.unique(mesh.faces[: mesh.domain])
    rng = np.random.default_rng(1)
    bent = mesh.vertices.copy()
    bent[floor, 2] += rng.uniform(-0.4, 0.4, len(floor)).astype(np.float32)
    broken = area.with_mesh(HALL, mesh.edited(vertices=bent))
    mended, text, notes = apply(broken, E.DropToModel(HALL, within=0.5))
    assert "corners brought to the floor of the model" in text
    assert not [note for note in notes.split("; ") if "stayed" in note]
    assert np.allclose(mesh_of(mended, HALL).vertices, mesh.vertices, atol=1e-4)
    one, *_ = apply(broken, E.DropToModel(HALL, (int(floor[3]),)))
    changed = (mesh_of(one, HALL).vertices != bent).any(axis=1)
    assert np.flatnonzero(changed).tolist() == [floor[3]]
    far, text, notes = apply(broken, E.DropToModel(HALL, within=1e-9))
    assert f"{len(floor)} corners stayed" in notes
    assert far is broken
    (level / f"{HALL}.mdl").unlink()
    with pytest.raises(kl.errors.InputError, match=r"has no model here.*station_hall\.mdl"):
        kl.apply_edits(kl.load_area(level), [E.DropToModel(HALL)])


def test_rooms_beside_go_along_to_the_model(level: Path) -> None:
    area = kl.load_area(level)
    bent = area
    for room in area.rooms:  # all floors sink: they still meet each other, and no model
        if room.mesh is not None:
            bent = bent.with_mesh(room.name, room.mesh.translated((0.0, 0.0, -0.3)))
    seams = np.flatnonzero(bent.geometry.seams.partner >= 0)
    alone = apply(bent, E.DropToModel(HALL))[0]
    assert (alone.geometry.seams.partner >= 0).sum() < len(seams)
    along, _, notes = apply(bent, E.DropToModel(HALL, beside=True))
    assert np.array_equal(mesh_of(along, HALL).vertices, mesh_of(alone, HALL).vertices)
    assert (along.geometry.seams.partner >= 0).sum() == len(seams)
    corridor = mesh_of(along, "station_corridor").vertices[:, 2]
    changed = corridor != mesh_of(bent, "station_corridor").vertices[:, 2]
    assert 0 < changed.sum() < len(corridor)
    assert f"station_corridor: {changed.sum()} corners went along" in notes


@pytest.mark.parametrize("east", [0, 20])
def test_a_hole_with_faces_in_it_is_to_be_painted(east: float) -> None:
    rim = [(0, 0), (6, 0), (6, 6), (0, 6), (2, 2), (4, 2), (4, 4), (2, 4)]
    faces = [
        f
        for k in range(4)
        for f in ((k, (k + 1) % 4, (k + 1) % 4 + 4), (k, (k + 1) % 4 + 4, k + 4))
    ]
    points = [(x + east, y, 0) for x, y in rim]
    lid = kl.Walkmesh.from_arrays(points, [*faces, (4, 5, 6), (4, 6, 7)], [10] * 8 + [7] * 2)
    walls = [(4, 5, 8), (5, 6, 8), (6, 7, 8), (7, 4, 8)]
    pillar = kl.Walkmesh.from_arrays(
        [*points, (3 + east, 3, 50)], [*faces, *walls], [10] * 8 + [7] * 4
    )
    starts = lid.vertices[lid.faces.reshape(-1)]
    edge = next(each.edge for each in lid.boundary() if 1 < starts[each.edge][1] < 5)
    with pytest.raises(ValueError, match=r"closed already.*\(8 and 9\).*paint"):
        kl.edit.fill_hole(lid, edge)
    with pytest.raises(ValueError, match="no boundary edge"):
        kl.edit.fill_hole(lid, 3 * 8)
    filled = kl.edit.fill_hole(pillar, edge)
    assert filled.domain == 10
    check_neighbours(filled)
    outer = next(each.edge for each in lid.boundary() if starts[each.edge][1] in (0, 6))
    linked = lid.with_transition(*divmod(edge, 3), 1).with_transition(*divmod(outer, 3), 2)
    assert links(kl.edit.fill_hole(kl.edit.delete_faces(linked, [8, 9]), edge)) == Counter([2])


def test_a_hole_beside_a_seam_is_filled_to_its_own_rim() -> None:
    """Vertices of a wall lie on the rim, and come first in the mesh: they are not meant."""
    rim = [(0, 0), (6, 0), (6, 6), (0, 6), (2, 2), (4, 2), (4, 4), (2, 4)]
    faces = [
        f
        for k in range(4)
        for f in ((k, (k + 1) % 4, (k + 1) % 4 + 4), (k, (k + 1) % 4 + 4, k + 4))
    ]
    ring = kl.Walkmesh.from_arrays([(x, y, 0) for x, y in rim], faces, [10] * 8)
    wall = kl.Walkmesh.from_arrays([(2, 2, 0), (4, 2, 0), (4, 2, 3)], [(0, 1, 2)], [7])
    mesh = kl.edit.merge(wall, ring)
    starts = mesh.vertices[mesh.faces.reshape(-1)]
    edge = next(each.edge for each in mesh.boundary() if 1 < starts[each.edge][1] < 5)
    filled = kl.edit.fill_hole(mesh, edge)
    assert len(filled.boundary_loops()) == 1
    check_neighbours(filled)


def errors_of(mesh: kl.Walkmesh) -> Counter[str]:
    return Counter(finding.rule for finding in kl.check(mesh).errors)


def edits_for(mesh: kl.Walkmesh, room: int, rng: np.random.Generator) -> list[kl.edits.Operation]:
    rim = [each.edge for each in mesh.boundary()]
    edge = int(rng.choice(rim))
    face = int(rng.integers(mesh.domain))
    other = int(rng.integers(len(mesh.faces)))
    a, b, c = mesh.geometry.corners[face]
    vertex = int(mesh.faces[face, 0])
    place = vector(np.add(mesh.vertices[vertex], (0.0, 0.0, 0.03)))
    return [
        E.ExtrudeEdges(room, (edge,), outwards(mesh, edge, 0.4)),
        E.ExtrudeEdges(room, (edge,), (0.0, 0.0, 2.0), 7),
        E.CutFace(room, face, vector(0.3 * a + 0.7 * b), vector(0.4 * b + 0.6 * c)),
        E.CutFace(room, face, vector(a), vector(0.4 * b + 0.6 * c)),
        E.DivideEdge(room, 3 * other + 1, 0.4),
        E.WeldVertices(room, tuple(mesh.faces[face, :2].tolist())),
        E.MoveVertices(room, (vertex,), place=place),
        E.DeleteFaces(room, (other,)),
        E.FlipFaces(room, tuple(range(mesh.domain)), up=True),
    ]


@each_area()
def test_rooms_of_the_games_stay_sound(path: Path) -> None:
    area = kl.load_area(path)
    rng = np.random.default_rng(5)
    rooms = [room for room in area.rooms if room.mesh is not None and room.mesh.domain]
    done = 0
    for room in rooms[:: max(1, len(rooms) // 4)]:
        mesh = mesh_of(area, room.index).rebuilt()
        before, junctions = errors_of(mesh), count_t_junctions(mesh)
        start = area.with_mesh(room.index, mesh)
        for edit in edits_for(mesh, room.index, rng):
            try:
                after = mesh_of(kl.apply_edits(start, [edit]).area, room.index)
            except kl.errors.InputError:
                continue
            done += 1
            assert not errors_of(kl.read_walkmesh(after.to_bytes())) - before, edit
            if isinstance(edit, E.CutFace | E.DivideEdge):
                assert count_t_junctions(after) <= junctions, edit
                assert linked_lengths(after) == pytest.approx(linked_lengths(mesh)), edit
                sizes = [float(each.geometry.areas.sum()) for each in (mesh, after)]
                assert sizes[0] == pytest.approx(sizes[1], rel=1e-5), edit
    assert done > 6 * len(rooms[:: max(1, len(rooms) // 4)])


def test_a_session_takes_all_of_them_back(level: Path) -> None:
    session = kl.EditSession(level)
    before = session.area
    mesh = mesh_of(before, HALL)
    free = next(e.edge for e in mesh.boundary() if e.transition == -1)
    a, b, c = mesh.geometry.corners[0]
    edits = [
        E.ExtrudeEdges(HALL, (free,), outwards(mesh, free)),
        E.CutFace(HALL, 0, vector(a), vector((b + c) / 2)),
        E.WeldVertices(HALL, tuple(mesh.faces[0, :2].tolist())),
        E.DropToModel(HALL),
    ]
    for edit in edits:
        session.do(edit)
        assert kl.edits.parse_operation(edit.to_json()) == edit
        assert hash(edit) == hash(kl.edits.parse_operation(edit.to_json()))
    assert session.list_changes() == [f"{HALL}.wok"]
    while session.undo():
        pass
    assert session.area is before
    while session.redo():
        pass
    assert len(session.edits) == 4
