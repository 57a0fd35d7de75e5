"""Real walkmeshes: heights by their planes, faces by their plan, and nothing stored is trusted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import kotorlevel as kl
from support.cases.tables_shapes import with_tables
from support.corpus import CORPUS, corpus_files, each_corpus_file, needs_corpus
from support.query.oracle import WALKABLE, WALKCHECK, Floats, Model, model_of
from support.query.ray_checks import check_hits
from support.query.shapes import both_ways, plan_points, rays

each_wok = each_corpus_file("wok/**/*.wok", "area_m10aa/*.wok")

CLOSE = 1e-4
"""Metres by which a height may be beside the plane of its face."""


def points_in_faces(
    model: Model, faces: NDArray[np.int64], count: int
) -> tuple[NDArray[np.int64], Floats]:
    """(N,) faces, each ``count`` times, and (N, 3) points inside of them."""
    repeated = np.repeat(faces, count)
    weights = np.random.default_rng(1).dirichlet((1, 1, 1), len(repeated))[:, :, None]
    return repeated, (model.corners[repeated] * weights).sum(axis=1)


@each_wok
@both_ways
def test_heights_of_walkable_faces_are_those_of_their_planes(path: Path, fast: bool) -> None:
    """Sloped or not; asked for near the plane, since floors may lie above each other."""
    mesh = kl.read_walkmesh(path)
    model, ground = model_of(mesh), kl.Ground(mesh, fast=fast)
    standing = np.flatnonzero(model.having(WALKABLE) & model.has_height)
    faces, points = points_in_faces(model, standing, 20)
    found = ground.find_faces(points[:, :2], points[:, 2])
    assert (found.face >= 0).all()
    normal, corner = model.normals[faces], model.corners[faces][:, 0]
    rise = ((points[:, :2] - corner[:, :2]) * normal[:, :2]).sum(axis=1)
    plane = corner[:, 2] - rise / normal[:, 2]
    assert np.abs(found.point[:, 2] - plane).max() <= CLOSE
    # The face itself answers, or one in the same place.
    other = np.flatnonzero(found.face != faces)
    assert (model.gaps(points[other], found.face[other]) <= CLOSE).all()


@each_wok
@both_ways
def test_the_centre_of_a_walkable_face_finds_it_or_what_is_above_or_below(
    path: Path, fast: bool
) -> None:
    mesh = kl.read_walkmesh(path)
    model, ground = model_of(mesh), kl.Ground(mesh, fast=fast)
    standing = np.flatnonzero(model.having(WALKABLE) & model.has_height)
    centres = model.corners[standing].mean(axis=1)
    found = ground.find_faces(centres[:, :2])
    assert (found.face >= 0).all()
    checked = model.having(WALKCHECK)
    itself = 0
    for face, (x, y, _), answer in zip(standing, centres, found.face.tolist(), strict=True):
        if answer == face:
            itself += 1
        else:
            assert answer in {floor.face for floor in model.floors(x, y, checked)}
            assert answer < face  # the first one answers
    assert itself > 0.9 * len(standing)


@each_wok
def test_points_anywhere_are_answered_as_by_the_oracle(path: Path) -> None:
    mesh = kl.read_walkmesh(path)
    model, ground = model_of(mesh), kl.Ground(mesh)
    checked = model.having(WALKCHECK)
    for x, y in plan_points(model, 25).tolist():
        wanted = model.floors(x, y, checked)
        found = ground.floors(x, y)
        assert {ref.face for ref in found} <= {floor.face for floor in wanted}
        assert bool(found) is bool(wanted)
        inside = {floor.face for floor in wanted if floor.place == "inside"}
        assert inside <= {ref.face for ref in found}


@each_wok
def test_rays_anywhere_are_answered_as_by_the_oracle(path: Path) -> None:
    mesh = kl.read_walkmesh(path)
    model = model_of(mesh)
    origins, directions = rays(model, 200)
    hits = kl.Ground(mesh).raycasts(origins, directions)
    assert check_hits(model, np.ones(len(model), bool), origins, directions, hits) > 50


def scrambled(mesh: kl.Walkmesh) -> kl.Walkmesh:
    """The mesh with every stored box, plane, child, normal and distance wrong."""
    assert mesh.stored is not None
    bwm = mesh.stored
    random = np.random.default_rng(1)
    nodes = bwm.nodes.copy()
    nodes["box_min"] = random.uniform(-1e3, 1e3, nodes["box_min"].shape)
    nodes["box_max"] = nodes["box_min"] - 1
    for name in ("face", "plane", "left", "right"):
        nodes[name] = random.permutation(nodes[name])
    changed = with_tables(
        bwm,
        nodes=nodes,
        normals=np.full_like(bwm.normals, np.nan),
        distances=random.uniform(-1e3, 1e3, bwm.distances.shape),
    )
    return kl.Walkmesh.from_bwm(changed)


@each_wok
def test_what_is_stored_is_not_trusted(path: Path) -> None:
    mesh = kl.read_walkmesh(path)
    wrong = scrambled(mesh)
    assert np.isnan(wrong.normals).all()
    one, other = kl.Ground(mesh), kl.Ground(wrong)
    origins, directions = rays(model_of(mesh), 300, seed=2)
    for near in (None, origins[:, 2]):
        heights, same = (ground.heights(origins[:, :2], near) for ground in (one, other))
        assert np.array_equal(heights, same, equal_nan=True)
    hits = [ground.raycasts(origins, directions) for ground in (one, other)]
    assert np.array_equal(hits[0].face, hits[1].face)
    assert np.array_equal(hits[0].distance, hits[1].distance, equal_nan=True)
    for point in origins[:20].tolist():
        assert one.nearest(point) == other.nearest(point)


@needs_corpus
@both_ways
def test_a_real_area_answers_with_rooms_in_layout_order(fast: bool) -> None:
    """The rooms of m10aa that are there, at their places in the layout."""
    layout = kl.read_layout(CORPUS / "area_m10aa" / "m10aa.lyt")
    rooms: list[kl.Walkmesh | None] = []
    for room in layout.rooms:
        path = CORPUS / "area_m10aa" / f"{room.name.lower()}.wok"
        rooms.append(kl.read_walkmesh(path) if path.exists() else None)
    assert len(corpus_files("area_m10aa/*.wok")) == sum(mesh is not None for mesh in rooms)
    ground = kl.Ground(rooms, fast=fast)
    crossed = 0
    for index, mesh in enumerate(rooms):
        if mesh is None:
            continue
        model = model_of(mesh)
        standing = np.flatnonzero(model.having(WALKABLE) & model.has_height)
        faces, points = points_in_faces(model, standing, 3)
        found = ground.find_faces(points[:, :2], points[:, 2])
        same = (found.room == index) & (found.face == faces)
        assert same.mean() > 0.95
        assert np.abs(found.point[:, 2] - points[:, 2]).max() <= CLOSE
        first = ground.find_faces(points[:, :2])
        assert (first.room <= index).all()
        # Along a boundary edge that leads to a room which is there, the floor goes on.
        for edge in mesh.boundary():
            across = edge.transition
            if across < 0 or rooms[across] is None:
                continue
            crossed += 1
            start, end = (mesh.vertices[v].astype(float) for v in edge_ends(mesh, edge.edge))
            for part in (0.25, 0.5, 0.75):
                x, y, z = (start + (end - start) * part).tolist()
                floor = ground.find_face(x, y, z)
                assert floor is not None
                assert floor.point[2] == pytest.approx(z, abs=CLOSE)
    assert crossed > 5


def edge_ends(mesh: kl.Walkmesh, edge: int) -> tuple[int, int]:
    """The vertex numbers at the ends of an edge (FACTS 2)."""
    face, side = divmod(edge, 3)
    corners = mesh.faces[face].tolist()
    return corners[side], corners[(side + 1) % 3]
