"""``layout add`` with templates, and ``layout move --objects``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.formats.gff import Gff, GffType, Struct
from kotorlevel.formats.pth import make_path_points
from support.area.level_files import content as contents
from support.area.room_grids import joined_rooms, one_way
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.core.journals import old_bytes
from support.corpus import ROOT
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "layout.schema.json").read_text(encoding="utf-8"))


def thing(x: float, y: float, z: float) -> Struct:
    fields = [
        (f"{axis}Position", GffType.FLOAT, v) for axis, v in zip("XYZ", (x, y, z), strict=True)
    ]
    return Struct(fields, 4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two rooms side by side, a creature and a path point on each."""
    place = tmp_path / "mod"
    place.mkdir()
    rows = [thing(1, 1, 0), thing(6, 1, 0), thing(99, 99, 0)]
    git = Gff("GIT ", Struct([("Creature List", GffType.LIST, rows)]))
    points = make_path_points([(1, 1), (6, 1)], [(0, 1), (1, 0)])
    write_folder(
        place,
        make_area({"a": floor(east=1), "b": floor(4, west=0)}),
        vis=kl.Visibility((kl.VisRoom("a", ("b",)), kl.VisRoom("b", ("a",)))).to_bytes(),
        git=git.to_bytes(),
        pth=points.to_bytes(),
    )
    return place


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A room of 4 by 7 m; doorways of 4 m in the south and the north, with dummy numbers."""
    path = tmp_path / "kit_hall.wok"
    kl.write_walkmesh(floor(100, 100, 4, 7, south=5, north=9), path)
    return path


def document(result: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(result.stdout)
    validate(data, SCHEMA)
    return data


def test_join(kotorlevel: InProcess, folder: Path, kit: Path) -> None:
    """The south of the hall comes to the east of b: it lies there from x 8 to 15."""
    arguments = ("layout", folder, "add", kit, "--name", "hall", "--join", "b:1")
    several = kotorlevel(*arguments, "--dry-run")
    assert several.code == 2
    assert "several doorways" in several.stderr
    assert "edge 0 (4.000 m" in several.stderr
    result = kotorlevel(*arguments, "--edge", "0", "--in-place")
    assert result.code == 0
    area = kl.load_area(folder)
    assert joined_rooms(area) == {("a", "b"), ("b", "hall")}
    assert not one_way(area)
    mesh = area.rooms[2].mesh
    assert mesh is not None
    assert mesh.vertices.min(axis=0).tolist() == pytest.approx([8, 0, 0], abs=1e-4)
    assert mesh.vertices.max(axis=0).tolist() == pytest.approx([15, 4, 0], abs=1e-4)
    assert "turned by -90 degrees" in result.stdout
    assert "a doorway that leads nowhere yet" in result.stdout
    assert "hall.mdl" in result.stdout
    assert area.visibility is not None
    assert area.visibility.sees("b", "hall")


def test_join_as_json(kotorlevel: InProcess, folder: Path, kit: Path) -> None:
    arguments = ("layout", folder, "add", kit, "--join", "1:1", "--edge", "4", "--flip", "x")
    data = document(kotorlevel(*arguments, "--before", "a", "--dry-run", "--json"))
    placed = data["placed"]
    assert (placed["room"], placed["other_room"], placed["other_edges"]) == (0, 2, [1])
    assert placed["flip"] == "x"
    assert placed["residual"] < 1e-6
    assert len(placed["open_doorways"]) == 1
    assert placed["open_doorways"][0]["at"] == pytest.approx([15, 2, 0], abs=1e-4)
    assert {(link["room"], link["now"]) for link in data["links"]} == {(0, 2), (2, 0)}


def test_where_a_room_can_be_joined(kotorlevel: InProcess, folder: Path) -> None:
    """A floor without walls: all four sides, of which the west one is taken."""
    data = document(kotorlevel("layout", folder, "show", "b", "--json"))
    assert data["room"] == 1
    found = {each["edges"][0]: (each["leads_to"], each["at"]) for each in data["doorways"]}
    assert found == {
        0: (-1, [6, 0, 0]),
        1: (-1, [8, 2, 0]),
        4: (-1, [6, 4, 0]),
        5: (0, [4, 2, 0]),
    }
    text = kotorlevel("layout", folder, "show", "b").stdout
    assert "edge 5  4.00 m wide, leads to a, taken  at (4.00, 2.00, 0.00)" in text
    assert kotorlevel("layout", folder, "show", "nobody").code == 2


def test_rotate_and_flip(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    """By hand: x from 1 to 3 mirrored is -3 to -1; half a turn brings it back, and y over."""
    kl.write_walkmesh(floor(1, 0, 2, 4), tmp_path / "d.wok")
    arguments = ("--position", "20,30,0", "--rotate", "180", "--flip", "x", "--in-place")
    assert kotorlevel("layout", folder, "add", tmp_path / "d.wok", *arguments).code == 0
    mesh = kl.load_area(folder).room("d").mesh
    assert mesh is not None
    assert mesh.vertices.min(axis=0).tolist() == [21, 26, 0]
    assert mesh.vertices.max(axis=0).tolist() == [23, 30, 0]


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", "{kit}", "--join", "b"),
        ("add", "{kit}", "--join", "b:x"),
        ("add", "{kit}", "--join", "nobody:1"),
        ("add", "{kit}", "--join", "b:2", "--edge", "0"),
        ("add", "{kit}", "--join", "b:5", "--edge", "0"),
        ("add", "{kit}", "--join", "b:1", "--edge", "99"),
        ("add", "{kit}", "--join", "b:1", "--edge", "1"),
        ("add", "{kit}", "--join", "b:1", "--position", "1,2,3"),
        ("add", "{kit}", "--join", "b:1", "--rotate", "90"),
        ("add", "{kit}", "--edge", "1"),
        ("add", "{kit}", "--placed", "--rotate", "90"),
        ("add", "{kit}", "--rotate", "nan"),
        ("add", "{kit}", "--flip", "z"),
        ("add", "{kit}", "--position", "1e7,0,0"),
        ("move", "a", "--by", "2000000,0,0"),
        ("move", "a", "--by", "inf,0,0", "--objects"),
        ("move", "a", "--to", "0,0,-1e9"),
    ],
)
def test_bad_usage(
    kotorlevel: InProcess, folder: Path, kit: Path, arguments: tuple[str, ...]
) -> None:
    before = contents(folder)
    given = [text.format(kit=kit) for text in arguments]
    result = kotorlevel("layout", folder, *given, "--in-place")
    assert result.code == 2
    assert result.stderr
    assert "Traceback" not in result.stderr
    assert contents(folder) == before


def test_move_with_objects(kotorlevel: InProcess, folder: Path) -> None:
    """b goes to the west of a with its creature and its path point, which is the first then."""
    before = contents(folder)
    arguments = ("layout", folder, "move", "b", "--by", "-8,0,0.25")
    result = kotorlevel(*arguments, "--objects", "--in-place")
    assert result.code == 0
    assert "moved along: 1 of Creature List, 1 path point" in result.stdout
    assert "1 thing of the GIT over no floor" in result.stdout
    area = kl.load_area(folder)
    assert area.git is not None
    places = [tuple(row[f"{axis}Position"] for axis in "XYZ") for row in area.git["Creature List"]]
    assert places == [(1, 1, 0), (-2, 1, 0.25), (99, 99, 0)]
    assert area.path_points is not None
    assert area.path_points.points.tolist() == [[-2, 1], [1, 1]]
    assert area.path_points.neighbours(0).tolist() == [1]
    assert old_bytes(folder)["lab.git"] == before["lab.git"]


def test_path_points_have_no_height(kotorlevel: InProcess, folder: Path) -> None:
    """Straight up: the creature goes along, the path point cannot, and is not counted."""
    before = contents(folder)
    arguments = ("layout", folder, "move", "b", "--by", "0,0,0.25", "--objects", "--in-place")
    result = kotorlevel(*arguments)
    assert "moved along: 1 of Creature List" in result.stdout
    assert "path point" not in result.stdout
    assert contents(folder)["lab.pth"] == before["lab.pth"]


def test_move_without_objects(kotorlevel: InProcess, folder: Path) -> None:
    before = contents(folder)
    arguments = ("layout", folder, "move", "b", "--by", "0,0,0.25", "--in-place", "--json")
    data = document(kotorlevel(*arguments))
    assert "objects" not in data
    after = contents(folder)
    assert after["lab.git"] == before["lab.git"]
    assert after["lab.pth"] == before["lab.pth"]
    dry = kotorlevel(
        "layout", folder, "move", "b", "--by", "1,0,0", "--objects", "--dry-run", "--json"
    )
    assert document(dry)["objects"] == {
        "lists": {"Creature List": 1},
        "path_points": 1,
        "nowhere": 1,
    }
    assert {"lab.git", "lab.pth"} <= {file["name"] for file in document(dry)["files"]}
