"""``kotorlevel fix``: repair what can be repaired."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from kotorlevel.area.install.folders import find_path
from kotorlevel.area.install.target import is_archive, list_level_files
from kotorlevel.checks.finding import Severity, severity_of
from kotorlevel.checks.levels import LayoutFile, list_files_beside
from kotorlevel.checks.options import UNREADABLE
from kotorlevel.cli.ask.levels import quoted, refuse_empty
from kotorlevel.cli.ask.options import materials_option
from kotorlevel.cli.ask.write_repairs import WrittenRepairs, write_repairs
from kotorlevel.cli.commands.faults.check import load_settings
from kotorlevel.cli.show.fix import Done, fix_to_json, format_fix
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.cli.terminal.progress import with_progress
from kotorlevel.repair.files import as_on_disk, repair_files

_File = tuple[Path, Path | None]
"""A file, and the folder that it was found in."""

_EXAMPLES = """
\b
Examples:
  kotorlevel fix my_mod --dry-run        show what would be done
  kotorlevel fix my_mod                  repair in place; the old files stay as .bak
  kotorlevel fix my_mod -o fixed         write the repaired files to another folder
  kotorlevel fix room.wok --select BWM   only what these rules find

\b
Exit code: 0 no error is left, 1 an error is left, 2 a file could not be read or written.
"""


@click.command("fix", epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", callback=refuse_empty)
@click.option("--dry-run", is_flag=True, help="Show what would be done; write nothing.")
@click.option("--unsafe", is_flag=True, help="Also fixes that may change more than the fault.")
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Write repaired files here, not in place.",
)
@click.option("--select", metavar="IDS", help="Only these rules; beginnings count: BWM,MSH007.")
@click.option("--ignore", metavar="IDS", help="Not these rules.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/fix.schema.json).")
@click.option(
    "--config", type=click.Path(path_type=Path), help="Instead of the nearest kotorlevel.toml."
)
@materials_option
def command(
    paths: tuple[str, ...],
    dry_run: bool,
    unsafe: bool,
    output: Path | None,
    select: str | None,
    ignore: str | None,
    as_json: bool,
    config: Path | None,
    materials_table: str | None,
) -> None:
    """Repair level files: apply every safe fix, check again, and write what has changed.

    PATH is a file, or a folder for every level file below it; a layout (LYT) stands for itself,
    its visibility and the walkmeshes of its rooms. Target a layout is among the files, its area
    is repaired, too: links between rooms, sight through doorways, and path points (PTH); with
    --unsafe also gaps of up to 10 cm and rooms that are in the wrong place. Without -o a
    repaired file takes the place of the old one, which stays beside it with .bak added to its
    name. The files of an area are written all together, or, if one of them cannot be, not at all.
    """
    files, layouts = _collect(paths)
    options = load_settings(paths, config, select, ignore, None, materials_table).options
    jobs = _jobs(files, output)
    repaired = repair_files(
        [path for path, _ in jobs],
        options,
        unsafe=unsafe,
        layouts=layouts,
        through=lambda files: with_progress(files, "Repairing"),
    )
    written = WrittenRepairs() if dry_run else write_repairs(jobs, repaired, output)
    if written.unwritten:
        repaired = as_on_disk(repaired, written.unwritten, options, layouts)
    done = [
        Done(repair, target if repair.changed else None, written.backups.get(path))
        for path, target in jobs
        if (repair := repaired.repairs.get(path)) is not None
    ]
    errors = [*repaired.errors, *written.errors]
    for each in errors:
        click.secho(f"cannot repair {each}", fg="red", err=True)
    if as_json:
        click.echo(json.dumps(fix_to_json(done, errors, repaired.notes, dry_run=dry_run), indent=2))
    else:
        shown = () if dry_run or output is not None else paths
        for line in format_fix(done, repaired.notes, shown, dry_run=dry_run, unsafe=unsafe):
            click.echo(line)
    left = repaired.left
    if errors or any(finding.rule == UNREADABLE for finding in left):
        raise click.exceptions.Exit(2)
    raise click.exceptions.Exit(int(any(severity_of(f) is Severity.ERROR for f in left)))


def _collect(paths: tuple[str, ...]) -> tuple[list[_File], list[LayoutFile]]:
    """The files behind ``paths``, and the layouts whose areas `check` would look at.

    Raises `CommandError` for an archive: files are repaired.
    """
    files: list[_File] = []
    layouts: dict[Path, LayoutFile] = {}
    for text in paths:
        found = list_level_files(Path(text))
        below = [path for path, folder in found if folder and path.suffix.lower() == ".lyt"]
        for path, folder in found:
            if folder is None and is_archive(path):
                raise CommandError(
                    f"{path}: is an archive, and only files are repaired. Extract first: "
                    f"kotorlevel extract {quoted(path)} -o DIR, then kotorlevel fix DIR"
                )
            if path.suffix.lower() == ".lyt":
                layouts[path] = LayoutFile(path, folder if len(below) == 1 else None)
                if (points := find_path(path.parent, f"{path.stem}.pth")) is not None:
                    files.append((points, folder))
            if folder is None and path.suffix.lower() == ".lyt":
                files += [(each, None) for each in list_files_beside(path)]
            else:
                files.append((path, folder))
    return files, [*layouts.values()]


def _jobs(files: Sequence[_File], output: Path | None) -> list[tuple[Path, Path]]:
    """Each file once, and where its repair goes: in place, or below the output folder.

    There it stands as it stood below its own folder. Raises `CommandError` where that cannot be.
    """
    if output is None:
        return [(path, path) for path in dict.fromkeys(path for path, _ in files)]
    if output.exists() and not output.is_dir():
        raise CommandError(f"{output}: is a file; give the name of a folder")
    sources: dict[Path, Path] = {}
    for path, folder in files:
        target = output / (path.relative_to(folder) if folder is not None else path.name)
        if sources.setdefault(target, path) != path:
            raise CommandError(f"{sources[target]} and {path} would both be written to {target}")
    return [(path, target) for target, path in sources.items()]
