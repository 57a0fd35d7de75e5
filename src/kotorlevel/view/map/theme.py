"""The colours of a map, light or dark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kotorlevel.view.colors import mix

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
