"""Where a cause ends: what looks like one and is none, and how far its repair goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.checks.facts.area.names import find_alike
from kotorlevel.checks.facts.mesh.shipped import is_shipped
from kotorlevel.formats.bwm import Bwm
from kotorlevel.formats.lyt import LayoutRoom
from kotorlevel.mesh.walkmesh import Walkmesh
from support.areas import NONWALK, STONE, floor, make_area, write_folder
from support.cases.tables_shapes import room, with_tables

NAMES = ("hall", "yard", "shed", "barn", "mill", "dock")
GRASS, GLASS = 3, 15
Place = tuple[float, float, float]


def rooms_in_a_row(material: int = STONE) -> dict[str, Walkmesh]:
    """Side by side from west to east, each linked to its neighbours."""
    last = len(NAMES) - 1
    return {
        name: floor(4 * i, material=material, west=i - 1, east=i + 1 if i < last else -1)
        for i, name in enumerate(NAMES)
    }


def put(
    folder: Path,
    rooms: Mapping[str, Walkmesh],
    *,
    name: str = "lab",
    layout: tuple[str, ...] = NAMES,
    places: Mapping[str, Place] | None = None,
) -> Path:
    """The rooms in a folder, with a layout of these names; its path."""
    path = write_folder(folder, make_area(rooms, name=name))
    at = places or {}
    lines = tuple(LayoutRoom(each, at.get(each, (0.0, 0.0, 0.0))) for each in layout)
    path.write_bytes(kl.Layout(lines).to_bytes())
    return path


def causes(path: Path) -> list[kl.Finding]:
    return [each for each in kl.check(path) if each.rule.startswith("CAU")]


INSERTED = (*NAMES[:2], "annex", *NAMES[2:])


def painted(mesh: Walkmesh, *materials: int) -> Walkmesh:
    return mesh.edited(materials=np.array(materials, np.uint32))


@pytest.mark.parametrize("name", ["lab", "stunt_lab"])
def test_nobody_walks_in_a_cutscene(tmp_path: Path, name: str) -> None:
    """The games reuse rooms of other areas there, with the links that they had."""
    rooms = rooms_in_a_row()
    damages: dict[str, tuple[Mapping[str, Walkmesh], tuple[str, ...]]] = {
        "CAU001": (rooms, INSERTED),
        "CAU002": (rooms | {"shed": rooms["shed"].translated((0, 1.5, 0))}, NAMES),
        "CAU003": (rooms | {"shed": painted(rooms["shed"], NONWALK, NONWALK)}, NAMES),
    }
    for rule, (damaged, layout) in damages.items():
        (tmp_path / rule).mkdir()
        path = put(tmp_path / rule, damaged, name=name, layout=layout)
        assert [each.rule for each in causes(path)] == ([rule] if name == "lab" else [])


@pytest.mark.parametrize(("wrong", "is_told"), [(1, True), (3, False)])
def test_a_numbering_that_too_many_links_speak_against(
    tmp_path: Path, wrong: int, is_told: bool
) -> None:
    """Ten links at five seams; some of them were wrong before the layout was changed."""
    rooms = rooms_in_a_row()
    for name, here, there in (("hall", 1, 4), ("dock", 4, 1), ("shed", 1, 5))[:wrong]:
        links = rooms[name].transitions
        rooms[name] = rooms[name].edited(transitions=np.where(links == here, there, links))
    path = put(tmp_path, rooms, layout=INSERTED)
    assert ("CAU001" in {each.rule for each in causes(path)}) is is_told


def test_rooms_that_follow_the_new_layout_are_left_alone(tmp_path: Path) -> None:
    """One was linked again since then, and one came with the new line."""
    rooms = rooms_in_a_row() | {
        "shed": floor(8, west=1, east=4),
        "annex": floor(40, north=3),
    }
    path = put(tmp_path, rooms, layout=INSERTED)
    (cause,) = (each for each in causes(path) if each.rule == "CAU001")
    assert "annex was inserted into the layout as number 2" in cause.text
    kl.fix(path, select="CAU001")
    links = {
        name: sorted(set(kl.read_walkmesh(tmp_path / f"{name}.wok").transitions.flat) - {-1})
        for name in INSERTED
    }
    assert links == {
        "hall": [1],
        "yard": [0, 3],
        "annex": [3],
        "shed": [1, 4],
        "barn": [3, 5],
        "mill": [4, 6],
        "dock": [5],
    }


@pytest.mark.parametrize(
    ("times", "text"),
    [(-1, "exported without its position in the layout"), (1, "was added twice")],
)
def test_a_room_that_is_off_by_its_position(tmp_path: Path, times: int, text: str) -> None:
    position = (10.0, 2.5, 0.0)
    rooms = rooms_in_a_row()
    right = rooms["shed"]
    way = (times * position[0], times * position[1], 0.0)
    path = put(tmp_path, rooms | {"shed": right.translated(way)}, places={"shed": position})
    (cause,) = causes(path)
    assert text in cause.text
    kl.fix(path, unsafe=True)
    now = kl.read_walkmesh(tmp_path / "shed.wok")
    np.testing.assert_allclose(now.vertices, right.vertices, atol=1e-4)


def test_doorways_that_do_not_agree_on_a_way(tmp_path: Path) -> None:
    """The west of the room would have to go north, its east south: it is not the room."""
    rooms = rooms_in_a_row()
    left, right = floor(8, 1.0, 2, west=1), floor(10, -1.0, 2, east=3)
    vertices = np.concatenate([left.vertices, right.vertices])
    shed = Walkmesh.from_arrays(
        vertices,
        np.concatenate([left.faces, right.faces + 4]),
        [STONE] * 4,
        np.concatenate([left.transitions, right.transitions]),
    )
    assert "CAU002" not in {each.rule for each in causes(put(tmp_path, rooms | {"shed": shed}))}


# Painted floors


def test_the_paint_is_that_of_the_neighbours_and_goes_no_farther(tmp_path: Path) -> None:
    """All faces that hang together with the doorway, but none of another surface."""
    rooms = rooms_in_a_row(GRASS)
    dock = rooms["dock"]  # face 1 is at the doorway, face 0 behind it
    for materials, wanted in (
        ((NONWALK, NONWALK), [GRASS, GRASS]),
        ((GLASS, NONWALK), [GLASS, GRASS]),
    ):
        # Made anew, so that no table tells what was floor.
        shown = Walkmesh.from_arrays(dock.vertices, dock.faces, materials)
        path = put(tmp_path, rooms | {"dock": shown})
        (cause,) = (each for each in causes(path) if each.rule == "CAU003")
        assert len(cause.numbers) == wanted.count(GRASS)
        kl.fix(path, unsafe=True)
        now = kl.read_walkmesh(tmp_path / "dock.wok")
        assert sorted(now.materials.tolist()) == sorted(wanted)
        assert sorted(now.transitions[now.transitions >= 0].tolist()) == [4]


def test_paint_is_followed_from_face_to_face(tmp_path: Path) -> None:
    """Three rectangles in a row: the last face is five steps from the doorway."""
    corners = [(20 + 4 * i, y, 0) for i in range(4) for y in (0, 4)]
    faces = [
        face
        for a in (0, 2, 4)  # south-west, north-west, then those in the east
        for face in ((a, a + 3, a + 1), (a, a + 2, a + 3))
    ]
    links = [(-1, -1, 4)] + [(-1, -1, -1)] * 5
    dock = Walkmesh.from_arrays(corners, faces, [NONWALK] * 6, links)
    path = put(tmp_path, rooms_in_a_row() | {"dock": dock})
    (cause,) = causes(path)
    assert (cause.rule, cause.numbers) == ("CAU003", (0, 1, 2, 3, 4, 5))


def wall_on(x: float) -> Walkmesh:
    """An upright rectangle on the doorway at ``x``, and no floor."""
    corners = [(x, 4, 0), (x, 0, 0), (x, 0, 3), (x, 4, 3)]
    return Walkmesh.from_arrays(corners, [(0, 1, 2), (0, 2, 3)], [NONWALK] * 2)


def floor_and_more(x: float) -> Walkmesh:
    """A floor, and on its doorway a face of glass as well."""
    base = floor(x, west=4)
    faces = np.concatenate([base.faces, [[0, 2, 3]]])
    links = np.concatenate([base.transitions, [[-1, -1, -1]]])
    return Walkmesh.from_arrays(base.vertices, faces, [STONE, STONE, GLASS], links)


@pytest.mark.parametrize("end", [wall_on, floor_and_more])
def test_what_is_no_painted_floor(tmp_path: Path, end: Callable[[float], Walkmesh]) -> None:
    path = put(tmp_path, rooms_in_a_row() | {"dock": end(20)})
    assert "CAU003" not in {each.rule for each in causes(path)}


# Names


@pytest.mark.parametrize(
    ("name", "others", "alike"),
    [
        ("shedd", ["yard", "shed"], "shed"),
        ("M01_01A", ["m01_01", "x"], "m01_01"),
        ("hall", ["mall"], None),  # a letter of four: it may be another room
        ("m01_01a", ["m01_01b", "m01_01c"], None),  # which of them?
        ("m55aa_01", ["m55aa_01_old"], None),  # longer by a word is another name
        ("hall", [], None),
    ],
)
def test_names_that_are_one_misspelt(name: str, others: list[str], alike: str | None) -> None:
    assert find_alike(name, others) == alike


def test_a_walkmesh_of_another_layout_is_no_misspelling(tmp_path: Path) -> None:
    rooms = rooms_in_a_row()
    path = put(tmp_path, rooms, layout=(*NAMES[:2], "shedd", *NAMES[3:]))
    assert [each.rule for each in causes(path)] == ["CAU004"]
    other = tmp_path / "other.lyt"
    other.write_bytes(kl.Layout((LayoutRoom("shed", (0.0, 0.0, 0.0)),)).to_bytes())
    assert "CAU004" not in {each.rule for each in causes(path)}


@pytest.mark.parametrize(
    ("sight", "name", "fix"), [(b"", "shed", "unsafe"), (b"shed 0\r\n", "shed", "safe")]
)
def test_who_tells_how_a_name_is_spelt(tmp_path: Path, sight: bytes, name: str, fix: str) -> None:
    """The file alone may be the one that is misspelt; the visibility says how it is right."""
    path = put(tmp_path, rooms_in_a_row(), layout=(*NAMES[:2], "shedd", *NAMES[3:]))
    path.with_suffix(".vis").write_bytes(sight)
    (cause,) = (each for each in causes(path) if each.rule == "CAU004")
    assert cause.fix == fix
    assert f"did you mean {name}?" in cause.text
    kl.fix(path, select="CAU004", unsafe=fix == "unsafe")
    assert kl.read_layout(path).rooms[2].name == name


# Two causes in one file


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_a_room_that_was_moved_and_whose_numbers_changed_comes_back(
    tmp_path: Path, name: str
) -> None:
    """What it meets no longer speaks for no other layout: the links still lead to and fro."""
    rooms = rooms_in_a_row()
    path = put(tmp_path, rooms | {name: rooms[name].translated((0, 1.5, 0))}, layout=INSERTED)
    found = {each.rule: each.text for each in causes(path)}
    assert found.keys() == {"CAU001", "CAU002"}
    assert found["CAU001"].startswith("annex was inserted into the layout as number 2")
    assert found["CAU002"].startswith(f"{name} stands 1.50 m off")
    kl.fix(path, unsafe=True)
    now = kl.read_walkmesh(tmp_path / f"{name}.wok")
    np.testing.assert_allclose(now.vertices, rooms[name].vertices, atol=1e-4)
    assert not kl.check(path).errors


# Rooms as the games ship them


def as_shipped(bwm: Bwm) -> Bwm:
    """The room as the games' tool would store it: a plane backward, boxes of another model."""
    nodes = bwm.nodes.copy()
    nodes["plane"][np.flatnonzero(nodes["face"] == -1)[0]] = 8
    nodes["box_min"] -= 0.003
    return with_tables(bwm, nodes=nodes)


def changed(**columns: float) -> Callable[[Bwm], Bwm]:
    def change(bwm: Bwm) -> Bwm:
        nodes = bwm.nodes.copy()
        for name, value in columns.items():
            if name == "plane":
                nodes["plane"][nodes["face"] == -1] = value
            else:
                nodes[name] += np.float32(value)
        return with_tables(bwm, nodes=nodes)

    return change


def reversed_(table: str) -> Callable[[Bwm], Bwm]:
    def change(bwm: Bwm) -> Bwm:
        return with_tables(bwm, **{table: getattr(bwm, table)[::-1].copy()})

    return change


def test_the_fingerprint_of_the_games() -> None:
    assert is_shipped(Walkmesh.from_bytes(as_shipped(room()).to_bytes()))
    assert not is_shipped(Walkmesh.from_bytes(room().to_bytes()))
    assert not is_shipped(floor())


@pytest.mark.parametrize(
    "change",
    [
        changed(plane=1),  # as tools of today write it
        changed(box_min=0.003),  # boxes of the walkmesh itself
        changed(box_min=-1.0),  # of no model at all
        *map(reversed_, ("normals", "distances", "adjacency", "edges", "loops")),
    ],
)
def test_who_touched_it_leaves_another(change: Callable[[Bwm], Bwm]) -> None:
    assert not is_shipped(Walkmesh.from_bytes(change(as_shipped(room())).to_bytes()))


def with_an_empty_face() -> Bwm:
    """The room, and above it a face whose corners are in one line."""
    mesh = Walkmesh.from_bytes(room().to_bytes())
    count = len(mesh.vertices)
    return Walkmesh.from_arrays(
        np.concatenate([mesh.vertices, [(0, 0, 5), (1, 0, 5), (2, 0, 5)]]),
        np.concatenate([mesh.faces, [(count, count + 1, count + 2)]]),
        [*mesh.materials.tolist(), NONWALK],
    ).to_bwm()


def test_a_shipped_room_is_spared_unless_asked(tmp_path: Path) -> None:
    """What a safe fix changes in a room of somebody's own, it leaves alone in one of the games'."""
    file = tmp_path / "room.wok"
    for bwm, is_spared in (
        (with_an_empty_face(), False),
        (as_shipped(with_an_empty_face()), True),
    ):
        file.write_bytes(bwm.to_bytes())
        (found,) = (each for each in kl.check(file) if each.rule == "MSH002")
        assert found.fix == ("unsafe" if is_spared else "safe")
        kl.fix(file)
        assert (file.read_bytes() == bwm.to_bytes()) is is_spared
        kl.fix(file, select="MSH002")
        assert "MSH002" not in {each.rule for each in kl.check(file)}
