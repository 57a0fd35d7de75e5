"""Files to JSON and back, and 2DA tables to CSV and back: what `convert` does with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.source import load_source
from kotorlevel.core.targets import check_new
from kotorlevel.core.text import BYTE_ORDER_MARK
from kotorlevel.core.words import count_of, either
from kotorlevel.formats.detect import GFF_ENDINGS
from kotorlevel.formats.twoda import format_2da, read_2da
from kotorlevel.mesh.convert.conversion import Conversion

if TYPE_CHECKING:  # other conversions do not pay for all formats
    from kotorlevel.mesh.jsonform.stored import JsonFile
    from kotorlevel.mesh.materials import Materials

_JSON, _CSV, _2DA = ".json", ".csv", ".2da"
_ERF_ENDINGS = (".erf", ".mod", ".sav", ".hak")
_ANY_GFF = (".gff", ".res")
"""Endings that a GFF of any kind may have."""


def is_text_form(source: Path, output: Path) -> bool:
    """Whether one of the two files is JSON or CSV; JSON is known by its beginning, too."""
    endings = (source.suffix.lower(), output.suffix.lower())
    if {_JSON, _CSV} & set(endings):
        return True
    return source.is_file() and _is_json(source)


def _is_json(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(64).removeprefix(BYTE_ORDER_MARK).lstrip()[:1] == b"{"


def convert_text_form(
    source: Path, output: Path, surfaces: Materials | None = None, *, force: bool = False
) -> Conversion:
    """A file as JSON or CSV, or what such a text stands for; nothing is written.

    ``surfaces`` say which faces of an edited walkmesh can be walked on.
    Raises `InputError` where the ending of ``output`` does not fit or something is there already,
    `FormatError` for a file that cannot be read.
    """
    if output.is_dir():
        example = output / f"{source.stem}{_CSV if source.suffix.lower() == _2DA else _JSON}"
        raise InputError(f"is a folder; name a file in it, such as {example}", source=str(output))
    check_new(output, force=force)
    done = make_text_form(source, output, surfaces)
    for each in done.also:
        check_new(each.target, force=force)
    return done


def make_text_form(
    source: Path, output: Path, surfaces: Materials | None = None, *, any_ending: bool = False
) -> Conversion:
    """The same, whatever is there already; with ``any_ending`` a file may be called anything."""
    from kotorlevel.mesh.jsonform.document import to_json
    from kotorlevel.mesh.jsonform.text import format_json

    ends = output.suffix.lower()
    if source.suffix.lower() == _CSV:
        return _from_csv(source, output)
    if ends == _CSV:
        return _to_csv(source, output)
    if ends != _JSON:
        return _from_json(source, output, surfaces, any_ending=any_ending)
    if source.is_file() and (source.suffix.lower() == _JSON or _is_json(source)):
        raise InputError("is JSON already; name a game file to make of it", source=str(source))
    return Conversion(source, output, None, format_json(to_json(source)).encode("utf-8"))


def _from_json(
    source: Path, output: Path, surfaces: Materials | None, *, any_ending: bool
) -> Conversion:
    from kotorlevel.mesh.jsonform.document import file_from_json

    data, name = load_source(source)
    file = file_from_json(data, source=name, surfaces=surfaces)
    endings = find_endings(file)
    if not any_ending and not output.name.lower().endswith(endings):
        what = f"{file.format} ({file.kind})" if file.kind else file.format
        text = f"holds a {what}: the output must end in {either(endings)}"
        raise InputError(text, source=str(source))
    done = Conversion(source, output, None, file.data, remarks=file.remarks)
    if file.mesh is not None and file.mesh.stored is None:
        done = replace(
            done,
            crowded=tuple(file.mesh.derived.crowded.tolist()),
            lost=tuple(file.mesh.lost_transitions.tolist()),
        )
    if file.mdx is None:
        return done
    return replace(done, also=(Conversion(source, output.with_suffix(".mdx"), None, file.mdx),))


def find_endings(file: JsonFile) -> tuple[str, ...]:
    """The endings that the name of a file may have."""
    if file.format == "gff":
        own = f".{file.kind.lower()}"
        known = own.removeprefix(".") in GFF_ENDINGS and own not in _ANY_GFF
        return (own, *_ANY_GFF) if known else tuple(f".{each}" for each in sorted(GFF_ENDINGS))
    if file.format == "archive":
        own = f".{file.kind.lower()}"
        return _ERF_ENDINGS if own in _ERF_ENDINGS else (own,)
    if file.format == "walkmesh":
        return (".wok",) if file.kind == "room" else (".pwk", ".dwk")
    return {
        "layout": (".lyt",),
        "visibility": (".vis",),
        "2da": (_2DA,),
        "model": (".mdl",),
        "image": (f".{file.kind}",),
        "key": (".key",),
        "ascii": (".ascii",),
    }[file.format]


def _to_csv(source: Path, output: Path) -> Conversion:
    from kotorlevel.formats.twoda.csv_text import to_csv

    try:
        table = read_2da(source)
    except FormatError as error:
        if isinstance(error, OSError) or source.suffix.lower() == _2DA:
            raise
        raise InputError("only a 2DA table can become CSV", source=str(source)) from None
    try:
        data = to_csv(table)
    except FormatError as error:
        text = f"{error.place}: {error.message}; JSON holds every table"
        raise InputError(text, source=str(source)) from None
    remarks = []
    if table.default is not None:
        remarks.append("the line DEFAULT is left out: CSV has no place for it, JSON has")
    if format_2da(replace(table, stored=None), "binary") != load_source(source).data:
        remarks.append(
            "back from CSV it has the same cells, but not the same bytes; JSON keeps all"
        )
    return Conversion(source, output, None, data, remarks=tuple(remarks))


def _from_csv(source: Path, output: Path) -> Conversion:
    from kotorlevel.formats.twoda.csv_text import from_csv

    if output.suffix.lower() != _2DA:
        text = f"a CSV becomes a 2DA table: the output must end in {_2DA}"
        raise InputError(text, source=str(output))
    table = from_csv(source)
    try:
        data = format_2da(table, "binary")
    except FormatError as error:
        error.source = error.source or str(source)
        raise
    rows = f"{count_of(len(table), 'row')}, {count_of(len(table.columns), 'column')}"
    return Conversion(source, output, None, data, remarks=(rows,))
