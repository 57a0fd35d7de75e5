"""What the page is told of doors and path points while it edits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import kotorlevel as kl
from kotorlevel.formats.pth.path_points import make_path_points
from kotorlevel.view.live.things import describe_door_places, describe_path_faults
from support.areas import floor, make_area


def test_doorways_are_told_and_whether_a_door_can_be_added() -> None:
    area = make_area({"hall": floor(east=1), "lane": floor(4, west=0)})
    told = describe_door_places(area)
    [doorway] = told["doorways"]
    [opening] = kl.find_doorways(area)
    assert doorway["place"] == list(opening.place)
    assert (doorway["room"], doorway["other"], doorway["door"]) == (0, 1, -1)
    assert told["templates"] == []
    assert told["canAdd"] is False


def test_points_off_the_floor_are_told() -> None:
    area = make_area({"hall": floor()})
    points = make_path_points([[1.0, 1.0], [2.0, 2.0], [30.0, 1.0]], [[0, 1], [1, 0]])
    told = describe_path_faults(replace(area, path_points=points))
    off = [each["points"] for each in told["faults"] if each["kind"] == "off-floor"]
    assert off == [[2]]
    assert told["count"] == len(told["faults"])
    assert describe_path_faults(area) == {"faults": [], "count": 0, "unknown": 0}


def test_the_page_is_told_what_is_stored_to_the_bit() -> None:
    area = make_area({"hall": floor()})
    place = np.float32(1.2345678).item()
    points = make_path_points([[place, 1.0]], np.empty((0, 2), np.int64))
    document = kl.build_scene(replace(area, path_points=points)).document
    assert document["pathPoints"]["points"] == [[place, 1.0, None]]
