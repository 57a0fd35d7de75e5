"""The sample area: sound, and broken in ways that are all found and repaired."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kotorlevel.area.sample import (
    DOOR,
    HALL,
    LAYOUT,
    RAMP,
    ROOMS,
    STORE,
    VIEW,
    make_broken_station,
    make_layout,
    make_objects,
    make_rooms,
    make_station,
    make_unfinished,
    make_visibility,
)
from kotorlevel.checks.collect import LayoutFile
from kotorlevel.checks.finding import Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.run import check
from kotorlevel.cli.demo.story import FAULTS, LEFT
from kotorlevel.formats.lyt import parse_layout
from kotorlevel.formats.vis import parse_visibility
from kotorlevel.mesh.io import read_walkmesh
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh
from support.repair.engine import repair_files

WALKMESHES = [name for name in make_station() if not name.endswith((".lyt", ".vis"))]

BROKEN = {
    "station_hall.wok": {"ARE010", "BWM004", "DRV001", "MAT003"},
    "station_corridor.wok": {"ARE010", "DRV004", "DRV008"},
    "station_ramp.wok": {"ARE005", "ARE011", "MSH002", "MSH007", "MSH010", "MSH014"},
    "station_store.wok": {"DRV011"},
    "station_view.wok": {"ARE003", "MSH003", "MSH005", "MSH014"},
    "station_crate.pwk": {"OBJ001"},
    "station_door0.dwk": {"OBJ004"},
    "station_door1.dwk": set[str](),
    "station_door2.dwk": set[str](),
    "station.lyt": {"LYT001", "LYT002", "LYT003"},
    "station.vis": {"VIS001", "VIS004", "VIS010", "VIS011"},
}
LEFT_BY_SAFE_FIXES = {
    "station_hall.wok": {"MAT003"},
    "station_ramp.wok": {"ARE005"},
    "station_view.wok": {"MSH003", "MSH005", "MSH014"},
}
LEFT_BY_ALL_FIXES = {"station_hall.wok": {"MAT003"}}


def write(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def repaired(folder: Path, *, unsafe: bool) -> dict[str, bytes]:
    """File name → what the repair of all files and of the area makes of it."""
    paths, layouts = [folder / name for name in BROKEN], [LayoutFile(folder / LAYOUT)]
    done = repair_files(paths, Options(), unsafe=unsafe, layouts=layouts)
    return {path.name: repair.after for path, repair in done.repairs.items()}


def rules_in(folder: Path) -> dict[str, set[str]]:
    report = check(folder)
    return {
        Path(file).name: {finding.rule for finding in report.findings if finding.file == file}
        for file in report.files
    }


# Sound


def test_sound_station_has_no_fault(tmp_path: Path) -> None:
    report = check(write(tmp_path, make_station()))
    assert len(report.files) == len(BROKEN)
    # A pit is a pit; that other tools walk on it is worth a note and no more.
    assert {(Path(f.file).name, f.rule, f.severity) for f in report.findings} == {
        (f"{HALL}.wok", "MAT003", Severity.INFO)
    }


@pytest.mark.parametrize("name", WALKMESHES)
def test_walkmesh_is_as_a_rebuild_would_write_it(name: str) -> None:
    data = make_station()[name]
    mesh = read_walkmesh(data)
    assert mesh.stored is not None
    assert mesh.stored.problems == ()
    assert mesh.rebuilt().to_bytes() == data
    assert len(mesh.lost_transitions) == 0
    assert not (np.diff(mesh.walkable.astype(int)) > 0).any() or not mesh.is_area


def test_station_has_what_a_level_has() -> None:
    materials = Materials.default()
    found = {materials.label(m) for room in make_rooms().values() for m in room.materials.tolist()}
    wanted = {"Metal", "Water", "BottomlessPit", "Door", "Transparent", "Nonwalk", "Obscuring"}
    assert wanted <= found
    hall = make_rooms()[HALL]
    pit = hall.vertices[hall.faces[hall.materials == 16]]
    assert pit[..., 2].max() < 0
    assert all((room.normals[room.walkable][:, 2] > 0).all() for room in make_rooms().values())
    slopes = make_rooms()["station_ramp"].normals[:, 2]
    assert ((slopes > 0.9) & (slopes < 0.99)).any()


def test_links_meet_and_lead_back() -> None:
    """Each link's edge is an edge of the far room, reversed, which leads back."""
    links = {
        (here, edge["transition"].item()): _ends(mesh, edge["edge"].item())
        for here, mesh in enumerate(make_rooms().values())
        for edge in mesh.edges
        if edge["transition"] != -1
    }
    assert set(links) == {(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (1, 4), (4, 1)}
    for (here, there), (start, end) in links.items():
        assert links[there, here] == (end, start)
    assert tuple(make_rooms()) == ROOMS


def _ends(mesh: Walkmesh, edge: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    face, side = divmod(edge, 3)
    corners = mesh.vertices[mesh.faces[face]].tolist()
    return tuple(corners[side]), tuple(corners[(side + 1) % 3])


def test_layout_and_visibility_name_the_rooms() -> None:
    layout = parse_layout(make_layout().to_bytes())
    assert layout.problems == ()
    assert tuple(room.name for room in layout.rooms) == ROOMS
    (hook,) = layout.door_hooks
    assert hook.name == DOOR
    assert make_rooms()[hook.room].vertices.tolist().count([24.0, 3.0, 1.5]) == 1
    visibility = parse_visibility(make_visibility().to_bytes())
    assert visibility.problems == ()
    assert visibility.one_way_pairs() == ()
    assert tuple(entry.name for entry in visibility.entries) == ROOMS


def test_objects_have_use_hooks() -> None:
    for name, mesh in make_objects().items():
        closed = name.endswith(("0.dwk", ".pwk"))
        assert mesh.relative_hooks.any(axis=1).tolist() == [True, closed], name
        if name.endswith(".dwk"):
            assert (mesh.absolute_hooks == mesh.relative_hooks + mesh.position).all()
            assert mesh.absolute_hooks[0, 2] == 0


# Broken


def test_broken_station_has_exactly_these_faults(tmp_path: Path) -> None:
    assert rules_in(write(tmp_path, make_broken_station())) == BROKEN


def test_every_fault_has_its_line() -> None:
    shown = set().union(*BROKEN.values())
    assert set(FAULTS) == shown
    assert set(LEFT) <= shown
    assert max(map(len, FAULTS.values())) <= 62


@pytest.mark.parametrize(
    ("unsafe", "left"), [(False, LEFT_BY_SAFE_FIXES), (True, LEFT_BY_ALL_FIXES)]
)
def test_repair_restores_the_sound_files(
    tmp_path: Path, unsafe: bool, left: dict[str, set[str]]
) -> None:
    broken = write(tmp_path / "broken", make_broken_station())
    first = repaired(broken, unsafe=unsafe)
    fixed = write(tmp_path / "fixed", first)
    assert rules_in(fixed) == {name: left.get(name, set()) for name in BROKEN}
    for name, data in make_station().items():
        wanted = data if unsafe else make_unfinished().get(name, data)
        assert (fixed / name).read_bytes() == wanted, name
    assert set(make_unfinished()) == {f"{RAMP}.wok", f"{STORE}.wok", f"{VIEW}.wok"}
    assert repaired(fixed, unsafe=unsafe) == first


def test_the_same_files_every_time() -> None:
    assert make_station() == make_station()
    assert make_broken_station() == make_broken_station()
    same = {name for name, data in make_broken_station().items() if data == make_station()[name]}
    assert same == {name for name, rules in BROKEN.items() if not rules}
