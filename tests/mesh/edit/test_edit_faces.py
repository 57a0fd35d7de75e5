"""Edits of whole faces: against plain Python lists, one face at a time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import kotorlevel as kl
from kotorlevel.core.errors import FormatError
from kotorlevel.mesh.edit import (
    clear_transitions,
    connected_parts,
    delete_faces,
    flip_faces_up,
    keep_faces,
    label_faces,
    merge,
    move_vertex,
    repaint,
    replace_materials,
    split_edges,
    weld,
)
from support.builders import square_pwk, square_wok
from support.meshes import (
    boundary_sides,
    face_records,
    links,
    objects,
    rooms,
    stored,
    subsets,
    with_odd_domain,
)
from support.soundness import WALKABLE, find_faults

ROOMS = st.one_of(rooms(), rooms().map(stored), rooms().map(with_odd_domain))
MESHES = st.one_of(ROOMS, objects())


def masks(mesh: kl.Walkmesh) -> st.SearchStrategy[list[bool]]:
    return subsets(len(mesh.faces))


def assert_same_but(before: kl.Walkmesh, after: kl.Walkmesh, *changed: str) -> None:
    """Nothing but the named arrays differs."""
    names = {
        "vertices",
        "faces",
        "materials",
        "transitions",
        "position",
        "relative_hooks",
        "absolute_hooks",
    }
    for name in names - set(changed):
        assert getattr(after, name).tolist() == getattr(before, name).tolist(), name
    assert (after.kind, after.surfaces, after.game) == (before.kind, before.surfaces, before.game)
    if "domain" not in changed:
        assert after.domain == before.domain


# Surfaces


def assert_repainted(before: kl.Walkmesh, after: kl.Walkmesh, materials: Sequence[int]) -> None:
    """The faces with these materials, those of the domain first, all else as it was."""
    assert_same_but(before, after, "faces", "materials", "transitions", "domain")
    rows = list(zip(before.faces.tolist(), materials, before.transitions.tolist(), strict=True))
    if before.is_area:
        inside = [
            new in WALKABLE if new != old else face < before.domain
            for face, (new, old) in enumerate(zip(materials, before.materials, strict=True))
        ]
        first = [row for row, member in zip(rows, inside, strict=True) if member]
        rows = first + [row for row, member in zip(rows, inside, strict=True) if not member]
        assert after.domain == len(first)
    found = zip(
        after.faces.tolist(), after.materials.tolist(), after.transitions.tolist(), strict=True
    )
    assert list(found) == rows


@settings(max_examples=50)
@given(MESHES, st.sampled_from([4, 10, 7, 16, 0, 255, 2**32 - 1]), st.data())
def test_repaint(mesh: kl.Walkmesh, material: int, data: st.DataObject) -> None:
    chosen = data.draw(masks(mesh))
    after = repaint(mesh, np.array(chosen, bool), material)
    wanted = [
        material if choose else old
        for choose, old in zip(chosen, mesh.materials.tolist(), strict=True)
    ]
    assert_repainted(mesh, after, wanted)


@settings(max_examples=50)
@given(MESHES, st.dictionaries(st.sampled_from([4, 7, 10, 16, 99]), st.sampled_from([4, 7, 10, 3])))
def test_replace_materials(mesh: kl.Walkmesh, table: dict[int, int]) -> None:
    """All at once: 4 → 7 and 7 → 4 exchanges the two."""
    after = replace_materials(mesh, table)
    assert_repainted(mesh, after, [table.get(old, old) for old in mesh.materials.tolist()])


@settings(max_examples=30)
@given(rooms())
def test_exchanging_two_materials_twice(mesh: kl.Walkmesh) -> None:
    """Face order may differ in the end; the faces do not."""
    once = replace_materials(mesh, {4: 7, 7: 4})
    assert (once.materials == 4).sum() == (mesh.materials == 7).sum()
    assert Counter(face_records(replace_materials(once, {4: 7, 7: 4}))) == Counter(
        face_records(mesh)
    )


@settings(max_examples=30)
@given(rooms(), st.sampled_from([7, 10]), st.data())
def test_links_stay_in_place_when_faces_are_renumbered(
    mesh: kl.Walkmesh, material: int, data: st.DataObject
) -> None:
    """What still is a boundary leads where it led; no edge leads anywhere else."""
    chosen = data.draw(masks(mesh))
    after = repaint(mesh, np.array(chosen, bool), material)
    can_walk = [
        material in WALKABLE if choose else bool(was)
        for choose, was in zip(chosen, mesh.walkable, strict=True)
    ]
    free = boundary_sides(
        [f if walk else () for f, walk in zip(mesh.faces.tolist(), can_walk, strict=True)]
    )
    records = face_records(mesh)
    wanted: Counter[Any] = Counter()
    for face, side in free:
        corners, _, rooms_across = records[face]
        if rooms_across[side] != -1:
            wanted[corners[side], corners[(side + 1) % 3], rooms_across[side]] += 1
    assert links(after) == wanted


@pytest.mark.parametrize("chosen", [[1], (1,), np.array([False, True]), [1, 1], np.uint8(1)])
def test_faces_can_be_named_in_any_way(chosen: Any) -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    assert repaint(mesh, chosen, 7).materials.tolist() == [10, 7]
    assert repaint(mesh, lambda given: given.materials == 4, 7).materials.tolist() == [10, 7]
    assert delete_faces(mesh, chosen).faces.tolist() == [[0, 1, 2]]
    assert keep_faces(mesh, chosen).materials.tolist() == [4]


EDITS_OF_FACES: list[Callable[[kl.Walkmesh, Any], kl.Walkmesh]] = [
    keep_faces,
    delete_faces,
    flip_faces_up,
    clear_transitions,
    lambda mesh, faces: repaint(mesh, faces, 7),
]


@pytest.mark.parametrize("edit", EDITS_OF_FACES)
@pytest.mark.parametrize(
    "wrong",
    [
        [2],
        [-1],
        [0.0],
        ["0"],
        [True],
        [True, False, True],
        [[True, False]],
        lambda mesh: [5],
        lambda mesh: mesh.materials * 0.5,
    ],
)
def test_faces_that_do_not_exist(edit: Callable[..., kl.Walkmesh], wrong: Any) -> None:
    for bwm in (square_wok(), square_pwk()):
        with pytest.raises(ValueError, match="face"):
            edit(kl.read_walkmesh(bwm.to_bytes()), wrong)


@pytest.mark.parametrize("material", [-1, 2**32])
def test_materials_that_do_not_exist(material: int) -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    with pytest.raises(ValueError, match="material"):
        repaint(mesh, [0], material)
    with pytest.raises(ValueError, match="material"):
        replace_materials(mesh, {4: material})


# Taking out, putting together


@settings(max_examples=40)
@given(MESHES, st.data())
def test_keep_and_delete(mesh: kl.Walkmesh, data: st.DataObject) -> None:
    chosen = data.draw(masks(mesh))
    after = keep_faces(mesh, np.array(chosen, bool))
    records = face_records(mesh)
    assert face_records(after) == [r for r, keep in zip(records, chosen, strict=True) if keep]
    assert after.domain == sum(chosen[: mesh.domain])
    assert_same_but(mesh, after, "vertices", "faces", "materials", "transitions", "domain")
    faces = mesh.faces.tolist()
    kept = {v for face, keep in zip(faces, chosen, strict=True) if keep for v in face}
    dropped = {v for face in faces for v in face} - kept
    vertices = mesh.vertices.tolist()
    assert after.vertices.tolist() == [p for v, p in enumerate(vertices) if v not in dropped]
    other = delete_faces(mesh, ~np.array(chosen, bool))
    assert other.to_bytes() == after.to_bytes()
    rest = keep_faces(mesh, ~np.array(chosen, bool))
    assert Counter(face_records(rest)) + Counter(face_records(after)) == Counter(records)


@settings(max_examples=30)
@given(st.one_of(st.tuples(ROOMS, ROOMS), st.tuples(objects(), objects())))
def test_merge(pair: tuple[kl.Walkmesh, kl.Walkmesh]) -> None:
    first, second = pair
    after = merge(first, second)
    a, b = face_records(first), face_records(second)
    split_a, split_b = (first.domain, second.domain) if first.is_area else (len(a), 0)
    assert face_records(after) == a[:split_a] + b[:split_b] + a[split_a:] + b[split_b:]
    assert after.domain == first.domain + second.domain
    assert after.vertices.tolist() == first.vertices.tolist() + second.vertices.tolist()
    assert_same_but(first, after, "vertices", "faces", "materials", "transitions", "domain")
    assert links(after) == links(first) + links(second)
    assert keep_faces(after, range(len(a))).domain >= first.domain


def test_merge_of_a_room_and_an_object() -> None:
    room, thing = (kl.read_walkmesh(b.to_bytes()) for b in (square_wok(), square_pwk()))
    for pair in ((room, thing), (thing, room)):
        with pytest.raises(ValueError, match="merged"):
            merge(*pair)


def slow_labels(faces: Sequence[Sequence[int]]) -> list[int]:
    """Parts by walking from face to face over shared pairs of vertices, in any direction."""
    pairs = [[frozenset((f[k], f[(k + 1) % 3])) for k in range(3)] for f in faces]
    sides = [{pair for pair in face if len(pair) == 2} for face in pairs]
    labels = [-1] * len(faces)
    part = 0
    for face in range(len(faces)):
        if labels[face] >= 0:
            continue
        waiting = [face]
        while waiting:
            here = waiting.pop()
            labels[here] = part
            waiting += [o for o in range(len(faces)) if labels[o] < 0 and sides[o] & sides[here]]
        part += 1
    return labels


@settings(max_examples=40)
@given(MESHES, st.data())
def test_connected_parts(mesh: kl.Walkmesh, data: st.DataObject) -> None:
    """Also where some faces lie upside down: they share their edges all the same."""
    mesh = upside_down(mesh, data.draw(masks(mesh)))
    labels = label_faces(mesh)
    assert labels.tolist() == slow_labels(mesh.faces.tolist())
    parts = connected_parts(mesh)
    assert len(parts) == len(set(labels.tolist()))
    for number, part in enumerate(parts):
        wanted = [r for r, label in zip(face_records(mesh), labels, strict=True) if label == number]
        assert face_records(part) == wanted
        assert part.domain == (labels[: mesh.domain] == number).sum()
        assert label_faces(part).tolist() == [0] * len(wanted)


def test_faces_that_share_only_a_point_are_apart() -> None:
    """Also where that point is a side of both, because it is a corner twice."""
    points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (-1, 1, 0), (0, -1, 0)]
    mesh = kl.Walkmesh.from_arrays(points, [(0, 0, 1), (0, 0, 2), (0, 3, 4), (1, 0, 5)], [4] * 4)
    assert label_faces(mesh).tolist() == [0, 1, 2, 0]
    assert slow_labels(mesh.faces.tolist()) == [0, 1, 2, 0]


def test_faces_of_an_edge_connect_whichever_way_they_run() -> None:
    points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, -1, 0), (0, 0, 1)]
    mesh = kl.Walkmesh.from_arrays(points, [(0, 1, 2), (0, 1, 3), (1, 0, 4)], [4, 4, 7])
    assert label_faces(mesh).tolist() == [0, 0, 0]
    assert len(connected_parts(mesh)) == 1


def test_parts_of_nothing() -> None:
    empty = kl.Walkmesh.from_arrays([], [], [])
    assert connected_parts(empty) == []
    assert label_faces(empty).tolist() == []


# Turning over


def upside_down(mesh: kl.Walkmesh, chosen: Sequence[bool]) -> kl.Walkmesh:
    """The mesh with the chosen faces turned over, and their transitions with them, by hand."""
    faces, rooms_across = mesh.faces.tolist(), mesh.transitions.tolist()
    for face, choose in enumerate(chosen):
        if choose:
            (a, b, c), (ab, bc, ca) = faces[face], rooms_across[face]
            faces[face], rooms_across[face] = [c, b, a], [bc, ab, ca]
    return replace(
        mesh,
        faces=np.array(faces, np.uint32).reshape(-1, 3),
        transitions=np.array(rooms_across, np.int32).reshape(-1, 3),
    )


def face_links(mesh: kl.Walkmesh) -> list[dict[frozenset[Any], int]]:
    """For each face the room across each side, whichever way the side runs."""
    return [
        {frozenset((corners[k], corners[(k + 1) % 3])): rooms_across[k] for k in range(3)}
        for corners, _, rooms_across in face_records(mesh)
    ]


@settings(max_examples=40)
@given(MESHES, st.data())
def test_flip_faces_up(mesh: kl.Walkmesh, data: st.DataObject) -> None:
    """The rooms of `rooms()` point up everywhere."""
    turned = upside_down(mesh, data.draw(masks(mesh)))
    after = flip_faces_up(turned)
    up = after.derived.normals[:, 2] > 0
    down_before = turned.derived.normals[:, 2] < 0
    assert up.tolist() == (turned.walkable | ~down_before).tolist()
    assert_same_but(turned, after, "faces", "transitions")
    assert face_links(after) == face_links(mesh)
    untouched = ~(turned.walkable & down_before)
    assert after.faces[untouched].tolist() == turned.faces[untouched].tolist()
    everywhere = flip_faces_up(turned, range(len(turned.faces)))
    assert links(everywhere) == links(mesh)
    assert (everywhere.derived.normals[:, 2] > 0).all()
    some = np.array(data.draw(masks(mesh)), bool)
    partly = flip_faces_up(turned, some)
    assert (partly.derived.normals[:, 2] < 0).tolist() == (down_before & ~some).tolist()


def test_flip_leaves_vertical_faces() -> None:
    wall = kl.Walkmesh.from_arrays([(0, 0, 0), (1, 0, 0), (1, 0, 2)], [(0, 1, 2)], [4])
    assert flip_faces_up(wall).faces.tolist() == [[0, 1, 2]]


# Vertices and transitions


@settings(max_examples=40)
@given(MESHES, st.data())
def test_move_vertex(mesh: kl.Walkmesh, data: st.DataObject) -> None:
    vertex = data.draw(st.integers(0, len(mesh.vertices) - 1))
    place = data.draw(st.tuples(*[st.floats(-1000, 1000, width=32)] * 3))
    after = move_vertex(mesh, vertex, place)
    assert_same_but(mesh, after, "vertices")
    wanted = mesh.vertices.tolist()
    wanted[vertex] = list(place)
    assert after.vertices.tolist() == wanted
    assert after.adjacency.tolist() == mesh.adjacency.tolist()
    if mesh.is_area and mesh.domain == mesh.walkable.sum():
        assert find_faults(after.to_bwm()) == []


@pytest.mark.parametrize(
    ("vertex", "place"),
    [
        (4, (0, 0, 0)),
        (-1, (0, 0, 0)),
        (0, (0, 0)),
        (0, (0, 0, math.nan)),
        (0, (0, math.inf, 0)),
        (0, (1e39, 0, 0)),
        (0, 5),
    ],
)
def test_move_vertex_wrongly(vertex: int, place: Any) -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    with pytest.raises(ValueError, match=r"vertex|position"):
        move_vertex(mesh, vertex, place)


@settings(max_examples=40)
@given(MESHES, st.data())
def test_clear_transitions(mesh: kl.Walkmesh, data: st.DataObject) -> None:
    chosen = data.draw(masks(mesh))
    after = clear_transitions(mesh, np.array(chosen, bool))
    assert_same_but(mesh, after, "transitions")
    assert after.transitions.tolist() == [
        [-1] * 3 if clear else row
        for clear, row in zip(chosen, mesh.transitions.tolist(), strict=True)
    ]
    assert not links(clear_transitions(mesh))


# All of them


SOUND_EDITS: list[Callable[[kl.Walkmesh, Any], kl.Walkmesh]] = [
    lambda mesh, chosen: repaint(mesh, chosen, 7),
    lambda mesh, chosen: repaint(mesh, chosen, 3),
    delete_faces,
    lambda mesh, _: merge(mesh, mesh.translated((50, 0, 0))),
    lambda mesh, _: weld(mesh, 0.05).mesh,
    clear_transitions,
    lambda mesh, _: mesh.rotated(33).flipped(y=True),
    lambda mesh, _: replace_materials(mesh, {4: 2, 7: 4}),
]


@settings(max_examples=50)
@given(rooms(), st.lists(st.sampled_from(SOUND_EDITS), max_size=4), st.data())
def test_any_edits_one_after_the_other_leave_a_sound_file(
    mesh: kl.Walkmesh, edits: list[Callable[..., kl.Walkmesh]], data: st.DataObject
) -> None:
    mesh = stored(mesh)
    for edit in edits:
        mesh = edit(mesh, np.array(data.draw(masks(mesh)), bool))
    assert find_faults(mesh.to_bwm()) == []
    assert stored(mesh).rebuilt().to_bytes() == mesh.rebuilt().to_bytes()


NOTHING_CHANGES: dict[str, Callable[[kl.Walkmesh], kl.Walkmesh]] = {
    "repaint to the same": lambda mesh: repaint(mesh, mesh.materials == 4, 4),
    "repaint nothing": lambda mesh: repaint(mesh, [], 7),
    "replace by the same": lambda mesh: replace_materials(mesh, {4: 4}),
    "replace what is not there": lambda mesh: replace_materials(mesh, {99: 7}),
    "keep all": lambda mesh: keep_faces(mesh, range(len(mesh.faces))),
    "delete none": lambda mesh: delete_faces(mesh, []),
    "flip none": lambda mesh: flip_faces_up(mesh, []),
    "flip what is up": flip_faces_up,
    "clear nowhere": lambda mesh: clear_transitions(mesh, []),
    "clear where there are none": lambda mesh: clear_transitions(
        mesh, (mesh.transitions == -1).all(axis=1)
    ),
    "move to the same place": lambda mesh: move_vertex(mesh, 0, mesh.vertices[0]),
    "weld without duplicates": lambda mesh: weld(mesh, 1e-3).mesh,
    "split nothing": split_edges,
    "split no edges": lambda mesh: split_edges(mesh, []),
}


@pytest.mark.parametrize("edit", NOTHING_CHANGES.values(), ids=NOTHING_CHANGES)
@settings(max_examples=6)
@given(mesh=rooms())
def test_an_edit_that_changes_nothing_keeps_the_stored_bytes(
    edit: Callable[[kl.Walkmesh], kl.Walkmesh], mesh: kl.Walkmesh
) -> None:
    # A tree that nobody would derive shows that the stored one is written.
    odd = bytearray(mesh.to_bytes())
    odd[0x6C] = 7
    read = kl.read_walkmesh(bytes(odd))
    assert edit(read).to_bytes() == bytes(odd)


def test_faces_without_vertices_are_named() -> None:
    """A broken file is refused in words, not by an IndexError from the depths."""
    broken = kl.Walkmesh.from_arrays([(0, 0, 0), (1, 0, 0)], [(0, 1, 2)], [4])
    edits: list[Callable[[kl.Walkmesh], object]] = [
        lambda mesh: keep_faces(mesh, []),
        lambda mesh: delete_faces(mesh, [0]),
        flip_faces_up,
        connected_parts,
        lambda mesh: weld(mesh, 5.0),
        lambda mesh: split_edges(mesh, [0]),
        lambda mesh: repaint(mesh, [0], 7).to_bytes(),
        lambda mesh: merge(mesh, kl.read_walkmesh(square_wok().to_bytes())),
        lambda mesh: merge(kl.read_walkmesh(square_wok().to_bytes()), mesh),
    ]
    for edit in edits:
        with pytest.raises(FormatError, match="face 0"):
            edit(broken)
