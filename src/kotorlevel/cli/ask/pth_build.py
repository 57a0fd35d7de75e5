"""Making path points for `pth build`, with a progress bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.words import some_of

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.formats.pth import PathPoints
    from kotorlevel.mesh.materials import Materials


def check_complete(area: Area, *, needs_all: bool) -> None:
    """Say which rooms are not at hand; raise `CommandError` where all of them are needed."""
    unknown = sorted(area.unknown_rooms)
    if not unknown:
        return
    names = some_of([area.rooms[number].name for number in unknown])
    text = f"{count(len(unknown), 'room')} without a walkmesh at hand: {names}"
    if needs_all:
        raise CommandError(
            f"{text}. There would be no points in them: add --game DIR, or their .wok files; or "
            "--partial if they have no floor"
        )
    click.secho(f"{text}; they get no points", fg="yellow", err=True)


def build_points(
    area: Area, surfaces: Materials | None, least_area: float, placeables: bool
) -> PathPoints:
    """New path points for an area. Raises `CommandError` where nothing can be walked on."""
    from kotorlevel.nav.floor.build import build_floor
    from kotorlevel.nav.pathpoints.build import build_pth

    floor = build_floor(area, surfaces)
    if not len(floor):
        raise CommandError(f"{area.name}: no room has a floor that can be walked on")
    if placeables:
        from kotorlevel.nav.clip.obstacles import apply_obstacles

        floor = apply_obstacles(floor, area, open_doors="all", placeables=True)
    for note in floor.notes:
        click.secho(note, fg="yellow", err=True)
    with progress_bar("Looking for the best places") as progress:
        return build_pth(floor, least_area=least_area, progress=progress)
