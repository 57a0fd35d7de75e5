"""``kotorlevel layout A merge B``: what is on disk afterwards, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from support.area.level_files import content as contents
from support.area.room_grids import joined_rooms, one_way
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.corpus import CORPUS, ROOT, needs_corpus
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "layout.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def mods(tmp_path: Path) -> Path:
    """Folders: base with a and b; one adds c to the north of b, two adds d to its east."""
    base = {"a": floor(east=1), "b": floor(4, west=0)}
    one = {"c": floor(4, 4, south=2), "a": floor(east=2), "b": floor(4, west=1, north=0)}
    two = {"a": floor(east=1), "b": floor(4, west=0, east=2), "d": floor(8, west=1)}
    for name, rooms in (("base", base), ("one", one), ("two", two)):
        seen = {room: tuple(other for other in rooms if other != room) for room in rooms}
        entries = tuple(kl.VisRoom(room, others) for room, others in seen.items())
        (tmp_path / name).mkdir()
        write_folder(tmp_path / name, make_area(rooms), vis=kl.Visibility(entries).to_bytes())
    return tmp_path


def document(result: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(result.stdout)
    validate(data, SCHEMA)
    return data


def test_merge_in_place(kotorlevel: InProcess, mods: Path) -> None:
    before = contents(mods / "two")
    result = kotorlevel(
        "layout", mods / "one", "merge", mods / "two", "--base", mods / "base", "--in-place"
    )
    assert result.code == 0
    area = kl.load_area(mods / "one")
    assert [room.name for room in area.rooms] == ["c", "a", "b", "d"]
    assert joined_rooms(area) == {("a", "b"), ("b", "c"), ("b", "d")}
    assert not one_way(area)
    assert area.visibility is not None
    assert area.visibility.sees("d", "b")
    assert not area.visibility.sees("c", "d")
    assert contents(mods / "two") == before
    assert "2 rooms of both: a, b" in result.stdout
    assert "1 room of B alone: d" in result.stdout


def test_both_spellings_and_json(kotorlevel: InProcess, mods: Path) -> None:
    rest = ("--base", mods / "base", "--dry-run", "--json")
    before = contents(mods / "one")
    first = document(kotorlevel("layout", mods / "one", "merge", mods / "two", *rest))
    assert document(kotorlevel("layout", "merge", mods / "one", mods / "two", *rest)) == first
    assert first["merge"]["from_a"] == ["c"]
    assert first["merge"]["from_b"] == ["d"]
    assert first["merge"]["from_both"] == ["a", "b"]
    assert first["merge"]["conflicts"] == []
    assert first["renumbered"] == 1  # d's link to b, which is 1 there and 2 here
    assert {file["name"] for file in first["files"]} == {"lab.lyt", "lab.vis", "b.wok", "d.wok"}
    assert contents(mods / "one") == before
    options_first = kotorlevel("layout", "merge", *rest, mods / "one", mods / "two")
    assert document(options_first) == first


def test_only_changes_are_written(kotorlevel: InProcess, mods: Path) -> None:
    """a is the same in both but for numbers; d of B comes with another number of b."""
    out = mods / "out"
    assert kotorlevel("layout", mods / "one", "merge", mods / "two", "-o", out).code == 0
    assert sorted(contents(out)) == ["b.wok", "d.wok", "lab.lyt", "lab.vis"]


def test_conflicts(kotorlevel: InProcess, mods: Path) -> None:
    kl.write_walkmesh(floor(4, z=1, west=0, east=2), mods / "two" / "b.wok")
    before = contents(mods / "one")
    arguments = ("layout", mods / "one", "merge", mods / "two", "--base", mods / "base")
    refused = kotorlevel(*arguments, "--in-place")
    assert refused.code == 1
    assert "1 conflict" in refused.stdout
    assert "b, walkmesh: A 2 faces, the old shape with other links; B 2 faces" in refused.stdout
    assert "--prefer" in refused.stderr
    assert contents(mods / "one") == before
    data = document(kotorlevel(*arguments, "--dry-run", "--json"))
    assert [(c["kind"], c["room"], c["taken"]) for c in data["merge"]["conflicts"]] == [
        ("walkmesh", "b", None)
    ]
    assert data["files"] == []
    taken = kotorlevel(*arguments, "--prefer", "b", "--in-place")
    assert taken.code == 0
    assert "taken from B" in taken.stdout
    mesh = kl.load_area(mods / "one").room("b").mesh
    assert mesh is not None
    assert mesh.vertices[0, 2] == 1


def test_link(kotorlevel: InProcess, mods: Path) -> None:
    """e of B lies to the east of c, which B does not know."""
    rooms = {"a": floor(east=1), "b": floor(4, west=0), "e": floor(8, 4)}
    (mods / "three").mkdir()
    write_folder(mods / "three", make_area(rooms))
    arguments = ("layout", mods / "one", "merge", mods / "three", "--base", mods / "base")
    data = document(kotorlevel(*arguments, "--link", "--in-place", "--json"))
    assert {(link["room"], link["now"]) for link in data["links"]} == {(0, 3), (3, 0)}
    assert ("c", "e") in joined_rooms(kl.load_area(mods / "one"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("merge",),
        ("merge", "nowhere", "--dry-run"),
        ("merge", "{two}"),
        ("merge", "{two}", "--prefer", "c", "--dry-run"),
        ("merge", "{two}", "--base", "nowhere", "--dry-run"),
        ("merge", "{two}/b.wok", "--dry-run"),
    ],
)
def test_bad_usage(kotorlevel: InProcess, mods: Path, arguments: tuple[str, ...]) -> None:
    before = contents(mods / "one")
    given = [text.format(two=mods / "two") for text in arguments]
    result = kotorlevel("layout", mods / "one", *given)
    assert result.code == 2
    assert result.stderr
    assert "Traceback" not in result.stderr
    assert contents(mods / "one") == before


def test_a_room_that_is_listed_twice(kotorlevel: InProcess, mods: Path) -> None:
    layout = mods / "two" / "lab.lyt"
    layout.write_bytes(layout.read_bytes().replace(b" d ", b" A "))
    result = kotorlevel("layout", mods / "one", "merge", mods / "two", "--dry-run")
    assert result.code == 2
    assert "twice" in result.stderr


@needs_corpus
def test_a_real_area_with_itself(kotorlevel: InProcess, tmp_path: Path) -> None:
    """Nothing is written; and a reordered copy is the same area."""
    source, copy = CORPUS / "area_m10aa", tmp_path / "copy"
    same = kotorlevel("layout", source, "merge", source, "--dry-run")
    assert same.code == 0
    assert "Nothing to write" in same.stdout
    last = kl.load_area(source).rooms[-1].name
    assert kotorlevel("layout", source, "reorder", last, "-o", copy).code == 0
    data = document(kotorlevel("layout", source, "merge", copy, "--dry-run", "--json"))
    assert data["files"] == []
    assert data["merge"]["from_a"] == data["merge"]["from_b"] == []


def test_an_unreadable_walkmesh_stops_it(kotorlevel: InProcess, mods: Path) -> None:
    (mods / "two" / "d.wok").write_bytes(b"BWM V9.9")
    before = contents(mods / "one")
    result = kotorlevel("layout", mods / "one", "merge", mods / "two", "--in-place")
    assert (result.code, result.stdout) == (2, "")
    assert "B: d.wok cannot be read" in result.stderr
    assert contents(mods / "one") == before


def test_a_move_and_an_edit_of_one_room(kotorlevel: InProcess, mods: Path) -> None:
    """From one file to another: one moves b by a way that float32 rounds, two edits it."""
    base, way = mods / "base", "0.1,0.2,100.3"
    for name in ("moved", "edited"):
        (mods / name).mkdir()
        for file, data in contents(base).items():
            (mods / name / file).write_bytes(data)
    moved, edited = mods / "moved", mods / "edited"
    assert kotorlevel("layout", moved, "move", "b", "--by", way, "--in-place").code == 0
    kl.write_walkmesh(floor(4, depth=5, west=0), edited / "b.wok")
    for a, b, out in ((moved, edited, "x"), (edited, moved, "y")):
        arguments = ("layout", a, "merge", b, "--base", base)
        result = kotorlevel(*arguments, "-o", mods / out)
        assert result.code == 0
        merged = {**contents(a), **contents(mods / out)}
        room = kl.read_layout(merged["lab.lyt"]).rooms[1]
        assert room.position == pytest.approx((0.1, 0.2, 100.3))
        mesh = kl.read_walkmesh(merged["b.wok"])
        assert mesh.vertices.max(axis=0).tolist() == pytest.approx([8.1, 5.2, 100.3])


def test_repaired_files_of_b_are_taken(kotorlevel: InProcess, mods: Path) -> None:
    """B only put right line ends, a count and a table; A added a room."""
    for file in ("lab.lyt", "lab.vis"):
        good = (mods / "base" / file).read_bytes()
        (mods / "two" / file).write_bytes(good)
        (mods / "base" / file).write_bytes(good.replace(b"\r\n", b"\n"))
    for file in ("a.wok", "b.wok"):
        good = (mods / "base" / file).read_bytes()
        (mods / "two" / file).write_bytes(good)
        (mods / "base" / file).write_bytes(good + b"rubbish")
    (mods / "two" / "d.wok").unlink()
    arguments = ("layout", mods / "base", "merge", mods / "two", "--base", mods / "base")
    assert kotorlevel(*arguments, "-o", mods / "out").code == 0
    assert contents(mods / "out") == contents(mods / "two")
