"""What several targets share: the sample files, and what holds for all readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from support.mesh.json_samples import make_samples
from support.sample_area import station_files

Seeds = Callable[[], Iterator[bytes]]


def check_problems(problems: Any) -> None:
    """Problems are texts for people, of one line each."""
    for problem in problems:
        assert str(problem).isprintable(), "a problem is not printable"


def samples(*endings: str) -> Seeds:
    """The sample files and those of the station with these extensions."""

    def made() -> Iterator[bytes]:
        everything = dict(make_samples())
        for files in station_files().values():
            everything |= files
        yield from (data for name, data in everything.items() if name.endswith(endings))

    return made
