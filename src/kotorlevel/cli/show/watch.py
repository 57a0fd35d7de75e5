"""What `watch` says of a save."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.terminal.errors import as_options, explain
from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    import kotorlevel as kl
    from kotorlevel.view.live.follow import WatchUpdate

_MOST = 8
"""Findings that are shown of each save."""


def show_update(update: WatchUpdate, before: kl.Report | None) -> None:
    """What was written, and what the check has found since the last save."""
    clock = time.strftime("%H:%M:%S")
    if update.error is not None:
        error = update.error
        text = explain(error) if isinstance(error, FormatError) else str(error)
        click.secho(f"{clock}  {printable(text, 2000)}", fg="red", err=True)
        return
    names = ", ".join(printable(path.name) for path in update.files)
    click.echo(f"{clock}  {f'wrote {names}' if names else 'nothing to write: no difference'}")
    for remark in update.remarks:
        click.echo(f"          {printable(remark, 2000)}")
    for warning in update.warnings:
        click.secho(f"          {printable(as_options(warning), 2000)}", fg="yellow", err=True)
    if update.report is not None:
        _show_report(update.report, before)


def _list_told(report: kl.Report) -> dict[object, kl.Finding]:
    """Errors and warnings by what tells them from others."""
    from kotorlevel.checks.finding import Severity

    told = (each for each in report.told if (each.severity or 0) >= Severity.WARNING)
    return {each.key: each for each in told}


def _show_report(report: kl.Report, before: kl.Report | None) -> None:
    from kotorlevel.checks.finding import Severity

    told = _list_told(report)
    known = {} if before is None else _list_told(before)
    new = [finding for key, finding in told.items() if key not in known]
    gone = len(known.keys() - told.keys())
    counts = " and ".join(report.counts) if report.findings else "nothing wrong"
    changes = [f"{len(new):,} new"] if new and before is not None else []
    changes += [f"{gone:,} gone"] if gone else []
    click.echo(f"          check: {counts}" + (f" ({', '.join(changes)})" if changes else ""))
    for finding in new[:_MOST]:
        label = finding.severity.label if finding.severity is not None else ""
        where = f"  near ({', '.join(f'{v:.1f}' for v in finding.at)})" if finding.at else ""
        color = "red" if finding.severity == Severity.ERROR else "yellow"
        text = f"{label}  {finding.rule}  {printable(finding.text, 300)}{where}"
        click.secho(f"            {text}", fg=color)
    if len(new) > _MOST:
        click.echo(f"            and {count_of(len(new) - _MOST, 'more finding')}")
