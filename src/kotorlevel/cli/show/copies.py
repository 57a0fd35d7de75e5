"""Copies of resources as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.show.info.files import LONGEST_LIST
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, suggest

if TYPE_CHECKING:
    from kotorlevel.area.install.copies import Copies, CopyRow


def show_copies(answers: Sequence[Copies]) -> None:
    """What the game takes of each resource, and what that shadows."""
    for number, answer in enumerate(answers):
        if number:
            click.echo()
        click.echo(_in_words(answer))
        width = max((len(printable(row.place, 200)) for row in answer.copies), default=0)
        for row in answer.copies:
            click.echo(_copy_line(row, width))
        for each in answer.modules[:LONGEST_LIST]:
            click.echo(f"  in module {printable(each.module)}: {_module_words(each.copies)}")
        if len(answer.modules) > LONGEST_LIST:
            more = len(answer.modules) - LONGEST_LIST
            click.echo(f"  and in {count_of(more, 'more module')} (--json lists all)")


def _in_words(answer: Copies) -> str:
    """The answer as a sentence: what the game takes, and what that shadows."""
    name = paint(printable(answer.filename), "file")
    used = next((row for row in answer.copies if row.used), None)
    if used is None:
        where = "the game reads no copy" if answer.copies else "only modules have it"
        return f"{name}: {where}."
    shadowed = [printable(row.place, 200) for row in answer.copies if not row.used]
    rest = f"; shadowed: {', '.join(shadowed)}" if shadowed else "; there is no other copy"
    if answer.modules and not shadowed:
        rest = ""
    return f"{name}: the game takes {printable(used.place, 200)}{rest}."


def _copy_line(row: CopyRow, width: int) -> str:
    mark = paint("takes   ", "good") if row.used else paint("shadowed", "warning")
    if row.reason.startswith("replaced"):
        mark = paint("not read", "warning")
    place = f"{printable(row.place, 200):<{width}}"
    if row.error is not None:
        return f"  {mark}  {place}  {paint('cannot be read', 'error')}"
    size = count_of(row.size or 0, "byte")
    same = {True: ", the same bytes", False: ", other bytes", None: ""}[row.same]
    why = f", {printable(row.reason, 200)}" if row.reason.startswith("replaced") else ""
    return f"  {mark}  {place}  {paint(f'{row.what}, {size}{same}{why}', 'dim')}"


def _module_words(copies: Sequence[CopyRow]) -> str:
    used = next((row for row in copies if row.used), None)
    if used is not None:
        return f"the game takes {printable(used.place, 200)}"
    first = copies[0]
    never = " and is never read" if first.reason.startswith("replaced") else ""
    return f"the copy in {printable(first.place, 200)} is {printable(first.reason, 200)}{never}"


def show_not_found(answers: Sequence[Copies], module: str | None) -> None:
    """Which resources are nowhere, and names that look like theirs, on stderr."""
    where = f"with module {module}" if module else "and in none of its modules"
    for each in answers:
        text = f"{printable(each.filename)}: not in this game, {where}. {suggest(each.close)}"
        click.secho(text.rstrip(), fg="yellow", err=True)
