"""Bytes → `Bwm`: views into the file, each checked before it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kotorlevel.core.byteview import ByteView
from kotorlevel.core.errors import Problem
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import describe_start
from kotorlevel.formats.bwm.file import Bwm
from kotorlevel.formats.bwm.tables import AREA_KIND, HEADER, MAGIC, OBJECT_KIND, SLOTS
from kotorlevel.formats.spans import Span, survey_spans

if TYPE_CHECKING:
    from numpy.typing import NDArray


def read_bwm(source: Source) -> Bwm:
    """The walkmesh in ``source``. Raises `FormatError` where a table leaves the file."""
    data, name = load_source(source)
    return parse_bwm(data, name)


def parse_bwm(data: bytes, source: str = "") -> Bwm:
    """The walkmesh in ``data``; ``source`` names it in errors."""
    view = ByteView(data, source)
    if not data:
        raise view.error("the file is empty", "header", 0)
    if not data.startswith(MAGIC):
        text = f"this is no walkmesh: {describe_start(data)}, not with '{MAGIC.decode()}'"
        raise view.error(text, "header", 0)
    header = view.array("header", HEADER.dtype, 1, 0)[0]
    tables: dict[str, NDArray[Any]] = {}
    spans: list[Span] = [(0, HEADER.dtype.itemsize, "header")]
    for slot in SLOTS:
        count = int(header[slot.count])
        # The offset of an empty table means nothing and is often 0 (FACTS 1).
        offset = int(header[slot.offset]) if count else 0
        rows = view.array(slot.table.name, slot.table.dtype, count, offset)
        tables[slot.table.name] = rows
        if count:
            spans.append((offset, offset + rows.nbytes, slot.table.name))
    gaps, problems = survey_spans(data, spans)
    if int(header["kind"]) not in (AREA_KIND, OBJECT_KIND):
        text = f"kind is {header['kind']}, neither 0 nor 1"
        problems.append(Problem(text, "header", 0x08, code="kind"))
    return Bwm(header, **tables, gaps=gaps, problems=tuple(problems))
