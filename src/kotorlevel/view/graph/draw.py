"""`draw_transitions`: which modules lead to which, as SVG, PNG or DOT."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.exits import Exit, Transitions, find_transitions
from kotorlevel.area.install.game import Game
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of
from kotorlevel.view.colors import SEVERITIES, THEMES, Theme, ThemeName
from kotorlevel.view.graph.layout import lay_out
from kotorlevel.view.map.png import load_pillow, write_png
from kotorlevel.view.map.shapes import (
    Drawing,
    Layer,
    Shape,
    Words,
    line,
    polygon,
    rectangle,
    text_width,
)
from kotorlevel.view.map.svg import write_svg

_SIZE = 15
_MARGIN, _HEADER = 32, 84
_LEAST_WIDTH = 760
_MOST_NODES = 1500
"""Modules in a picture; no game has so many."""


@dataclass(frozen=True)
class Way:
    """What leads from one module to another: ``ends`` are numbers of nodes.

    ``back`` tells that something leads the other way as well, ``lost`` that nothing arrives.
    """

    ends: tuple[int, int]
    back: bool
    lost: bool


@dataclass(frozen=True)
class Graph:
    """The modules that something leads from or to, those that are ``missing``, and the ways."""

    names: tuple[str, ...]
    missing: frozenset[int]
    ways: tuple[Way, ...]
    alone: int
    """Modules without any."""


def find_graph(found: Transitions) -> Graph:
    """The graph of transitions: modules sorted by name, several of one way told once."""
    ways: dict[tuple[str, str], list[Exit]] = {}
    names: dict[str, str] = {}
    for each in found.exits:
        here, there = name_key(each.module), name_key(each.to)
        if here != there:
            ways.setdefault((here, there), []).append(each)
            names |= {here: each.module, there: each.to}
    keys = sorted(names)[:_MOST_NODES]
    number = {key: i for i, key in enumerate(keys)}
    missing = {
        number[name_key(each.to)]
        for each in found.exits
        if each.state == "no-module" and name_key(each.to) in number
    }
    told = []
    for (here, there), exits in sorted(ways.items()):
        if here not in number or there not in number:
            continue
        back = (there, here) in ways
        lost = all(each.state in ("no-module", "no-target") for each in exits)
        if back and here > there:
            continue  # told with the other
        lost = lost or (back and all(each.state == "no-target" for each in ways[there, here]))
        told.append(Way((number[here], number[there]), back, lost))
    alone = sum(name_key(each.module) not in number for each in found.modules)
    return Graph(tuple(names[key] for key in keys), frozenset(missing), tuple(told), alone)


Source = Transitions | Game | str | Path


@overload
def draw_transitions(
    source: Source, *, format: Literal["svg", "dot"] = "svg", theme: ThemeName = "light"
) -> str: ...
@overload
def draw_transitions(
    source: Source, *, format: Literal["png"], theme: ThemeName = "light"
) -> bytes: ...
def draw_transitions(
    source: Source,
    *,
    format: Literal["svg", "png", "dot"] = "svg",  # noqa: A002
    theme: ThemeName = "light",
) -> str | bytes:
    """A graph of the modules and the doors and triggers that lead from one to another.

    ``source`` is what `find_transitions` takes or gives. The text of an SVG file or of a DOT file
    for Graphviz, or the bytes of a PNG, which needs Pillow. Modules that nothing leads from or to
    are counted, not drawn. The same modules give the same bytes.

        Path("modules.svg").write_text(kl.draw_transitions("swkotor"), "utf-8")

    Raises what `find_transitions` raises, `ValueError` for another format or theme, and
    `PillowMissingError`.
    """
    if format not in ("svg", "png", "dot"):
        raise ValueError(f"a graph is svg, png or dot, not {format!r}")
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}; there are {', '.join(THEMES)}")
    if format == "png":
        load_pillow()
    found = source if isinstance(source, Transitions) else find_transitions(source)
    if format == "dot":
        return _write_dot(found)
    drawing = layout_graph(found, THEMES[theme])
    return write_svg(drawing) if format == "svg" else write_png(drawing)


def _write_dot(found: Transitions) -> str:
    lines = ["digraph modules {", "  rankdir=LR;", "  node [shape=box];"]
    graph = find_graph(found)
    lines += [f"  {_quoted(graph.names[each])} [style=dashed];" for each in sorted(graph.missing)]
    for each in found.exits:
        if name_key(each.module) == name_key(each.to):
            continue
        color = ', color="red"' if each.state in ("no-module", "no-target") else ""
        label = _quoted(printable(each.transition.target, 60))
        ends = f"{_quoted(each.module)} -> {_quoted(each.to)}"
        lines.append(f"  {ends} [label={label}{color}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    """A name in DOT: in quotes, and what would end them or say more escaped."""
    plain = printable(text, 60).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def layout_graph(found: Transitions, theme: Theme) -> Drawing:
    """The drawing of a graph, as large as it needs."""
    graph = find_graph(found)
    names = [printable(name, 24) for name in graph.names]
    sizes = np.array([(text_width(name, _SIZE) + 20, 30.0) for name in names]).reshape(-1, 2)
    middles = lay_out(sizes, [way.ends for way in graph.ways]) + np.array([_MARGIN, _HEADER])
    reach = (middles + sizes / 2).max(axis=0) if len(names) else np.array([0.0, _HEADER])
    width = max(_LEAST_WIDTH, int(reach[0]) + _MARGIN)
    height = int(reach[1]) + _MARGIN
    layers = [_head(found, graph, theme)]
    layers.append(
        Layer("ways", tuple(s for way in graph.ways for s in _way(way, middles, sizes, theme)))
    )
    layers.append(Layer("modules", tuple(_nodes(graph, names, middles, sizes, theme))))
    title = "Modules and the ways between them"
    return Drawing(width, height, theme.page, title, tuple(each for each in layers if each.shapes))


def _head(found: Transitions, graph: Graph, theme: Theme) -> Layer:
    there = len(graph.names) - len(graph.missing)
    parts = [count_of(there, "module"), count_of(len(found.exits), "way") + " out"]
    if graph.missing:
        parts.append(f"{len(graph.missing):,} not here (dashed)")
    if graph.alone:
        parts.append(f"{graph.alone:,} without any way, not drawn")
    shapes: list[Shape] = [
        Words(_MARGIN, 36, "  ·  ".join(parts), 17, theme.ink, bold=True),
    ]
    x = float(_MARGIN)
    red = SEVERITIES["error"]
    for text, back, color in (
        ("both ways", True, theme.muted),
        ("one way", False, theme.muted),
        ("leads nowhere", False, red),
    ):
        a, b = np.array([x, 60.0]), np.array([x + 38, 60.0])
        shapes += _arrow(a, b, back, color, 6.0 if color == red else 0.0)
        shapes.append(Words(x + 46, 65, text, 14, theme.muted))
        x += 46 + text_width(text, 14) + 26
    return Layer("title", tuple(shapes))


def _way(
    way: Way, middles: NDArray[np.float64], sizes: NDArray[np.float64], theme: Theme
) -> list[Shape]:
    a, b = way.ends
    start = _border(middles[a], middles[b], sizes[a])
    end = _border(middles[b], middles[a], sizes[b])
    color = SEVERITIES["error"] if way.lost else theme.muted
    return _arrow(start, end, way.back, color, 6.0 if way.lost else 0.0)


def _border(
    middle: NDArray[np.float64], other: NDArray[np.float64], size: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Where the line from the middle of a box to another leaves it, and a little farther."""
    along = other - middle
    length = max(float(np.hypot(*along)), 1e-9)
    half = size / 2 + 2
    share = min(half[i] / max(abs(along[i]), 1e-9) for i in (0, 1))
    return np.asarray(middle + along * min(share, 0.5 - 1 / max(length, 4)), np.float64)


def _arrow(
    start: NDArray[np.float64], end: NDArray[np.float64], back: bool, color: str, dash: float
) -> list[Shape]:
    along = end - start
    length = max(float(np.hypot(*along)), 1e-9)
    ahead = along / length
    across = np.array([-ahead[1], ahead[0]])
    head = min(9.0, length / 2)
    shapes: list[Shape] = []
    for tip, way in ((end, ahead), *(((start, -ahead),) if back else ())):
        base = tip - way * head
        points = [tip, base + across * head * 0.45, base - across * head * 0.45]
        shapes.append(polygon([(float(x), float(y)) for x, y in points], color))
    first = start + ahead * (head if back else 0)
    last = end - ahead * head
    return [line([tuple(first.tolist()), tuple(last.tolist())], color, 1.6, dash), *shapes]


def _nodes(
    graph: Graph,
    names: list[str],
    middles: NDArray[np.float64],
    sizes: NDArray[np.float64],
    theme: Theme,
) -> list[Shape]:
    shapes: list[Shape] = []
    for number, name in enumerate(names):
        (x, y), (wide, high) = middles[number].tolist(), sizes[number].tolist()
        left, top, right, bottom = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
        is_missing = number in graph.missing
        shapes.append(rectangle(left, top, wide, high, theme.page if is_missing else theme.panel))
        rim = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        color = theme.muted if is_missing else theme.ink
        shapes.append(line(rim, color, 1.2, 4.0 if is_missing else 0.0))
        shapes.append(Words(x, y + 5, name, _SIZE, color, "middle"))
    return shapes
