"""Binary models → walkmeshes, completed from their area; and walkmeshes into their models."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kotorlevel.area.conversion.beside import Asked, find_original, find_place
from kotorlevel.area.links.relink import link_seams
from kotorlevel.core.errors import InputError
from kotorlevel.core.targets import check_new, choose_output
from kotorlevel.core.words import count_of
from kotorlevel.formats.mdl import Model, read_model
from kotorlevel.formats.mdl.reader import find_beside
from kotorlevel.mesh.convert.conversion import Conversion
from kotorlevel.mesh.convert.convert import naming
from kotorlevel.mesh.convert.from_model import room_from_model
from kotorlevel.mesh.convert.into_model import put_walkmesh
from kotorlevel.mesh.convert.nodes import NodeMesh
from kotorlevel.mesh.io import read_walkmesh


def read_room(
    model: Model, source: Path, target: Path, asked: Asked
) -> tuple[NodeMesh, tuple[str, ...]]:
    """The walkmesh of a room's model in its place, and what it was completed from."""
    place = find_place(source.stem, (source, target), asked)
    remarks = [place.remark]
    surfaces = asked.surfaces or (place.area.surfaces if place.area else None)
    old, where = find_original(place.room, source, target, asked)
    made = room_from_model(model, place.position, old, surfaces, asked.game)
    mesh = made.mesh
    if old is not None:
        if made.seams:
            remarks.append(f"{count_of(made.seams, 'seam')} kept as in {where}")
        text = f"{made.links:,} of {count_of(made.old_links, 'link')} taken over from {where}"
        if made.links < made.old_links:
            text += "; the others meet no edge any more: link the area anew"
        remarks.append(text)
    elif place.area is not None and place.room is not None:
        index = place.room.index
        linked, _ = link_seams(place.area.with_mesh(index, mesh), rooms=[index])
        mesh = linked.rooms[index].mesh or mesh
        count = int((mesh.transitions != -1).sum())
        remarks.append(f"{count_of(count, 'link')} found where it meets other rooms")
    else:
        remarks.append("no links to other rooms: a model has none, and no area is at hand")
    return NodeMesh(mesh, source.stem, None, made.welded), tuple(remarks)


def put_into_model(
    source: Path, output: Path, into: str | Path | None, asked: Asked, *, force: bool
) -> Conversion:
    """A walkmesh in the model of its room: MDL and MDX."""
    if into is None:
        text = "a walkmesh alone is no model: name the model that it goes into"
        raise InputError(text, source=str(output), needs="into")
    into = Path(into)
    model = read_model(into)
    target = output / into.name if output.is_dir() else output
    # Who names a file as what to change and as what to write wants it replaced.
    is_edit = target.exists() and into.exists() and target.samefile(into)
    target = choose_output(target, into, (".mdl",), force=force or is_edit)
    mdx = find_beside(into, ".mdx") if is_edit else target.with_suffix(".mdx")
    if mdx is not None and not is_edit:
        check_new(mdx, force=force)
    with naming(source):
        mesh = read_walkmesh(source, asked.surfaces)
        if not mesh.is_area:
            text = "this is a placeable's or door's walkmesh; it cannot go into a room's model"
            raise InputError(text, source=str(source))
    place = find_place(into.stem, (into, source), asked)
    remark = place.remark.replace("moved to", "taken from", 1)
    new = put_walkmesh(model, mesh, place.position)
    done = Conversion(source, target, mesh, new.data, remarks=(remark, _difference(model, new)))
    if mdx is None or new.mdx is None:
        return done
    return replace(done, also=(Conversion(source, mdx, mesh, new.mdx),))


def _difference(old: Model, new: Model) -> str:
    if old.data == new.data and old.mdx == new.mdx:
        return "the model agrees with the walkmesh already: nothing changes in it"
    now, before = (
        f"{count_of(len(node.mesh.faces), 'face')}, {count_of(len(node.mesh.vertices), 'vertex')}"
        for node in (new.walkmesh_node, old.walkmesh_node)
        if node is not None and node.mesh is not None
    )
    where = "at the end of the files" if len(new.data) > len(old.data) else "over the old ones"
    return f"written {where}: {now}; before: {before}"
