"""Walkmeshes that both sides edited: merged face by face where the edits do not touch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.edit.merge.face_table import tabulate
from kotorlevel.area.edit.merge.merge import merge_areas
from kotorlevel.area.edit.merge.three_way import ConflictError, Side
from kotorlevel.mesh.edit.faces import delete_faces, move_vertex, repaint
from kotorlevel.mesh.edit.weld import weld
from kotorlevel.mesh.walkmesh import Walkmesh
from support.corpus import each_level_file

Edit = Callable[[Walkmesh], Walkmesh]
Soup = list[tuple[bytes, int, tuple[int, ...]]]


def soup(mesh: Walkmesh) -> Soup:
    """Every face by its corners, surface and links: what a mesh is, whatever its numbers are."""
    found = []
    for face, corners in enumerate(mesh.vertices[mesh.faces.astype(int)] + 0.0):
        first = min(range(3), key=lambda i: tuple(corners[i]))
        turned = [(first + i) % 3 for i in range(3)]
        links = tuple(int(mesh.transitions[face][i]) for i in turned)
        found.append((corners[turned].tobytes(), int(mesh.materials[face]), links))
    return sorted(found)


def faces_as_stored(mesh: Walkmesh) -> set[bytes]:
    """The corners of each face from the one that is stored first: an edit elsewhere keeps it."""
    return {corners.tobytes() for corners in mesh.vertices[mesh.faces.astype(int)]}


def grid(size: int = 6) -> Walkmesh:
    """A floor of squares, two faces each, that leads to room 1 in the south of its first square.

    The south of a square is side 0 of its first face, and side 1 in every second square.
    """
    corners = [(x, y, 0.0) for y in range(size + 1) for x in range(size + 1)]
    faces = []
    for y in range(size):
        for x in range(size):
            sw = y * (size + 1) + x
            south = (sw + size + 2, sw, sw + 1) if x % 2 else (sw, sw + 1, sw + size + 2)
            faces += [south, (sw + size + 2, sw + size + 1, sw)]
    links = np.full((len(faces), 3), -1)
    links[0, 0] = 1
    return Walkmesh.from_arrays(corners, faces, [4] * len(faces), links)


def face_at(mesh: Walkmesh, x: float, y: float) -> int:
    """The face whose middle is nearest to a place."""
    middles = mesh.vertices[mesh.faces.astype(int)].mean(axis=1)
    return int(np.abs(middles[:, :2] - (x, y)).sum(axis=1).argmin())


def lift(x: float, y: float, z: float = 0.3) -> Edit:
    def edit(mesh: Walkmesh) -> Walkmesh:
        vertex = int(np.abs(mesh.vertices[:, :2] - (x, y)).sum(axis=1).argmin())
        return move_vertex(mesh, vertex, mesh.vertices[vertex] + np.array([0, 0, z], np.float32))

    return edit


def paint(x: float, y: float, material: int) -> Edit:
    return lambda mesh: repaint(mesh, [face_at(mesh, x, y)], material)


def drop(x: float, y: float) -> Edit:
    return lambda mesh: delete_faces(mesh, [face_at(mesh, x, y)])


def link(x: float, y: float, side: int, room: int) -> Edit:
    return lambda mesh: mesh.with_transition(face_at(mesh, x, y), side, room)


def area(mesh: Walkmesh) -> kl.Area:
    return kl.Area.from_meshes("lab", {"hall": mesh, "yard": None, "cell": None})


def merge(a: Walkmesh, b: Walkmesh, base: Walkmesh, prefer: Side | None = None) -> Walkmesh:
    mesh = merge_areas(area(a), area(b), area(base), prefer).area.rooms[0].mesh
    assert mesh is not None
    return mesh


EDITS: list[Edit] = [
    lift(2, 3),
    lift(5, 5),
    paint(4.3, 1.7, 7),
    paint(0.3, 3.7, 10),
    drop(5.7, 0.3),
    link(0.7, 0.3, 0, 2),
    link(3.7, 0.3, 1, 2),
]


@pytest.mark.sampled(17)
@pytest.mark.parametrize("second", range(len(EDITS)))
@pytest.mark.parametrize("first", range(len(EDITS)))
def test_edits_that_do_not_touch(first: int, second: int) -> None:
    """One edit after the other is what a merge of both gives, with all tables sound."""
    base = grid()
    one, other = EDITS[first], EDITS[second]
    if first == second:
        assert soup(merge(one(base), other(base), base)) == soup(one(base))
        return
    merged = merge(one(base), other(base), base)
    assert soup(merged) == soup(other(one(base)))
    assert faces_as_stored(merged) <= faces_as_stored(one(base)) | faces_as_stored(other(base))
    assert kl.check(kl.read_walkmesh(merged.to_bytes())).errors == ()


def test_a_seam_stays_a_seam() -> None:
    """Corners at one place that are several vertices: a file means that."""
    base = grid()
    faces = base.faces.copy()
    vertices = np.concatenate([base.vertices, base.vertices[[24]]])
    faces[face_at(base, 3.3, 3.7)][faces[face_at(base, 3.3, 3.7)] == 24] = 49
    parted = base.edited(vertices=vertices, faces=faces)
    merged = merge(lift(1, 1)(parted), lift(5, 5)(parted), parted)
    assert soup(merged) == soup(lift(5, 5)(lift(1, 1)(parted)))
    assert len(np.unique(merged.faces)) == len(np.unique(parted.faces))
    closed, _ = weld(parted, 0.001)
    if soup(closed) == soup(parted):
        with pytest.raises(ConflictError) as refused:
            merge(lift(1, 1)(parted), lift(5, 5)(closed), parted)
        assert refused.value.conflicts[0].reason == "corners were joined or parted"


def test_faces_at_one_place() -> None:
    """Two faces on the same corners stay two; of them a side may take one away."""
    base = grid()
    twice = base.edited(
        faces=np.concatenate([base.faces, base.faces[[30]]]),
        materials=np.append(base.materials, np.uint32(4)),
        transitions=np.concatenate([base.transitions, [[-1, -1, -1]]]).astype(np.int32),
        domain=len(base.faces) + 1,
    )
    merged = merge(lift(5, 5)(twice), lift(1, 5)(twice), twice)
    assert soup(merged) == soup(lift(1, 5)(lift(5, 5)(twice)))
    once = merge(lift(5, 5)(twice), lift(1, 5)(base), twice)
    assert soup(once) == soup(lift(1, 5)(lift(5, 5)(base)))


def test_edits_that_touch() -> None:
    base = grid()
    with pytest.raises(ConflictError) as refused:
        merge(lift(2, 2)(base), lift(3, 3)(base), base)
    (one,) = refused.value.conflicts
    assert (one.kind, one.room, one.reason) == ("walkmesh", "hall", "edits that touch")
    assert one.at_a is not None
    assert one.at_b is not None
    assert np.hypot(one.at_a[0] - 2, one.at_a[1] - 2) < 1.5
    assert np.hypot(one.at_b[0] - 3, one.at_b[1] - 3) < 1.5
    preferred = merge(lift(2, 2)(base), lift(3, 3)(base), base, "b")
    assert soup(preferred) == soup(lift(3, 3)(base))


def test_a_face_that_one_removed_and_the_other_painted() -> None:
    base = grid()
    with pytest.raises(ConflictError) as refused:
        merge(drop(3.7, 3.3)(base), paint(3.7, 3.3, 7)(base), base)
    assert "removed and the other changed" in refused.value.conflicts[0].reason


def test_surfaces_and_links_that_both_changed() -> None:
    base = grid()
    a = paint(3.7, 3.3, 7)(link(0.7, 0.3, 0, 2)(lift(5, 5)(base)))
    b = paint(3.7, 3.3, 10)(link(0.7, 0.3, 0, -1)(base))
    with pytest.raises(ConflictError) as refused:
        merge(a, b, base)
    kinds = {each.kind: each for each in refused.value.conflicts}
    assert set(kinds) == {"surface", "link"}
    assert (kinds["surface"].a, kinds["surface"].b) == ("1 face as Nonwalk", "1 face as Metal")
    assert (kinds["link"].a, kinds["link"].b) == ("edge leads to cell", "edge leads nowhere")
    wanted = paint(3.7, 3.3, 10)(link(0.7, 0.3, 0, -1)(lift(5, 5)(base)))
    assert soup(merge(a, b, base, "b")) == soup(wanted)
    assert soup(merge(a, b, base, "a")) == soup(a)


@each_level_file("areas/k1/*/*.wok", also=("m10aa_01a.wok",))
def test_real_rooms(path: Path) -> None:
    """Far corners lifted, a face painted: as one after the other, or a conflict that is told."""
    base = kl.read_walkmesh(path)
    if len(base.faces) < 60:
        return
    middles = base.vertices[base.faces.astype(int)].mean(axis=1)
    low, high = base.vertices.min(axis=0), base.vertices.max(axis=0)
    x, y, _ = middles[len(middles) // 2].tolist()
    edits = [lift(low[0], low[1]), lift(high[0], high[1]), paint(x, y, 7)]
    for i, first in enumerate(edits):
        for second in edits[i + 1 :]:
            wanted = second(first(base))
            if soup(wanted) != soup(first(second(base))):
                continue
            try:
                merged = merge(first(base), second(base), base)
            except ConflictError as error:
                assert error.conflicts[0].reason
                continue
            assert soup(merged) == soup(wanted)


def test_a_face_with_a_corner_twice_is_one_whatever_its_first_corner() -> None:
    points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    meshes = [
        Walkmesh.from_arrays(points, [(0, 1, 2), line], [10, 10])
        for line in ((0, 0, 1), (0, 1, 0), (1, 0, 0))
    ]
    table = tabulate(meshes)
    assert len(table.points) == 2
    assert all((rows.faces >= 0).all() for rows in table.sides)
