"""`build_module`: the demo station becomes a module, read by us and by PyKotor alike."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pykotor.resource.formats.bwm import read_bwm
from pykotor.resource.formats.erf import read_erf
from pykotor.resource.formats.lyt import read_lyt
from pykotor.resource.formats.vis import read_vis
from pykotor.resource.generics.are import read_are
from pykotor.resource.generics.git import read_git
from pykotor.resource.generics.ifo import read_ifo
from pykotor.resource.generics.pth import read_pth
from pykotor.resource.generics.utd import read_utd

import kotorlevel as kl
from kotorlevel.area.sample import HALL, RAMP, ROOMS, STORE, make_rooms
from support.build.station import joined_plan, station_plan
from support.installation import make_installation
from support.models import room_model


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("station")


@pytest.fixture(scope="module")
def module(folder: Path) -> kl.BuiltModule:
    built = kl.build_module(station_plan(folder))
    built.write(folder)
    return built


def test_the_station_becomes_a_module(module: kl.BuiltModule, folder: Path) -> None:
    for name, mesh in make_rooms().items():
        assert module.files[f"{name}.wok"] == mesh.to_bytes()
    assert {name.rpartition(".")[2] for name in module.files} == {
        "wok", "lyt", "vis", "pth", "are", "git", "ifo", "utd", "tga",
    }  # fmt: skip
    for report in (
        module.report,
        kl.check(folder / "module"),
        kl.check(folder / "station.mod"),
    ):
        assert not [*report.errors, *report.warnings]
    archive = kl.read_archive(folder / "station.mod")
    assert {e.filename: archive.read(e) for e in archive.entries} == module.files
    assert not archive.problems
    reach = kl.find_reach(kl.load_area(folder / "station.mod"))
    assert len(reach.rooms) == len(ROOMS)
    assert not reach.cut_off


def test_pykotor_reads_the_same(module: kl.BuiltModule, folder: Path) -> None:
    files = folder / "module"
    entries = {
        f"{r.resref}.{r.restype.extension}": r.data for r in read_erf(folder / "station.mod")
    }
    assert entries == module.files

    ifo = read_ifo(files / "module.ifo")
    assert (str(ifo.resref), str(ifo.area_name), ifo.tag) == ("station", "station", "station")
    entry = (ifo.entry_position.x, ifo.entry_position.y, ifo.entry_position.z)
    assert np.allclose(entry, module.entry)
    assert math.isclose(ifo.entry_direction, math.pi / 2, abs_tol=1e-6)
    assert (ifo.xp_scale, ifo.version, ifo.dawn_hour) == (10, 3, 6)

    are = read_are(files / "station.are")
    assert (are.tag, are.name.get(0, 0)) == ("station", "Old Station")
    assert [room.name for room in are.rooms] == list(ROOMS)
    assert math.isclose(are.alpha_test, 0.2, rel_tol=1e-6)
    corners = np.concatenate([mesh.vertices[:, :2] for mesh in make_rooms().values()])
    assert (are.world_point_1.x, are.world_point_2.y) == tuple(corners.min(axis=0))
    assert (are.world_point_2.x, are.world_point_1.y) == tuple(corners.max(axis=0))

    (door,) = read_git(files / "station.git").doors
    assert (str(door.resref), door.tag) == ("station_door1", "gate")
    assert (door.position.x, door.position.y, door.position.z) == (24, 4, 1.5)
    utd = read_utd(files / "station_door1.utd")
    assert (str(utd.resref), utd.appearance_id, utd.locked) == ("station_door1", 13, False)

    lyt = read_lyt(files / "station.lyt")
    assert [room.model for room in lyt.rooms] == list(ROOMS)
    (hook,) = lyt.doorhooks
    assert (hook.room, hook.position.x, hook.position.y) == (RAMP, 24, 4)
    seen = dict(read_vis(files / "station.vis"))
    ours = kl.read_visibility(files / "station.vis")
    assert {(a, b) for a, all_b in seen.items() for b in all_b} == {*ours.pairs()}
    points = read_pth(files / "station.pth")
    assert len(points) == len(kl.read_path_points(kl.read_gff(files / "station.pth")).points)
    for name, mesh in make_rooms().items():
        assert len(read_bwm(files / f"{name}.wok").faces) == len(mesh.faces)


def test_the_same_bytes_again_and_elsewhere(
    module: kl.BuiltModule, folder: Path, tmp_path: Path
) -> None:
    kl.write_plan(module.plan, folder / "level.toml")
    again = kl.build_module(folder / "level.toml")
    assert (again.files, again.mod) == (module.files, module.mod)
    assert again.plan == module.plan
    shutil.copytree(folder / "rooms", tmp_path / "far" / "rooms")
    shutil.copyfile(folder / "level.toml", tmp_path / "far" / "level.toml")
    assert kl.build_module(tmp_path / "far").mod == module.mod


def test_joined_rooms_are_the_same_level_somewhere_else(tmp_path: Path) -> None:
    module = kl.build_module(joined_plan(tmp_path))
    assert [room.name for room in module.area.rooms] == list(ROOMS)
    corridor = make_rooms()["station_corridor"].rotated(90).translated((100, 50, 2))
    found = module.area.room("station_corridor").mesh
    assert found is not None
    assert np.allclose(found.vertices, corridor.vertices, atol=1e-4)
    for name, mesh in make_rooms().items():
        placed = module.area.room(name).mesh
        assert placed is not None
        assert np.array_equal(placed.transitions, mesh.transitions)
    assert not [*module.report.errors, *module.report.warnings]
    assert any("turned" in note and HALL in note for note in module.notes)


def test_links_that_lead_nowhere_are_cleared(tmp_path: Path) -> None:
    plan = station_plan(tmp_path)
    kept = [room for room in plan.rooms if room.name != STORE]
    module = kl.build_module(replace(plan, rooms=tuple(kept), doors=()))
    numbers = [mesh.transitions.max() for mesh in module.area.meshes if mesh is not None]
    assert max(numbers) < len(kept)
    assert not module.report.errors


def test_what_the_plan_says(tmp_path: Path) -> None:
    plan = replace(
        station_plan(tmp_path),
        area="m55aa",
        game="k2",
        title="",
        entry=kl.PlannedEntry(at=(26.0, 4.0), facing=180.0),
        visibility="all",
        path_points=False,
    )
    module = kl.build_module(plan)
    assert module.entry == (26.0, 4.0, 1.5)
    assert {"m55aa.are", "m55aa.git", "m55aa.lyt", "m55aa.vis"} < set(module.files)
    assert not any(name.endswith(".pth") for name in module.files)
    info = module.area.module
    assert info is not None
    assert (info.area, info.areas, info.direction) == ("m55aa", ("m55aa",), (-1.0, 0.0))
    visibility = module.area.visibility
    assert visibility is not None
    assert len(visibility.pairs()) == len(ROOMS) * (len(ROOMS) - 1)
    for name, mesh in make_rooms().items():
        assert module.files[f"{name}.wok"] == mesh.rebuilt(game="k2").to_bytes()


def test_models_and_textures_beside_come_along(tmp_path: Path) -> None:
    """A model says where the layout has to put it: it need not be made about its walkmesh."""
    plan = station_plan(tmp_path)
    mdl, mdx = room_model(make_rooms()[HALL], position=(1.0, 2.0, 0.5))
    rooms = tmp_path / "rooms"
    (rooms / f"{HALL}.MDL").write_bytes(mdl)
    (rooms / f"{HALL}.mdx").write_bytes(mdx)
    (rooms / "LTS_crate.tga").write_bytes(b"picture")
    (rooms / "other.tga").write_bytes(b"of nothing")
    module = kl.build_module(plan)
    assert (module.files[f"{HALL}.mdl"], module.files[f"{HALL}.mdx"]) == (mdl, mdx)
    assert module.files["lts_crate.tga"] == b"picture"
    assert "other.tga" not in module.files
    assert module.area.room(HALL).position == (1.0, 2.0, 0.5)
    assert module.files[f"{HALL}.wok"] == make_rooms()[HALL].to_bytes()
    assert not any(HALL in note for note in module.notes)
    turned = replace(plan.rooms[0], turn=90.0, position=(7.0, 0.0, 0.0))
    alone = kl.build_module(replace(plan, rooms=(turned,), doors=()))
    assert np.allclose(alone.area.rooms[0].position, (7.0 - 2.0, 1.0, 0.5))
    (rooms / f"{HALL}.mdx").unlink()
    assert f"{HALL}.mdl" not in kl.build_module(plan).files


def test_a_model_of_the_game_stays_there(tmp_path: Path) -> None:
    """It is known then, and says where the layout has to put it."""
    mdl, mdx = room_model(make_rooms()[HALL], position=(1.0, 2.0, 0.5))
    override = {f"{HALL}.mdl": mdl, f"{HALL}.mdx": mdx}
    game = make_installation(tmp_path / "game", more={"Override": override}).folder
    plan = station_plan(tmp_path)
    module = kl.build_module(plan, game=game)
    assert f"{HALL}.mdl" not in module.files
    assert not any(HALL in note for note in module.notes)
    assert module.area.room(HALL).position == (1.0, 2.0, 0.5)
    said = replace(plan.rooms[0], model_position=(3.0, 0.0, 0.0), position=(0.0, 7.0, 0.0))
    alone = kl.build_module(replace(plan, rooms=(said,), doors=()), game=game)
    assert alone.area.rooms[0].position == (3.0, 7.0, 0.0)


def test_the_map_is_drawn_for_the_fields(module: kl.BuiltModule) -> None:
    image = kl.read_image(module.files["lbl_mapstation.tga"])
    survey = kl.survey_game_map(module.area)
    assert survey is not None
    assert survey.image is not None
    assert np.array_equal(survey.image.pixels, image.pixels)
    assert (survey.on_picture, survey.entry_lit) == (1, True)
    assert survey.on_lit is not None
    assert survey.on_lit > 0.999


def test_what_the_plan_says_of_the_map(tmp_path: Path) -> None:
    plan = replace(station_plan(tmp_path), path_points=False)
    without = kl.build_module(replace(plan, map=kl.PlannedMap(draw=False, north="-x")))
    assert not [name for name in without.files if name.startswith("lbl_map")]
    fields = kl.find_map_fields(without.area)
    assert fields == kl.fit_map(without.area, 3)
    assert 'north = "-x"' in kl.format_plan(without.plan)
    assert "draw = false" in kl.format_plan(without.plan)
    long = kl.build_module(replace(plan, area="station_01"))
    assert "nine" not in str(long.notes)
    assert any("9 letters" in note for note in long.notes)
    assert not [name for name in long.files if name.startswith("lbl_map")]
