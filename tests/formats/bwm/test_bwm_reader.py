"""Reading binary walkmeshes: right places, bounds, odd files."""

from __future__ import annotations

import struct
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.bwm import parse_bwm, read_bwm
from kotorlevel.formats.bwm.tables import HEADER, SLOTS
from support.builders import HEADER_FIELDS, patched, square_pwk, square_wok
from support.corpus import CORPUS, corpus_files, each_corpus_file

ALL_WALKMESHES = ("**/*.wok", "**/*.pwk", "**/*.dwk")
ROW_SIZES = {  # FACTS 1 to 4
    "vertices": 12,
    "faces": 12,
    "materials": 4,
    "normals": 12,
    "distances": 4,
    "nodes": 44,
    "adjacency": 12,
    "edges": 8,
    "loops": 4,
}


def test_declared_layout_is_that_of_the_files() -> None:
    assert HEADER.dtype.itemsize == 136
    assert HEADER.record.fields is not None
    offsets = {name: place[1] for name, place in HEADER.record.fields.items()}
    assert {name: offsets[name] for name in HEADER_FIELDS} == HEADER_FIELDS
    assert {slot.table.name: slot.table.dtype.itemsize for slot in SLOTS} == ROW_SIZES


@each_corpus_file(*ALL_WALKMESHES)
def test_real_file_comes_back_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    assert read_bwm(path).to_bytes() == data


@each_corpus_file(*ALL_WALKMESHES)
def test_real_file_reads_like_struct_does(path: Path) -> None:
    """An independent reading of the same bytes, field by field."""
    data = path.read_bytes()
    bwm = parse_bwm(data)
    head = struct.unpack_from("<8sI6f6f3f16I", data)
    vertices, vertex_offset, faces, face_offset, material_offset, _, distance_offset = head[17:24]
    nodes, node_offset, _, adjacency, adjacency_offset, edges, edge_offset = head[24:31]
    assert bwm.header["position"].tolist() == list(head[14:17])
    assert len(bwm.vertices) == vertices
    assert len(bwm.faces) == faces
    assert (len(bwm.nodes), len(bwm.adjacency), len(bwm.edges)) == (nodes, adjacency, edges)
    last = vertices - 1
    assert tuple(bwm.vertices[last]) == struct.unpack_from("<3f", data, vertex_offset + 12 * last)
    last = faces - 1
    assert tuple(bwm.faces[last]) == struct.unpack_from("<3I", data, face_offset + 12 * last)
    assert bwm.materials[last] == struct.unpack_from("<I", data, material_offset + 4 * last)[0]
    assert bwm.distances[last] == struct.unpack_from("<f", data, distance_offset + 4 * last)[0]
    if nodes:
        face, four, plane, left, right = struct.unpack_from("<iIIii", data, node_offset + 24)
        first = bwm.nodes[0]
        assert first[["face", "unknown_1c", "plane", "left", "right"]].tolist() == (
            face,
            four,
            plane,
            left,
            right,
        )
    if edges:
        last = edges - 1
        assert bwm.edges[last].tolist() == struct.unpack_from("<ii", data, edge_offset + 8 * last)
        assert tuple(bwm.adjacency[0]) == struct.unpack_from("<3i", data, adjacency_offset)


@each_corpus_file(*ALL_WALKMESHES)
def test_real_file_has_no_odd_places(path: Path) -> None:
    assert read_bwm(path).problems == ()


def test_corpus_is_whole() -> None:
    if not CORPUS.is_dir():
        pytest.skip("the corpus of real files is absent")
    assert len(corpus_files(*ALL_WALKMESHES)) >= 38


def test_arrays_are_read_only_views() -> None:
    data = square_wok().to_bytes()
    bwm = parse_bwm(data)
    for slot in SLOTS:
        rows = getattr(bwm, slot.table.name)
        with pytest.raises(ValueError, match="read-only"):
            rows[...] = 0
    assert np.shares_memory(bwm.vertices, np.frombuffer(data, np.uint8))
    with pytest.raises(ValueError, match="read-only"):
        bwm.header["kind"] = 7


def test_empty_file_of_136_bytes() -> None:
    places = (0, 136, 0, 136, 136, 136, 136, 0, 136, 0, 0, 136, 0, 136, 0, 136)
    data = b"BWM V1.0" + struct.pack("<I", 1) + bytes(60) + struct.pack("<16I", *places)
    assert len(data) == 136
    bwm = parse_bwm(data)
    assert len(bwm.vertices) == len(bwm.faces) == len(bwm.nodes) == 0
    assert bwm.problems == ()
    assert bwm.to_bytes() == data


@pytest.mark.parametrize("cut", [0, 1, 8, 135, 136, 150, -1])
def test_truncated(cut: int) -> None:
    data = square_wok().to_bytes()
    with pytest.raises(FormatError) as caught:
        parse_bwm(data[:cut], "room.wok")
    assert str(caught.value).startswith("room.wok: ")
    assert caught.value.section
    assert caught.value.offset is not None


@pytest.mark.parametrize("magic", [b"BWM V1.1", b"bwm v1.0", b"MDL V1.0", b"node aab"])
def test_wrong_magic(magic: bytes) -> None:
    data = magic + square_wok().to_bytes()[8:]
    with pytest.raises(FormatError, match="header at 0x0: this is no walkmesh: it starts with"):
        parse_bwm(data, "room.wok")


@pytest.mark.parametrize("field", [name for name in HEADER_FIELDS if name.endswith("_count")])
def test_count_of_four_billion_costs_nothing(field: str) -> None:
    data = patched(square_wok().to_bytes(), **{field: 2**32 - 1})
    tracemalloc.start()
    with pytest.raises(FormatError, match=r"4,294,967,295 rows of \d+ bytes end at 0x"):
        parse_bwm(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000


@pytest.mark.parametrize("field", [name for name in HEADER_FIELDS if name.endswith("_offset")])
def test_offset_outside_the_file(field: str) -> None:
    data = square_wok().to_bytes()
    with pytest.raises(FormatError, match="the file ends at") as caught:
        parse_bwm(patched(data, **{field: len(data)}))
    assert caught.value.offset == len(data)


@pytest.mark.parametrize("offset", [0, 136, 2**32 - 1])
@pytest.mark.parametrize("table", ["node", "adjacency", "edge", "loop"])
def test_offset_of_an_empty_table_means_nothing_and_is_kept(table: str, offset: int) -> None:
    data = patched(square_pwk().to_bytes(), **{f"{table}_offset": offset})
    bwm = parse_bwm(data)
    assert bwm.problems == ()
    assert bwm.to_bytes() == data


def test_trailing_bytes_are_kept_and_reported() -> None:
    data = square_wok().to_bytes() + b"made by a tool\0"
    bwm = parse_bwm(data)
    assert bwm.to_bytes() == data
    assert [str(problem) for problem in bwm.problems] == [
        f"trailing bytes at 0x{len(data) - 15:x}: 15 bytes behind the last table"
    ]


def test_overlapping_tables_are_read_and_reported() -> None:
    whole = square_wok()
    start = int(whole.header["normal_offset"])
    data = patched(whole.to_bytes(), distance_offset=start)
    bwm = parse_bwm(data)
    assert bwm.to_bytes() == data
    assert any(p.section in ("distances", "normals") and "overlaps" in p.text for p in bwm.problems)


def test_table_over_the_header_is_reported() -> None:
    data = patched(square_wok().to_bytes(), loop_offset=0x20)
    bwm = parse_bwm(data)
    assert bwm.to_bytes() == data
    assert any(p.section == "loops" and "overlaps header" in p.text for p in bwm.problems)


def test_gap_and_order_are_reported_and_kept() -> None:
    """The loops moved to the end behind four bytes that belong to nobody."""
    square = square_wok().to_bytes()
    data = patched(square + b"\xde\xad\xbe\xef" + square[-4:], loop_offset=len(square) + 4)
    bwm = parse_bwm(data)
    assert bwm.loops.tolist() == [4]
    assert bwm.to_bytes() == data
    assert [p.text for p in bwm.problems] == ["8 unused bytes before loops"]
    swapped = patched(square, material_offset=int(bwm.header["distance_offset"]))
    swapped = patched(swapped, distance_offset=int(bwm.header["material_offset"]))
    problems = [p.text for p in parse_bwm(swapped).problems]
    assert any("stands before" in text for text in problems)
    assert parse_bwm(swapped).to_bytes() == swapped


def test_unknown_kind_is_reported() -> None:
    data = patched(square_wok().to_bytes(), kind=2)
    assert [p.offset for p in parse_bwm(data).problems] == [8]
    assert parse_bwm(data).to_bytes() == data


def test_junk_values_survive() -> None:
    """NaN and infinite coordinates, wild indices and materials, junk in 0x6C."""
    data = bytearray(patched(square_wok().to_bytes(), unknown_6c=0x3F800000))
    data[136:140] = struct.pack("<I", 0x7FC00001)  # a NaN with a payload
    data[140:144] = struct.pack("<f", float("inf"))
    start = struct.unpack_from("<I", data, HEADER_FIELDS["face_offset"])[0]
    data[start : start + 4] = b"\xff\xff\xff\xff"
    start = struct.unpack_from("<I", data, HEADER_FIELDS["material_offset"])[0]
    data[start : start + 4] = struct.pack("<I", 9999)
    bwm = parse_bwm(bytes(data))
    assert bwm.to_bytes() == bytes(data)
    assert bwm.faces[0, 0] == 2**32 - 1
    assert bwm.materials[0] == 9999


def _seeds() -> list[bytes]:
    built = [square_wok().to_bytes(), square_pwk().to_bytes()]
    return built + [
        path.read_bytes() for path in corpus_files("wok/bioware/m10aa_09a.wok", "pwk/*.pwk")
    ]


SEEDS = _seeds()


@given(st.data())
def test_mutated_files_never_surprise(draw: st.DataObject) -> None:
    data = bytearray(draw.draw(st.sampled_from(SEEDS)))
    for _ in range(draw.draw(st.integers(1, 4))):
        place = draw.draw(st.one_of(st.integers(0, 135), st.integers(0, len(data) - 1)))
        data[place] = draw.draw(st.integers(0, 255))
    end = draw.draw(st.one_of(st.just(len(data)), st.integers(0, len(data))))
    mutated = bytes(data[:end])
    try:
        bwm = parse_bwm(mutated, "x.wok")
    except FormatError as error:
        assert error.source == "x.wok"
        assert error.section
    else:
        assert bwm.to_bytes() == mutated


@given(st.binary(max_size=300))
def test_random_bytes_behind_the_magic(tail: bytes) -> None:
    data = b"BWM V1.0" + tail
    try:
        assert parse_bwm(data).to_bytes() == data
    except FormatError as error:
        assert error.section
