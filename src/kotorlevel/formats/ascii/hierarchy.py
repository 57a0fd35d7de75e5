"""How nodes hang together: their transforms, and which of them are walkmeshes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.formats.bwm.tables import DOOR_STATES

if TYPE_CHECKING:
    from kotorlevel.formats.ascii.model import AsciiModel, AsciiNode, AxisAngle

    class Named(Protocol):
        """What the hierarchy needs of a node."""

        @property
        def kind(self) -> str:
            """What follows ``node`` in the file."""

        @property
        def name(self) -> str:
            """Empty if it has none."""

        @property
        def parent(self) -> str | None:
            """The name of its parent."""

    AnyNode = TypeVar("AnyNode", bound=Named)


MESH_KIND = "trimesh"
ROOM_KIND = "aabb"
_OBJECT_ROOTS = ("_pwk", "_dwk")
_OBJECT_MESH = "_wg"
_DOOR_MESH = "_wg_"
_ROOM_MESH = "walkmesh"  # mdledit's name of a room's
_NO_AXIS = 1e-4  # tools write what rounding has left of none
_BARE_DOOR_HOOK = "dp_"  # the door's name before it may be left out (FACTS 6)
HOOKS = (1, 2)


def find_walkmesh_nodes(model: AsciiModel) -> tuple[AsciiNode, ...]:
    """The nodes that are walkmeshes, in the order of the file; none if there are none.

    These are all ``aabb`` nodes and the ``trimesh`` nodes that are named as placeables and doors
    name them: ``…_wg``, ``…_wg_…``, or anything below a node called ``…_pwk`` or ``…_dwk``. If
    there is none, and the file is not a whole model, then every ``trimesh`` (mdledit writes a
    room's walkmesh as ``node trimesh WALKMESH``).
    """
    return tuple(model.nodes[i] for i in select_walkmeshes(model.nodes, model.complete))


def select_walkmeshes(nodes: Sequence[Named], complete: bool) -> list[int]:
    """The numbers of the nodes that are walkmeshes, by kind and name alone."""
    below = _find_objects(nodes)
    found = [i for i, node in enumerate(nodes) if _is_walkmesh(node, below)]
    if found or complete:
        return found
    return [i for i, node in enumerate(nodes) if node.kind == MESH_KIND]


def is_room(model: AsciiModel, node: AsciiNode) -> bool:
    """True for the walkmesh of a room, False for that of a placeable or a door.

    A room's is an ``aabb`` node, or a ``trimesh``: mdledit's ``WALKMESH``, MDLOps' ``MODEL_wg``
    right below ``MODEL``. A placeable's is called so too, but is below a node called ``…_pwk`` or
    has use hooks. Where neither tells, the name of the file does.
    """
    key = name_key(node.name)
    if node.kind == ROOM_KIND or key == _ROOM_MESH:
        return True
    above = name_key(node.parent or "")
    hooks = model.hierarchy.hooks
    if model.complete or _DOOR_MESH in key or hooks or model.hierarchy.objects.get(above):
        return False
    endings = {ending.lower() for ending in PurePath(model.source).suffixes[-2:]}
    if endings & {".wok", ".pwk", ".dwk"}:
        return ".wok" in endings
    return above != "" and not above.endswith(_OBJECT_ROOTS) and key == above + _OBJECT_MESH


def _is_walkmesh(node: Named, below: Mapping[str, bool]) -> bool:
    if node.kind != MESH_KIND:
        return node.kind == ROOM_KIND
    key = name_key(node.name)
    if key.endswith(_OBJECT_MESH) or _DOOR_MESH in key:
        return True
    above = "" if node.parent is None else name_key(node.parent)
    return below.get(above, above.endswith(_OBJECT_ROOTS))  # the parent may not be in the file


def _find_objects(nodes: Iterable[Named]) -> dict[str, bool]:
    """For every node name, whether it is the root of a placeable or door, or stands below one.

    Each name is settled once, so that long chains of parents cost no more than short ones.
    """
    parents = map_names(nodes)
    known: dict[str, bool] = {}
    for start in parents:
        path: list[str] = []
        key = start
        while key in parents and key not in known and not key.endswith(_OBJECT_ROOTS):
            known[key] = False  # ends the walk in a circle
            path.append(key)
            key = name_key(parents[key].parent or "")
        answer = known.get(key, key.endswith(_OBJECT_ROOTS))
        known.update(dict.fromkeys((*path, key), answer))
    return known


def map_names(nodes: Iterable[AnyNode]) -> dict[str, AnyNode]:
    """Name in lower case → node; the first one where several share a name."""
    named: dict[str, AnyNode] = {}
    for node in nodes:
        if node.name:
            named.setdefault(name_key(node.name), node)
    return named


class Hierarchy:
    """The nodes of a model by what they are looked up by; see `AsciiModel.hierarchy`."""

    def __init__(self, nodes: Sequence[AsciiNode], source: str = "") -> None:
        self.source = source
        self.named = map_names(nodes)
        self.objects = _find_objects(nodes)
        self.hooks = map_hooks(nodes)
        self._transforms: dict[AsciiNode, NDArray[np.float64]] = {}

    def transform(self, node: AsciiNode) -> NDArray[np.float64]:
        """See `node_transform`. What stands above several nodes is worked out once."""
        path: dict[AsciiNode, None] = {}
        above: AsciiNode | None = node
        while above is not None and above not in self._transforms:
            if above in path:
                raise FormatError(
                    f"the parents of '{printable(above.name)}' lead back to it",
                    source=self.source,
                    line=above.line or None,
                )
            path[above] = None
            above = None if above.parent is None else self.named.get(name_key(above.parent))
        matrix = np.eye(4) if above is None else self._transforms[above]
        for below in reversed(path):
            matrix = matrix @ _local_transform(below)
            self._transforms[below] = matrix
        return matrix


def find_use_hooks(model: AsciiModel, mesh: AsciiNode) -> tuple[AsciiNode | None, ...]:
    """The two nodes that mark use hooks 1 and 2 of ``mesh``, each None if absent.

    For a door, the hooks of the state that the mesh's name ends with.
    """
    return choose_hooks(model.hierarchy.hooks, mesh.name)


def choose_hooks(
    hooks: Mapping[tuple[str | None, int], AnyNode], name: str
) -> tuple[AnyNode | None, ...]:
    """Of all use hooks of a model those of the walkmesh called ``name``."""
    key = name_key(name)
    state = next((s for s in DOOR_STATES if key.endswith(_DOOR_MESH + s)), None)
    return tuple(hooks.get((state, number)) for number in HOOKS)


def map_hooks(nodes: Iterable[AnyNode]) -> dict[tuple[str | None, int], AnyNode]:
    """State of a door (None for a placeable) and number of a use hook → its first node."""
    endings = {
        (state, number): (
            (f"pwk_use{number:02d}", f"pwk_dp_use_{number:02d}")
            if state is None
            else (f"dwk_dp_{state}_{number:02d}",)
        )
        for state in (None, *DOOR_STATES)
        for number in HOOKS
    }
    hooks: dict[tuple[str | None, int], AnyNode] = {}
    for node in nodes:
        if node.kind != MESH_KIND:
            key = name_key(node.name)
            bare = key.startswith(_BARE_DOOR_HOOK)
            for which, ends in endings.items():
                if f"dwk_{key}" in ends if bare else key.endswith(ends):
                    hooks.setdefault(which, node)
    return hooks


def node_transform(model: AsciiModel, node: AsciiNode) -> NDArray[np.float64]:
    """The matrix (4, 4) that takes column vectors from the node's space to the model's.

    A parent that is not in the file counts as standing at the origin. Raises `FormatError` when
    the parents run in a circle. The layout position is not part of it.
    """
    return model.hierarchy.transform(node).copy()


def _local_transform(node: AsciiNode) -> NDArray[np.float64]:
    matrix = np.eye(4)
    matrix[:3, :3] = _rotation(node.orientation)
    matrix[:3, 3] = node.position
    return matrix


def _rotation(orientation: AxisAngle) -> NDArray[np.float64]:
    """The rotation matrix (3, 3) of an axis and an angle; an axis of nearly 0 turns nothing."""
    *axis, angle = orientation
    if max(map(abs, axis)) < _NO_AXIS or angle == 0.0:
        return np.eye(3)
    length = math.hypot(*axis)
    x, y, z = (component / length for component in axis)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turned: NDArray[np.float64] = (
        np.eye(3) + math.sin(angle) * cross + (1.0 - math.cos(angle)) * (cross @ cross)
    )
    return turned
