"""``kotorlevel reach`` on areas made in code, in a made game, and on a real area."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.mesh.walkmesh import Walkmesh
from support import sample_area
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.corpus import CORPUS, ROOT, needs_corpus
from support.installation import make_installation
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "reach.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A hall of 16 m² and a yard of 20 that are linked, a store 3.2 cm off, a cellar without a
    way back, and a speck of a tenth of a square metre.
    """
    place = tmp_path / "my mod"
    place.mkdir()
    rooms = {
        "hall": floor(east=1, south=3),
        "yard": floor(4, width=5, west=0),
        "store": floor(0, 4.032),
        "cellar": floor(0, -4),
        "speck": floor(30, 0, 0.5, 0.2),
    }
    write_folder(place, make_area(rooms))
    return place


def document(result: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(result.stdout)
    validate(data, SCHEMA)
    return data


def unwrapped(text: str) -> list[str]:
    """The lines without the breaks inside of texts; each is 100 letters at most, but commands."""
    lines: list[str] = []
    for line in text.splitlines():
        bare = line.strip()
        assert len(line) <= 100 or bare.removeprefix("fix: ").startswith("kotorlevel ")
        if line.startswith(" " * 9) and not bare.startswith(("fix: ", "if one ", "kotorlevel ")):
            lines[-1] += f" {bare}"
        else:
            lines.append(bare)
    return lines


def test_the_text(kotorlevel: InProcess, folder: Path) -> None:
    result = kotorlevel("reach", folder, "--from", "1,1")
    assert result.code == 0
    assert result.stderr == ""
    lines = unwrapped(result.stdout)
    assert lines[0] == "From (1.0, 1.0, 0.0): 3 of 5 rooms, 52 of 68 m²."
    assert lines[1].startswith("Cut off: store (16 m²), (")
    assert lines[1].endswith(
        "Nearest way in: the seam with hall at (2.0, 4.0), a gap of 3.2 cm [ARE005]."
    )
    assert lines[2].strip() == f'fix: kotorlevel link "{folder}" --in-place --snap 0.033'
    assert lines[3] == "1 speck cut off besides, 0.1 m² together (see --min-area)."
    assert lines[4] == (
        "One way: no way leads back from cellar (16 m²). The link at (2.0, 0.0) leads from hall to "
        "cellar only: edge 4 of cellar lacks the way back [ARE003]."
    )
    assert lines[5].strip() == f'fix: kotorlevel link "{folder}" --in-place'
    assert len(lines) == 6


def test_what_is_named_as_a_remedy_is_one(kotorlevel: InProcess, folder: Path) -> None:
    assert kotorlevel("link", folder, "--in-place", "--snap", "0.033").code == 0
    data = document(kotorlevel("reach", folder, "--from", "1,1", "--json"))
    assert (data["cut_off"], data["one_way"]) == ([], [])
    assert data["reached"] == pytest.approx(68, abs=0.2)


def test_a_command_stands_alone_behind_its_condition(kotorlevel: InProcess, tmp_path: Path) -> None:
    """Two halves of a room that share no vertices: whoever copies the command can run it."""
    corners = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)]
    faces = [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7)]
    halves = Walkmesh.from_arrays(
        [*corners, *((x + 2, y, z) for x, y, z in corners)], faces, [4] * 4
    )
    place = tmp_path / "mod"
    place.mkdir()
    write_folder(place, make_area({"hall": halves}))
    text = kotorlevel("reach", place, "--from", "1,1").stdout
    before, _, command = text.partition("kotorlevel ")
    assert before.rstrip().endswith(" if one is to walk there, fix:")
    words = command.strip().replace(str(place), "PLACE").split()
    assert words == ["fix", "PLACE", "--unsafe"]
    result = kotorlevel(*(place if word == "PLACE" else word for word in words))
    assert result.code == 0
    assert "Nothing is cut off." in kotorlevel("reach", place, "--from", "1,1").stdout


def test_a_part_behind_another(kotorlevel: InProcess, tmp_path: Path) -> None:
    """The yard is 3 cm off the hall, and the shed 2 cm off the yard."""
    rooms = {"hall": floor(), "yard": floor(4.03), "shed": floor(8.05)}
    path = write_folder(tmp_path, make_area(rooms))
    lines = unwrapped(kotorlevel("reach", path, "--from", "1,1").stdout)
    yard, shed = (
        next(line for line in lines if line.startswith(f"Cut off: {room} "))
        for room in ("yard", "shed")
    )
    assert yard.endswith("the seam with hall at (4.0, 2.0), a gap of 3.0 cm [ARE005].")
    assert shed.endswith("[ARE005]. The floor of yard there is cut off itself.")


def test_json(kotorlevel: InProcess, folder: Path) -> None:
    data = document(kotorlevel("reach", folder, "--from", "1,1", "--min-area", "0", "--json"))
    assert data["start"] == {"kind": "given", "at": [1, 1, 0]}
    assert data["reached"] == pytest.approx(52)
    assert data["whole"] == pytest.approx(68.1, abs=1e-3)
    assert [room["reached"] for room in data["rooms"]] == pytest.approx([16, 20, 0, 16, 0])
    assert data["specks"] == {"count": 0, "area": 0}
    store, speck = data["cut_off"]
    assert store["ways"][0]["kind"] == "gap"
    assert store["ways"][0]["edges"] == [[[0, 4]], [[2, 0]]]
    assert speck["ways"][0]["kind"] == "apart"
    assert speck["ways"][0]["size"] == pytest.approx(21)
    (trap,) = data["one_way"]
    assert [share["room"] for share in trap["rooms"]] == [3]


def test_from_the_cut_off_part(kotorlevel: InProcess, folder: Path) -> None:
    data = document(kotorlevel("reach", folder, "--from", "1,5,0", "--json"))
    assert data["reached"] == pytest.approx(16, abs=1e-3)
    parts = [{share["room"] for share in part["rooms"]} for part in data["cut_off"]]
    assert parts == [{0, 1}, {3}]


def test_without_an_entry_it_starts_on_the_largest_part(
    kotorlevel: InProcess, folder: Path
) -> None:
    result = kotorlevel("reach", folder)
    assert "no entry is known; started on the largest part" in result.stderr
    assert result.stdout.startswith("From the largest part of the floor, at (")


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("15,1", "no floor there; the nearest is at 9.00,1.00,0.00"),
        ("500,1", "no floor there, and none within 10 m"),
        ("1", "1 numbers; write X,Y or X,Y,Z"),
        ("1,x", "'x' is not a number"),
        ("1,2,3,4", "4 numbers"),
        ("1,1e39", "too large"),
    ],
)
def test_bad_starts(kotorlevel: InProcess, folder: Path, start: str, message: str) -> None:
    result = kotorlevel("reach", folder, "--from", start)
    assert (result.code, result.stdout) == (2, "")
    assert message in " ".join(result.stderr.split())


def test_negative_places_can_be_given(kotorlevel: InProcess, folder: Path) -> None:
    data = document(kotorlevel("reach", folder, "--from", "1,-2", "--json"))
    assert data["reached"] == pytest.approx(16)  # the cellar has no way out


def test_fail(kotorlevel: InProcess, folder: Path) -> None:
    assert kotorlevel("reach", folder, "--from", "1,1", "--fail").code == 1
    assert kotorlevel("reach", folder, "--from", "1,1", "--fail", "--min-area", "17").code == 0


def test_rooms_that_may_be_reached_through_others_do_not_fail(
    kotorlevel: InProcess, tmp_path: Path
) -> None:
    rooms = {"hall": floor(east=1), "yard": None, "shed": floor(8, west=1)}
    path = write_folder(tmp_path, make_area(rooms))
    result = kotorlevel("reach", path, "--from", "1,1", "--fail")
    assert result.code == 0
    assert "1 of 3 rooms without a walkmesh here" in result.stderr
    assert "Perhaps cut off: shed (16 m²)" in result.stdout
    assert "perhaps through yard" in result.stdout


def test_what_cannot_be_asked(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    result = kotorlevel("reach", folder / "hall.wok")
    assert result.code == 2
    assert "is one walkmesh; give its area" in result.stderr
    result = kotorlevel("reach", folder, "--doors", "closed")
    assert result.code == 2
    assert "no doors are known here" in result.stderr
    empty = tmp_path / "empty"
    empty.mkdir()
    path = write_folder(empty, make_area({"hall": None}))
    result = kotorlevel("reach", path)
    assert (result.code, result.stdout) == (2, "")
    assert "none of its rooms has a walkmesh here; looked for hall" in result.stderr


# In a game


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return make_installation(tmp_path / "game").folder


def test_a_module_from_its_entry(kotorlevel: InProcess, game: Path) -> None:
    result = kotorlevel("reach", game, "--module", sample_area.MODULE)
    assert (result.code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0].startswith("From the entry (2.0, 2.0, 0.0): 5 of 5 rooms, ")
    assert lines[1:] == ["Doors: 3 of 3 can be walked to.", "Nothing is cut off."]


def test_closed_doors(kotorlevel: InProcess, game: Path) -> None:
    """The gate closes the store, the hatch the view; see the plan of the station."""
    asked = ("reach", game, "--module", sample_area.MODULE, "--json")
    rooms = list(sample_area.ROOMS)
    for names, cut in (
        (["gate"], {"station_store"}),
        (["Hatch"], {"station_view"}),
        (["door 0", "sta_hatch"], {"station_store", "station_view"}),
    ):
        options = [word for name in names for word in ("--closed", name)]
        data = document(kotorlevel(*asked, *options))
        parts = {rooms[part["rooms"][0]["room"]]: part for part in data["cut_off"]}
        assert set(parts) == cut
        assert {part["ways"][0]["kind"] for part in parts.values()} == {"door"}
        assert data["doors_closed"] == names
    data = document(kotorlevel(*asked, "--doors", "closed"))
    assert data["doors_closed"] is None
    assert {rooms[part["rooms"][0]["room"]] for part in data["cut_off"]} == {
        "station_store",
        "station_view",
    }


def test_doors_that_do_not_exist(kotorlevel: InProcess, game: Path) -> None:
    asked = ("reach", game, "--module", sample_area.MODULE)
    result = kotorlevel(*asked, "--closed", "gat")
    assert result.code == 2
    assert "--closed: there is no door 'gat'; there is gate" in result.stderr
    result = kotorlevel(*asked, "--closed", "gate", "--doors", "closed")
    assert result.code == 2
    assert "leave --closed out" in result.stderr


# The corpus


@needs_corpus
def test_a_real_area(kotorlevel: InProcess) -> None:
    """Its entry is in a room that is not there; 13 doors stand at the rooms that are."""
    module = CORPUS / "archives" / "tar_m10aa.mod"
    result = kotorlevel("reach", CORPUS / "area_m10aa", "--module", module, "--json")
    data = document(result)
    assert data["start"]["kind"] == "largest"
    assert "is on no floor that is known here" in result.stderr
    assert len(data["doors"]) == 24
    reached = {door["index"] for door in data["doors"] if door["reached"]}
    assert reached == {5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 21, 22}
    assert sum(room["reached"] > 0 for room in data["rooms"]) == 8


@needs_corpus
def test_real_doors_of_one_name_are_told_apart(kotorlevel: InProcess) -> None:
    module = CORPUS / "archives" / "tar_m10aa.mod"
    asked = ("reach", CORPUS / "area_m10aa", "--module", module, "--doors", "closed")
    data = document(kotorlevel(*asked, "--json"))
    doors = {door["index"]: door for door in data["doors"]}
    ways = [part["ways"][0] for part in data["cut_off"] if part["ways"][0]["kind"] == "door"]
    assert len(ways) >= 5
    for way in ways:
        door = doors[way["blocker_index"]]
        assert (way["blocker"], way["at"]) == (door["name"], door["at"])
        assert f"{door['name']} (door:{door['index']}) at " in way["text"]
    text = "\n".join(unwrapped(kotorlevel(*asked).stdout))
    assert "the closed door ptar_secdoor (door:11) at (173.1, 125.2)" in text
    assert "Perhaps another way leads through " in text
