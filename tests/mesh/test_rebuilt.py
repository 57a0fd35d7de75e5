"""`Walkmesh.rebuilt`: every file comes out sound, says the same as before, and stays as it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import kotorlevel as kl
from conformance.reference import slow_plane
from kotorlevel.formats.bwm import Bwm, build_bwm
from kotorlevel.formats.bwm.tables import EDGE
from kotorlevel.mesh.materials import Materials
from support.builders import patched, square_wok
from support.corpus import corpus_files, each_corpus_file, needs_corpus
from support.meshes import (
    Authored,
    Point,
    authored_rooms,
    boundary_sides,
    face_records,
    links,
    objects,
    rooms,
    stored,
    with_odd_domain,
)
from support.soundness import WALKABLE, find_faults

BIOWARE = ("wok/bioware/*.wok", "area_m10aa/*.wok")
BIOWARE_BOX_TOLERANCE = 0.002
"""The trees of the games were built from the model, before the floor was rounded (FACTS 4)."""

ALL = ("**/*.wok", "**/*.pwk", "**/*.dwk")
DERIVED = ("normals", "distances", "nodes", "adjacency", "edges", "loops")


# Real files


@each_corpus_file(*BIOWARE)
def test_the_games_own_files_are_sound(path: Path) -> None:
    bwm = kl.read_walkmesh(path).to_bwm()
    assert find_faults(bwm, box_tolerance=BIOWARE_BOX_TOLERANCE) == []
    strict = find_faults(bwm)
    assert all("box of leaf" in fault or "plane of node" in fault for fault in strict)


@each_corpus_file(*BIOWARE)
def test_rebuilding_a_file_of_the_games_changes_its_tree_only(path: Path) -> None:
    before = kl.read_walkmesh(path)
    after = before.rebuilt()
    assert after.stored is None
    for name in (*DERIVED, "vertices", "faces", "materials", "transitions"):
        same = getattr(after, name).tobytes() == getattr(before, name).tobytes()
        assert same or name == "nodes", name


@each_corpus_file(*ALL)
def test_any_real_file_is_sound_once_rebuilt(path: Path) -> None:
    before = kl.read_walkmesh(path)
    after = before.rebuilt()
    data = after.to_bytes()
    assert find_faults(after.to_bwm()) == []
    assert after.rebuilt().to_bytes() == data
    assert kl.read_walkmesh(data).to_bytes() == data
    assert kl.read_walkmesh(data).rebuilt().to_bytes() == data
    assert Counter(face_records(after)) == Counter(face_records(before))
    assert after.vertices.tobytes() == before.vertices.tobytes()
    for name in ("position", "relative_hooks", "absolute_hooks"):
        assert getattr(after, name).tolist() == getattr(before, name).tolist()
    assert links(after) == links(before)


@needs_corpus
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("floor_plain.wok", "loops end at"),
        ("floor_plain.wok", "box of leaf"),
        ("out.wok", "which is not the reverse of it"),
        ("out.wok", "tree: "),
    ],
)
def test_files_of_pykotor_are_not_sound_before(name: str, fault: str) -> None:
    (path,) = corpus_files(f"wok/pykotor/{name}")
    faults = find_faults(kl.read_walkmesh(path).to_bwm(), box_tolerance=BIOWARE_BOX_TOLERANCE)
    assert any(fault in text for text in faults), faults


@needs_corpus
def test_both_games_round_differently_somewhere() -> None:
    differing = [
        path
        for path in corpus_files("wok/bioware/*.wok")
        if kl.read_walkmesh(path).rebuilt(game="k2").to_bytes()
        != kl.read_walkmesh(path).rebuilt(game="k1").to_bytes()
    ]
    assert differing


# Any file


@settings(max_examples=30)
@given(rooms())
def test_a_new_room_is_sound_and_stays_so(mesh: kl.Walkmesh) -> None:
    assert find_faults(mesh.to_bwm()) == []
    for again in (mesh, stored(mesh)):
        assert again.rebuilt().to_bytes() == mesh.to_bytes()
        assert again.rebuilt().rebuilt().to_bytes() == mesh.to_bytes()


@settings(max_examples=20)
@given(objects())
def test_an_object_is_sound(mesh: kl.Walkmesh) -> None:
    assert find_faults(mesh.to_bwm()) == []
    assert stored(mesh).rebuilt().to_bytes() == mesh.to_bytes()
    assert [face_records(stored(mesh).rebuilt())[n][:2] for n in range(len(mesh.faces))] == [
        record[:2] for record in face_records(mesh)
    ]


def authored_links(authored: Authored) -> Counter[tuple[Point, Point, int]]:
    """Start, end and room of each side that leads somewhere, by the authored numbers."""
    found: Counter[tuple[Point, Point, int]] = Counter()
    for face, rooms_across in zip(authored.faces, authored.transitions, strict=True):
        for side, room in enumerate(rooms_across):
            if room != -1:
                a, b = face[side], face[(side + 1) % 3]
                found[authored.vertices[a], authored.vertices[b], room] += 1
    return found


def unsorted_file(authored: Authored) -> Bwm:
    """A file by a tool that knows nothing: faces as they came, empty or zero tables."""
    count = len(authored.faces)
    edges = [
        (3 * face + side, room)
        for face, rooms_across in enumerate(authored.transitions)
        for side, room in enumerate(rooms_across)
        if room != -1
    ]
    tables: dict[str, Any] = {
        "vertices": np.array(authored.vertices, "f4").reshape(-1, 3),
        "faces": np.array(authored.faces, "u4").reshape(-1, 3),
        "materials": authored.materials,
        "normals": np.zeros((count, 3)),
        "distances": np.zeros(count),
        "edges": np.array(edges, EDGE),
    }
    return build_bwm(1, tables, position=(1, 2, 3))


@settings(max_examples=30)
@given(authored_rooms())
def test_transitions_stay_on_their_segments_when_faces_are_sorted(authored: Authored) -> None:
    wanted = authored_links(authored)
    assert links(authored.mesh()) == wanted
    read = kl.read_walkmesh(unsorted_file(authored).to_bytes())
    assert read.domain == 0
    rebuilt = read.rebuilt()
    assert links(rebuilt) == wanted
    assert find_faults(rebuilt.to_bwm()) == []
    order = sorted(
        range(len(authored.faces)), key=lambda face: authored.materials[face] not in WALKABLE
    )
    assert rebuilt.faces.tolist() == [list(authored.faces[face]) for face in order]
    assert rebuilt.materials.tolist() == [authored.materials[face] for face in order]
    assert rebuilt.transitions.tolist() == [list(authored.transitions[face]) for face in order]


# Material tables and games


def table(walkable: set[int]) -> Materials:
    default = Materials.default()
    return replace(
        default, surfaces=tuple(replace(s, walk=s.id in walkable) for s in default.surfaces)
    )


@pytest.mark.parametrize("walkable", [{7}, {4, 16}, set(), set(range(31))])
@settings(max_examples=10)
@given(mesh=rooms())
def test_another_material_table(walkable: set[int], mesh: kl.Walkmesh) -> None:
    after = stored(mesh).rebuilt(table(walkable))
    rows = face_records(mesh)
    yes = [row for row in rows if row[1] in walkable]
    no = [row for row in rows if row[1] not in walkable]
    assert face_records(after) == yes + no
    assert after.domain == len(yes)
    assert after.walkable.tolist() == [True] * len(yes) + [False] * len(no)
    assert find_faults(after.to_bwm(), walkable=walkable) == []
    # Only what is a boundary now can lead anywhere.
    free = boundary_sides(after.faces[: after.domain].tolist())
    kept = [
        (corners[side], corners[(side + 1) % 3], across[side])
        for number, (corners, _, across) in enumerate(yes)
        for side in range(3)
        if across[side] != -1 and (number, side) in free
    ]
    assert links(after) == Counter(kept)
    # The table goes along with later edits.
    assert after.translated((1, 0, 0)).walkable.tolist() == after.walkable.tolist()
    assert Counter(face_records(after.rebuilt(Materials.default()))) == Counter(rows)


@settings(max_examples=20)
@given(rooms())
def test_a_stored_domain_ends_with_rebuilding(mesh: kl.Walkmesh) -> None:
    odd = with_odd_domain(mesh)
    assert odd.rebuilt().domain == mesh.domain == odd.walkable.sum()
    assert find_faults(odd.rebuilt().to_bwm()) == []


@settings(max_examples=30)
@given(rooms())
def test_the_game_changes_planes_only(mesh: kl.Walkmesh) -> None:
    k1, k2 = (stored(mesh).rebuilt(game=game).to_bwm() for game in ("k1", "k2"))
    for name in {"vertices", "faces", "materials", *DERIVED} - {"normals", "distances"}:
        assert getattr(k1, name).tobytes() == getattr(k2, name).tobytes(), name
    assert k1.header.tobytes() == k2.header.tobytes()
    assert find_faults(k2) == []
    for bwm, game in ((k1, "k1"), (k2, "k2")):
        vertices = bwm.vertices.tolist()
        planes = [slow_plane([vertices[v] for v in face], game) for face in bwm.faces.tolist()]
        assert bwm.normals.tolist() == [list(normal) for normal, _ in planes]
        assert bwm.distances.tolist() == [distance for _, distance in planes]


def test_junk_in_the_header_goes_and_vectors_stay() -> None:
    data = patched(square_wok().to_bytes(), unknown_6c=0x3F800000)
    before = kl.read_walkmesh(data)
    assert before.to_bytes() == data
    after = kl.read_walkmesh(before.rebuilt().to_bytes())
    assert after.to_bwm().header["unknown_6c"] == 0
    assert after.position.tolist() == [5, 6, 7]
