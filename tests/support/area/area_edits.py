"""Areas that were edited, and a disk on which writing fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kotorlevel.area.area import Area
from kotorlevel.area.write import Written, list_changes

HALL, RAMP, STORE = "station_hall", "station_ramp", "station_store"


def raised(area: Area, *names: str) -> Area:
    """The area with some rooms one metre higher."""
    for name in names:
        mesh = area.room(name).mesh
        assert mesh is not None
        area = area.with_mesh(name, mesh.translated((0, 0, 1)))
    return area


def names_of(area: Area) -> list[str]:
    return [change.filename for change in list_changes(area)]


def paths_of(written: list[Written]) -> list[Path]:
    return [each.path for each in written]


def fail_at(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """The file of that number, from 1, is not put in its place; all others are."""
    import os

    count = 0
    real = os.replace

    def replaced(source: Any, target: Any) -> None:
        nonlocal count
        count += 1
        if count == number:
            raise OSError("disk full")
        real(source, target)

    monkeypatch.setattr(os, "replace", replaced)
