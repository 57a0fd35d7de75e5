"""What parts the islands of a scene, against what the navigator says of each pair."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.sample import make_broken_station
from kotorlevel.nav.navigator import Navigator
from kotorlevel.view.scene.scene import Scene, build_scene
from support.areas import floor, make_area
from support.corpus import LEVELS, needs_levels


def places_on(scene: Scene) -> list[list[float]]:
    """A point on each island: the middle of its largest face."""
    islands = scene.array("islands")
    corners = scene.array("vertices")[scene.array("faces")[: len(islands)].astype(int)]
    sides = corners[:, 1:] - corners[:, :1]
    sizes = np.abs(np.cross(sides[:, 0], sides[:, 1])[:, 2])
    found = []
    for island in scene.document["islands"]:
        sized = np.where(islands == island["id"], sizes, -1.0)
        found.append(corners[sized.argmax()].mean(axis=0).tolist())
    return found


def check_pairs(area: Area) -> int:
    """All causes between islands that the navigator finds are among the gaps; how many are."""
    scene = build_scene(area)
    gaps = scene.document["gaps"]
    known = {(each["kind"], *each["at"]) for each in gaps}
    navigator = Navigator(area)
    start, *others = places_on(scene)
    found = 0
    for place in others:
        for cause in navigator.find_causes(start, place):
            # One-way links are inside of an island, and told by its links.
            if cause.kind == "one-way":
                continue
            assert (cause.kind, *(round(value, 3) + 0.0 for value in cause.at)) in known
            found += 1
    return found


def test_one_island_has_none() -> None:
    area = make_area({"hall": floor(east=1), "yard": floor(4, west=0)})
    assert build_scene(area).document["gaps"] == []
    assert build_scene(floor()).document["gaps"] == []


def test_two_rooms_that_meet_without_a_link() -> None:
    (gap,) = build_scene(make_area({"hall": floor(width=6), "yard": floor(6)})).document["gaps"]
    assert (gap["kind"], gap["islands"], gap["at"]) == ("no-link", [0, 1], [6.0, 2.0, 0.0])
    assert gap["text"].startswith("hall and yard meet at (6.0, 2.0), but there is no link")
    assert gap["back"].startswith("yard and hall meet")
    assert gap["mend"] == "link the rooms at these edges"


def test_the_broken_station(tmp_path: Path) -> None:
    for name, data in make_broken_station().items():
        (tmp_path / name).write_bytes(data)
    assert check_pairs(kl.load_area(tmp_path)) >= 5


@needs_levels
@pytest.mark.parametrize("name", ["k1/danm14ab", "k1/tat_m17aa", "k2/740kor"])
def test_real_levels(name: str) -> None:
    assert check_pairs(kl.load_area(LEVELS / "areas" / name)) >= 1
