"""Doors against their doorways: planted faults are told, shipped doors are not."""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.objects import Door
from kotorlevel.nav.doors.words import describe_fit, describe_stand
from support.areas import NONWALK, QUARTER, floor, make_area, make_door, plate
from support.cases.area_doors import AT, SHUT, WIDE, gate, hooked
from support.corpus import LEVELS, needs_levels


def kinds(area: kl.Area) -> list[str]:
    (fit,) = kl.fit_doors(area)
    return [fault.kind for fault in fit.faults]


def test_figures_of_a_door_that_fits() -> None:
    (fit,) = kl.fit_doors(gate())
    assert (fit.verdict, fit.faults, fit.sides) == ("fits", (), (True, True))
    assert fit.leaf is not None
    assert (fit.leaf.width, fit.leaf.height) == (4, 2)
    assert fit.width == pytest.approx(4)
    assert fit.gaps == pytest.approx((0, 0))


def narrowing(x: float) -> kl.Area:
    """Two halls of 8 by 8 m and 4 m of corridor, 2 m wide, between them; a door at x."""
    rooms = {"west": floor(-8, -3, 8, 8), "way": floor(0, 0, 4, 2), "east": floor(4, -3, 8, 8)}
    leaf = plate((-1.2, 0), (1.2, 0), hooks=[(0, -1, 0), (0, 1, 0)])
    door = make_door((x, 1, 0), QUARTER, (leaf, plate((-1, 0), (-1, 1)), plate((-1, 0), (-1, -1))))
    area = make_area(rooms, doors=(door,))
    return kl.relink(area, split=True)[0]


def test_a_door_set_back_without_a_hook_finds_its_doorway_again() -> None:
    assert kinds(narrowing(0.1)) == []
    (fit,) = kl.fit_doors(narrowing(-0.8))
    (fault,) = fit.faults
    assert fault.kind == "off"
    assert fault.aside == pytest.approx(0, abs=1e-6)
    assert 0.8 <= fault.metres <= 0.95
    assert fit.belongs is not None
    x, y, _ = fit.belongs.place
    assert 0 <= x <= 0.15
    assert y == pytest.approx(1)
    assert describe_stand(fit).endswith("by the walls of its doorway")


def test_a_use_hook_in_the_wall() -> None:
    leaf = plate((-2, 0), (2, 0), hooks=[(0, -1, 0), (5, 1, 0)])
    (fit,) = kl.fit_doors(gate(meshes=(leaf, *WIDE[1:])))
    assert [(fault.kind, fault.sides) for fault in fit.faults] == [("use-hook", (1,))]
    report = kl.check(gate(meshes=(leaf, *WIDE[1:])), kl.Options(select=("OBJ007",)))
    assert [finding.severity for finding in report.findings] == [kl.Severity.WARNING]
    assert "before" in report.findings[0].text


def test_states_that_are_missing() -> None:
    (fit,) = kl.fit_doors(gate(meshes=(SHUT, None, WIDE[2])))
    assert describe_fit(fit) == "leaf1.dwk is missing beside the other states"
    assert kinds(gate(meshes=(None,) * 3)) == []


def test_what_hangs_overhead_is_no_obstacle() -> None:
    lifted = replace(SHUT, vertices=SHUT.vertices + np.array((0, 0, 3), np.float32))
    assert kinds(gate(meshes=(SHUT, lifted, lifted))) == []
    assert kinds(gate(meshes=(SHUT, SHUT, lifted))) == ["open-blocks"]


def test_two_doors_share_no_hook() -> None:
    """The hook is that of the nearer one; the other has none, and stands where it likes."""
    area = hooked(gate())
    other = make_door((5, 2, 0), QUARTER, WIDE, index=1)
    first, second = kl.fit_doors(replace(area, doors=(*area.doors, other)))
    assert (first.hook, second.hook) == (0, -1)
    assert not second.faults


@pytest.mark.parametrize(
    ("east", "up", "hook"), [(1.9, 0, 0), (2.1, 0, -1), (0, 1.4, 0), (0, 1.6, -1)]
)
def test_a_hook_farther_away_is_none_of_the_door(east: float, up: float, hook: int) -> None:
    x, y, z = AT
    (fit,) = kl.fit_doors(hooked(gate((x + east, y, z + up))))
    assert fit.hook == hook


@pytest.mark.parametrize("place", [(math.nan, 0.0, 0.0), (math.inf, 0.0, 0.0), (1e30, 2.0, 0.0)])
def test_nowhere(place: tuple[float, float, float]) -> None:
    (fit,) = kl.fit_doors(hooked(gate(place)))
    assert (fit.verdict, fit.faults) in (("unknown", ()), ("fits", ()))


def test_walls_are_rays_of_a_slow_obvious_version() -> None:
    """Every direction against stepping a millimetre at a time until the floor ends."""
    from kotorlevel.nav.doors.surroundings import Surroundings

    spot = Surroundings(narrowing(0.1)).about((2, 1, 0))
    assert spot is not None
    for turn in np.linspace(0, math.tau, 13):
        way = np.array([math.cos(turn), math.sin(turn)])
        start = np.array([[2.0, 1.0]])
        steps = start + np.arange(0, 15, 0.001)[:, None] * way
        off = np.flatnonzero(~spot.on_floor(steps))
        assert spot.walls(start, way)[0] == pytest.approx(off[0] * 0.001, abs=0.002)


# Real areas, with the faults planted in every door.


def _turned(degrees: float) -> Callable[[Door], Door]:
    return lambda door: replace(door, bearing=door.bearing + math.radians(degrees))


def _back(metres: float) -> Callable[[Door], Door]:
    def move(door: Door) -> Door:
        x, y, z = door.position
        aside = -math.sin(door.bearing) * metres, math.cos(door.bearing) * metres
        return replace(door, position=(x + aside[0], y + aside[1], z))

    return move


def _shut(door: Door) -> Door:
    return replace(door, meshes=(door.meshes[0],) * 3)


def _slim(door: Door) -> Door:
    """A leaf of 60 cm."""
    slim = plate((-0.3, 0), (0.3, 0), material=NONWALK, hooks=[(0, -1.5, 0), (0, 1.5, 0)])
    return replace(door, meshes=(slim, *door.meshes[1:]))


PLANTED = {
    "turned": _turned(90),
    "off": _back(1),
    "open-blocks": _shut,
    "narrow": _slim,
}


@needs_levels
@pytest.mark.parametrize("module", ["tar_m10aa", "manm28aa", "end_m01aa"])
def test_faults_planted_in_shipped_doors(module: str, tmp_path: Path) -> None:
    for path in (LEVELS / "areas/k1" / module).iterdir():
        shutil.copy(path, tmp_path)
    for path in (*LEVELS.glob("objects/dwk/*"), *LEVELS.glob("twoda/k1/*")):
        shutil.copy(path, tmp_path)
    area = kl.load_area(next(tmp_path.glob("*.lyt")))
    fits = [fit for fit in kl.fit_doors(area) if fit.leaf is not None and all(fit.sides)]
    fits = [fit for fit in fits if fit.door.usable]
    assert len(fits) >= 9
    assert not kl.fit_doors(area).faulty
    for kind, plant in PLANTED.items():
        for fit in fits:
            damaged = replace(area, doors=(plant(fit.door),))
            assert kind in kinds(damaged), (kind, fit.door.index)
