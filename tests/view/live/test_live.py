"""A level that is worked on: when it is loaded again, and when the old one stays."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.view.live.watch import Live
from kotorlevel.view.scene.buffers import view_buffer
from kotorlevel.view.scene.scene import build_scene
from kotorlevel.view.show import Shown
from support.areas import floor, make_area, write_folder
from support.view.furnished import hall_parts, write_furnished, write_model
from support.view.served import live_level, serve


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_folder(tmp_path, make_area({"hall": floor(east=1), "yard": floor(4, west=0)}))
    return tmp_path


def settle(live: Live) -> None:
    """Two looks: at the first a change is noticed, at the second it has stopped."""
    live.look()
    live.look()


def test_a_saved_file_is_shown(folder: Path) -> None:
    live = live_level(folder)
    assert live.status == {"version": 1, "error": ""}
    settle(live)
    assert live.version == 1
    kl.write_walkmesh(floor(width=4, material=3, east=1), folder / "hall.wok")
    live.look()
    assert live.version == 1  # perhaps someone still writes
    live.look()
    assert live.version == 2
    wanted = build_scene(kl.load_area(folder), report=kl.check(kl.load_area(folder)))
    assert live.shown.scene.document == wanted.document
    assert live.shown.scene.buffer == wanted.buffer
    settle(live)
    assert live.version == 2


def test_a_file_that_is_still_being_written_is_waited_for(folder: Path) -> None:
    live = live_level(folder)
    data = floor(material=3, east=1).to_bytes()
    for size in (50, 100, 150):
        (folder / "hall.wok").write_bytes(data[:size])
        live.look()
    assert live.status == {"version": 1, "error": ""}
    (folder / "hall.wok").write_bytes(data)
    settle(live)
    assert live.status == {"version": 2, "error": ""}


def test_a_broken_room_keeps_the_old_scene(folder: Path) -> None:
    live = live_level(folder)
    before = live.shown
    good = (folder / "hall.wok").read_bytes()
    (folder / "hall.wok").write_bytes(good[:200])
    settle(live)
    assert live.shown is before
    assert live.version == 1
    assert live.error.startswith("hall.wok: ")
    assert str(folder) not in live.error
    assert "The last level that could be read is shown." in live.error
    settle(live)
    assert live.shown is before
    (folder / "hall.wok").write_bytes(good)
    settle(live)
    assert live.status == {"version": 1, "error": ""}  # all is as it was: nothing to load


def test_what_cannot_be_read_is_not_tried_again_and_again(folder: Path) -> None:
    live = live_level(folder)
    load, count = live._load, [0]

    def counted() -> Shown:
        count[0] += 1
        return load()

    live._load = counted
    (folder / "lab.lyt").write_bytes(b"\0")
    for _ in range(6):
        live.look()
    assert live.error
    assert count == [1]


def test_a_broken_layout_keeps_the_old_scene(folder: Path) -> None:
    live = live_level(folder)
    (folder / "lab.lyt").unlink()
    settle(live)
    assert live.version == 1
    assert "an area needs one" in live.error
    write_folder(folder, make_area({"hall": floor(), "attic": floor(9)}))
    settle(live)
    assert live.status == {"version": 2, "error": ""}
    assert [room["name"] for room in live.shown.scene.document["rooms"]] == ["hall", "attic"]


def test_a_room_that_was_broken_from_the_start_is_left_out(folder: Path) -> None:
    (folder / "yard.wok").write_bytes(b"BWM V1.0")
    live = live_level(folder)
    assert live.shown.scene.document["rooms"][1]["faces"][1] == 0
    kl.write_walkmesh(floor(material=3, east=1), folder / "hall.wok")
    settle(live)
    assert live.status == {"version": 2, "error": ""}


def test_a_touched_file_is_nothing_new(folder: Path) -> None:
    live = live_level(folder)
    os.utime(folder / "hall.wok", ns=(0, 12345))
    settle(live)
    assert live.version == 1


def test_a_room_that_arrives_is_shown(folder: Path) -> None:
    (folder / "yard.wok").rename(folder / "yard.away")
    live = live_level(folder)
    (folder / "yard.away").rename(folder / "yard.wok")
    settle(live)
    assert live.version == 2
    assert live.shown.scene.document["rooms"][1]["faces"][1] == 2


def test_one_walkmesh_is_watched_too(folder: Path) -> None:
    live = live_level(folder / "hall.wok")
    (folder / "hall.wok").write_bytes(b"BWM V1.0")
    settle(live)
    assert "hall.wok" in live.error
    kl.write_walkmesh(floor(material=3), folder / "hall.wok")
    settle(live)
    assert live.status == {"version": 2, "error": ""}
    assert [each["label"] for each in live.shown.scene.document["materials"]] == ["Grass"]


def test_a_change_while_it_is_loaded_is_seen_later(folder: Path) -> None:
    """Whoever saves just then is not forgotten."""
    live = live_level(folder)
    load = live._load

    def meddle() -> Shown:
        shown = load()
        kl.write_walkmesh(floor(material=6, east=1), folder / "hall.wok")
        live._load = load
        return shown

    live._load = meddle
    kl.write_walkmesh(floor(material=3, east=1), folder / "hall.wok")
    settle(live)
    assert live.shown.scene.document["materials"][0]["label"] == "Grass"
    settle(live)
    labels = {each["label"] for each in live.shown.scene.document["materials"]}
    assert "Water" in labels


def test_only_one_loads_at_a_time(folder: Path) -> None:
    live = live_level(folder)
    load, count, gate = live._load, [0], threading.Event()

    def slow() -> Shown:
        count[0] += 1
        gate.wait(20)
        return load()

    live._load = slow
    kl.write_walkmesh(floor(material=3, east=1), folder / "hall.wok")
    live.look()
    threads = [threading.Thread(target=live.look) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(0.2)
    assert sum(thread.is_alive() for thread in threads) == 1  # the others do not wait for it
    gate.set()
    for thread in threads:
        thread.join(20)
    assert count == [1]
    assert live.version == 2


def test_check_looks_at_once(folder: Path) -> None:
    live = live_level(folder)
    kl.write_walkmesh(floor(east=1).with_transition(0, 0, 7), folder / "hall.wok")
    found = live.check()
    wanted = kl.check(kl.load_area(folder)).findings
    assert len(found) == len(wanted)
    assert {each["rule"] for each in found} == {each.rule for each in wanted}
    assert live.version == 2


@pytest.mark.parametrize(
    "error", [OSError(13, "Permission denied", "hall.wok"), AssertionError("Permission denied")]
)
def test_a_load_that_fails_otherwise_is_told(error: Exception) -> None:
    area = make_area({"hall": floor()})
    shown = Shown(area, build_scene(area))

    def fail() -> Shown:
        raise error

    live = Live(fail, shown)
    live.check()
    assert "Permission denied" in live.error
    assert live.shown is shown
    assert replace(shown).document == shown.document


# Models come apart from the scene


def test_models_are_served_apart_and_change_with_their_files(tmp_path: Path) -> None:
    folder = write_furnished(tmp_path / "mod")
    live = live_level(folder)
    with serve(live) as served:
        assert "modelFaces" not in served.get("/scene.json").json["buffers"]
        told = served.get("/models.json").json
        scene = build_scene(kl.load_area(folder), models=True)
        assert told["models"] == scene.document["models"]
        data = served.get("/models.bin").body
        for name, listed in told["buffers"].items():
            assert np.array_equal(view_buffer(data, listed), scene.array(name)), name
        assert served.post("/models.bin", "{}").status == 405
    before = live.version
    write_model(folder, "hall", hall_parts()[1:])  # the scene itself stays as it was
    settle(live)
    assert live.version == before + 1
    assert live.shown.models.arrays["modelFaces"].size < scene.array("modelFaces").size
