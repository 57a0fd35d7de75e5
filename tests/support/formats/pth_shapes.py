"""Path points made in code."""

from __future__ import annotations

from collections.abc import Sequence

from kotorlevel.formats.gff import Gff, GffType, Struct


def pth_gff(
    points: Sequence[tuple[float, float, int, int]] = ((0.0, 1.0, 1, 0), (2.0, 3.0, 1, 1)),
    destinations: Sequence[int] = (1, 0),
) -> Gff:
    """A file of points (x, y, count, first connection) and destinations, right or wrong."""
    return Gff(
        "PTH ",
        Struct(
            [
                ("Path_Points", GffType.LIST, [point(*numbers) for numbers in points]),
                ("Path_Conections", GffType.LIST, [connection(end) for end in destinations]),
            ]
        ),
    )


def point(x: float, y: float, count: int, first: int) -> Struct:
    """A point's struct."""
    fields = [
        ("Conections", GffType.DWORD, count),
        ("First_Conection", GffType.DWORD, first),
        ("X", GffType.FLOAT, x),
        ("Y", GffType.FLOAT, y),
    ]
    return Struct(fields, 2)


def connection(end: int) -> Struct:
    """A connection's struct."""
    return Struct([("Destination", GffType.DWORD, end)], 3)
