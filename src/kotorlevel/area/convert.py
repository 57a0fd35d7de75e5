"""`convert`: walkmeshes, texts and models into each other; a model is completed from its area."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kotorlevel.area.area import Area, Room
from kotorlevel.area.links.relink import link_seams
from kotorlevel.area.load import load_area
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.source import load_source
from kotorlevel.core.targets import check_new, choose_output
from kotorlevel.core.words import count_of, exact, some_of
from kotorlevel.formats.detect import detect_format
from kotorlevel.formats.lyt import LayoutRoom, read_layout
from kotorlevel.formats.mdl import Model, is_model, parse_model, read_model
from kotorlevel.formats.mdl.reader import find_beside
from kotorlevel.mesh.convert.conversion import Conversion
from kotorlevel.mesh.convert.convert import (
    ASCII_ENDINGS,
    BINARY_ENDINGS,
    convert_nodes,
    convert_walkmesh,
    naming,
)
from kotorlevel.mesh.convert.from_model import objects_from_model, room_from_model
from kotorlevel.mesh.convert.into_model import put_walkmesh
from kotorlevel.mesh.convert.nodes import NodeMesh
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.io import read_walkmesh
from kotorlevel.mesh.jsonform.files import convert_text_form, is_text_form
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh

_ROOM_ENDINGS = (".wok", ".wok.ascii")


@dataclass(frozen=True)
class _Asked:
    """What belongs to a model and is not in it, as far as it was given."""

    position: Sequence[float] | None = None
    layout: str | Path | None = None
    original: str | Path | None = None
    surfaces: Materials | None = None
    game: Game = "k1"


def convert(
    source: str | Path,
    output: str | Path,
    *,
    position: Sequence[float] | None = None,
    layout: str | Path | None = None,
    original: str | Path | None = None,
    into: str | Path | None = None,
    surfaces: Materials | None = None,
    game: Game = "k1",
    engine_text: bool = False,
    force: bool = False,
    dry_run: bool = False,
) -> Conversion:
    """Convert a walkmesh to the form that the ending of ``output`` says; what was made.

    The endings are .wok, .pwk and .dwk for binary, with .ascii behind for text, and .mdl. The
    source is told by its content, and may be a whole model, text or binary. A door's holds several
    states: ``NAME0.dwk`` takes the closed one, ``NAME1.dwk`` and ``NAME2.dwk`` the open ones, and
    ``NAME.dwk`` stands for all of them, each in its own file; the first is returned, and the
    others are its ``also``. With ``engine_text`` the text is the one that the game itself reads.
    Any file can become .json, and that the file again (see `to_json`); a 2DA can become .csv.
    Nothing is replaced without ``force``, and nothing is written with ``dry_run``::

        kl.convert("m55aa_02.mdl.ascii", "m55aa_02.wok").notes
        kl.convert("m55aa_02.mdl", "m55aa_02.wok").remarks

    A room's binary model says neither where the room stands nor where it leads. Its ``position``
    is that of the ``layout`` (a LYT, a folder or an archive), by default of the one beside the
    model or the output. Seams and links come from the ``original``, by default the walkmesh that
    the area has; where there is none, links from the rooms that it meets. ``into`` is the model
    that a walkmesh is put into; its MDX is written with it.

    Raises `InputError` or `FormatError`, before anything is written.
    """
    source, output = Path(source), Path(output)
    asked = _Asked(position, layout, original, surfaces, game)
    if is_text_form(source, output):
        _refuse_given(source, asked, into, engine_text=engine_text)
        done = convert_text_form(source, output, surfaces, force=force)
    elif into is not None or output.name.lower().endswith(".mdl"):
        done = _into_model(source, output, into, asked, force=force)
    else:
        done = _from_any(source, output, asked, engine_text=engine_text, force=force)
    if not dry_run:
        done.write()
    return done


def _refuse_given(
    source: Path, asked: _Asked, into: str | Path | None = None, *, engine_text: bool = False
) -> None:
    """Raise `InputError` for what was given and would not be used."""
    given = {"position": asked.position, "layout": asked.layout, "original": asked.original}
    for argument, value in {**given, "into": into, "engine_text": engine_text or None}.items():
        if value is not None:
            text = f"`{argument}` is for binary models (MDL), and this is none"
            if argument == "engine_text":
                text = f"`{argument}` is for rooms: the output must end in .wok.ascii"
            raise InputError(text, source=str(source), argument=argument)


def _from_any(
    source: Path, output: Path, asked: _Asked, *, engine_text: bool, force: bool
) -> Conversion:
    data, name = load_source(source)
    # A model too broken to be told by its beginning shall get a model's error.
    is_named = source.suffix.lower() == ".mdl" and detect_format(data) is None
    binary_model = is_model(data) or is_named
    if binary_model and output.is_dir():
        output = output / f"{source.stem}.wok"
    target = choose_output(output, source, (*BINARY_ENDINGS, *ASCII_ENDINGS), force=force)
    if not binary_model:
        _refuse_given(Path(name), asked)
        return convert_walkmesh(
            source,
            target,
            surfaces=asked.surfaces,
            game=asked.game,
            engine_text=engine_text,
            force=force,
        )
    with naming(source):
        model = parse_model(data, name)
        if not target.name.lower().endswith(_ROOM_ENDINGS):
            found = objects_from_model(model, asked.surfaces, asked.game)
            return convert_nodes(source, target, found, force=force)
        room, remarks = _room(model, source, target, asked)
        done = convert_nodes(source, target, [room], engine_text=engine_text)
        return replace(done, remarks=remarks)


def _room(
    model: Model, source: Path, target: Path, asked: _Asked
) -> tuple[NodeMesh, tuple[str, ...]]:
    """The walkmesh of a room's model in its place, and what it was completed from."""
    place = _find_place(source.stem, (source, target), asked)
    remarks = [place.remark]
    surfaces = asked.surfaces or (place.area.surfaces if place.area else None)
    old, where = _find_original(place.room, source, target, asked)
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


@dataclass(frozen=True)
class _Place:
    """Where a room stands, and the area that says so; ``remark`` tells it in words."""

    position: Sequence[float]
    remark: str
    area: Area | None = None
    room: Room | None = None


def _find_place(name: str, beside: Sequence[Path], asked: _Asked) -> _Place:
    """Where the room called ``name`` stands.

    Raises `InputError` where nobody says it: the origin is a place, too, and seldom the right one.
    """
    if asked.position is not None:
        if asked.layout is not None:
            raise InputError("give the `position` or the `layout`, not both")
        if len(asked.position) != 3 or not all(map(math.isfinite, asked.position)):
            raise InputError("the `position` of a room is three finite numbers")
        return _Place(asked.position, f"moved to {_shown(asked.position)}, as given")
    layout = Path(asked.layout) if asked.layout is not None else _find_layout(name, beside)
    area = load_area(layout, surfaces=asked.surfaces)
    room = area.find_room(name)
    lyt = area.files["lyt"].source
    if room is None:
        text = f"has no room {name!r}, so nobody says where it stands"
        raise InputError(text, source=lyt, needs="position")
    remark = f"moved to {_shown(room.position)}, where {lyt} has the room"
    return _Place(room.position, remark, area, room)


def _find_layout(name: str, beside: Sequence[Path]) -> Path:
    """The one layout beside the files that has a room of that name."""
    folders = dict.fromkeys(path.parent for path in beside)
    layouts = [
        each
        for folder in folders
        for each in sorted(folder.iterdir() if folder.is_dir() else ())
        if each.suffix.lower() == ".lyt"
    ]
    found = [each for each in layouts if read_layout(each).find(LayoutRoom, name) is not None]
    if len(found) == 1:
        return found[0]
    names = some_of([each.name for each in found or layouts])
    if found:
        text = f"several layouts have a room {name!r} ({names}): give the `layout` that counts"
    elif layouts:
        text = f"no layout beside it has a room {name!r} ({names}), so nobody says where it stands"
    else:
        text = "there is no layout beside it, so nobody says where the room stands"
    raise InputError(text, source=str(beside[0]), needs="" if found else "position")


def _find_original(
    room: Room | None, source: Path, target: Path, asked: _Asked
) -> tuple[Walkmesh | None, str]:
    """The older walkmesh of the room, and where it was found; None where there is none to use."""
    if asked.original is not None:
        return read_walkmesh(asked.original, asked.surfaces), Path(asked.original).name
    if room is not None and room.mesh is not None:
        return room.mesh, room.resource.source if room.resource else room.name
    for path in (target, find_beside(source, ".wok")):
        if path is not None and path.is_file():
            try:
                mesh = read_walkmesh(path, asked.surfaces)
            except FormatError:  # it is to be replaced, perhaps for that
                continue
            if mesh.is_area:
                return mesh, path.name
    return None, ""


def _into_model(
    source: Path, output: Path, into: str | Path | None, asked: _Asked, *, force: bool
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
    place = _find_place(into.stem, (into, source), asked)
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


def _shown(position: Sequence[float]) -> str:
    return f"({', '.join(exact(value) for value in position)})"
