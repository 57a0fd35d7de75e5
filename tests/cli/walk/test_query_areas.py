"""``kotorlevel query`` on areas of games and archives, with doors and placeables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.mesh.convert.to_ascii import room_to_ascii
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.command import Result
from support.corpus import CORPUS, ROOT, needs_corpus
from support.installation import Installation, make_archive, make_installation
from support.sample_area import MODULE, OWN_SURFACE, changed_room, small_area
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs/schema/query.schema.json").read_text(encoding="utf-8"))

# Across the closed gate at (24, 4), which stands in a doorway along y.
ACROSS = (22, 4, 2.6, 26, 4, 2.6)


pytestmark = pytest.mark.usefixtures("inside_tmp_path")


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    return make_installation(tmp_path)


def document(result: Result) -> Any:
    assert result.code == 0, result.stderr
    found = json.loads(result.stdout)
    validate(found, SCHEMA)
    return found


def answer(kotorlevel: InProcess, *arguments: object) -> Any:
    (found,) = document(kotorlevel("query", *arguments, "--json"))["answers"]
    return found["answer"]


def test_module_of_a_game(made: Installation, kotorlevel: InProcess) -> None:
    found = answer(kotorlevel, "game", "--module", MODULE, "height", 2, 2)
    assert (found["height"], found["room_name"]) == (0, "station_hall")
    result = kotorlevel("query", "game", "--module", MODULE, "height", 2, 2)
    assert "1 of 7 rooms without a walkmesh here" in result.stderr
    assert "station_sky" in result.stderr


def test_doors_block_sight_where_they_are_asked_for(
    made: Installation, kotorlevel: InProcess
) -> None:
    arguments = ("game", "--module", MODULE, "sight", *ACROSS)
    assert answer(kotorlevel, *arguments)["clear"] is True
    assert answer(kotorlevel, *arguments, "--placeables")["clear"] is True
    blocked = answer(kotorlevel, *arguments, "--doors")["blocked_by"]
    assert (blocked["room_name"], blocked["room"]) == ("gate", 7)  # behind the seven rooms
    assert blocked["point"][0] == pytest.approx(24, abs=0.2)
    rooms = document(kotorlevel("query", *arguments, "--doors", "--json"))["rooms"]
    assert [room["kind"] for room in rooms] == ["room"] * 7 + ["door"] * 3
    assert rooms[9] == {"index": 9, "kind": "door", "name": "exit", "faces": None}
    text = kotorlevel("query", *arguments, "--doors")
    assert "gate (door 0)" in text.stdout
    assert "1 of 3 doors without a walkmesh, so they stop nothing here: exit" in text.stderr


def test_placeables_are_hit(made: Installation, kotorlevel: InProcess) -> None:
    down = ("game", "--module", MODULE, "ray", 28, 2, 4, 0, 0, -1)
    floor_below = answer(kotorlevel, *down)
    crate = answer(kotorlevel, *down, "--doors", "--placeables")
    assert (crate["room_name"], crate["room"]) == ("crate", 10)  # rooms, three doors, crate
    assert crate["distance"] < floor_below["distance"]
    assert answer(kotorlevel, *down, "--placeables")["room"] == 7


def test_surfaces_of_the_game_decide(tmp_path: Path, kotorlevel: InProcess) -> None:
    number, label = OWN_SURFACE
    room = changed_room("station_hall", number)
    make_installation(tmp_path, more={"Override": {"station_hall.wok": room}})
    arguments = ("game", "--module", MODULE, "height", 2, 2)
    found = answer(kotorlevel, *arguments)
    assert (found["surface"], found["walkable"]) == (label, True)
    assert answer(kotorlevel, *arguments, "--materials", "k1") is None  # unknown there


def test_mod_with_its_game(made: Installation, kotorlevel: InProcess) -> None:
    arguments = ("mod", "height", 2, 2)
    assert answer(kotorlevel, *arguments) is None
    found = answer(kotorlevel, *arguments, "--game", "game", "--module", MODULE)
    assert found["room_name"] == "station_hall"


def test_archive(kotorlevel: InProcess) -> None:
    Path("m77zz.mod").write_bytes(make_archive("m77zz.mod", small_area("m77zz")).to_bytes())
    assert answer(kotorlevel, "m77zz.mod", "height", 1, 0.5)["room_name"] == "m77zz_01a"


def test_rooms_as_text_and_rooms_that_cannot_be_read(tmp_path: Path, kotorlevel: InProcess) -> None:
    area = make_area({"hall": floor(z=3), "yard": floor(4), "cell": floor(8)})
    write_folder(tmp_path, area)
    mesh = area.rooms[0].mesh
    assert mesh is not None
    (tmp_path / "hall.wok").write_bytes(room_to_ascii(mesh, "hall"))
    (tmp_path / "yard.wok").write_bytes(b"BWM V1.0")
    result = kotorlevel("query", "lab.lyt", "height", 1, 1, "--json")
    assert document(result)["answers"][0]["answer"]["height"] == 3
    assert "hall.wok: a text" in result.stderr
    assert "yard.wok: header" in result.stderr
    assert "this room is left out" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("game height 1 2", "this is a whole game; name one of its modules: "),
        ("game --module sta_m1 height 1 2", "Did you mean 'sta_m01aa'?"),
        ("mod --doors height 1 2", "--doors and --placeables go with an area"),
        ("game/modules/sta_m01aa.rim height 1 2", "no layout (LYT) here"),
        ("layout.txt height 1 2", "is a layout, but its name does not end in .lyt"),
    ],
)
def test_wrong_use(made: Installation, kotorlevel: InProcess, arguments: str, message: str) -> None:
    Path("layout.txt").write_bytes(make_area({"hall": None}).layout.to_bytes())
    result = kotorlevel("query", *arguments.split())
    assert (result.code, result.stdout) == (2, "")
    assert message in result.stderr


def test_doors_without_a_module_are_told(tmp_path: Path, kotorlevel: InProcess) -> None:
    write_folder(tmp_path, make_area({"hall": floor()}))
    result = kotorlevel("query", "lab.lyt", "height", 1, 1, "--doors")
    assert result.code == 0
    assert "no GIT here, so no doors or placeables are known" in result.stderr


@needs_corpus
def test_real_area_with_its_module(kotorlevel: InProcess) -> None:
    module = CORPUS / "archives/tar_m10aa.mod"
    result = kotorlevel(
        "query", CORPUS / "area_m10aa", "--module", module, "nearest", 0, 0, 0, "--json", "--doors"
    )
    rooms = document(result)["rooms"]
    assert [room["kind"] for room in rooms] == ["room"] * 17 + ["door"] * 24
    assert "24 of 24 doors without a walkmesh" in result.stderr
