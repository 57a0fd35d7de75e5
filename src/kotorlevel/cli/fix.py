"""``kotorlevel fix``: repair what can be repaired."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from kotorlevel.check.finding import Severity, severity_of
from kotorlevel.cli.check import load_settings
from kotorlevel.cli.errors import CommandError
from kotorlevel.cli.info_text import count
from kotorlevel.cli.inputs import collect_inputs
from kotorlevel.cli.options import materials_option
from kotorlevel.cli.paint import paint
from kotorlevel.cli.progress import with_progress
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import FormatError
from kotorlevel.repair.files import backup_name, repair_file
from kotorlevel.repair.repair import Repair

_EXAMPLES = """
\b
Examples:
  kotorlevel fix my_mod --dry-run        show what would be done
  kotorlevel fix my_mod                  repair in place; the old files stay as .bak
  kotorlevel fix my_mod -o fixed         write the repaired files to another folder
  kotorlevel fix room.wok --select BWM   only what these rules find

\b
Exit code: 0 no error is left, 1 an error is left, 2 a file could not be read.
"""


@click.command("fix", epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
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

    PATH is a file or a folder. Without -o a repaired file takes the place of the old one, which
    stays beside it with .bak added to its name.
    """
    inputs = collect_inputs(paths)
    options = load_settings(paths, config, select, ignore, None, materials_table).options
    if output is not None and output.exists() and not output.is_dir():
        raise CommandError(f"{output}: is a file; give the name of a folder")
    done: list[tuple[Repair, Path | None]] = []
    unreadable = False
    for path, folder in with_progress(inputs.files, "Repairing"):
        try:
            repair = repair_file(path, options, unsafe=unsafe)
        except FormatError as error:
            click.secho(f"cannot read {error}", fg="red", err=True)
            unreadable = True
            continue
        target = _target(path, folder, output)
        if repair.changed and not dry_run:
            _write(repair, target)
        done.append((repair, target if repair.changed else None))
    if as_json:
        click.echo(json.dumps(_document(done, dry_run), indent=2))
    else:
        _show(done, dry_run=dry_run, unsafe=unsafe)
    broken = any(f.rule == "FIL001" for repair, _ in done for f in repair.left)
    worst = max((severity_of(f) for r, _ in done for f in r.left), default=Severity.INFO)
    raise click.exceptions.Exit(2 if unreadable or broken else int(worst is Severity.ERROR))


def _target(path: Path, folder: Path | None, output: Path | None) -> Path:
    """Where a repaired file goes: in place, or below the output folder as it was below its own."""
    if output is None:
        return path
    return output / (path.relative_to(folder) if folder is not None else path.name)


def _write(repair: Repair, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists():
        write_atomic(backup_name(target), target.read_bytes())
    write_atomic(target, repair.after)


def _show(done: list[tuple[Repair, Path | None]], *, dry_run: bool, unsafe: bool) -> None:
    changed = [(repair, target) for repair, target in done if target is not None]
    for repair, target in changed:
        click.echo(paint(repair.name, "file"))
        for step in repair.steps:
            click.echo(f"  {step.text}  {paint(' '.join(step.rules), 'dim')}")
        if not dry_run:
            click.echo(paint(f"  wrote {target}", "good"))
    verb = "would be repaired" if dry_run else "repaired"
    click.echo(f"{count(len(changed), 'file')} of {len(done):,} {verb}.")
    left = [finding for repair, _ in done for finding in repair.left]
    for severity in (Severity.ERROR, Severity.WARNING):
        some = [finding for finding in left if finding.severity is severity]
        if some:
            click.echo(f"{count(len(some), severity.label)} left. See: kotorlevel check")
    risky = sum(finding.fix == "unsafe" for finding in left)
    if risky and not unsafe:
        click.echo(f"{count(risky, 'finding')} can be fixed with --unsafe.")


def _document(done: list[tuple[Repair, Path | None]], dry_run: bool) -> dict[str, Any]:
    from kotorlevel.check.reports.json_report import finding_to_json

    return {
        "dry_run": dry_run,
        "files": [
            {
                "path": repair.name,
                "changed": repair.changed,
                "written": target.as_posix() if target is not None and not dry_run else None,
                "steps": [{"text": s.text, "rules": list(s.rules)} for s in repair.steps],
                "left": [finding_to_json(finding) for finding in repair.left],
            }
            for repair, target in done
        ],
    }
