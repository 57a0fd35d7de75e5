"""Edits as values: the library's own functions, read from JSON, and the same by every way."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.errors import FormatError, InputError
from support.area.level_files import content, put, station
from support.command import run_inside

HALL, CORRIDOR, STORE = "station_hall", "station_corridor", "station_store"
E = kl.edits


@pytest.fixture
def level(tmp_path: Path) -> Path:
    return put(tmp_path / "level", station())


def boundary_edge(area: kl.Area, room: str, *, linked: bool) -> int:
    mesh = area.room(room).mesh
    assert mesh is not None
    return next(e.edge for e in mesh.boundary() if (e.transition != -1) == linked)


def _outwards(mesh: kl.Walkmesh, edge: int) -> tuple[float, float, float]:
    a, b = (mesh.vertices[mesh.faces[edge // 3, (edge + k) % 3]].astype(float) for k in (0, 1))
    x, y, z = np.cross(b - a, (0, 0, 1)).tolist()
    return x, y, z


def _cut_ends(mesh: kl.Walkmesh, face: int) -> list[tuple[float, float, float]]:
    """From the first corner to the side across."""
    a, b, c = mesh.geometry.corners[face].tolist()
    return [tuple(a), tuple(((np.array(b) + c) / 2).tolist())]


def each_edit(level: Path) -> list[kl.edits.Operation]:
    """One edit of every kind, in an order in which all can be done."""
    area = kl.load_area(level)
    mesh = area.room(HALL).mesh
    assert mesh is not None
    edge = boundary_edge(area, HALL, linked=False)
    a, b = (mesh.vertices[mesh.faces[edge // 3, (edge + k) % 3]].astype(float) for k in (0, 1))
    far = (a + b) / 2 + np.cross(b - a, (0, 0, 1))
    corners = tuple(tuple(float(v) for v in p) for p in (b, a, far))
    free = [each.edge for each in mesh.boundary() if each.transition == -1]
    table = mesh.geometry.adjacency.table
    inner = next(f for f in range(len(table)) if (table[f] >= 0).all())
    (level / "more.wok").write_bytes((level / f"{STORE}.wok").read_bytes())
    return [
        E.AddFaces(HALL, corners, "Stone"),  # type: ignore[arg-type]
        E.ExtrudeEdges(HALL, (free[-1],), _outwards(mesh, free[-1]), "Mud"),
        E.ExtrudeEdges(STORE, (boundary_edge(area, STORE, linked=False),), (0.0, 0.0, 2.0), 7),
        E.DivideFace(HALL, 0, tuple(mesh.geometry.corners[0].mean(axis=0).tolist())),
        E.DivideEdge(HALL, 4, 0.5),
        E.Paint(HALL, (0, 1), "Mud"),
        E.FlipFaces(HALL, (2,)),
        E.FlipFaces(HALL, (2,)),
        E.MoveVertices(HALL, (0,), (0.0, 0.0, 0.01)),
        E.MoveVertices(HALL, (0,), place=tuple(mesh.vertices[0].tolist())),
        E.FlipFaces(HALL, (2,), up=True),
        E.CutFace(HALL, inner, *_cut_ends(mesh, inner)),
        E.WeldVertices(CORRIDOR, (0, 1), (1.0, 2.0, 3.0)),
        E.DropToModel(HALL, (0, 1), 0.5),
        E.Weld(HALL, 0.0),
        E.DeleteFaces(STORE, (0,)),
        E.SplitEdges(CORRIDOR, (boundary_edge(area, CORRIDOR, linked=False),)),
        E.Unlink(HALL, boundary_edge(area, HALL, linked=True)) if inner < 0 else E.Relink(),
        E.MoveRoom(STORE, (0.0, 0.0, 0.25)),
        E.TurnRoom(STORE, 90.0),
        E.TurnRoom(STORE, -90.0),
        E.RenameRoom(STORE, "station_cellar"),
        E.AddRoom("station_more", "more.wok", (50.0, 0.0, 0.0)),
        E.ReorderRooms((1, 0, *range(2, len(area.rooms) + 1))),
        E.RemoveRoom("station_more"),
        E.MoveEntry((2.0, 3.0, 0.0), 90.0),
        E.PlaceObject("Door List", 0, (23.5, 4.0, 1.5), 45.0),
        E.AddPathPoint((5.0, 4.0, 0.0)),
        E.MovePathPoint(0, (2.5, 2.0, 0.0)),
        E.Connect(0, 1, connected=False),
        E.Connect(0, 1),
        E.RemovePathPoint(1),
        E.SetVisible(HALL, "station_view"),
        E.SetVisible(HALL, "station_view", visible=False),
        E.AddDoor("some_door", (5.0, 4.0, 0.0), 90.0, "way_in"),
        E.RemoveObject("Door List", 0),
        E.MoveDoorHook(0, (7.0, 4.0, 0.0), 90.0),
        E.BuildPathPoints(partial=True),
        E.BuildVisibility(),
    ]


def test_every_kind_of_edit_can_be_done_and_is_the_same_from_its_file(level: Path) -> None:
    area = kl.load_area(level)
    edits = each_edit(level)
    kinds = {type(edit).op for edit in edits}
    own_tests = {"link", "unlink", "fill-hole", "fix"}
    assert E.OPERATIONS.keys() - kinds == own_tests
    done = kl.apply_edits(area, edits, level)
    assert len(done.done) == len(edits)
    assert all(each.text for each in done.done)
    kl.write_edits(edits, level / "edits.json")
    again = kl.read_edits(level / "edits.json")
    assert again == edits
    files = [
        {c.filename: c.data for c in kl.list_changes(kl.apply_edits(area, each, level).area)}
        for each in (edits, again)
    ]
    assert files[0] == files[1]
    assert len(files[0]) > 4


def test_python_command_and_session_give_the_same_bytes(level: Path, tmp_path: Path) -> None:
    edits = each_edit(level)
    kl.write_edits(edits, level / "edits.json")
    area = kl.apply_edits(kl.load_area(level), edits, level).area
    kl.write_area(area, tmp_path / "python")
    result = run_inside("apply", level / "edits.json", level, "-o", tmp_path / "command")
    assert result.code == 0, result.stderr
    assert content(tmp_path / "command") == content(tmp_path / "python")
    session = kl.EditSession(level)
    for edit in edits:
        session.do(edit)
    session.save()
    made = content(tmp_path / "python")
    assert {name: data for name, data in content(level).items() if name in made} == made


def test_painting_is_the_library_s_own_and_the_command_s(level: Path, tmp_path: Path) -> None:
    mesh = kl.read_walkmesh(level / f"{HALL}.wok")
    done = kl.apply_edits(kl.load_area(level), [E.Paint(HALL, (0, 3), "Nonwalk")])
    wanted = kl.paint(mesh, "Nonwalk", faces=[0, 3]).mesh.to_bytes()
    assert [change.data for change in kl.list_changes(done.area)] == [wanted]
    out = tmp_path / "painted.wok"
    assert (
        run_inside("paint", level / f"{HALL}.wok", "--faces", "0,3", "Nonwalk", "-o", out).code == 0
    )
    assert out.read_bytes() == wanted


def pairs_of(area: kl.Area) -> set[tuple[float, ...]]:
    """Connections by the places of their ends."""
    assert area.path_points is not None
    points = area.path_points.points.tolist()
    return {(*points[a], *points[b]) for a, b in area.path_points.connections.tolist()}


def test_connections_stay_with_their_points(level: Path) -> None:
    area = kl.load_area(level)
    before = pairs_of(area)
    added = kl.apply_edits(area, [E.AddPathPoint((5.0, 4.0, 0.0))]).area
    assert pairs_of(added) == before
    assert added.path_points is not None
    new = added.path_points.points.tolist().index([5.0, 4.0])
    joined = kl.apply_edits(added, [E.Connect(0, new)]).area
    first = tuple(added.path_points.points[0].tolist())
    assert pairs_of(joined) == before | {(*first, 5.0, 4.0), (5.0, 4.0, *first)}
    assert pairs_of(kl.apply_edits(joined, [E.Connect(new, 0, connected=False)]).area) == before
    gone = kl.apply_edits(joined, [E.RemovePathPoint(new)]).area
    assert pairs_of(gone) == before


def test_relink_clears_only_when_asked(level: Path) -> None:
    area = kl.load_area(level)
    apart = kl.apply_edits(area, [E.MoveRoom(STORE, (50.0, 0.0, 0.0))]).area
    mesh = apart.room(STORE).mesh
    assert mesh is not None
    assert (mesh.transitions != -1).any()
    kept = kl.apply_edits(apart, [E.Relink()]).area.room(STORE).mesh
    cleared = kl.apply_edits(apart, [E.Relink(clear=True)]).area.room(STORE).mesh
    assert kept is not None
    assert cleared is not None
    assert np.array_equal(kept.transitions, mesh.transitions)
    assert (cleared.transitions == -1).all()


def test_links_are_taken_apart_and_joined_again(level: Path) -> None:
    area = kl.load_area(level)
    edge, other = (boundary_edge(area, room, linked=True) for room in (HALL, CORRIDOR))
    parted = kl.apply_edits(area, [E.Unlink(HALL, edge)]).area
    mesh = parted.room(HALL).mesh
    assert mesh is not None
    assert (mesh.transitions == -1).all()
    corridor = parted.room(CORRIDOR).mesh
    assert corridor is not None
    loose = [e.edge for e in corridor.boundary() if e.transition == -1]
    again = next(
        each for each in loose if not kl.link_edges(parted, (HALL, edge), (CORRIDOR, each))[1].notes
    )
    joined = kl.apply_edits(parted, [E.Link(HALL, edge, CORRIDOR, again)]).area
    assert other is not None
    assert [c.filename for c in kl.list_changes(joined)] == []


def test_a_hole_is_filled(level: Path) -> None:
    rim = [(0, 0), (6, 0), (6, 6), (0, 6), (2, 2), (4, 2), (4, 4), (2, 4)]
    sides = [(k, (k + 1) % 4) for k in range(4)]
    faces = [f for a, b in sides for f in ((a, b, b + 4), (a, b + 4, a + 4))]
    ring = kl.Walkmesh.from_arrays([(x, y, 0) for x, y in rim], faces, [10] * 8)
    kl.write_walkmesh(ring, level / f"{HALL}.wok")
    area = kl.load_area(level)
    starts = ring.vertices[ring.faces.reshape(-1)]
    edge = next(each.edge for each in ring.boundary() if 1 < starts[each.edge][0] < 5)
    filled = kl.apply_edits(area, [E.FillHole(HALL, edge, "Stone")]).area.room(HALL).mesh
    assert filled is not None
    assert float(filled.geometry.areas.sum()) == pytest.approx(36)
    assert sorted(filled.materials.tolist()) == [4, 4, *[10] * 8]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (E.Paint("nowhere", (0,), "Metal"), "nowhere"),
        (E.Paint(HALL, (10_000,), "Metal"), "face numbers"),
        (E.Paint(HALL, (0,), "Mettal"), "Did you mean 'Metal'"),
        (E.MoveVertices(HALL, (99_999,), (0, 0, 1)), "no such vertex"),
        (E.Link(HALL, 99_999, CORRIDOR, 0), "boundary edge"),
        (E.AddRoom("station_hall", "station_store.wok"), "station_hall"),
        (E.AddRoom("x", "../secret.wok"), "not in the folder"),
        (E.AddRoom("x", "C:\\secret.wok"), "not in the folder"),
        (E.ReorderRooms((0, 0)), "reorder-rooms"),
        (E.PlaceObject("Door List", 99, (0, 0, 0)), "no entry 99"),
        (E.PlaceObject("Nothing List", 0, (0, 0, 0)), "Nothing List"),
        (E.Connect(0, 0), "itself"),
        (E.MovePathPoint(99, (0, 0, 0)), "no path point"),
        (E.FillHole(HALL, 99_999), "no such edge"),
        (E.DivideEdge(HALL, 0, 7.0), "between"),
        (E.DivideEdge(HALL, 99_999), "no edge 99999"),
        (E.MoveVertices(HALL, (0,)), "by which offset"),
        (E.MoveVertices(HALL, (0,), (0, 0, 1), (0, 0, 1)), "one of the two"),
        (E.MoveVertices(HALL, (2**70,), (0, 0, 1)), "no such vertex"),
        (E.DeleteFaces(HALL, (2**70,)), "face numbers"),
        (E.DeleteFaces(HALL, tuple(range(200_000))), "face numbers"),
        (E.FlipFaces(HALL, (-1,), up=True), "face numbers"),
        (E.ExtrudeEdges(HALL, (99_999,), (1, 0, 0)), "no such edge: 99999"),
        (E.ExtrudeEdges(HALL, tuple(range(200_000)), (1, 0, 0)), "no such edge"),
        (E.ExtrudeEdges(HALL, (0,), (1, 0, 0), "Mettal"), "Did you mean 'Metal'"),
        (E.CutFace(HALL, 99_999, (0, 0, 0), (1, 0, 0)), "no such face: 99999"),
        (E.WeldVertices(HALL, (0,)), "at least two"),
        (E.WeldVertices(HALL, (0, 99_999)), "no such vertex: 99999"),
        (E.WeldVertices(HALL, tuple(range(200_000))), "no such vertex"),
        (E.DropToModel(HALL, (99_999,)), "no such vertex: 99999"),
        (E.DropToModel(HALL, (), -1.0), "not a distance"),
        (E.DropToModel(HALL, (), float("nan")), "not a distance"),
    ],
)
def test_what_cannot_be_done_says_which_edit(
    level: Path, edit: kl.edits.Operation, message: str
) -> None:
    area = kl.load_area(level)
    with pytest.raises(InputError, match=message) as caught:
        kl.apply_edits(area, [E.SetVisible(HALL, STORE), edit], level)
    assert str(caught.value).startswith(f"edit 2 ({edit.op})")


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "format"),
        ({"format": "kotorlevel-edits", "version": 9, "edits": []}, "version 9"),
        ({"format": "kotorlevel-edits", "edits": {}}, "list"),
        ({"op": "pant"}, "Did you mean 'paint'"),
        ({"op": "paint", "room": HALL, "faces": [0]}, "needs 'surface'"),
        ({"op": "paint", "room": HALL, "faces": 0, "surface": 4}, "faces: a list"),
        ({"op": "paint", "room": HALL, "faces": [0.5], "surface": 4}, r"faces\[0\]: a whole"),
        ({"op": "paint", "room": HALL, "faces": [True], "surface": 4}, r"faces\[0\]: a whole"),
        ({"op": "paint", "room": "", "faces": [], "surface": 4}, "room: a text"),
        ({"op": "paint", "room": HALL, "face": [0], "surface": 4}, "Did you mean 'faces'"),
        ({"op": "move-room", "room": HALL, "offset": [0, 0]}, "three numbers"),
        ({"op": "move-room", "room": HALL, "offset": [0, 0, 1e400]}, "finite"),
        ({"op": "move-room", "room": HALL, "offset": [0, 0, 1], "objects": 1}, "true or false"),
        ({"op": "extrude-edges", "room": HALL, "edges": [0]}, "needs 'offset'"),
        ({"op": "cut-face", "room": HALL, "face": -3e9, "start": [], "end": []}, "face: a whole"),
        ({"op": "drop-to-model", "room": HALL, "within": "2"}, "within: a finite"),
        ({"op": "weld-vertices", "room": HALL, "vertices": [0] * 1_000_001}, "at most 1,000,000"),
        ({"op": ["paint"]}, "no operation"),
        (7, "object"),
    ],
)
def test_bad_documents_say_where(tmp_path: Path, document: object, message: str) -> None:
    if not isinstance(document, list) and not (isinstance(document, dict) and "format" in document):
        document = {"format": "kotorlevel-edits", "version": 1, "edits": [document]}
    path = tmp_path / "edits.json"
    path.write_text(json.dumps(document))
    with pytest.raises(FormatError, match=message) as caught:
        kl.read_edits(path)
    assert "edits.json" in str(caught.value)


def test_an_edit_is_named_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "edits.json"
    path.write_text(json.dumps({"format": "kotorlevel-edits", "edits": [{"op": "relink"}, 7]}))
    with pytest.raises(FormatError, match="edit 2: "):
        kl.read_edits(path)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_json(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.json").write_bytes(data)
    with pytest.raises(FormatError, match=r"x\.json"):
        kl.read_edits(tmp_path / "x.json")


def test_the_command_tells_what_each_edit_did(level: Path) -> None:
    kl.write_edits([E.Paint(HALL, (0,), "Mud"), E.SetVisible(HALL, STORE)], level / "e.json")
    before = content(level)
    result = run_inside("apply", level / "e.json", level, "--dry-run")
    assert result.code == 0
    assert "1 face painted as Mud" in result.stdout
    assert content(level) == before
    document = json.loads(
        run_inside("apply", level / "e.json", level, "--in-place", "--json").stdout
    )
    assert [each["op"] for each in document["edits"]] == ["paint", "set-visible"]
    assert len(document["files"]) == 2
    assert run_inside("apply", level / "e.json", level).code == 2
    assert run_inside("apply", level / "missing.json", level, "--dry-run").code == 2
