"""`draw_conflicts`: what two versions of an area disagree about, each side on a map of its own.

A's level and B's have the same scale, so that a place is at the same spot of both panels. Every
conflict has its number on both: a disc where that side has the thing, and a ring where the other
side has it, if that is elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of
from kotorlevel.view.colors import THEMES, Theme, ThemeName
from kotorlevel.view.map.conflict_list import MARGIN, SIDES, draw_conflict_list
from kotorlevel.view.map.findings import draw_marks, place_marks
from kotorlevel.view.map.floor import MapFaces, draw_floor, draw_walls
from kotorlevel.view.map.labels import Crowd, Tag, draw_tags, place_tags
from kotorlevel.view.map.links import draw_links, find_doorways
from kotorlevel.view.map.marks import draw_entry, draw_things, find_things
from kotorlevel.view.map.page import DRAWN_FOR, LEAST_WIDTH, MOST_WIDTH
from kotorlevel.view.map.png import load_pillow, write_png
from kotorlevel.view.map.scale import Box, Projection, draw_grid, draw_scale, fit
from kotorlevel.view.map.shapes import (
    Dot,
    Drawing,
    Layer,
    Lines,
    Shape,
    Words,
    cut_text,
    line,
    rectangle,
)
from kotorlevel.view.map.svg import write_svg
from kotorlevel.view.scene.scene import build_scene

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.edit.merge.three_way import Conflict
    from kotorlevel.core.types import Vector
    from kotorlevel.view.scene.scene import Scene

_GROWTH = 0.75
_HEADER, _GAP, _PADDING = 128, 30, 56
_WIDE = 1.5
"""Levels that are this much wider than high stand below each other."""
_ELSEWHERE = 0.25
"""Metres between the places of both sides that are told apart."""
_OF_ROOM = ("position", "walkmesh", "position and walkmesh", "stored tables", "room", "name")
"""Conflicts about a whole room, whose outline is drawn."""
_RING = 12
"""Pixels: the radius of the rings."""
_AS: dict[str, str] = {"a": "info", "b": "warning"}
"""Marks are drawn as those of findings: A's in blue, B's in amber."""


@overload
def draw_conflicts(
    conflicts: Sequence[Conflict], a: Area, b: Area, *, format: Literal["svg"] = "svg",
    theme: ThemeName = "light", width: int = DRAWN_FOR, names: tuple[str, str] = ("", ""),
) -> str: ...  # fmt: skip
@overload
def draw_conflicts(
    conflicts: Sequence[Conflict], a: Area, b: Area, *, format: Literal["png"],
    theme: ThemeName = "light", width: int = DRAWN_FOR, names: tuple[str, str] = ("", ""),
) -> bytes: ...  # fmt: skip
def draw_conflicts(
    conflicts: Sequence[Conflict],
    a: Area,
    b: Area,
    *,
    format: Literal["svg", "png"] = "svg",  # noqa: A002
    theme: ThemeName = "light",
    width: int = DRAWN_FOR,
    names: tuple[str, str] = ("", ""),
) -> str | bytes:
    """Both sides of a merge from above, with the conflicts numbered as in the list below.

    The text of an SVG file, or the bytes of a PNG, which needs Pillow. ``names`` are what A and B
    are called. Raises `ValueError` for a width or a theme that makes no map, and
    `PillowMissingError`::

        try:
            kl.merge_areas(a, b, base)
        except kl.ConflictError as error:
            Path("conflicts.svg").write_text(kl.draw_conflicts(error.conflicts, a, b), "utf-8")
    """
    if format not in ("svg", "png"):
        raise ValueError(f"a map is svg or png, not {format!r}")
    if format == "png":
        load_pillow()
    if not LEAST_WIDTH <= width <= MOST_WIDTH:
        raise ValueError(f"a map is {LEAST_WIDTH} to {MOST_WIDTH:,} pixels wide, not {width}")
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}; there are {', '.join(THEMES)}")
    page = _Page(conflicts, THEMES[theme], (width / DRAWN_FOR) ** _GROWTH, width)
    drawing = page.draw((build_scene(a), build_scene(b)), a.name, names)
    return write_svg(drawing) if format == "svg" else write_png(drawing)


@dataclass(frozen=True, eq=False)
class _Page:
    """What all parts of the picture need."""

    conflicts: Sequence[Conflict]
    theme: Theme
    unit: float
    width: int

    def draw(self, scenes: tuple[Scene, Scene], title: str, names: tuple[str, str]) -> Drawing:
        """The drawing: both sides, and the list below them."""
        unit, theme = self.unit, self.theme
        faces = tuple(MapFaces(scene) for scene in scenes)
        bounds = _bounds(faces, self.conflicts)
        panels = self._panels(bounds)
        layers = [self._title(title)]
        for side, scene, own, panel, name in zip("ab", scenes, faces, panels, names, strict=True):
            projection = fit(bounds, panel, _PADDING * unit)
            if side == "a":
                right = self.width - MARGIN * unit
                layers.append(draw_scale(projection, right, 72 * unit, theme, unit))
            drawn = [
                *self._side(side, scene, own, panel, projection),
                self._caption(side, panel, name),
            ]
            layers += [replace(layer, name=f"{layer.name}-{side}") for layer in drawn]
        bottom = max(panel.y + panel.height for panel in panels)
        listed, bottom = draw_conflict_list(
            self.conflicts, self.width, bottom + 40 * unit, theme, unit
        )
        layers.append(listed)
        height = round(bottom + 30 * unit)
        shown = tuple(layer for layer in layers if layer.shapes)
        return Drawing(self.width, height, theme.page, printable(title) or "conflicts", shown)

    def _title(self, title: str) -> Layer:
        unit, x = self.unit, MARGIN * self.unit
        number = count_of(len(self.conflicts), "conflict")
        shown = cut_text(printable(title) or "area", 42 * unit, self.width - 560 * unit)
        about = "a disc: what this side has;  a ring: where the other side has it"
        return Layer(
            "title",
            (
                Words(x, 64 * unit, shown, 42 * unit, self.theme.ink, bold=True),
                Words(x, 102 * unit, f"{number}  ·  {about}", 21 * unit, self.theme.muted),
            ),
        )

    def _panels(self, bounds: dict[str, Any]) -> tuple[Box, Box]:
        """Two panels of one size: beside each other, or below for levels that are wide."""
        unit = self.unit
        across, up = (max(bounds["max"][i] - bounds["min"][i], 2.0) for i in (0, 1))
        inner, below = self.width - 2 * MARGIN * unit, across / up >= _WIDE
        width = inner if below else (inner - _GAP * unit) / 2
        wanted = (width - 2 * _PADDING * unit) * up / across + 2 * _PADDING * unit
        height = min(max(wanted, 320 * unit), 1100 * unit)
        first = Box(MARGIN * unit, _HEADER * unit, width, height)
        if below:
            return first, Box(first.x, first.y + height + _GAP * unit, width, height)
        return first, Box(first.x + width + _GAP * unit, first.y, width, height)

    def _caption(self, side: str, panel: Box, name: str) -> Layer:
        unit, color = self.unit, SIDES[side]
        size = 22 * unit
        x, y = panel.x + 24 * unit, panel.y + 26 * unit
        text = cut_text(printable(name), size, panel.width - 90 * unit)
        halo = self.theme.panel
        return Layer(
            "caption",
            (
                Dot(x, y, 15 * unit, color),
                Words(x, y + 7 * unit, side.upper(), 20 * unit, "#ffffff", "middle", bold=True),
                Words(
                    x + 26 * unit, y + 7 * unit, text, size, self.theme.ink, bold=True, halo=halo
                ),
            ),
        )

    # One side

    def _side(
        self, side: str, scene: Scene, faces: MapFaces, panel: Box, projection: Projection
    ) -> list[Layer]:
        """A level with the conflicts on it, from the lowest layer to the highest."""
        theme, unit = self.theme, self.unit
        back = rectangle(panel.x, panel.y, panel.width, panel.height, theme.panel)
        layers = [Layer("panel", (back,)), draw_grid(projection, panel, theme, unit)]
        crowd = Crowd(80 * unit)
        crowd.add(Box(panel.x, panel.y, panel.width, 48 * unit))
        for each in self._others(side):
            x, y = projection.place([*each])
            reach = _RING * unit
            crowd.add(Box(x - reach, y - reach, 2 * reach, 2 * reach))
        marks = self._marks(side)
        placed = place_marks(marks, projection, crowd, panel, unit)
        if faces.drawn.any():
            things = find_things(scene, projection, panel.grown(-6 * unit))
            tags = place_tags(self._tags(scene, projection), crowd, panel.grown(-6 * unit))
            layers += [
                draw_floor(faces, projection, theme),
                draw_walls(faces, projection, theme, unit),
                draw_links(find_doorways(scene, projection), theme, unit),
                draw_things(things, theme, unit),
                draw_entry(things, theme, unit),
                self._rooms(side, faces, projection),
                Layer("names", tuple(draw_tags(tags, theme, unit))),
            ]
        layers.append(self._elsewhere(side, projection))
        layers.append(draw_marks(marks, placed, projection, theme, unit))
        return layers

    def _marks(self, side: str) -> list[dict[str, Any]]:
        """The conflicts as marks: where this side has the thing."""
        places = [each.at_a if side == "a" else each.at_b for each in self.conflicts]
        return [
            {"number": number, "severity": _AS[side], "at": None if at is None else [*at]}
            for number, at in enumerate(places, 1)
            if at is not None
        ]

    def _others(self, side: str) -> dict[Vector, Vector | None]:
        """Where the other side has things, if not where this one has them → where that is."""
        pairs = ((each.at_a, each.at_b) for each in self.conflicts)
        return {
            there: here
            for here, there in (pair if side == "a" else pair[::-1] for pair in pairs)
            if there is not None and (here is None or math.dist(here[:2], there[:2]) >= _ELSEWHERE)
        }

    def _elsewhere(self, side: str, projection: Projection) -> Layer:
        """Rings where the other side has what this one has not, or elsewhere; and the way there."""
        unit, color = self.unit, SIDES["b" if side == "a" else "a"]
        shapes: list[Shape] = []
        for there, here in self._others(side).items():
            end = projection.place([*there])
            if here is not None:
                start = projection.place([*here])
                shapes.append(line([start, end], color, 2.5 * unit, 9 * unit))
            shapes.append(_ring(*end, _RING * unit, color, 4 * unit))
        return Layer("elsewhere", tuple(shapes))

    def _rooms(self, side: str, faces: MapFaces, projection: Projection) -> Layer:
        """The outlines of rooms that a conflict is about as a whole."""
        shapes: list[Shape] = []
        named = {each.room for each in self.conflicts if each.room and each.kind in _OF_ROOM}
        for room in faces.scene.document["rooms"]:
            if any(same_name(room["name"], name) for name in named):
                first, count = room["faces"]
                runs = _outline(faces.faces[first : first + count], faces, projection)
                if runs:
                    shapes.append(Lines(runs, SIDES[side], 6 * self.unit))
        return Layer("rooms", tuple(shapes))

    def _tags(self, scene: Scene, projection: Projection) -> list[Tag]:
        rooms = sorted(scene.document["rooms"], key=lambda room: -room["faces"][1])
        return [
            Tag(
                printable(room["name"], 24), *projection.place(room["label"]), 17 * self.unit,
                self.theme.ink, bold=True,
            )
            for room in rooms
            if room["label"] is not None
        ]  # fmt: skip


def _bounds(faces: Sequence[MapFaces], conflicts: Sequence[Conflict]) -> dict[str, Any]:
    """What both panels show: all rooms of both sides, and every place of a conflict."""
    points = [each.corners[each.drawn].reshape(-1, 3) for each in faces]
    places = [at for each in conflicts for at in (each.at_a, each.at_b) if at is not None]
    floor = np.concatenate(points)
    near = np.array(places, np.float64).reshape(-1, 3)
    if len(floor) and len(near):  # one that is absurdly far off must not shrink the level
        low, high = floor.min(axis=0), floor.max(axis=0)
        reach = (high - low).max()
        near = near[
            ((near[:, :2] > low[:2] - reach) & (near[:, :2] < high[:2] + reach)).all(axis=1)
        ]
    joined = np.concatenate([floor, near])
    if not len(joined):
        joined = np.zeros((1, 3))
    return {"min": joined.min(axis=0).tolist(), "max": joined.max(axis=0).tolist()}


def _ring(x: float, y: float, radius: float, color: str, width: float) -> Lines:
    turn = np.linspace(0.0, math.tau, 33)
    run = np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn)], axis=1)
    return Lines((run,), color, width)


def _outline(
    corners: NDArray[np.int64], faces: MapFaces, projection: Projection
) -> tuple[NDArray[np.float64], ...]:
    """The edges of some faces that belong to one of them alone, in the plan."""
    edges = np.stack([corners, np.roll(corners, -1, axis=1)], axis=2).reshape(-1, 2)
    _, places, counts = np.unique(
        np.sort(edges, axis=1), axis=0, return_index=True, return_counts=True
    )
    points = faces.scene.array("vertices").astype(np.float64)[edges[places[counts == 1]]]
    return tuple(projection(points))
