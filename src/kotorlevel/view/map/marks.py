"""What stands on the floor of a map: doors, placeables, door hooks, the entry, paths."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.view.map.shapes import Dot, Layer, Lines, Shape, line, polygon

if TYPE_CHECKING:
    from kotorlevel.view.colors import Theme
    from kotorlevel.view.map.scale import Box, Projection
    from kotorlevel.view.scene.scene import Scene

    Place = tuple[float, float]
    Runs = tuple[NDArray[np.float64], ...]

_LEAF = 2.0
"""Metres: the width of a door whose walkmesh is not known."""


@dataclass(frozen=True, eq=False)
class Things:
    """What stands inside the frame of a map, in pixels; what is outside of it is left out.

    ``hooks``, ``dots`` (placeables whose shape is not known) and ``entries`` are points;
    ``outlines`` of placeables and ``doors`` have runs (2, 2) each.
    """

    hooks: tuple[Place, ...] = ()
    dots: tuple[Place, ...] = ()
    outlines: tuple[Runs, ...] = ()
    doors: tuple[Runs, ...] = ()
    entries: tuple[Place, ...] = ()


def find_things(scene: Scene, projection: Projection, frame: Box) -> Things:
    """Door hooks, placeables, doors as they stand, and the entry.

    A module places things in all of its rooms, also in those that are not at hand.
    """
    document = scene.document
    hooks = [projection.place(each["at"]) for each in document["hooks"] if each["kind"] == "door"]
    dots, outlines = [], []
    for thing in document["placeables"]:
        if runs := _edges(scene, thing["mesh"], projection):
            outlines.append(runs)
        else:
            dots.append(projection.place(thing["position"]))
    doors = [
        _edges(scene, door["states"][door["state"]], projection) or _leaf(door, projection)
        for door in document["doors"]
    ]
    levels = document.get("levels") or [document]
    entries = [projection.place(each["entry"]) for each in levels if each["entry"] is not None]
    return Things(
        tuple(place for place in hooks if frame.holds(*place)),
        tuple(place for place in dots if frame.holds(*place)),
        tuple(runs for runs in outlines if _are_inside(runs, frame)),
        tuple(runs for runs in doors if _are_inside(runs, frame)),
        tuple(place for place in entries if frame.holds(*place)),
    )


def _are_inside(runs: Runs, frame: Box) -> bool:
    return all(frame.holds(x, y) for run in runs for x, y in run.tolist())


def draw_things(things: Things, theme: Theme, unit: float) -> Layer:
    """Door hooks, placeables and doors as they stand."""
    shapes: list[Shape] = [hook_mark(*place, theme, unit) for place in things.hooks]
    shapes += [Lines(runs, theme.muted, 2 * unit) for runs in things.outlines]
    shapes += [dot_mark(*place, theme, unit) for place in things.dots]
    for runs in things.doors:
        shapes += [Lines(runs, theme.panel, 10 * unit), Lines(runs, theme.door, 6 * unit)]
    return Layer("things", tuple(shapes))


def _edges(scene: Scene, rows: dict[str, Any] | None, projection: Projection) -> Runs:
    """The edges of an object's faces in the plan, each once."""
    if rows is None or not rows["faces"][1]:
        return ()
    first, count = rows["faces"]
    faces = scene.array("faces")[first : first + count].astype(np.int64)
    points = projection(scene.array("vertices").astype(np.float64)[faces])
    ends = np.stack([points, np.roll(points, -1, axis=1)], axis=2).reshape(-1, 4)
    rounded = np.rint(ends * 4) / 4
    swapped = (rounded[:, 0] > rounded[:, 2]) | (
        (rounded[:, 0] == rounded[:, 2]) & (rounded[:, 1] > rounded[:, 3])
    )
    rounded[swapped] = rounded[swapped][:, [2, 3, 0, 1]]
    unique = np.unique(rounded, axis=0)
    real = (unique[:, :2] != unique[:, 2:]).any(axis=1)
    return tuple(row.reshape(2, 2) for row in unique[real])


def _leaf(door: dict[str, Any], projection: Projection) -> Runs:
    """A door of the usual width where its own is not known."""
    x, y, _ = door["position"]
    dx = math.cos(door["bearing"]) * _LEAF / 2
    dy = math.sin(door["bearing"]) * _LEAF / 2
    return (projection([(x - dx, y - dy), (x + dx, y + dy)]),)


def hook_mark(x: float, y: float, theme: Theme, unit: float) -> Lines:
    """A diamond."""
    size = 9 * unit
    points = [(x, y - size), (x + size, y), (x, y + size), (x - size, y), (x, y - size)]
    return line(points, theme.door, 2.5 * unit)


def dot_mark(x: float, y: float, theme: Theme, unit: float) -> Dot:
    """What stands for a placeable whose shape is not known."""
    return Dot(x, y, 3.5 * unit, theme.muted)


def draw_entry(things: Things, theme: Theme, unit: float) -> Layer:
    """Where the player enters; one place for each level."""
    marks = (entry_mark(*place, theme, unit) for place in things.entries)
    return Layer("entry", tuple(shape for mark in marks for shape in mark))


def entry_mark(x: float, y: float, theme: Theme, unit: float) -> tuple[Shape, ...]:
    """A disc with a triangle in it."""
    r = 14 * unit
    tip = [(x + 0.55 * r, y), (x - 0.35 * r, y - 0.5 * r), (x - 0.35 * r, y + 0.5 * r)]
    return Dot(x, y, r, theme.entry, "#ffffff", 2.5 * unit), polygon(tip, "#ffffff")


def draw_paths(scene: Scene, projection: Projection, theme: Theme, unit: float) -> Layer:
    """Ways across the floor, from a ring to a filled circle."""
    shapes: list[Shape] = []
    for path in scene.document["paths"]:
        if not path["points"]:
            continue
        run = projection(np.array(path["points"], np.float64))
        shapes += [Lines((run,), theme.page, 11 * unit), Lines((run,), theme.path, 5.5 * unit)]
        (x0, y0), (x1, y1) = run[0].tolist(), run[-1].tolist()
        shapes.append(Dot(x0, y0, 8 * unit, theme.page, theme.path, 4 * unit))
        shapes.append(Dot(x1, y1, 10 * unit, theme.path, theme.page, 3 * unit))
    return Layer("paths", tuple(shapes))
