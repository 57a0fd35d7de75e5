"""An edit of transitions alone changes these numbers in the file, and no other byte."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.edit.rooms import reorder_rooms
from kotorlevel.area.links.relink import relink
from kotorlevel.formats.bwm import build_bwm
from kotorlevel.mesh.arrays import read_only
from support.builders import square_pwk, square_tables, square_wok
from support.corpus import CORPUS, each_corpus_file, needs_corpus

EDGE_COUNT, EDGE_OFFSET = 0x78, 0x7C


def numbers(data: bytes) -> dict[int, int]:
    """Where each transition stands in a file → which one it is; read from the bytes alone."""
    count, offset = struct.unpack_from("<II", data, EDGE_COUNT)
    places = range(offset + 4, offset + 8 * count, 8)
    return {place: struct.unpack_from("<i", data, place)[0] for place in places}


def changed_places(before: bytes, after: bytes) -> set[int]:
    """The 4-byte words that differ."""
    assert len(before) == len(after)
    return {
        4 * word
        for word in range(len(before) // 4)
        if before[4 * word :][:4] != after[4 * word :][:4]
    }


def with_links(mesh: kl.Walkmesh, links: dict[int, int]) -> kl.Walkmesh:
    sides = mesh.transitions.copy()
    for edge, room in links.items():
        sides.reshape(-1)[edge] = room
    return replace(mesh, transitions=read_only(sides))


@each_corpus_file("**/*.wok")
def test_one_link_is_one_number(path: Path) -> None:
    data = path.read_bytes()
    mesh = kl.read_walkmesh(data)
    edges = mesh.edges["edge"].tolist()
    if not edges or len(set(edges)) < len(edges):
        pytest.skip("no edges, or some twice")
    row = len(edges) // 2
    (_, offset) = struct.unpack_from("<II", data, EDGE_COUNT)
    place = offset + 8 * row + 4
    linked = with_links(mesh, {edges[row]: 77})
    after = linked.to_bytes()
    assert changed_places(data, after) == {place}
    assert struct.unpack_from("<i", after, place) == (77,)
    was = int(mesh.transitions.reshape(-1)[edges[row]])
    assert with_links(linked, {edges[row]: was}).to_bytes() == data


def test_with_transition_keeps_the_tree() -> None:
    """A tree that nobody would derive: it is none of a link's business."""
    data = bytearray(square_wok().to_bytes())
    (node_offset,) = struct.unpack_from("<I", data, 0x68)
    struct.pack_into("<f", data, node_offset, -99.0)
    mesh = kl.read_walkmesh(bytes(data)).with_transition(1, 2, 7)
    assert mesh.nodes["box_min"][0, 0] == -99
    assert mesh.transitions[1, 2] == dict(mesh.edges.tolist())[5] == 7
    assert len(changed_places(bytes(data), mesh.to_bytes())) == 1
    assert mesh.rebuilt().nodes["box_min"][0, 0] != -99


def test_another_edit_ends_it() -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes()).with_transition(1, 2, 7)
    moved = mesh.translated((1, 0, 0))
    assert moved.stored is None
    assert moved.transitions[1, 2] == 7
    linked_after = kl.read_walkmesh(square_wok().to_bytes()).translated((1, 0, 0))
    assert linked_after.with_transition(1, 2, 7).stored is None


def test_edge_without_a_row_derives_anew() -> None:
    tables = square_tables()
    bwm = build_bwm(1, {**tables, "edges": tables["edges"][:1]})
    (known, _), *_ = tables["edges"].tolist()
    mesh = kl.read_walkmesh(bwm.to_bytes())
    assert len(with_links(mesh, {known: 4}).edges) == 1
    missing = next(e for e, _ in tables["edges"].tolist() if e != known)
    derived = with_links(mesh, {missing: 4})
    assert derived.stored is None
    assert dict(derived.edges.tolist())[missing] == 4


def test_edge_with_two_rows_derives_anew() -> None:
    tables = square_tables()
    twice = np.concatenate([tables["edges"], tables["edges"][:1]])
    mesh = kl.read_walkmesh(build_bwm(1, {**tables, "edges": twice}).to_bytes())
    assert with_links(mesh, {int(twice["edge"][0]): 4}).stored is None
    assert with_links(mesh, {int(twice["edge"][1]): 4}).stored is not None


def test_object_has_no_links() -> None:
    mesh = kl.read_walkmesh(square_pwk().to_bytes())
    assert with_links(mesh, {0: 4}).stored is None


def test_array_that_can_be_written_to_ends_it() -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    sides = mesh.transitions.copy()
    edited = replace(mesh, transitions=sides)
    sides[1, 2] = 5
    assert kl.read_walkmesh(edited.to_bytes()).transitions[1, 2] == 5


@needs_corpus
def test_real_area_relinked_has_its_own_bytes() -> None:
    area = kl.load_area(CORPUS / "area_m10aa")
    shipped = {r.name: r.mesh.to_bytes() for r in area.rooms if r.mesh is not None}
    present = [room.index for room in area.rooms if room.mesh is not None]
    bare = {}
    for room in area.rooms:
        if room.mesh is not None:
            kept = np.where(np.isin(room.mesh.transitions, present), -1, room.mesh.transitions)
            bare[room.index] = replace(room.mesh, transitions=read_only(kept.astype(np.int32)))
            data = bare[room.index].to_bytes()
            assert changed_places(shipped[room.name], data) <= numbers(data).keys()
    linked, report = relink(area.with_meshes({**bare}))
    assert len(report.changes) == 16
    assert {r.name: r.mesh.to_bytes() for r in linked.rooms if r.mesh is not None} == shipped


@needs_corpus
def test_real_area_reordered_and_back() -> None:
    area = kl.load_area(CORPUS / "area_m10aa")
    count = len(area.rooms)
    order = [*range(1, count), 0]
    there = reorder_rooms(area, order).area
    differs = 0
    for room in there.rooms:
        if room.mesh is not None:
            before, after = (m.to_bytes() for m in (area.room(room.name).mesh, room.mesh) if m)
            wanted = {
                place: order.index(number) if 0 <= number < count else number
                for place, number in numbers(before).items()
            }
            assert numbers(after) == wanted
            assert changed_places(before, after) <= wanted.keys()
            differs += before != after
    assert differs > 5
    back = reorder_rooms(there, [order.index(n) for n in range(count)]).area
    for room in back.rooms:
        if room.mesh is not None:
            assert room.resource is not None
            assert room.mesh.to_bytes() == room.resource.read()
