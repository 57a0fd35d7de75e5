"""Two files of whatever format, by their content."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kotorlevel.area.diff.fields import diff_gffs
from kotorlevel.area.diff.layouts import diff_layouts
from kotorlevel.area.diff.meshes import MeshNames, list_mesh_changes
from kotorlevel.area.diff.models import diff_models
from kotorlevel.area.diff.objects import diff_gits
from kotorlevel.area.diff.points import diff_path_points
from kotorlevel.area.diff.sight import diff_visibilities
from kotorlevel.area.diff.tables import diff_2das
from kotorlevel.area.diff.values import Change
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.archives import Archive, read_archive
from kotorlevel.formats.detect import detect_data_format, detect_format
from kotorlevel.formats.gff import Gff, parse_gff
from kotorlevel.formats.lyt import Layout, parse_layout
from kotorlevel.formats.mdl import Model, parse_model
from kotorlevel.formats.pth import PathPoints, read_path_points
from kotorlevel.formats.twoda import TwoDA, parse_2da
from kotorlevel.formats.vis import Visibility, parse_visibility
from kotorlevel.mesh.diff.compare import diff_meshes
from kotorlevel.mesh.io import read_walkmeshes
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.mesh.materials import Materials

_DEEPEST = 4
"""Archives inside of archives."""

Meshes = dict[str, Walkmesh]


def diff_data(
    a: bytes, b: bytes, file: str, surfaces: Materials | None = None, *, depth: int = 0
) -> list[Change]:
    """What changed from the bytes of one file called ``file`` to those of another.

    None where they are equal. Raises `FormatError` where one of them is broken.
    """
    if a == b:
        return []
    values = read_value(a, file, surfaces), read_value(b, file, surfaces)
    found = diff_values(*values, file, depth=depth)
    return found or [bytes_differ(a, b, file)]


def tell_data(
    a: bytes, b: bytes, file: str, surfaces: Materials | None = None, *, depth: int = 0
) -> list[Change]:
    """The same where a file that cannot be read is a change, not an error."""
    if a == b:
        return []
    errors: list[str | None] = []
    for data in (a, b):
        try:
            read_value(data, file, surfaces)
            errors.append(None)
        except FormatError as error:
            errors.append(str(error))
    if any(errors):
        return [Change("file-unreadable", file, old=errors[0], new=errors[1])]
    try:
        return diff_data(a, b, file, surfaces, depth=depth)
    except FormatError as error:  # an entry of an archive, say
        return [Change("file-unreadable", file, new=str(error))]


def bytes_differ(a: bytes, b: bytes, file: str) -> Change:
    """The change for bytes of which nothing more is known: where the first one differs."""
    both = min(len(a), len(b))
    # Halves of what is equal, until the first byte is found that is not.
    low, high = 0, both
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return Change("file-changed", file, old=len(a), new=len(b), count=low)


def read_value(data: bytes, name: str, surfaces: Materials | None = None) -> Any:
    """What is in a file: a value of its format; None for one that is not known.

    Walkmeshes are a dictionary by name, as the text of a door holds several.
    """
    kind = detect_format(data, name) or detect_data_format(data[:16], name)
    if kind in ("bwm", "ascii"):
        found = read_walkmeshes(data, surfaces) if kind == "ascii" else None
        return found or {"": Walkmesh.from_bytes(data, name, surfaces)}
    if kind == "lyt":
        return parse_layout(data, name)
    if kind == "vis":
        return parse_visibility(data, name)
    if kind == "2da":
        return parse_2da(data, name)
    if kind in ("gff", "pth"):
        gff = parse_gff(data, name)
        return read_path_points(gff) if kind == "pth" else gff
    if kind == "mdl" and data[:4] == b"\0\0\0\0":
        return parse_model(data, name)
    if kind == "archive":
        return read_archive(data)
    return None


def diff_values(a: Any, b: Any, file: str = "", *, depth: int = 0) -> list[Change]:
    """What changed from one value to another of the same format; none for unknown ones."""
    found: list[Change] = []
    if isinstance(a, dict) and isinstance(b, dict):
        found = _diff_walkmeshes(a, b, file)
    elif isinstance(a, Layout) and isinstance(b, Layout):
        found = diff_layouts(a, b, file)
    elif isinstance(a, Visibility) and isinstance(b, Visibility):
        found = diff_visibilities(a, b, file)
    elif isinstance(a, PathPoints) and isinstance(b, PathPoints):
        found = diff_path_points(a, b, file)
    elif isinstance(a, Gff) and isinstance(b, Gff):
        is_git = a.kind == b.kind == "GIT "
        found = diff_gits(a, b, file) if is_git else diff_gffs(a, b, file)
    elif isinstance(a, TwoDA) and isinstance(b, TwoDA):
        found = diff_2das(a, b, file)
    elif isinstance(a, Model) and isinstance(b, Model):
        found = diff_models(a, b, file)
    elif isinstance(a, Archive) and isinstance(b, Archive):
        found = diff_archives(a, b, file, depth=depth)
    return found


def _diff_walkmeshes(a: Meshes, b: Meshes, file: str) -> list[Change]:
    """Walkmeshes by name where there are several; the one of each where there is one."""
    if len(a) == len(b) == 1:
        pairs = [(file, next(iter(a.values())), next(iter(b.values())))]
    else:
        pairs = [(f"{file}: {name}", a[name], b[name]) for name in a if name in b]
    found = [
        change
        for name, mine, theirs in pairs
        for change in list_mesh_changes(diff_meshes(mine, theirs), MeshNames(name))
    ]
    if len(a) == len(b) == 1:
        return found
    found += [Change("walkmesh-removed", f"{file}: {name}") for name in a if name not in b]
    return found + [Change("walkmesh-added", f"{file}: {name}") for name in b if name not in a]


def diff_archives(a: Archive, b: Archive, file: str = "", *, depth: int = 0) -> list[Change]:
    """Entries added, removed and changed, each changed one by its own format."""
    here = {entry.filename.lower(): entry for entry in reversed(a.entries)}
    there = {entry.filename.lower(): entry for entry in reversed(b.entries)}
    prefix = f"{file}: " if file else ""
    found = [
        Change("file-removed", prefix + entry.filename)
        for key, entry in here.items()
        if key not in there
    ]
    for key, entry in there.items():
        name = prefix + entry.filename
        if key not in here:
            found.append(Change("file-added", name))
            continue
        old, new = a.read(here[key]), b.read(entry)
        if old == new:
            continue
        if depth >= _DEEPEST:
            found.append(bytes_differ(old, new, name))
            continue
        changes = tell_data(old, new, entry.filename, depth=depth + 1)
        found += [replace(each, file=prefix + (each.file or entry.filename)) for each in changes]
    if not found:
        found.append(Change("form-changed", file, thing="order of entries, gaps or header"))
    return found
