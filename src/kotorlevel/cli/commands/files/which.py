"""``kotorlevel which``: which copy of a resource the game takes, and what it shadows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.ask.options import module_option, override_option
from kotorlevel.cli.show.info.files import LONGEST_LIST, count
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable
from kotorlevel.core.words import suggest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.area.install.place import Place
    from kotorlevel.cli.show.copies import Answer, CopyRow
    from kotorlevel.core.errors import FormatError

_EXAMPLES = """
\b
Examples:
  kotorlevel which swkotor m10aa_01a.wok
  kotorlevel which swkotor m10aa_01a.wok --module tar_m10aa
  kotorlevel which swkotor m10aa                              all types of that name
  kotorlevel which swkotor m10aa.lyt --override my_mod        as if the mod were installed

\b
Exit code: 0 found, 1 not found, 2 something could not be read.
"""


@click.command("which", epilog=_EXAMPLES)
@click.argument("path", metavar="GAME", type=click.Path(path_type=Path))
@click.argument("resources", metavar="RESOURCE...", nargs=-1, required=True)
@module_option
@override_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/which.schema.json).")
def command(
    path: Path,
    resources: tuple[str, ...],
    module: str | None,
    override: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Say which copy of a resource the game takes, and which copies it shadows.

    Copies are told in the order in which the game looks: Override, patch.erf, the files of the
    module, other archives, chitin.key. "My edit has no effect" is often a shadowed file.

    RESOURCE is a file name, or a name without an ending for all types of it. Without --module the
    copies in modules are told as well.
    """
    from kotorlevel.area.install.place import open_game
    from kotorlevel.cli.show.copies import find_answers

    place = open_game(path, module, override)
    answers, errors = find_answers(place, resources)
    if as_json:
        import json

        click.echo(json.dumps(_document(place, answers, errors), indent=2))
    else:
        _show([each for each in answers if each.found])
    for answer in answers:
        if not answer.found:
            _show_not_found(answer, place.module.name if place.module else None)
    for error in errors:
        click.secho(f"cannot read {printable(str(error), 2000)}", fg="red", err=True)
    if errors:
        raise click.exceptions.Exit(2)
    raise click.exceptions.Exit(int(not all(each.found for each in answers)))


def _document(
    place: Place, answers: Sequence[Answer], errors: Sequence[FormatError]
) -> dict[str, Any]:
    return {
        "kotorlevel": __version__,
        "path": place.path.as_posix(),
        "game": place.game.version if place.game else None,
        "module": place.module.name if place.module else None,
        "resources": [each.to_json() for each in answers],
        "errors": [{"path": error.source, "message": error.message} for error in errors],
    }


def _show(answers: Sequence[Answer]) -> None:
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
            click.echo(f"  and in {count(more, 'more module')} (--json lists all)")


def _in_words(answer: Answer) -> str:
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
    size = count(row.size or 0, "byte")
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


def _show_not_found(answer: Answer, module: str | None) -> None:
    where = f"with module {module}" if module else "and in none of its modules"
    text = f"{printable(answer.filename)}: not in this game, {where}. {suggest(answer.close)}"
    click.secho(text.rstrip(), fg="yellow", err=True)
