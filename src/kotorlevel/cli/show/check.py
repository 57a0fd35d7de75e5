"""What ``kotorlevel check`` prints: the report, and how to repair what can be repaired."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import Given, as_typed, quoted
from kotorlevel.cli.terminal.errors import explain
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.cli.terminal.wrapped import line_width
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.checks.reports.advice import Advice
    from kotorlevel.checks.reports.text import Shown

_LONGEST = 2000
_OF_AREAS = ("ARE", "CAU", "MAP", "NAV", "PTH", "VIS010")
"""Rules whose findings take a whole area to be repaired."""

_MOST_PATHS = 8
"""More of them nobody pastes."""


def show_report(
    report: kl.Report, advice: Advice | None = None, shown: Shown | None = None
) -> None:
    """The report for people, in colours on a terminal; ``advice`` has the paths for commands."""
    from kotorlevel.checks.reports.text import Shown, format_report

    shown = replace(shown or Shown(), width=line_width())
    for line in format_report(report, paint, advice, shown):
        click.echo(line)


def show_for_programs(report: kl.Report, form: str, paths: Sequence[str], given: Given) -> None:
    """The report as ``json``, ``sarif`` or annotations for ``github``."""
    if form == "github":
        from kotorlevel.checks.reports.github import report_to_github

        advice = give_advice(report, paths, given)
        for line in report_to_github(report, advice):
            click.echo(line)
        _summarize_step(report, advice)
    elif form == "sarif":
        from kotorlevel.checks.reports.sarif import report_to_sarif

        click.echo(json.dumps(report_to_sarif(report, _find_fixes(report)), indent=2))
    else:
        from kotorlevel.checks.reports.json import report_to_json

        click.echo(json.dumps(report_to_json(report), indent=2))


def _summarize_step(report: kl.Report, advice: Advice) -> None:
    """Add a summary to the page of a GitHub workflow, if this runs in one."""
    from kotorlevel.checks.reports.github import summarize_for_github

    file = os.environ.get("GITHUB_STEP_SUMMARY")
    if not file:
        return
    try:
        with Path(file).open("a", encoding="utf-8", errors="replace") as stream:
            stream.write(summarize_for_github(report, advice))
    except OSError as error:
        click.secho(f"no step summary: {error}", fg="yellow", err=True)


def _find_fixes(report: kl.Report) -> dict[str, tuple[bytes, bytes]]:
    """What `fix` would write: for each file its bytes before and after."""
    here, _ = kl.find_fixable(report)
    inputs = report.inputs
    if inputs is None or not any(finding.fix == "safe" for finding in here):
        return {}
    files = [path for path in inputs.files if path.exists()]
    repairs = kl.fix([*inputs.layouts, *files], options=inputs.options, dry_run=True)
    return {each.name: (each.before, each.after) for each in repairs.changed}


def tell_notes(report: kl.Report) -> None:
    """Say on stderr what should be known about the check."""
    for note in report.notes:
        click.secho(printable(explain(note), _LONGEST), fg="yellow", err=True)


def tell_missing(report: kl.Report) -> kl.Report:
    """Name paths that do not exist on stderr; the report on the others."""
    for error in report.missing:
        click.secho(f"kotorlevel: {printable(str(error), _LONGEST)}", fg="red", err=True)
    gone = {error.source for error in report.missing}
    return replace(
        report,
        findings=tuple(finding for finding in report if finding.file not in gone),
        files=tuple(file for file in report.files if file not in gone),
    )


def exit_code(report: kl.Report, options: kl.Options) -> int:
    """2 when a file could not be read, 1 for a finding from ``options.fail_on`` on, else 0."""
    if report.unreadable:
        return 2
    return int(options.fail_on is not None and bool(report.at_least(options.fail_on)))


# How to repair


@dataclass(frozen=True)
class Fixing:
    """What `fix` would be given as ``path``, and the ``findings`` that it can repair there.

    ``lines`` say how to get at those in other files.
    """

    path: str
    findings: tuple[kl.Finding, ...]
    lines: tuple[str, ...] = ()


def plan_fixing(report: kl.Report, paths: Sequence[str], given: Given) -> Fixing:
    """What can be done about the findings of a check of ``paths``."""
    here, others = kl.find_fixable(report)
    inputs = report.inputs
    assert inputs is not None
    archives = tuple(inputs.archives)
    if layouts := _layouts_of_files(report, paths):
        folders = {layout.parent for layout in layouts}
        near = tuple(each for each in others if Path(each.file).parent in folders)
        if near or any(each.rule.startswith(_OF_AREAS) for each in here):
            paths = [layout.as_posix() for layout in layouts]
            here, others = (*here, *near), tuple(each for each in others if each not in near)
    first = "Take the files out first: {}"
    if not here and (lines := _taking_out(others, paths, archives, given, first)):
        return Fixing("DIR", others, lines)
    lines = ()
    if others:
        more = f"{len(others):,} more can be fixed"
        mine = ", copy yours over them" if inputs.files else ""
        text = f"{more} once the files are taken out: {{}}{mine}, then kotorlevel fix DIR"
        lines = _taking_out(others, paths, archives, given, text) or (
            f"{more} where the rest of the area is: its files are not among those that were given",
        )
    return Fixing(_as_typed(paths, here) + _asked_for(here, inputs.options), here, lines)


def _layouts_of_files(report: kl.Report, paths: Sequence[str]) -> list[Path]:
    """The layouts whose areas were looked at though only files of theirs were given."""
    inputs, given = report.inputs, {Path(path) for path in paths}
    assert inputs is not None
    return [path for path in inputs.layouts if given.isdisjoint((path, *path.parents))]


def give_advice(
    report: kl.Report, paths: Sequence[str], given: Given, fixing: Fixing | None = None
) -> Advice:
    """The paths of a check for the commands that its report tells."""
    from kotorlevel.checks.reports.advice import Advice

    fixing = fixing or plan_fixing(report, paths, given)
    inputs = report.inputs
    assert inputs is not None
    folders = [path.parent.as_posix() for path in inputs.layouts]
    areas = {
        folder: as_typed(path, given)
        for path, folder in zip(inputs.layouts, folders, strict=True)
        if folders.count(folder) == 1
    }
    is_one = len(folders) + len(inputs.areas) + len(inputs.levels) == 1
    if len(paths) == 1 and is_one and not _layouts_of_files(report, paths):
        areas = {"": as_typed(Path(paths[0]), given)}
    return Advice(fixing.path, areas, fixing.findings)


def _asked_for(findings: Collection[kl.Finding], options: kl.Options) -> str:
    """What `fix` has to be told, too: rules that are off unless they are selected."""
    rules = sorted({finding.rule for finding in findings if finding.rule in options.select})
    if not any(kl.rules(rule)[0].on_request for rule in rules):
        return ""
    return f" --select {','.join(options.select)}"


def _as_typed(paths: Sequence[str], findings: Collection[kl.Finding]) -> str:
    """The paths that have something to fix, as they are typed: ``a.wok "my mod"``."""
    files = {file for finding in findings for file in finding.files}
    kept = [path for path in paths if _stands_for(path, files)] or [*paths]
    return " ".join(map(quoted, kept)) if len(kept) <= _MOST_PATHS else "PATH..."


def _stands_for(path: str, files: Collection[str]) -> bool:
    """True where a path is one of the files, or beside or above some of them."""
    posix = PurePath(path).as_posix()
    folder = PurePath(path).parent.as_posix() if posix.lower().endswith(".lyt") else posix
    inside = "" if folder == "." else f"{folder}/"
    return posix in files or any(file.startswith(inside) for file in files)


def _taking_out(
    others: Collection[kl.Finding],
    paths: Sequence[str],
    packed: Sequence[Path],
    given: Given,
    text: str,
) -> tuple[str, ...]:
    """The commands that take out the files of ``others``, each in ``text``."""
    files = {file for finding in others for file in finding.files}
    archives = [path for path in packed if _holds(path, files)]
    commands = [f"kotorlevel extract {quoted(path)} -o DIR" for path in archives]
    game = given.game if given.game is not None else paths[0]
    rest = [file for file in files if not any(_holds(path, {file}) for path in archives)]
    if rest and given.module and not packed:
        commands.append(f"kotorlevel extract {quoted(game)} --module {given.module} --level -o DIR")
    return tuple(text.format(command) for command in commands)


def _holds(archive: Path, files: Collection[str]) -> bool:
    """True where one of the files is in an archive, as reports name it."""
    names = (f"{archive.as_posix()}: ", f"{archive}: ")
    return any(file.startswith(names) for file in files)
