"""One walkmesh file → another: by the ending of its name, or with all derived tables anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from kotorlevel.core.errors import FormatError, InputError, Problem
from kotorlevel.core.source import load_source
from kotorlevel.core.targets import check_new, choose_output
from kotorlevel.core.together import write_files
from kotorlevel.core.words import count_of
from kotorlevel.formats.ascii.hierarchy import DOOR_STATES
from kotorlevel.formats.bwm import Bwm
from kotorlevel.formats.detect import detect_format
from kotorlevel.mesh.convert.to_ascii import (
    door_to_ascii,
    placeable_to_ascii,
    room_to_ascii,
    room_to_engine_ascii,
)
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.io import ReadMesh, parse_ascii_walkmeshes, parse_one_walkmesh
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.placed import door_state
from kotorlevel.mesh.walkmesh import Walkmesh

BINARY_ENDINGS = (".wok", ".pwk", ".dwk")
ASCII_ENDINGS = tuple(f"{ending}.ascii" for ending in BINARY_ENDINGS)

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

    ``welded`` vertices were joined, ``problems`` are those of a text. ``changes`` are the tables
    that were made anew. ``crowded`` are edges of more than two faces, each joined to the
    last of them, ``lost`` those whose link to a room could not be kept (3 · face + side). ``also``
    are further files of the same source: a door's text gives one for each state.
    """

    source: Path
    target: Path
    mesh: Walkmesh = field(repr=False)
    data: bytes = field(repr=False)
    welded: int = 0
    problems: tuple[Problem, ...] = ()
    changes: tuple[TableChange, ...] = ()
    crowded: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    also: tuple[Conversion, ...] = ()

    @property
    def is_copy(self) -> bool:
        """True where the bytes are those that were read."""
        return self.mesh.stored is not None and self.data == self.mesh.stored.to_bytes()

    @property
    def notes(self) -> tuple[str, ...]:
        """What was lost or guessed, in words."""
        notes = [f"{self.source}: {problem}" for problem in self.problems]
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
    def state(self) -> str | None:
        """The state of a door that the file is for, by its name; None for others."""
        return door_state(self.target.name)

    def write(self) -> None:
        """Write the file, and those that belong to it: all or none."""
        write_files({each.target: each.data for each in (self, *self.also)})


def convert(
    source: str | Path,
    output: str | Path,
    *,
    surfaces: Materials | None = None,
    game: Game = "k1",
    engine_text: bool = False,
    force: bool = False,
    dry_run: bool = False,
) -> Conversion:
    """Convert a walkmesh to the form that the ending of ``output`` says; what was made.

    The endings are .wok, .pwk and .dwk for binary, with .ascii behind for text. The source is told
    by its content, and may be the text of a whole model. The text of a door holds several states:
    ``NAME0.dwk`` takes the closed one, ``NAME1.dwk`` and ``NAME2.dwk`` the open ones, and
    ``NAME.dwk`` stands for all of them, each in its own file; the first is returned, and the
    others are its ``also``. With ``engine_text`` the text is the one that the game itself reads.
    Nothing is replaced without ``force``, and nothing is written with ``dry_run``::

        kl.convert("m55aa_02.mdl.ascii", "m55aa_02.wok").notes

    Raises `InputError` or `FormatError`, before anything is written.
    """
    source, output = Path(source), Path(output)
    target = choose_output(output, source, (*BINARY_ENDINGS, *ASCII_ENDINGS), force=force)
    with _naming(source):
        if states := _read_door(source, target, surfaces, game):
            return _convert_door(source, target, states, force=force, dry_run=dry_run)
        read = _read(source, target, surfaces, game)
        mesh = read.mesh
        if target.name.lower().endswith(ASCII_ENDINGS):
            data = _to_ascii(mesh, source, target, engine_text=engine_text)
        else:
            data = mesh.to_bytes()
        done = _conversion(source, target, read, data, mesh if mesh.stored is None else None)
        return _finished(done, dry_run=dry_run)


def rebuild(
    source: str | Path,
    output: str | Path,
    *,
    surfaces: Materials | None = None,
    game: Game = "k1",
    force: bool = False,
    dry_run: bool = False,
) -> Conversion:
    """Write a walkmesh with all derived tables made anew to ``output``; what changed.

    Vertices, surfaces, links and use hooks stay as they are. ``output`` may be a folder. Nothing
    is replaced without ``force``, and nothing is written with ``dry_run``. Raises `InputError` or
    `FormatError`, before anything is written.
    """
    source, output = Path(source), Path(output)
    target = choose_output(output, source, BINARY_ENDINGS, force=force)
    read = _read(source, target, surfaces, game)
    with _naming(source):
        made = read.mesh.rebuilt(game=game)
        done = _conversion(source, target, read, made.to_bytes(), made)
        return _finished(done, dry_run=dry_run)


def _convert_door(
    source: Path, target: Path, states: dict[str, ReadMesh], *, force: bool, dry_run: bool
) -> Conversion:
    """All states of a door: as one text, or as a file each, numbered as the game wants it."""
    meshes = {state: read.mesh for state, read in states.items()}
    if target.name.lower().endswith(ASCII_ENDINGS):
        first, *_ = states.values()
        data = door_to_ascii(meshes, _model_name(target))
        return _finished(_conversion(source, target, first, data, first.mesh), dry_run=dry_run)
    stem = target.name[: -len(".dwk")]
    done, *also = (
        _conversion(
            source,
            target.with_name(f"{stem}{DOOR_STATES.index(state)}.dwk"),
            read,
            read.mesh.to_bytes(),
            read.mesh,
        )
        for state, read in states.items()
    )
    for each in (done, *also):
        check_new(each.target, force=force)
    also = [
        replace(each, problems=tuple(p for p in each.problems if p not in done.problems))
        for each in also
    ]
    return _finished(replace(done, also=tuple(also)), dry_run=dry_run)


def _conversion(
    source: Path, target: Path, read: ReadMesh, data: bytes, made: Walkmesh | None
) -> Conversion:
    """What was done; ``made`` is the mesh whose tables were derived."""
    done = Conversion(source, target, read.mesh, data, read.welded, read.problems)
    if made is None:
        return done
    stored = read.mesh.stored
    return replace(
        done,
        changes=_compare_tables(stored, made.to_bwm()) if stored is not None else (),
        crowded=tuple(made.derived.crowded.tolist()),
        lost=tuple(made.lost_transitions.tolist()),
    )


def _finished(done: Conversion, *, dry_run: bool) -> Conversion:
    if not dry_run:
        done.write()
    return done


def _read_door(
    source: Path, target: Path, surfaces: Materials | None, game: Game
) -> dict[str, ReadMesh]:
    """The states in a door's text where the target stands for all of them; else nothing."""
    data, name = load_source(source)
    is_door = target.name.lower().endswith((".dwk", ".dwk.ascii"))
    if not is_door or _wanted_state(source, target) or detect_format(data) != "ascii":
        return {}
    found = list(parse_ascii_walkmeshes(data, name, surfaces, game))
    states = {
        each.state: ReadMesh(each.mesh, each.welded, each.problems, (each.state,))
        for each in found
        if each.state
    }
    return states if len(states) == len(found) > 1 else {}


def _wanted_state(source: Path, target: Path) -> str | None:
    """The state that the target's name asks for; none where it is called as the source is.

    Models end in digits, too: ``dor_lhr01.dwk.ascii`` holds all states of the door dor_lhr01.
    """
    one, other = (path.name.lower().split(".")[0] for path in (source, target))
    return None if one == other else door_state(target.name)


def _read(source: Path, target: Path, surfaces: Materials | None, game: Game) -> ReadMesh:
    """The mesh in ``source``; of a door's text, the state that the target's name asks for."""
    data, name = load_source(source)
    state = _wanted_state(source, target)
    read = parse_one_walkmesh(data, name, surfaces, game, state=state, alone=True)
    is_room = target.name.lower().endswith((".wok", ".wok.ascii"))
    if read.mesh.is_area != is_room:
        kind = "a room's" if read.mesh.is_area else "a placeable's or door's"
        text = f"this is {kind} walkmesh; it cannot become {target.name}"
        raise InputError(text, source=str(source))
    return read


@contextmanager
def _naming(source: Path) -> Iterator[None]:
    """Errors about a mesh that has left its file behind still name the file."""
    try:
        yield
    except FormatError as error:
        error.source = error.source or str(source)
        raise


def _to_ascii(mesh: Walkmesh, source: Path, target: Path, *, engine_text: bool) -> bytes:
    name = _model_name(target)
    ending = target.name.lower()
    if ending.endswith(".wok.ascii"):
        if engine_text and (mesh.transitions != -1).any():
            raise InputError("has links to rooms, which `engine_text` cannot hold")
        return room_to_engine_ascii(mesh, name) if engine_text else room_to_ascii(mesh, name)
    if engine_text:
        text = "`engine_text` is for rooms: the output must end in .wok.ascii"
        raise InputError(text, source=str(target))
    if ending.endswith(".pwk.ascii"):
        return placeable_to_ascii(mesh, name)
    state = door_state(source.name) or "closed"
    return door_to_ascii({state: mesh}, name)


def _model_name(target: Path) -> str:
    """The model is called as the output is; only letters, digits and _ can stand in its name."""
    return re.sub(r"[^A-Za-z0-9_]", "_", target.name.split(".")[0]) or "model"


def _compare_tables(before: Bwm, after: Bwm) -> tuple[TableChange, ...]:
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
