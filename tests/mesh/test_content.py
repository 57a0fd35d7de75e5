"""A mesh as a value: its bounds, equality by content, links to other rooms, arrays of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import kotorlevel as kl
from support.builders import square_pwk, square_wok
from support.corpus import each_corpus_file
from support.meshes import links, objects, rooms, stored

ARRAYS = (
    "vertices",
    "faces",
    "materials",
    "transitions",
    "position",
    "relative_hooks",
    "absolute_hooks",
)


def square() -> kl.Walkmesh:
    return kl.read_walkmesh(square_wok().to_bytes())


# Bounds


def test_bounds() -> None:
    bounds = square().bounds
    assert bounds is not None
    assert bounds.tolist() == [[0, 0, 0], [2, 2, 0]]
    assert kl.Walkmesh.from_arrays([], [], []).bounds is None
    odd = replace(square(), vertices=np.array([(np.nan, 0, 0), (1, 2, 3)], np.float32))
    assert odd.bounds is not None
    assert odd.bounds.tolist() == [[1, 2, 3], [1, 2, 3]]


# Content


@settings(max_examples=30)
@given(st.one_of(rooms(), objects()))
def test_a_mesh_is_the_same_as_its_file_read_again(mesh: kl.Walkmesh) -> None:
    again = stored(mesh)
    # A file has no transitions but on boundary edges.
    same = np.array_equal(mesh.transitions, again.transitions)
    assert mesh.same_as(again) == again.same_as(mesh) == same
    assert replace(mesh, transitions=again.transitions).same_as(again)


@each_corpus_file("wok/**/*.wok")
def test_derived_tables_do_not_change_the_content(path: Path) -> None:
    mesh = kl.read_walkmesh(path)
    assert mesh.same_as(replace(mesh, stored=None))


@pytest.mark.parametrize("name", ARRAYS)
def test_any_number_counts(name: str) -> None:
    mesh = square()
    array = getattr(mesh, name)
    for place in np.ndindex(array.shape):
        changed = array.copy()
        changed[place] += 1
        assert not mesh.same_as(replace(mesh, **{name: changed}))
    assert mesh.same_as(replace(mesh, **{name: array.copy()}))


def test_kind_domain_and_length_count_and_nan_is_itself() -> None:
    mesh = square()
    assert not mesh.same_as(replace(mesh, kind=0))
    assert not mesh.same_as(replace(mesh, domain=1))
    assert not mesh.same_as(kl.edit.delete_faces(mesh, [1]))
    one, two = (replace(mesh, position=np.array([np.nan, 1, 2], np.float32)) for _ in range(2))
    assert one.same_as(two)
    assert mesh.same_as(mesh.rebuilt())
    assert mesh.rebuilt(surfaces=kl.Materials.preset("mdlops")).same_as(mesh)


# Links to other rooms


@settings(max_examples=30)
@given(rooms(), st.dictionaries(st.integers(0, 6), st.integers(-1, 9)))
def test_transitions_follow_the_numbers_of_rooms(mesh: kl.Walkmesh, rooms: dict[int, int]) -> None:
    mesh = stored(mesh)
    moved = mesh.remap_transitions(rooms)
    wanted = [[rooms.get(room, room) for room in row] for row in mesh.transitions.tolist()]
    assert moved.transitions.tolist() == wanted
    again = kl.read_walkmesh(moved.to_bytes())
    # The file: as many links as there were, but for those that lead nowhere now.
    assert sum(links(again).values()) == sum(
        rooms.get(room, room) != -1 for (_, _, room), n in links(mesh).items() for _ in range(n)
    )


def test_rooms_change_places_and_nothing_else_does() -> None:
    mesh = square().with_transition(0, 0, 5)
    swapped = mesh.remap_transitions({3: 5, 5: 3, 8: 1})
    assert (swapped.transitions[0, 0], swapped.transitions[0, 1]) == (3, 5)
    before, after = mesh.to_bytes(), swapped.to_bytes()
    assert len(before) == len(after)
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 2
    assert mesh.remap_transitions({7: 1}) is mesh
    assert mesh.remap_transitions({}) is mesh
    assert mesh.remap_transitions({3: 5, 5: 3}).remap_transitions({5: 3, 3: 5}).same_as(mesh)


@pytest.mark.parametrize("rooms", [{-1: 2}, {1: -2}, {2**31: 1}, {1: 2**31}])
def test_numbers_that_no_room_has(rooms: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="rooms are numbered from 0"):
        square().remap_transitions(rooms)
    with pytest.raises(TypeError):
        square().remap_transitions({1: 2.5})  # type: ignore[dict-item]


# Arrays of its own


@pytest.mark.parametrize("name", ARRAYS)
def test_an_edited_mesh_does_not_keep_an_array_of_the_caller(name: str) -> None:
    mesh = square()
    given_array = getattr(mesh, name).copy()
    locked = given_array[:]
    locked.flags.writeable = False  # but what it is a view of is not
    for values in (given_array, locked, given_array.tolist(), given_array.astype(float)):
        edited = mesh.edited(**{name: values})
        was = edited.to_bytes()
        given_array += 1
        assert edited.same_as(mesh)
        assert edited.to_bytes() == was
        assert not getattr(edited, name).flags.writeable
        given_array -= 1


def test_an_array_nobody_can_write_to_is_not_copied() -> None:
    mesh = square()
    assert mesh.edited(vertices=mesh.vertices).vertices is mesh.vertices
    assert mesh.edited(vertices=mesh.vertices).stored is mesh.stored


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"vertices": [(0, 1)]}, "vertices: shape"),
        ({"materials": [1, 2, 3]}, "2 faces have 3 materials and 2 transitions"),
        ({"faces": [(0, 1, 2)]}, "1 faces have 2 materials"),
        ({"transitions": [(0, 0, -2)] * 2}, "do not fit"),
        ({"faces": [(0, 1, 2.5)] * 2}, "whole numbers"),
        ({"position": "x"}, "numbers expected"),
    ],
)
def test_arrays_that_are_no_mesh(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        square().edited(**changes)


# Objects in a room


def test_an_object_becomes_part_of_a_room() -> None:
    pwk = kl.edit.repaint(kl.read_walkmesh(square_pwk().to_bytes()), [0], 7)
    baked = pwk.baked((100, 200, 10), np.pi / 2)
    assert baked.is_area
    assert baked.domain == 1
    # What was face 1 is walkable. Corner (2, 2, 0) is (3, 4, 3) in the model, turned (-4, 3, 3).
    assert baked.materials.tolist() == [4, 7]
    assert baked.face(0).corners[1] == pytest.approx((96, 203, 13))
    assert not baked.relative_hooks.any()
    assert not baked.position.any()
    again = kl.read_walkmesh(baked.to_bytes())
    assert again.same_as(baked)
    room = square()
    merged = kl.edit.merge(room, baked)
    assert len(merged.faces) == 4
    assert merged.materials.tolist() == [10, 4, 4, 7]
    assert merged.position.tolist() == room.position.tolist()
    assert not merged.absolute_hooks.any()
    ground = kl.Ground(merged, fast=False)
    for x, y, material in ((96.5, 201.5, 4), (97.5, 202.5, 7)):
        found = ground.find_face(x, y)
        assert found is not None
        assert found.point[2] == pytest.approx(13)
        assert merged.face(found.face).material == material


def test_baked_is_where_placed_is() -> None:
    pwk = kl.read_walkmesh(square_pwk().to_bytes())
    where: dict[str, Any] = {"position": (3.0, -4.0, 0.5), "bearing": 0.7}
    crate = kl.Placeable(0, "crate", "crate", **where, mesh=pwk)
    door = kl.Door(0, "door", "door", **where, state=1, meshes=(None, pwk, None))
    for placed, baked in ((crate.placed(), crate.baked()), (door.placed(), door.baked())):
        assert placed is not None
        assert baked is not None
        assert np.array_equal(baked.vertices, placed.vertices)
        assert np.array_equal(baked.absolute_hooks, placed.absolute_hooks)
        assert np.array_equal(baked.materials, placed.materials)
    assert door.baked(0) is None
    assert replace(crate, mesh=None).baked() is None


def test_a_room_is_not_baked_and_a_place_is_finite() -> None:
    with pytest.raises(ValueError, match="in area space already"):
        square().baked((0, 0, 0))
    with pytest.raises(ValueError, match="finite"):
        kl.read_walkmesh(square_pwk().to_bytes()).baked((0, 0, np.nan))
