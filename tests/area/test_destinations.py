"""Where doors and triggers lead to: in the own module, and with a game in others."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from support.area.furnished_git import door, make_git, trigger, waypoint
from support.cases.area_things import SQUARE, furnished
from support.corpus import LEVELS, needs_levels
from support.installation import make_installation
from support.sample_area import AREA, MODULE

OTHER = "dan_m77zz"


def states(area: kl.Area) -> dict[str, str]:
    return {each.transition.tag: each.state for each in kl.find_destinations(area)}


def test_within_the_module() -> None:
    area = furnished(
        door("a", (2, 2, 0), to="LANDING"),
        door("b", (2, 2, 0), to="nowhere"),
        door("c", (2, 2, 0), "elsewhere", "x"),
        door("none", (2, 2, 0)),
        trigger("t", (2, 2, 0), SQUARE, to="A"),
        waypoint("landing", (1, 1, 0)),
    )
    assert states(area) == {"a": "ok", "b": "no-target", "c": "unknown", "t": "ok"}
    assert kl.find_destinations(kl.Area("none", kl.Layout())) == ()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game whose station leads to another module, right and wrong."""
    git = make_git(
        door("right", (2, 2, 0.25), OTHER.upper(), "From_Station"),
        door("start", (2, 2, 0.25), OTHER),
        door("tag", (2, 2, 0.25), OTHER, "lost"),
        door("module", (2, 2, 0.25), "tar_m02aa", "x"),
    )
    other = make_git(waypoint("from_station", (1, 1, 0)))
    made = make_installation(
        tmp_path,
        more={
            f"modules/{MODULE}.rim": {f"{AREA}.git": git.to_bytes()},
            "Override": {"m77zz.git": other.to_bytes(), "dan_m77zz.git": other.to_bytes()},
        },
    )
    return made.folder


def test_other_modules_are_looked_at_with_a_game(game: Path) -> None:
    area = kl.load_area(game, module=MODULE)
    assert states(area) == {
        "right": "ok",
        "start": "ok",
        "tag": "no-target",
        "module": "no-module",
    }
    found = kl.check(area, kl.Options(select=("OBJ020",))).findings
    assert [finding.text for finding in found] == [
        "1 door (tag) leads to lost, and the module dan_m77zz has no waypoint or door of that tag",
        "1 door (module) leads to the module tar_m02aa, which is not there",
    ]


def test_a_module_of_the_mod_itself(game: Path, tmp_path: Path) -> None:
    """A new module that lies beside the one that leads there is there."""
    mod = tmp_path / "new"
    mod.mkdir()
    files = game / "modules"
    source = next(path for path in files.iterdir() if path.name.lower() == f"{OTHER}.mod")
    (mod / "tar_m02aa.mod").write_bytes(source.read_bytes())
    station = kl.load_area(game, module=MODULE)
    kl.write_area(station, mod)
    area = kl.load_area(mod, game=game, module=MODULE)
    assert states(area)["module"] in ("no-target", "unknown", "ok")


def test_a_game_whose_other_module_cannot_be_read(game: Path) -> None:
    for path in (game / "modules").iterdir():
        if path.name.lower().startswith(OTHER):
            path.write_bytes(b"broken")
    area = kl.load_area(game, module=MODULE)
    assert states(area) == {
        "right": "unknown",
        "start": "unknown",
        "tag": "unknown",
        "module": "no-module",
    }


@needs_levels
def test_shipped_transitions_arrive() -> None:
    """Those between the areas that are here; their modules are called as the folders."""
    names = ("tar_m02aa", "tar_m02ac", "tar_m02ae", "tat_m18ab", "tat_m20aa", "unk_m41aa")
    areas = {name: kl.load_area(LEVELS / "areas/k1" / name) for name in (*names, "unk_m41ad")}
    tags = {
        name: {
            str(row.get("Tag")).lower()
            for label in ("WaypointList", "Door List")
            for row in area.git.root.get(label, ())  # type: ignore[union-attr]
        }
        for name, area in areas.items()
    }
    looked = 0
    for area in areas.values():
        for found in kl.find_destinations(area):
            assert found.state in ("ok", "unknown")
            each = found.transition
            if each.module.lower() in tags and each.target:
                looked += 1
                assert each.target.lower() in tags[each.module.lower()]
    assert looked == 8
