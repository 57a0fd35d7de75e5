"""What is in a file, a level or a value, as plain values: one description a format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.lazy_source import open_lazily
from kotorlevel.formats.detect import EXTENSIONS, detect_data_format, detect_format

if TYPE_CHECKING:
    from kotorlevel.area.install.target import Target
    from kotorlevel.mesh.materials import Materials

Description = dict[str, Any]


@dataclass(frozen=True)
class Wanted:
    """What a description is to hold: every row of the ``tables`` too, walkable by ``surfaces``."""

    tables: bool = False
    surfaces: Materials | None = None


_FORMATS = {
    "bwm": ("formats.bwm", "parse_bwm", "walkmesh", "describe_bwm"),
    "ascii": ("formats.ascii", "parse_ascii", "walkmesh", "describe_ascii"),
    "lyt": ("formats.lyt", "parse_layout", "level_files", "describe_layout"),
    "vis": ("formats.vis", "parse_visibility", "level_files", "describe_visibility"),
    "pth": ("formats.pth", "read_path_points", "level_files", "describe_path_points"),
    "mdl": ("formats.mdl.reader", "parse_with_mdx", "model", "describe_model"),
    "2da": ("formats.twoda", "parse_2da", "data_files", "describe_2da"),
    "gff": ("formats.gff", "parse_gff", "data_files", "describe_gff"),
    "archive": ("formats.archives", "read_archive", "data_files", "describe_archive"),
    "key": ("formats.archives", "parse_key", "data_files", "describe_key"),
}
"""Format → what reads it and what describes it: module and function, loaded when it is met."""

_NAMELESS = ("read_path_points", "read_archive")
"""Readers that are not told what the file is called."""

_VALUES = {
    "Layout": "lyt",
    "Visibility": "vis",
    "PathPoints": "pth",
    "Model": "mdl",
    "TwoDA": "2da",
    "Gff": "gff",
    "Archive": "archive",
    "Key": "key",
}
"""Class of a value → its format."""

_START = 8
"""How many bytes tell an archive from other files."""


def describe(
    thing: object,
    *,
    tables: bool = False,
    surfaces: Materials | None = None,
    game: str | Path | None = None,
    module: str | None = None,
    override: Sequence[str | Path] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Description:
    """What is in files and levels, or in a value that was read, as plain values.

    Of a path (or several): ``files``, ``areas`` and ``errors`` for what cannot be read. A path is a
    file, a folder for every level file below it, an archive, or the folder of a game with
    ``module``; ``game`` and ``override`` give what it lacks. A layout, also one in a folder or an
    archive, is followed by its area. ``tables`` adds every row of every table, ``surfaces`` decides
    what is walkable, ``progress`` is called with the number of files done and of all::

        kl.describe("m55aa_02.wok")["files"][0]["walkable_faces"]
        kl.describe(kl.load_area("my_mod"))["rooms"]

    Of a `Walkmesh`, `Layout`, `Visibility`, `Area`, `Model`, `Archive`, `TwoDA`, `Gff` or
    `PathPoints` its own description. The schema is docs/schema/info.schema.json.
    """
    wanted = Wanted(tables, surfaces)
    if isinstance(thing, (str, Path)):
        thing = [thing]
    if not isinstance(thing, Sequence):
        return describe_value(thing, wanted)
    from kotorlevel.area.install.target import is_missing, list_level_files, missing_error

    places = [_find_place(Path(each), game, module, override) for each in thing]
    files = [f for each in places if not each.is_game for f, _ in list_level_files(each.path)]
    described: list[Description] = []
    errors: list[FormatError] = []
    for number, path in enumerate(files):
        if progress is not None:
            progress(number, len(files))
        try:
            described.append(describe_path(path, wanted))
        except FormatError as error:
            error.source = error.source or path.as_posix()
            errors.append(missing_error(path) if is_missing(path) else error)
    areas = _describe_areas(places, surfaces, errors)
    once = {str(error): error for error in errors}.values()
    return {"files": described, "areas": areas, "errors": [_describe_error(e) for e in once]}


def describe_value(value: Any, wanted: Wanted) -> Description:
    """What a value holds that was read from a file, or made. Raises `TypeError` for others."""
    kind = type(value).__name__
    if kind == "Area":
        from kotorlevel.view.describe.area import describe_area

        return describe_area(value, "", wanted.surfaces)
    if kind == "Walkmesh":
        from kotorlevel.view.describe.walkmesh import describe_mesh

        return {"format": "bwm", **describe_mesh(value, wanted)}
    if kind not in _VALUES:
        raise TypeError(f"describe takes a path or what was read from one, not {kind}")
    form = _VALUES[kind]
    return {"format": form, **_describer(form)(value, "", wanted)}


def describe_path(path: Path, wanted: Wanted) -> Description:
    """What the file at ``path`` holds; of an archive, which may be large, only tables are read.

    Raises `FormatError` for a file that cannot be read or is none of ours.
    """
    name = path.as_posix()
    lazy = open_lazily(path)
    if detect_data_format(lazy.read(0, min(_START, lazy.size))) != "archive":
        data = lazy.read(0, lazy.size)
        kind, value = _parse(data, name)
    else:
        from kotorlevel.formats.archives.image import Image, Piece
        from kotorlevel.formats.archives.reader import parse_image

        kind, value = "archive", parse_image(Image((Piece.of(lazy),), name))
    description = _describer(kind)(value, name, wanted)
    return {"path": name, "format": kind, "size": lazy.size, **description}


def _parse(data: bytes, name: str) -> tuple[str, object]:
    """The format of a file, and what it holds."""
    kind = (
        detect_data_format(data)
        or detect_format(data)
        or detect_data_format(data, name)
        or detect_format(data, name)
    )
    if kind is None and name.lower().endswith(".mdx"):
        text = "holds the vertices of a model and cannot be read alone: take the MDL beside it"
        raise FormatError(text, source=name)
    if kind is None:
        known = ", ".join(extension.lstrip(".") for extension in EXTENSIONS)
        text = f"not a file that KotorLevel knows ({known}, models, archives and GFF)"
        raise FormatError(text, source=name)
    module, function, *_ = _FORMATS[kind]
    parse = getattr(import_module(f"kotorlevel.{module}"), function)
    try:
        return kind, parse(data) if function in _NAMELESS else parse(data, name)
    except FormatError as error:
        error.source = name
        raise


def _describer(kind: str) -> Callable[[object, str, Wanted], Description]:
    *_, module, function = _FORMATS[kind]
    found: Callable[[object, str, Wanted], Description]
    found = getattr(import_module(f"{__name__}.{module}"), function)
    return found


def describe_problems(problems: tuple[Problem, ...]) -> list[Description]:
    """What is wrong in a readable file, and where."""
    return [
        {"text": p.text, "section": p.section, "offset": p.offset, "line": p.line} for p in problems
    ]


def _describe_error(error: FormatError) -> Description:
    return {
        "path": error.source,
        "message": error.message,
        "section": error.section,
        "offset": error.offset,
        "line": error.line,
    }


# Levels


def _find_place(
    path: Path, game: str | Path | None, module: str | None, override: Sequence[str | Path]
) -> Target:
    """What a path stands for; a KEY is a file like others as long as no module is asked for."""
    from kotorlevel.area.install.target import Target, find_target, which_module

    target = find_target(path, game=game, module=module, override=override)
    if target.is_game and target.module is None:
        if path.is_file():
            return Target(path)
        raise which_module(target)
    return target


def _describe_areas(
    places: Sequence[Target], surfaces: Materials | None, errors: list[FormatError]
) -> list[Description]:
    """Every area behind ``places``; why others cannot be shown goes to ``errors``."""
    from kotorlevel.area.install.target import list_target_levels

    described: list[Description] = []
    for place in places:
        for path, find in list_target_levels(place):
            from kotorlevel.area.load import read_level
            from kotorlevel.view.describe.area import describe_area

            try:
                described.append(describe_area(read_level(find()), path.as_posix(), surfaces))
            except FormatError as error:
                errors.append(error)
    return described
