"""Links on a map: a coloured threshold with an arrow to the far room, by doorway."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.text import printable
from kotorlevel.view.colors import SEVERITIES, Theme, room_color
from kotorlevel.view.map.labels import ANYWHERE, Tag
from kotorlevel.view.map.scale import Projection
from kotorlevel.view.map.shapes import Layer, Lines, Shape, polygon

if TYPE_CHECKING:
    from kotorlevel.view.scene.scene import Scene

_STATE_ORDER = ("ok", "missing", "one-sided", "nowhere")
"""The worst last: a doorway is what the worst of its edges is."""


@dataclass(frozen=True, eq=False)
class Doorway:
    """Edges side by side that lead from one room to another.

    ``runs`` (2, 2) in pixels, from the start to the end of each edge, ``middle`` (2,) and
    ``outward`` (2,), a unit vector.
    """

    room: int
    to: int
    state: str
    runs: tuple[NDArray[np.float64], ...]
    middle: NDArray[np.float64]
    outward: NDArray[np.float64]


def find_doorways(scene: Scene, projection: Projection) -> list[Doorway]:
    """The links of a scene, edges that touch each other taken together."""
    groups: dict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    for link in scene.document["links"]:
        groups[link["room"], link["to"]].append(link)
    return [_doorway(part, projection) for links in groups.values() for part in _touching(links)]


def _touching(links: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The links in groups that hang together by their ends."""
    home = list(range(len(links)))

    def root(number: int) -> int:
        while home[number] != number:
            home[number] = home[home[number]]
            number = home[number]
        return number

    at: dict[tuple[float, ...], int] = {}
    for number, link in enumerate(links):
        for end in (link["a"], link["b"]):
            other = at.setdefault(tuple(end), number)
            home[root(number)] = root(other)
    groups: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for number, link in enumerate(links):
        groups[root(number)].append(link)
    return list(groups.values())


def _doorway(links: list[dict[str, Any]], projection: Projection) -> Doorway:
    runs = tuple(projection([link["a"], link["b"]]) for link in links)
    along = np.sum([run[1] - run[0] for run in runs], axis=0)
    length = float(np.hypot(*along))
    # The face lies to the left of its edge; on the page y is down, which turns left into right.
    outward = np.array([-along[1], along[0]]) / length if length > 0 else np.array([0.0, 1.0])
    middle = np.mean([run.mean(axis=0) for run in runs], axis=0)
    state = max((link["state"] for link in links), key=_STATE_ORDER.index)
    return Doorway(links[0]["room"], links[0]["to"], state, runs, middle, outward)


def draw_links(doorways: list[Doorway], theme: Theme, unit: float) -> Layer:
    """A line in the colour of the far room, a little inside one's own, and an arrow."""
    shapes: list[Shape] = []
    width = 5 * unit
    for door in doorways:
        color = link_color(door, theme)
        inside = -door.outward * width * 0.55
        runs = tuple(run + inside for run in door.runs)
        shapes.append(Lines(runs, color, width, 0.0 if door.state == "ok" else 7 * unit))
    shapes += [_arrow(door, link_color(door, theme), arrow_size(door, unit)) for door in doorways]
    return Layer("links", tuple(shapes))


def arrow_size(door: Doorway, unit: float) -> float:
    """Half the width of its arrow in pixels: a narrow doorway has a small one."""
    length = sum(float(np.hypot(*(run[1] - run[0]))) for run in door.runs)
    return min(11 * unit, max(0.28 * length, 4 * unit))


def link_color(door: Doorway, theme: Theme) -> str:
    """The far room's, or that of a fault; grey where that room is not here, which is none."""
    return state_color(door.state, theme) or room_color(door.to)


def state_color(state: str, theme: Theme) -> str:
    """The colour of links in a state; empty where each has that of a room."""
    colors = {"nowhere": SEVERITIES["error"], "one-sided": SEVERITIES["warning"]}
    return colors.get(state, theme.muted if state == "missing" else "")


def _arrow(door: Doorway, color: str, size: float) -> Shape:
    """A triangle inside the room, with its tip at the threshold."""
    x, y = (door.middle - door.outward * size * 0.5).tolist()
    dx, dy = (door.outward * size).tolist()
    return polygon(
        [(x, y), (x - dx * 1.3 - dy, y - dy * 1.3 + dx), (x - dx * 1.3 + dy, y - dy * 1.3 - dx)],
        color,
    )


def link_tags(scene: Scene, doorways: list[Doorway], theme: Theme, unit: float) -> list[Tag]:
    """Where links lead whose far room is not beside them on the map, in words."""
    rooms = scene.document["rooms"]
    words = {"missing": "", "one-sided": " (one way)", "nowhere": " (nothing there)"}
    tags = []
    for door in doorways:
        if door.state == "ok":
            continue
        known = scene.document["kind"] == "area" and 0 <= door.to < len(rooms)
        name = printable(rooms[door.to]["name"], 24) if known else f"room {door.to}"
        x, y = (door.middle + door.outward * 20 * unit).tolist()
        text = f"to {name}{words[door.state]}"
        chip = link_color(door, theme)
        tags.append(Tag(text, x, y, 18 * unit, theme.ink, chip, near=ANYWHERE))
    return tags
