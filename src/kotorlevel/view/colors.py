"""Colours of rooms and severities, the themes of maps, and how colours are mixed.

Chosen so that neighbours in a legend also differ in lightness: they stay apart for people who do
not see red and green, and on a grey print.
"""

from dataclasses import dataclass
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


ThemeName = Literal["light", "dark"]


@dataclass(frozen=True)
class Theme:
    """``page`` is behind everything, ``panel`` behind the floor; ``ink`` is for words and walls.

    ``dim`` is how much of the panel is mixed into the colours of floors, ``faint`` the same for
    faces that nobody walks on.
    """

    page: str
    panel: str
    grid: str
    ink: str
    muted: str
    wall: str
    door: str
    path: str
    entry: str
    dim: float
    faint: float

    def floor(self, color: str, walkable: bool, shade: float) -> str:
        """The colour of a face: ``shade`` from -1, darkest, to 1, brightest."""
        base = mix(color, self.panel, self.dim if walkable else self.faint)
        return mix(base, "#ffffff" if shade > 0 else "#000000", abs(shade) * 0.42)


THEMES: dict[ThemeName, Theme] = {
    "light": Theme(
        page="#ffffff",
        panel="#f3f2ee",
        grid="#e2e0d9",
        ink="#1d2026",
        muted="#6a6f7a",
        wall="#2a2d35",
        door="#b8860b",
        path="#d81b8c",
        entry="#1a8f4c",
        dim=0.12,
        faint=0.42,
    ),
    "dark": Theme(
        page="#15171c",
        panel="#1d2027",
        grid="#2b2f38",
        ink="#eceef2",
        muted="#9aa1ad",
        wall="#f0f1f4",
        door="#f2c14e",
        path="#ff5fb8",
        entry="#3ecf7d",
        dim=0.34,
        faint=0.6,
    ),
}
