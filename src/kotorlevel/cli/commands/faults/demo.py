"""``kotorlevel demo``: see what KotorLevel does, on files that it makes itself."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.area.sample import (
    HALL,
    make_broken_station,
    make_station,
    make_unfinished,
)
from kotorlevel.cli.demo.folder import make_folders, refuse_foreign, write_files
from kotorlevel.cli.demo.path import GOAL, START, show_walks
from kotorlevel.cli.demo.pictures import PICTURES, show_pictures
from kotorlevel.cli.demo.story import FAULTS, LEFT, PLAN
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.cli.terminal.wrapped import line_width
from kotorlevel.core.words import count_of, join_words

_EXAMPLES = """
\b
Examples:
  kotorlevel demo
  kotorlevel demo my_station
"""

_WORDS = {kl.Severity.ERROR: "error", kl.Severity.WARNING: "warn", kl.Severity.INFO: "info"}


@click.command("demo", epilog=_EXAMPLES)
@click.argument(
    "folder", default="kotorlevel-demo", metavar="[DIR]", type=click.Path(path_type=Path)
)
def command(folder: Path) -> None:
    """Make a small sample area that is broken, find its faults, repair them and draw it.

    The files go to DIR (default: kotorlevel-demo), which is a new folder, an empty one, or that of
    an earlier demo. No game files are needed, and nothing outside DIR is touched.
    """
    sound, damaged = make_station(), make_broken_station()
    own = {n: (sound[n], damaged[n], make_unfinished().get(n, b"")) for n in sound}

    refuse_foreign(folder, ("broken", "fixed", *PICTURES))
    broken, fixed = make_folders(folder, "broken", "fixed")
    moved = write_files(broken, damaged, own)
    _title(1, f"A small station, broken on purpose: {len(damaged)} files in {broken}")
    click.echo(f"\n{PLAN}\n")
    click.echo("On a screenshot it looks fine. In the game the player cannot even leave the hall.")

    before = _check(broken, damaged)
    _title(2, "Check it: what is wrong, and what that does in the game")
    _show_faults(before, list(damaged))

    repairs = _repair(broken, damaged)
    moved += write_files(fixed, {name: each.after for name, each in repairs.items()}, own)
    _title(3, f"Repair it: the result is in {fixed}")
    _show_repairs(repairs, sound)

    after = _check(fixed, damaged)
    _title(4, "Check again: what is left, and why")
    _show_left(before, after, list(damaged))

    _title(5, "Walk it: from the hall to the top of the ramp")
    show_walks(broken, fixed)

    _title(6, "See it")
    moved += show_pictures(folder, broken, before)

    _title(7, "Try next")
    _show_commands(broken, fixed)
    for old, new in moved:
        click.echo(f"\n{old} was not as the demo made it: it is kept as {new}", err=True)


def _check(folder: Path, names: Iterable[str]) -> kl.Report:
    """The report on files of the station and on its area; other files there are not looked at."""
    report = kl.check([folder / name for name in names])
    findings = tuple(replace(each, file=Path(each.file).name) for each in report)
    return kl.Report(findings, tuple(names))


def _repair(folder: Path, names: Iterable[str]) -> dict[str, kl.Repair]:
    """File name → what a safe repair makes of it."""
    done = kl.fix([folder / name for name in names], dry_run=True)
    return {each.path.name: each for each in done.files}


def _title(number: int, text: str) -> None:
    click.secho(f"\n{number}. {text}", bold=True)


# 2. Faults


def _show_faults(report: kl.Report, names: Sequence[str]) -> None:
    for name, same in _by_rule(report, names):
        if name:
            click.echo(paint(name, "file"))
        click.echo(_fault_line(same))
    click.echo(f"{_counts(report)}.")


def _by_rule(report: kl.Report, names: Sequence[str]) -> list[tuple[str, list[kl.Finding]]]:
    """What each rule found, in the order of ``names``; only the first of a file has its name."""
    grouped: list[tuple[str, list[kl.Finding]]] = []
    for name in names:
        found = [finding for finding in report.findings if finding.file == name]
        rules = [list(same) for _, same in groupby(found, lambda finding: finding.rule)]
        grouped += [("" if number else name, same) for number, same in enumerate(rules)]
    return grouped


def _fault_line(same: Sequence[kl.Finding]) -> str:
    """How bad it is, the rule, what is wrong in plain words, and where."""
    first = same[0]
    severity = first.severity or kl.Severity.INFO
    word = paint(f"{_WORDS[severity]:<5}", severity.label)
    text = FAULTS.get(first.rule, first.text)
    place = paint(f"  {_place(same)}", "dim") if _place(same) else ""
    return f"  {word}  {first.rule}  {f'{text:<62}' if place else text}{place}"


def _place(same: Sequence[kl.Finding]) -> str:
    """One place in short; the full report has all of them."""
    first = same[0]
    if len(same) > 1:
        return f"{len(same)} times"
    if first.at is not None:
        return f"at ({', '.join(f'{value:.1f}' for value in first.at)})"
    return f"line {first.line}" if first.line is not None else ""


def _counts(report: kl.Report) -> str:
    """``7 errors, 10 warnings and 5 infos in 9 of 11 files``."""
    faulty = len({finding.file for finding in report.findings})
    return f"{join_words(report.counts)} in {faulty} of {count_of(len(report.files), 'file')}"


# 3. Repairs


def _show_repairs(repairs: Mapping[str, kl.Repair], sound: Mapping[str, bytes]) -> None:
    width = max(map(len, repairs))
    changed = [name for name, repair in repairs.items() if repair.changed]
    for name in changed:
        steps = "; ".join(step.text for step in repairs[name].steps)
        first, *more = textwrap.wrap(steps, line_width() - width - 4)
        click.echo(f"  {paint(f'{name:<{width}}', 'file')}  {first}")
        for line in more:
            click.echo(f"  {'':<{width}}  {line}")
    restored = [name for name in changed if repairs[name].after == sound[name]]
    not_yet = [name for name in changed if name not in restored]
    same = [name for name in repairs if name not in changed]
    click.echo(
        f"{len(restored)} of these {len(changed)} are again, byte for byte, "
        "as they were before the damage."
    )
    if not_yet:
        are = "is" if len(not_yet) == 1 else "are"
        click.echo(f"{join_words(not_yet)} {are} not yet as they were: 4 says why.")
    click.echo(f"Not one byte has changed in {join_words(same)}.")


# 4. What is left


def _show_left(before: kl.Report, after: kl.Report, names: Sequence[str]) -> None:
    gone = len(before.findings) - len(after.findings)
    errors = count_of(after.count(kl.Severity.ERROR), "error")
    click.echo(f"{gone} of {count_of(len(before.findings), 'finding')} are gone, {errors} left.")
    for name, same in _by_rule(after, names):
        if name:
            click.echo(paint(name, "file"))
        click.echo(_fault_line(same))
        if why := LEFT.get(same[0].rule):
            click.echo(f"{'':17}{paint(why, 'dim')}")


# 7. Commands


def _show_commands(broken: Path, fixed: Path) -> None:
    program = click.get_current_context().find_root().command_path
    commands = {
        f"check {_quoted(broken)}": "every fault, with its place",
        "rules BWM004": "what a rule means",
        f"fix {_quoted(fixed)} --unsafe": "close the gap and the seam, too",
        f"info {_quoted(fixed / f'{HALL}.wok')}": "what is in a room",
        f"path {_quoted(fixed)} {START} {GOAL}": "the walk, with its turns",
        f"view {_quoted(broken)}": "see it in the browser, live",
        "check PATH-TO-YOUR-MOD": "and now your own",
    }
    width = max(map(len, commands))
    for arguments, text in commands.items():
        click.echo(f"  {program} {arguments:<{width}}  {paint(text, 'dim')}")


def _quoted(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)
