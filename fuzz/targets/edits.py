"""A file of edits, read and applied to the station."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import kotorlevel as kl
from kotorlevel.repair.edits.log import apply_one
from kotorlevel.repair.edits.operation import OPERATIONS
from target import Target
from targets.station import station, station_folder


def edit(data: bytes) -> None:
    """A file of edits, read and applied to the station; then written."""
    operations = kl.read_edits(data)
    area = station()
    for number, operation in enumerate(operations[:8], 1):
        area = apply_one(area, operation, station_folder(), number).area
    for room in area.rooms:
        if room.mesh is not None:
            room.mesh.to_bytes()
    area.layout.to_bytes()


def edit_seeds() -> Iterator[bytes]:
    """Every operation once, with plain arguments."""
    room = "station_hall"
    values: dict[str, Any] = {
        "int": 1, "str": room, "float": 1.0, "bool": True, "int | str": room,
        "Vector": [1.0, 2.0, 0.0], "Numbers": [0, 1], "Places": [[1.0, 2.0, 0.0]], "Names": [room],
    }  # fmt: skip
    for name, kind in OPERATIONS.items():
        document: dict[str, Any] = {"op": name}
        for each in fields(kind):
            given = str(each.type).replace(" | None", "")
            document[each.name] = values.get(given, room)
        for each in ("material", "surface"):
            if each in document:
                document[each] = 4
        yield json.dumps({"format": "kotorlevel-edits", "edits": [document]}).encode()


TARGETS = {
    "edits": Target(
        edit,
        edit_seeds,
        largest=300,
        seconds=20.0,
    ),
}
"""Name → target."""
