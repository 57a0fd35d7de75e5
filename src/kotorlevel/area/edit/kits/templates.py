"""Rooms from templates: copies of a walkmesh, turned and mirrored, at a place or at a doorway.

The transitions of a template are dummies: whatever their numbers, they only say where its doorways
are. In the area they become the numbers of the rooms that they meet there, or -1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.area.edit.join import join_room
from kotorlevel.area.edit.kits.doorways import Doorway, linked_doorways, single_edge
from kotorlevel.area.edit.kits.fit import FIT, Flip, Stand, find_match, fit_doorways, free_doorway
from kotorlevel.area.edit.rooms import RoomEdit, add_room, check_place, choose_room
from kotorlevel.area.links.relink import LinkChange
from kotorlevel.core.types import Vector
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.walkmesh import Walkmesh


@dataclass(frozen=True)
class Kit:
    """A room that was made of a template: the edit of the area, and how it stands there.

    It was mirrored (``flip``), turned by ``degrees`` and moved by ``position``, in that order.
    ``edges`` of it lie on ``room_edges`` of ``room``, whose corners were off by ``residual`` metres
    at most before they were put on them. ``open_doorways`` of it meet no room: edges and middle.
    """

    edit: RoomEdit
    index: int
    position: Vector
    degrees: float = 0.0
    flip: Flip | None = None
    room: int = -1
    edges: tuple[int, ...] = ()
    room_edges: tuple[int, ...] = ()
    residual: float = 0.0
    open_doorways: tuple[tuple[tuple[int, ...], Vector], ...] = ()


def place_template(
    mesh: Walkmesh,
    position: Sequence[float] = (0.0, 0.0, 0.0),
    degrees: float = 0.0,
    flip: Flip | None = None,
) -> Walkmesh:
    """The mesh mirrored in x or y, turned counter-clockwise about the origin, and moved."""
    check_place(position, "the position")
    if flip not in (None, "x", "y"):
        raise ValueError(f"a mesh is flipped in 'x' or 'y', not in {flip!r}")
    if flip is not None:
        mesh = mesh.flipped(x=flip == "x", y=flip == "y")
    return mesh.rotated(degrees).translated(position)


def add_template(
    area: Area,
    name: str,
    mesh: Walkmesh,
    position: Vector = (0.0, 0.0, 0.0),
    degrees: float = 0.0,
    flip: Flip | None = None,
    *,
    model_position: Vector | None = None,
    at: int | None = None,
) -> Kit:
    """The area with the template as a room at ``position``, linked to all that it meets.

    ``model_position`` is for the layout, where that is another place (FACTS 1).
    """
    index = len(area.rooms) if at is None else at
    kit = _stood(area, name, mesh, Stand(position, degrees, flip), at, model_position)
    return _finished(replace(kit, edit=join_room(kit.edit, index)), linked_doorways(mesh), mesh)


def join_template(
    area: Area,
    name: str,
    mesh: Walkmesh,
    room: int | str,
    room_edge: int,
    *,
    edge: int | None = None,
    flip: Flip | None = None,
    fit: float = FIT,
    at: int | None = None,
) -> Kit:
    """The area with the template as a room, one doorway of it on that of ``room`` at ``room_edge``.

    The doorway of the template is the one at ``edge``, a number of the template as it is; by
    default the linked one whose width fits within ``fit`` metres. Both doorways are the whole runs
    of edges in a line where these fit, else the two edges. Raises `ValueError` where none fits or
    several do, and where the edge of the room is taken.
    """
    home = choose_room(area, room)
    wide, narrow = free_doorway(area, home, room_edge)
    ours, theirs = find_match(mesh, edge, (wide, narrow), fit)
    stand, residual = fit_doorways(mesh, ours, theirs, flip, fit)
    kit = _stood(area, name, mesh, stand, at)
    new_home = home.index + (at is not None and at <= home.index)
    origin = _origin(mesh, stand)
    kit = _linked(kit, new_home, np.flatnonzero(np.isin(origin, ours.edges)))
    kit = replace(
        kit, room=new_home, edges=_now(origin, ours.edges), room_edges=theirs.edges,
        residual=residual,
    )  # fmt: skip
    return _finished(kit, linked_doorways(mesh), mesh)


# Standing in the area


def _marked(mesh: Walkmesh) -> Walkmesh:
    """The mesh with each edge's own number for a transition: they tell where it comes to be."""
    numbers = np.arange(mesh.transitions.size, dtype=np.int32).reshape(-1, 3)
    return replace(mesh, transitions=read_only(numbers))


def find_origins(
    mesh: Walkmesh,
    position: Sequence[float] = (0.0, 0.0, 0.0),
    degrees: float = 0.0,
    flip: Flip | None = None,
) -> NDArray[np.int32]:
    """(3F,) for each edge of the mesh as `place_template` places it, its number in the template."""
    return place_template(_marked(mesh), position, degrees, flip).transitions.reshape(-1)


def _origin(mesh: Walkmesh, stand: Stand) -> NDArray[np.int32]:
    return find_origins(mesh, stand.position, stand.degrees, stand.flip)


def _now(origin: NDArray[np.int32], edges: Iterable[int]) -> tuple[int, ...]:
    """The numbers in the placed mesh of edges of the template."""
    return tuple(int(np.flatnonzero(origin == edge)[0]) for edge in edges)


def _stood(
    area: Area,
    name: str,
    mesh: Walkmesh,
    stand: Stand,
    at: int | None,
    model_position: Vector | None = None,
) -> Kit:
    """The area with the template as a room without links."""
    placed = place_template(mesh, stand.position, stand.degrees, stand.flip)
    vertices = placed.vertices.copy()
    for corner, point in stand.corners.items():
        vertices[corner] = point
    if not np.array_equal(vertices, placed.vertices):
        placed = replace(placed, vertices=read_only(vertices))
    if (placed.transitions != -1).any():
        none = np.full(placed.transitions.shape, -1, np.int32)
        placed = replace(placed, transitions=read_only(none))
    edit = add_room(area, name, placed, model_position or stand.position, at)
    index = len(area.rooms) if at is None else at
    if stand.degrees % 360 or stand.flip is not None:
        text = f"the layout cannot turn or flip a model: {name}.mdl has to be made that way"
        edit = replace(edit, notes=(*edit.notes, text))
    return Kit(edit, index, stand.position, stand.degrees, stand.flip)


def _linked(kit: Kit, home: int, edges: NDArray[np.int64]) -> Kit:
    """The kit linked to all that it meets, and with its doorway to ``home`` even through a wall.

    The link is set on our side first, and taken back where the other side does not answer.
    """
    edit, index = kit.edit, kit.index
    mesh = edit.area.rooms[index].mesh
    assert mesh is not None
    asked = mesh.transitions.copy()
    asked.reshape(-1)[edges] = home
    asked_mesh = replace(mesh, transitions=read_only(asked))
    edit = join_room(replace(edit, area=edit.area.with_mesh(index, asked_mesh)), index)
    answers = {c.other_edge: c for c in edit.links if c.other_room == index and c.room == home}
    mirrored = [
        LinkChange(index, edge, -1, home, answers[edge].at, home, answers[edge].edge)
        for edge in edges.tolist()
        if edge in answers
    ]
    edit = replace(edit, links=(*mirrored, *edit.links))
    unanswered = [edge for edge in edges.tolist() if edge not in answers]
    if unanswered:
        edit = _without_links(edit, index, unanswered)
    return replace(kit, edit=edit)


def _without_links(edit: RoomEdit, index: int, edges: list[int]) -> RoomEdit:
    mesh = edit.area.rooms[index].mesh
    assert mesh is not None
    transitions = mesh.transitions.copy()
    transitions.reshape(-1)[edges] = -1
    area = edit.area.with_mesh(index, replace(mesh, transitions=read_only(transitions)))
    which = "1 edge" if len(edges) == 1 else f"{len(edges)} edges"
    text = (
        f"{which} of the doorway could not be linked: the edges on both sides end at "
        "other places (relink(split=True); it says what else is in the way)"
    )
    return replace(edit, area=area, notes=(*edit.notes, text))


def _finished(kit: Kit, doorways: Iterable[Doorway], mesh: Walkmesh) -> Kit:
    """The kit with its doorways that lead nowhere."""
    placed = kit.edit.area.rooms[kit.index].mesh
    assert placed is not None
    origin = _origin(mesh, Stand(kit.position, kit.degrees, kit.flip))
    still_open = []
    for doorway in doorways:
        edges = _now(origin, doorway.edges)
        if (placed.transitions.reshape(-1)[list(edges)] == -1).all():
            still_open.append((edges, single_edge(placed, edges[len(edges) // 2]).middle))
    return replace(kit, open_doorways=tuple(still_open))
