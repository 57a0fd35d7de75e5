"""A walkmesh in the model of its room: read back, and nothing else changed."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.errors import FormatError
from support.areas import floor
from support.mesh.model_rooms import NODE, PLACE, wide_floor
from support.models import Part, make_model, room_model

EDITS: dict[str, Callable[[kl.Walkmesh], kl.Walkmesh]] = {
    "as it is": lambda mesh: mesh,
    "painted": lambda mesh: kl.paint(mesh, "Nonwalk", faces=[1]).mesh,
    "painted alike": lambda mesh: kl.paint(mesh, "Metal", faces=[1]).mesh,
    "deleted": lambda mesh: kl.edit.keep_faces(mesh, [0, 2, 3]),
    "all deleted": lambda mesh: kl.edit.keep_faces(mesh, []),
    "moved": lambda mesh: mesh.edited(vertices=mesh.vertices + np.eye(7, 3, dtype=np.float32)),
    "turned": lambda mesh: mesh.edited(
        faces=np.roll(mesh.faces, 1, axis=1), transitions=np.roll(mesh.transitions, 1, axis=1)
    ),
    "added": lambda mesh: kl.edit.merge(mesh, floor(20, 3, east=9)),
    "added and deleted": lambda mesh: kl.edit.merge(kl.edit.keep_faces(mesh, [1, 4]), floor(20)),
}
"""What may happen to a walkmesh between two visits to its model."""


@pytest.mark.parametrize("game", ["k1", "k2"])
@pytest.mark.parametrize("edit", EDITS)
def test_there_and_back(edit: str, game: str) -> None:
    mesh = wide_floor(west=3)
    model = kl.read_model(*room_model(mesh, PLACE, NODE, game))
    edited = EDITS[edit](mesh)
    new = kl.put_walkmesh(model, edited, PLACE)
    assert not new.problems
    back = kl.walkmesh_from_model(new, PLACE, original=edited)
    assert np.array_equal(back.materials, edited.materials)
    assert np.array_equal(back.transitions, edited.transitions)
    assert np.array_equal(back.faces, edited.faces)
    used = np.unique(edited.faces)
    np.testing.assert_allclose(back.vertices, edited.vertices[used], atol=1e-5)
    check_node(new)
    check_others(model, new)
    again = kl.put_walkmesh(new, edited, PLACE)
    assert (again.data, again.mdx) == (new.data, new.mdx)
    if edit == "turned":  # no vertex moved, so each kept its texture
        assert new.mdx == model.mdx
    if edit == "as it is":
        assert (new.data, new.mdx) == (model.data, model.mdx)


def check_node(model: kl.Model) -> None:
    """What the node says of itself twice agrees, by `struct` alone."""
    node = model.walkmesh_node
    assert node is not None
    assert node.mesh is not None
    mesh, header = node.mesh, node.mesh.header
    (size, mdx_size) = struct.unpack_from("<2I", model.data, 4)
    assert (size, mdx_size) == (len(model.data) - 12, len(model.mdx or b""))
    assert struct.unpack_from("<I", model.data, 12 + 176) == (mdx_size,)
    (count,) = struct.unpack_from("<I", model.data, 12 + int(header["index_counts"][0]))
    (offset,) = struct.unpack_from("<I", model.data, 12 + int(header["index_offsets"][0]))
    assert count == 3 * len(mesh.faces)
    listed = struct.unpack_from(f"<{count}H", model.data, 12 + offset)
    assert list(listed) == mesh.corners.reshape(-1).tolist()
    for number, vertex in enumerate(mesh.vertices.tolist()):
        row = int(header["mdx_offset"]) + number * int(header["mdx_row"])
        x, y, z = struct.unpack_from("<3f", model.mdx or b"", row)
        assert [x, y, z] == vertex
    for number, face in enumerate(mesh.faces):
        corners = mesh.vertices[face["corners"]].astype(np.float64)
        cross = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        np.testing.assert_allclose(face["normal"], cross / np.linalg.norm(cross), atol=1e-5)
        assert abs(np.dot(face["normal"], corners[0]) + face["distance"]) < 1e-4
        for side, other in enumerate(face["neighbours"].tolist()):
            if other != 0xFFFF:
                assert number in mesh.faces["neighbours"][other].tolist()
                ends = {tuple(c) for c in corners[[side, (side + 1) % 3]].tolist()}
                theirs = mesh.vertices[mesh.corners[other]].astype(np.float64).tolist()
                assert ends <= {tuple(c) for c in theirs}
    leaves = mesh.tree["face"][mesh.tree["face"] >= 0]
    assert sorted(leaves.tolist()) == list(range(len(mesh.faces)))
    for leaf in mesh.tree[mesh.tree["face"] >= 0]:
        corners = mesh.vertices[mesh.corners[leaf["face"]]]
        assert (corners >= leaf["lowest"] - 0.011).all()
        assert (corners <= leaf["highest"] + 0.011).all()


def check_others(old: kl.Model, new: kl.Model) -> None:
    """The other nodes are where they were, byte for byte."""
    assert [node.offset for node in old.nodes] == [node.offset for node in new.nodes]
    own = old.walkmesh_node
    for before, after in zip(old.nodes, new.nodes, strict=True):
        if before.mesh is None or before.index == (own and own.index):
            continue
        assert after.mesh is not None
        for name in ("header", "faces", "vertices"):
            assert getattr(before.mesh, name).tobytes() == getattr(after.mesh, name).tobytes()
        rows, start = len(before.mesh.vertices), int(before.mesh.header["mdx_offset"])
        size = rows * int(before.mesh.header["mdx_row"])
        assert (old.mdx or b"")[start : start + size] == (new.mdx or b"")[start : start + size]


def test_what_stays_keeps_its_texture_and_what_has_room_its_place() -> None:
    mesh = wide_floor()
    model = kl.read_model(*room_model(mesh, PLACE, NODE))
    fewer = kl.put_walkmesh(model, kl.edit.keep_faces(mesh, [0, 2, 3]), PLACE)
    assert len(fewer.data) == len(model.data)
    more = kl.put_walkmesh(model, kl.edit.merge(mesh, floor(20)), PLACE)
    assert len(more.data) > len(model.data)
    node, old = more.walkmesh_node, model.walkmesh_node
    assert node is not None
    assert old is not None
    assert node.mesh is not None
    assert old.mesh is not None
    assert node.mesh.texture_coordinates is not None
    assert old.mesh.texture_coordinates is not None
    kept = len(old.mesh.vertices)
    assert np.array_equal(node.mesh.texture_coordinates[:kept], old.mesh.texture_coordinates)
    # A millimetre is what models and walkmeshes of the games differ by.
    near = mesh.edited(vertices=mesh.vertices + np.float32(0.0005))
    assert kl.put_walkmesh(model, near, PLACE).data == model.data


def test_what_cannot_be_written_is_told() -> None:
    mesh = wide_floor()
    mdl, mdx = room_model(mesh, PLACE, NODE)
    with pytest.raises(FormatError, match="no walkmesh in this model"):
        kl.put_walkmesh(kl.read_model(*make_model([Part("lamp", "light")])), mesh)
    with pytest.raises(FormatError, match="the MDX is not here"):
        kl.put_walkmesh(kl.read_model(mdl), mesh, PLACE)
    with pytest.raises(FormatError, match="MDX"):
        kl.put_walkmesh(kl.read_model(mdl, mdx[:700]), mesh, PLACE)
    count = 0x10000
    corners = np.zeros((count, 3), np.float32)
    corners[:, 0] = np.arange(count)
    corners[1::3, 1] = 1
    many = kl.Walkmesh.from_arrays(corners, np.arange(count - 1).reshape(-1, 3), [4] * (count // 3))
    more = kl.edit.merge(many, floor(-50))
    with pytest.raises(FormatError, match="65,539 vertices are too many"):
        kl.put_walkmesh(kl.read_model(mdl, mdx), more, PLACE)


def test_damaged_models_are_refused_or_written() -> None:
    mesh = wide_floor()
    edited = kl.edit.merge(mesh, floor(20))
    mdl, mdx = room_model(mesh, PLACE, NODE)
    start = kl.read_model(mdl, mdx).walkmesh_node
    assert start is not None
    chance = random.Random(5)
    places = [*range(12, 208), *range(start.offset, start.offset + 80 + 332 + 4)]
    for place in places[:: len(places) // 150]:
        broken = bytearray(mdl)
        broken[place] ^= 1 << chance.randrange(8)
        try:
            model = kl.read_model(bytes(broken), mdx)
            kl.walkmesh_from_model(model, PLACE, original=edited)
            kl.put_walkmesh(model, edited, PLACE)
        except FormatError as error:
            assert error.message
