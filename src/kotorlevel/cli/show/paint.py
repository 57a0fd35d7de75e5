"""What ``kotorlevel paint`` prints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.show.link import echo_some
from kotorlevel.cli.show.written import changes_to_json, show_changes
from kotorlevel.cli.terminal.paint import paint

if TYPE_CHECKING:
    from kotorlevel.area.write import Written
    from kotorlevel.mesh.edit.paint import Painting


def show_painting(
    done: Painting, written: Sequence[Written], area: str | None, *, dry_run: bool
) -> None:
    """What was painted, what that has done to floor and links, and what was written.

    ``area`` is what `link` would be given.
    """
    rest = done.chosen - len(done.painted)
    already = f" ({rest:,} of {done.chosen:,} had it already)" if rest else ""
    click.echo(f"{done}{already}")
    echo_some(
        [
            f"edge {edge}, which led to room {room}, is no boundary of the floor any more: "
            "its link is gone"
            for edge, room in done.lost
        ]
    )
    if done.lost or done.floor > done.floor_before:
        note = f"see what can be linked now: kotorlevel link {area or 'AREA'} --dry-run"
        click.echo(f"  {paint('note', 'warning')}: {note}")
    show_changes(written, dry_run=dry_run)


def painting_to_json(
    done: Painting, path: Path, room: str | None, written: Sequence[Written], *, dry_run: bool
) -> dict[str, Any]:
    """The document of `docs/schema/paint.schema.json`."""
    return {
        "kotorlevel": __version__,
        "path": path.as_posix(),
        "room": room,
        "dry_run": dry_run,
        "surface": {"id": done.surface.id, "label": done.surface.label, "walk": done.surface.walk},
        "chosen": done.chosen,
        "painted": done.painted.tolist(),
        "floor_before": done.floor_before,
        "floor": done.floor,
        "lost": [{"edge": edge, "room": target} for edge, target in done.lost],
        "files": changes_to_json(written, dry_run=dry_run),
    }
