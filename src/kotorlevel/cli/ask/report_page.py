"""``kotorlevel check --html``: which areas and files the report shows, and the file itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.errors import FormatError
from kotorlevel.view.html.report import render_report

if TYPE_CHECKING:
    from kotorlevel.view.html.page import Bundle

ENDINGS = (".html", ".htm")

MOST_PICTURES = 40
"""Areas and files with a map; the findings of others stand in one table at the end."""


def choose_report(output: Path, *, force: bool) -> Path:
    """Where to write the report. Raises `CommandError` where that cannot be done."""
    from kotorlevel.cli.ask.outputs import choose_output

    if output.is_dir():
        raise CommandError(f"{output}: is a folder; name a file in it, as {output / 'report.html'}")
    return choose_output(output, output, ENDINGS, force=force)


def find_viewer() -> tuple[Bundle | None, str]:
    """The viewer, and where it was not built, what to say about that."""
    from kotorlevel.view.html.page import find_bundle

    try:
        return find_bundle(), ""
    except FormatError as error:
        return None, f"the report has maps, but no 3-D views. {error}"


def make_report_page(report, inputs, options, *, title, hint, bundle):  # type: ignore
    from types import SimpleNamespace

    object.__setattr__(report, "inputs", SimpleNamespace(**vars(inputs), options=options))
    return render_report(report, title=title, hint=hint, bundle=bundle)
