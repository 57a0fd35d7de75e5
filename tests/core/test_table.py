"""A declared table gives its NumPy type and its plain form."""

from __future__ import annotations

import json

import numpy as np

from kotorlevel.core.table import Field, Table

NODES = Table(
    "nodes",
    "boxes",
    (
        Field("magic", "S4", "letters"),
        Field("box", "<f4", "corner", (3,)),
        Field("face", "<i4", "number"),
    ),
)
MATERIALS = Table("materials", "numbers", (Field("material", "<u4", "row"),))
VERTICES = Table("vertices", "points", (Field("point", "<f4", "x, y, z", (3,)),))


def test_one_field_is_a_plain_array() -> None:
    assert MATERIALS.dtype == np.dtype("<u4")
    assert VERTICES.dtype.itemsize == 12
    assert np.frombuffer(bytes(24), VERTICES.dtype).shape == (2, 3)
    assert VERTICES.record.names == ("point",)


def test_several_fields_are_packed_records() -> None:
    assert NODES.dtype.names == ("magic", "box", "face")
    assert NODES.dtype.itemsize == 4 + 12 + 4
    assert NODES.dtype.fields is not None
    assert NODES.dtype.fields["face"][1] == 16
    assert NODES.dtype == NODES.record


def test_dump_of_plain_arrays() -> None:
    assert MATERIALS.dump(np.array([1, 7], "<u4")) == [1, 7]
    assert VERTICES.dump(np.array([[1, 2, 3]], "<f4")) == [[1.0, 2.0, 3.0]]
    assert VERTICES.dump(np.empty((0, 3), "<f4")) == []


def test_dump_of_records_can_be_json() -> None:
    rows = np.zeros(1, NODES.dtype)
    rows["magic"] = b"a\xe9"
    rows["box"] = (np.nan, -np.inf, 0.5)
    rows["face"] = -1
    expected = [{"magic": "aé", "box": ["nan", "-inf", 0.5], "face": -1}]
    assert NODES.dump(rows) == expected
    assert json.loads(json.dumps(NODES.dump(rows), allow_nan=False)) == expected
    assert NODES.dump_row(rows[0]) == expected[0]
