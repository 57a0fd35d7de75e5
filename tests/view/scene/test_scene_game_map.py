"""The game's map in a scene: its pixels, its corners, and why it is not there."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.view.scene.scene import build_scene
from support.area.game_maps import PLAIN, make_picture, map_area
from support.areas import floor
from support.corpus import ROOT
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs/schema/scene.schema.json").read_text(encoding="utf-8"))
WHOLE = make_picture(110, 64, 220, 192)


@pytest.mark.parametrize("axis", range(4))
def test_the_corners_are_where_the_fields_say(axis: int) -> None:
    fields = replace(PLAIN, north_axis=axis)
    scene = build_scene(map_area(fields, WHOLE), tree=False)
    validate(scene.document, SCHEMA)
    told = scene.document["gameMap"]
    assert told["here"]
    corners = [(0, 0), (440, 0), (440, 256), (0, 256)]
    assert np.allclose(fields.to_pixels(told["corners"]), corners, atol=0.1)
    pixels = scene.array("gameMap").reshape(256, 440, 3)
    assert np.array_equal(pixels, WHOLE.pixels[:, :440, :3])


def test_a_larger_picture_is_brought_to_its_size() -> None:
    scene = build_scene(map_area(PLAIN, WHOLE.resized(1024, 512)), tree=False)
    pixels = scene.array("gameMap").reshape(256, 440, 3)
    assert np.array_equal(pixels, WHOLE.pixels[:, :440, :3])


FAR: dict[str, Any] = {"world": ((1, 2), (9e5, 9e5)), "picture": ((0.5, 0.5), (0.501, 0.501))}
"""Fields that are places each, with the corners of the picture 450,000 km away."""


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (floor(), "single walkmesh"),
        (map_area(None, WHOLE), "No ARE with the fields"),
        (map_area(PLAIN), "lbl_maplab, is not at hand"),
        (map_area(PLAIN, b"x" * 40), "cannot be read"),
        (map_area(replace(PLAIN, world=((1, 2), (1, 3))), WHOLE), "WorldPt1X"),
        (map_area(replace(PLAIN, world=((1, 2), (1 + 1e30, 3e30))), WHOLE), "WorldPt2X is 1e+30"),
        (map_area(replace(PLAIN, **FAR), WHOLE), "beyond all places"),
    ],
)
def test_why_it_is_not_there(source: kl.Area | kl.Walkmesh, reason: str) -> None:
    scene = build_scene(source, tree=False)
    validate(scene.document, SCHEMA)
    told = scene.document["gameMap"]
    assert not told["here"]
    assert reason in told["reason"]
    assert "gameMap" not in scene.document["buffers"]
