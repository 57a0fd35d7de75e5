"""`mesh_from_shapes`: the shapes of a drawing as a walkmesh, with the one it was drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.types import Vector
from kotorlevel.formats.bwm.tables import AREA_KIND
from kotorlevel.formats.drawing import Shape
from kotorlevel.mesh.convert.drawn.flat import FlatMesh, flatten
from kotorlevel.mesh.convert.drawn.gates import Gates
from kotorlevel.mesh.convert.drawn.home import Homecoming, come_home
from kotorlevel.mesh.convert.drawn.links import LooseGate, link_by_gates
from kotorlevel.mesh.convert.drawn.names import LINK, MaterialNames
from kotorlevel.mesh.convert.drawn.snap import find_vertices
from kotorlevel.mesh.convert.take_over import take_links
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats

_ON_ITS_SIDE = (
    np.array([(1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)]),
    np.array([(1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)]),
)
"""How a drawing is turned back that was read with Y up and written with Z up, or the reverse."""

_MOST = 0.5
"""The part of its points that has to be where those of the original are."""

_SAME_SIZE = 0.001
"""Metres by which the box around a drawing that was only moved may differ from its original's."""


@dataclass(frozen=True, eq=False)
class DrawnMesh:
    """A walkmesh out of a drawing, and what was done for it.

    ``home`` says what became of the original's faces, None where there was none. ``welded``
    points were joined, ``dropped`` triangles stood there twice. ``links`` came from gates, of
    which ``loose`` gave none, or where ``has_gates`` is False from the original: ``old_links`` of
    it. ``turn`` (3, 3) stood the drawing up where it lay on its side; ``moved`` is how far the
    whole of it was moved, in metres. Both are None where that was not so.
    """

    mesh: Walkmesh = field(repr=False)
    home: Homecoming | None = None
    welded: int = 0
    dropped: int = 0
    has_gates: bool = False
    links: int = 0
    old_links: int = 0
    loose: tuple[LooseGate, ...] = ()
    turn: Floats | None = field(default=None, repr=False)
    moved: Vector | None = None

    @property
    def is_turned(self) -> bool:
        """Whether the drawing lay on its side."""
        return self.turn is not None


def mesh_from_shapes(
    shapes: Sequence[Shape],
    names: MaterialNames,
    original: Walkmesh | None = None,
    *,
    surface: int | None = None,
    kind: int = AREA_KIND,
    game: Game = "k1",
    source: str = "",
) -> DrawnMesh:
    """The walkmesh of one room, placeable or door that these shapes are together.

    With its ``original``, everything that was not edited is as there, to the byte; without it all
    tables are new. Faces without a known surface become ``surface``, or are refused.
    """
    flat = flatten(shapes, names, surface, source)
    if original is not None and not original.geometry.is_sound:
        original = None
    if original is None:
        made = DrawnMesh(_new_mesh(flat, names, kind, game, source))
    else:
        flat, original, made = _home(flat, original)
    made = replace(made, welded=flat.welded, dropped=flat.dropped, has_gates=len(flat.gates) > 0)
    if not made.mesh.is_area:
        return made
    made = _with_links(made, flat, original)
    return replace(made, loose=tuple(_named(gate, names) for gate in made.loose))


def _named(gate: LooseGate, names: MaterialNames) -> LooseGate:
    """The gate with the name of its room, where the layout has one."""
    room = gate.room
    return gate if isinstance(room, str) else replace(gate, room=names.of_link(room)[len(LINK) :])


def _home(flat: FlatMesh, original: Walkmesh) -> tuple[FlatMesh, Walkmesh, DrawnMesh]:
    """The drawing as its original stands, the original where the drawing stands, and both in one.

    OBJ does not say which way is up, and programs have settings for it on both ways; so a drawing
    may lie on its side. And it may have been moved as a whole.
    """
    vertices = original.vertices.astype(np.float64)
    if _share(flat, vertices) <= _MOST and original.is_area:
        for turn in (None, *_ON_ITS_SIDE):
            stood = flat if turn is None else _turned(flat, turn)
            is_there = turn is not None and _share(stood, vertices) > _MOST
            moved = None if is_there else _find_move(stood, original)
            if moved is None and not is_there:
                continue
            there = original if moved is None else original.translated(moved)
            home = come_home(stood, there)
            if 2 * home.gone <= len(original.faces):
                made = DrawnMesh(home.mesh, home, turn=turn, moved=moved)
                return stood, there, made
    home = come_home(flat, original)
    return flat, original, DrawnMesh(home.mesh, home)


def _new_mesh(flat: FlatMesh, names: MaterialNames, kind: int, game: Game, source: str) -> Walkmesh:
    used, faces = np.unique(flat.faces, return_inverse=True)
    try:
        return Walkmesh.from_arrays(
            flat.points[used],
            faces.reshape(-1, 3),
            flat.materials,
            kind=kind,
            surfaces=names.surfaces,
            game=game,
        )
    except ValueError as error:
        raise FormatError(str(error), source=source) from None


def _with_links(made: DrawnMesh, flat: FlatMesh, original: Walkmesh | None) -> DrawnMesh:
    mesh = made.mesh
    if made.has_gates:
        linked = link_by_gates(mesh, flat)
        return replace(made, mesh=linked.mesh, links=linked.links, loose=linked.loose)
    if original is None or mesh is original:
        count = int((mesh.transitions != -1).sum())
        return replace(made, links=count, old_links=count)
    mesh, links, old_links = take_links(mesh, original)
    return replace(made, mesh=mesh, links=links, old_links=old_links)


def _turned(flat: FlatMesh, turn: Floats) -> FlatMesh:
    points = (flat.points @ turn.T).astype(np.float32).astype(np.float64)
    gates = Gates(flat.gates.points @ turn.T, flat.gates.triangles, flat.gates.rooms)
    return replace(flat, points=points, gates=gates)


def _find_move(flat: FlatMesh, original: Walkmesh) -> Vector | None:
    """How far the whole drawing was moved; None where it stands where its original does."""
    if not len(original.faces):
        return None
    points = flat.points[np.unique(flat.faces)]
    vertices = original.vertices[np.unique(original.faces)].astype(np.float64)
    offset = points.min(axis=0) - vertices.min(axis=0)
    if np.abs(offset - (points.max(axis=0) - vertices.max(axis=0))).max() > _SAME_SIZE:
        return None
    # The mean over all points is as exact as numbers of that size can be.
    found = find_vertices(points - offset, vertices)
    if (found >= 0).mean() <= _MOST:
        return None
    offset = (points[found >= 0] - vertices[found[found >= 0]]).mean(axis=0)
    x, y, z = np.round(offset, 5).tolist()
    return (x, y, z) if any((x, y, z)) else None


def _share(flat: FlatMesh, vertices: Floats) -> float:
    """Which part of the drawing's points lies on vertices."""
    points = flat.points[np.unique(flat.faces)]
    return float((find_vertices(points, vertices) >= 0).mean()) if len(vertices) else 0.0
