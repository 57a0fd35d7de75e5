"""``kotorlevel check``: find what is wrong, where, and what it does in the game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import Given, level_options, quoted, refuse_empty
from kotorlevel.cli.ask.options import (
    FAIL_ON,
    FiniteRange,
    force_option,
    ignore_option,
    load_surfaces,
    materials_option,
    select_option,
)
from kotorlevel.cli.ask.outputs import write_output
from kotorlevel.cli.show.check import (
    Fixing,
    exit_code,
    give_advice,
    plan_fixing,
    show_for_programs,
    show_report,
    tell_missing,
    tell_notes,
)
from kotorlevel.cli.terminal.pipes import outlive_workers
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.targets import choose_file
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.checks.reports.text import Shown

_EXAMPLES = """
\b
Examples:
  kotorlevel check my_mod
  kotorlevel check m55aa_02.wok --select DRV,BWM
  kotorlevel check my_mod --game swkotor --module tar_m10aa
  kotorlevel check swkotor --module tar_m10aa
  kotorlevel check my_mod --fail-on warning --json > report.json
  kotorlevel check my_mod --html report.html
  kotorlevel check my_mod --write-baseline known.json    later: --baseline known.json
  kotorlevel check swkotor --mods mod_a mod_b          what they do to each other, in this order
  kotorlevel check m55aa_02.wok m55aa.git --around     their areas, as before a commit

\b
Exit code: 0 nothing at or above --fail-on, 1 something, 2 a file could not be read, or there was
nothing to check: then stdout is empty, also with --json, and the reason is on stderr.
What a rule means: kotorlevel rules BWM004    All modules of a game: kotorlevel scan
"""

_ENDINGS = (".html", ".htm")


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
@select_option
@ignore_option
@click.option("--fail-on", type=FAIL_ON, help="From which severity to exit with 1. Default: error.")
@click.option(
    "--around", is_flag=True, help="Check the whole areas that the files belong to, each once."
)
@click.option(
    "--mods",
    "is_mods",
    is_flag=True,
    help="PATH is a game, then mods in the order in which they are installed: how they get along.",
)
@click.option(
    "--severity",
    "least",
    type=click.Choice([each.label for each in reversed(kl.Severity)]),
    help="Show findings from this severity on. Default: warning, with --select info.",
)
@click.option("-q", "--quiet", is_flag=True, help="Show causes and errors only.")
@click.option("--all", "everything", is_flag=True, help="Show all, also what causes explain.")
@click.option("--max", "most", type=click.IntRange(1), metavar="N", help="Show at most N findings.")
@click.option("--slope-limit", type=FiniteRange(0, 90), help="Degrees; steeper floors are noted.")
@click.option(
    "--config", type=click.Path(path_type=Path), help="Instead of the nearest kotorlevel.toml."
)
@click.option("--archives", is_flag=True, help="Also check archives that are in folders.")
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Findings that are known, and not told again.",
)
@click.option(
    "--write-baseline",
    "new_baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="From now on all that is found is known: write it to this file.",
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
    around: bool,
    is_mods: bool,
    least: str | None,
    quiet: bool,
    everything: bool,
    most: int | None,
    slope_limit: float | None,
    config: Path | None,
    archives: bool,
    baseline: Path | None,
    new_baseline: Path | None,
    materials_table: str | None,
) -> None:
    """Find faults in level files and areas: where they are, and what they do in the game.

    PATH is a file, a folder for every level file below it, an archive (.mod, .rim, .erf), or the
    folder of a game with --module. A layout (LYT), also one in a folder or an archive, stands for
    its whole area: the walkmeshes of its rooms, and how they fit together with the doors,
    placeables and the entry of the module. The walkmesh of a room is also looked at in the area
    whose layout is beside it. --game gives what a mod does not bring along.
    """
    if as_json + sarif + github > 1:
        raise click.UsageError("--json, --sarif and --github exclude each other")
    if quiet + everything + bool(least) > 1:
        raise click.UsageError("--severity, --quiet and --all exclude each other")
    if is_mods:
        refused = {"sarif": sarif, "github": github, "html": html_file, "around": around}
        refused |= {"archives": archives, "baseline": baseline, "write-baseline": new_baseline}
        _refuse_beside_mods({**refused, "override": given.override})
    target = _choose_html(html_file, force)
    options = kl.load_options(
        paths,
        config,
        select=select,
        ignore=ignore,
        slope_limit=slope_limit,
        surfaces=load_surfaces(materials_table),
        fail_on=fail_on,
        baseline=baseline,
    )
    if is_mods:
        shown = _choose_shown(least, quiet, everything, most)
        raise click.exceptions.Exit(_check_mods(paths, given, options, shown, as_json=as_json))
    with outlive_workers(), progress_bar("Checking") as progress:
        report = kl.check(
            paths, options, **given.named, archives=archives, around=around, progress=progress
        )
    if new_baseline is not None:
        _write_baseline(report, new_baseline)
    tell_notes(report)
    form = "json" if as_json else "sarif" if sarif else "github" if github else ""
    if form:  # programs get a document in any case
        show_for_programs(report, form, paths, given)
        fixing = None
    else:
        report = tell_missing(report)
        if report.missing and not report.files:
            raise click.exceptions.Exit(2)
        fixing = plan_fixing(report, paths, given)
        advice = give_advice(report, paths, given, fixing)
        show_report(
            report, advice, _choose_shown(least or (select and "info"), quiet, everything, most)
        )
        for line in fixing.lines:
            click.echo(line)
    if target is not None:
        fixing = fixing or plan_fixing(report, paths, given)
        _write_html(target, report, paths, fixing, beside_data=bool(form))
    raise click.exceptions.Exit(2 if report.missing else exit_code(report, options))


def _refuse_beside_mods(given: dict[str, object]) -> None:
    """Raise `UsageError` for options that have no meaning for mods together."""
    for name, value in given.items():
        if value:
            raise click.UsageError(f"--mods and --{name} exclude each other")


def _check_mods(
    paths: tuple[str, ...], given: Given, options: kl.Options, shown: Shown, *, as_json: bool
) -> int:
    """Check several mods in a game, and print what they do to each other; the exit code."""
    import json

    from kotorlevel.cli.show.games.mods import mods_lines

    game, mods = (given.game, paths) if given.game else (Path(paths[0]), paths[1:])
    if not mods:
        raise click.UsageError("--mods: name the game, then its mods: check GAME --mods A B")
    with progress_bar("Checking areas") as progress:
        report = kl.check_mods(game, mods, modules=given.module, options=options, progress=progress)
    if as_json:
        click.echo(json.dumps(report.to_json(), indent=2))
    else:
        for line in mods_lines(report, game, shown.least):
            click.echo(line)
    return 2 if report.failed else int(report.fails(options.fail_on))


def _write_baseline(report: kl.Report, path: Path) -> NoReturn:
    """Write what was found as known, and end."""
    count = kl.write_baseline(report, path)
    tell_missing(report)
    known = f"{count_of(count, 'finding')} {'is' if count == 1 else 'are'} known from now on"
    click.echo(f"wrote {printable(str(path), 2000)}: {known}")
    click.echo(f'Use it with --baseline {quoted(path)}, or in kotorlevel.toml: baseline = "..."')
    raise click.exceptions.Exit(2 if report.missing else 0)


def _choose_shown(least: str | None, quiet: bool, everything: bool, most: int | None) -> Shown:
    """What of the report is shown, and how to see the rest."""
    from kotorlevel.checks.reports.text import Shown

    severity = kl.Severity.INFO if everything else kl.Severity.ERROR if quiet else None
    severity = severity or (kl.Severity[least.upper()] if least else kl.Severity.WARNING)
    return Shown(severity, everything, most, "--all shows all")


def _choose_html(html_file: Path | None, force: bool) -> Path | None:
    """Where the HTML report goes; all that can be wrong with it is said before the check."""
    if html_file is None:
        if force:
            raise click.UsageError("--force goes with --html")
        return None
    return choose_file(html_file, _ENDINGS, "report.html", force=force)


def _write_html(
    target: Path, report: kl.Report, paths: tuple[str, ...], fixing: Fixing, *, beside_data: bool
) -> None:
    """Write the report as a page and say so; beside data for programs on stderr."""
    from kotorlevel.checks.reports.advice import Advice
    from kotorlevel.checks.reports.text import Shown, format_report

    inputs = report.inputs
    assert inputs is not None
    try:
        kl.find_bundle()
    except kl.errors.FormatError as error:
        click.secho(f"the report has maps, but no 3-D views. {error}", fg="yellow", err=True)
    # A report is for others: they need the name, and not the folders of this machine.
    name = Path(paths[0]).resolve().name if len(paths) == 1 and not inputs.is_packed else ""
    place = quoted(name) if name else "DIR" if inputs.is_packed else "PATH..."
    # The summary's last part says how to repair; its counts have a place of their own.
    advice = Advice(place, fixable=fixing.findings)
    lines = format_report(report, advice=advice, shown=Shown(most=0))
    page = kl.render_report(report, title=name, hint=lines[-1].partition("; ")[2])
    write_output(target, page.encode(), err=beside_data)
