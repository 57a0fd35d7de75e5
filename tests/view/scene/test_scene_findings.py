"""Findings in a scene: in which room, on which faces, where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import kotorlevel as kl
from kotorlevel.checks.finding import Finding, Place, Report, Severity
from kotorlevel.view.html.parts import table_html
from kotorlevel.view.map.draw import draw_map
from kotorlevel.view.scene.scene import build_scene
from support.areas import floor, make_area, make_door, make_placeable, write_folder
from support.reports.samples import CAUSED


def told(*findings: Finding) -> list[dict[str, Any]]:
    area = make_area(
        {"hall": floor(), "yard": floor(4, z=2)},
        doors=[make_door((4, 2, 0))],
        placeables=[make_placeable((7, 1, 2))],
        door_hooks=[(1, 2, 3)],
    )
    report = Report(tuple(findings), ())
    listed: list[dict[str, Any]] = build_scene(area, report=report).document["findings"]
    return listed


def finding(place: Place, *numbers: int, file: str = "yard.wok", **more: Any) -> Finding:
    fields: dict[str, Any] = {"severity": Severity.ERROR, "rule": "MSH007", "fix": "safe", **more}
    return Finding("wrong", place, numbers, file=file, **fields)


def test_faces_and_edges_are_those_of_the_room() -> None:
    face, edge = told(finding("face", 1), finding("edge", 1, 4, rule="MSH010"))
    assert (face["room"], face["faces"], face["edges"]) == (1, [1], [])
    assert face["at"] == [5.333, 2.667, 2]
    assert (edge["faces"], edge["edges"], edge["at"]) == ([], [1, 4], [8, 2, 2])
    assert face["fix"] == "safe"
    assert face["severity"] == "error"
    assert face["why"]


def test_a_finding_that_knows_its_place_keeps_it() -> None:
    assert told(finding("face", 1, at=(1.0, 2.0, 3.0)))[0]["at"] == [1, 2, 3]


def test_other_things_that_findings_count() -> None:
    places: dict[Place, list[float] | None] = {
        "vertex": [4, 0, 2],
        "door": [4, 2, 0],
        "placeable": [7, 1, 2],
        "door hook": [1, 2, 3],
        "node": None,
    }
    for place, at in places.items():
        assert told(finding(place, 0))[0]["at"] == at, place
    room = told(finding("room", 1, file="lab.lyt"))[0]
    assert room["room"] == 1
    assert room["at"] == [6, 2, 2]


def test_numbers_that_do_not_exist() -> None:
    places: list[Place] = ["face", "edge", "vertex", "room", "door", "placeable", "door hook"]
    for place in places:
        for number in (99, -1):
            assert told(finding(place, number))[0]["at"] is None


def test_a_place_that_is_none() -> None:
    nowhere = (float("nan"), 0.0, 0.0)
    assert told(finding("", at=nowhere))[0]["at"] is None
    assert told(finding("", at=(1e30, 0.0, 0.0)))[0]["at"] is None


def test_the_worst_comes_first_and_all_are_numbered() -> None:
    severities = [Severity.INFO, Severity.ERROR, Severity.WARNING]
    listed = told(*(finding("", severity=each) for each in severities))
    assert [each["severity"] for each in listed] == ["error", "warning", "info"]
    assert [each["number"] for each in listed] == [1, 2, 3]


def test_files_lose_their_folders() -> None:
    names = {
        "C:\\mods\\my\\yard.wok": ("yard.wok", 1),
        "/home/me/YARD.wok": ("YARD.wok", 1),
        "/home/me/lab.mod: hall.wok": ("lab.mod: hall.wok", None),
        "lab.vis": ("lab.vis", None),
    }
    for file, (name, room) in names.items():
        one = told(finding("", file=file))[0]
        assert one["file"] == name
        if room is not None:
            assert one["room"] == room


def test_what_is_wrong_in_the_file_of_an_object_is_nowhere_in_the_area() -> None:
    assert told(finding("face", 0, file="leaf0.dwk", at=(0.0, 0.0, 0.0)))[0]["at"] is None
    assert told(finding("door", 0, file="leaf0.dwk", at=(4.0, 2.0, 0.0)))[0]["at"] == [4, 2, 0]


def test_a_long_list_of_faces_is_cut() -> None:
    assert len(told(finding("face", *range(5000)))[0]["faces"]) < 1000


def test_one_mesh_has_all_findings_in_its_room() -> None:
    report = Report((finding("face", 0, file="anything.wok"),), ())
    one = build_scene(floor(), report=report, name="hall").document["findings"][0]
    assert (one["room"], one["faces"]) == (0, [0])


def test_findings_of_a_check(tmp_path: Path) -> None:
    """A link that is never answered is found at the edge where it is."""
    write_folder(tmp_path, make_area({"hall": floor(east=1), "yard": floor(4)}))
    area = kl.load_area(tmp_path)
    findings = build_scene(area, report=kl.check(area)).document["findings"]
    one_sided = [each for each in findings if each["rule"] == "ARE003"]
    assert one_sided
    assert one_sided[0]["at"] == [4, 2, 0]
    assert one_sided[0]["file"].endswith(".wok")


def test_causes_come_first_and_what_they_explain_last() -> None:
    """Also on the map, which has no number for it, and in the report, which folds it."""
    area = make_area({"a": floor(), "b": floor(4)})
    scene = build_scene(area, report=CAUSED)
    found = scene.document["findings"]
    assert [each["rule"] for each in found] == ["CAU001", "VIS004", "ARE011", "NAV001"]
    assert [each["cause"] for each in found] == [None, None, 1, 1]
    assert found[0]["text"].endswith("it explains 2 findings: 1 error and 1 warning")
    assert all(each["how"] for each in found)
    svg = draw_map(scene)
    assert "explains 2 findings" in svg
    assert "ARE011" not in svg
    told, folded = table_html(CAUSED, scene, "").split("<details", 1)
    assert "CAU001" in told
    assert "ARE011" not in told
    assert "2 findings that go with their cause" in folded
    assert "ARE011" in folded
