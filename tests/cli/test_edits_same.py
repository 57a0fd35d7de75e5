"""The commands that edit an area, and the library: the same bytes, and the same figures."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.formats.gff import Gff, GffType, Struct
from kotorlevel.formats.pth import make_path_points
from support.area.level_files import content as contents
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.command import Result

OFFSET = (0.02, 0.0, 0.25)


def creature(x: float, y: float) -> Struct:
    place = zip(("XPosition", "YPosition", "ZPosition"), (x, y, 0.0), strict=True)
    return Struct([(label, GffType.FLOAT, value) for label, value in place], 4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A hall that meets a yard; a shed 3 cm off; a den at half of the yard's side; things in it."""
    place = tmp_path / "mod"
    place.mkdir()
    rooms = {
        "hall": floor(south=1),
        "yard": floor(4),
        "shed": floor(0, 4.03),
        "den": floor(8, 0, depth=2),
    }
    seen = kl.Visibility((kl.VisRoom("hall", ("den",)), kl.VisRoom("den", ("hall",))))
    creatures = [creature(1, 1), creature(6, 1)]
    write_folder(
        place,
        make_area(rooms),
        vis=seen.to_bytes(),
        git=Gff("GIT ", Struct([("Creature List", GffType.LIST, creatures)])).to_bytes(),
        pth=make_path_points([(1, 1), (6, 1), (60, 1)], [(0, 1)]).to_bytes(),
    )
    return place


def document(result: Result) -> Any:
    return json.loads(result.stdout)


def build_points(area: Area) -> Area:
    return area.with_path_points(kl.build_path_points(area))


def repair_points(area: Area) -> Area:
    return area.with_path_points(kl.repair_path_points(area, unsafe=True).after)


def build_sight(area: Area) -> Area:
    return area.with_visibility(kl.build_visibility(area, samples=8).visibility)


EDITS: dict[str, Callable[[Area], Area]] = {
    "link": lambda area: kl.relink(area)[0],
    "link --clear --snap 0.04 --split": lambda area: kl.relink(
        area, snap=0.04, split=True, clear=True
    )[0],
    "link --tolerance 0.05": lambda area: kl.relink(area, 0.05)[0],
    "layout move yard --by 0.02,0,0.25": lambda area: kl.move_room(area, "yard", OFFSET).area,
    "layout move yard --by 0.02,0,0.25 --objects": lambda area: (
        kl.move_room(area, "yard", OFFSET, objects=True).area
    ),
    "layout move 1 --to 3,2,1 --objects": lambda area: (
        kl.move_room(area, 1, to=(3, 2, 1), objects=True).area
    ),
    "layout remove hall": lambda area: kl.remove_room(area, "hall").area,
    "vis build --samples 8": build_sight,
    "pth build": build_points,
    "pth fix --unsafe": repair_points,
}


@pytest.mark.parametrize("words", EDITS)
def test_the_same_bytes(folder: Path, tmp_path: Path, kotorlevel: InProcess, words: str) -> None:
    command, *rest = words.split()
    (tmp_path / "told").mkdir()
    result = kotorlevel(command, folder, *rest, "-o", tmp_path / "told")
    assert result.code == 0, result.stderr
    written = kl.write_area(EDITS[words](kl.load_area(folder)), tmp_path / "made")
    assert len(written) > 0
    assert contents(tmp_path / "told") == contents(tmp_path / "made")


def test_a_link_report_is_short(folder: Path) -> None:
    _, report = kl.relink(kl.load_area(folder))
    assert str(report) == "1 seam, 2 edges changed, 2 near misses"
    assert repr(report) == "<LinkReport: 1 seam, 2 edges changed, 2 near misses>"
    _, report = kl.relink(kl.load_area(folder), snap=0.04, split=True)
    assert {move.room for move in report.moved} == {2}
    assert len(report.splits) == 1
    assert report.near_misses == ()


def test_what_moves_along_and_what_parts(folder: Path) -> None:
    area = kl.relink(kl.load_area(folder))[0]
    move = kl.move_room(area, "yard", OFFSET, objects=True)
    (parted,) = move.parted
    assert parted.other == 0
    assert (parted.gap, parted.step) == pytest.approx((0.02, 0.25), abs=1e-6)
    assert parted.reason == "now has a gap of 2.0 cm and a step of 25.0 cm"
    assert move.standing is not None
    assert dict(move.standing.lists) == {"Creature List": 1}
    assert move.standing.path_points == (1,)
    assert move.area.path_points is not None
    assert move.area.path_points.points[1].tolist() == pytest.approx([6.02, 1])
    assert kl.move_room(area, "yard", OFFSET).standing is None
    for offset in (None, OFFSET):
        with pytest.raises(ValueError, match="either how far a room is moved, or where to"):
            kl.move_room(area, "yard", offset, to=offset)


def test_new_and_old_visibility(folder: Path, kotorlevel: InProcess) -> None:
    area = kl.load_area(folder)
    found = kl.build_visibility(area, samples=8)
    told = document(kotorlevel("vis", folder, "build", "--samples", 8, "--dry-run", "--json"))
    assert [[each["room"], each["other"]] for each in told["added"]] == [
        list(pair) for pair, _ in found.added
    ]
    assert area.visibility is not None
    before, after = {*area.visibility.pairs()}, {*found.visibility.pairs()}
    assert {pair for pair, _ in found.added} == after - before
    assert {*found.removed} == before - after
    assert found.is_changed
    same = kl.build_visibility(area.with_visibility(found.visibility), samples=8)
    assert (same.added, same.removed, same.is_changed) == ((), (), False)


def test_audits_see_what_the_commands_see(folder: Path, kotorlevel: InProcess) -> None:
    area = kl.load_area(folder)
    sight = kl.audit_visibility(area, kl.build_visibility(area, samples=8))
    told = document(kotorlevel("vis", folder, "check", "--geometry", "--samples", 8, "--json"))
    assert [each["text"] for each in told["unlisted"]] == [why for _, why in sight.unlisted or ()]
    assert len(told["unlisted"]) > 0
    assert [each["text"] for each in told["findings"]] == [each.text for each in sight.report]
    points = kl.audit_path_points(area)
    told = document(kotorlevel("pth", folder, "check", "--json"))
    assert [each["rule"] for each in told["findings"]] == [each.rule for each in points.report]
    assert {"PTH001", "PTH005"} <= {each.rule for each in points.report}
    assert points.survey is not None
    assert told["unseen"]["area"] == points.survey.unseen.area  # type: ignore[union-attr]
    good = kl.audit_path_points(area, kl.build_path_points(area))
    assert not good.is_bad


def test_points_need_all_rooms(folder: Path) -> None:
    (folder / "shed.wok").unlink()
    area = kl.load_area(folder)
    with pytest.raises(kl.errors.FormatError, match="1 room without a walkmesh at hand: shed"):
        kl.build_path_points(area)
    told: list[str] = []
    assert len(kl.build_path_points(area, partial=True, tell=told.append)) > 0
    assert told == ["1 room without a walkmesh at hand: shed; they get no points"]


@pytest.mark.parametrize("question", ["height", "floors", "nearest", "ray", "sight", "box", "near"])
def test_one_question_and_many(folder: Path, kotorlevel: InProcess, question: str) -> None:
    """An inquiry gives what a table of the command has, one by one and all at once."""
    width = {"height": 2, "floors": 2, "nearest": 3, "near": 3}.get(question, 6)
    rows = [[x, y, 1.0, 0.5, 0.25, -1.0][:width] for x in (1.0, 6.5, 40.0) for y in (1.0, 3.5)]
    points = folder.parent / "points.csv"
    points.write_text("\n".join(",".join(map(str, row)) for row in rows))
    limits = kl.Limits(radius=1.5) if question == "near" else kl.Limits()
    options = ("--radius", 1.5) if question == "near" else ()
    text = kotorlevel("query", folder, question, "--points", points, *options).stdout
    told = [row["face"] for row in csv.DictReader(io.StringIO(text))]
    inquiry = kl.Inquiry(kl.load_rooms(folder), question, limits, fast=False)
    many = inquiry.ask_many(rows)
    assert many == [inquiry.ask(row) for row in rows]
    assert told == [face for found in many for face in ([str(f.face) for f in found] or [""])]
    assert {"", "0"} <= set(told) or question in ("nearest", "sight", "box")


def test_why_there_is_no_floor(tmp_path: Path) -> None:
    area = make_area({"hall": floor(), "yard": floor(10), "gone": None})
    inquiry = kl.Inquiry(kl.load_rooms(write_folder(tmp_path, area)), "height", fast=False)
    none = kl.find_no_floor(inquiry, 7, 2)
    assert (none.faces, none.emptiness, none.known, none.rooms) == ((), "outside", 2, 3)
    assert none.nearest is not None
    assert (none.nearest.room_name, none.nearest.distance) == ("hall", 3.0)
    assert none.nearest.point == (4.0, 2.0, 0.0)
    walls = inquiry.with_limits(kl.Limits(surfaces=(7,)))
    assert walls.ask((1, 1)) == []
    ((face, why),) = kl.find_no_floor(walls, 1, 1).faces
    assert (face.room_name, why) == ("hall", "not asked for")


def test_doors_are_those_of_an_area(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, make_area({"hall": floor()}))
    with pytest.raises(kl.errors.FormatError, match="`doors` and `placeables` go with an area"):
        kl.load_rooms(folder / "hall.wok", doors=True)
    (note,) = kl.load_rooms(folder, doors=True).notes
    assert note.endswith("no GIT here, so no doors or placeables are known; name the `module`")
