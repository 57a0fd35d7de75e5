"""One walkmesh file → another: by the ending of its name, or with all derived tables anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.source import load_source
from kotorlevel.core.targets import check_new, choose_output
from kotorlevel.formats.bwm.tables import DOOR_STATES
from kotorlevel.formats.detect import detect_format
from kotorlevel.mesh.convert.conversion import Conversion, compare_tables
from kotorlevel.mesh.convert.nodes import NodeMesh
from kotorlevel.mesh.convert.to_ascii import (
    door_to_ascii,
    placeable_to_ascii,
    room_to_ascii,
    room_to_engine_ascii,
)
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.io import (
    ReadMesh,
    choose_mesh,
    parse_ascii_walkmeshes,
    parse_one_walkmesh,
)
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.placed import door_state
from kotorlevel.mesh.walkmesh import Walkmesh

BINARY_ENDINGS = (".wok", ".pwk", ".dwk")
ASCII_ENDINGS = tuple(f"{ending}.ascii" for ending in BINARY_ENDINGS)


def convert_walkmesh(
    source: Path,
    target: Path,
    *,
    surfaces: Materials | None = None,
    game: Game = "k1",
    engine_text: bool = False,
    force: bool = False,
) -> Conversion:
    """A walkmesh or a text in the form that the ending of ``target`` says; nothing is written."""
    with naming(source):
        data, name = load_source(source)
        if detect_format(data) == "ascii":
            found = list(parse_ascii_walkmeshes(data, name, surfaces, game))
            return convert_nodes(source, target, found, engine_text=engine_text, force=force)
        read = ReadMesh(Walkmesh.from_bytes(data, name, surfaces))
        return _convert_one(source, target, read, engine_text=engine_text)


def convert_nodes(
    source: Path,
    target: Path,
    found: Sequence[NodeMesh],
    *,
    engine_text: bool = False,
    force: bool = False,
) -> Conversion:
    """The walkmeshes of a model as one file, or all states of a door as a file each."""
    if states := _door_states(source, target, found):
        return _convert_door(source, target, states, force=force)
    state = _wanted_state(source, target)
    read = choose_mesh(found, str(source), state=state, alone=True)
    return _convert_one(source, target, read, engine_text=engine_text)


def _convert_one(source: Path, target: Path, read: ReadMesh, *, engine_text: bool) -> Conversion:
    _check_kind(source, target, read.mesh)
    mesh = read.mesh
    if target.name.lower().endswith(ASCII_ENDINGS):
        data = _to_ascii(mesh, source, target, engine_text=engine_text)
    else:
        data = mesh.to_bytes()
    return _conversion(source, target, read, data, mesh if mesh.stored is None else None)


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
    with naming(source):
        made = read.mesh.rebuilt(game=game)
        done = _conversion(source, target, read, made.to_bytes(), made)
    if not dry_run:
        done.write()
    return done


def _convert_door(
    source: Path, target: Path, states: dict[str, ReadMesh], *, force: bool
) -> Conversion:
    """All states of a door: as one text, or as a file each, numbered as the game wants it."""
    meshes = {state: read.mesh for state, read in states.items()}
    if target.name.lower().endswith(ASCII_ENDINGS):
        first, *_ = states.values()
        data = door_to_ascii(meshes, _model_name(target))
        return _conversion(source, target, first, data, first.mesh)
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
    return replace(done, also=tuple(also))


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
        changes=compare_tables(stored, made.to_bwm()) if stored is not None else (),
        crowded=tuple(made.derived.crowded.tolist()),
        lost=tuple(made.lost_transitions.tolist()),
    )


def _door_states(source: Path, target: Path, found: Sequence[NodeMesh]) -> dict[str, ReadMesh]:
    """The states of a door where the target stands for all of them; else nothing."""
    is_door = target.name.lower().endswith((".dwk", ".dwk.ascii"))
    if not is_door or _wanted_state(source, target):
        return {}
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
    _check_kind(source, target, read.mesh)
    return read


def _check_kind(source: Path, target: Path, mesh: Walkmesh) -> None:
    is_room = target.name.lower().endswith((".wok", ".wok.ascii"))
    if mesh.is_area != is_room:
        kind = "a room's" if mesh.is_area else "a placeable's or door's"
        text = f"this is {kind} walkmesh; it cannot become {target.name}"
        raise InputError(text, source=str(source))


@contextmanager
def naming(source: Path) -> Iterator[None]:
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
