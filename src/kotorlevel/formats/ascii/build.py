"""Models of walkmeshes with the node names that the modding tools look for (FACTS 6)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kotorlevel.core.errors import FormatError
from kotorlevel.core.types import Vector
from kotorlevel.formats.ascii.hierarchy import MESH_KIND, ROOM_KIND
from kotorlevel.formats.ascii.model import AsciiModel, AsciiNode
from kotorlevel.formats.bwm.tables import DOOR_STATES

_HOOKS = 2


def build_room_model(
    name: str, mesh: AsciiNode, layout_position: Vector | None = None
) -> AsciiModel:
    """A room's walkmesh (``.wok.ascii``): a root called ``name`` and ``mesh`` below it.

    The vertices stay as they are, which for this kind of file means area space (FACTS 6).
    """
    root = AsciiNode("dummy", name)
    mesh = replace(mesh, kind=ROOM_KIND, name=mesh.name or "walkmesh", parent=name)
    return AsciiModel((root, mesh), model_name=name, layout_position=layout_position)


def build_placeable_model(
    name: str, mesh: AsciiNode, use_hooks: Sequence[Vector] = ()
) -> AsciiModel:
    """A placeable's walkmesh (``.pwk.ascii``): root, mesh, and up to two use hooks.

    ``use_hooks`` are in the model's space, as a PWK stores them (FACTS 1).
    """
    root = f"{name}_pwk"
    hooks = [(f"pwk_use{number:02d}", place) for number, place in _numbered(use_hooks)]
    nodes = _mesh_and_hooks(root, f"{name}_wg", mesh, hooks, below=root)
    return AsciiModel((AsciiNode("dummy", root, name), *nodes))


def build_door_model(
    name: str,
    meshes: Mapping[str, AsciiNode],
    use_hooks: Mapping[str, Sequence[Vector]] | None = None,
) -> AsciiModel:
    """A door's walkmeshes (``.dwk.ascii``) by state: ``closed``, ``open1``, ``open2``.

    ``use_hooks`` are up to two places a state, relative to the state's mesh.
    """
    root = f"{name}_DWK"
    places = use_hooks or {}
    if unknown := (set(meshes) | set(places)) - set(DOOR_STATES):
        raise FormatError(f"no such door state: {', '.join(sorted(unknown))}")
    if lost := set(places) - set(meshes):
        raise FormatError(f"use hooks without a mesh: {', '.join(sorted(lost))}")
    nodes = [AsciiNode("dummy", root, name)]
    for state in DOOR_STATES:
        if state in meshes:
            hooks = [
                (f"{root}_dp_{state}_{number:02d}", place)
                for number, place in _numbered(places.get(state, ()))
            ]
            mesh = f"{root}_wg_{state}"
            nodes += _mesh_and_hooks(root, mesh, meshes[state], hooks, below=mesh)
    return AsciiModel(tuple(nodes))


def _numbered(places: Sequence[Vector]) -> list[tuple[int, Vector]]:
    if len(places) > _HOOKS:
        raise FormatError(f"{len(places)} use hooks; there is room for {_HOOKS}")
    return list(enumerate(places, 1))


def _mesh_and_hooks(
    root: str, name: str, mesh: AsciiNode, hooks: list[tuple[str, Vector]], below: str
) -> list[AsciiNode]:
    mesh = replace(mesh, kind=MESH_KIND, name=name, parent=root)
    return [mesh, *(AsciiNode("dummy", hook, below, place) for hook, place in hooks)]
