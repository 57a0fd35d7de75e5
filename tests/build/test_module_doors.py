"""Doors of a plan: where they come to stand, and what they are made of."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import CORRIDOR, HALL, RAMP, STORE
from kotorlevel.build.fields.utd import make_utd
from support.build.station import station_plan
from support.installation import make_installation


def with_doors(folder: Path, *doors: kl.PlannedDoor) -> kl.LevelPlan:
    return replace(station_plan(folder), doors=doors, path_points=False)


def template_of(module: kl.BuiltModule, name: str) -> kl.Gff:
    return kl.read_gff(module.files[f"{name}.utd"])


def test_in_the_doorway_and_along_it(tmp_path: Path) -> None:
    plan = with_doors(
        tmp_path,
        kl.PlannedDoor(between=(HALL, CORRIDOR), appearance=13),
        kl.PlannedDoor(between=(STORE, RAMP), appearance=13, locked=True, tag="gate"),
        kl.PlannedDoor(at=(14.0, 5.0), appearance=13),
        kl.PlannedDoor(at=(3.0, 1.0), turn=30.0, appearance=13),
    )
    module = kl.build_module(plan)
    doors = module.area.doors
    assert [door.position for door in doors] == [
        (10, 4, 0), (24, 4, 1.5), (14, 5, 0), (3, 1, 0),
    ]  # fmt: skip
    turns = [abs(math.sin(door.bearing)) for door in doors]
    assert turns == pytest.approx([1, 1, 0, 0.5], abs=1e-6)
    assert [door.tag for door in doors] == [
        "station_door1", "gate", "station_door1", "station_door1",
    ]  # fmt: skip
    assert [template_of(module, n)["Locked"] for n in ("station_door1", "station_door2")] == [0, 1]
    hooks = module.area.layout.door_hooks
    assert [hook.position for hook in hooks] == [door.position for door in doors]
    assert [hook.room for hook in hooks] == [HALL, RAMP, CORRIDOR, HALL]


def test_a_template_of_the_user(tmp_path: Path) -> None:
    data = make_utd("mine", "My door", 7).to_bytes()
    plan = with_doors(tmp_path, kl.PlannedDoor(between=(HALL, CORRIDOR), template="Mine.utd"))
    (tmp_path / "Mine.utd").write_bytes(data)
    module = kl.build_module(plan)
    assert module.files["mine.utd"] == data
    assert module.area.doors[0].template == "mine"
    (tmp_path / "Mine.utd").write_bytes(module.files["module.ifo"])
    with pytest.raises(kl.errors.FormatError, match=r"door 1, template: .*is a IFO, not a UTD"):
        kl.build_module(plan)
    (tmp_path / "Mine.utd").unlink()
    with pytest.raises(kl.errors.FormatError, match=r"Mine\.utd: no such file"):
        kl.build_module(plan)


def test_a_template_of_the_game_is_only_named(tmp_path: Path) -> None:
    plan = with_doors(tmp_path, kl.PlannedDoor(between=(HALL, CORRIDOR), template="ptar_secdoor"))
    module = kl.build_module(plan)
    assert module.area.doors[0].template == "ptar_secdoor"
    assert not any(name.endswith(".utd") for name in module.files)
    game = make_installation(tmp_path / "game").folder
    with pytest.raises(kl.errors.FormatError, match=r"there is no ptar_secdoor\.utd"):
        kl.build_module(plan, game=game)


def test_a_door_of_the_game_that_fits(tmp_path: Path) -> None:
    """The chosen row is in the plan, so that the next build needs no game."""
    plan = with_doors(tmp_path, kl.PlannedDoor(between=(HALL, CORRIDOR)))
    game = make_installation(tmp_path / "game").folder
    module = kl.build_module(plan, game=game)
    (door,) = module.area.doors
    assert door.meshes[0] is not None
    assert door.model
    assert any("genericdoors.2da" in note for note in module.notes)
    assert module.plan.doors[0].appearance is not None
    assert kl.build_module(module.plan).mod == module.mod
    with pytest.raises(kl.errors.FormatError, match="say what door it is"):
        kl.build_module(plan)


@pytest.mark.parametrize(
    ("door", "message"),
    [
        (kl.PlannedDoor(between=(HALL, STORE), appearance=1), "do not meet"),
        (kl.PlannedDoor(at=(500.0, 0.0), appearance=1), "there is no floor at"),
        (kl.PlannedDoor(at=(3.0, 1.0)), "say what door it is"),
    ],
)
def test_doors_that_cannot_be(door: kl.PlannedDoor, message: str, tmp_path: Path) -> None:
    with pytest.raises(kl.errors.FormatError, match=message) as caught:
        kl.build_module(with_doors(tmp_path, door))
    assert caught.value.section.startswith("door 1")
