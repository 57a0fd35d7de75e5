"""`Game.listing`, `Game.copies` and `list_resources`: what is there, and which copy is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.errors import InputError
from support.installation import K1_MODULES, SHADOWED, Installation, make_installation
from support.sample_area import AREA, DOORS, MODULE, WALKABLE_ROOMS


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    return make_installation(tmp_path, shadowed=True)


def test_a_game_lists_its_modules(made: Installation) -> None:
    listing = kl.Game.open(made.folder).listing()
    assert listing.modules is not None
    assert tuple(each.module.name for each in listing.modules) == K1_MODULES
    assert [each.info.area for each in listing.modules if each.info][1] == AREA
    assert (listing.resources, listing.errors) == ((), ())


def test_types_list_resources_of_the_whole_game(made: Installation) -> None:
    listing = kl.Game.open(made.folder).listing(types=["wok"])
    names = {each.resource.filename: each for each in listing.resources}
    assert {f"{room}.wok" for room in WALKABLE_ROOMS} <= set(names)
    assert names[SHADOWED].resource.place == f"Override/{SHADOWED}"
    assert names[SHADOWED].size == len(made.data("Override", SHADOWED))
    with pytest.raises(ValueError, match=r"'wokk' is no type of resource. Did you mean 'wok'"):
        kl.Game.open(made.folder).listing(types=["wokk"])


def test_the_files_of_a_level_come_from_anywhere(made: Installation) -> None:
    listing = kl.Game.open(made.folder).listing(MODULE, level=True)
    places = {each.resource.filename: each.resource.place for each in listing.resources}
    assert listing.area == AREA
    assert places[f"{AREA}.git"] == f"modules/{MODULE}.rim"
    assert places[f"{DOORS[0].template}.utd"] == f"modules/{MODULE}_s.rim"
    assert places[SHADOWED] == f"Override/{SHADOWED}"
    hall = next(each for each in listing.resources if each.resource.filename == SHADOWED)
    assert hall.shadows == ("data/models.bif",)
    assert "station_sky.wok" in listing.missing
    with pytest.raises(InputError, match="none was named"):
        kl.Game.open(made.folder).listing(level=True)
    with pytest.raises(InputError, match="there is no module 'sta_m01a'"):
        kl.Game.open(made.folder).listing("sta_m01a")


def test_any_place_can_be_listed(made: Installation) -> None:
    rim = kl.list_resources(made.path(f"modules/{MODULE}.rim"))
    contents = made.contents[f"modules/{MODULE}.rim"]
    assert isinstance(contents, dict)
    assert {each.resource.filename: each.size for each in rim.resources} == {
        name: len(data) for name, data in contents.items()
    }
    assert repr(rim).endswith(f"{MODULE}.rim', {len(contents)} resources>")
    folder = kl.list_resources(made.mod, types=[2016])
    assert [each.resource.place for each in folder.resources] == ["rooms/station_corridor.wok"]


def test_copies_in_the_order_of_the_game(made: Installation) -> None:
    game = kl.Game.open(made.folder, extra=[made.mod])
    found = game.copies(SHADOWED, "station_corridor.wok")
    hall, corridor = found.resources
    assert [(row.place, row.used) for row in hall.copies] == [
        (f"Override/{SHADOWED}", True),
        ("data/models.bif", False),
    ]
    assert hall.copies[1].same is False
    assert corridor.copies[0].what == "mod folder"
    assert found.errors == ()


def test_copies_of_a_bare_name_and_of_none(made: Installation) -> None:
    game = kl.Game.open(made.folder)
    types = {each.filename for each in game.copies(AREA, module=MODULE).resources}
    assert types == {f"{AREA}.{kind}" for kind in ("are", "git", "lyt", "pth", "vis")}
    (nothing,) = game.copies("station_hal.wok").resources
    assert not nothing.found
    assert SHADOWED in nothing.close
    (git,) = game.copies(f"{AREA}.git").resources
    assert [each.module for each in git.modules] == [MODULE]
