"""Walkmeshes (WOK, PWK, DWK) as documents: faces, surfaces and links; tables where they differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.core.table import Table
from kotorlevel.formats.bwm import Bwm, build_bwm
from kotorlevel.formats.bwm.tables import AREA_KIND, HEADER, OBJECT_KIND, SLOTS
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.derive import Game, derive_planes
from kotorlevel.mesh.jsonform.numbers import plain_floats, read_floats, read_integers
from kotorlevel.mesh.jsonform.stored import (
    ANEW,
    AS_STORED,
    JsonFile,
    differing_rows,
    digest,
    read_differing,
)
from kotorlevel.mesh.jsonform.values import At, plain_bytes
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh

NAME = "walkmesh"
GAMES: tuple[Game, ...] = ("k1", "k2")
KINDS = {AREA_KIND: "room", OBJECT_KIND: "object"}
KEYS = (
    "format",
    "version",
    "kind",
    "rounding",
    "position",
    "relative_hooks",
    "absolute_hooks",
    "vertices",
    "faces",
    "links",
    "stored",
)
DERIVED = ("normals", "distances", "nodes", "adjacency", "edges", "loops")
TABLES: dict[str, Table] = {slot.table.name: slot.table for slot in SLOTS}
PLACES = ("unknown_6c", *(slot.offset for slot in SLOTS))
"""Fields of the header that are not told by the tables."""

_AUTHORED = ("vertices", "faces", "materials", "position", "relative_hooks", "absolute_hooks")
_TOLD = "edited: all tables made anew"
_LINKED = "links edited: only these numbers differ from the file that it was made of"
_ODD = "its tables are not those of the file that it was made of: they are derived otherwise now"


def encode(data: bytes, source: str = "") -> dict[str, Any]:
    """The document of a binary walkmesh."""
    mesh = Walkmesh.from_bytes(data, source, Materials.default())
    assert mesh.stored is not None
    game = _find_game(mesh)
    stored = _describe_stored(replace(mesh, game=game), mesh.stored)
    if stored:
        own = {"of": _check_sum(mesh, game), "links": _links_sum(mesh), "file": digest(data)}
        stored = {"stored": {**own, **stored}}
    corners = np.c_[mesh.faces, mesh.materials]
    edges = np.flatnonzero(mesh.transitions.reshape(-1) != -1)
    links = np.stack([edges // 3, edges % 3, mesh.transitions.reshape(-1)[edges]], axis=1)
    return {
        "kind": KINDS.get(mesh.kind, mesh.kind),
        "rounding": game,
        "position": plain_floats(mesh.position),
        "relative_hooks": plain_floats(mesh.relative_hooks),
        "absolute_hooks": plain_floats(mesh.absolute_hooks),
        "vertices": plain_floats(mesh.vertices),
        "faces": corners.tolist(),
        "links": links.tolist(),
        **stored,
    }


def _find_game(mesh: Walkmesh) -> Game:
    """The game by whose rounding the planes were made, the first one where neither fits."""
    assert mesh.stored is not None
    wanted = mesh.stored.normals.tobytes() + mesh.stored.distances.tobytes()
    if not mesh.geometry.is_sound:
        return "k1"
    for game in GAMES:
        normals, distances = derive_planes(mesh.vertices, mesh.faces, game)
        if normals.tobytes() + distances.tobytes() == wanted:
            return game
    return "k1"


def _derive(mesh: Walkmesh) -> dict[str, NDArray[Any]] | None:
    """The derived tables; None where the mesh is too broken for any."""
    try:
        return mesh.derived.tables()
    except FormatError:
        return None


def _check_sum(mesh: Walkmesh, game: Game) -> str:
    parts = [getattr(mesh, name).tobytes() for name in _AUTHORED]
    return digest(str(mesh.kind).encode(), game.encode(), *parts)


def _links_sum(mesh: Walkmesh) -> str:
    return digest(mesh.transitions.tobytes())


def _empty_tables() -> dict[str, NDArray[Any]]:
    return {
        name: np.empty((0, *TABLES[name].dtype.shape), TABLES[name].dtype.base) for name in DERIVED
    }


def _describe_stored(mesh: Walkmesh, bwm: Bwm) -> dict[str, Any]:
    """What the file has that one written anew would not have."""
    found: dict[str, Any] = {}
    # A file written anew has the walkable faces first, and those alone have neighbours.
    is_usual = mesh.kind in KINDS and bool(mesh.walkable[: mesh.domain].all())
    if mesh.domain != _usual_domain(mesh) or (mesh.is_area and not is_usual):
        found["domain"] = mesh.domain
    derived = _derive(replace(mesh, stored=None)) or _empty_tables()
    usual = {name: getattr(bwm, name) for name in TABLES}
    tables = {
        name: rows
        for name in DERIVED
        if (rows := differing_rows(TABLES[name], usual[name], derived[name])) is not None
    }
    anew = build_bwm(mesh.kind, usual).header
    places = {name: int(bwm.header[name]) for name in PLACES if bwm.header[name] != anew[name]}
    if places:
        found["header"] = places
    if tables:
        found["tables"] = tables
    if bwm.gaps:
        found["gaps"] = [[offset, plain_bytes(part)] for offset, part in bwm.gaps]
    return found


def _usual_domain(mesh: Walkmesh) -> int:
    return int(mesh.walkable.sum()) if mesh.is_area else 0


def decode(document: At, surfaces: Materials | None = None) -> JsonFile:
    """The file of a document: as it was where nothing was edited, else with all tables anew.

    ``surfaces`` then say which faces can be walked on, and come first.
    """
    document.only(KEYS)
    mesh = _read_mesh(document)
    stored = document.inner("stored")
    kind = KINDS.get(mesh.kind, "")
    if document.has("stored") and stored.need("of").value == _check_sum(mesh, mesh.game):
        bwm = _read_stored(mesh, stored)
        same_links = stored.need("links").value == _links_sum(mesh)
        kept = Walkmesh.from_bwm(bwm)
        if not np.array_equal(kept.transitions, mesh.transitions):
            kept = replace(kept, transitions=mesh.transitions, game=mesh.game)
        if kept.stored is not None:
            data = kept.to_bytes()
            is_same = same_links and stored.need("file").value == digest(data)
            remark = AS_STORED if is_same else _ODD if same_links else _LINKED
            return JsonFile(NAME, data, (remark,), is_same, kind, mesh=kept)
    if kind == "":
        text = "is neither 'room' nor 'object'; such a walkmesh cannot be edited"
        raise document.inner("kind").error(text)
    if surfaces is not None:
        mesh = replace(mesh, surfaces=surfaces, domain=0)
    new = mesh.regrouped(mesh.members)
    remarks = (_TOLD,) if document.has("stored") else (ANEW,)
    return JsonFile(NAME, new.to_bytes(), remarks, kind=kind, mesh=new)


def _read_mesh(document: At) -> Walkmesh:
    kind_at = document.need("kind")
    if isinstance(kind_at.value, str):
        kind = {word: number for number, word in KINDS.items()}[kind_at.choice(KINDS.values())]
    else:
        kind = kind_at.integer(0, 2**32 - 1)
    faces = read_integers(document.need("faces"), (-1, 4), "<u4")
    mesh = Walkmesh(
        kind=kind,
        vertices=read_only(read_floats(document.need("vertices"), (-1, 3))),
        faces=read_only(np.ascontiguousarray(faces[:, :3])),
        materials=read_only(np.ascontiguousarray(faces[:, 3])),
        transitions=read_only(_read_links(document, len(faces))),
        domain=0,
        position=read_only(read_floats(document.need("position"), (3,))),
        relative_hooks=read_only(read_floats(document.need("relative_hooks"), (2, 3))),
        absolute_hooks=read_only(read_floats(document.need("absolute_hooks"), (2, 3))),
        game=_read_rounding(document),
    )
    stored = document.inner("stored")
    domain = _usual_domain(mesh)
    if document.has("stored") and stored.has("domain"):
        domain = stored.inner("domain").integer(0, len(faces))
    return replace(mesh, domain=domain)


def _read_rounding(document: At) -> Game:
    if not document.has("rounding"):
        return GAMES[0]
    word = document.inner("rounding").choice(GAMES)
    return next(game for game in GAMES if game == word)


def _read_links(document: At, faces: int) -> NDArray[np.int32]:
    """(F, 3) the transitions of the rows ``[face, side, room]``."""
    sides = np.full((faces, 3), -1, np.int32)
    if not document.has("links"):
        return sides
    at = document.inner("links")
    rows = read_integers(at, (-1, 3), "<i4")
    wrong = (rows[:, 0] < 0) | (rows[:, 0] >= faces) | (rows[:, 1] < 0) | (rows[:, 1] > 2)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        face, side, _ = rows[row].tolist()
        raise at[row].error(
            f"there is no side {side} of face {face}: {faces:,} faces, sides 0 to 2"
        )
    edges = 3 * rows[:, 0] + rows[:, 1]
    _, first = np.unique(edges, return_index=True)
    if len(first) < len(edges):
        again = int(np.setdiff1d(np.arange(len(edges)), first)[0])
        raise at[again].error("that side of that face has a link already")
    sides.reshape(-1)[edges] = rows[:, 2]
    return sides


def _read_stored(mesh: Walkmesh, stored: At) -> Bwm:
    """The tables as the file had them."""
    stored.only(("of", "links", "file", "domain", "header", "tables", "gaps"))
    tables = dict(_derive(mesh) or _empty_tables())
    if stored.has("tables"):
        given = stored.inner("tables")
        given.only(DERIVED)
        for name in given.object():
            tables[name] = read_differing(TABLES[name], given.inner(name), tables[name])
    usual = {"vertices": mesh.vertices, "faces": mesh.faces, "materials": mesh.materials, **tables}
    for name in ("normals", "distances"):
        if len(tables[name]) != len(mesh.faces):
            text = f"{name}: {len(tables[name]):,} rows for {len(mesh.faces):,} faces"
            raise stored.inner("tables").error(text)
    hooks = {name: getattr(mesh, name) for name in _AUTHORED[3:]}
    bwm = build_bwm(mesh.kind, usual, **hooks)
    gaps = _read_gaps(stored.inner("gaps")) if stored.has("gaps") else ()
    if not stored.has("header") and not gaps:
        return bwm
    header = np.array(bwm.header, HEADER.dtype)
    if stored.has("header"):
        places = stored.inner("header")
        places.only(PLACES)
        for name in places.object():
            header[name] = places.inner(name).integer(0, 2**32 - 1)
    _check_places(stored, header, usual, gaps)
    frozen = np.frombuffer(header.tobytes(), HEADER.dtype)[0]
    return replace(bwm, header=frozen, gaps=gaps)


def _read_gaps(at: At) -> tuple[tuple[int, bytes], ...]:
    gaps = []
    for each in at.items():
        if not isinstance(each.value, list) or len(each.value) != 2:
            raise each.error("is not an offset and bytes")
        gaps.append((each[0].integer(0, 2**32 - 1), each[1].from_base64()))
    return tuple(gaps)


def _check_places(
    stored: At, header: Any, tables: dict[str, NDArray[Any]], gaps: tuple[tuple[int, bytes], ...]
) -> None:
    """Refuse a file with places that nothing covers: an offset alone could ask for gigabytes."""
    spans = [(0, HEADER.dtype.itemsize), *((offset, len(part)) for offset, part in gaps)]
    for slot in SLOTS:
        size = tables[slot.table.name].nbytes
        if size:
            spans.append((int(header[slot.offset]), size))
    room = sum(size for _, size in spans)
    for offset, size in spans:
        if offset + size > room:
            text = f"something stands at {offset:,}, but all parts together have {room:,} bytes"
            raise stored.error(text)
