"""Planted differences between two walkmeshes are found, and nothing else."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.mesh.diff.values import MeshDiff
from support.builders import patched, square_pwk, square_wok
from support.corpus import each_corpus_file, each_level_file
from support.mesh.renumbered import grid, renumbered

NAMES = ("motion", "rounded", "added", "removed", "turned", "painted", "moved", "links", "header")


def told(diff: MeshDiff) -> set[str]:
    """The kinds of differences that are told."""
    found = {name for name in NAMES if getattr(diff, name)}
    found |= {f"{each.name} {each.a} {each.b}" for each in diff.tables}
    return found


def linked(mesh: kl.Walkmesh, edges: dict[int, int]) -> kl.Walkmesh:
    sides = mesh.transitions.copy()
    for edge, room in edges.items():
        sides.reshape(-1)[edge] = room
    return mesh.edited(transitions=sides)


FLOOR = linked(grid(), {0: 3, 6: 3})


def test_the_same_is_the_same() -> None:
    assert kl.diff_meshes(FLOOR, FLOOR).same
    again = kl.Walkmesh.from_bytes(FLOOR.to_bytes())
    copy = kl.Walkmesh.from_bwm(kl.Walkmesh.from_bytes(FLOOR.to_bytes()).to_bwm())
    assert kl.diff_meshes(again, copy).same


@pytest.mark.parametrize("seed", range(8))
def test_a_pure_renumbering_is_said_to_be_that(seed: int) -> None:
    diff = kl.diff_meshes(FLOOR, renumbered(FLOOR, seed))
    assert diff.is_renumbered_only
    assert told(diff) == set()
    assert diff.numbering.faces > 0
    assert diff.numbering.doubled_a == diff.numbering.doubled_b == 0


def test_only_corners_or_only_vertices_renumbered() -> None:
    corners = kl.Walkmesh.from_arrays(
        FLOOR.vertices,
        np.roll(FLOOR.faces, 1, 1),
        FLOOR.materials,
        np.roll(FLOOR.transitions, 1, 1),
    )
    found = kl.diff_meshes(FLOOR, corners)
    assert found.is_renumbered_only
    assert (found.numbering.faces, found.numbering.corners, found.numbering.vertices) == (0, 128, 0)


def test_vertices_that_no_face_has_and_doubled_ones_are_counted() -> None:
    more = np.vstack([FLOOR.vertices, [(50, 50, 50)], FLOOR.vertices[:1]])
    faces = FLOOR.faces.copy()
    faces[0, 0] = len(more) - 1
    other = kl.Walkmesh.from_arrays(more, faces, FLOOR.materials, FLOOR.transitions)
    found = kl.diff_meshes(FLOOR, other)
    assert found.is_renumbered_only
    assert (found.numbering.unused_a, found.numbering.unused_b) == (0, 1)
    assert (found.numbering.doubled_a, found.numbering.doubled_b) == (0, 1)


@pytest.mark.parametrize("shuffle", [False, True])
def test_painted_faces_by_patch(shuffle: bool) -> None:
    materials = FLOOR.materials.copy()
    materials[[0, 1, 3]] = 10
    materials[100] = 10
    other = FLOOR.edited(materials=materials)
    found = kl.diff_meshes(FLOOR, renumbered(other) if shuffle else other)
    assert told(found) == {"painted"}
    painted = [(each.old, each.new, sorted(each.patch.faces_a)) for each in found.painted]
    assert painted == [(4, 10, [0, 1, 3]), (4, 10, [100])]
    expected = float(FLOOR.geometry.areas[[0, 1, 3]].sum())
    assert found.painted[0].patch.area == pytest.approx(expected)
    assert found.painted[1].patch.at == pytest.approx(FLOOR.geometry.corners[100].mean(axis=0))


@pytest.mark.parametrize("shuffle", [False, True])
def test_a_moved_vertex_keeps_its_faces(shuffle: bool) -> None:
    vertices = FLOOR.vertices.copy()
    vertices[20] += np.array((0.25, -0.1, 0.3), np.float32)
    other = FLOOR.edited(vertices=vertices)
    found = kl.diff_meshes(FLOOR, renumbered(other, 3) if shuffle else other)
    assert told(found) == {"moved"}
    (moved,) = found.moved
    assert moved.starts == (tuple(FLOOR.vertices[20].tolist()),)
    assert moved.farthest == pytest.approx(np.linalg.norm((0.25, -0.1, 0.3)), rel=1e-5)
    assert sorted(moved.patch.faces_a) == np.flatnonzero((FLOOR.faces == 20).any(axis=1)).tolist()


def test_every_vertex_moved_by_its_own_way() -> None:
    random = np.random.default_rng(1)
    vertices = FLOOR.vertices + random.uniform(-0.1, 0.1, FLOOR.vertices.shape).astype("f4")
    found = kl.diff_meshes(FLOOR, FLOOR.edited(vertices=vertices))
    assert told(found) == {"moved"}
    assert sum(len(each.starts) for each in found.moved) == len(FLOOR.vertices)


def test_a_corner_that_went_far_is_still_the_same_corner() -> None:
    vertices = FLOOR.vertices.copy()
    vertices[80] += np.array((4, 5, 0), np.float32)
    found = kl.diff_meshes(FLOOR, renumbered(FLOOR.edited(vertices=vertices), 7))
    assert told(found) == {"moved"}
    assert found.moved[0].farthest == pytest.approx(np.hypot(4, 5), rel=1e-5)


def test_a_face_torn_off_a_corner_that_stays() -> None:
    faces = FLOOR.faces.copy()
    vertices = np.vstack([FLOOR.vertices, FLOOR.vertices[20] + np.array((0.1, 0, 0), "f4")])
    face = int(np.flatnonzero(faces[:, 0] == 20)[0])
    faces[face, 0] = len(FLOOR.vertices)
    other = kl.Walkmesh.from_arrays(vertices, faces, FLOOR.materials, FLOOR.transitions)
    found = kl.diff_meshes(FLOOR, renumbered(other, 2))
    assert told(found) == {"moved"}
    (moved,) = found.moved
    assert moved.patch.faces_a == (face,)
    assert moved.farthest == pytest.approx(0.1, rel=1e-5)


def test_a_diagonal_turned_round_is_no_move() -> None:
    square = kl.Walkmesh.from_arrays(
        [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)], [(0, 1, 2), (0, 2, 3)], [4, 4]
    )
    other = square.edited(faces=[(0, 1, 3), (1, 2, 3)])
    assert told(kl.diff_meshes(square, other)) == {"added", "removed"}


def test_faces_removed_and_added() -> None:
    keep = np.setdiff1d(np.arange(128), [40, 41, 90])
    other = kl.Walkmesh.from_arrays(
        FLOOR.vertices, FLOOR.faces[keep], FLOOR.materials[keep], FLOOR.transitions[keep]
    )
    found = kl.diff_meshes(FLOOR, renumbered(other))
    assert told(found) == {"removed"}
    assert sorted(each.faces_a for each in found.removed) == [(40, 41), (90,)]
    back = kl.diff_meshes(renumbered(other), FLOOR)
    assert told(back) == {"added"}
    assert sorted(each.faces_b for each in back.added) == [(40, 41), (90,)]


def test_faces_turned_over() -> None:
    faces = FLOOR.faces.copy()
    faces[[7, 60]] = faces[[7, 60]][:, ::-1]
    other = kl.Walkmesh.from_arrays(FLOOR.vertices, faces, FLOOR.materials, FLOOR.transitions)
    found = kl.diff_meshes(FLOOR, other)
    assert told(found) == {"turned"}
    assert sorted(each.faces_b for each in found.turned) == [(7,), (60,)]


def test_links_stay_on_the_edges_of_faces_that_were_turned_over() -> None:
    faces, sides = FLOOR.faces.copy(), FLOOR.transitions.copy()
    faces[[0, 2]] = faces[[0, 2]][:, ::-1]  # side 0, from corner 0 to 1, is side 1 now
    sides[[0, 2]] = sides[[0, 2]][:, [1, 0, 2]]
    other = kl.Walkmesh.from_arrays(FLOOR.vertices, faces, FLOOR.materials, sides)
    assert told(kl.diff_meshes(FLOOR, renumbered(other, 4))) == {"turned"}


def test_links_added_removed_and_changed() -> None:
    other = linked(FLOOR, {0: -1, 6: 5, 12: 2})
    found = kl.diff_meshes(FLOOR, other)
    assert told(found) == {"links"}
    links = {(each.edge_a, each.old, each.new) for each in found.links}
    assert links == {(0, 3, -1), (6, 3, 5), (12, -1, 2)}
    assert found.links[0].at == pytest.approx(
        tuple((FLOOR.geometry.corners[0, 0] + FLOOR.geometry.corners[0, 1]) / 2)
    )


def test_links_by_other_numbers_mean_the_same() -> None:
    other = linked(FLOOR, {0: 7, 6: 7})
    found = kl.diff_meshes(FLOOR, renumbered(other), rooms={3: 7})
    assert told(found) == set()
    assert found.renumbered_links == 2
    assert told(kl.diff_meshes(FLOOR, other, rooms={3: 1})) == {"links"}
    assert told(kl.diff_meshes(FLOOR, other, rooms={})) == {"links"}
    # The same number, but another room: that of A is not there any more.
    assert told(kl.diff_meshes(FLOOR, renumbered(FLOOR), rooms={5: 3})) == {"links"}


@pytest.mark.parametrize("shuffle", [False, True])
def test_a_move_or_a_turn_of_all_is_told_as_one(shuffle: bool) -> None:
    moved = FLOOR.translated((12.5, -3.25, 0.5))
    found = kl.diff_meshes(FLOOR, renumbered(moved) if shuffle else moved)
    assert told(found) == {"motion"}
    assert found.motion is not None
    assert found.motion.offset == pytest.approx((12.5, -3.25, 0.5), abs=1e-4)
    turned = FLOOR.rotated(90 if shuffle else 33, about=(2, 2))
    found = kl.diff_meshes(FLOOR, renumbered(turned) if shuffle else turned)
    assert told(found) == {"motion"}
    assert found.motion is not None
    assert found.motion.degrees == pytest.approx(90 if shuffle else 33)


def test_a_moved_mesh_that_was_edited_as_well() -> None:
    materials = FLOOR.materials.copy()
    materials[5] = 10
    other = FLOOR.translated((40, 0, 0)).edited(materials=materials)
    found = kl.diff_meshes(FLOOR, other, moved=(40, 0, 0))
    assert told(found) == {"motion", "painted"}


def test_rounding_is_no_move() -> None:
    vertices = FLOOR.vertices + np.float32(2e-5) * np.sign(np.sin(np.arange(81)))[:, None]
    found = kl.diff_meshes(FLOOR, FLOOR.edited(vertices=vertices.astype(np.float32)))
    assert told(found) == {"rounded"}
    assert 0 < found.rounded_by < 1e-4


def test_header_and_use_hooks() -> None:
    pwk = kl.Walkmesh.from_bwm(square_pwk())
    other = pwk.edited(position=(1, 2, 4), relative_hooks=((0, 0, 0), (0.5, 3, 0)))
    found = kl.diff_meshes(pwk, other)
    assert {each.name for each in found.header} == {"position", "relative_hooks"}
    junk = patched(square_wok().to_bytes(), unknown_6c=77)
    found = kl.diff_meshes(kl.read_walkmesh(square_wok().to_bytes()), kl.read_walkmesh(junk))
    assert [(each.name, each.old, each.new) for each in found.header] == [("unknown_6c", 0, 77)]


def test_a_broken_table_is_told_and_a_sound_one_that_differs() -> None:
    good = kl.Walkmesh.from_bytes(FLOOR.to_bytes())
    bwm = good.to_bwm()
    nodes = bwm.nodes.copy()
    nodes["left"] += nodes["left"] > 0
    broken = kl.Walkmesh.from_bwm(type(bwm)(**{**vars(bwm), "nodes": nodes}))
    found = kl.diff_meshes(good, broken)
    assert told(found) == {"nodes exact wrong"}
    assert found.tables[0].is_broken
    assert kl.diff_meshes(broken, good).tables[0].is_mended
    circle = bwm.nodes.copy()
    inner = next(i for i, node in enumerate(circle) if circle[node["left"]]["left"] > 0 and i)
    child = int(circle[inner]["left"])
    circle["left"][inner], circle["left"][child] = circle["left"][child], child
    broken = kl.Walkmesh.from_bwm(type(bwm)(**{**vars(bwm), "nodes": circle}))
    assert told(kl.diff_meshes(good, broken)) == {"nodes exact wrong"}
    normals = bwm.normals + np.float32(1e-6)
    other = kl.Walkmesh.from_bwm(type(bwm)(**{**vars(bwm), "normals": normals}))
    assert told(kl.diff_meshes(good, other)) == {"normals exact sound"}


def test_meshes_that_are_none_are_compared_as_far_as_that_goes() -> None:
    vertices = FLOOR.vertices.copy()
    vertices[3] = np.nan
    found = kl.diff_meshes(FLOOR, FLOOR.edited(vertices=vertices))
    assert not found.comparable
    assert not found.same
    empty = kl.Walkmesh.from_arrays(np.empty((0, 3)), np.empty((0, 3), int), [])
    assert told(kl.diff_meshes(FLOOR, empty)) == {"removed", "links"}
    assert told(kl.diff_meshes(empty, FLOOR)) == {"added", "links"}
    assert told(kl.diff_meshes(empty, empty.edited(position=(1, 0, 0)))) == {"header"}


@pytest.mark.parametrize("far", [1e9, 1e20, 3e38, -3e38])
def test_places_farther_than_any_level(far: float) -> None:
    vertices = FLOOR.vertices.copy()
    vertices[30, 0] = far
    with np.errstate(over="ignore", invalid="ignore"):
        found = kl.diff_meshes(FLOOR, renumbered(FLOOR.edited(vertices=vertices)))
    assert told(found) & {"moved", "added"}
    assert kl.diff_meshes(FLOOR.edited(vertices=vertices), FLOOR.edited(vertices=vertices)).same


@each_corpus_file("wok/**/*.wok", "pwk/*.pwk")
def test_real_meshes_renumbered(path: Path) -> None:
    mesh = kl.read_walkmesh(path)
    if not len(mesh.faces) or not mesh.geometry.is_sound or mesh.kind not in (0, 1):
        pytest.skip("nothing in it")
    plain = kl.Walkmesh.from_arrays(  # a tool's file may leave faces out of their order
        mesh.vertices, mesh.faces, mesh.materials, mesh.transitions, kind=mesh.kind,
        position=mesh.position, relative_hooks=mesh.relative_hooks,
        absolute_hooks=mesh.absolute_hooks,
    )  # fmt: skip
    found = kl.diff_meshes(mesh, renumbered(plain, len(mesh.faces)))
    assert told(found) - {f"{t.name} {t.a} {t.b}" for t in found.tables} == set()
    assert found.is_renumbered_only


@each_level_file("areas/k1/tar_m10aa/*.wok", "areas/k2/*/*.wok")
def test_planted_edits_of_real_meshes(path: Path) -> None:
    mesh = kl.read_walkmesh(path)
    if len(mesh.faces) < 20:
        pytest.skip("too small")
    random = np.random.default_rng(len(mesh.faces))
    face = int(random.integers(0, int(mesh.walkable.sum())))
    materials = mesh.materials.copy()
    materials[face] = 7
    vertex = int(mesh.faces[(face + 7) % len(mesh.faces), 1])
    vertices = mesh.vertices.copy()
    vertices[vertex] += np.array((0.02, 0.03, 0.01), np.float32)
    found = kl.diff_meshes(mesh, renumbered(mesh.edited(materials=materials, vertices=vertices)))
    assert told(found) <= {"painted", "moved", "links"}
    assert [each.patch.faces_a for each in found.painted] == [(face,)]
    assert sum(len(each.starts) for each in found.moved) == 1


def test_twenty_thousand_faces_take_less_than_a_second() -> None:
    big = grid(100)
    vertices = big.vertices.copy()
    vertices[::50, 2] += 0.1
    other = renumbered(big.edited(vertices=vertices))
    start = time.process_time()
    found = kl.diff_meshes(big, other)
    assert time.process_time() - start < 5
    assert told(found) == {"moved"}
