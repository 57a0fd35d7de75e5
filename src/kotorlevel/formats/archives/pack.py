"""A folder → an archive: which files go in, checked before anything is written."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from errno import ENOENT, ENOTDIR
from pathlib import Path
from typing import Any

from kotorlevel.core.errors import InputError, UnreadableError
from kotorlevel.core.journal.journal import JOURNAL
from kotorlevel.core.resource import find_name_fault, name_key, split_filename, type_extension
from kotorlevel.core.targets import check_new
from kotorlevel.core.text import printable
from kotorlevel.core.words import some_of
from kotorlevel.formats.archives.archive import Archive
from kotorlevel.formats.archives.assemble import write_archive
from kotorlevel.formats.archives.build import new_archive

KINDS = {".mod": "MOD", ".erf": "ERF", ".rim": "RIM", ".sav": "MOD", ".hak": "HAK"}
"""Ending of the output → kind of archive. The games' own saved games begin like a MOD."""

_NESTED = ("mod", "erf", "rim", "sav", "hak", "bif", "key")


@dataclass(frozen=True)
class PackedFile:
    """A file to be packed: what it is called in the archive, and where it is."""

    name: str
    type: int
    path: Path


@dataclass(frozen=True)
class Packing:
    """The files of a folder that go into ``archive``, sorted, and the names of those that do not.

    ``unknown`` are of no known type, ``skipped`` are folders, hidden files and backups.
    """

    folder: Path
    output: Path
    archive: Archive
    files: tuple[PackedFile, ...]
    unknown: tuple[str, ...]
    skipped: tuple[str, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know about it."""
        notes = []
        if self.skipped:
            notes.append(f"left out, folders, hidden files and backups: {_some(self.skipped)}")
        if self.unknown:
            notes.append(f"left out, no known type: {_some(self.unknown)}")
        nested = [f.path.name for f in self.files if type_extension(f.type) in _NESTED]
        if nested:
            notes.append(f"packed as they are, but archives themselves: {_some(nested)}")
        if self.output.suffix.lower() == ".mod" and self.archive.find("module", "ifo") is None:
            notes.append("there is no module.ifo in it: the game cannot load it as a module")
        return tuple(notes)

    def write(self) -> None:
        """Write the archive atomically, file after file, none of which is held in memory."""
        write_archive(self.archive, self.output)

    def to_json(self) -> dict[str, Any]:
        """Plain values, as ``pack.schema.json`` describes them."""
        return {
            "path": self.folder.as_posix(),
            "output": self.output.as_posix(),
            "kind": self.archive.kind,
            "size": self.archive.image.size,
            "resources": [
                {"name": e.name, "type": e.extension, "type_id": e.type, "size": e.size}
                for e in self.archive.entries
            ],
            "left_out": sorted([*self.skipped, *self.unknown]),
        }


def pack(
    folder: str | Path,
    output: str | Path,
    *,
    skip_unknown: bool = False,
    force: bool = False,
    dry_run: bool = False,
) -> Packing:
    """Make an archive of the files in a folder; its ending says the kind. What was packed.

    Folders inside, hidden files and backups are left out, and with ``skip_unknown`` files that are
    no resources. The same folder gives the same bytes. Nothing is replaced without ``force``, and
    nothing is written with ``dry_run``::

        kl.pack("my_mod", "tar_m10aa.mod").archive.entries

    Raises `InputError`, before anything is written, for what an archive cannot hold.
    """
    folder, output = Path(folder), Path(output)
    kind = _check_output(output, folder, force=force)
    if not folder.is_dir():
        there = folder.exists()
        what = "is a file; give a folder" if there else "no such folder"
        raise UnreadableError(what, source=str(folder), errno=ENOTDIR if there else ENOENT)
    files, unknown, skipped = _find_files(folder, output)
    if unknown and not skip_unknown:
        text = f"no known type of resource: {_some(unknown)}. Take them out of the folder"
        raise InputError(f"{text}, or add `skip_unknown`.")
    _check_files(files, folder)
    archive = new_archive(kind, [(each.name, each.type, each.path) for each in files])
    packing = Packing(folder, output, archive, tuple(files), tuple(unknown), tuple(skipped))
    if not dry_run:
        packing.write()
    return packing


def _check_output(output: Path, folder: Path, *, force: bool) -> str:
    """The kind of archive that ``output`` asks for; an `InputError` where it cannot be written."""
    if output.is_dir():
        name = printable(folder.resolve().name) or "my_mod"
        text = f"is a folder; name the archive, such as {output / name}.mod"
        raise InputError(text, source=str(output))
    kind = KINDS.get(output.suffix.lower())
    if kind is None:
        raise InputError(f"the output must end in {', '.join(KINDS)}", source=str(output))
    check_new(output, force=force)
    return kind


def _find_files(folder: Path, output: Path) -> tuple[list[PackedFile], list[str], list[str]]:
    """The files to be packed, sorted; names of those of no known type, and of what is skipped."""
    files: list[PackedFile] = []
    unknown: list[str] = []
    skipped: list[str] = []
    for path in sorted(folder.iterdir()):
        if output.exists() and path.exists() and path.samefile(output):
            continue  # an earlier result
        if path.name == JOURNAL:
            continue
        if not path.is_file() or path.name.startswith(".") or _is_backup(path):
            skipped.append(path.name)
        elif (named := split_filename(path.name)) is None:
            unknown.append(path.name)
        else:
            files.append(PackedFile(*named, path))
    files.sort(key=lambda each: (name_key(each.name), each.type))
    return files, unknown, skipped


def _is_backup(path: Path) -> bool:
    """True for ``room.wok.bak`` or ``room.wok.bak2``, as many tools leave them."""
    return re.fullmatch(r".+\.bak\d*", path.name) is not None


def _check_files(files: list[PackedFile], folder: Path) -> None:
    """Raise `InputError` for what an archive cannot hold: all of it at once."""
    if not files:
        raise InputError("there are no resources in this folder", source=str(folder))
    faults = [fault for each in files if (fault := find_name_fault(each.name))]
    if faults:
        raise InputError(_some(faults))
    keys = Counter((name_key(each.name), each.type) for each in files)
    twice = [f.path.name for f in files if keys[name_key(f.name), f.type] > 1]
    if twice:
        raise InputError(f"the same resource to the game: {_some(twice)}")


def _some(names: Sequence[str]) -> str:
    return some_of([printable(name, 200) for name in names])
