"""``kotorlevel link`` on areas made in code and on a real one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.mesh.edit import clear_transitions
from support.area.level_files import content as contents
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.core.journals import old_bytes
from support.corpus import CORPUS, ROOT, needs_corpus
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "link.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A hall that meets a yard; a shed 3 cm north of it; a den at half of the yard's east."""
    place = tmp_path / "mod"
    place.mkdir()
    rooms = {
        "hall": floor(south=1),
        "yard": floor(4),
        "shed": floor(0, 4.03),
        "den": floor(8, 0, depth=2),
        "attic": None,
    }
    write_folder(place, make_area(rooms))
    return place


def document(result: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(result.stdout)
    validate(data, SCHEMA)
    return data


def test_dry_run_tells_everything_and_writes_nothing(kotorlevel: InProcess, folder: Path) -> None:
    before = contents(folder)
    result = kotorlevel("link", folder, "--dry-run")
    assert result.code == 0
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert "hall, edge 1 ↔ yard, edge 5: was -1, now 1  at (4.00, 2.00, 0.00)" in lines
    assert "yard, edge 5 ↔ hall, edge 1: was -1, now 0  at (4.00, 2.00, 0.00)" in lines
    assert any("a gap of 3.0 cm (--snap 0.031)" in line for line in lines)
    assert any("T-junction) (--split)" in line for line in lines)
    nowhere = "hall, edge 0: leads to 1, yard, and meets nothing there (--clear)"
    assert f"{nowhere}  at (2.00, 0.00, 0.00)" in lines
    assert "1 room without a walkmesh here: attic" in lines
    assert lines[-1] == "2 files would be written: hall.wok, yard.wok"
    assert contents(folder) == before


def test_in_place(kotorlevel: InProcess, folder: Path) -> None:
    before = contents(folder)
    assert kotorlevel("link", folder, "--in-place").code == 0
    after = contents(folder)
    changed = ("hall.wok", "yard.wok")
    assert old_bytes(folder) == {name: before[name] for name in changed}
    same = set(before) - {*changed}
    assert {name: after[name] for name in same} == {name: before[name] for name in same}
    assert kl.read_walkmesh(folder / "hall.wok").transitions[0, 1] == 1
    assert kl.read_walkmesh(folder / "yard.wok").transitions[1, 2] == 0
    again = kotorlevel("link", folder, "--in-place")
    assert "Nothing to write." in again.stdout
    assert contents(folder) == after


def test_to_a_folder(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    before, out = contents(folder), tmp_path / "out"
    data = document(kotorlevel("link", folder, "-o", out, "--json"))
    assert contents(folder) == before
    assert sorted(path.name for path in out.iterdir()) == ["hall.wok", "yard.wok"]
    assert [file["written"] for file in data["files"]] == [
        (out / name).as_posix() for name in ("hall.wok", "yard.wok")
    ]
    refused = kotorlevel("link", folder, "-o", out)
    assert refused.code == 2
    assert "--force" in refused.stderr
    assert kotorlevel("link", folder, "-o", out, "--force").code == 0


def test_snap_split_and_clear(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    arguments = ("--snap", "0.04", "--split", "--clear", "--in-place", "--json")
    data = document(kotorlevel("link", folder, *arguments))
    assert data["seams"] == 3
    assert len(data["moved"]) == 2
    assert [(s["room"], s["edge"]) for s in data["splits"]] == [(1, 1)]
    assert data["near_misses"] == data["nowhere"] == []
    assert {(c["room"], c["now"]) for c in data["changes"]} == {
        (0, 1), (1, 0), (0, 2), (2, 0), (1, 3), (3, 1), (0, -1),
    }  # fmt: skip
    again = document(kotorlevel("link", folder, *arguments))
    assert again["changes"] == again["files"] == again["moved"] == again["splits"] == []


def test_json_of_a_dry_run(kotorlevel: InProcess, folder: Path) -> None:
    data = document(kotorlevel("link", folder, "--dry-run", "--json"))
    assert data["dry_run"] is True
    assert data["rooms"] == ["hall", "yard", "shed", "den", "attic"]
    assert [miss["kind"] for miss in data["near_misses"]] == ["gap", "part"]
    assert data["absent"] == [4]
    assert data["nowhere"] == [[0, 0]]
    assert [file["written"] for file in data["files"]] == [None, None]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "say where to write"),
        (("-o", "x", "--in-place"), "exclude each other"),
        (("--dry-run", "--tolerance", "0"), "tolerance"),
        (("--dry-run", "--tolerance", "5"), "tolerance"),
        (("--dry-run", "--snap", "0.7"), "limit"),
        (("--dry-run", "--snap", "nan"), "limit"),
    ],
)
def test_bad_usage(
    kotorlevel: InProcess, folder: Path, arguments: tuple[str, ...], says: str
) -> None:
    before = contents(folder)
    result = kotorlevel("link", folder, *arguments)
    assert result.code == 2
    assert says in result.stderr
    assert contents(folder) == before


def test_no_area(kotorlevel: InProcess, tmp_path: Path) -> None:
    assert kotorlevel("link", tmp_path, "--dry-run").code == 2
    assert kotorlevel("link", tmp_path / "none", "--dry-run").code == 2


@pytest.mark.parametrize("target", ["--in-place", "--dry-run"])
def test_a_walkmesh_that_cannot_be_read_stops_it(
    kotorlevel: InProcess, folder: Path, target: str
) -> None:
    (folder / "shed.wok").write_bytes(b"BWM V9.9")
    before = contents(folder)
    result = kotorlevel("link", folder, target)
    assert result.code == 2
    assert "shed.wok cannot be read" in result.stderr
    assert result.stdout == ""
    assert contents(folder) == before


def test_a_room_that_is_listed_twice_is_told_once(kotorlevel: InProcess, folder: Path) -> None:
    layout = (folder / "lab.lyt").read_bytes().replace(b"attic", b"YARD")
    (folder / "lab.lyt").write_bytes(layout)
    result = kotorlevel("link", folder, "--dry-run")
    assert result.stdout.count("the layout lists it 2 times, as rooms 1, 4") == 1


def test_broken_rooms_are_told_and_left(kotorlevel: InProcess, folder: Path) -> None:
    mesh = kl.read_walkmesh(folder / "den.wok")
    wild = bytearray(mesh.to_bytes())
    wild[136:140] = np.float32(np.nan).tobytes()
    (folder / "den.wok").write_bytes(wild)
    result = kotorlevel("link", folder, "--in-place", "--clear")
    assert result.code == 0
    assert "not finite" in result.stdout
    assert (folder / "den.wok").read_bytes() == bytes(wild)


def test_edges_that_are_linked_but_do_not_quite_meet_are_told(
    kotorlevel: InProcess, tmp_path: Path
) -> None:
    rooms = {
        "hall": floor(east=1, north=2, west=3),
        "yard": floor(4.05, west=0),
        "loft": floor(0, 4, z=0.2, south=0),
        "den": floor(-4, 0, depth=2, east=0),
    }
    write_folder(tmp_path, make_area(rooms))
    result = kotorlevel("link", tmp_path, "--dry-run")
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert "Not linked:" not in lines
    start = lines.index("Linked, though they do not quite meet:") + 1
    assert lines[start : start + 3] == [
        "hall, edge 1 and yard, edge 5: a gap of 5.0 cm (--snap 0.051)  at (4.03, 2.00, 0.00)",
        "hall, edge 4 and loft, edge 0: a step of 20.0 cm (--snap 0.201)  at (2.00, 4.00, 0.10)",
        "hall, edge 5 and den, edge 1: only 2.00 m of them lie side by side (a T-junction) "
        "(--split)  at (0.00, 1.00, 0.00)",
    ]
    assert lines[start + 3 :] == ["No link had to change.", "Nothing to write."]


def test_a_gap_with_a_door_in_it(kotorlevel: InProcess, tmp_path: Path) -> None:
    rooms = {"hall": floor(), "yard": floor(4.42)}
    write_folder(tmp_path, make_area(rooms, door_hooks=[(4.2, 2, 0)]))
    result = kotorlevel("link", tmp_path, "--dry-run")
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert lines[lines.index("Not linked:") + 1] == (
        "hall, edge 1 and yard, edge 5: a gap of 0.42 m, with door hook leaf in it "
        "(extend one of the floors to the other, or --snap 0.421)  at (4.21, 2.00, 0.00)"
    )
    (miss,) = document(kotorlevel("link", tmp_path, "--dry-run", "--json"))["near_misses"]
    assert (miss["kind"], miss["door"], miss["linked"]) == ("door hook", "leaf", False)
    assert miss["gap"] == pytest.approx(0.42, abs=1e-6)
    snapped = document(kotorlevel("link", tmp_path, "--dry-run", "--json", "--snap", "0.421"))
    assert snapped["near_misses"] == []
    assert [change["now"] for change in snapped["changes"]] == [1, 0]


def test_a_gap_too_wide_to_snap(kotorlevel: InProcess, tmp_path: Path) -> None:
    rooms = {"hall": floor(), "yard": floor(5)}
    write_folder(tmp_path, make_area(rooms, door_hooks=[(4.5, 2, 0)]))
    result = kotorlevel("link", tmp_path, "--dry-run", "--snap", "0.5")
    assert "leaf in it (extend one of the floors to the other)  at" in result.stdout


@needs_corpus
def test_a_real_area_has_nothing_to_link(kotorlevel: InProcess) -> None:
    result = kotorlevel("link", CORPUS / "area_m10aa", "--dry-run", "--clear", "--json")
    data = document(result)
    assert data["seams"] == 8
    assert data["changes"] == data["near_misses"] == data["nowhere"] == data["walled"] == []


@needs_corpus
def test_a_real_area_without_links(kotorlevel: InProcess, tmp_path: Path) -> None:
    area = kl.load_area(CORPUS / "area_m10aa")
    (tmp_path / "m10aa.lyt").write_bytes(area.layout.to_bytes())
    for room in area.rooms:
        if room.mesh is not None:
            kl.write_walkmesh(clear_transitions(room.mesh), tmp_path / f"{room.name}.wok")
    assert kotorlevel("link", tmp_path, "--in-place").code == 0
    for room in area.rooms:
        if room.mesh is None:
            continue
        linked = kl.read_walkmesh(tmp_path / f"{room.name}.wok").transitions
        present = np.isin(room.mesh.transitions, [r.index for r in area.rooms if r.mesh])
        assert np.array_equal(linked[present], room.mesh.transitions[present])
        assert (linked[~present] == -1).all()


# By hand


def test_two_edges_by_hand_and_back(kotorlevel: InProcess, folder: Path) -> None:
    before = contents(folder)
    result = kotorlevel("link", folder, "hall:1", "1:5", "--in-place")
    assert result.code == 0
    wanted, _ = kl.link_edges(make_area({"hall": floor(south=1), "yard": floor(4)}), (0, 1), (1, 5))
    assert wanted.rooms[1].mesh is not None
    assert contents(folder)["yard.wok"] == wanted.rooms[1].mesh.to_bytes()
    assert "hall, edge 1 ↔ yard, edge 5: was -1, now 1" in result.stdout
    data = document(kotorlevel("unlink", folder, "yard:5", "--in-place", "--json"))
    assert [(each["room"], each["edge"], each["now"]) for each in data["changes"]] == [
        (0, 1, -1),
        (1, 5, -1),
    ]
    assert contents(folder) == before
    far = document(kotorlevel("link", folder, "hall:4", "shed:0", "--dry-run", "--json"))
    assert "3.0 cm apart" in far["notes"][0]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("link mod hall:1 --dry-run", "a link has two ends"),
        ("link mod hall:1 yard:5 den:1 --dry-run", "a link has two ends"),
        ("link mod hall:1 yard:5 --split --dry-run", "--split is for all rooms"),
        ("link mod hall yard --dry-run", "'hall': a room and an edge are needed"),
        ("link mod hal:1 yard:5 --dry-run", "Did you mean 'hall'?"),
        ("link mod hall:2 yard:5 --dry-run", "no boundary edge of its floor; its doorways are at"),
        ("link mod hall:1 yard:5", "say where to write"),
        ("unlink mod", "Missing argument 'ROOM:EDGE...'"),
        ("unlink mod hall:1 --dry-run", "edge 1 of hall leads nowhere"),
        ("unlink none hall:1 --dry-run", "none: "),
        ("unlink", "Missing argument 'AREA'"),
    ],
)
def test_wrong_use_by_hand(
    kotorlevel: InProcess, folder: Path, monkeypatch: pytest.MonkeyPatch, words: str, text: str
) -> None:
    monkeypatch.chdir(folder.parent)
    before = contents(folder)
    result = kotorlevel(*words.split())
    assert (result.code, result.stdout) == (2, "")
    assert text in result.stderr
    assert contents(folder) == before
