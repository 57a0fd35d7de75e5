"""JSON Schemas of the documents, with the tables' rows made of their declarations."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from kotorlevel.core.table import Field, Table
from kotorlevel.formats.archives.tables import SHAPES
from kotorlevel.mesh.jsonform import archive, gff, layout, model, plain, twoda, visibility, walkmesh
from kotorlevel.mesh.jsonform.document import PREFIX, VERSION

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_U32: Schema = {"type": "integer", "minimum": 0, "maximum": 2**32 - 1}
_I32: Schema = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
_SUM: Schema = {"type": "string", "description": "A check sum of what it belongs to."}
_SUMS = {"of": _SUM, "file": _SUM}
_BASE64: Schema = {
    "description": "Bytes in base64: a text, or a list of texts.",
    "anyOf": [{"type": "string", "contentEncoding": "base64"}, _TEXTS],
}
_NUMBER: Schema = {
    "description": 'A number; "nan", "inf", "-inf", or the bits of a NaN: "nan:0x7fc00001".',
    "anyOf": [
        {"type": "number"},
        {"type": "string", "pattern": "^(nan|-?inf|nan:0x([0-9a-f]{8}|[0-9a-f]{16}))$"},
    ],
}
_FLOAT: Schema = {"$ref": "#/$defs/number"}
_LINES = {"line_end": {"enum": ["\r\n", "\n", "\r", ""]}, "lines": _TEXTS}
_GAPS: Schema = {
    "description": "Bytes that no table covers: where, and what.",
    "type": "array",
    "items": {"type": "array", "prefixItems": [_U32, _BASE64], "items": False, "minItems": 2},
}


def make_schemas() -> dict[str, Schema]:
    """The schema of each form, by the name that stands behind ``kotorlevel/`` in ``format``."""
    makers: dict[str, Callable[[], Schema]] = {
        walkmesh.NAME: _walkmesh,
        layout.NAME: _layout,
        visibility.NAME: _visibility,
        twoda.NAME: _twoda,
        gff.NAME: _gff,
        archive.NAME: _archive,
        model.NAME: _model,
        plain.ASCII: lambda: _object(_LINES, ["line_end", "lines"]),
        plain.IMAGE: _image,
        plain.KEY: _key,
    }
    return {name: _document(name, make()) for name, make in makers.items()}


def _document(name: str, body: Schema) -> Schema:
    head = {"format": {"const": PREFIX + name}, "version": {"const": VERSION}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{PREFIX}{name}, a file as JSON",
        **body,
        "required": [*head, *body["required"]],
        "properties": {**head, **body["properties"]},
        "$defs": {**body.get("$defs", {}), "number": _NUMBER},
    }


def _object(properties: Schema, required: list[str] | None = None, text: str = "") -> Schema:
    described = {"description": text} if text else {}
    return {
        **described,
        "type": "object",
        "required": required or [],
        "additionalProperties": False,
        "properties": properties,
    }


def _row(*items: Schema, text: str = "") -> Schema:
    """A list of exactly these items."""
    described = {"description": text} if text else {}
    count = len(items)
    same = {"items": items[0]} if items.count(items[0]) == count else {"prefixItems": list(items)}
    return {**described, "type": "array", **same, "minItems": count, "maxItems": count}


def _rows(row: Schema, text: str = "") -> Schema:
    described = {"description": text} if text else {}
    return {**described, "type": "array", "items": row}


def _field(field: Field) -> Schema:
    dtype = np.dtype(field.type)
    if dtype.kind == "f":
        return _FLOAT
    if dtype.kind in "SV":
        return {"type": "string", "pattern": f"^[0-9a-f]{{{2 * dtype.itemsize}}}$"}
    limits = np.iinfo(dtype)
    return {"type": "integer", "minimum": int(limits.min), "maximum": int(limits.max)}


def _table(table: Table) -> Schema:
    """Rows of a table that are not as derived: number, then all fields."""
    items = [_U32]
    for field in table.fields:
        items += [_field(field)] * math.prod(field.shape)
    names = ", ".join(
        field.name + (f" ({math.prod(field.shape)} numbers)" if field.shape else "")
        for field in table.fields
    )
    rows = _rows(_row(*items), f"Row number, then {names}.")
    return _object({"count": _U32, "rows": rows}, ["count", "rows"], table.meaning)


def _walkmesh() -> Schema:
    vector = _row(*[_FLOAT] * 3)
    hooks = _row(vector, vector)
    stored = _object(
        {
            "of": _SUM,
            "links": _SUM,
            "file": _SUM,
            "domain": _U32,
            "header": _object(dict.fromkeys(walkmesh.PLACES, _U32)),
            "tables": _object({n: _table(walkmesh.TABLES[n]) for n in walkmesh.DERIVED}),
            "gaps": _GAPS,
        },
        ["of", "links", "file"],
        "What the file has that one written anew would not have.",
    )
    kinds = {"anyOf": [{"enum": list(walkmesh.KINDS.values())}, _U32]}
    return _object(
        {
            "kind": kinds,
            "rounding": {"enum": list(walkmesh.GAMES)},
            "position": vector,
            "relative_hooks": hooks,
            "absolute_hooks": hooks,
            "vertices": _rows(vector, "x, y, z in metres."),
            "faces": _rows(_row(*[_U32] * 4), "Three rows of vertices, and the surface."),
            "links": _rows(_row(_U32, _U32, _I32), "Face, side and the room that it leads to."),
            "stored": stored,
        },
        ["kind", "position", "relative_hooks", "absolute_hooks", "vertices", "faces"],
    )


def _layout() -> Schema:
    number: Schema = {"type": "number"}
    vector = _row(number, number, number)
    placed = {"name": _TEXT, "position": vector, "comments": _TEXTS}
    hook = {
        "room": _TEXT,
        **placed,
        "orientation": _row(*[number] * 4, text="w, x, y, z."),
        "unknown": {"type": "integer"},
        "extra": {"type": "array", "items": number},
    }
    entries = _rows(_object(placed, ["name", "position"]))
    return _object(
        {
            "rooms": entries,
            "tracks": entries,
            "obstacles": entries,
            "door_hooks": _rows(_object(hook, ["room", "name", "position", "orientation"])),
            "preamble": _TEXTS,
            "section_comments": _rows(_row(_TEXT, _TEXT)),
            "epilogue": _TEXTS,
            "others": _TEXTS,
            "stored": _object({**_SUMS, **_LINES}, [*_SUMS, *_LINES]),
        }
    )


def _visibility() -> Schema:
    room = _object({"name": _TEXT, "comments": _TEXTS, "sees": _TEXTS}, ["name", "sees"])
    stored = _object({**_SUMS, **_LINES}, [*_SUMS, *_LINES])
    return _object({"rooms": _rows(room), "epilogue": _TEXTS, "stored": stored}, ["rooms"])


def _twoda() -> Schema:
    cell = {"type": ["string", "null"]}
    row = {"type": "array", "items": cell, "minItems": 1}
    return _object(
        {
            "form": {"enum": ["binary", "text"]},
            "default": _TEXT,
            "columns": _TEXTS,
            "rows": _rows(row, "The label, then the cells; null is an empty one."),
            "stored": _object(
                {"of": _SUM, "file": _SUM, "bytes": _BASE64, **_LINES}, ["of", "file"]
            ),
        },
        ["columns", "rows"],
    )


def _gff() -> Schema:
    struct = {"$ref": "#/$defs/struct"}
    field = {
        "description": "Label, type, value; and the bytes, where the value alone gives others.",
        "type": "array",
        "prefixItems": [_TEXT, {"enum": list(gff.TYPES)}],
        "minItems": 3,
        "maxItems": 4,
    }
    kinds = {
        "STRUCT": struct,
        "LIST": _rows(struct),
        "FLOAT": _FLOAT,
        "STRING": _TEXT,
        "LOCALIZED": _object(
            {"strref": {"type": "integer"}, "texts": _rows(_row(_U32, _TEXT))}, ["strref", "texts"]
        ),
    }
    field["allOf"] = [
        {
            "if": {"prefixItems": [True, {"const": kind}]},
            "then": {"prefixItems": [True, True, value]},
        }
        for kind, value in kinds.items()
    ]
    order = {"type": "array", "items": {"type": "integer", "minimum": -1}}
    body = _object(
        {
            "kind": {"type": "string", "maxLength": 4},
            "root": struct,
            "stored": _object({**_SUMS, "order": order, "bytes": _BASE64}, [*_SUMS]),
        },
        ["kind", "root"],
    )
    body["$defs"] = {"struct": _object({"id": _U32, "fields": _rows(field)}, ["fields"])}
    return body


def _archive() -> Schema:
    tables = {s.table.name: s.table for shape in SHAPES.values() for s in shape.slots}
    entry = _object(
        {
            "name": _TEXT,
            "type": _TEXT,
            "json": {"description": "A document of its own.", "type": "object"},
            "base64": _BASE64,
        },
        ["type"],
    )
    count = {"count": _U32, "rows": {"type": "array", "items": {"type": "array"}}}
    stored = {
        **_SUMS,
        "bytes": _BASE64,
        "header": {"type": "object"},
        "tables": _object(dict.fromkeys(tables, _object(count, ["count", "rows"]))),
        "gaps": _GAPS,
        "size": _U32,
    }
    return _object(
        {
            "kind": {"enum": list(SHAPES)},
            "number": _U32,
            "description_strref": _U32,
            "build_year": _U32,
            "build_day": _U32,
            "descriptions": _rows(_row(_U32, _TEXT)),
            "entries": _rows(entry),
            "stored": _object(stored, [*_SUMS]),
        },
        ["kind", "entries"],
    )


def _model() -> Schema:
    node = {
        "name": _TEXT,
        "kind": _TEXT,
        "parent": _TEXT,
        "position": _row(*[_FLOAT] * 3),
        "rotation": _row(*[_FLOAT] * 4),
        "vertices": _U32,
        "faces": _U32,
        "texture": _TEXT,
    }
    mesh = {
        "vertices": _rows(_row(*[_FLOAT] * 3), "In the space of its node, in metres."),
        "faces": _rows(_row(*[_U32] * 4), "Three rows of vertices, and the surface."),
    }
    return _object(
        {
            "name": _TEXT,
            "game": _TEXT,
            "supermodel": _TEXT,
            "animations": _TEXTS,
            "nodes": _rows(_object(node, ["name", "kind", "position", "rotation"])),
            "walkmesh": _object(mesh, list(mesh), "The one part that can be edited."),
            "stored": _object({"mdl": _BASE64, "mdx": _BASE64}, ["mdl"]),
        },
        ["name", "game", "supermodel", "animations", "nodes", "stored"],
    )


def _image() -> Schema:
    keys = {"kind": {"enum": ["tga", "tpc"]}, "width": _U32, "height": _U32, "bytes": _BASE64}
    return _object(keys, list(keys))


def _key() -> Schema:
    bif = {"name": _TEXT, "size": _U32, "drives": _U32}
    entry = _row(_TEXT, _TEXT, _U32, _U32, text="Name, type, number of the BIF, row in it.")
    keys = {"bifs": _rows(_object(bif, list(bif))), "entries": _rows(entry), "bytes": _BASE64}
    return _object(keys, list(keys))
