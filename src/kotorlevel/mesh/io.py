"""Walkmeshes from and to files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from kotorlevel.core.atomic import Target, write_target
from kotorlevel.core.errors import FormatError, InputError, Problem
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, some_of
from kotorlevel.formats.detect import detect_format
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.mesh.convert.nodes import NodeMesh


_OTHER_FILES = {"vis": "a visibility file", "2da": "a 2DA table"}


@dataclass(frozen=True)
class ReadMesh:
    """The one walkmesh that was asked of a file.

    Of a text: how many vertices were ``welded``, what ``problems`` it has, and the ``states`` of
    all walkmeshes in it, or the names of their nodes. A binary file has none of these.
    """

    mesh: Walkmesh
    welded: int = 0
    problems: tuple[Problem, ...] = ()
    states: tuple[str, ...] = ()

    @property
    def is_text(self) -> bool:
        """True for a mesh out of an ASCII text."""
        return bool(self.states)


def read_walkmesh(source: Source, surfaces: Materials | None = None) -> Walkmesh:
    """The walkmesh in a path, bytes or binary file; binary or ASCII is told by the content.

    ``surfaces`` decides what is walkable; without it the table of the first game does. Of a text
    with several walkmeshes (a door's) this is the first; `read_walkmeshes` gives them all.
    """
    data, name = load_source(source)
    if detect_format(data) == "ascii":
        return next(parse_ascii_walkmeshes(data, name, surfaces)).mesh
    return Walkmesh.from_bytes(data, name, surfaces)


def read_walkmeshes(source: Source, surfaces: Materials | None = None) -> dict[str, Walkmesh]:
    """Every walkmesh in a path, bytes or binary file, by name, in the order of the file.

    The text of a door has up to three, called ``closed``, ``open1`` and ``open2``. Any other file
    has one, called as its node is, or as the file if it is binary or has no name::

        doors = kl.read_walkmeshes("dor_lhr01.dwk.ascii")
        doors["open1"]

    Where several nodes have one name, the second is ``NAME (2)`` and so on.
    """
    from kotorlevel.mesh.placed import door_state

    data, name = load_source(source)
    stem = PurePath(name).name.split(".")[0]
    if detect_format(data) != "ascii":
        mesh = Walkmesh.from_bytes(data, name, surfaces)
        return {door_state(name) or stem: mesh}
    found: dict[str, Walkmesh] = {}
    times: Counter[str] = Counter()
    for each in parse_ascii_walkmeshes(data, name, surfaces):
        called = each.state or each.name or stem
        times[called] += 1
        found[called if times[called] == 1 else f"{called} ({times[called]})"] = each.mesh
    return found


def parse_one_walkmesh(
    data: bytes,
    name: str = "",
    surfaces: Materials | None = None,
    game: Game = "k1",
    *,
    state: str | None = None,
    alone: bool = False,
) -> ReadMesh:
    """The walkmesh in the bytes of a file called ``name``, and what should be known about it.

    Of a text with several (a door's) the one of that ``state``, or the first. With ``alone`` there
    has to be one only: else `InputError` is raised.
    """
    if detect_format(data) != "ascii":
        return ReadMesh(Walkmesh.from_bytes(data, name, surfaces))
    found = list(parse_ascii_walkmeshes(data, name, surfaces, game))
    return choose_mesh(found, name, state=state, alone=alone)


def choose_mesh(
    found: Sequence[NodeMesh], name: str, *, state: str | None, alone: bool
) -> ReadMesh:
    """Of the walkmeshes of a model that of ``state``, or the first; see `parse_one_walkmesh`."""
    chosen = list(found)
    if state is not None and any(each.state for each in found):
        chosen = [each for each in found if each.state == state]
    if alone and len(chosen) != 1:
        has = ", ".join(each.state or "no state" for each in found)
        text = f"holds {count_of(len(found), 'walkmesh')} ({has}); name the output NAME0.dwk"
        text += " for a closed door, NAME1.dwk or NAME2.dwk for an open one, NAME.dwk for all"
        raise InputError(text, source=name)
    first = (chosen or found)[0]
    states = tuple(each.state or each.name for each in found)
    return ReadMesh(first.mesh, first.welded, first.problems, states)


def parse_room_walkmesh(data: bytes, name: str, surfaces: Materials | None = None) -> Walkmesh:
    """The walkmesh in a WOK of an area, binary or text; ``name`` is that of the file, for errors.

    A text is remembered as one (``mesh.text``), so that `encode_walkmesh` writes it as it was.
    """
    if detect_format(data) != "ascii":
        return Walkmesh.from_bytes(data, name, surfaces)
    from kotorlevel.formats.ascii import parse_ascii
    from kotorlevel.mesh.convert.from_ascii import meshes_from_ascii

    model = parse_ascii(data, name)
    mesh = next(meshes_from_ascii(model, surfaces)).mesh
    others = [node for node in model.nodes if node.kind != "dummy"]
    return replace(mesh, text="whole model" if len(others) > 1 else model.dialect)


def encode_walkmesh(mesh: Walkmesh, name: str) -> bytes:
    """The bytes of the WOK of a room called ``name``: text where the mesh was read from one.

    Raises `FormatError` where that text cannot hold the mesh: engine text has no links, and of the
    text of a whole model only the walkmesh is known.
    """
    from kotorlevel.mesh.convert.to_ascii import room_to_ascii, room_to_engine_ascii

    if not mesh.text:
        return mesh.to_bytes()
    if mesh.text == "whole model":
        text = "is the text of a whole model, which would be lost; convert it to a binary WOK first"
        raise FormatError(text, source=f"{name}.wok")
    if mesh.text != "engine":
        return room_to_ascii(mesh, name)
    if (mesh.transitions != -1).any():
        text = "is engine text, which cannot hold links to rooms; convert it to a binary WOK first"
        raise FormatError(text, source=f"{name}.wok")
    return room_to_engine_ascii(mesh, name)


def read_single_walkmesh(
    path: Path, surfaces: Materials | None = None
) -> tuple[Walkmesh, tuple[str, ...]]:
    """The walkmesh that a file is meant as, and what a person should know about it.

    Raises `InputError` for a layout, a visibility file or a table, `FormatError` for what is none.
    """
    data, _ = load_source(path)
    where = path.as_posix()
    kind = detect_format(data, path.name)
    if kind == "lyt":
        raise InputError("is a layout, but its name does not end in .lyt", source=where)
    if kind in _OTHER_FILES:
        text = f"is {_OTHER_FILES[kind]}; give a walkmesh, a layout or a folder"
        raise InputError(text, source=where)
    mesh, notes = parse_single_walkmesh(where, data, surfaces)
    if not mesh.is_area:
        text = "a placeable's or door's walkmesh; its places are its own, not an area's"
        notes.append(f"{where}: {text}")
    return mesh, tuple(notes)


def parse_single_walkmesh(
    name: str, data: bytes, surfaces: Materials | None
) -> tuple[Walkmesh, list[str]]:
    """The walkmesh in a file called ``name``, and what should be said about it."""
    read = parse_one_walkmesh(data, name, surfaces)
    if not read.is_text:
        return read.mesh, []
    notes = [note_on_text(name)]
    if len(read.states) > 1:
        states = some_of([printable(state, 200) for state in read.states], 8)
        notes.append(f"{name}: holds {len(read.states)} walkmeshes ({states}); asked the first")
    return read.mesh, notes


def note_on_text(name: str) -> str:
    """What should be known about the numbers of a mesh from a text."""
    return f"{name}: a text; its faces are numbered as `write_walkmesh` would write them"


def parse_ascii_walkmeshes(
    data: bytes, name: str = "", surfaces: Materials | None = None, game: Game = "k1"
) -> Iterator[NodeMesh]:
    """Every walkmesh in an ASCII text, with what was welded and what is wrong in it.

    One after the other; ``name`` is that of the file.
    """
    from kotorlevel.formats.ascii import parse_ascii
    from kotorlevel.mesh.convert.from_ascii import meshes_from_ascii

    return meshes_from_ascii(parse_ascii(data, name), surfaces, game)


def write_walkmesh(mesh: Walkmesh, target: Target) -> None:
    """Write ``mesh`` as a binary walkmesh to a path (atomically) or an open binary file."""
    write_target(mesh.to_bytes(), target)


def load_surfaces(name: str, folder: Path | None = None) -> Materials:
    """A preset by its name, or the table in a 2DA file, relative to ``folder``.

    Raises `InputError` for a name that is neither, `FormatError` for a file that is no such table.
    """
    from kotorlevel.formats.twoda import read_2da
    from kotorlevel.mesh.materials import PRESETS, Materials

    if name in PRESETS:
        return PRESETS[name]
    path = (folder or Path()) / name
    if not path.exists():
        raise InputError(f"{name!r} is neither a file nor a preset ({', '.join(PRESETS)})")
    return Materials.from_2da(read_2da(path), name)
