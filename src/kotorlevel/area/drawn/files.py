"""`read_drawing`, `write_drawing`: drawings as OBJ, GLB or glTF files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kotorlevel.core.errors import InputError
from kotorlevel.core.together import write_files
from kotorlevel.core.words import count_of, either

if TYPE_CHECKING:
    from kotorlevel.formats.drawing import Drawing

Up = Literal["y", "z"]

DRAWING_ENDINGS = (".obj", ".glb", ".gltf")
_WRITTEN = (".obj", ".glb")

_COMMENTS = {
    "z": "Z is up. Blender, for import and export: Forward Axis Y, Up Axis Z.",
    "y": "Y is up, as Blender and others take it without being told.",
}


def is_drawing_file(path: Path) -> bool:
    """Whether a file is a drawing, by its name."""
    return path.name.lower().endswith(DRAWING_ENDINGS)


def read_drawing(path: str | Path, *, up: Up = "z") -> Drawing:
    """The drawing in an OBJ, GLB or glTF file; ``up`` is the axis that points up in an OBJ."""
    path = Path(path)
    ending = path.suffix.lower()
    if ending == ".obj":
        from kotorlevel.formats.obj import read_obj

        return read_obj(path, up=up)
    if ending in DRAWING_ENDINGS:
        from kotorlevel.formats.gltf import read_gltf

        return read_gltf(path)
    raise InputError(f"a drawing ends in {either(DRAWING_ENDINGS)}", source=str(path))


def write_drawing(drawing: Drawing, path: str | Path, *, up: Up = "z") -> None:
    """Write a drawing as OBJ, with its materials in an MTL beside it, or as GLB."""
    write_files(encode_drawing(drawing, Path(path), up=up))


def encode_drawing(drawing: Drawing, path: Path, *, up: Up = "z") -> dict[Path, bytes]:
    """The files that a drawing is written to as ``path``, and what is in them."""
    ending = path.suffix.lower()
    if ending == ".obj":
        from kotorlevel.formats.obj import format_mtl, format_obj

        mtl = path.with_suffix(".mtl")
        text = format_obj(drawing, mtl.name, up=up, comments=[_COMMENTS[up]])
        return {path: text, mtl: format_mtl(drawing)}
    if ending == ".glb":
        from kotorlevel.formats.gltf import format_glb

        return {path: format_glb(drawing)}
    raise InputError(f"a drawing is written as {either(_WRITTEN)}", source=str(path))


def describe_file(drawing: Drawing, path: Path, *, up: Up = "z") -> tuple[str, ...]:
    """What a file of that kind does not say or cannot hold, in words."""
    if path.suffix.lower() != ".obj":
        return ()
    axes = "Z is up in it: in Blender choose Forward Axis Y and Up Axis Z on import and on export"
    told = (axes,) if up == "z" else ()
    if not drawing.marks:
        return told
    marks = count_of(len(drawing.marks), "place")
    return (
        *told,
        f"an OBJ holds faces only: {marks} (hooks, path points and such) left out; GLB can",
    )
