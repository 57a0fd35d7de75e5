"""Several levels in one scene: each is what it was, moved, and none touches another."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from kotorlevel.errors import InputError
from kotorlevel.view.scene.together.document import level_letter
from support.areas import floor, make_area, make_door, make_placeable, plate
from support.installation import make_installation
from support.view.svg_parts import layer, parse, words
from view.scene.test_scene_schema import validate


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> list[kl.Scene]:
    """The broken station, a small area with things in it, one walkmesh, and the station again."""
    folder = tmp_path_factory.mktemp("station")
    for name, data in make_broken_station().items():
        (folder / name).write_bytes(data)
    station = kl.load_shown(folder).scene
    findings = [dict(each) for each in station.document["findings"]]
    findings[3]["cause"] = findings[5]["cause"] = 2
    station = kl.Scene(station.document | {"findings": findings}, station.buffer)
    small = make_area(
        {"hall": floor(), "sky": None, "****": None},
        entry=(1, 1, 0),
        door_hooks=[(1, 1, 0)],
        doors=[make_door((1, 2, 0))],
        placeables=[make_placeable((1, 1, 0), mesh=plate()), make_placeable(index=1)],
    )
    mesh = floor(east=3)
    return [
        station,
        kl.build_scene(small, report=kl.check(small)),
        kl.build_scene(mesh, report=kl.check(mesh), name="hall"),
        station,
    ]


def corners(scene: kl.Scene, rows: Any) -> np.ndarray:
    first, count = rows
    faces = scene.array("faces")[first : first + count].astype(np.int64)
    return scene.array("vertices")[faces].astype(np.float64)


def in_rooms(scene: kl.Scene, edges: np.ndarray) -> list[tuple[int, int] | None]:
    """Edges of room faces as room and number in it; None where there is none."""
    ranges = [room["faces"] for room in scene.document["rooms"]]
    return [
        next((i, edge - 3 * a) for i, (a, n) in enumerate(ranges) if a <= edge // 3 < a + n)
        if edge >= 0
        else None
        for edge in edges.tolist()
    ]


@pytest.mark.parametrize("one_space", [False, True])
def test_every_level_is_what_it_was(scenes: list[kl.Scene], one_space: bool) -> None:
    joined = kl.join_scenes(scenes, one_space=one_space)
    validate(joined)
    levels = joined.document["levels"]
    assert [level["letter"] for level in levels] == ["A", "B", "C", "D"]
    door = placeable = 0
    for scene, level in zip(scenes, levels, strict=True):
        offset, (first, count) = np.array(level["offset"]), level["rooms"]
        assert not one_space or not offset.any()
        document = scene.document
        for own, now in zip(
            document["rooms"], joined.document["rooms"][first : first + count], strict=True
        ):
            assert now["index"] == own["index"] + first
            before = corners(scene, own["faces"])
            np.testing.assert_allclose(corners(joined, now["faces"]), before + offset, atol=1e-4)
            assert now["vertices"][1] == own["vertices"][1]
            assert now["sees"] == [each + first for each in own["sees"]]
            rows = slice(now["faces"][0], sum(now["faces"]))
            was = slice(own["faces"][0], sum(own["faces"]))
            ids = {each["id"]: each["label"] for each in joined.document["materials"]}
            old = {each["id"]: each["label"] for each in document["materials"]}
            assert [ids[i] for i in joined.array("materials")[rows].tolist()] == [
                old[i] for i in scene.array("materials")[was].tolist()
            ]
            across = in_rooms(joined, joined.array("across").reshape(-1, 3)[rows].reshape(-1))
            expected = in_rooms(scene, scene.array("across").reshape(-1, 3)[was].reshape(-1))
            assert across == [each and (each[0] + first, each[1]) for each in expected]
        for own in document["doors"]:
            for before, after in zip(
                own["states"], joined.document["doors"][door]["states"], strict=True
            ):
                shape = corners(scene, before["faces"]) + offset
                np.testing.assert_allclose(corners(joined, after["faces"]), shape, atol=1e-4)
            door += 1
        for own in document["placeables"]:
            if own["mesh"]:
                now = joined.document["placeables"][placeable]["mesh"]
                shape = corners(scene, own["mesh"]["faces"]) + offset
                np.testing.assert_allclose(corners(joined, now["faces"]), shape, atol=1e-4)
            placeable += 1
    assert len(joined.array("faces")) == sum(len(scene.array("faces")) for scene in scenes)
    assert joined.array("loopEnds")[-1] == len(joined.array("boundary"))
    assert joined.array("islands").max() == len(joined.document["islands"]) - 1


def test_findings_keep_their_numbers(scenes: list[kl.Scene]) -> None:
    joined = kl.join_scenes(scenes).document
    found = joined["findings"]
    numbers = [each["number"] for each in found]
    assert len(set(numbers)) == len(numbers)
    told = [
        (f"{'ABCD'[k]}{each['number']}", each["rule"], each["text"])
        for k, scene in enumerate(scenes)
        for each in scene.document["findings"]
    ]
    assert [(each["label"], each["rule"], each["text"]) for each in found] == told
    labels = {each["number"]: each["label"] for each in found}
    causes = {each["label"]: labels[each["cause"]] for each in found if each["cause"] is not None}
    assert causes == {"A4": "A2", "A6": "A2", "D4": "D2", "D6": "D2"}


def test_levels_beside_each_other_do_not_touch(scenes: list[kl.Scene]) -> None:
    levels = kl.join_scenes(scenes * 3).document["levels"]
    for a, b in itertools.combinations(levels, 2):
        gaps = [
            max(
                a["bounds"]["min"][i] - b["bounds"]["max"][i],
                b["bounds"]["min"][i] - a["bounds"]["max"][i],
            )
            for i in (0, 1)
        ]
        assert max(gaps) > 8, (a["letter"], b["letter"])
    assert all(value == int(value) for level in levels for value in level["offset"])
    # In rows from the left to the right, one below the other.
    first = [(-level["bounds"]["max"][1], level["bounds"]["min"][0]) for level in levels]
    rows = [round(y / 5) for y, _ in first]
    assert rows == sorted(rows)


def test_names_are_told_apart(scenes: list[kl.Scene]) -> None:
    document = kl.join_scenes(scenes).document
    names = [level["name"] for level in document["levels"]]
    assert len(set(names)) == 4
    assert names[3] == f"{names[0]} (2)"
    rooms = [room["name"] for room in document["rooms"] if not room["empty"]]
    assert len(set(rooms)) == len(rooms)


def test_surfaces_that_two_levels_mean_differently(scenes: list[kl.Scene]) -> None:
    document = scenes[2].document
    other = [each | {"label": "Slime", "walkable": False} for each in document["materials"]]
    joined = kl.join_scenes(
        [scenes[2], kl.Scene(document | {"materials": other}, scenes[2].buffer)]
    )
    labels = {each["id"]: each["label"] for each in joined.document["materials"]}
    count = len(scenes[2].array("materials"))
    ids = joined.array("materials").tolist()
    assert "Slime" not in {labels[i] for i in ids[:count]}
    assert {labels[i] for i in ids[count:]} == {"Slime"}


def test_one_level_and_none(scenes: list[kl.Scene]) -> None:
    assert kl.join_scenes(scenes[:1]) is scenes[0]
    with pytest.raises(InputError):
        kl.join_scenes([])


def test_letters() -> None:
    assert [level_letter(i) for i in (0, 25, 26, 27, 51, 52, 701, 702)] == [
        "A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA",
    ]  # fmt: skip


# What is drawn of them


def test_map(scenes: list[kl.Scene]) -> None:
    root = parse(kl.draw_map(kl.join_scenes(scenes)))
    names = words(layer(root, "names"))
    assert {"A  station", "C  hall", "D  station (2)"} <= set(names)
    marks = set(words(layer(root, "findings")))
    assert {mark[0] for mark in marks} <= set("ABCD")
    assert {mark[0] for mark in marks} >= {"A", "D"}
    assert not words(layer(root, "grid")), "these are the coordinates of no level"
    together = parse(kl.draw_map(kl.join_scenes(scenes, one_space=True)))
    assert words(layer(together, "grid"))


def test_paths_and_patterns_of_modules(tmp_path: Path) -> None:
    made = make_installation(tmp_path)
    both = [made.path("modules/dan_m77zz.mod"), made.path("modules/tar_m88zz.mod")]
    alone = kl.load_together(both, findings=False)
    assert [level["name"] for level in alone.scene.document["levels"]] == ["m77zz", "m88zz"]
    assert alone.renewed() is alone
    by_pattern = kl.load_together(made.folder, module="*_m?8zz", findings=False)
    assert [each.scene.document["name"] for each in by_pattern.shown] == ["m88zz"]
    assert "levels" not in by_pattern.scene.document
    assert kl.draw_map(both, findings=False) == kl.draw_map(alone.scene)
    with pytest.raises(InputError, match="those of a game"):
        kl.draw_map(both[0], module="tar_*")
    with pytest.raises(InputError, match="in one level"):
        kl.draw_map(both, paths=[kl.Way((0, 0), (1, 1))])


def test_levels_are_read_again_when_they_change(tmp_path: Path) -> None:
    made = make_installation(tmp_path)
    both = [made.path("modules/dan_m77zz.mod"), made.path("modules/tar_m88zz.mod")]
    together = kl.load_together(both, findings=False)
    both[0].write_bytes(both[1].read_bytes())
    again = together.renewed()
    assert [level["name"] for level in again.scene.document["levels"]] == ["m88zz", "m88zz (2)"]
    assert again.shown[1] is together.shown[1]


def test_a_page_to_look_at(tmp_path: Path) -> None:
    from http.client import HTTPConnection

    made = make_installation(tmp_path)
    both = [made.path("modules/dan_m77zz.mod"), made.path("modules/tar_m88zz.mod")]
    bundle = kl.Bundle("{{MODE}} {{TITLE}} {{SCENE}}", "", "")
    with kl.serve(both, browser=False, findings=False, bundle=bundle) as server:

        def ask(path: str, method: str = "GET") -> tuple[int, bytes]:
            connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
            connection.request(method, path)
            reply = connection.getresponse()
            answer = reply.status, reply.read()
            connection.close()
            return answer

        status, page = ask(f"/?token={server.token}")
        assert (status, page[:19]) == (200, b"static m77zz, m88zz")
        assert ask("/")[0] == 403
        assert ask(f"/scene.json?token={server.token}")[0] in (403, 404)
        both[1].write_bytes(both[0].read_bytes())
        assert ask(f"/?token={server.token}")[1][:23] == b"static m77zz, m77zz (2)"
        both[1].write_bytes(b"half")
        assert ask(f"/?token={server.token}")[1][:23] == b"static m77zz, m77zz (2)"
    with pytest.raises(InputError):
        kl.serve(both, browser=False, findings=False, bundle=bundle, edit=True)  # type: ignore[call-overload]
