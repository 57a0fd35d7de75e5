"""Formats of which only the bytes or the lines are kept: ASCII texts, pictures and KEYs."""

from __future__ import annotations

from typing import Any

from kotorlevel.formats.archives import parse_key
from kotorlevel.formats.ascii import parse_ascii
from kotorlevel.formats.images import parse_image
from kotorlevel.mesh.jsonform.stored import AS_STORED, JsonFile
from kotorlevel.mesh.jsonform.values import At, plain_bytes, plain_lines, read_lines

ASCII, IMAGE, KEY = "ascii", "image", "key"


def encode_ascii(data: bytes, source: str = "") -> dict[str, Any]:
    """The document of an ASCII text: its lines, which are its meaning."""
    parse_ascii(data, source)  # what is none is refused here
    return plain_lines(data)


def decode_ascii(document: At) -> JsonFile:
    """The text of a document."""
    document.only(("format", "version", "line_end", "lines"))
    return JsonFile(ASCII, read_lines(document), (AS_STORED,), True)


def encode_image(data: bytes, source: str = "") -> dict[str, Any]:
    """The document of a picture: its size, and its bytes."""
    image = parse_image(data, source)
    kind = "tga" if any(data[14:18]) else "tpc"
    return {
        "kind": kind,
        "width": image.width,
        "height": image.height,
        "bytes": plain_bytes(data),
    }


def decode_image(document: At) -> JsonFile:
    """The picture of a document; its size is told, and cannot be edited."""
    document.only(("format", "version", "kind", "width", "height", "bytes"))
    kind = document.need("kind").choice(("tga", "tpc"))
    data = document.need("bytes").from_base64()
    found = parse_image(data, document.source)
    for name, size in (("width", found.width), ("height", found.height)):
        if document.need(name).value != size:
            text = f"does not agree with the picture, which has {size}; edit it in a paint program"
            raise document.inner(name).error(text)
    return JsonFile(IMAGE, data, (AS_STORED,), True, kind)


def encode_key(data: bytes, source: str = "") -> dict[str, Any]:
    """The document of a KEY: its BIFs and what they hold, and its bytes."""
    return {**_key_meaning(data, source), "bytes": plain_bytes(data)}


def _key_meaning(data: bytes, source: str) -> dict[str, Any]:
    key = parse_key(data, source)
    return {
        "bifs": [
            {"name": bif.filename, "size": bif.size, "drives": bif.drives} for bif in key.bifs
        ],
        "entries": [[e.name, e.extension, e.bif, e.row] for e in key.entries],
    }


def decode_key(document: At) -> JsonFile:
    """The KEY of a document. It follows from its BIFs, so it cannot be edited alone."""
    document.only(("format", "version", "bifs", "entries", "bytes"))
    data = document.need("bytes").from_base64()
    for name, value in _key_meaning(data, document.source).items():
        if document.need(name).value != value:
            text = "was edited: a KEY goes with its BIFs and cannot be changed alone"
            raise document.inner(name).error(text)
    return JsonFile(KEY, data, (AS_STORED,), True)
