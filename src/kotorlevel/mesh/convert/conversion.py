"""What a conversion made: the file, what it was made of, and what should be known about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from kotorlevel.core.errors import Problem
from kotorlevel.core.together import write_files
from kotorlevel.core.words import count_of
from kotorlevel.formats.bwm import Bwm
from kotorlevel.mesh.placed import door_state
from kotorlevel.mesh.walkmesh import Walkmesh

_NAMES = {
    "faces": "order of faces",
    "normals": "normals",
    "distances": "plane distances",
    "nodes": "box tree",
    "adjacency": "neighbours",
    "edges": "boundary edges",
    "loops": "boundary loops",
}
"""Table → what it is called before people."""


@dataclass(frozen=True)
class TableChange:
    """A table that differs: ``before`` and ``after`` rows, ``changed`` of them if as many."""

    table: str
    before: int
    after: int
    changed: int

    @property
    def title(self) -> str:
        """What the table is called before people."""
        return _NAMES[self.table]

    def __str__(self) -> str:
        shown = f"{self.title:<16}"
        if self.before != self.after:
            return f"{shown} {self.before:,} before, {self.after:,} now"
        if self.table == "nodes":
            return f"{shown} made anew, {count_of(self.after, 'node')}"
        return f"{shown} {self.changed:,} of {self.after:,} changed"


@dataclass(frozen=True)
class Conversion:
    """A file made of another: ``mesh`` is what was read, ``data`` the bytes of ``target``.

    ``walkmesh`` is that mesh, too, or None where no walkmesh was read: a layout to JSON, say.
    ``welded`` vertices were joined, ``problems`` are those of a text. ``changes`` are the tables
    that were made anew. ``crowded`` are edges of more than two faces, each joined to the
    last of them, ``lost`` those whose link to a room could not be kept (3 · face + side). ``also``
    are further files of the same source: a door's text gives one for each state, a model its MDX.
    ``remarks`` say what a model or a drawing, which does not hold everything, was completed from,
    ``warnings`` what was left out of it. ``mesh`` is None where several files were read, and
    ``data`` empty where ``target`` is a folder: then the files are those of ``also``.
    """

    source: Path
    target: Path
    walkmesh: Walkmesh | None = field(repr=False)
    data: bytes = field(repr=False)
    welded: int = 0
    problems: tuple[Problem, ...] = ()
    changes: tuple[TableChange, ...] = ()
    crowded: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    also: tuple[Conversion, ...] = ()
    remarks: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def mesh(self) -> Walkmesh:
        """The mesh that was read; `ValueError` where none was."""
        if self.walkmesh is None:
            raise ValueError(f"{self.source} is not converted as a walkmesh")
        return self.walkmesh

    @property
    def is_copy(self) -> bool:
        """True where the bytes are those of the walkmesh that was read."""
        stored = self.walkmesh.stored if self.walkmesh else None
        return stored is not None and self.data == stored.to_bytes()

    @property
    def notes(self) -> tuple[str, ...]:
        """What was lost or guessed, in words."""
        notes = [*self.warnings, *(f"{self.source}: {problem}" for problem in self.problems)]
        if self.crowded:
            text = "shared by more than two faces, each joined to the last of them; look at them"
            where = f"{text} in your modelling program: {_some(self.crowded)}"
            notes.append(f"{count_of(len(self.crowded), 'edge')} {where}")
        if self.lost:
            text = "to a room cannot be written, because the edge has a neighbour or its face is"
            where = f"{text} not walkable: {_some(self.lost)}"
            notes.append(f"{count_of(len(self.lost), 'link')} {where}")
        return tuple(notes)

    @property
    def files(self) -> tuple[Conversion, ...]:
        """The conversions that have a file each: itself and ``also``."""
        return tuple(each for each in (self, *self.also) if each.data)

    @property
    def state(self) -> str | None:
        """The state of a door that the file is for, by its name; None for others."""
        return door_state(self.target.name)

    def write(self) -> None:
        """Write the file, and those that belong to it: all or none."""
        write_files({each.target: each.data for each in self.files})


def compare_tables(before: Bwm, after: Bwm) -> tuple[TableChange, ...]:
    """The tables that differ between two walkmeshes."""
    changes = []
    for name in _NAMES:
        old, new = getattr(before, name), getattr(after, name)
        if old.tobytes() == new.tobytes():
            continue
        rows = sum(a.tobytes() != b.tobytes() for a, b in zip(old, new, strict=False))
        changes.append(TableChange(name, len(old), len(new), rows))
    return tuple(changes)


def _some(edges: tuple[int, ...]) -> str:
    places = [f"face {edge // 3} side {edge % 3}" for edge in edges[:5]]
    return ", ".join(places) + (", ..." if len(edges) > len(places) else "")
