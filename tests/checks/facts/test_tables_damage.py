"""Random damage to sound tables: found or harmless, never a crash, never an endless loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

import kotorlevel as kl
from kotorlevel.checks.options import Options
from kotorlevel.checks.run import check
from kotorlevel.formats.bwm import Bwm, read_bwm
from kotorlevel.formats.bwm.tables import HEADER, SLOTS
from support.builders import square_wok
from support.cases.tables_shapes import room, with_tables
from support.corpus import corpus_files, each_corpus_file
from support.meshes import rooms

FLIPS = 30


TABLE_RULES = Options(select=("BWM", "DRV"))


def findings(data: bytes, options: Options | None = None) -> set[str]:
    """The rules that found something; the check must be quick, whatever is in the file."""
    report = check(data, options, name="x.wok")
    return {finding.rule for finding in report.findings}


def table_findings(bwm: Bwm) -> set[str]:
    return findings(bwm.to_bytes(), TABLE_RULES)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("build", [square_wok, room])
@pytest.mark.parametrize("table", ["header", *(slot.table.name for slot in SLOTS)])
def test_flipped_bits_never_crash(build: Callable[[], Bwm], table: str) -> None:
    bwm = build()
    data = bwm.to_bytes()
    start, size = 0, HEADER.dtype.itemsize
    for slot in SLOTS:
        if slot.table.name == table:
            start, size = int(bwm.header[slot.offset]), getattr(bwm, table).nbytes
    random = np.random.default_rng([len(data), start])
    for _ in range(FLIPS):
        damaged = bytearray(data)
        for bit in random.integers(8 * size, size=random.integers(1, 4)).tolist():
            damaged[start + bit // 8] ^= 1 << bit % 8
        findings(bytes(damaged))


ODD_FLOATS = (0x7FA00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0x7F7FFFFF, 0x00000001, 0x80000000)
"""NaN that signals, NaN, both infinities, the largest and the smallest number, minus zero."""


@pytest.mark.parametrize("table", ["vertices", "normals", "distances", "nodes"])
@pytest.mark.parametrize("bits", ODD_FLOATS, ids=hex)
def test_odd_numbers_never_crash(table: str, bits: int) -> None:
    bwm = room()
    rows = getattr(bwm, table).copy()
    flat = rows.reshape(-1).view(np.uint32)
    for step in (1, 2, 7):
        flat[::step] = bits
        findings(with_tables(bwm, **{table: rows}).to_bytes())


@pytest.mark.parametrize("table", [slot.table.name for slot in SLOTS])
def test_missing_tables_never_crash(table: str) -> None:
    bwm = room()
    if table in ("faces", "materials", "normals", "distances"):
        gone = dict.fromkeys(("faces", "materials", "normals", "distances"))
        assert table_findings(with_tables(bwm, **gone))
    else:
        assert table_findings(with_tables(bwm, **{table: None}))


def sound_files() -> list[Bwm]:
    return [square_wok(), room(), *map(read_bwm, corpus_files("wok/bioware/*.wok")[:3])]


def other(random: np.random.Generator, value: int, high: int, signed: bool) -> int:
    """A number that is not ``value``: mostly one that could be right, sometimes an extreme one."""
    choices = {*random.integers(0, high + 1, size=8).tolist(), high, 2**31 - 1}
    if signed:
        choices |= {-1, -2, -(2**31)}
    return int(random.choice(sorted(choices - {value})))


def damaged_columns(bwm: Bwm, random: np.random.Generator) -> Iterator[tuple[str, Bwm]]:
    """The file with one number changed, for many rows of each table that can be derived."""
    for table, column, high in (
        ("adjacency", "", 3 * len(bwm.adjacency)),
        ("edges", "edge", 3 * len(bwm.faces)),
        ("nodes", "left", len(bwm.nodes)),
        ("nodes", "right", len(bwm.nodes)),
        ("nodes", "face", len(bwm.faces)),
        ("loops", "", len(bwm.edges)),
    ):
        for row in random.permutation(getattr(bwm, table).size)[:25].tolist():
            rows = getattr(bwm, table).copy()
            values = (rows[column] if column else rows).reshape(-1)
            value = int(values[row])
            values[row] = other(random, value, high, signed=table != "loops")
            what = f"{table} {column} {row}: {value} → {values[row]}"
            yield what, with_tables(bwm, **{table: rows})


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", range(len(sound_files())))
def test_a_changed_number_is_always_found(number: int) -> None:
    bwm = sound_files()[number]
    assert table_findings(bwm) == set()
    for what, damaged in damaged_columns(bwm, np.random.default_rng(number)):
        assert table_findings(damaged), what


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", range(len(sound_files())))
def test_a_zeroed_normal_and_a_moved_plane_are_always_found(number: int) -> None:
    bwm = sound_files()[number]
    crosses = np.cross(*np.diff(bwm.vertices[bwm.faces].astype(float), axis=1).transpose(1, 0, 2))
    # m10aa_03a has a face without area.
    for face in np.flatnonzero(crosses.any(axis=1))[:60].tolist():
        normals, distances = bwm.normals.copy(), bwm.distances.copy()
        normals[face] = 0
        distances[face] += 0.1
        assert table_findings(with_tables(bwm, normals=normals)) == {"DRV001"}
        assert table_findings(with_tables(bwm, distances=distances)) == {"DRV002"}


def test_a_long_chain_of_nodes_ends() -> None:
    bwm = room()
    nodes = np.tile(bwm.nodes[:1], 20_001)
    nodes["face"][1::2] = nodes["face"][-1] = 0
    inner = np.arange(0, len(nodes) - 1, 2)
    nodes["left"], nodes["right"] = -1, -1
    nodes["left"][inner], nodes["right"][inner] = inner + 1, inner + 2
    assert "BWM007" in findings(with_tables(bwm, nodes=nodes).to_bytes())


@given(rooms())
def test_derived_tables_are_sound(mesh: kl.Walkmesh) -> None:
    assert table_findings(mesh.to_bwm()) == set()


@given(
    st.lists(st.tuples(*[st.integers(0, 6)] * 3), min_size=1, max_size=30),
    st.sampled_from([0.0, 1e3, 1e6]),
    st.sampled_from([1e-3, 1.0, 1e4]),
)
def test_derived_tables_of_tangled_faces_are_sound(
    faces: list[tuple[int, int, int]], shift: float, scale: float
) -> None:
    """Sides with many owners, faces with a repeated corner, slivers far from the origin."""
    vertices = [(shift + scale * i, scale * (i * i % 5), scale * (i % 3)) for i in range(7)]
    mesh = kl.Walkmesh.from_arrays(vertices, faces, [4] * len(faces))
    assert table_findings(mesh.to_bwm()) == set()


@each_corpus_file("wok/*/*.wok", "pwk/*.pwk")
def test_nothing_is_left_after_a_rebuild(path: Path) -> None:
    assert table_findings(kl.read_walkmesh(path).rebuilt().to_bwm()) == set()
