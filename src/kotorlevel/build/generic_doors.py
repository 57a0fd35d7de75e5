"""The doors of a game by their width, so that one can be found for a doorway."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import EMPTY_NAME
from kotorlevel.formats.twoda import parse_2da
from kotorlevel.mesh.io import read_walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.install.lookup import Lookup

_WIDEST_GAP = 0.5
"""Metres by which a door may be narrower or wider than its doorway."""
_LARGEST_ROW = 255
"""A template has one byte for it."""


@dataclass(frozen=True)
class GenericDoor:
    """A row of ``genericdoors.2da``: its model, and how wide the closed door is, in metres."""

    row: int
    model: str
    width: float


class GenericDoors:
    """The doors of a game that have a walkmesh."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup

    @cached_property
    def doors(self) -> tuple[GenericDoor, ...]:
        """All of them, by row."""
        return tuple(self._read())

    def find_fit(self, width: float) -> GenericDoor | None:
        """The door whose width is nearest to that of a doorway, the first of several."""
        near = [each for each in self.doors if abs(each.width - width) <= _WIDEST_GAP]
        return min(near, key=lambda each: (abs(each.width - width), each.row), default=None)

    def _read(self) -> Iterator[GenericDoor]:
        resource = self._lookup.find("genericdoors", "2da")
        if resource is None:
            return
        table = parse_2da(resource.read(), resource.source)
        if not table.has_column("modelname"):
            return
        for row in range(min(len(table), _LARGEST_ROW + 1)):
            model = table.cell(row, "modelname")
            width = None if not model or model == EMPTY_NAME else self._width(model)
            if model and width:
                yield GenericDoor(row, model.lower(), width)

    def _width(self, model: str) -> float | None:
        """How wide the closed leaf is; a leaf stands along x (FACTS 9)."""
        resource = self._lookup.find(f"{model}0", "dwk")
        try:
            mesh = None if resource is None else read_walkmesh(resource.read())
        except FormatError:
            return None
        if mesh is None or not len(mesh.vertices) or not np.isfinite(mesh.vertices).all():
            return None
        return float(np.ptp(mesh.vertices[:, 0]))
