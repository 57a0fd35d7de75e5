"""Real room models against the walkmeshes beside them: there, back, and where they stand."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.mesh.convert.from_model import room_from_model
from support.corpus import LEVELS, each_level_file, needs_levels

MODELS = "models/*/*/*.mdl"
OFF = {"m10aa_03a": 10, "740korf": 4, "740korh": 4}
"""Rooms as shipped whose walkmesh is more than 1 mm from the model, and in how many faces."""
OWN = ("m02ac_02j", "m10aa_01c", "m10aa_03a", "m10aa_08a", "740kor")
"""Models as BioWare's tool wrote them."""


@cache
def area_of(folder: Path) -> kl.Area:
    return kl.load_area(LEVELS / "areas" / folder.relative_to(LEVELS / "models"))


def pair(path: Path) -> tuple[kl.Model, kl.Walkmesh, tuple[float, float, float]]:
    """A model, the walkmesh beside it and the position; skipped where there is no walkmesh."""
    model = kl.read_model(path)
    room = area_of(path.parent).room(path.stem)
    if model.walkmesh_node is None or room.mesh is None:
        pytest.skip("a room without a floor")
    return model, room.mesh, room.position


@each_level_file(MODELS, also=[f"{name}.mdl" for name in OFF])
def test_walkmesh_from_model(path: Path) -> None:
    model, wok, position = pair(path)
    plain = kl.walkmesh_from_model(model, position)
    made = room_from_model(model, position, wok)
    for mesh in (plain, made.mesh):
        assert np.array_equal(mesh.materials, wok.materials)
        off = np.linalg.norm(mesh.vertices[mesh.faces] - wok.vertices[wok.faces], axis=2)
        assert (off.max(axis=1) > 0.001).sum() == OFF.get(path.stem, 0)
        np.testing.assert_allclose(mesh.position, wok.position, atol=1e-5)
    assert made.links == made.old_links == (wok.transitions != -1).sum()
    for name in ("faces", "transitions", "adjacency", "edges", "loops"):
        assert np.array_equal(getattr(made.mesh, name), getattr(wok, name)), name
    found = kl.find_model_position(model, wok)
    assert found is not None
    assert found.is_certain
    assert found.position == pytest.approx(position, abs=0.001)


@each_level_file(MODELS)
def test_there_and_back(path: Path) -> None:
    model, wok, position = pair(path)
    same = kl.put_walkmesh(model, wok, position)
    if path.stem not in OFF:
        assert same.data == model.data
        assert same.mdx == model.mdx
    chance = random.Random(path.stem)
    kept = sorted(chance.sample(range(len(wok.faces)), len(wok.faces) - 1))
    fewer = kl.edit.keep_faces(wok, kept)
    more = kl.edit.merge(fewer, wok.translated((0, 0, 50)))
    painted = kl.paint(wok, "Nonwalk", faces=[chance.randrange(len(wok.faces))]).mesh
    for mesh in (wok, fewer, more, painted):
        new = kl.put_walkmesh(model, mesh, position)
        assert not new.problems
        back = kl.walkmesh_from_model(new, position, original=mesh)
        assert np.array_equal(back.materials, mesh.materials)
        assert np.array_equal(back.transitions, mesh.transitions)
        off = np.linalg.norm(back.vertices[back.faces] - mesh.vertices[mesh.faces], axis=2)
        assert off.max() < 0.001
        assert np.array_equal(back.adjacency, mesh.derived.adjacency)


@each_level_file(MODELS, also=["m10aa_08a.mdl", "m02ac_02j.mdl"])
def test_the_games_models_have_the_tree_of_the_walkmesh(path: Path) -> None:
    if not path.stem.startswith(OWN):
        pytest.skip("recompiled: it has a tree of its own")
    model, wok, _ = pair(path)
    node = model.walkmesh_node
    assert node is not None
    assert node.mesh is not None
    tree = node.mesh.tree
    walkable = wok.surfaces.walkable(node.mesh.materials)
    number = np.empty(len(walkable), int)
    number[np.argsort(~walkable, kind="stable")] = np.arange(len(walkable))
    faces, stack = [], [0]
    while stack:
        left, right = tree["children"][stack[-1]].tolist()
        row = stack.pop()
        faces.append(-1 if left >= 0 else int(number[tree["face"][row]]))
        stack += [right, left] if left >= 0 else []
    assert faces == wok.nodes["face"].tolist()


@needs_levels
def test_another_program_reads_what_was_written() -> None:
    """PyKotor, on models of the first game; of the second game's it reads no vertices."""
    mdl = pytest.importorskip("pykotor.resource.formats.mdl")
    path = LEVELS / "models/k1/tar_m10aa/m10aa_08a.mdl"
    model, wok, position = pair(path)
    fewer = kl.edit.keep_faces(wok, range(5, len(wok.faces)))
    for mesh in (fewer, kl.edit.merge(wok, wok.translated((0, 0, 50)))):
        new = kl.put_walkmesh(model, mesh, position)
        theirs = mdl.read_mdl(new.data, source_ext=new.mdx).all_nodes()
        before = mdl.read_mdl(model.data, source_ext=model.mdx).all_nodes()
        for node, old in zip(theirs, before, strict=True):
            assert node.name == old.name
            if node.mesh is None or node.aabb is not None:
                continue
            assert node.mesh.vertex_positions == old.mesh.vertex_positions
            assert node.mesh.faces == old.mesh.faces
        (walk,) = [node for node in theirs if node.aabb is not None]
        assert len(walk.aabb.aabbs) == 2 * len(mesh.faces) - 1
        points = np.array([(v.x, v.y, v.z) for v in walk.mesh.vertex_positions])
        corners = points[[(face.v1, face.v2, face.v3) for face in walk.mesh.faces]]
        there = new.walkmesh_node
        assert there is not None
        assert there.mesh is not None
        # They take those of the MDX, which are rounded otherwise in walkmeshes.
        np.testing.assert_allclose(corners, there.mesh.vertices[there.mesh.corners], atol=1e-3)


@needs_levels
@pytest.mark.parametrize("module", ["tar_m10aa", "unk_m41ad"])
def test_a_lost_layout(module: str, tmp_path: Path) -> None:
    folder = LEVELS / "areas/k1" / module
    for path in (*folder.iterdir(), *(LEVELS / "models/k1" / module).iterdir()):
        if path.suffix in (".wok", ".mdl", ".mdx"):
            (tmp_path / path.name).symlink_to(path)
    wanted = kl.load_area(folder)
    done = kl.recover_layout(tmp_path, wanted.name)
    placed = {room.name: room.position for room in done.rooms if room.position is not None}
    assert len(placed) >= 6
    for name, position in placed.items():
        assert position == pytest.approx(wanted.room(name).position, abs=0.001)
    # Every link leads to the room that it led to.
    for room in wanted.rooms:
        for target in {int(n) for n in np.unique(room.mesh.transitions)} if room.mesh else set():
            if target >= 0:
                assert done.area.rooms[target].name.lower() == wanted.rooms[target].name.lower()
