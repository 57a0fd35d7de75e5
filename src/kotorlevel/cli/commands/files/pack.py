"""``kotorlevel pack``: an archive out of a folder."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.ask.options import force_option
from kotorlevel.cli.ask.out_folder import some_of
from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.resource import find_name_fault, name_key, split_filename, type_extension
from kotorlevel.core.text import printable
from kotorlevel.core.together import is_backup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.formats.archives import Archive

_EXAMPLES = """
\b
Examples:
  kotorlevel pack my_mod -o tar_m10aa.mod
  kotorlevel pack my_mod -o tar_m10aa.mod --force --skip-unknown
  kotorlevel pack textures -o mine.erf

The same folder gives the same bytes, every time and everywhere.
"""

KINDS = {".mod": "MOD", ".erf": "ERF", ".rim": "RIM", ".sav": "MOD", ".hak": "HAK"}
"""Ending of the output → kind of archive. The games' own saved games begin like a MOD."""

_NESTED = ("mod", "erf", "rim", "sav", "hak", "bif", "key")


@dataclass(frozen=True)
class _File:
    """A file to be packed: what it is called in the archive, and where it is."""

    name: str
    type: int
    path: Path


@dataclass(frozen=True)
class _Found:
    """What is in a folder: files to be packed, sorted; those of no known type; and the rest."""

    files: list[_File]
    unknown: list[str]
    skipped: list[str]


@click.command("pack", epilog=_EXAMPLES)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="ARCHIVE",
    type=click.Path(path_type=Path),
    help="The archive to write; its ending says the kind: .mod, .erf, .rim, .sav or .hak.",
)
@click.option("--skip-unknown", is_flag=True, help="Leave out files that are no resources.")
@force_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/pack.schema.json).")
def command(folder: Path, output: Path, skip_unknown: bool, force: bool, as_json: bool) -> None:
    """Make an archive of the files in a folder.

    Every file becomes a resource: its name without the ending, at most 16 characters, and its
    type. Folders inside of DIR, hidden files and backups (.bak) are left out.
    """
    kind = _check_output(output, folder, force=force)
    if not folder.is_dir():
        what = "is a file; give a folder" if folder.exists() else "no such folder"
        raise CommandError(f"{folder}: {what}")
    found = _find_files(folder, output)
    _check_files(found, folder, skip_unknown=skip_unknown)
    archive = _pack(found.files, kind, output)
    if as_json:
        import json

        click.echo(json.dumps(_document(folder, output, archive, found), indent=2))
    else:
        _show(output, archive)
    _show_notes(found, archive, output)


def _check_output(output: Path, folder: Path, *, force: bool) -> str:
    """The kind of archive that ``output`` asks for; a `CommandError` where it cannot be written."""
    if output.is_dir():
        name = printable(folder.resolve().name) or "my_mod"
        raise CommandError(f"{output}: is a folder; name the archive: -o {output / name}.mod")
    kind = KINDS.get(output.suffix.lower())
    if kind is None:
        raise CommandError(f"{output}: the output must end in {', '.join(KINDS)}")
    if not output.parent.is_dir():
        raise CommandError(f"{output}: there is no folder {output.parent}")
    if output.exists() and not force:
        raise CommandError(f"{output}: exists already; add --force to replace it")
    return kind


def _find_files(folder: Path, output: Path) -> _Found:
    files: list[_File] = []
    unknown: list[str] = []
    skipped: list[str] = []
    for path in sorted(folder.iterdir()):
        if output.exists() and path.exists() and path.samefile(output):
            continue  # an earlier result of this command
        if not path.is_file() or path.name.startswith(".") or is_backup(path):
            skipped.append(path.name)
        elif (named := split_filename(path.name)) is None:
            unknown.append(path.name)
        else:
            files.append(_File(*named, path))
    files.sort(key=lambda each: (name_key(each.name), each.type))
    return _Found(files, unknown, skipped)


def _check_files(found: _Found, folder: Path, *, skip_unknown: bool) -> None:
    """Raise `CommandError` for what an archive cannot hold: all of it at once."""
    if found.unknown and not skip_unknown:
        raise CommandError(
            f"no known type of resource: {some_of(found.unknown)}. "
            "Take them out of the folder, or add --skip-unknown."
        )
    if not found.files:
        raise CommandError(f"{folder}: there are no resources in this folder")
    faults = [fault for each in found.files if (fault := find_name_fault(each.name))]
    if faults:
        raise CommandError(f"{some_of(faults)}")
    keys = Counter((name_key(each.name), each.type) for each in found.files)
    twice = [f.path.name for f in found.files if keys[name_key(f.name), f.type] > 1]
    if twice:
        raise CommandError(f"the same resource to the game: {some_of(twice)}")


def _pack(files: Sequence[_File], kind: str, output: Path) -> Archive:
    """Write the archive, file after file, none of which is held in memory."""
    from kotorlevel.formats.archives import new_archive, write_archive

    archive = new_archive(kind, [(each.name, each.type, each.path) for each in files])
    write_archive(archive, output)
    return archive


def _show(output: Path, archive: Archive) -> None:
    types = Counter(entry.extension for entry in archive.entries)
    parts = sorted(types.items(), key=lambda item: (-item[1], item[0]))
    shown = ", ".join(f"{number:,} {kind}" for kind, number in parts)
    size = count(archive.image.size, "byte")
    click.echo(f"wrote {printable(str(output), 200)} ({archive.kind}, {size})")
    click.echo(f"{count(len(archive), 'resource')}: {shown}")


def _show_notes(found: _Found, archive: Archive, output: Path) -> None:
    notes = []
    if found.skipped:
        notes.append(f"left out, folders, hidden files and backups: {some_of(found.skipped)}")
    if found.unknown:
        notes.append(f"left out, no known type: {some_of(found.unknown)}")
    nested = [f.path.name for f in found.files if type_extension(f.type) in _NESTED]
    if nested:
        notes.append(f"packed as they are, but archives themselves: {some_of(nested)}")
    if output.suffix.lower() == ".mod" and archive.find("module", "ifo") is None:
        notes.append("there is no module.ifo in it: the game cannot load it as a module")
    for note in notes:
        click.secho(note, fg="yellow", err=True)


def _document(folder: Path, output: Path, archive: Archive, found: _Found) -> dict[str, Any]:
    return {
        "kotorlevel": __version__,
        "path": folder.as_posix(),
        "output": output.as_posix(),
        "kind": archive.kind,
        "size": archive.image.size,
        "resources": [
            {"name": e.name, "type": e.extension, "type_id": e.type, "size": e.size}
            for e in archive.entries
        ],
        "left_out": sorted([*found.skipped, *found.unknown]),
    }
