"""Islands in a scene: how large they are, and whether one gets there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from areas import floor, make_area
from corpus import CORPUS, needs_corpus
from kotorlevel.nav.navigator import Navigator
from kotorlevel.view.scene import build_scene
from kotorlevel.view.scene_floor import MOST_ISLANDS


def islands(**more: Any) -> list[tuple[float, list[int], bool]]:
    """A yard that leads to a hall and not back; an attic apart."""
    rooms = {"yard": floor(east=1), "hall": floor(4, width=6), "attic": floor(30, width=3)}
    found = build_scene(make_area(rooms, **more)).document["islands"]
    assert [each["id"] for each in found] == [0, 1, 2]
    return [(each["area"], each["rooms"], each["reachable"]) for each in found]


def test_the_largest_comes_first_and_is_where_one_starts() -> None:
    assert islands() == [(24, [1], True), (16, [0], False), (12, [2], False)]


def test_from_the_entry_links_lead_one_way() -> None:
    assert [reached for _, _, reached in islands(entry=(1, 1, 0))] == [True, True, False]
    assert [reached for _, _, reached in islands(entry=(6, 1, 0))] == [True, False, False]


def test_an_entry_that_is_on_no_floor_cuts_nothing_off() -> None:
    """Its room may not be at hand: one starts on the largest island, and says so."""
    assert islands(entry=(1, 50, 0)) == islands()
    rooms = {"a": floor(), "b": floor(9, width=1)}
    for entry, known, start in (
        ((1, 50, 0), False, "the largest island"),
        ((1, 1, 0), True, "the entry"),
        (None, False, "the largest island"),
    ):
        document = build_scene(make_area(rooms, entry=entry)).document
        assert document["entryKnown"] is known
        assert document["islands"][0]["reachable"]
        assert document["islands"][1]["reason"] == f"no way leads here from {start}"


def test_an_entry_without_any_floor() -> None:
    document = build_scene(make_area({"a": None}, entry=(1, 1, 0))).document
    assert (document["entryKnown"], document["islands"]) == (False, [])


def test_of_two_floors_the_entry_is_on_the_nearer() -> None:
    rooms = {"low": floor(), "high": floor(z=5)}
    for z, reached in ((0.4, [True, False]), (4.0, [False, True])):
        found = build_scene(make_area(rooms, entry=(1, 2, z))).document["islands"]
        assert [each["reachable"] for each in found] == reached


def test_reasons() -> None:
    found = build_scene(make_area({"a": floor(), "b": floor(9, width=1)})).document["islands"]
    assert [each["reason"] for each in found] == ["", "no way leads here from the largest island"]


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
    assert f"{count - MOST_ISLANDS + 1:,} small islands" in listed[-1]["reason"]


@needs_corpus
def test_islands_are_those_that_one_walks_on() -> None:
    """Where every link leads both ways, the navigator has the same islands."""
    area = kl.load_area(CORPUS / "area_m10aa")
    wanted = [
        (pytest.approx(island.area, abs=0.01), sorted(share.room for share in island.rooms))
        for island in Navigator(area, fast=False).islands()
    ]
    found = build_scene(area).document["islands"]
    assert [(each["area"], each["rooms"]) for each in found if each["area"]] == wanted
