"""``--path FROM TO`` of the commands that show a level: ways across it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.errors import CommandError
from kotorlevel.cli.query_points import parse_number
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.view.scene import ScenePath

BODY = 0.35
"""Metres: the radius of a humanoid (FACTS 9)."""

_ENTRY = "entry"
_LARGEST = 10.0
_MANY_FACES = 4000
"""From here on a search takes longer than Numba does to start."""

Place = tuple[float, ...]
"""x and y, or x, y and z."""


@dataclass(frozen=True)
class Way:
    """FROM and TO as they were typed, with their numbers; None stands for the entry."""

    start: str
    goal: str
    places: tuple[Place | None, Place | None]

    @property
    def name(self) -> str:
        """What the way is called."""
        return f"{printable(self.start)} to {printable(self.goal)}"


def _parse_ways(
    ctx: click.Context, param: click.Parameter, value: Sequence[tuple[str, str]]
) -> tuple[Way, ...]:
    del ctx, param
    return tuple(Way(a, b, (_parse_place(a), _parse_place(b))) for a, b in value)


def _parse_place(word: str) -> Place | None:
    """The numbers of ``1,2.5`` or ``1,2.5,0``; None for ``entry``."""
    if word.strip().lower() == _ENTRY:
        return None
    try:
        numbers = tuple(parse_number(part.strip()) for part in word.split(","))
    except ValueError as error:
        raise click.BadParameter(f"{error}; write X,Y or X,Y,Z or {_ENTRY}") from None
    if len(numbers) not in (2, 3):
        raise click.BadParameter(
            f"'{printable(word)}' is not a place: write X,Y or X,Y,Z, in PowerShell in quotes "
            '("2,-3.5")'
        )
    return numbers


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
    help="Show the way between two places: X,Y or X,Y,Z in metres, or entry. May repeat.",
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
    source: Walkmesh | Area, surfaces: Materials | None, ways: Sequence[Way], radius: float
) -> list[ScenePath]:
    """The ways as the scene has them; where there is none, its ``reason`` says why.

    Raises `CommandError` for an entry that is not known.
    """
    if not ways:
        return []
    from kotorlevel.area.area import Area
    from kotorlevel.nav.navigator import Navigator
    from kotorlevel.view.scene import ScenePath

    meshes = source.meshes if isinstance(source, Area) else (source,)
    is_large = sum(len(mesh.faces) for mesh in meshes if mesh is not None) >= _MANY_FACES
    navigator = Navigator(source, surfaces=surfaces, fast=None if is_large else False)
    found = []
    for way in ways:
        start, goal = (_place(source, place) for place in way.places)
        path = navigator.path(start, goal, radius)
        found.append(
            ScenePath(way.name, path.status, path.reason, path.length, path.points.tolist())
        )
    return found


def _place(source: Walkmesh | Area, place: Place | None) -> Place:
    if place is not None:
        return place
    entry: Place | None = getattr(source, "entry", None)
    if entry is None:
        raise CommandError(
            f"--path {_ENTRY}: no module is known here, and so no entry; name it with --module, "
            "or give X,Y"
        )
    return entry
