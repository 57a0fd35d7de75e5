"""Another program reads what is written here, with the same values: PyKotor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.formats.gff import Gff, parse_gff
from support.corpus import each_level_file

FORMATS = "pykotor.resource.formats"


def reader(module: str) -> Any:
    """A function of PyKotor's that reads bytes; the test is skipped, visibly, without it."""
    return getattr(
        pytest.importorskip(f"{FORMATS}.{module}"), f"read_{module.replace('twoda', '2da')}"
    )


def row(values: Any) -> list[float]:
    return [values.x, values.y, values.z]


@each_level_file("areas/*/*/*.wok", "objects/*/*.dwk", "objects/*/*.pwk")
def test_a_walkmesh(path: Path) -> None:
    mesh = kl.read_walkmesh(path).rebuilt()
    theirs = reader("bwm")(mesh.to_bytes())
    faces = theirs.faces
    assert [[row(v) for v in (face.v1, face.v2, face.v3)] for face in faces] == (
        mesh.vertices[mesh.faces].tolist()
    )
    assert [int(face.material.value) for face in faces] == mesh.materials.tolist()
    links = [
        [-1 if each is None else each for each in (face.trans1, face.trans2, face.trans3)]
        for face in faces
    ]
    # It knows edges by the places of their ends, and so none on a side without length.
    corners = mesh.vertices[mesh.faces]
    has_length = (corners != np.roll(corners, -1, axis=1)).any(axis=2)
    expected = np.where(has_length, mesh.transitions, -1)
    assert np.where(has_length, np.array(links).reshape(-1, 3), -1).tolist() == expected.tolist()
    hooks = (
        (theirs.relative_hook1, theirs.relative_hook2),
        (theirs.absolute_hook1, theirs.absolute_hook2),
    )
    assert [[row(hook) for hook in pair] for pair in hooks] == [
        mesh.relative_hooks.tolist(),
        mesh.absolute_hooks.tolist(),
    ]
    assert row(theirs.position) == mesh.position.tolist()
    assert theirs.walkmesh_type.value == mesh.kind


@each_level_file("**/*.lyt")
def test_a_layout(path: Path) -> None:
    read = kl.read_layout(path)
    layout = kl.Layout(read.rooms, read.tracks, read.obstacles, read.door_hooks)
    theirs = reader("lyt")(layout.to_bytes())
    assert [(r.model, row(r.position)) for r in theirs.rooms] == [
        (room.name, list(room.position)) for room in layout.rooms
    ]
    found = [
        (h.room, h.door, row(h.position), [getattr(h.orientation, k) for k in "xyzw"])
        for h in theirs.doorhooks
    ]
    # PyKotor calls the first number of the rotation x, which is the files' w (FACTS 7).
    assert found == [
        (hook.room, hook.name, list(hook.position), list(hook.orientation))
        for hook in layout.door_hooks
    ]
    assert (len(theirs.tracks), len(theirs.obstacles)) == (
        len(layout.tracks),
        len(layout.obstacles),
    )


@each_level_file("**/*.vis")
def test_a_visibility_file(path: Path) -> None:
    # PyKotor refuses rooms that are seen and see nothing: shipped files have them.
    visibility = kl.Visibility(kl.read_visibility(path).entries)
    names = {name.lower() for name in visibility.parents}
    for name in [*visibility.rooms]:
        if name.lower() not in names:
            visibility = visibility.removed(name)
    theirs = reader("vis")(visibility.to_bytes())
    for one in names:
        for other in names - {one}:
            assert theirs.get_visible(one, other) == visibility.sees(one, other)


@each_level_file("twoda/*/*.2da")
def test_a_table(path: Path) -> None:
    table = kl.read_2da(path)
    theirs = reader("twoda")(kl.TwoDA(table.columns, table.labels, table.cells).to_bytes())
    assert theirs.get_headers() == list(table.columns)
    for index in range(len(table)):
        assert [theirs.get_cell(index, name) for name in table.columns] == [
            table.cell(index, name) or "" for name in table.columns
        ]


@each_level_file("**/*.git", "**/*.pth", "**/*.ifo", "**/*.utd")
def test_a_gff(path: Path) -> None:
    read = parse_gff(path.read_bytes(), path.name)
    written = Gff(read.kind, read.root).to_bytes()
    theirs = reader("gff")
    again, shipped = theirs(written).root, theirs(path.read_bytes()).root
    assert again.compare(shipped, lambda *_, **__: None)
    assert [label for label, _, _ in again] == list(read.root.keys())


@pytest.mark.parametrize("kind", ["mod", "erf", "rim"])
def test_an_archive(tmp_path: Path, kind: str) -> None:
    files = {f"room_{n:02}.wok": np.random.default_rng(n).bytes(100 + n) for n in range(40)}
    (tmp_path / "in").mkdir()
    for name, data in files.items():
        (tmp_path / "in" / name).write_bytes(data)
    kl.pack(tmp_path / "in", tmp_path / f"out.{kind}")
    theirs = reader("rim" if kind == "rim" else "erf")((tmp_path / f"out.{kind}").read_bytes())
    found = {f"{each.resref}.{each.restype.extension}": bytes(each.data) for each in theirs}
    assert found == files
