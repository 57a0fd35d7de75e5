"""`draw_small_map`: a level from above as a small picture, for lists of many levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.view.colors import SEVERITIES, THEMES
from kotorlevel.view.map.floor import MapFaces, draw_floor, draw_walls
from kotorlevel.view.map.scale import Box, Projection, fit
from kotorlevel.view.map.shapes import Dot, Drawing, Layer
from kotorlevel.view.map.svg import write_svg
from kotorlevel.view.scene.scene import Scene, build_scene

if TYPE_CHECKING:
    from kotorlevel.area.area import Area

WIDTH, HEIGHT = 300, 200
_PADDING = 6
_MOST_DOTS = 80


def draw_small_map(area: Area, findings: Sequence[Finding] = ()) -> str:
    """A level seen from above without words, as a small SVG; empty where there is no floor.

    Errors and warnings of ``findings`` are dots, and so is where the player enters. It is made for
    a hundred levels on one page: rooms and slopes are not told apart, so that it stays small.

        scan = kl.scan("swkotor", picture=kl.draw_small_map)
    """
    if not any(mesh is not None and len(mesh.faces) for mesh in area.meshes):
        return ""
    bad = tuple(each for each in findings if each.severity in (Severity.ERROR, Severity.WARNING))
    scene = build_scene(area, report=Report(bad, ()), gaps=False, tree=False)
    faces = MapFaces(scene)
    if not faces.drawn.any():
        return ""
    points = faces.corners[faces.drawn].reshape(-1, 3)
    bounds = {"min": points.min(axis=0).tolist(), "max": points.max(axis=0).tolist()}
    panel = Box(0, 0, WIDTH, HEIGHT)
    projection = fit(bounds, panel, _PADDING)
    theme = THEMES["light"]
    layers = (
        draw_floor(faces, projection, theme, plain=True),
        draw_walls(faces, projection, theme, 0.3),
        _dots(scene, projection, panel),
    )
    return write_svg(Drawing(WIDTH, HEIGHT, theme.panel, area.name, layers))


def _dots(scene: Scene, projection: Projection, panel: Box) -> Layer:
    """The entry, and what is wrong where; the worst on top."""
    document, dots = scene.document, []
    if document["entry"] is not None:
        dots.append((*projection.place(document["entry"]), THEMES["light"].entry))
    told = [each for each in document["findings"] if each["at"] and each["cause"] is None]
    dots += [
        (*projection.place(each["at"]), SEVERITIES[each["severity"]])
        for each in reversed(told[:_MOST_DOTS])
    ]
    shown = [dot for dot in dots if np.isfinite(dot[:2]).all() and panel.holds(*dot[:2])]
    return Layer("dots", tuple(Dot(x, y, 4, color, "#ffffff", 1) for x, y, color in shown))
