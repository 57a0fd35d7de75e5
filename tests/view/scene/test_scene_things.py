"""What the GIT places in the scene, and the findings about it."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import kotorlevel as kl
from kotorlevel.view.scene.things import MOST_THINGS, list_things
from support.area.furnished_git import camera, creature, door, encounter, trigger, waypoint
from support.cases.area_things import SQUARE, furnished


def test_everything_with_a_place_is_in_the_scene() -> None:
    area = furnished(
        creature("guard", (2, 2, 0)),
        creature("nowhere", (math.nan, 2, 0)),
        creature("beyond", (1e30, 2, 0)),
        encounter("pack", (1, 1, 0), SQUARE, [(2, 1, 0)]),
        trigger("up", (2, 2, 0), SQUARE, "dan_m77zz", "Landing"),
        camera(3, (1, 2, 3)),
        door("gate", (2, 2, 0)),
    )
    document = kl.build_scene(area).document
    things = document["things"]
    assert [(each["kind"], each["number"]) for each in things] == [
        ("creature", 0),
        ("encounter", 0),
        ("spawn point", 0),
        ("trigger", 0),
        ("camera", 0),
    ]
    guard, pack, spawn, up, view = things
    assert (guard["at"], guard["template"], guard["bearing"]) == ([2, 2, 0], "guard", 1.5708)
    assert pack["outline"] == [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]]
    assert spawn["at"] == [2, 1, 0]
    assert (up["module"], up["to"], up["tag"]) == ("dan_m77zz", "Landing", "up")
    assert view["outline"] == []
    json.dumps(document, allow_nan=False)


def test_findings_name_the_rows_of_their_things() -> None:
    area = furnished(
        creature("fine", (2, 2, 0)),
        creature("lost", (2, -1, 0)),
        encounter("pack", (1, 1, 0), SQUARE, [(2, 5, 0)]),
        waypoint("wp_lost_01", (2, -2, 0)),
    )
    document = kl.build_scene(area, report=kl.check(area)).document
    kinds = [each["kind"] for each in document["things"]]
    named = {
        finding["rule"]: [kinds[row] for row in finding["things"]]
        for finding in document["findings"]
        if finding["things"]
    }
    assert named["OBJ014"] == ["waypoint"]
    rows = [f["things"] for f in document["findings"] if f["rule"] == "OBJ013"]
    assert sorted(rows) == [[1], [2, 3]], "the creature; the encounter and its spawn point"
    assert all(f["things"] == [] for f in document["findings"] if f["rule"].startswith("LYT"))


def test_a_scene_lists_no_more_than_a_page_can_show() -> None:
    area = furnished(*[creature("guard", (2, 2, 0))] * (MOST_THINGS + 7))
    assert len(list_things(area)) == MOST_THINGS
    assert list_things(replace(area, git=None)) == []
