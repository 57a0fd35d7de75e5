"""``kotorlevel info`` on whole areas, made by hand in a game, and on real ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.corpus import CORPUS, ROOT, needs_corpus
from support.installation import Installation, make_archive, make_installation
from support.sample_area import DOORS, ENTRY, MODULE, PATH_POINTS, PLACEABLES, ROOMS, small_area
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs/schema/info.schema.json").read_text(encoding="utf-8"))


pytestmark = pytest.mark.usefixtures("inside_tmp_path")


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    return make_installation(tmp_path, shadowed=True)


def info(kotorlevel: InProcess, *arguments: object) -> Any:
    result = kotorlevel("info", *arguments, "--json")
    document = json.loads(result.stdout)
    validate(document, SCHEMA)
    assert result.code == (2 if document["errors"] else 0)
    return document


def area_of(kotorlevel: InProcess, *arguments: object) -> Any:
    (area,) = info(kotorlevel, *arguments)["areas"]
    return area


def lines(kotorlevel: InProcess, *arguments: object) -> list[str]:
    return [" ".join(line.split()) for line in kotorlevel("info", *arguments).stdout.splitlines()]


# A module of a game


def test_module_of_a_game(made: Installation, kotorlevel: InProcess) -> None:
    document = info(kotorlevel, "game", "--module", MODULE)
    assert document["files"] == []
    (area,) = document["areas"]
    assert area["files"] == {
        "lyt": "data/layouts.bif: station.lyt",
        "vis": "data/lightmaps3.bif: station.vis",
        "ifo": "modules/sta_m01aa.rim: module.ifo",
        "git": "modules/sta_m01aa.rim: station.git",
        "are": "modules/sta_m01aa.rim: station.are",
        "pth": "modules/sta_m01aa_s.rim: station.pth",
    }
    assert area["surfaces"] == "data/2da.bif: surfacemat.2da"
    assert area["with_game"] is True
    assert area["path_points"] == len(PATH_POINTS)
    assert area["entry"]["position"] == list(ENTRY)
    assert (area["entry"]["room"], area["entry"]["above_floor"]) == (0, 0.25)


def test_rooms_and_their_links(made: Installation, kotorlevel: InProcess) -> None:
    rooms = area_of(kotorlevel, "game", "--module", MODULE)["rooms"]
    assert [room["name"] for room in rooms] == list(ROOMS)
    assert [[link["room"] for link in room["links"]] for room in rooms] == [
        [1],  # the hall; the plan is in kotorlevel.area.sample
        [0, 2, 4],
        [1, 3],
        [2],
        [1],
        [],
        [],
    ]
    assert all(link["edges_back"] > 0 for room in rooms for link in room["links"])
    assert rooms[0]["source"] == "Override/station_hall.wok"
    assert rooms[1]["source"] == "data/models.bif: station_corridor.wok"
    assert [room["faces"] is None for room in rooms] == [False] * 5 + [True, True]


def test_doors_and_placeables(made: Installation, kotorlevel: InProcess) -> None:
    area = area_of(kotorlevel, "game", "--module", MODULE)
    states = ("closed", "open1", "open2")
    assert [
        (door["tag"], door["template"], door["model"], door["state"], door["linked_module"])
        for door in area["doors"]
    ] == [(d.tag, d.template, d.model, states[d.state], d.linked_module) for d in DOORS]
    gate, _, arch = area["doors"]
    assert gate["walkmeshes"] == dict.fromkeys(states, "data/models.bif")
    assert (gate["position"], gate["missing"]) == ([24.0, 4.0, 1.5], "")
    assert arch["walkmeshes"] == dict.fromkeys(states)
    assert (arch["missing"], arch["linked_to"]) == ("walkmesh", "from_station")
    assert [(p["tag"], p["model"], p["walkmesh"]) for p in area["placeables"]] == [
        (PLACEABLES[0].tag, PLACEABLES[0].model, "data/models.bif"),
        (PLACEABLES[1].tag, PLACEABLES[1].model, None),
    ]


def test_what_shadows_what(made: Installation, kotorlevel: InProcess) -> None:
    area = area_of(kotorlevel, "game", "--module", MODULE, "--override", "mod")
    assert {(each["file"], each["winner"], each["loser"]) for each in area["shadows"]} == {
        ("station_hall.wok", "Override", "data/models.bif"),
        ("station_corridor.wok", "mod", "data/models.bif"),
    }


def test_text_of_a_module(made: Installation, kotorlevel: InProcess) -> None:
    shown = lines(kotorlevel, "game", "--module", MODULE)
    assert shown[0] == (
        "station area, 7 rooms (5 with a walkmesh, 1 without, 1 empty slot), 3 doors, 2 placeables"
    )
    assert "entry (2.00, 2.00, 0.25), 0.25 m above the floor of station_hall (room 0)" in shown
    assert "path points modules/sta_m01aa_s.rim: station.pth, 4 points" in shown
    assert "5 **** (empty slot)" in shown
    assert "6 station_sky - - (no walkmesh)" in shown
    assert any(line.endswith("0, 2, 4 data/models.bif") for line in shown)
    (leads,) = [line for line in shown if "leads to dan_m77zz (from_station)" in line]
    assert leads.startswith("2 exit (sta_exit) station_arch at (0.00, 4.00, 0.00), closed")
    assert leads.endswith("no walkmesh")
    assert "1 hatch (sta_hatch) station_door at (14.00, 5.00, 0.00), open" in shown
    assert "station_hall.wok: Override wins over data/models.bif" in shown


# Layouts, folders, archives


def test_links_that_are_not_as_they_should_be(tmp_path: Path, kotorlevel: InProcess) -> None:
    rooms = {
        "hall": floor(east=1, north=7, south=3),
        "yard": floor(4, east=2),
        "****": None,
        "cell": None,
    }
    write_folder(tmp_path, make_area(rooms))
    hall, yard, *_ = area_of(kotorlevel, "lab.lyt")["rooms"]
    assert {link["room"]: link["edges_back"] for link in hall["links"]} == {1: 0, 3: None, 7: None}
    assert yard["links"] == [{"room": 2, "edges": 1, "edges_back": None}]
    shown = lines(kotorlevel, "lab.lyt")
    assert "0 hall 2 2 1 (one-sided), 3 (no walkmesh), 7 (no such room) hall.wok" in shown
    assert "1 yard 2 2 2 (empty slot) yard.wok" in shown


def test_layout_comes_with_its_file_and_its_area(tmp_path: Path, kotorlevel: InProcess) -> None:
    write_folder(tmp_path, make_area({"hall": floor()}))
    document = info(kotorlevel, "lab.lyt")
    assert [file["path"] for file in document["files"]] == ["lab.lyt"]
    assert document["areas"][0]["path"] == "lab.lyt"
    assert document["areas"][0]["entry"] is None
    assert document["areas"][0]["surfaces"] == "k1"


def test_several_areas_of_a_folder_are_one_line_each(tmp_path: Path, kotorlevel: InProcess) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_folder(tmp_path / name, make_area({"hall": floor()}, name=name))
    shown = lines(kotorlevel, ".")
    assert shown[-2:] == [
        "one area in one/one.lyt: 1 room (1 with a walkmesh)",
        "two area in two/two.lyt: 1 room (1 with a walkmesh)",
    ]
    full = lines(kotorlevel, ".", "--full")
    assert "two area, 1 room (1 with a walkmesh)" in full
    assert len(info(kotorlevel, ".")["areas"]) == 2


def test_archive_with_a_level(tmp_path: Path, kotorlevel: InProcess) -> None:
    data = make_archive("m77zz.mod", small_area("m77zz")).to_bytes()
    Path("m77zz.mod").write_bytes(data)
    document = info(kotorlevel, "m77zz.mod")
    (file,), (area,) = document["files"], document["areas"]
    assert (file["format"], file["entries"]) == ("archive", 6)
    assert area["rooms"][0]["source"] == "m77zz.mod: m77zz_01a.wok"
    assert area["entry"]["above_floor"] == 0


def test_archive_and_mod_with_the_game(made: Installation, kotorlevel: InProcess) -> None:
    rim = f"game/modules/{MODULE}.rim"
    assert info(kotorlevel, rim)["areas"] == []
    assert area_of(kotorlevel, rim, "--game", "game")["name"] == "station"
    area = area_of(kotorlevel, "mod", "--game", "game", "--module", MODULE)
    assert area["rooms"][1]["source"] == "mod/rooms/station_corridor.wok"
    assert area["rooms"][2]["source"] == "data/models.bif: station_ramp.wok"


def test_materials_decide_what_is_walkable(tmp_path: Path, kotorlevel: InProcess) -> None:
    write_folder(tmp_path, make_area({"pit": floor(material=16)}))
    walkable = [
        area_of(kotorlevel, "lab.lyt", *more)["rooms"][0]["walkable_faces"]
        for more in ((), ("--materials", "mdlops"))
    ]
    assert walkable == [0, 2]


def test_long_lists_are_cut_for_people(made: Installation, kotorlevel: InProcess) -> None:
    from support.sample_area import make_git

    git = make_git(DOORS * 10, PLACEABLES)
    (made.mod / "station.git").write_bytes(git)
    arguments = ("game", "--module", MODULE, "--override", "mod")
    assert "and 18 more (--full shows all)" in lines(kotorlevel, *arguments)
    full = lines(kotorlevel, *arguments, "--full")
    assert sum("station_door at" in line for line in full) == 20
    assert len(area_of(kotorlevel, *arguments)["doors"]) == 30


# What is wrong


def test_problems_are_shown_and_the_rest_goes_on(tmp_path: Path, kotorlevel: InProcess) -> None:
    write_folder(tmp_path, make_area({"hall": floor(), "yard": floor(4)}), git=b"no GFF")
    (tmp_path / "yard.wok").write_bytes(b"BWM V1.0")
    area = area_of(kotorlevel, "lab.lyt")
    assert {problem["source"] for problem in area["problems"]} == {"lab.git", "yard.wok"}
    assert area["rooms"][0]["faces"] == 2
    assert area["rooms"][1]["error"].startswith("yard.wok: ")
    shown = kotorlevel("info", "lab.lyt").stdout
    assert "problems" in shown
    assert "lab.git: header" in shown


def test_unreadable_layout_is_told_once(tmp_path: Path, kotorlevel: InProcess) -> None:
    Path("m.lyt").write_bytes(b"\0")
    result = kotorlevel("info", "m.lyt")
    assert result.code == 2
    assert len(result.stderr.splitlines()) == 1


def test_hostile_names_do_not_reach_the_terminal(tmp_path: Path, kotorlevel: InProcess) -> None:
    write_folder(tmp_path, make_area({"ha\x1bll": None, "yard": floor()}))
    result = kotorlevel("info", "lab.lyt")
    assert result.code == 0
    assert "\x1b" not in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("game", "this is a whole game; name one of its modules: dan_m77zz"),
        ("game --module sta_m1", "Did you mean 'sta_m01aa'?"),
        ("mod --module station", "the name of a module goes with a game; add --game DIR"),
        ("game/modules/sta_m01aa.rim --module none.mod", "none.mod: no such file"),
        ("mod --game mod", "no game here"),
    ],
)
def test_wrong_use(made: Installation, kotorlevel: InProcess, arguments: str, message: str) -> None:
    result = kotorlevel("info", *arguments.split())
    assert (result.code, result.stdout) == (2, "")
    assert message in result.stderr


def test_key_is_a_file_unless_a_module_is_asked_for(
    made: Installation, kotorlevel: InProcess
) -> None:
    (file,) = info(kotorlevel, "game/chitin.key")["files"]
    assert file["format"] == "key"
    assert area_of(kotorlevel, "game/chitin.key", "--module", MODULE)["name"] == "station"


@needs_corpus
def test_real_area_and_module(kotorlevel: InProcess) -> None:
    module = CORPUS / "archives/tar_m10aa.mod"
    area = area_of(kotorlevel, CORPUS / "area_m10aa", "--module", module)
    assert len(area["rooms"]) == 17
    assert sum(room["faces"] is not None for room in area["rooms"]) == 8
    assert (len(area["doors"]), len(area["placeables"])) == (24, 36)
    # Every link to a room that is present leads back (FACTS 1).
    links = [link for room in area["rooms"] for link in room["links"]]
    assert all(link["edges"] == link["edges_back"] for link in links if link["edges_back"])
    assert not any(link["edges_back"] == 0 for link in links)
    assert "the game may have what is missing here: add --game DIR" in lines(
        kotorlevel, CORPUS / "area_m10aa", "--module", module
    )
