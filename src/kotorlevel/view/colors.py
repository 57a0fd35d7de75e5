"""Colours of rooms and severities, and how they are mixed; of surfaces see `mesh.colors`.

Chosen so that neighbours in a legend also differ in lightness: they stay apart for people who do
not see red and green, and on a grey print.
"""

from __future__ import annotations

from typing import Literal

Severity = Literal["error", "warning", "info"]

_ROOMS = (
    "#3b6fb6",
    "#e08a1e",
    "#2f9e77",
    "#b8478f",
    "#7a5cc2",
    "#c9a400",
    "#c8503c",
    "#3aa6c4",
    "#6f8f2a",
    "#8a5a3c",
    "#d77fb0",
    "#5a6472",
)

SEVERITIES: dict[Severity, str] = {"error": "#d1293d", "warning": "#c77700", "info": "#2e6fb7"}
"""Dark enough for white figures on them."""


def room_color(index: int) -> str:
    """The colour of a room; neighbours in the layout differ."""
    return _ROOMS[index % len(_ROOMS)]


def mix(color: str, other: str, share: float) -> str:
    """``color`` with a ``share`` (0 to 1) of ``other`` in it; both as ``#rrggbb``."""
    pairs = zip(channels(color), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def channels(color: str) -> tuple[int, int, int]:
    """Red, green and blue from 0 to 255 of ``#rrggbb``."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
