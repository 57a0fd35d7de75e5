"""``--path FROM TO`` of the commands that show a level: ways across it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.ask.walking import (
    as_place,
    naming_options,
    parse_coordinates,
    radius_option,
)
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.nav.navigator import Navigator
    from kotorlevel.view.scene.scene import ScenePath

_MANY_FACES = 4000
"""From here on a search takes longer than Numba does to start."""


@dataclass(frozen=True)
class Way:
    """FROM and TO as they were typed: places as `path` takes them."""

    start: str
    goal: str

    @property
    def name(self) -> str:
        """What the way is called."""
        return f"{printable(self.start)} to {printable(self.goal)}"


def _parse_ways(
    ctx: click.Context, param: click.Parameter, value: Sequence[tuple[str, str]]
) -> tuple[Way, ...]:
    """The ways; numbers that are none are refused at once, names when the level is known."""
    del ctx, param
    for word in itertools.chain.from_iterable(value):
        try:
            parse_coordinates(word)
        except click.UsageError as error:
            quoted = 'in PowerShell in quotes: "2,-3.5"'
            raise click.BadParameter(f"{error.message} ({quoted})") from None
    return tuple(Way(start.strip(), goal.strip()) for start, goal in value)


_path_option: Callable[[Any], Any] = click.option(
    "--path",
    "ways",
    nargs=2,
    multiple=True,
    metavar="FROM TO",
    callback=_parse_ways,
    help="Show the way between two places: X,Y or X,Y,Z, entry, room:NAME, door:N, or a tag, as "
    "`path` takes them. May repeat.",
)
_radius_option = radius_option(
    "For --path: metres that the body reaches to each side; 0 for a point."
)


def way_options(command: Callable[..., None]) -> Callable[..., None]:
    """``--path`` and ``--radius``; the command gets ``ways`` and ``radius``."""
    decorated: Callable[..., None] = _path_option(_radius_option(command))
    return decorated


def find_ways(
    source: Walkmesh | Area,
    surfaces: Materials | None,
    ways: Sequence[Way],
    radius: float,
    name: str = "",
) -> list[ScenePath]:
    """The ways as the scene has them; where there is none, its ``reason`` says why.

    ``name`` is that of the level. Raises `CommandError` for a name that means nothing.
    """
    if not ways:
        return []
    from kotorlevel.area.area import Area
    from kotorlevel.nav.navigator import Navigator

    meshes = source.meshes if isinstance(source, Area) else (source,)
    is_large = sum(len(mesh.faces) for mesh in meshes if mesh is not None) >= _MANY_FACES
    navigator = Navigator(source, surfaces=surfaces, fast=None if is_large else False)
    return [_find_way(navigator, way, radius, name) for way in ways]


def _find_way(navigator: Navigator, way: Way, radius: float, name: str) -> ScenePath:
    from kotorlevel.checks.facts.area.causes import explain_path
    from kotorlevel.view.scene.scene import ScenePath

    with naming_options("--path "):
        journey = navigator.journey(as_place(way.start), as_place(way.goal), radius, name=name)
    path = journey.path
    return ScenePath(way.name, path.status, explain_path(path), path.length, path.points.tolist())
