"""Real models: written as read, whole, and every mesh where another reader finds it."""

import random
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.formats.mdl import parse_model
from support.corpus import LEVELS, each_level_file, needs_levels

MODELS = "models/*/*/*.mdl"


@each_level_file(MODELS)
def test_model_is_read_and_written_byte_for_byte(path: Path) -> None:
    model = kl.read_model(path)
    assert model.to_bytes() == path.read_bytes()
    assert model.mdx == path.with_suffix(".mdx").read_bytes()
    assert not model.problems
    for node in model.nodes:
        if node.mesh is not None and len(node.mesh.faces):
            _check_mesh(node)


def _check_mesh(node: kl.ModelNode) -> None:
    """What is stored twice agrees: boxes and planes with vertices, the tree with the faces."""
    mesh = node.mesh
    assert mesh is not None
    low, high = mesh.header["bounding_box"]
    assert (mesh.vertices >= low - 0.02).all()
    assert (mesh.vertices <= high + 0.02).all()
    corners = mesh.vertices[mesh.corners].astype(np.float64)
    off = np.einsum("fj,fj->f", mesh.faces["normal"].astype(np.float64), corners[:, 0])
    # A normal of zero length belongs to a face without area.
    assert np.abs(off + mesh.faces["distance"]).max() < 0.05
    if mesh.tree.size:
        leaves = mesh.tree["face"][mesh.tree["face"] >= 0]
        assert sorted(leaves.tolist()) == list(range(len(mesh.faces)))


@needs_levels
def test_another_reader_finds_the_same_nodes() -> None:
    """PyKotor, on a model of the first game; of the second game's it reads no vertices."""
    mdl = pytest.importorskip("pykotor.resource.formats.mdl")
    path = LEVELS / "models/k1/tar_m10aa/m10aa_08a.mdl"
    theirs = mdl.read_mdl(path, source_ext=path.with_suffix(".mdx")).all_nodes()
    ours = kl.read_model(path).nodes
    assert sorted(node.name for node in ours) == sorted(node.name for node in theirs)
    by_name = {node.name: node for node in theirs}
    for node in ours:
        other = by_name[node.name]
        place = (other.position.x, other.position.y, other.position.z)
        np.testing.assert_allclose(node.position, place, atol=1e-6)
        if node.mesh is not None:
            assert len(other.mesh.faces) == len(node.mesh.faces)
            vertices = [(v.x, v.y, v.z) for v in other.mesh.vertex_positions]
            # PyKotor takes those of the MDX, which are rounded otherwise in walkmeshes.
            np.testing.assert_allclose(node.mesh.vertices, vertices, atol=1e-3)


@needs_levels
def test_damaged_real_model_is_read_or_refused() -> None:
    path = LEVELS / "models/k1/tar_m10aa/m10aa_08b.mdl"
    data = path.read_bytes()
    chance = random.Random(7)
    for number in range(400):
        # The headers first, where a byte matters most.
        offset = number if number < 208 else chance.randrange(len(data))
        broken = bytearray(data)
        broken[offset] ^= 1 << chance.randrange(8)
        try:
            parse_model(bytes(broken), "room.mdl")
        except kl.errors.FormatError as error:
            assert error.section, error
