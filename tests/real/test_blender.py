"""Drawings through a real Blender: import, export with default settings, and edits by hand.

Blender as a Python module (``bpy``) is large, so it is not among the test tools. These tests run
where it can be imported, or with ``KOTORLEVEL_BPY`` as the Python that can.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from support.area.level_files import put, station
from support.corpus import LEVELS

SCRIPT = Path(__file__).resolve().parents[1] / "support" / "blender.py"
PYTHON = os.environ.get("KOTORLEVEL_BPY") or (
    sys.executable if importlib.util.find_spec("bpy") else ""
)
pytestmark = pytest.mark.skipif(not PYTHON, reason="no Blender: pip install bpy, or KOTORLEVEL_BPY")

ROOM = "station_corridor"
EDITS = (
    *("nothing", "subdivide", "extrude", "delete", "duplicate", "mirror", "apply", "move"),
    *("paint", "raise", "triangulate", "merge", "delete_gate"),
)


@dataclass(frozen=True)
class Edited:
    """The room before and after each edit, by its name and the ending of the file."""

    before: kl.Walkmesh
    data: bytes
    after: dict[tuple[str, str], kl.Walkmesh]
    bytes_after: dict[tuple[str, str], bytes]


def blender(jobs: list[tuple[Path, str, Path]], folder: Path) -> None:
    listed = folder / "jobs.json"
    listed.write_text(json.dumps([[str(a), edit, str(b)] for a, edit, b in jobs]))
    done = subprocess.run(
        [PYTHON, str(SCRIPT), str(listed)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Edited:
    folder = tmp_path_factory.mktemp("blender")
    level = put(folder / "level", station())
    jobs = []
    for ending in ("obj", "glb"):
        source = folder / f"room.{ending}"
        kl.convert(level / f"{ROOM}.wok", source)
        jobs += [(source, edit, folder / f"{edit}.{ending}") for edit in EDITS]
    blender(jobs, folder)
    after, data = {}, {}
    for _, edit, saved in jobs:
        target = folder / f"{edit}_{saved.suffix[1:]}" / f"{ROOM}.wok"
        target.parent.mkdir()
        kl.convert(saved, target, layout=level)
        after[edit, saved.suffix[1:]] = kl.read_walkmesh(target)
        data[edit, saved.suffix[1:]] = target.read_bytes()
    before = kl.read_walkmesh(level / f"{ROOM}.wok")
    return Edited(before, (level / f"{ROOM}.wok").read_bytes(), after, data)


each_ending = pytest.mark.parametrize("ending", ["obj", "glb"])


def links(mesh: kl.Walkmesh) -> list[int]:
    return sorted(mesh.transitions[mesh.transitions != -1].tolist())


def area_of(mesh: kl.Walkmesh) -> dict[int, float]:
    """Square metres of each surface."""
    return {
        int(m): round(float(mesh.geometry.areas[mesh.materials == m].sum()), 3)
        for m in np.unique(mesh.materials)
    }


@each_ending
@pytest.mark.parametrize("edit", ["nothing", "triangulate", "merge"])
def test_what_is_not_edited_keeps_its_bytes(edited: Edited, edit: str, ending: str) -> None:
    assert edited.bytes_after[edit, ending] == edited.data


@each_ending
def test_subdivided_edges_are_all_linked(edited: Edited, ending: str) -> None:
    mesh = edited.after["subdivide", ending]
    assert len(mesh.faces) == 4 * len(edited.before.faces)
    assert links(mesh) == sorted(2 * links(edited.before))
    assert area_of(mesh) == area_of(edited.before)


@each_ending
def test_extruded_floor_has_the_surface_of_its_edge(edited: Edited, ending: str) -> None:
    mesh = edited.after["extrude", ending]
    assert len(mesh.faces) == len(edited.before.faces) + 2
    assert links(mesh) == links(edited.before)
    assert set(mesh.materials.tolist()) == set(edited.before.materials.tolist())


@each_ending
def test_deleted_faces_are_gone_and_nothing_else(edited: Edited, ending: str) -> None:
    mesh = edited.after["delete", ending]
    assert len(mesh.faces) == len(edited.before.faces) - 2
    kept = {tuple(sorted(map(tuple, face))) for face in mesh.vertices[mesh.faces].tolist()}
    old = {
        tuple(sorted(map(tuple, face)))
        for face in edited.before.vertices[edited.before.faces].tolist()
    }
    assert kept < old


@each_ending
def test_a_copy_of_the_object_belongs_to_the_room(edited: Edited, ending: str) -> None:
    mesh = edited.after["duplicate", ending]
    assert len(mesh.faces) == 2 * len(edited.before.faces)
    assert links(mesh) == sorted(2 * links(edited.before))


@each_ending
def test_a_mirrored_room_has_its_floor_up(edited: Edited, ending: str) -> None:
    mesh, wanted = edited.after["mirror", ending], edited.before.flipped(x=True)
    assert links(mesh) == links(edited.before)
    assert (mesh.geometry.crosses[mesh.walkable, 2] > 0).all()
    assert area_of(mesh) == area_of(edited.before)
    if ending == "glb":  # with an OBJ's axes x is x as well, but it is turned about it
        assert mesh.bounds is not None
        assert wanted.bounds is not None
        assert np.abs(mesh.bounds - wanted.bounds).max() < 1e-4


@each_ending
@pytest.mark.parametrize("edit", ["apply", "move"])
def test_a_moved_room_is_the_same_elsewhere(edited: Edited, edit: str, ending: str) -> None:
    mesh = edited.after[edit, ending]
    assert np.array_equal(mesh.faces, edited.before.faces)
    assert np.array_equal(mesh.transitions, edited.before.transitions)
    off = mesh.vertices - edited.before.vertices
    assert np.abs(off - off[0]).max() < 1e-4
    assert np.abs(off).max() > 0.5


@each_ending
def test_a_painted_face_is_the_only_change(edited: Edited, ending: str) -> None:
    mesh = edited.after["paint", ending]
    assert np.array_equal(mesh.vertices, edited.before.vertices)
    assert len(mesh.faces) == len(edited.before.faces)
    old, new = (np.sort(m.materials) for m in (edited.before, mesh))
    assert (old != new).any()


@each_ending
def test_a_raised_corner_keeps_its_faces(edited: Edited, ending: str) -> None:
    mesh = edited.after["raise", ending]
    assert len(mesh.faces) == len(edited.before.faces)
    assert links(mesh) == links(edited.before)
    assert np.abs(mesh.vertices[:, 2]).max() > np.abs(edited.before.vertices[:, 2]).max() - 1e-6


def test_a_deleted_gate_is_one_link_less(edited: Edited) -> None:
    mesh = edited.after["delete_gate", "obj"]
    assert len(links(mesh)) == len(links(edited.before)) - 1
    assert np.array_equal(mesh.faces, edited.before.faces)


@pytest.mark.skipif(not LEVELS.is_dir(), reason="the whole levels are absent")
@pytest.mark.parametrize("name", ["k1/tar_m10aa", "k1/tar_m02ae", "k2/740kor"])
def test_a_whole_area_comes_back_unchanged(name: str, tmp_path: Path) -> None:
    area = LEVELS / "areas" / name
    jobs = []
    for ending in ("obj", "glb"):
        kl.convert(area, tmp_path / f"area.{ending}")
        jobs.append((tmp_path / f"area.{ending}", "nothing", tmp_path / f"out.{ending}"))
    blender(jobs, tmp_path)
    for _, _, saved in jobs:
        done = kl.convert(saved, tmp_path / "back", original=area)
        assert done.files == ()
        assert done.warnings == ()
