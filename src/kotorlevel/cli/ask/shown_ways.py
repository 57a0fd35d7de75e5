"""``--path FROM TO`` of the commands that show a level: ways across it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.journey.words import parse_coordinates
from kotorlevel.cli.queries.points import parse_number
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.humanoid import BODY
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.cli.journey.source import Source
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.nav.navigator import Navigator
    from kotorlevel.view.scene.scene import ScenePath

_LARGEST = 10.0
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


def _parse_radius(ctx: click.Context, param: click.Parameter, value: str) -> float:
    """Metres from 0 to `_LARGEST`."""
    del ctx, param
    try:
        metres = parse_number(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    if not 0 <= metres <= _LARGEST:
        raise click.BadParameter(f"{value} is not from 0 to {_LARGEST:g} metres")
    return metres


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
_radius_option: Callable[[Any], Any] = click.option(
    "--radius",
    default=str(BODY),
    callback=_parse_radius,
    show_default=True,
    metavar="M",
    help="For --path: metres that the body reaches to each side; 0 for a point.",
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
    walked = _as_walked(source, surfaces, name)
    return [_find_way(walked, navigator, way, radius) for way in ways]


def _as_walked(source: Walkmesh | Area, surfaces: Materials | None, name: str) -> Source:
    """The level as `path` knows it."""
    from kotorlevel.area.area import Area
    from kotorlevel.cli.journey.source import Source

    if isinstance(source, Area):
        rooms = tuple(room.name for room in source.rooms)
        return Source(source, source.name, rooms, surfaces or source.surfaces, source)
    return Source(source, name, (name,), surfaces or source.surfaces)


def _find_way(source: Source, navigator: Navigator, way: Way, radius: float) -> ScenePath:
    from kotorlevel.cli.journey.find import find_path, find_place
    from kotorlevel.nav.causes.chain import explain_apart
    from kotorlevel.view.scene.scene import ScenePath

    try:
        ends = [find_place(source, word) for word in (way.start, way.goal)]
    except CommandError as error:
        raise CommandError(f"--path {error.message}") from None
    start, goal, path = find_path(navigator, ends, radius)
    reason = explain_apart(source.walked, navigator, start.at, goal.at, path) or path.reason
    return ScenePath(way.name, path.status, reason, path.length, path.points.tolist())
