"""``kotorlevel layout``: what follows an edit is on disk afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from support.area.level_files import content as contents
from support.area.room_grids import joined_rooms
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.core.journals import old_bytes
from support.corpus import CORPUS, ROOT, needs_corpus
from support.installation import make_installation
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "layout.schema.json").read_text(encoding="utf-8"))
VISIBILITY = kl.Visibility(
    (kl.VisRoom("a", ("b",)), kl.VisRoom("b", ("a", "c")), kl.VisRoom("c", ("b",)))
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three rooms in a row, linked, each seeing its neighbours."""
    place = tmp_path / "mod"
    place.mkdir()
    rooms = {"a": floor(east=1), "b": floor(4, west=0, east=2), "c": floor(8, west=1)}
    write_folder(place, make_area(rooms), vis=VISIBILITY.to_bytes())
    return place


def rooms(folder: Path) -> list[str]:
    return [room.name for room in kl.load_area(folder).rooms]


def document(result: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(result.stdout)
    validate(data, SCHEMA)
    return data


def test_show(kotorlevel: InProcess, folder: Path) -> None:
    result = kotorlevel("layout", folder, "show")
    assert result.code == 0
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[0] == ["lab", "3", "rooms"]
    assert lines[3] == ["1", "b", "0,", "0,", "0", "2", "a", "(1", "edge),", "c", "(1", "edge)"]
    data = document(kotorlevel("layout", folder, "show", "--json"))
    assert data["rooms"][1] == {
        "index": 1,
        "name": "b",
        "position": [0, 0, 0],
        "faces": 2,
        "links": [{"room": 0, "edges": 1}, {"room": 2, "edges": 1}],
    }


def test_remove(kotorlevel: InProcess, folder: Path) -> None:
    before = contents(folder)
    dry = kotorlevel("layout", folder, "remove", "a", "--dry-run")
    assert "b, edge" not in dry.stdout.splitlines()[0]
    assert contents(folder) == before
    result = kotorlevel("layout", folder, "remove", "A", "--in-place")
    assert result.code == 0
    assert "b, edge 5: was 0, now -1" in result.stdout
    assert "2 links renumbered" in result.stdout
    assert "a.wok is not needed any more" in result.stdout
    assert rooms(folder) == ["b", "c"]
    area = kl.load_area(folder)
    assert joined_rooms(area) == {("b", "c")}
    assert area.visibility is not None
    assert set(area.visibility.pairs()) == {("b", "c"), ("c", "b")}
    assert old_bytes(folder)["lab.vis"] == before["lab.vis"]


def test_empty(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    data = document(kotorlevel("layout", folder, "empty", "1", "-o", out, "--json"))
    assert [room["name"] for room in data["rooms"]] == ["a", "****", "c"]
    assert data["cleared"] == [
        {"room": 0, "edge": 1, "was": 1},
        {"room": 2, "edge": 5, "was": 1},
    ]
    assert sorted(p.name for p in out.iterdir()) == ["a.wok", "c.wok", "lab.lyt", "lab.vis"]
    assert kl.read_layout(out / "lab.lyt").rooms[1].name == "****"


def test_rename(kotorlevel: InProcess, folder: Path) -> None:
    old = (folder / "b.wok").read_bytes()
    result = kotorlevel("layout", folder, "rename", "b", "hall", "--in-place")
    assert result.code == 0
    assert "model" in result.stdout
    assert rooms(folder) == ["a", "hall", "c"]
    assert (folder / "hall.wok").read_bytes() == old
    assert joined_rooms(kl.load_area(folder)) == {("a", "hall"), ("c", "hall")}


def test_move(kotorlevel: InProcess, folder: Path) -> None:
    """c goes round to the other end of the row, and is linked there."""
    data = document(
        kotorlevel("layout", folder, "move", "c", "--by", "-12,0,0", "--in-place", "--json")
    )
    assert {(link["room"], link["now"]) for link in data["links"]} == {(0, 2), (2, 0)}
    assert any("meet nothing" in note for note in data["notes"])
    area = kl.load_area(folder)
    assert ("a", "c") in joined_rooms(area)
    assert area.rooms[2].position == pytest.approx((-12, 0, 0))
    assert area.visibility is not None
    assert area.visibility.sees("c", "a")
    back = kotorlevel("layout", folder, "move", "c", "--to", "0,0,0", "--in-place")
    assert back.code == 0
    mesh = kl.load_area(folder).rooms[2].mesh
    assert mesh is not None
    assert (mesh.vertices == floor(8).vertices).all()


@pytest.mark.parametrize(
    ("by", "west", "east"),
    [
        ("0,0,0.5", "now has a step of 50.0 cm", "now has a step of 50.0 cm"),
        ("0.05,0,0", "now has a gap of 5.0 cm", "now has an overlap of 5.0 cm"),
        (
            "0.05,0,0.02",
            "now has a gap of 5.0 cm and a step of 2.0 cm",
            "now has an overlap of 5.0 cm and a step of 2.0 cm",
        ),
        ("0,0.05,0", "is now off sideways by 5.0 cm", "is now off sideways by 5.0 cm"),
        ("0,0,3", "is now 3.00 m apart", "is now 3.00 m apart"),
    ],
)
def test_move_tells_what_becomes_of_the_doorways(
    kotorlevel: InProcess, folder: Path, by: str, west: str, east: str
) -> None:
    """b is between a and c, and meets both of them no longer."""
    before = contents(folder)
    result = kotorlevel("layout", folder, "move", "b", "--by", by, "--in-place")
    assert f"moved b by ({by.replace(',', ', ')})" in result.stdout
    assert f"its doorway to a {west}\n" in result.stdout
    assert f"its doorway to c {east}\n" in result.stdout
    command = result.stdout.partition("take it back: kotorlevel ")[2].splitlines()[0]
    again = kotorlevel(*command.partition(";")[0].split())
    assert again.code == 0
    assert "doorway" not in again.stdout
    now = {name: data for name, data in contents(folder).items() if "bak" not in name}
    assert now.keys() == before.keys()
    mesh = kl.load_area(folder).rooms[1].mesh
    assert mesh is not None
    assert abs(mesh.vertices - floor(4).vertices).max() < 1e-5


def test_wall_that_a_move_leaves_is_no_doorway(kotorlevel: InProcess, tmp_path: Path) -> None:
    """The rooms touch, but nothing leads from one to the other."""
    write_folder(tmp_path, make_area({"a": floor(), "b": floor(4)}))
    text = kotorlevel("layout", tmp_path, "move", "b", "--by", "0,0,0.5", "--dry-run").stdout
    assert "moved b by (0, 0, 0.5)" in text
    assert "doorway" not in text


def test_snap_that_a_move_names_closes_the_gap(kotorlevel: InProcess, folder: Path) -> None:
    result = kotorlevel("layout", folder, "move", "c", "--by", "0.04,0,0", "--in-place")
    command = result.stdout.partition("close the gaps: kotorlevel ")[2].splitlines()[0]
    assert kotorlevel(*command.split()).code == 0
    left = kotorlevel("check", folder, "--select", "ARE005,ARE013", "--json").stdout
    assert json.loads(left)["findings"] == []


def test_what_was_done_is_said(kotorlevel: InProcess, folder: Path) -> None:
    for words, text in {
        ("remove", "b"): "removed b",
        ("empty", "b"): "room 1 was b and is an empty slot now",
        ("rename", "b", "yard"): "renamed b to yard",
        ("reorder", "c", "b"): "in front now: c and b",
    }.items():
        result = kotorlevel("layout", folder, *words, "--dry-run")
        assert f"\n  {text}\n" in result.stdout


@pytest.mark.parametrize("action", ["show", "remove", "empty", "rename", "reorder", "move", "add"])
def test_every_action_has_an_example(kotorlevel: InProcess, action: str) -> None:
    text = kotorlevel("layout", "x", action, "--help").stdout
    assert f"kotorlevel layout my_mod {action}" in text


def test_order_of_area_and_action(
    kotorlevel: InProcess, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    shown = kotorlevel("layout", "mod", "show")
    assert kotorlevel("layout", "show", "mod") == kotorlevel("layout", "mod") == shown
    there = kotorlevel("layout", "mod", "move", "a", "--by", "0,0,1", "--dry-run")
    assert kotorlevel("layout", "move", "mod", "a", "--by", "0,0,1", "--dry-run") == there
    assert kotorlevel("layout", "--by", "0,0,1", "--dry-run", "mod", "move", "a") == there
    wrong: dict[tuple[str, ...], str] = {
        ("show",): "AREA is missing: kotorlevel layout AREA show",
        ("mod", "shwo"): "There is no action 'shwo'. Did you mean 'show'?",
        (
            "mod",
            "xyz",
        ): "There are: show, new, add, remove, empty, rename, reorder, move, merge, recover.",
        ("mod", "remove", "a", "--by", "0,0,1"): "--by goes with move",
    }
    for words, text in wrong.items():
        result = kotorlevel("layout", *words)
        assert (result.code, result.stdout) == (2, "")
        assert text in result.stderr
    for words in (("move", "--help"), ("mod", "move", "-h")):
        assert (
            "Usage: kotorlevel layout AREA move [OPTIONS] ROOM"
            in kotorlevel("layout", *words).stdout
        )
    folder.rename(folder.parent / "show")  # a folder that is called like an action
    assert kotorlevel("layout", "show", "show").code == 0


def test_reorder(kotorlevel: InProcess, folder: Path) -> None:
    assert kotorlevel("layout", folder, "reorder", "c", "0", "--in-place").code == 0
    assert rooms(folder) == ["c", "a", "b"]
    assert joined_rooms(kl.load_area(folder)) == {("a", "b"), ("b", "c")}
    data = json.loads(kotorlevel("link", folder, "--dry-run", "--json").stdout)
    assert data["changes"] == data["nowhere"] == []


def test_add(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    """A square of a kit, with links of its own, comes to the north of b."""
    kit = tmp_path / "kit_square.wok"
    kl.write_walkmesh(floor(east=0, west=7), kit)
    result = kotorlevel(
        "layout", folder, "add", kit, "--name", "d", "--position", "4,4,0", "--before", "b",
        "--in-place",
    )  # fmt: skip
    assert result.code == 0
    assert rooms(folder) == ["a", "d", "b", "c"]
    area = kl.load_area(folder)
    assert joined_rooms(area) == {("a", "b"), ("b", "c"), ("b", "d")}
    mesh = area.rooms[1].mesh
    assert mesh is not None
    assert mesh.transitions[mesh.transitions != -1].tolist() == [2]
    assert mesh.vertices.min(axis=0).tolist() == [4, 4, 0]
    assert area.rooms[1].position == pytest.approx((4, 4, 0))
    assert area.visibility is not None
    assert area.visibility.sees("b", "d")
    assert area.visibility.sees("d", "b")


def test_add_where_it_stands(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    kit = tmp_path / "d.wok"
    kl.write_walkmesh(floor(12), kit)
    arguments = ("add", kit, "--placed", "--position", "99,0,0", "--in-place")
    assert kotorlevel("layout", folder, *arguments).code == 0
    area = kl.load_area(folder)
    assert ("c", "d") in joined_rooms(area)
    assert area.rooms[3].position == pytest.approx((99, 0, 0))


@pytest.mark.parametrize(
    "arguments",
    [
        ("remove", "nobody", "--dry-run"),
        ("remove", "7", "--dry-run"),
        ("rename", "a", "B", "--dry-run"),
        ("rename", "a", "much_too_long_a_name", "--dry-run"),
        ("move", "a", "--dry-run"),
        ("move", "a", "--by", "1,2", "--dry-run"),
        ("move", "a", "--by", "1,2,3", "--to", "1,2,3", "--dry-run"),
        ("move", "a", "--by", "nan,0,0", "--dry-run"),
        ("move", "a", "--by", "1e39,0,0", "--dry-run"),
        ("reorder", "a", "A", "--dry-run"),
        ("add", "nothing.wok", "--dry-run"),
        ("remove", "a"),
        ("remove", "a", "--in-place", "-o", "x"),
        ("shuffle",),
    ],
)
def test_bad_usage(kotorlevel: InProcess, folder: Path, arguments: tuple[str, ...]) -> None:
    before = contents(folder)
    result = kotorlevel("layout", folder, *arguments)
    assert result.code == 2
    assert result.stderr
    assert "Traceback" not in result.stderr
    assert contents(folder) == before


@needs_corpus
def test_a_real_area(kotorlevel: InProcess, tmp_path: Path) -> None:
    """Only what must change is written: layout, and the rooms that lead to one behind."""
    source, out = CORPUS / "area_m10aa", tmp_path / "out"
    before = kl.load_area(source)
    data = document(kotorlevel("layout", source, "remove", "0", "-o", out, "--json"))
    moved = {
        room.name.lower() + ".wok"
        for room in before.rooms[1:]
        if room.mesh is not None and (room.mesh.transitions >= 0).any()
    }
    written = {path.name for path in out.iterdir()} - {"m10aa.lyt", "m10aa.vis"}
    assert written == moved
    assert any("could not follow" in note for note in data["notes"])
    for name in written:
        old = kl.read_walkmesh(next(source.glob(f"{name[:-4]}.[wW][oO][kK]"))).transitions
        new = kl.read_walkmesh(out / name).transitions
        assert (new[old > 0] == old[old > 0] - 1).all()
        assert (new[old <= 0] == -1).all()


def test_a_game_is_named_before_or_behind(kotorlevel: InProcess, tmp_path: Path) -> None:
    root = make_installation(tmp_path).root
    behind = kotorlevel("layout", root, "--module", "sta_m01aa", "show")
    before = kotorlevel("layout", "--module=sta_m01aa", root, "show")
    assert behind.code == before.code == 0
    assert behind.stdout == before.stdout
    assert "station_hall" in behind.stdout


def test_a_name_in_another_case_is_taken(kotorlevel: InProcess, folder: Path) -> None:
    """Else the file that was there would go on being read."""
    (folder / "ATTIC.WOK").write_bytes((folder / "a.wok").read_bytes())
    before = contents(folder)
    result = kotorlevel(
        "layout",
        folder,
        "add",
        folder / "c.wok",
        "--name",
        "attic",
        "--position",
        "40,0,0",
        "--in-place",
    )
    assert result.code == 2
    assert "ATTIC.WOK: exists already" in result.stderr
    assert contents(folder) == before


def test_the_own_folder_is_written_in_place_only(kotorlevel: InProcess, folder: Path) -> None:
    before = contents(folder)
    result = kotorlevel("layout", folder, "remove", "b", "-o", folder, "--force")
    assert result.code == 2
    assert "use --in-place" in result.stderr
    assert contents(folder) == before


def test_a_room_that_is_not_there(kotorlevel: InProcess, folder: Path) -> None:
    for number in ("99", "3", "1" * 30):
        result = kotorlevel("layout", folder, "show", number)
        assert (result.code, result.stdout) == (2, "")
        assert f"lab has no room {number}" in result.stderr
        assert "Traceback" not in result.stderr
    layout = folder / "lab.lyt"
    layout.write_bytes(layout.read_bytes().replace(b" c ", b" A "))
    twice = kotorlevel("layout", folder, "show", "a")
    assert twice.code == 2
    assert "2 times" in twice.stderr


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("{folder}", "show", "--game"), "'--game' requires an argument"),
        (("{folder}", "merge", "{folder}", "--module"), "'--module' requires an argument"),
        (("merge", "{folder}"), "Missing argument 'B'"),
        (("merge", "{folder}", "--dry-run"), "Missing argument 'B'"),
        (("merge", "--dry-run", "{folder}"), "Missing argument 'B'"),
        (("--json",), "Missing argument 'AREA'"),
    ],
)
def test_what_is_missing_is_named(
    kotorlevel: InProcess, folder: Path, arguments: tuple[str, ...], text: str
) -> None:
    result = kotorlevel("layout", *(each.format(folder=folder) for each in arguments))
    assert result.code == 2
    assert text in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [("reorder", "c"), ("remove", "a"), ("empty", "a"), ("move", "b", "--by", "1,0,0")],
)
def test_an_unreadable_walkmesh_stops_it(
    kotorlevel: InProcess, folder: Path, arguments: tuple[str, ...]
) -> None:
    (folder / "b.wok").write_bytes(b"BWM V9.9")
    before = contents(folder)
    result = kotorlevel("layout", folder, *arguments, "--in-place")
    assert (result.code, result.stdout) == (2, "")
    assert "b.wok cannot be read" in result.stderr
    assert contents(folder) == before
    assert kotorlevel("layout", folder, "remove", "b", "--in-place").code == 0


def test_an_archive_is_said_to_be_written_once(
    kotorlevel: InProcess, folder: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "lab.mod"
    assert kotorlevel("pack", folder, "-o", archive).code == 0
    result = kotorlevel("layout", archive, "reorder", "c", "--in-place")
    assert result.code == 0
    assert result.stdout.count("wrote ") == 1
    data = document(kotorlevel("layout", archive, "reorder", "b", "--dry-run", "--json"))
    assert len(data["files"]) > 1


def test_a_loose_link_in_words(kotorlevel: InProcess, folder: Path) -> None:
    """c goes away: the link of b to it, and its own, meet nothing; of a only one does."""
    two = kotorlevel("layout", folder, "move", "c", "--by", "0,50,0", "--dry-run")
    assert "2 links from or to c meet nothing there" in two.stdout
    kl.write_walkmesh(floor(8), folder / "c.wok")
    one = kotorlevel("layout", folder, "move", "c", "--by", "0,50,0", "--dry-run")
    assert "1 link from or to c meets nothing there" in one.stdout
