"""The path of ``kotorlevel demo``: from the hall of the station to the top of its ramp."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

import kotorlevel as kl
from kotorlevel.checks.facts.area.causes import rule_on_the_way
from kotorlevel.cli.ask.walking import as_place
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.cli.terminal.wrapped import line_width
from kotorlevel.core.humanoid import BODY
from kotorlevel.nav.causes.words import describe_cause, describe_stop
from kotorlevel.nav.journey.words import metres

if TYPE_CHECKING:
    from kotorlevel.nav.journey.journey import Journey

START, GOAL = "2,2", "23.5,4"
"""Through all that is mended without being asked; the gap behind the ramp is not."""


def _why(journey: Journey) -> str:
    """What keeps one from the goal: the first thing on the way, and how many follow."""
    if not journey.causes:
        return describe_stop(journey.path)
    first, *more = journey.causes
    after = f"; {len(more)} more behind it" if more else ""
    return f"{describe_cause(first, journey.room_names, rule_on_the_way)}{after}"


def show_walks(*folders: Path) -> None:
    """The same walk in each of the folders: how long and through what, or why not."""
    width = max(len(folder.name) for folder in folders)
    for folder in folders:
        ends = as_place(START), as_place(GOAL)
        journey = kl.find_journey(kl.load_area(folder), *ends, radius=BODY)
        rooms = f"{metres(journey.path.length)}, through {' → '.join(journey.rooms)}"
        first, *more = textwrap.wrap(
            rooms if journey.ok else f"No path: {_why(journey)}.", line_width() - width - 4
        )
        click.echo(f"  {paint(f'{folder.name:<{width}}', 'file')}  {first}")
        for line in more:
            click.echo(f"  {'':<{width}}  {line}")
