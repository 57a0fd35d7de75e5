"""``kotorlevel scan``: check every module of a game."""

import json
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.options import (
    FAIL_ON,
    force_option,
    ignore_option,
    load_surfaces,
    materials_option,
    override_option,
    select_option,
)
from kotorlevel.cli.ask.outputs import write_output
from kotorlevel.cli.show.check import exit_code, show_report
from kotorlevel.cli.terminal.pipes import outlive_workers
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.targets import choose_file

_EXAMPLES = """
\b
Examples:
  kotorlevel scan swkotor
  kotorlevel scan swkotor --override my_mod --select ARE,OBJ
  kotorlevel scan swkotor --module "tar_*" --details
  kotorlevel scan swkotor --json > scan.json
  kotorlevel scan swkotor --html scan.html      one file: every module, with its picture
  kotorlevel scan swkotor --graph modules.svg      which doors lead from which module to which

\b
Exit code: 0 nothing at or above --fail-on, 1 something, 2 a module or file could not be read.
One module in detail: kotorlevel check swkotor --module tar_m10aa
"""


_PAGES = (".html", ".htm")
_GRAPHS = (".svg", ".png", ".dot")


@click.command("scan", epilog=_EXAMPLES)
@click.argument("path", metavar="GAME", type=click.Path(path_type=Path))
@click.option(
    "--module",
    "wanted",
    metavar="M",
    multiple=True,
    help="Only this module, or those that fit a pattern. May repeat.",
)
@override_option
@click.option("--details", is_flag=True, help="Every finding as well, as check shows it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/scan.schema.json).")
@click.option(
    "--html",
    "html_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a page as well: all modules with pictures, to be sorted and searched.",
)
@click.option(
    "--graph",
    "graph_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a graph as well of the doors and triggers between modules: .svg, .png or .dot.",
)
@force_option
@select_option
@ignore_option
@click.option("--fail-on", type=FAIL_ON, help="From which severity to exit with 1. Default: error.")
@click.option(
    "--workers",
    type=click.IntRange(1),
    metavar="N",
    help="How many modules at a time. Default: one a processor.",
)
@materials_option
def command(
    path: Path,
    wanted: tuple[str, ...],
    override: tuple[Path, ...],
    details: bool,
    as_json: bool,
    html_file: Path | None,
    graph_file: Path | None,
    force: bool,
    select: str | None,
    ignore: str | None,
    fail_on: str | None,
    workers: int | None,
    materials_table: str | None,
) -> None:
    """Check every module of a game: its level files, and its area as a whole.

    GAME is the folder of an installation. What several modules share counts once in the sums.
    """
    if force and html_file is None and graph_file is None:
        raise click.UsageError("--force goes with --html or --graph")
    page = html_file and choose_file(html_file, _PAGES, "scan.html", force=force)
    graph = graph_file and choose_file(graph_file, _GRAPHS, "modules.svg", force=force)
    surfaces = load_surfaces(materials_table)
    options = kl.load_options(
        path, select=select, ignore=ignore, surfaces=surfaces, fail_on=fail_on
    )
    with outlive_workers(), progress_bar("Checking modules") as progress:
        scan = kl.scan(
            path,
            modules=wanted,
            override=override,
            options=options,
            workers=workers,
            progress=progress,
            picture=kl.draw_small_map if page is not None else None,
        )
    _write_files(scan, page, graph)
    if as_json:
        from kotorlevel.cli.show.games.scan import scan_to_json

        click.echo(json.dumps(scan_to_json(scan), indent=2))
    else:
        from kotorlevel.checks.reports.advice import Advice
        from kotorlevel.cli.show.games.scan import format_scan

        if details:
            show_report(scan.report, Advice(path="DIR"))
            click.echo()
        for line in format_scan(scan):
            click.echo(line)
    raise click.exceptions.Exit(2 if scan.failed else exit_code(scan.report, options))


def _write_files(scan: kl.Scan, page: Path | None, graph: Path | None) -> None:
    """Write the page and the graph, and say so beside the report."""
    if page is not None:
        write_output(page, kl.render_scan(scan).encode(), err=True)
    if graph is not None:
        kind = graph.suffix.lower()[1:]
        drawn = kl.draw_transitions(scan.transitions, format=kind)  # type: ignore[call-overload]
        data = drawn if isinstance(drawn, bytes) else drawn.encode()
        write_output(graph, data, err=True)
