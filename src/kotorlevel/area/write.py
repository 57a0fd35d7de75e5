"""Writing what was changed in an area, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.install.folders import find_path
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.journal.naming import edit_named
from kotorlevel.core.resource import (
    find_safe_filename,
    find_type,
    name_key,
    resource_filename,
    same_name,
)
from kotorlevel.core.targets import plan_targets
from kotorlevel.core.text import printable
from kotorlevel.core.together import write_files, write_together
from kotorlevel.formats.archives import read_archive, write_archive
from kotorlevel.mesh.io import encode_walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.install.resources import Resource


@dataclass(frozen=True)
class Change:
    """A resource of the area that is not as it was read: its new bytes, and the old copy."""

    name: str
    type: int
    data: bytes
    old: Resource | None = None

    @property
    def filename(self) -> str:
        """Name and extension."""
        return resource_filename(self.name, self.type)


@dataclass(frozen=True)
class Written:
    """A file that was written, or ``removed``; ``backup`` is where the one before it is kept."""

    path: Path
    changes: tuple[str, ...]
    backup: Path | None = None
    removed: bool = False


def list_changes(area: Area) -> list[Change]:
    """The resources that differ from what was read, with their new bytes.

    Layout, visibility, walkmeshes, models, GIT, path points and what is ``extra`` can change.
    Raises `FormatError` for what no file can hold, and for rooms of one name that differ: they are
    one file.
    """
    parts = (
        ("lyt", area.layout, area.loaded_layout),
        ("vis", area.visibility, area.loaded_visibility),
        ("git", area.git, area.loaded_git),
        ("pth", area.path_points, area.loaded_path_points),
    )
    changes = [
        _change(area.name, kind, now.to_bytes(), area.files.get(kind))
        for kind, now, loaded in parts
        if now is not None and now is not loaded
    ]
    changes += [
        _change(room.name, "wok", encode_walkmesh(room.mesh, room.name), room.resource)
        for room in area.rooms
        if room.is_changed and room.mesh is not None and not room.is_empty_slot
    ]
    changes += _model_changes(area)
    changes += [
        _change(name, kind, data, area.lookup.find(name, kind) if area.lookup else None)
        for (name, kind), data in area.extra.items()
    ]
    return [change for change in _once_each(changes) if not _is_same(change)]


def as_changed(area: Area) -> Area:
    """The area with every part of it as if it was edited: then `list_changes` asks the disk.

    For an area that is written again and again, and whose files are no longer what it was read
    from: an edit that was saved may be taken back.
    """
    return replace(
        area,
        loaded_layout=None,
        loaded_visibility=None,
        loaded_git=None,
        loaded_path_points=None,
        rooms=tuple(replace(room, loaded=None) for room in area.rooms),
    )


def _model_changes(area: Area) -> list[Change]:
    """Models that are other than the level's: each an MDL and its MDX, which belong together."""
    return [
        _change(room.name, kind, data, area.lookup.find(room.name, kind) if area.lookup else None)
        for room in area.rooms
        if room.model is not None and not room.is_empty_slot
        for kind, data in (("mdl", room.model.to_bytes()), ("mdx", room.model.mdx))
        if data is not None
    ]


def _once_each(changes: list[Change]) -> list[Change]:
    """The changes without repetitions: a room that is listed twice has one walkmesh."""
    found: dict[tuple[str, int], Change] = {}
    for change in changes:
        first = found.setdefault((name_key(change.name), change.type), change)
        if first.data != change.data:
            kind = "models" if find_type("wok") != change.type else "walkmeshes"
            text = f"two rooms of the name {change.name!r} have {kind} that differ"
            raise FormatError(f"{text}, and there is one file for both", source=change.filename)
    return [*found.values()]


def write_area(
    area: Area,
    target: str | Path,
    archive: str | Path | None = None,
    *,
    overwrite: bool = True,
    dry_run: bool = False,
) -> list[Written]:
    """Write the changed resources to a folder, or with ``archive`` into a copy of that archive.

    A folder is made if it is not there. Files of the same names in it are replaced, unless
    ``overwrite`` is False: then they are an error. All are written or none, and `undo` brings
    back what was replaced. With ``archive``, ``target`` is the new archive; everything else in it
    stays as it is. With ``dry_run`` nothing is written, and the answer is what would be.

    Raises `FormatError` before anything is written for a name that cannot be a file's, for a link
    in the folder in place of a file, and where a file that the area was read from would be
    replaced: `write_area_in_place` does that, and keeps the old one.

        area, report = kl.relink(kl.load_area("my_mod"))
        kl.write_area(area, "linked", overwrite=False)
    """
    changes = list_changes(area)
    target = Path(target)
    if archive is not None:
        check_not_read_from(target, (change.old for change in changes))
        if changes and not overwrite and target.exists():
            raise InputError("exists already", source=str(target), needs="force")
        if changes and not dry_run:
            write = partial(_write_archive, changes, Path(archive))
            write_together({target: write}, keep=target.exists())
        names = tuple(change.filename for change in changes)
        return [Written(target, names)] if names else []
    paths = plan_targets(target, map(_name_of, changes), overwrite=overwrite)
    for path in paths:
        check_not_read_from(path, (change.old for change in changes))
    if not dry_run:
        write_files({path: each.data for path, each in zip(paths, changes, strict=True)})
    return [Written(path, (each.filename,)) for path, each in zip(paths, changes, strict=True)]


def _name_of(change: Change) -> str:
    """The name of the file that a change goes to."""
    name = find_safe_filename(change.name, change.type)
    if name is None:
        raise InputError(f"'{printable(change.filename)}' is no name for a file")
    return name.lower()


def check_not_read_from(path: Path, resources: Iterable[Resource | None]) -> None:
    """Raise `InputError` where ``path`` is the file that one of the resources was read from."""
    for old in resources:
        if old is not None and old.path is not None and _is_one_file(path, old.path):
            raise InputError("was read from here", source=str(path), needs="in-place")


def _is_one_file(a: Path, b: Path) -> bool:
    try:
        return a.samefile(b)
    except OSError:  # one of them is not there
        return False


def write_area_in_place(area: Area, *, remove: Iterable[Path] = ()) -> list[Written]:
    """Replace the changed resources where they were read from; `undo` brings the old ones back.

    Files to ``remove`` go at the same time, unless something is written there. What is new goes to
    where the layout is. Raises `FormatError` before anything is written if there is no such place:
    it is in a BIF of the game, or taken by a file that is not of the area.
    All or nothing: links are numbers of the layout, and half of an edit would be worse than none.
    If a file cannot be written, those before it get their old bytes back (see `write_together`).
    Between reading and writing nobody else should edit the level: see `editing`.
    """
    by_path: dict[Path, list[Change]] = {}
    for change in list_changes(area):
        by_path.setdefault(_find_place(area, change), []).append(change)
    home = area.files.get("lyt")
    gone = [path for path in remove if path not in by_path]
    writes = {path: partial(_write_over, each, path) for path, each in by_path.items()}
    with edit_named("write_area_in_place"):
        backups = write_together(
            {**writes, **dict.fromkeys(gone)}, level=None if home is None else home.path
        )
    return [
        Written(path, tuple(change.filename for change in changes), backups[path])
        for path, changes in by_path.items()
    ] + [Written(path, (path.name,), backups[path], removed=True) for path in gone]


def _write_over(changes: list[Change], path: Path, target: Path) -> None:
    """Write what shall be at ``path``: a change as the file itself, or an archive with them all."""
    if path.name.lower() == changes[0].filename.lower():
        write_atomic(target, changes[0].data)
    else:
        _write_archive(changes, path, target)


def _find_place(area: Area, change: Change) -> Path:
    """The file or archive that a change goes to."""
    home = change.old or area.files.get("lyt")
    if home is None or home.path is None:
        where = f"is in {home.place}" if home else "is new"
        text = f"{change.filename} {where}: it cannot be replaced in place"
        raise FormatError(f"{text}; write to a folder instead", source=area.name)
    if change.old is not None or not same_name(home.path.name, home.filename):
        return home.path
    filename = find_safe_filename(change.name, change.type)
    if filename is None:
        raise FormatError(f"{change.filename!a} cannot be a file", source=area.name)
    path = home.path.with_name(filename.lower())
    taken = find_path(home.path.parent, filename) or (path if path.is_symlink() else None)
    if taken is not None:
        raise FormatError("exists already, and is no file of the area", source=str(taken))
    return path


def _write_archive(changes: list[Change], source: Path, target: Path) -> None:
    archive = read_archive(source)
    for change in changes:
        entry = archive.find(change.name, change.type)
        if entry is not None:
            archive = archive.replaced(entry, change.data)
            continue
        try:
            archive = archive.added(change.name, change.type, change.data)
        except FormatError:
            raise
        except ValueError as error:  # a BIF, or a name that no archive can hold
            raise FormatError(str(error), source=str(target)) from None
    write_archive(archive, target)


def _change(name: str, kind: str, data: bytes, old: Resource | None) -> Change:
    number = find_type(kind)
    assert number is not None
    return Change(name, number, data, old)


def _is_same(change: Change) -> bool:
    """True when the new bytes are the old ones: an edit that was taken back."""
    if change.old is None:
        return False
    try:
        return change.old.read() == change.data
    except FormatError:  # it is gone, or could never be read: the new bytes are all there is
        return False
