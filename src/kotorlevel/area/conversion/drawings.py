"""Walkmeshes and areas → drawings of modelling programs, and drawings → walkmeshes and areas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kotorlevel.area.area import Area
from kotorlevel.area.conversion.beside import Asked, find_layout, find_original
from kotorlevel.area.conversion.models import read_room
from kotorlevel.area.drawn.apply import apply_drawing
from kotorlevel.area.drawn.draw import drawing_from_area, drawing_from_mesh
from kotorlevel.area.drawn.files import (
    DRAWING_ENDINGS,
    describe_file,
    encode_drawing,
    is_drawing_file,
    read_drawing,
)
from kotorlevel.area.drawn.hooks import hooks_from_marks
from kotorlevel.area.drawn.naming import find_named
from kotorlevel.area.drawn.strays import describe_strays, is_gates
from kotorlevel.area.install.target import find_target
from kotorlevel.area.links.relink import link_seams
from kotorlevel.area.load import load_area
from kotorlevel.area.write import list_changes
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.resource import name_key
from kotorlevel.core.source import load_source
from kotorlevel.core.targets import choose_output, plan_targets
from kotorlevel.core.words import count_of
from kotorlevel.formats.bwm.tables import AREA_KIND, OBJECT_KIND
from kotorlevel.formats.drawing import Drawing, Shape
from kotorlevel.formats.mdl import is_model, parse_model
from kotorlevel.mesh.convert.conversion import Conversion
from kotorlevel.mesh.convert.convert import ASCII_ENDINGS, BINARY_ENDINGS, convert_nodes, naming
from kotorlevel.mesh.convert.drawn.from_shapes import DrawnMesh, mesh_from_shapes
from kotorlevel.mesh.convert.drawn.names import MaterialNames, base_name, room_names
from kotorlevel.mesh.convert.drawn.words import describe_drawn, describe_loose
from kotorlevel.mesh.convert.nodes import NodeMesh
from kotorlevel.mesh.io import read_walkmesh
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.placed import is_door_file
from kotorlevel.mesh.walkmesh import Walkmesh


def to_drawing(source: Path, output: Path, asked: Asked, *, force: bool) -> Conversion:
    """A walkmesh, a model's walkmesh or a whole area as OBJ or GLB."""
    target = choose_output(output, source, DRAWING_ENDINGS, force=force)
    if is_drawing_file(source) and source.is_file():
        text = "is a drawing already: convert it to a walkmesh (.wok), or to the folder of its area"
        raise InputError(text, source=str(source))
    remarks: tuple[str, ...] = ()
    mesh = None
    if _is_area(source, asked):
        area = load_area(source, module=asked.module, surfaces=asked.surfaces)
        drawing = drawing_from_area(area)
        meshless = [room for room in area.rooms if room.error is not None]
        remarks = tuple(f"{room.error}; left out" for room in meshless)
    else:
        with naming(source):
            mesh, remarks = _read_mesh(source, target, asked)
            drawing = _draw_one(mesh, source, asked)
    remarks = (*remarks, _told(drawing), *describe_file(drawing, target, up=asked.up))
    files = encode_drawing(drawing, target, up=asked.up)
    first, *others = (Conversion(source, path, mesh, data) for path, data in files.items())
    return replace(first, also=tuple(others), remarks=remarks)


def _is_area(source: Path, asked: Asked) -> bool:
    return asked.module is not None or source.is_dir() or find_target(source).is_area


def _read_mesh(source: Path, target: Path, asked: Asked) -> tuple[Walkmesh, tuple[str, ...]]:
    data, name = load_source(source)
    if is_model(data):
        room, remarks = read_room(parse_model(data, name), source, target, asked)
        return room.mesh, remarks
    return read_walkmesh(source, asked.surfaces), ()


def _draw_one(mesh: Walkmesh, source: Path, asked: Asked) -> Drawing:
    if not len(mesh.faces):
        text = "there is no face in it: an empty walkmesh, as backdrops have one, cannot be drawn"
        raise FormatError(text)
    stem = source.name.split(".")[0]
    area = _find_area(stem, (source,), asked) if mesh.is_area else None
    rooms = [room.name for room in area.rooms] if area is not None else ()
    return drawing_from_mesh(mesh, stem, rooms, is_door=is_door_file(source.name))


def _find_area(name: str, beside: Sequence[Path], asked: Asked) -> Area | None:
    """The area of a room: that of the layout, or the one beside it that has such a room."""
    if asked.layout is not None:
        return load_area(asked.layout, surfaces=asked.surfaces)
    try:
        return load_area(find_layout(name, beside), surfaces=asked.surfaces)
    except FormatError:  # then rooms are numbers, as the walkmesh has them
        return None


def _told(drawing: Drawing) -> str:
    """``3 objects, 120 faces, 6 gates``."""
    faces = gates = 0
    for shape in drawing.shapes:
        is_gate = shape.sizes == 4
        faces += int((~is_gate).sum())
        gates += int(is_gate.sum())
    parts = [count_of(len(drawing.shapes), "object"), count_of(faces, "face")]
    parts += [f"{count_of(gates, 'linked edge')} marked by gates"] if gates else []
    parts += [count_of(len(drawing.marks), "mark")] if drawing.marks else []
    return ", ".join(parts)


def from_drawing(
    source: Path, output: Path, asked: Asked, *, engine_text: bool, force: bool
) -> Conversion:
    """A drawing as a walkmesh, or as the edited files of its area where ``output`` is a folder."""
    drawing = read_drawing(source, up=asked.up)
    if output.is_dir() or not output.suffix:
        return _area_from_drawing(drawing, source, output, asked, force=force)
    target = choose_output(output, source, (*BINARY_ENDINGS, *ASCII_ENDINGS), force=force)
    stem = target.name.split(".")[0]
    is_room = target.name.lower().endswith((".wok", ".wok.ascii"))
    area = _find_area(stem, (target, source), asked) if is_room else None
    room = area.find_room(stem) if area is not None else None
    original, where = find_original(room, source, target, asked, is_area=is_room)
    surfaces = asked.surfaces or _surfaces(area, original)
    rooms = [each.name for each in area.rooms] if area is not None else ()
    with naming(source):
        made = mesh_from_shapes(
            choose_shapes(drawing, stem),
            MaterialNames(surfaces, room_names(rooms)),
            original,
            surface=_surface(asked.surface, surfaces),
            kind=AREA_KIND if is_room else OBJECT_KIND,
            game=asked.game,
            source=str(source),
        )
        made, linked = _relinked(made, area, stem) if asked.relink else (made, ())
        mesh = made.mesh
        if not is_room:
            is_door = bool(is_door_file(target.name))
            mesh = hooks_from_marks(mesh, drawing.marks, original, is_door=is_door)
        node = NodeMesh(mesh, stem, None, made.welded)
        done = convert_nodes(source, target, [node], engine_text=engine_text)
    remarks = (*describe_drawn(made, where), *linked)
    strays = _tell_strays(drawing, stem, rooms)
    warnings = (*drawing.remarks, *strays, *describe_loose(made.loose))
    return replace(done, remarks=remarks, warnings=warnings)


_MANY_DIGITS = 10
"""No surface has such a number, and Python refuses to read thousands of digits."""


def _surfaces(area: Area | None, original: Walkmesh | None) -> Materials:
    if area is not None:
        return area.surfaces
    return original.surfaces if original is not None else Materials.default()


def _surface(which: int | str | None, surfaces: Materials) -> int | None:
    if which is None:
        return None
    is_number = isinstance(which, str) and which.isdecimal() and len(which) < _MANY_DIGITS
    number = int(which) if is_number else which
    return surfaces.find(number).id


def choose_shapes(drawing: Drawing, stem: str) -> Sequence[Shape]:
    """The objects that are called after the room and gates of no room; all where none is so."""
    own = [each for each in drawing.shapes if name_key(base_name(each.name)) == name_key(stem)]
    return [*own, *(each for each in drawing.shapes if is_gates(each))] if own else drawing.shapes


def _tell_strays(drawing: Drawing, stem: str, rooms: Sequence[str]) -> tuple[str, ...]:
    """What is left out of a drawing of one room, but for other rooms and things of its area."""
    known = {name_key(name) for name in (stem, *rooms)}
    chosen = choose_shapes(drawing, stem)
    strays = [
        shape.name
        for shape in drawing.shapes
        if not any(shape is each for each in chosen)
        and name_key(base_name(shape.name)) not in known
        and find_named(shape.name) is None
    ]
    return describe_strays(strays, [stem, *rooms])


def _relinked(made: DrawnMesh, area: Area | None, name: str) -> tuple[DrawnMesh, tuple[str, ...]]:
    """The walkmesh with links wherever it meets other rooms of its area."""
    room = area.find_room(name) if area is not None else None
    if area is None or room is None:
        text = f"`relink` needs the area: no layout at hand has a room {name!r}"
        raise InputError(text, argument="relink")
    linked, report = link_seams(area.with_mesh(room.index, made.mesh), rooms=[room.index])
    own = sum(change.room == room.index for change in report.changes)
    others = {linked.rooms[c.room].name for c in report.changes if c.room != room.index}
    remarks = [f"{count_of(own, 'edge')} linked anew where the room meets others"]
    if others:
        names = ", ".join(sorted(others))
        remarks.append(f"the other side is to be linked as well, in {names}: link the area")
    mesh = linked.rooms[room.index].mesh or made.mesh
    return replace(made, mesh=mesh), tuple(remarks)


def _area_from_drawing(
    drawing: Drawing, source: Path, output: Path, asked: Asked, *, force: bool
) -> Conversion:
    """The files of an area that a drawing of it changes, to be written to a folder."""
    area = load_area(_find_home(source, output, asked), module=asked.module,
                     surfaces=asked.surfaces)  # fmt: skip
    surface = _surface(asked.surface, area.surfaces)
    with naming(source):
        drawn = apply_drawing(area, drawing, surface=surface, relink=asked.relink)
    changes = list_changes(drawn.area)
    paths = plan_targets(output, [each.filename.lower() for each in changes], overwrite=force)
    files = tuple(
        Conversion(source, path, None, each.data) for path, each in zip(paths, changes, strict=True)
    )
    remarks = list(drawn.remarks)
    if drawn.relinked is not None:
        remarks.append(f"linked where rooms meet: {drawn.relinked}")
    if not changes:
        remarks.append("nothing in it differs from the area: no file is written")
    return Conversion(
        source, output, None, b"", also=files, remarks=tuple(remarks), warnings=drawn.warnings
    )


def _find_home(source: Path, output: Path, asked: Asked) -> Path:
    """The area that a drawing is of: as given, else the one in the output or beside the drawing."""
    given = asked.original if asked.original is not None else asked.layout
    if isinstance(given, Walkmesh):
        raise InputError("the `original` of an area is a folder or a LYT, not a walkmesh")
    if given is not None:
        return Path(given)
    for folder in (output, source.parent):
        layouts = [each for each in folder.glob("*") if each.suffix.lower() == ".lyt"]
        if len(layouts) == 1:
            return layouts[0]
    text = "which area is it a drawing of? There is no layout in the output or beside it"
    raise InputError(f"{text}: give the `original`, a folder or a LYT", source=str(source))
