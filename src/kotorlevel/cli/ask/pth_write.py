"""Where the new path points of `pth` go."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.table import plain
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.area.area import Area
    from kotorlevel.area.write import Written
    from kotorlevel.formats.pth import PathPoints


@dataclass(frozen=True)
class Target:
    """Where they go: to a file or folder, in place, or nowhere (``dry_run``)."""

    output: Path | None
    in_place: bool
    dry_run: bool
    force: bool = False

    def check(self, *, writes: bool) -> None:
        """Raise `UsageError` unless just one place is given, or none where nothing is written."""
        places = {"-o": self.output is not None, "--in-place": self.in_place}
        places["--dry-run"] = self.dry_run
        given = [name for name, is_given in places.items() if is_given]
        if not writes:
            given += ["--force"] if self.force else []
            if given:
                raise click.UsageError(f"{given[0]} goes with fix and build")
            return
        if len(given) > 1:
            raise click.UsageError(f"give {given[0]} or {given[1]}, not both")
        if not given:
            raise click.UsageError("say where to write: -o FILE or --in-place; or --dry-run")

    def check_place(self, area: Area) -> None:
        """Raise `CommandError` where nothing can be written, before work is done."""
        if self.output is not None:
            self._file(area)

    def write(self, area: Area, points: PathPoints) -> list[Written]:
        """Write the points, unless it is a dry run; what was written."""
        from kotorlevel.area.write import Written, write_area_in_place
        from kotorlevel.core.atomic import write_atomic

        if self.dry_run:
            return []
        if self.output is None:
            return write_area_in_place(area.with_path_points(points))
        path = self._file(area)
        write_atomic(path, points.to_bytes())
        return [Written(path, (path.name,))]

    def _file(self, area: Area) -> Path:
        from kotorlevel.core.outputs import choose_output
        from kotorlevel.core.resource import TYPE_IDS, find_safe_filename

        assert self.output is not None
        name = find_safe_filename(area.name, TYPE_IDS["pth"])
        if name is None:
            raise CommandError(f"'{printable(area.name)}.pth' is no name for a file; give -o FILE")
        path = choose_output(self.output, Path(name.lower()), (".pth",), force=self.force)
        old = area.files.get("pth")
        if old is not None and old.path is not None and _is_one_file(old.path, path):
            raise CommandError(f"{path}: was read from here; to replace it, use --in-place")
        return path


def _is_one_file(a: Path, b: Path) -> bool:
    try:
        return a.samefile(b)
    except OSError:  # one of them is not there
        return False


def show_written(
    written: Sequence[Written], before: PathPoints | None, after: PathPoints, target: Target
) -> None:
    """How many points there are now, and where they were written."""
    old = f"; before: {_counts(before)}" if before is not None else ""
    click.echo(f"{_counts(after)}{old}.")
    if target.dry_run:
        click.echo("Nothing was written (--dry-run).")
    for each in written:
        kept = f" (the old one is {printable(each.backup.name, 200)})" if each.backup else ""
        click.secho(f"wrote {printable(str(each.path), 2000)}{kept}", fg="green")
    if not written and not target.dry_run:
        click.echo("Nothing to write: the file is as it should be.")


def _counts(points: PathPoints) -> str:
    return f"{count(len(points), 'point')}, {count(len(points.destinations), 'connection')}"


def written_to_json(
    written: Sequence[Written], before: PathPoints | None, after: PathPoints, target: Target
) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "before": None if before is None else _sizes(before),
        "after": _sizes(after),
        "points": plain(after.points.tolist()),
        "connections": after.connections.tolist(),
        "written": None
        if target.dry_run
        else [
            {
                "path": each.path.as_posix(),
                "backup": each.backup.as_posix() if each.backup else None,
            }
            for each in written
        ],
    }


def _sizes(points: PathPoints) -> dict[str, int]:
    return {"points": len(points), "connections": len(points.destinations)}
