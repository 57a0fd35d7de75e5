"""`draw_changes`: what changed, on a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from kotorlevel.core.text import printable
from kotorlevel.mesh.colors import surface_color
from kotorlevel.view.changes.hatch import hatch
from kotorlevel.view.changes.marks import draw_list, draw_marks, list_legend, place_marks
from kotorlevel.view.changes.scene import build_changed_scene, scene_states
from kotorlevel.view.changes.shown import COLORS, STATES, State, versions_of
from kotorlevel.view.colors import THEMES, Theme, ThemeName, mix
from kotorlevel.view.map.floor import MapFaces, draw_floor, draw_walls
from kotorlevel.view.map.labels import Crowd, Tag, Walls, draw_tags, place_tags
from kotorlevel.view.map.legend import draw_rows
from kotorlevel.view.map.page import DRAWN_FOR, LEAST_WIDTH, MOST_WIDTH
from kotorlevel.view.map.png import load_pillow, write_png
from kotorlevel.view.map.scale import Box, Projection, draw_grid, draw_scale, fit
from kotorlevel.view.map.shapes import (
    Drawing,
    Fill,
    Layer,
    Lines,
    Shape,
    Words,
    cut_text,
    polygon,
    rectangle,
)
from kotorlevel.view.map.svg import write_svg

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.area.diff.values import Change, Diff
    from kotorlevel.core.types import Ints
    from kotorlevel.view.scene.scene import Scene

_MARGIN, _HEADER, _PADDING = 44, 128, 64
_ARROWS = 400
"""Moved vertices that get an arrow."""

_LONG_TITLE = 40
"""Letters of two paths that fit beside the scale."""


@overload
def draw_changes(
    diff: Diff,
    *,
    format: Literal["svg"] = "svg",
    theme: ThemeName = "light",
    width: int = DRAWN_FOR,
    listing: bool = True,
) -> str: ...
@overload
def draw_changes(
    diff: Diff,
    *,
    format: Literal["png"],
    theme: ThemeName = "light",
    width: int = DRAWN_FOR,
    listing: bool = True,
) -> bytes: ...
def draw_changes(
    diff: Diff,
    *,
    format: Literal["svg", "png"] = "svg",  # noqa: A002
    theme: ThemeName = "light",
    width: int = DRAWN_FOR,
    listing: bool = True,
) -> str | bytes:
    """A map of what changed: grey floor, and on it what is new, gone, moved or painted.

    The text of an SVG file, or the bytes of a PNG, which needs Pillow. ``theme`` is "light" or
    "dark", ``width`` in pixels. Changes have numbers, which the list below explains; without
    ``listing`` there is none.

        Path("changes.svg").write_text(kl.draw_changes(kl.diff("old", "new")), "utf-8")

    Raises `InputError` where no floors were compared, `ValueError` for a width or a theme that
    makes no map, and `PillowMissingError`.
    """
    if format not in ("svg", "png"):
        raise ValueError(f"a map is svg or png, not {format!r}")
    if not LEAST_WIDTH <= width <= MOST_WIDTH:
        raise ValueError(f"a map is {LEAST_WIDTH} to {MOST_WIDTH:,} pixels wide, not {width}")
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}; there are {', '.join(THEMES)}")
    if format == "png":
        load_pillow()
    drawing = _Map(diff, THEMES[theme], width).layout(listing=listing)
    return write_svg(drawing) if format == "svg" else write_png(drawing)


@dataclass(frozen=True, eq=False)
class _Side:
    """One version: its scene, its faces, and what became of them."""

    scene: Scene
    faces: MapFaces
    codes: Ints

    def triangles(self, state: State, projection: Projection) -> NDArray[np.float64]:
        """(T, 3, 2) the faces of a state, in pixels."""
        rows = np.flatnonzero((self.codes == STATES.index(state)) & self.faces.drawn)
        return projection(self.faces.corners[rows])


class _Map:
    """The parts of the page."""

    def __init__(self, diff: Diff, theme: Theme, width: int) -> None:
        self.diff, self.theme, self.width = diff, theme, width
        self.unit = (width / DRAWN_FOR) ** 0.75
        self.changes = diff.placed
        sides = []
        for version, is_a in zip(versions_of(diff), (True, False), strict=True):
            scene = build_changed_scene(version, self.changes, is_a=is_a, colored=False)
            sides.append(_Side(scene, MapFaces(scene), scene_states(scene, version)))
        self.old, self.new = sides

    def layout(self, *, listing: bool) -> Drawing:
        """All of it."""
        unit, theme = self.unit, self.theme
        inner = self.width - 2 * _MARGIN * unit
        points = [s.faces.corners[s.faces.drawn].reshape(-1, 3) for s in (self.old, self.new)]
        both = np.concatenate(points) if any(map(len, points)) else np.zeros((1, 3))
        low, high = both.min(axis=0), both.max(axis=0)
        aspect = max(high[0] - low[0], 1e-3) / max(high[1] - low[1], 1e-3)
        wanted = (inner - 2 * _PADDING * unit) / aspect + 2 * _PADDING * unit
        panel = Box(
            _MARGIN * unit, _HEADER * unit, inner, min(max(wanted, 380 * unit), 1250 * unit)
        )
        bounds = {"min": low.tolist(), "max": high.tolist()}
        projection = fit(bounds, panel, _PADDING * unit)
        layers = [self._header(inner), *self._level(panel, projection)]
        bottom = panel.y + panel.height
        entries = list_legend(self._states(), self.changes, theme, unit)
        legend, bottom = draw_rows(entries, _MARGIN * unit, bottom + 18 * unit, inner, theme, unit)
        layers.append(legend)
        if listing and self.changes:
            listed, bottom = draw_list(
                self.changes, _MARGIN * unit, bottom + 34 * unit, inner, theme, unit
            )
            layers.append(listed)
        drawn = tuple(layer for layer in layers if layer.shapes)
        height = round(bottom + 34 * unit)
        return Drawing(self.width, height, theme.page, self._title(), drawn)

    def _title(self) -> str:
        return short_title(self.diff.a, self.diff.b)

    def _header(self, inner: float) -> Layer:
        unit, theme = self.unit, self.theme
        x, room = _MARGIN * unit, inner - 330 * unit
        title = cut_text(self._title(), 36 * unit, room / 1.1)
        about = cut_text(self.diff.headline, 21 * unit, room)
        words = Words(x, 60 * unit, title, 36 * unit, theme.ink, bold=True)
        return Layer("title", (words, Words(x, 100 * unit, about, 21 * unit, theme.muted)))

    def _states(self) -> list[State]:
        """The states that some face on the map has."""
        codes = set(np.unique(self.old.codes).tolist()) | set(np.unique(self.new.codes).tolist())
        return [STATES[code] for code in sorted(codes)]

    def _level(self, panel: Box, projection: Projection) -> list[Layer]:
        unit, theme = self.unit, self.theme
        right = panel.x + panel.width
        back = Layer(
            "panel", (rectangle(panel.x, panel.y, panel.width, panel.height, theme.panel),)
        )
        crowd = Crowd(80 * unit)
        marks = place_marks(self.changes, projection, crowd, panel, unit)
        walls = draw_walls(self.new.faces, projection, theme, unit)
        solid = [run for s in walls.shapes if isinstance(s, Lines) for run in s.runs]
        around = Walls.along(solid, 8 * unit)
        tags = place_tags(self._room_tags(projection), crowd, panel.grown(-6 * unit), around)
        return [
            draw_scale(projection, right, 72 * unit, theme, unit),
            back,
            draw_grid(projection, panel, theme, unit),
            self._floor(projection),
            self._removed(projection),
            self._changed(projection),
            self._gone(projection),
            walls,
            self._links(projection),
            self._arrows(projection),
            Layer("names", tuple(draw_tags(tags, theme, unit))),
            draw_marks(marks, theme, unit),
        ]

    def _floor(self, projection: Projection) -> Layer:
        """The floor of the new version in greys."""
        document = self.new.scene.document
        grey = COLORS["same"]
        greyed = [
            each | {"color": mix(each["color"], grey, 0.85)} for each in document["materials"]
        ]
        scene = type(self.new.scene)(document | {"materials": greyed}, self.new.scene.buffer)
        return draw_floor(MapFaces(scene), projection, self.theme)

    def _removed(self, projection: Projection) -> Layer:
        triangles = self.old.triangles("removed", projection)
        return Layer("removed", tuple(self._patch(triangles, COLORS["removed"], hatched=True)))

    def _gone(self, projection: Projection) -> Layer:
        """Outlines of what is gone, over what is in its place now."""
        triangles = self.old.triangles("removed", projection)
        outlines = tuple(triangle[[0, 1, 2, 0]] for triangle in triangles)
        line = Lines(outlines, COLORS["removed"], 1.6 * self.unit, 5 * self.unit)
        return Layer("gone", (line,) if outlines else ())

    def _changed(self, projection: Projection) -> Layer:
        shapes: list[Shape] = []
        for state in ("moved", "turned", "added"):
            triangles = self.new.triangles(state, projection)
            color = COLORS[state]
            shapes += self._patch(triangles, color, hatched=state != "added")
        for change in self.changes.values():
            if change.kind == "faces-painted":
                shapes += self._painted(change, projection)
        return Layer("changed", tuple(shapes))

    def _patch(self, triangles: NDArray[np.float64], color: str, *, hatched: bool) -> list[Shape]:
        """Faces in a pale colour or hatched, each with its outline."""
        if not len(triangles):
            return []
        pale = mix(color, self.theme.panel, 0.62 if hatched else 0.35)
        shapes: list[Shape] = [Fill(tuple(triangles), pale, triangles)]
        if hatched and (strokes := hatch(triangles, 9 * self.unit)):
            shapes.append(Lines(strokes, color, 1.6 * self.unit))
        outlines = tuple(triangle[[0, 1, 2, 0]] for triangle in triangles)
        return [*shapes, Lines(outlines, color, 1.4 * self.unit)]

    def _painted(self, change: Change, projection: Projection) -> list[Shape]:
        """The new surface, with strokes of the old one and a rim that says that it is new."""
        room = self._room_number(change)
        first, _ = self.new.scene.document["rooms"][room]["faces"]
        rows = first + np.array(change.faces_b, np.int64)
        rows = rows[self.new.faces.drawn[rows]]
        if not len(rows):
            return []
        triangles = projection(self.new.faces.corners[rows])
        old, new = (surface_color(str(label), 0) for label in (change.old, change.new))
        shapes: list[Shape] = [Fill(tuple(triangles), new, triangles)]
        if strokes := hatch(triangles, 12 * self.unit):
            shapes.append(Lines(strokes, mix(old, "#000000", 0.15), 2.5 * self.unit))
        outlines = tuple(triangle[[0, 1, 2, 0]] for triangle in triangles)
        return [*shapes, Lines(outlines, COLORS["painted"], 2.6 * self.unit)]

    def _room_number(self, change: Change) -> int:
        rooms = self.new.scene.document["rooms"]
        wanted = change.room.lower()
        return next((i for i, room in enumerate(rooms) if room["name"].lower() == wanted), 0)

    def _links(self, projection: Projection) -> Layer:
        """Edges whose link came, went or leads elsewhere."""
        shapes: list[Shape] = []
        for finding in self._findings("link-"):
            side = self.new if finding["edges"] else self.old
            edges = finding["edges"] or self._old_edges(finding["number"])
            first, _ = side.scene.document["rooms"][finding["room"] or 0]["faces"]
            runs = []
            for edge in edges:
                corners = side.faces.corners[first + edge // 3]
                runs.append(projection(corners[[edge % 3, (edge + 1) % 3]]))
            state = {"link-added": "added", "link-removed": "removed"}.get(finding["rule"], "moved")
            color = COLORS[state]  # type: ignore[index]
            if runs:
                shapes.append(Lines(tuple(runs), self.theme.panel, 11 * self.unit))
                dash = 8 * self.unit if state == "removed" else 0.0
                shapes.append(Lines(tuple(runs), color, 7 * self.unit, dash))
        return Layer("links", tuple(shapes))

    def _findings(self, start: str) -> list[dict[str, Any]]:
        found = self.new.scene.document["findings"]
        return [each for each in found if each["rule"].startswith(start)]

    def _old_edges(self, number: int) -> list[int]:
        found = self.old.scene.document["findings"]
        return next((each["edges"] for each in found if each["number"] == number), [])

    def _arrows(self, projection: Projection) -> Layer:
        """From where vertices and things went to where."""
        ways: list[tuple[Any, Any]] = []
        for room in self.diff.rooms:
            if room.mesh is not None:
                for moved in room.mesh.moved:
                    ways += zip(moved.starts, moved.ends, strict=True)
        ways = ways[:_ARROWS]
        for change in self.diff.changes:
            if change.kind in ("object-moved", "point-moved", "hook-changed") and change.offset:
                end = np.array(change.at)
                ways.append((end - np.array(change.offset), end))
        shapes: list[Shape] = []
        for start, end in ways:
            shapes += _arrow(
                np.array(projection.place(list(start))), np.array(projection.place(list(end))), self
            )
        return Layer("arrows", tuple(shapes))

    @property
    def arrow_color(self) -> str:
        """Dark enough to be seen on what it is drawn over."""
        return mix(COLORS["moved"], self.theme.ink, 0.45)

    def _room_tags(self, projection: Projection) -> list[Tag]:
        document = self.new.scene.document
        if document["kind"] != "area":
            return []
        rooms = sorted(document["rooms"], key=lambda room: -room["faces"][1])
        return [
            Tag(printable(room["name"], 24), *projection.place(room["label"]), 18 * self.unit,
                self.theme.muted)
            for room in rooms
            if room["label"] is not None
        ]  # fmt: skip


def short_title(a: str, b: str) -> str:
    """``old/room.wok → new/room.wok``: two paths without the folders that both are in.

    Long ones are the names alone, where these differ: the end of a title may be cut off.
    """
    x, y = printable(a, 300).split("/"), printable(b, 300).split("/")
    while len(x) > 1 and len(y) > 1 and x[0] == y[0]:
        x, y = x[1:], y[1:]
    old, new = "/".join(x), "/".join(y)
    if len(old) + len(new) > _LONG_TITLE and x[-1] != y[-1]:
        old, new = x[-1], y[-1]
    return f"{old} → {new}" if old != new else old


def _arrow(start: NDArray[np.float64], end: NDArray[np.float64], page: _Map) -> list[Shape]:
    """A line with a head, where it is long enough to be seen; else a dot's width of it."""
    unit, color = page.unit, page.arrow_color
    way = end - start
    length = float(np.linalg.norm(way))
    if length < 1.5 * unit:
        return []
    head = min(9 * unit, length)
    ahead = way / length
    across = np.array([-ahead[1], ahead[0]])
    base = end - ahead * head
    tip = [tuple(end), tuple(base + across * head / 2), tuple(base - across * head / 2)]
    return [
        Lines((np.stack([start, base]),), color, 2 * unit),
        polygon([(float(x), float(y)) for x, y in tip], color),
    ]
