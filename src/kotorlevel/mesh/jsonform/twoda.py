"""2DA tables, binary and text, as documents: columns, and a row a line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.twoda import Form, TwoDA, format_2da, parse_2da
from kotorlevel.mesh.jsonform.stored import JsonFile, belongs, check_sum, digest, made
from kotorlevel.mesh.jsonform.values import At, plain_bytes, plain_lines, read_lines

NAME = "2da"


def encode(data: bytes, source: str = "") -> dict[str, Any]:
    """The document of a table."""
    table = parse_2da(data, source)
    meaning = _meaning(table, table.form)
    try:
        if format_2da(replace(table, stored=None), table.form) == data:
            return meaning
    except FormatError:
        pass  # it can be read, but nobody would write it so
    is_text = table.form == "text"
    stored = plain_lines(data) if is_text else {"bytes": plain_bytes(data)}
    return {**meaning, "stored": {"of": check_sum(meaning), "file": digest(data), **stored}}


def decode(document: At) -> JsonFile:
    """The file of a document."""
    document.only(("format", "version", "form", "default", "columns", "rows", "stored"))
    form: Form = "text" if _read_form(document) == "text" else "binary"
    default = document.inner("default").text() if document.has("default") else None
    columns = document.need("columns").texts()
    labels, cells = [], []
    for row in document.need("rows").items():
        texts = [_read_cell(each) for each in row.items()]
        if len(texts) != len(columns) + 1:
            count = len(texts)
            raise row.error(f"has {count} texts: it needs a label and {len(columns)} cells")
        labels.append(texts[0])
        cells.append(tuple(texts[1:]))
    table = TwoDA(columns, tuple(labels), tuple(cells), default)
    if belongs(document, _meaning(table, form)):
        stored = document.inner("stored")
        data = read_lines(stored) if form == "text" else stored.need("bytes").from_base64()
        return made(NAME, document, data, is_same=True, kind=form)
    return made(NAME, document, format_2da(table, form), is_same=False, kind=form)


def _meaning(table: TwoDA, form: Form) -> dict[str, Any]:
    default = {} if table.default is None else {"default": table.default}
    rows = [
        [label, *(text or None for text in row)]
        for label, row in zip(table.labels, table.cells, strict=True)
    ]
    return {"form": form, **default, "columns": list(table.columns), "rows": rows}


def _read_form(document: At) -> str:
    return document.inner("form").choice(("binary", "text")) if document.has("form") else "binary"


def _read_cell(at: At) -> str:
    """The text of a cell: null stands for an empty one."""
    return "" if at.value is None else at.text()
