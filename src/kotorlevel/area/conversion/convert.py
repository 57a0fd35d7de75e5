"""`convert`: walkmeshes, texts, models and drawings into each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from kotorlevel.area.conversion.beside import Asked
from kotorlevel.area.conversion.drawings import from_drawing, to_drawing
from kotorlevel.area.conversion.models import put_into_model, read_room
from kotorlevel.area.drawn.files import DRAWING_ENDINGS, Up, is_drawing_file
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.source import load_source
from kotorlevel.core.targets import choose_output
from kotorlevel.formats.detect import detect_format
from kotorlevel.formats.mdl import Model, is_model, parse_model
from kotorlevel.mesh.convert.conversion import Conversion
from kotorlevel.mesh.convert.convert import (
    ASCII_ENDINGS,
    BINARY_ENDINGS,
    convert_nodes,
    convert_walkmesh,
    naming,
)
from kotorlevel.mesh.convert.door_box import door_nodes_from_model
from kotorlevel.mesh.convert.from_model import objects_from_model
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.jsonform.files import convert_text_form, is_text_form
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.placed import is_door_file
from kotorlevel.mesh.walkmesh import Walkmesh

_ROOM_ENDINGS = (".wok", ".wok.ascii")


def convert(
    source: str | Path,
    output: str | Path,
    *,
    position: Sequence[float] | None = None,
    layout: str | Path | None = None,
    original: str | Path | Walkmesh | None = None,
    into: str | Path | None = None,
    surfaces: Materials | None = None,
    game: Game = "k1",
    engine_text: bool = False,
    surface: int | str | None = None,
    relink: bool = False,
    up: Up = "z",
    module: str | Path | None = None,
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

    With .obj or .glb a walkmesh, or the level of a folder, LYT, archive or game (with ``module``),
    becomes a drawing for Blender and others, and back: materials are surfaces, and upright quads
    on edges, "gates", are links. With the ``original``, by default the walkmesh that is there,
    what was not edited keeps its bytes. A drawing of an area is written back to a folder: only
    what it changes. ``surface`` is for faces without a known material, ``up`` the axis that points
    up in an OBJ; with ``relink`` rooms are linked where they meet::

        kl.convert("m55aa_02.wok", "m55aa_02.obj")
        kl.convert("m55aa_02.obj", "m55aa_02.wok", force=True).remarks
        kl.convert("my_mod", "my_mod.glb")
        kl.convert("my_mod.glb", "edited", original="my_mod")

    Raises `InputError` or `FormatError`, before anything is written.
    """
    source, output = Path(source), Path(output)
    asked = Asked(position, layout, original, surfaces, game, surface, relink, up, module)
    if is_text_form(source, output) and not is_drawing_file(source):
        _refuse_given(source, asked, into, engine_text=engine_text)
        done = convert_text_form(source, output, surfaces, force=force)
    elif into is not None or output.name.lower().endswith(".mdl"):
        done = put_into_model(source, output, into, asked, force=force)
    elif is_drawing_file(output):
        done = to_drawing(source, output, asked, force=force)
    elif is_drawing_file(source):
        done = from_drawing(source, output, asked, engine_text=engine_text, force=force)
    else:
        done = _from_any(source, output, asked, engine_text=engine_text, force=force)
    if not dry_run:
        done.write()
    return done


def _refuse_given(
    source: Path, asked: Asked, into: str | Path | None = None, *, engine_text: bool = False
) -> None:
    """Raise `InputError` for what was given and would not be used."""
    given = {"position": asked.position, "layout": asked.layout, "original": asked.original}
    for argument, value in {**given, "into": into, "engine_text": engine_text or None}.items():
        if value is not None:
            text = f"`{argument}` is for binary models (MDL), and this is none"
            if argument in ("layout", "original"):
                text = f"`{argument}` is for binary models (MDL) and drawings, and this is neither"
            if argument == "engine_text":
                text = f"`{argument}` is for rooms: the output must end in .wok.ascii"
            raise InputError(text, source=str(source), argument=argument)


def _from_any(
    source: Path, output: Path, asked: Asked, *, engine_text: bool, force: bool
) -> Conversion:
    data, name = load_source(source)
    # A model too broken to be told by its beginning shall get a model's error.
    is_named = source.suffix.lower() == ".mdl" and detect_format(data) is None
    binary_model = is_model(data) or is_named
    if binary_model and output.is_dir():
        output = output / f"{source.stem}.wok"
    target = choose_output(
        output, source, (*BINARY_ENDINGS, *ASCII_ENDINGS, *DRAWING_ENDINGS[:2]), force=force
    )
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
            return _from_object_model(model, source, target, asked, force=force)
        room, remarks = read_room(model, source, target, asked)
        done = convert_nodes(source, target, [room], engine_text=engine_text)
        return replace(done, remarks=remarks)


def _from_object_model(
    model: Model, source: Path, target: Path, asked: Asked, *, force: bool
) -> Conversion:
    """The walkmeshes in a model of a door or placeable; for a door without, those of its size."""
    try:
        found = objects_from_model(model, asked.surfaces, asked.game)
    except FormatError:
        if not is_door_file(target.name):
            raise
        found = door_nodes_from_model(model, asked.surfaces, asked.game)
        done = convert_nodes(source, target, found, force=force)
        x, y, z = np.ptp(found[0].mesh.vertices, axis=0).tolist()
        text = (
            f"no walkmesh is in this model: closed is a box around all that it shows "
            f"({x:.2f} x {y:.2f} x {z:.2f} m), open a plate at its left end"
        )
        return replace(done, remarks=(*done.remarks, text))
    return convert_nodes(source, target, found, force=force)
