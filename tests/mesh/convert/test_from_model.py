"""Walkmeshes out of binary models: against what the models were made of."""

from __future__ import annotations

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.errors import FormatError
from kotorlevel.mesh.convert.from_model import objects_from_model, room_from_model
from support.areas import floor
from support.mesh.model_rooms import NODE, PLACE, wide_floor
from support.models import Part, level_floor, make_model, room_model

QUARTER = (0.5**0.5, 0.0, 0.0, 0.5**0.5)  # about z: (x, y) comes to (-y, x)


@pytest.mark.parametrize("game", ["k1", "k2"])
def test_the_walkmesh_that_the_model_was_made_of(game: str) -> None:
    mesh = wide_floor(west=3, east=5)
    model = kl.read_model(*room_model(mesh, PLACE, NODE, game))
    found = kl.walkmesh_from_model(model, PLACE)
    assert np.array_equal(found.materials, mesh.materials)
    assert np.array_equal(found.vertices[found.faces], mesh.vertices[mesh.faces])
    assert len(found.vertices) == len(mesh.vertices)
    assert found.position.tolist() == list(NODE)
    assert (found.transitions == -1).all()
    again = room_from_model(model, PLACE, mesh)
    assert (again.links, again.old_links, again.seams) == (2, 2, 0)
    # With the older one at hand the numbers of vertices are its own, too.
    assert np.array_equal(again.mesh.faces, mesh.faces)
    assert np.array_equal(again.mesh.transitions, mesh.transitions)


def test_a_seam_stays_where_the_older_walkmesh_has_one() -> None:
    mesh = wide_floor()
    corners = np.concatenate([mesh.vertices, mesh.vertices[[1, 2]]])
    faces = mesh.faces.copy()
    faces[2] = (7, 4, 5)
    faces[3] = (7, 5, 8)
    apart = mesh.edited(vertices=corners, faces=faces)
    model = kl.read_model(*room_model(mesh, PLACE, NODE))
    found = room_from_model(model, PLACE, apart)
    assert found.seams == 2
    assert np.array_equal(found.mesh.faces, apart.faces)
    assert np.array_equal(found.mesh.adjacency, apart.adjacency)
    assert room_from_model(model, PLACE).seams == 0


def test_links_follow_edges_that_were_cut_or_joined() -> None:
    whole = floor(east=7, west=2)
    points = [(0, 0, 0), (4, 0, 0), (4, 1.5, 0), (4, 4, 0), (0, 4, 0)]
    cut = kl.Walkmesh.from_arrays(points, [(0, 1, 2), (0, 2, 3), (0, 3, 4)], [4] * 3)
    found = room_from_model(kl.read_model(*room_model(cut, PLACE, NODE)), PLACE, whole)
    assert (found.links, found.old_links) == (2, 2)
    assert found.mesh.transitions.tolist() == [[-1, 7, -1], [-1, 7, -1], [-1, -1, 2]]
    back = room_from_model(kl.read_model(*room_model(whole, PLACE, NODE)), PLACE, found.mesh)
    assert np.array_equal(back.mesh.transitions, whole.transitions)
    # A link on an edge that is gone is counted, and not put anywhere else.
    small = floor(width=3)
    less = room_from_model(kl.read_model(*room_model(small, PLACE, NODE)), PLACE, whole)
    assert (less.links, less.old_links) == (1, 2)
    assert sorted(less.mesh.transitions[less.mesh.transitions != -1].tolist()) == [2]


def test_a_face_without_area_keeps_its_corners_apart() -> None:
    corners, faces = level_floor((0.0, 0.0), (4.0, 4.0))
    corners = [*corners, corners[2]]
    model = kl.read_model(
        *make_model(
            [Part("w", "walkmesh", vertices=corners, faces=[*faces, (1, 4, 2)], materials=[4] * 3)]
        )
    )
    mesh = kl.walkmesh_from_model(model)
    assert len(mesh.faces) == 3
    assert all(len(set(face)) == 3 for face in mesh.faces.tolist())
    assert np.array_equal(mesh.vertices[mesh.faces][2], np.array(corners, np.float32)[[1, 4, 2]])
    assert mesh.adjacency[0, 2] == 3  # the two that have an area are neighbours all the same


def test_a_turned_node() -> None:
    corners, faces = level_floor((0.0, 0.0), (4.0, 2.0))
    parts = [
        Part("arm", position=(5.0, 0.0, 1.0), rotation=QUARTER),
        Part("w", "walkmesh", NODE, vertices=corners, faces=faces, materials=[4, 4], parent="arm"),
    ]
    mesh = kl.walkmesh_from_model(kl.read_model(*make_model(parts)), PLACE)
    expected = [(5 - y - 2 + 10, x + 1 - 4, 3.5) for x, y, _ in corners]
    np.testing.assert_allclose(mesh.vertices[mesh.faces], np.array(expected)[faces], atol=1e-6)


def test_doors_and_placeables_by_the_names_of_their_nodes() -> None:
    corners, faces = level_floor((-1.0, -0.25), (1.0, 0.25))

    def leaf(name: str, x: float) -> Part:
        return Part(
            name,
            "mesh",
            (x, 0.0, 0.0),
            vertices=corners,
            faces=faces,
            materials=[7, 7],
            parent="door",
        )

    parts = [
        Part("door", position=(0.0, 0.0, 0.5)),
        leaf("Dor_DWK_wg_closed", 0.0),
        leaf("dor_dwk_wg_open1", 2.0),
        leaf("dor_dwk_wg_open2", -2.0),
        Part("dor_DWK_dp_closed_01", position=(0.0, 1.0, 0.0)),
        Part("dor_dwk_dp_closed_02", position=(0.0, -1.0, 0.0)),
        Part("dor_dwk_dp_open1_01", position=(3.0, 0.0, 0.0)),
        Part("panel", "mesh", vertices=corners, faces=faces),
    ]
    found = objects_from_model(kl.read_model(*make_model(parts)))
    assert [each.state for each in found] == ["closed", "open1", "open2"]
    closed, opened, _ = (each.mesh for each in found)
    assert not closed.is_area
    assert closed.position.tolist() == [0, 0, 0.5]
    assert closed.vertices.tolist() == [list(point) for point in corners]
    assert closed.relative_hooks.tolist() == [[0, 1, -0.5], [0, -1, -0.5]]
    assert closed.absolute_hooks.tolist() == [[0, 1, 0], [0, -1, 0]]
    assert opened.relative_hooks.tolist() == [[1, 0, -0.5], [0, 0, 0]]
    placeable = [
        Part("crate_pwk", position=(0.0, 0.0, 1.0)),
        Part(
            "crate_wg", "mesh", vertices=corners, faces=faces, materials=[7, 7], parent="crate_pwk"
        ),
        Part("pwk_use01", position=(0.0, 2.0, 0.0), parent="crate_pwk"),
    ]
    (crate,) = objects_from_model(kl.read_model(*make_model(placeable)))
    assert crate.state is None
    assert crate.mesh.relative_hooks.tolist() == [[0, 2, 1], [0, 0, 0]]
    assert not crate.mesh.absolute_hooks.any()


def test_what_has_no_walkmesh_is_told() -> None:
    model = kl.read_model(*make_model([Part("lamp", "light")]))
    with pytest.raises(FormatError, match="no walkmesh in this model"):
        kl.walkmesh_from_model(model)
    with pytest.raises(FormatError, match="door or placeable"):
        objects_from_model(model)
    room = kl.read_model(*room_model(wide_floor()))
    for wrong in ((0, 0), (0, 0, float("nan"))):
        with pytest.raises(ValueError, match="three finite numbers"):
            kl.walkmesh_from_model(room, wrong)
    with pytest.raises(FormatError, match="too far out"):
        kl.walkmesh_from_model(room, (1e300, 0, 0))


def test_the_position_comes_back() -> None:
    mesh = wide_floor(west=1)
    model = kl.read_model(*room_model(mesh, PLACE, NODE))
    found = kl.find_model_position(model, mesh)
    assert found is not None
    assert found.is_certain
    np.testing.assert_allclose(found.position, PLACE, atol=1e-5)
    # Faces taken out, or painted into another order: their shapes tell them.
    fewer = kl.find_model_position(model, kl.edit.keep_faces(mesh, [0, 2, 3, 4]))
    painted = kl.find_model_position(model, kl.paint(mesh, "Nonwalk", faces=[0]).mesh)
    for other in (fewer, painted):
        assert other is not None
        assert other.is_certain
        np.testing.assert_allclose(other.position, PLACE, atol=1e-5)
    bent = mesh.edited(vertices=mesh.vertices * np.array((1, 1.5, 1), np.float32))
    off = kl.find_model_position(model, bent)
    assert off is None or not off.is_certain
    assert kl.find_model_position(kl.read_model(*make_model([Part("x")])), mesh) is None
