"""Shipped levels: no false alarms, and every fault that is put into one is still told."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from support.corpus import LEVELS, each_area, needs_levels

pytestmark = needs_levels

TRUE = {
    # Two edges of 12 m on a border that is linked elsewhere, one corner 22 cm off in height.
    "danm14ab": {("ARE005", "m14ab_09a.wok")},
    # Cut from the game: entry and map are those of m17aa, and the VIS lists next to nothing.
    "m19aa": {
        ("ARE007", "module.ifo"),
        ("ARE005", "m19aa_02i.wok"),
        ("VIS010", "m19aa.vis"),
        ("MAP002", "m19aa.are"),
    },
    # A swoop race, where nobody walks: 3.85 m² of one face are 2 m over others.
    "man_m26mg": {("MSH011", "m26mg_01a.wok")},
    # A point 0.79 m off the floor; a connection across a corner of the wall.
    "tar_m08aa": {("PTH001", "m08aa.pth"), ("PTH004", "m08aa.pth")},
    "unk_m41aa": {("PTH001", "m41aa.pth")},
    # A line that lost its indentation, m17aa11b for m17aa_11b, and faces 1.8 mm apart.
    "tat_m17aa": {("VIS001", "m17aa.vis"), ("VIS002", "m17aa.vis"), ("NAV002", "m17aa_09.wok")},
    # LF, as git left it; one face of 10 m² that shares no vertex with its neighbour.
    "740kor": {("LYT002", "740kor.lyt"), ("MSH005", "740korf.wok"), ("NAV002", "740korf.wok")},
}
"""Area → the warnings and errors on it. Each was looked at, and is true."""


def told(report: kl.Report) -> set[tuple[str, str]]:
    return {(f.rule, Path(f.file).name) for f in report.at_least(kl.Severity.WARNING)}


@each_area()
def test_shipped_areas_have_no_false_alarms(path: Path) -> None:
    report = kl.check(path, workers=1)
    assert told(report) == TRUE.get(path.name, set())
    assert {finding.rule for finding in report.errors} <= {"ARE007"}


@pytest.mark.parametrize("kind", ["dwk", "pwk"])
def test_shipped_doors_and_placeables_have_no_false_alarms(kind: str) -> None:
    assert told(kl.check(LEVELS / "objects" / kind, workers=1)) == set()


@pytest.mark.parametrize("module", ["danm13", "manm28aa", "tar_m10aa", "tat_m17aa"])
def test_real_doors_and_placeables_stand_where_they_should(module: str, tmp_path: Path) -> None:
    """Doors that nobody can use, which stand before walls, are not asked about."""
    area = furnished(module, tmp_path)
    assert sum(None not in door.meshes for door in area.doors) >= 9
    report = kl.check(area, kl.Options(select=("OBJ006", "OBJ007", "OBJ008")))
    assert not report.at_least(kl.Severity.WARNING)


def furnished(module: str, folder: Path) -> kl.Area:
    """A shipped area with the walkmeshes of its doors and placeables beside it."""
    for path in (LEVELS / "areas/k1" / module).iterdir():
        shutil.copy(path, folder)
    for path in (*LEVELS.glob("objects/*/*"), *LEVELS.glob("twoda/k1/*")):
        shutil.copy(path, folder)
    (layout,) = folder.glob("*.lyt")
    return kl.load_area(layout)


# Damage: what is wrong on purpose in a real file is told, whatever is passed over in shipped ones.


def shipped(module: str = "tar_m10aa") -> kl.Area:
    """A shipped area without a warning."""
    return kl.load_area(LEVELS / "areas/k1" / module)


def rules(value: kl.Area | kl.Walkmesh | bytes, name: str = "") -> set[str]:
    """The rules that warn of it, or worse."""
    return {finding.rule for finding in kl.check(value, name=name).at_least(kl.Severity.WARNING)}


def without_links(mesh: kl.Walkmesh, to: int | None = None) -> kl.Walkmesh:
    gone = mesh.transitions >= 0 if to is None else mesh.transitions == to
    return mesh.edited(transitions=np.where(gone, np.int32(-1), mesh.transitions))


def test_lost_links_are_told() -> None:
    area = shipped()
    room = area.room("m10aa_06a")
    assert room.mesh is not None
    one_sided = area.with_mesh(room.index, without_links(room.mesh))
    assert "ARE003" in rules(one_sided)
    others = {each.index: each.mesh for each in area.rooms if each.mesh is not None}
    lonely = one_sided.with_meshes(
        {
            index: without_links(mesh, room.index)
            for index, mesh in others.items()
            if index != room.index
        }
    )
    assert {"ARE010", "NAV001"} <= rules(lonely)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("offset", [(0.25, 0, 0), (0, 0.25, 0), (0, 0, 0.25), (0, 0, -0.25)])
def test_a_room_that_is_moved_is_told(offset: tuple[float, float, float]) -> None:
    area = shipped()
    mesh = area.room("m10aa_06a").mesh
    assert mesh is not None
    assert "ARE005" in rules(area.with_mesh("m10aa_06a", mesh.translated(offset)))


def test_floor_that_is_painted_or_turned_over_is_told() -> None:
    area = shipped()
    mesh = area.room("m10aa_06a").mesh
    assert mesh is not None
    painted = kl.edit.repaint(mesh, np.flatnonzero(mesh.walkable), 7)
    assert "ARE009" in rules(area.with_mesh("m10aa_06a", painted))
    faces = mesh.faces.copy()
    faces[3] = faces[3][::-1]
    assert {"MSH007", "MSH010", "NAV002"} <= rules(
        area.with_mesh("m10aa_06a", mesh.edited(faces=faces))
    )


def test_a_lid_over_a_room_is_told() -> None:
    """A face of Nonwalk over everything; turned over it is a ceiling that looks down."""
    mesh = shipped().room("m10aa_06a").mesh
    assert mesh is not None
    (x, y, _), (far, deep, top) = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    lid = [(x, y, top), (2 * far - x, y, top), (x, 2 * deep - y, top)]
    for order, expected in (((0, 1, 2), {"MSH012"}), ((0, 2, 1), set[str]())):
        covered = kl.Walkmesh.from_arrays(
            [*mesh.vertices.tolist(), *(lid[corner] for corner in order)],
            [*mesh.faces.tolist(), tuple(len(mesh.vertices) + corner for corner in range(3))],
            [*mesh.materials.tolist(), 7],
        )
        assert rules(covered.to_bytes(), "m10aa_06a.wok") == expected


def test_a_tree_that_was_left_behind_is_told() -> None:
    path = LEVELS / "areas/k1/tar_m10aa/m10aa_06a.wok"
    mesh = kl.read_walkmesh(path)
    assert mesh.stored is not None
    data = bytearray(path.read_bytes())
    start = int(mesh.stored.header["vertex_offset"])
    moved = mesh.vertices + np.float32(0.25)
    data[start : start + moved.nbytes] = moved.tobytes()
    assert "BWM008" in {finding.rule for finding in kl.check(bytes(data), name=path.name).errors}


def test_doors_that_do_not_close_or_open_are_told(tmp_path: Path) -> None:
    area = furnished("tar_m10aa", tmp_path)
    doors = [door for door in area.doors if None not in door.meshes]
    closed, opened = doors[0].meshes[:2]
    assert closed is not None
    ghost = kl.edit.repaint(closed, range(len(closed.faces)), 4)
    for meshes in ((ghost, opened, opened), (closed, closed, opened)):
        bad = replace(area, doors=(replace(doors[0], meshes=meshes),))
        assert rules(bad) == {"OBJ006"}


def test_a_door_out_of_reach_is_told(tmp_path: Path) -> None:
    area = furnished("danm13", tmp_path)
    static = [door for door in area.doors if not door.usable and None not in door.meshes]
    assert static
    assert rules(replace(area, doors=tuple(static))) == set()
    forced = replace(area, doors=tuple(replace(door, usable=True) for door in static))
    assert rules(forced) == {"OBJ007"}


def test_sight_that_is_lost_is_told() -> None:
    area = shipped()
    assert area.visibility is not None
    blind = area.visibility.without_visible("m10aa_06a", "m10aa_05a")
    assert "VIS010" in rules(area.with_visibility(blind))
    data = area.visibility.to_bytes()
    misspelt = kl.read_visibility(data.replace(b"M10aa_06a", b"M10aa06a"))
    assert "VIS002" in rules(area.with_visibility(misspelt))


def test_lf_is_told() -> None:
    data = (LEVELS / "areas/k1/tar_m10aa/m10aa.lyt").read_bytes()
    assert rules(data.replace(b"\r", b""), "m10aa.lyt") == {"LYT002"}
