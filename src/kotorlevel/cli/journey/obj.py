"""A path as a Wavefront OBJ: its points, and one line through them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.cli.journey.find import PathReport


def format_obj(report: PathReport) -> bytes:
    """The text of the file: metres, z up, as in the game."""
    points = report.path.points.tolist()
    first, last = (printable(place.word, 200) for place in (report.start, report.goal))
    lines = [
        f"# path in {printable(report.source.name)} from {first} to {last}, metres, z up",
        "o path",
        *(f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in points),
        # A line has two ends, also where both are the same point.
        f"l {' '.join(map(str, range(1, len(points) + 1)))}{' 1' if len(points) == 1 else ''}",
    ]
    return "".join(f"{line}\n" for line in lines).encode()
