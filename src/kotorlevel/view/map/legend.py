"""The legend of a map: surfaces with their names, and what the signs mean."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kotorlevel.core.text import printable
from kotorlevel.view.colors import SEVERITIES, Theme, room_color
from kotorlevel.view.map.floor import MapFaces, surface_areas
from kotorlevel.view.map.links import state_color
from kotorlevel.view.map.marks import Things, dot_mark, entry_mark, hook_mark
from kotorlevel.view.map.shapes import (
    Dot,
    Layer,
    Shape,
    Words,
    cut_text,
    line,
    polygon,
    rectangle,
    text_width,
)

_ROW = 38
_SIZE = 20
_MOST_SURFACES = 18
_LEAST_SLOPE = 1.0
"""Square metres: less is not seen."""
_LINK_STATES = {
    "missing": "link to a room that is not here",
    "one-sided": "link one way only",
    "nowhere": "link to nowhere",
}


@dataclass(frozen=True)
class Entry:
    """What the legend says, and what draws its sign with the middle at (x, y)."""

    text: str
    sign: Callable[[float, float], list[Shape]]


def list_entries(
    faces: MapFaces, things: Things, theme: Theme, unit: float, findings: bool
) -> list[Entry]:
    """Everything that is on the map, surfaces first, those one can walk on before the others."""
    return [
        *_surfaces(faces, theme, unit),
        *_slopes(faces, theme, unit),
        *_floor_signs(faces, theme, unit),
        *_thing_signs(things, theme, unit),
        *_path_signs(faces, theme, unit),
        *(_severities(faces, unit) if findings else []),
    ]


def _surfaces(faces: MapFaces, theme: Theme, unit: float) -> list[Entry]:
    materials = faces.scene.document["materials"]
    areas = surface_areas(faces)
    rows = sorted(areas, key=lambda row: (not materials[row]["walkable"], -areas[row], row))
    entries = []
    for row in rows[:_MOST_SURFACES]:
        surface = materials[row]
        color = theme.floor(surface["color"], surface["walkable"], 0)

        def swatch(x: float, y: float, color: str = color) -> list[Shape]:
            edge = 26 * unit
            square = (x - edge / 2, y - edge / 2, edge, edge)
            frame = [(square[0], square[1]), (square[0] + edge, square[1])]
            frame += [(square[0] + edge, square[1] + edge), (square[0], square[1] + edge)]
            return [
                rectangle(*square, color),
                line([*frame, frame[0]], theme.muted, 1.2 * unit),
            ]

        name = printable(surface["label"], 24) or f"surface {surface['id']}"
        if surface["label"] == "unknown":
            name = f"unknown surface {surface['id']}"
        size = f"{areas[row]:,.0f} m²" if areas[row] >= 1 else "< 1 m²"
        tail = f", {size}" if surface["walkable"] else ", not walkable"
        entries.append(Entry(name + tail, swatch))
    if len(rows) > _MOST_SURFACES:
        entries.append(Entry(f"and {len(rows) - _MOST_SURFACES} more surfaces", lambda _, __: []))
    return entries


def _slopes(faces: MapFaces, theme: Theme, unit: float) -> list[Entry]:
    """That slopes are darker or lighter than their surface, where there are any."""
    drawn = faces.drawn
    if faces.areas[drawn & faces.walkable & (faces.shades != 0)].sum() < _LEAST_SLOPE:
        return []
    row = int(np.bincount(faces.materials[drawn], faces.areas[drawn]).argmax())
    surface = faces.scene.document["materials"][row]

    def stripes(x: float, y: float) -> list[Shape]:
        edge = 26 * unit
        colors = [theme.floor(surface["color"], surface["walkable"], s) for s in (-0.6, 0, 0.6)]
        return [
            rectangle(x + (number / 3 - 0.5) * edge, y - edge / 2, edge / 3, edge, color)
            for number, color in enumerate(colors)
        ]

    return [Entry("darker, lighter: slopes", stripes)]


def _floor_signs(faces: MapFaces, theme: Theme, unit: float) -> list[Entry]:
    document = faces.scene.document
    states = {link["state"] for link in document["links"]}
    entries = []
    if document["buffers"]["boundary"]["count"]:
        entries.append(Entry("edge of the floor", _stroke(theme.wall, 3.2 * unit, unit)))
    if "ok" in states:
        entries.append(Entry("link, in the far room's colour", _link(room_color(0), unit)))
    for state, text in _LINK_STATES.items():
        if state in states:
            entries.append(Entry(text, _link(state_color(state, theme), unit, 7 * unit)))
    return entries


def _thing_signs(things: Things, theme: Theme, unit: float) -> list[Entry]:
    entries = []
    if things.doors:
        entries.append(Entry("door", _stroke(theme.door, 6 * unit, unit)))
    if things.hooks:
        entries.append(Entry("door hook", lambda x, y: [hook_mark(x, y, theme, unit)]))
    if things.outlines:
        entries.append(Entry("placeable", _stroke(theme.muted, 2 * unit, unit)))
    if things.dots:
        name = "placeable without a walkmesh" if things.outlines else "placeable"
        entries.append(Entry(name, lambda x, y: [dot_mark(x, y, theme, unit)]))
    if things.entries:
        entries.append(Entry("entry", lambda x, y: list(entry_mark(x, y, theme, unit))))
    return entries


def _path_signs(faces: MapFaces, theme: Theme, unit: float) -> list[Entry]:
    if any(path["points"] for path in faces.scene.document["paths"]):
        return [Entry("path", _stroke(theme.path, 5.5 * unit, unit))]
    return []


def _severities(faces: MapFaces, unit: float) -> list[Entry]:
    there = {each["severity"] for each in faces.scene.document["findings"]}
    entries = []
    for name, color in SEVERITIES.items():

        def disc(x: float, y: float, color: str = color) -> list[Shape]:
            return [Dot(x, y, 12 * unit, color, "#ffffff", 2 * unit)]

        if name in there:
            entries.append(Entry(name, disc))
    return entries


def _stroke(color: str, width: float, unit: float) -> Callable[[float, float], list[Shape]]:
    return lambda x, y: [line([(x - 15 * unit, y), (x + 15 * unit, y)], color, width)]


def _link(color: str, unit: float, dash: float = 0.0) -> Callable[[float, float], list[Shape]]:
    def sign(x: float, y: float) -> list[Shape]:
        top, size = y - 9 * unit, 10 * unit
        return [
            line([(x - 15 * unit, top), (x + 15 * unit, top)], color, 5 * unit, dash),
            polygon([(x, y - 5 * unit), (x - size, y + 9 * unit), (x + size, y + 9 * unit)], color),
        ]

    return sign


def draw_column(
    entries: list[Entry], x: float, y: float, width: float, theme: Theme, unit: float
) -> tuple[Layer, float]:
    """The legend as a column from (x, y) down, and where it ends."""
    shapes: list[Shape] = []
    for entry in entries:
        shapes += _entry(entry, x, y, width, theme, unit)
        y += _ROW * unit
    return Layer("legend", tuple(shapes)), y


def draw_rows(
    entries: list[Entry], x: float, y: float, width: float, theme: Theme, unit: float
) -> tuple[Layer, float]:
    """The legend in rows from (x, y) on, each as full as can be, and where it ends."""
    shapes: list[Shape] = []
    at = x
    for entry in entries:
        needed = (44 + 30) * unit + text_width(entry.text, _SIZE * unit)
        if at > x and at + needed > x + width:
            at = x
            y += _ROW * unit
        shapes += _entry(entry, at, y, width, theme, unit)
        at += needed
    return Layer("legend", tuple(shapes)), y + (_ROW * unit if entries else 0)


def _entry(
    entry: Entry, x: float, y: float, width: float, theme: Theme, unit: float
) -> list[Shape]:
    middle = y + _ROW * unit / 2
    size = _SIZE * unit
    text = cut_text(entry.text, size, width - 44 * unit)
    words = Words(x + 44 * unit, middle + 0.36 * size, text, size, theme.ink)
    return [*entry.sign(x + 17 * unit, middle), words]
