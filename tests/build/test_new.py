"""`new_plan`: rooms of kits and given ones, put together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.sample import CORRIDOR, HALL, ROOMS, STORE
from support.areas import floor
from support.build.station import write_rooms
from support.corpus import CORPUS, LEVELS, needs_corpus, needs_levels

KITS = CORPUS / "wok" / "modtools"
WIDE = ("bridge_1", "escape_pods", "hallway_1", "hallway_3", "junction_1", "junction_2",
        "junction_3", "room_1", "room_2", "room_3", "room_4")  # fmt: skip
"""Real rooms whose doorways are 3.4 m wide, without one that has just one at the end of a ramp."""


def floors(folder: Path, **rooms: kl.Walkmesh) -> list[Path]:
    paths = []
    for name, mesh in rooms.items():
        kl.write_walkmesh(mesh, folder / f"{name}.wok")
        paths.append(folder / f"{name}.wok")
    return paths


def check_whole(module: kl.BuiltModule) -> None:
    """All rooms can be walked to from the entry, and check has nothing to say that matters."""
    reach = kl.find_reach(module.area)
    assert sorted(reach.rooms) == sorted(room.name for room in module.area.rooms)
    assert not reach.cut_off
    assert not [*module.report.errors, *module.report.warnings]


def test_rooms_that_meet_stay_where_they_stand(tmp_path: Path) -> None:
    paths = write_rooms(tmp_path)
    plan = kl.new_plan("station", rooms=paths, doors=kl.PlannedDoor(appearance=2))
    assert [room.name for room in plan.rooms] == list(ROOMS)
    assert {room.position for room in plan.rooms} == {(0.0, 0.0, 0.0)}
    assert not any(room.join for room in plan.rooms)
    assert {door.between for door in plan.doors} == {
        (HALL, CORRIDOR), (CORRIDOR, "station_ramp"), (CORRIDOR, "station_view"),
        ("station_ramp", STORE),
    }  # fmt: skip
    assert plan.entry.room == HALL
    check_whole(kl.build_module(plan))


def test_others_are_joined_in_their_order(tmp_path: Path) -> None:
    rooms = floors(
        tmp_path,
        a=floor(width=6, depth=4, east=1),
        b=floor(width=9, depth=4, east=2, west=1),
        c=floor(width=3, depth=4, north=2, west=7),
    )
    plan = kl.new_plan("lab", rooms=rooms)
    assert [(room.name, room.join) for room in plan.rooms] == [("a", ""), ("b", "a"), ("c", "b")]
    module = kl.build_module(plan)
    check_whole(module)
    assert len(kl.find_reach(module.area).rooms) == 3


def test_no_room_lies_on_another(tmp_path: Path) -> None:
    """Two long rooms at right angles: what stands in the corner keeps others out of it."""
    rooms = floors(
        tmp_path,
        a=floor(width=4, depth=4, east=1, north=1),
        b=floor(width=20, depth=4, west=1, north=1),
        c=floor(width=4, depth=20, south=1, east=1),
        corner=floor(width=5, depth=20, west=1),
        late=floor(width=20, depth=3, south=1),
    )
    plan = kl.new_plan("lab", rooms=rooms[:4])
    assert [room.join for room in plan.rooms] == ["", "a", "a", "b"]
    assert len(kl.new_plan("lab", rooms=[*rooms[:3], rooms[4]]).rooms) == 4
    with pytest.raises(kl.errors.InputError, match=r"late\.wok fits no free doorway"):
        kl.new_plan("lab", rooms=rooms)


def test_a_room_that_fits_nowhere(tmp_path: Path) -> None:
    a, b, c = floors(
        tmp_path,
        a=floor(width=6, depth=4, east=1),
        b=floor(width=6, depth=5, east=1),
        c=floor(width=9, depth=4, west=1, east=1),
    )
    with pytest.raises(kl.errors.InputError, match=r"b\.wok fits no .*doorways there: 5\.00 m"):
        kl.new_plan("lab", rooms=[a, b])
    plan = kl.new_plan("lab", kit=tmp_path)
    assert {room.name for room in plan.rooms} == {"a", "c"}
    assert any("left out" in note and "b.wok" in note for note in plan.notes)
    assert [room.name for room in kl.new_plan("lab", rooms=[b]).rooms] == ["b"]
    del c


def test_names_that_the_game_can_use(tmp_path: Path) -> None:
    mesh = floor(width=6, depth=4, east=1, west=1)
    long, spaced, again = tmp_path / f"{'long' * 5}.wok", tmp_path / "a b.wok", tmp_path / "sub"
    again.mkdir()
    for path in (long, spaced, again / "A b.wok"):
        kl.write_walkmesh(mesh, path)
    plan = kl.new_plan("very_long_module", rooms=[long, spaced, again / "A b.wok"])
    assert [room.name for room in plan.rooms] == [
        "very_long_mod_01", "very_long_mod_02", "very_long_mod_03",
    ]  # fmt: skip


def test_what_is_asked_for_wrongly(tmp_path: Path) -> None:
    (room,) = floors(tmp_path, a=floor(east=1))
    for given in ({}, {"kit": tmp_path, "rooms": [room]}):
        with pytest.raises(kl.errors.InputError, match="one of them"):
            kl.new_plan("lab", **given)  # type: ignore[arg-type]
    with pytest.raises(kl.errors.FormatError, match="has 17 characters"):
        kl.new_plan("a" * 17, rooms=[room])
    (tmp_path / "empty").mkdir()
    with pytest.raises(kl.errors.InputError, match="no walkmesh"):
        kl.new_plan("lab", kit=tmp_path / "empty")
    with pytest.raises(FileNotFoundError):
        kl.new_plan("lab", rooms=[tmp_path / "none.wok"])
    (tmp_path / "bad.wok").write_bytes(b"BWM V1.0 and no more")
    with pytest.raises(kl.errors.FormatError, match=r"bad\.wok"):
        kl.new_plan("lab", rooms=[tmp_path / "bad.wok"])


@needs_levels
def test_the_rooms_of_a_real_area_become_it_again() -> None:
    """All links of the shipped area, and where its layout has the models."""
    folder = LEVELS / "areas" / "k1" / "tar_m10aa"
    shipped = kl.load_area(folder)
    rooms = [folder / f"{room.name.lower()}.wok" for room in shipped.rooms]
    plan = replace(kl.new_plan("base", rooms=rooms), path_points=False, visibility="all")
    module = kl.build_module(plan)
    for old, new in zip(shipped.rooms, module.area.rooms, strict=True):
        assert old.mesh is not None
        assert new.mesh is not None
        assert np.array_equal(old.mesh.transitions, new.mesh.transitions)
        assert np.array_equal(old.mesh.vertices, new.mesh.vertices)
        assert np.allclose(old.position, new.position, atol=1e-4)


@needs_corpus
def test_a_real_kit_becomes_one_level() -> None:
    rooms = [
        KITS / f"kit_{name}.wok"
        for name in ("junction_2", "hallway_1", "room_2", "room_3", "hallway_3")
    ]
    module = kl.build_module(kl.new_plan("kitlab", rooms=rooms))
    check_whole(module)
    assert len(module.area.rooms) == len(rooms)


@pytest.mark.thorough
@needs_corpus
def test_all_rooms_of_the_real_kit() -> None:
    plan = kl.new_plan("kitlab", kit=KITS, doors=kl.PlannedDoor(appearance=13))
    names = {room.name for room in plan.rooms}
    assert {f"kit_{name}" for name in WIDE} <= names
    assert len(plan.doors) == len(plan.rooms) - 1
    check_whole(kl.build_module(plan))


@pytest.mark.sampled(4)
@needs_corpus
@pytest.mark.parametrize("name", WIDE)
def test_each_real_room_beside_a_hallway(name: str) -> None:
    rooms = [KITS / f"kit_{name}.wok", KITS / "kit_junction_2.wok"]
    if name == "junction_2":
        rooms[1] = KITS / "kit_hallway_1.wok"
    check_whole(kl.build_module(kl.new_plan("kitlab", rooms=rooms)))
