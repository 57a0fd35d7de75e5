"""``kotorlevel check``: find what is wrong, where, and what it does in the game."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.checks.config import Config, find_config, parse_fail_on, parse_ids, read_config
from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.checks.levels import (
    Checked,
    check_archive,
    check_area_of,
    check_layout_files,
    check_level,
    find_surfaces,
    unreadable,
)
from kotorlevel.checks.options import UNREADABLE, Options
from kotorlevel.checks.parallel import check_files
from kotorlevel.checks.run import make_report
from kotorlevel.cli.ask.check_inputs import CheckInputs, collect_check_inputs
from kotorlevel.cli.ask.fixing import Fixing, plan_fixing
from kotorlevel.cli.ask.levels import Given, level_options, quoted, refuse_empty
from kotorlevel.cli.ask.options import force_option, load_materials, materials_option
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.cli.terminal.pipes import outlive_workers
from kotorlevel.cli.terminal.progress import track
from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from kotorlevel.area.install.game import Game

_EXAMPLES = """
\b
Examples:
  kotorlevel check my_mod
  kotorlevel check m55aa_02.wok --select DRV,BWM
  kotorlevel check my_mod --game swkotor --module tar_m10aa
  kotorlevel check swkotor --module tar_m10aa
  kotorlevel check my_mod --fail-on warning --json > report.json
  kotorlevel check my_mod --html report.html

\b
Exit code: 0 nothing at or above --fail-on, 1 something, 2 a file could not be read, or there was
nothing to check: then stdout is empty, also with --json, and the reason is on stderr.
What a rule means: kotorlevel rules BWM004    All modules of a game: kotorlevel scan
"""

FAIL_ON = click.Choice(["error", "warning", "info", "never"])


@click.command("check", epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", callback=refuse_empty)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/check.schema.json).")
@click.option("--sarif", is_flag=True, help="Print SARIF, for code scanning services.")
@click.option("--github", is_flag=True, help="Print annotations for GitHub workflows.")
@click.option(
    "--html",
    "html_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write findings, maps and 3-D views as one HTML file, too.",
)
@force_option
@click.option("--select", metavar="IDS", help="Only these rules; beginnings count: BWM,MSH007.")
@click.option("--ignore", metavar="IDS", help="Not these rules.")
@click.option("--fail-on", type=FAIL_ON, help="From which severity to exit with 1. Default: error.")
@click.option("--max", "most", type=click.IntRange(1), metavar="N", help="Show at most N findings.")
@click.option(
    "--slope-limit", type=click.FloatRange(0, 90), help="Degrees; steeper floors are noted."
)
@click.option(
    "--config", type=click.Path(path_type=Path), help="Instead of the nearest kotorlevel.toml."
)
@materials_option
@level_options
def command(
    paths: tuple[str, ...],
    given: Given,
    as_json: bool,
    sarif: bool,
    github: bool,
    html_file: Path | None,
    force: bool,
    select: str | None,
    ignore: str | None,
    fail_on: str | None,
    most: int | None,
    slope_limit: float | None,
    config: Path | None,
    materials_table: str | None,
) -> None:
    """Find faults in level files and areas: where they are, and what they do in the game.

    PATH is a file, a folder for every level file below it, an archive (.mod, .rim, .erf), or the
    folder of a game with --module. A layout (LYT), also one in a folder or an archive, stands for
    its whole area: the walkmeshes of its rooms, and how they fit together with the doors,
    placeables and the entry of the module. --game gives what a mod does not bring along.
    """
    if as_json + sarif + github > 1:
        raise click.UsageError("--json, --sarif and --github exclude each other")
    target = _choose_html(html_file, force)
    inputs = collect_check_inputs(paths, given)
    settings = load_settings(paths, config, select, ignore, slope_limit, materials_table)
    if fail_on is not None:
        settings = replace(settings, fail_on=parse_fail_on(fail_on))
    for note in inputs.notes:
        click.secho(printable(note, 2000), fg="yellow", err=True)
    for_programs = as_json or sarif or github
    if for_programs:  # they get a document in any case
        inputs.errors += inputs.missing
    else:
        _tell_missing(inputs)
    report = run_check(inputs, settings)
    if as_json:
        from kotorlevel.checks.reports.json import report_to_json

        click.echo(json.dumps(report_to_json(report), indent=2))
    elif sarif:
        from kotorlevel.checks.reports.sarif import report_to_sarif

        click.echo(json.dumps(report_to_sarif(report), indent=2))
    elif github:
        from kotorlevel.checks.reports.github import report_to_github

        for line in report_to_github(report):
            click.echo(line)
    else:
        fixing = plan_fixing(report, paths, inputs, given, settings.options)
        show_report(report, most, fixing.path, fixing.findings)
        for line in fixing.lines:
            click.echo(line)
    if target is not None:
        fixing = plan_fixing(report, paths, inputs, given, settings.options)
        name = paths[0] if len(paths) == 1 and not inputs.is_packed else ""
        _write_html(target, report, inputs, settings, name, fixing, beside_data=for_programs)
    code = exit_code(report, settings.fail_on)
    raise click.exceptions.Exit(2 if inputs.missing else code)


def _tell_missing(inputs: CheckInputs) -> None:
    """Name paths that do not exist, and end where there are no others."""
    for error in inputs.missing:
        click.secho(f"kotorlevel: {printable(str(error), 2000)}", fg="red", err=True)
    if inputs.missing and inputs.is_empty:
        raise click.exceptions.Exit(2)


def _choose_html(html_file: Path | None, force: bool) -> Path | None:
    """Target the HTML report goes; all that can be wrong with it is said before the check."""
    if html_file is None:
        if force:
            raise click.UsageError("--force goes with --html")
        return None
    from kotorlevel.cli.ask.report_page import choose_report

    return choose_report(html_file, force=force)


def _write_html(
    target: Path,
    report: Report,
    inputs: CheckInputs,
    settings: Config,
    path: str,
    fixing: Fixing,
    *,
    beside_data: bool,
) -> None:
    """Write the report as a page and say so; beside data for programs on stderr."""
    from kotorlevel.checks.reports.text import format_report
    from kotorlevel.cli.ask.report_page import find_viewer, make_report_page
    from kotorlevel.core.atomic import write_atomic

    bundle, missing = find_viewer()
    if missing:
        click.secho(missing, fg="yellow", err=True)
    # A report is for others: they need the name, and not the folders of this machine.
    name = Path(path).resolve().name if path else ""
    place = quoted(name) if name else "DIR" if inputs.is_packed else "PATH..."
    # The summary's last part says how to repair; its counts have a place of their own.
    lines = format_report(report, max_findings=0, path=place, fixable=fixing.findings)
    hint = lines[-1].partition("; ")[2]
    title = name or "Level check"
    page = make_report_page(
        report, inputs, settings.options, title=title, hint=hint, bundle=bundle
    ).encode()
    write_atomic(target, page)
    where = printable(str(target), 2000)
    click.echo(f"wrote {where} ({len(page):,} bytes)", err=beside_data)


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


def run_check(inputs: CheckInputs, settings: Config) -> Report:
    """The report on everything, each file once, with a progress bar where it takes long."""
    names: dict[str, None] = {}
    findings: list[Finding] = []
    with outlive_workers():
        for name, found in _check_all(inputs, settings.options, names):
            names[name] = None
            findings += found
    return make_report(findings, names)


def _check_all(inputs: CheckInputs, options: Options, seen: Collection[str]) -> Iterator[Checked]:
    """Every file with its findings, and every area; ``seen`` grows with what has been yielded."""
    for_files = _with_surfaces(options, inputs.game)
    files = [(path, path.as_posix()) for path in inputs.files]
    yield from track(check_files(files, for_files), len(files), "Checking")
    layouts = [*inputs.layouts.values()]
    areas = check_layout_files(layouts, options, inputs.game)
    yield from track(areas, len(layouts), "Checking areas")
    for check, levels in ((check_area_of, inputs.areas), (check_level, inputs.levels)):
        for level in levels:
            try:
                yield from check(level, options)
            except FormatError as error:
                yield error.source or level.name, unreadable(error, options, level.name)
    for path in inputs.archives:
        yield from check_archive(path, for_files, seen)
    for broken in inputs.errors:
        yield broken.source, unreadable(broken, options)


def _with_surfaces(options: Options, game: Game | None) -> Options:
    """The options, with the surfaces of a game where one was given and no others were."""
    if game is None or options.materials is not None:
        return options
    return replace(options, materials=find_surfaces(game.lookup()))


def show_report(
    report: Report,
    most: int | None = None,
    path: str = "PATH",
    fixable: Collection[Finding] | None = None,
) -> None:
    """The report for people, in colours on a terminal; ``path`` is what `fix` would be given.

    Of ``fixable`` findings `fix` can repair those, or all that their rules say.
    """
    from kotorlevel.checks.reports.text import format_report

    for line in format_report(report, paint=paint, max_findings=most, path=path, fixable=fixable):
        click.echo(line)


def exit_code(report: Report, fail_on: Severity | None) -> int:
    """2 when a file could not be read, 1 for a finding at or above ``fail_on``, else 0."""
    if report.of_rule(UNREADABLE):
        return 2
    return int(fail_on is not None and bool(report.at_least(fail_on)))
