"""``kotorlevel check``: find what is wrong, where, and what it does in the game."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from kotorlevel.check.config import Config, find_config, parse_fail_on, parse_ids, read_config
from kotorlevel.check.finding import Finding, Report, Severity
from kotorlevel.check.options import UNREADABLE
from kotorlevel.check.parallel import check_files
from kotorlevel.check.run import make_report
from kotorlevel.cli.errors import CommandError
from kotorlevel.cli.inputs import Inputs, collect_inputs
from kotorlevel.cli.options import load_materials, materials_option
from kotorlevel.cli.paint import paint
from kotorlevel.cli.progress import track

_EXAMPLES = """
\b
Examples:
  kotorlevel check my_mod
  kotorlevel check m55aa_02.wok --select DRV,BWM
  kotorlevel check my_mod --fail-on warning --json > report.json

\b
Exit code: 0 nothing at or above --fail-on, 1 something, 2 a file could not be read.
What a rule means: kotorlevel rules BWM004
"""

_FAIL_ON = click.Choice(["error", "warning", "info", "never"])


@click.command("check", epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/check.schema.json).")
@click.option("--sarif", is_flag=True, help="Print SARIF, for code scanning services.")
@click.option("--github", is_flag=True, help="Print annotations for GitHub workflows.")
@click.option("--select", metavar="IDS", help="Only these rules; beginnings count: BWM,MSH007.")
@click.option("--ignore", metavar="IDS", help="Not these rules.")
@click.option(
    "--fail-on", type=_FAIL_ON, help="From which severity to exit with 1. Default: error."
)
@click.option("--max", "most", type=click.IntRange(1), metavar="N", help="Show at most N findings.")
@click.option(
    "--slope-limit", type=click.FloatRange(0, 90), help="Degrees; steeper floors are noted."
)
@click.option(
    "--config", type=click.Path(path_type=Path), help="Instead of the nearest kotorlevel.toml."
)
@materials_option
def command(
    paths: tuple[str, ...],
    as_json: bool,
    sarif: bool,
    github: bool,
    select: str | None,
    ignore: str | None,
    fail_on: str | None,
    most: int | None,
    slope_limit: float | None,
    config: Path | None,
    materials_table: str | None,
) -> None:
    """Find faults in level files, and say where they are and what they do in the game.

    PATH is a file or a folder; a folder stands for every level file below it.
    """
    if as_json + sarif + github > 1:
        raise click.UsageError("--json, --sarif and --github exclude each other")
    inputs = collect_inputs(paths)
    settings = load_settings(paths, config, select, ignore, slope_limit, materials_table)
    if fail_on is not None:
        settings = replace(settings, fail_on=parse_fail_on(fail_on))
    report = run_check(inputs, settings)
    if as_json:
        from kotorlevel.check.reports.json_report import report_to_json

        click.echo(json.dumps(report_to_json(report), indent=2))
    elif sarif:
        from kotorlevel.check.reports.sarif import report_to_sarif

        click.echo(json.dumps(report_to_sarif(report), indent=2))
    elif github:
        from kotorlevel.check.reports.github import report_to_github

        for line in report_to_github(report):
            click.echo(line)
    else:
        show_report(report, most, paths[0] if len(paths) == 1 else "PATH...")
    raise click.exceptions.Exit(exit_code(report, settings.fail_on))


def load_settings(
    paths: tuple[str, ...],
    config: Path | None,
    select: str | None,
    ignore: str | None,
    slope_limit: float | None,
    materials_table: str | None,
) -> Config:
    """The nearest ``kotorlevel.toml``, with what the command line says on top."""
    path = config or find_config(Path(paths[0]))
    settings = read_config(path) if path is not None else Config()
    options = settings.options
    if select is not None:
        options = replace(options, select=split_ids(select))
    if ignore is not None:
        options = replace(options, ignore=(*options.ignore, *split_ids(ignore)))
    if slope_limit is not None:
        options = replace(options, slope_limit=slope_limit)
    if materials_table is not None:
        options = replace(options, materials=load_materials(materials_table))
    return replace(settings, options=options)


def split_ids(text: str) -> tuple[str, ...]:
    """The rule ids in ``BWM, msh007``. Raises `CommandError` for one that names no rule."""
    try:
        return parse_ids([word for word in text.split(",") if word.strip()] or [text])
    except ValueError as error:
        raise CommandError(str(error)) from None


def run_check(inputs: Inputs, settings: Config) -> Report:
    """The report on all files, each once, with a progress bar where it takes long."""
    files = list(dict.fromkeys((path, path.as_posix()) for path, _ in inputs.files))
    names: list[str] = []
    findings: list[Finding] = []
    for name, found in track(check_files(files, settings.options), len(files), "Checking"):
        names.append(name)
        findings += found
    return make_report(findings, names)


def show_report(report: Report, most: int | None = None, path: str = "PATH") -> None:
    """The report for people, in colours on a terminal; ``path`` is what `fix` would be given."""
    from kotorlevel.check.reports.text import format_report

    path = f'"{path}"' if " " in path else path
    for line in format_report(report, paint=paint, max_findings=most, path=path):
        click.echo(line)


def exit_code(report: Report, fail_on: Severity | None) -> int:
    """2 when a file could not be read, 1 for a finding at or above ``fail_on``, else 0."""
    if report.of_rule(UNREADABLE):
        return 2
    return int(fail_on is not None and bool(report.at_least(fail_on)))
