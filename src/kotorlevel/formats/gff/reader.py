"""Bytes → `Gff`."""

from dataclasses import replace

from kotorlevel.core.byteview import ByteView
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import decode_text, describe_start
from kotorlevel.formats.gff.checks import check_tree
from kotorlevel.formats.gff.file import Gff
from kotorlevel.formats.gff.stored_tables import GffTables, parse_tables
from kotorlevel.formats.gff.structs import struct_of
from kotorlevel.formats.gff.tables import VERSION
from kotorlevel.formats.stored import Stored


def read_gff(source: Source) -> Gff:
    """The GFF in ``source``. Raises `FormatError` where it cannot be read."""
    data, name = load_source(source)
    return parse_gff(data, name)


def parse_gff(data: bytes, source: str = "") -> Gff:
    """The GFF in ``data``; ``source`` names it in errors.

    Everything is checked now, and read when it is asked for.
    """
    view = _view(data, source)
    tables, problems = parse_tables(view)
    problems += check_tree(tables, view)
    gff = Gff(decode_text(data[:4]), struct_of(tables.body(0)), problems=tuple(problems))
    return replace(gff, stored=Stored(data, gff.content))


def read_gff_tables(source: Source) -> GffTables:
    """The tables of the GFF in ``source`` as stored, also where they make no tree."""
    data, name = load_source(source)
    return parse_tables(_view(data, name))[0]


def _view(data: bytes, source: str) -> ByteView:
    view = ByteView(data, source)
    if not data:
        raise view.error("the file is empty", "header", 0)
    if data[4:8] != VERSION:
        text = f"this is no GFF: {describe_start(data)}, not with four letters and 'V3.2'"
        raise view.error(text, "header", 0)
    return view
