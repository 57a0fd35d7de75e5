"""Areas that are readable but wrong: told by ``link``, ``layout`` and ``vis``, never guessed at."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from support.areas import floor, make_area, plate, write_folder
from support.cli.in_process import InProcess

Rooms = Mapping[str, kl.Walkmesh | None] | Sequence[tuple[str, kl.Walkmesh | None]]
TWICE = [("hall", floor()), ("yard", floor(4, west=0)), ("HALL", floor()), ("shed", floor(4, 4))]


pytestmark = pytest.mark.usefixtures("inside_tmp_path")


def make_folder(rooms: Rooms, **files: bytes) -> None:
    """An area in the folder ``mod``."""
    Path("mod").mkdir()
    write_folder(Path("mod"), make_area(rooms), **files)


def contents() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path("mod").iterdir())}


def sides(room: str) -> list[list[int]]:
    rows: list[list[int]] = kl.read_walkmesh(f"mod/{room}.wok").transitions.tolist()
    return rows


def lines_of(result: Any) -> list[str]:
    assert result.code == 0, result.stderr
    return [line.strip() for line in result.stdout.splitlines()]


# Missing walkmeshes


def test_links_to_rooms_without_a_walkmesh_stay(kotorlevel: InProcess) -> None:
    """What is there is not known; not even --clear takes them out."""
    make_folder({"hall": floor(east=1, north=3), "yard": None, "****": None, "loft": None})
    before = contents()
    lines = lines_of(kotorlevel("link", "mod", "--in-place", "--clear"))
    assert "2 rooms without a walkmesh here: yard and loft" in lines
    assert contents() == before


def test_a_layout_edit_tells_which_links_cannot_follow(kotorlevel: InProcess) -> None:
    make_folder({"hall": floor(), "yard": None})
    result = kotorlevel("layout", "mod", "remove", "hall", "--in-place")
    assert "1 room has no walkmesh here, so links in it could not follow" in result.stdout


def test_visibility_of_rooms_without_a_walkmesh_stays(kotorlevel: InProcess) -> None:
    make_folder({"hall": floor(), "yard": None}, vis=b"yard 1\r\n  hall\r\n")
    result = kotorlevel("vis", "mod", "build", "--in-place")
    assert "what the VIS says of them is kept: yard" in result.stderr
    assert kl.read_visibility("mod/lab.vis").sees("yard", "hall")


# Unknown rooms


@pytest.mark.parametrize(
    "arguments",
    [
        "layout mod remove yrad --in-place",
        "layout mod rename yrad den --in-place",
        "layout mod move yrad --by 1,0,0 --in-place",
        "layout mod empty yrad --in-place",
        "layout mod reorder yard yrad --in-place",
        "vis mod --explain hall yrad",
    ],
)
def test_unknown_rooms(arguments: str, kotorlevel: InProcess) -> None:
    make_folder({"hall": floor(), "yard": floor(4)})
    before = contents()
    result = kotorlevel(*arguments.split())
    assert (result.code, result.stdout) == (2, "")
    assert "has no room 'yrad'. Did you mean 'yard'?" in result.stderr
    assert contents() == before


@pytest.mark.parametrize("number", ["2", "-1", "99999999999999999999"])
def test_rooms_that_no_number_means(number: str, kotorlevel: InProcess) -> None:
    make_folder({"hall": floor(), "yard": floor(4)})
    before = contents()
    result = kotorlevel("layout", "mod", "remove", "--in-place", "--", number)
    assert (result.code, "has no room" in result.stderr) == (2, True)
    assert contents() == before


# Names twice


def test_link_leaves_rooms_that_are_listed_twice(kotorlevel: InProcess) -> None:
    """Both are one file: no link can lead to both of them."""
    make_folder(TWICE)
    result = kotorlevel("link", "mod", "--in-place", "--clear")
    lines = lines_of(result)
    assert "room 'HALL' is listed twice, as 0 and 2" in result.stderr
    assert "hall: the layout lists it 2 times, as rooms 0, 2" in lines
    assert sides("hall") == [[-1, -1, -1], [-1, -1, -1]]
    assert sides("yard") == [[-1, -1, -1], [-1, 3, 0]]  # the link to the hall stays
    assert sides("shed") == [[1, -1, -1], [-1, -1, -1]]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("remove hall", "'hall' is there 2 times: name it by its number, 0, 2"),
        ("move 0 --by 1,0,0", "the layout lists 'hall' more than once: both are one file"),
        ("rename shed Yard", "already"),
        ("reorder shed yard shed", "a room is named twice"),
    ],
)
def test_layout_refuses_names_that_are_there_twice(
    arguments: str, says: str, kotorlevel: InProcess
) -> None:
    make_folder(TWICE)
    before = contents()
    result = kotorlevel("layout", "mod", *arguments.split(), "--in-place")
    assert (result.code, result.stdout) == (2, "")
    assert says in result.stderr
    assert contents() == before


def test_vis_lists_a_name_once(kotorlevel: InProcess) -> None:
    make_folder(TWICE)
    result = kotorlevel("vis", "mod", "build", "-o", "out")
    assert (result.code, "is listed twice" in result.stderr) == (0, True)
    names = [entry.name.lower() for entry in kl.read_visibility("out/lab.vis").entries]
    assert names == ["hall", "yard", "shed"]


# Numbers that are no room


def test_links_beyond_the_last_room(kotorlevel: InProcess) -> None:
    make_folder({"hall": floor(east=99, south=7), "yard": floor(4, west=2**31 - 1)})
    lines = lines_of(kotorlevel("link", "mod", "--in-place"))
    assert "hall, edge 1 ↔ yard, edge 5: was 99, now 1  at (4.00, 2.00, 0.00)" in lines
    nowhere = "hall, edge 0: leads to 7, no room (7), and meets nothing there (--clear)"
    assert f"{nowhere}  at (2.00, 0.00, 0.00)" in lines
    assert sides("hall") == [[7, 1, -1], [-1, -1, -1]]
    assert lines_of(kotorlevel("layout", "mod", "show"))[2].endswith(
        "yard (1 edge), no room (7) (1 edge)"
    )
    assert kotorlevel("vis", "mod", "build", "--in-place").code == 0
    kotorlevel("link", "mod", "--in-place", "--clear")
    assert sides("hall") == [[-1, 1, -1], [-1, -1, -1]]


# Several edges at one seam


def test_two_edges_at_one_seam(kotorlevel: InProcess) -> None:
    make_folder({"hall": floor(), "yard": floor(4), "copy": floor(4, width=3)})
    before = contents()
    lines = lines_of(kotorlevel("link", "mod", "--in-place", "--clear"))
    start = lines.index("Not linked:") + 1
    text = "more than two edges meet there, and nobody can tell which are meant"
    assert lines[start : start + 3] == [
        f"{edge}: {text}  at (4.00, 2.00, 0.00)"
        for edge in ("hall, edge 1", "yard, edge 5", "copy, edge 5")
    ]
    assert contents() == before
    data = json.loads(kotorlevel("link", "mod", "--dry-run", "--json").stdout)
    assert data["crowded"] == [[0, 1], [1, 5], [2, 5]]
    assert data["changes"] == []


def test_layout_links_no_crowded_edges(kotorlevel: InProcess) -> None:
    """A room that is moved on to another: what meets two is left alone."""
    make_folder({"hall": floor(), "yard": floor(4), "copy": floor(50, width=3)})
    assert kotorlevel("layout", "mod", "move", "copy", "--by", "-46,0,0", "--in-place").code == 0
    assert sides("hall") == sides("copy") == [[-1, -1, -1], [-1, -1, -1]]


# Walkmeshes that are none of a room


def test_the_walkmesh_of_an_object(kotorlevel: InProcess) -> None:
    make_folder({"hall": floor(), "yard": floor(4)})
    Path("mod/yard.wok").write_bytes(plate().to_bytes())
    before = contents()
    lines = lines_of(kotorlevel("link", "mod", "--in-place"))
    assert "yard: header: this is the walkmesh of an object, not of a room" in lines
    assert kotorlevel("vis", "mod", "build", "--dry-run").code == 0
    assert contents() == before


# All or nothing


@pytest.mark.parametrize(
    "arguments",
    ["link mod --in-place", "layout mod reorder shed yard --in-place", "link mod -o out"],
)
def test_nothing_is_written_if_one_file_cannot_be_made(
    arguments: str, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last of the rooms that change cannot be turned into bytes."""
    make_folder({"hall": floor(), "yard": floor(4, north=2), "shed": floor(4, 4, south=1)})
    make_bytes = kl.Walkmesh.to_bytes

    def fail(mesh: kl.Walkmesh) -> bytes:
        if mesh.vertices[:, 0].min() == 4 and mesh.vertices[:, 1].min() == 0:
            raise kl.errors.FormatError("too large for the format", section="faces")
        return make_bytes(mesh)

    before = contents()
    monkeypatch.setattr(kl.Walkmesh, "to_bytes", fail)
    result = kotorlevel(*arguments.split())
    assert (result.code, "too large for the format" in result.stderr) == (2, True)
    assert contents() == before
    assert not Path("out").exists()
