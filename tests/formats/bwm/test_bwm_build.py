"""New walkmeshes in the strict shape of the games."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.bwm import build_bwm, parse_bwm, read_bwm
from kotorlevel.formats.bwm.tables import SLOTS
from support.builders import HEADER_FIELDS, square_pwk, square_tables, square_wok
from support.corpus import corpus_files, needs_corpus


def test_tables_are_packed_in_order() -> None:
    data = square_wok().to_bytes()
    sizes = [4 * 12, 2 * 12, 2 * 4, 2 * 12, 2 * 4, 3 * 44, 2 * 12, 4 * 8, 4]
    starts = np.cumsum([136, *sizes])
    assert len(data) == starts[-1]
    names = [slot.offset for slot in SLOTS]
    stored = [struct.unpack_from("<I", data, HEADER_FIELDS[name])[0] for name in names]
    assert stored == starts[:-1].tolist()
    assert parse_bwm(data).problems == ()


def test_everything_given_is_stored() -> None:
    tables = square_tables()
    bwm = parse_bwm(square_wok().to_bytes())
    for name, rows in tables.items():
        stored = getattr(bwm, name)
        assert stored.tobytes() == np.asarray(rows, stored.dtype).tobytes(), name
    assert bwm.header["position"].tolist() == [5, 6, 7]
    pwk = parse_bwm(square_pwk().to_bytes())
    assert pwk.kind == 0
    assert pwk.header["relative_hooks"].tolist() == [[0.5, -1, 0], [0.5, 3, 0]]
    assert pwk.header["absolute_hooks"].tolist() == [[1.5, 1, 3], [1.5, 5, 3]]


def test_empty_tables_follow_the_games() -> None:
    def offsets(data: bytes) -> list[int]:
        return [
            struct.unpack_from("<I", data, HEADER_FIELDS[f"{name}_offset"])[0]
            for name in ("node", "adjacency", "edge", "loop")
        ]

    assert offsets(square_pwk().to_bytes()) == [0, 0, 0, 0]
    assert offsets(build_bwm(0, {}).to_bytes()) == [136] * 4
    empty = build_bwm(1, {}).to_bytes()
    assert len(empty) == 136
    assert offsets(empty) == [136] * 4
    tables = square_tables()
    flat = {
        name: tables[name] for name in ("vertices", "faces", "materials", "normals", "distances")
    }
    data = build_bwm(1, flat).to_bytes()
    assert offsets(data) == [len(data)] * 4


@needs_corpus
def test_real_files_are_what_we_would_build() -> None:
    """The header of every shipped file is that of its tables packed anew."""
    paths = corpus_files("wok/bioware/*.wok", "pwk/*.pwk")
    assert paths
    for path in paths:
        bwm = read_bwm(path)
        built = build_bwm(
            bwm.kind,
            {slot.table.name: getattr(bwm, slot.table.name) for slot in SLOTS},
            position=bwm.header["position"],
            relative_hooks=bwm.header["relative_hooks"],
            absolute_hooks=bwm.header["absolute_hooks"],
        )
        assert built.to_bytes() == path.read_bytes(), path.name


@pytest.mark.parametrize(
    ("change", "section"),
    [
        ({"materials": [1]}, "materials"),
        ({"normals": [(0, 0, 1)] * 3}, "normals"),
        ({"vertices": [(1, 2)]}, "vertices"),
        ({"faces": [(0, 1, -1), (0, 1, 2)]}, "faces"),
        ({"vertices": "abc"}, "vertices"),
    ],
)
def test_tables_that_do_not_fit(change: dict[str, Any], section: str) -> None:
    with pytest.raises(FormatError) as caught:
        build_bwm(1, {**square_tables(), **change})
    assert caught.value.section == section


def test_unknown_table() -> None:
    with pytest.raises(FormatError, match="no such table: perimeters"):
        build_bwm(1, {"perimeters": [1]})


@pytest.mark.parametrize(
    ("section", "rows"),
    [
        ("materials", np.array([4, 2**32 + 4])),
        ("faces", np.array([(0, 1, 2), (0, 2, 2**32 + 3)])),
        ("adjacency", np.array([(-1, -1, 2**31), (-1, -1, -1)])),
        ("loops", np.array([2**32 + 4])),
        ("edges", np.array([(2**32 + 5, -1)], [("edge", np.int64), ("transition", np.int64)])),
        ("edges", np.array([(0, 2**31)], [("edge", np.int64), ("transition", np.int64)])),
    ],
)
def test_a_number_too_large_for_its_field_never_wraps_around(section: str, rows: Any) -> None:
    with pytest.raises(FormatError) as caught:
        build_bwm(1, {**square_tables(), section: rows})
    assert caught.value.section == section
