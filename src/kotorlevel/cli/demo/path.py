"""The path of ``kotorlevel demo``: from the hall of the station to the top of its ramp."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.levels import Given
from kotorlevel.cli.journey.find import Asked, find_out
from kotorlevel.cli.journey.source import load_walked
from kotorlevel.cli.journey.text import metres, room_names
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.humanoid import BODY
from kotorlevel.nav.causes.chain import describe_barrier

if TYPE_CHECKING:
    from pathlib import Path

    from kotorlevel.cli.journey.find import PathReport

START, GOAL = "2,2", "23.5,4"
"""Through all that is mended without being asked; the gap behind the ramp is not."""

_WIDTH = 100


def _why(report: PathReport) -> str:
    """What keeps one from the goal: the first thing on the way, and how many follow."""
    if not report.causes:
        return report.path.reason
    first, *more = report.causes
    after = f"; {len(more)} more behind it" if more else ""
    return f"{describe_barrier(first, report.source.rooms)}{after}"


def show_walks(*folders: Path) -> None:
    """The same walk in each of the folders: how long and through what, or why not."""
    width = max(len(folder.name) for folder in folders)
    for folder in folders:
        report = find_out(load_walked(folder, Given(), None), Asked(START, GOAL, BODY))
        path = report.path
        rooms = f"{metres(path.length)}, through {' → '.join(room_names(report))}"
        first, *more = textwrap.wrap(
            rooms if path.ok else f"No path: {_why(report)}.", _WIDTH - width - 4
        )
        click.echo(f"  {paint(f'{folder.name:<{width}}', 'file')}  {first}")
        for line in more:
            click.echo(f"  {'':<{width}}  {line}")
