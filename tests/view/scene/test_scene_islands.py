"""Islands in a scene: how large they are, and whether one gets there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

import kotorlevel as kl
from kotorlevel.view.scene.islands import MOST_ISLANDS
from kotorlevel.view.scene.scene import build_scene
from support.areas import floor, make_area
from support.view.junctions import one_way


def islands(**more: Any) -> list[tuple[float, float, list[int], bool]]:
    """Those of a yard that leads to a hall and not back, and of an attic apart."""
    found = build_scene(one_way(**more)).document["islands"]
    assert [each["id"] for each in found] == [0, 1]
    return [(each["area"], each["reached"], each["rooms"], each["reachable"]) for each in found]


def test_the_largest_comes_first_and_is_where_one_starts() -> None:
    """On the largest face, that of the hall: there is no way back to the yard."""
    assert islands() == [(40, 24, [0, 1], True), (12, 0, [2], False)]


def test_from_the_entry_links_lead_one_way() -> None:
    assert islands(entry=(1, 1, 0)) == [(40, 40, [0, 1], True), (12, 0, [2], False)]
    assert islands(entry=(6, 1, 0)) == [(40, 24, [0, 1], True), (12, 0, [2], False)]
    assert islands(entry=(31, 1, 0)) == [(40, 0, [0, 1], False), (12, 12, [2], True)]


def test_an_entry_beside_the_floor_is_on_it() -> None:
    """By as much as a body is wide, as `kotorlevel reach` has it."""
    for y, known in ((-0.3, True), (-0.4, False)):
        assert build_scene(one_way((1, y, 0))).document["entryKnown"] is known


def test_the_entry_of_another_area_is_not_here() -> None:
    area = one_way((1, 1, 0))
    assert area.module is not None
    module = replace(area.module, area="elsewhere")
    document = build_scene(replace(area, module=module)).document
    assert (document["entry"], document["entryKnown"]) == (None, False)


def test_the_start_is_a_face() -> None:
    assert build_scene(one_way((1, 3, 0))).document["start"] == 1
    assert build_scene(one_way((8, 1, 0))).document["start"] == 2
    assert build_scene(one_way()).document["start"] == 2


def test_an_entry_that_is_on_no_floor_cuts_nothing_off() -> None:
    """Its room may not be at hand: one starts on the largest island, and says so."""
    assert islands(entry=(1, 50, 0)) == islands()
    rooms = {"a": floor(), "b": floor(9, width=1)}
    for entry, known, start in (
        ((1, 50, 0), False, "the largest part of the floor"),
        ((1, 1, 0), True, "the entry"),
        (None, False, "the largest part of the floor"),
    ):
        document = build_scene(make_area(rooms, entry=entry)).document
        assert document["entryKnown"] is known
        assert document["islands"][0]["reachable"]
        assert document["islands"][1]["reason"] == f"no way leads here from {start}"


def test_an_entry_without_any_floor() -> None:
    document = build_scene(make_area({"a": None}, entry=(1, 1, 0))).document
    assert (document["entryKnown"], document["start"], document["islands"]) == (False, None, [])


def test_of_two_floors_the_entry_is_on_the_nearer() -> None:
    rooms = {"low": floor(), "high": floor(z=5)}
    for z, reached in ((0.4, [True, False]), (4.0, [False, True])):
        found = build_scene(make_area(rooms, entry=(1, 2, z))).document["islands"]
        assert [each["reachable"] for each in found] == reached


def test_reasons() -> None:
    found = build_scene(make_area({"a": floor(), "b": floor(9, width=1)})).document["islands"]
    assert [each["reason"] for each in found] == [
        "",
        "no way leads here from the largest part of the floor",
    ]
    for entry, start in (((6, 1, 0), "the entry"), (None, "its largest face")):
        reason = build_scene(one_way(entry)).document["islands"][0]["reason"]
        wanted = f"16.0 m² of it cannot be reached from {start}: links lead out of there"
        assert reason.startswith(wanted)


def test_thousands_of_islands_are_gathered() -> None:
    count = 3 * MOST_ISLANDS
    corners = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)])
    points = np.concatenate([corners + np.array([2 * number, 0, 0]) for number in range(count)])
    faces = np.arange(3 * count).reshape(-1, 3)
    scene = build_scene(kl.Walkmesh.from_arrays(points, faces, [4] * count))
    listed = scene.document["islands"]
    assert len(listed) == MOST_ISLANDS
    assert scene.array("islands").max() == MOST_ISLANDS - 1
    assert sum(each["area"] for each in listed) == 0.5 * count
    assert f"{count - MOST_ISLANDS + 1:,} small parts of the floor" in listed[-1]["reason"]
