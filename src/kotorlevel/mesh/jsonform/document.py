"""`to_json` and `from_json`: the document of a file, and the file of a document."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any

from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.source import Source, load_source
from kotorlevel.formats.detect import detect_data_format, detect_format
from kotorlevel.formats.mdl import is_model
from kotorlevel.formats.mdl.reader import find_beside
from kotorlevel.mesh.jsonform import (
    archive,
    gff,
    layout,
    model,
    plain,
    twoda,
    visibility,
    walkmesh,
)
from kotorlevel.mesh.jsonform.stored import JsonFile
from kotorlevel.mesh.jsonform.text import parse_json
from kotorlevel.mesh.jsonform.values import At, likely
from kotorlevel.mesh.materials import Materials

Document = Mapping[str, Any] | str | bytes
"""A document as `to_json` makes it, or its text."""

PREFIX = "kotorlevel/"
VERSION = 1
_FORMS: dict[str, Any] = {
    "bwm": (walkmesh.NAME, walkmesh.encode),
    "ascii": (plain.ASCII, plain.encode_ascii),
    "lyt": (layout.NAME, layout.encode),
    "vis": (visibility.NAME, visibility.encode),
    "2da": (twoda.NAME, twoda.encode),
    "gff": (gff.NAME, gff.encode),
    "pth": (gff.NAME, gff.encode),
    "key": (plain.KEY, plain.encode_key),
    "image": (plain.IMAGE, plain.encode_image),
}
"""What a file is → the name of its form, and what makes it."""

_DECODERS: dict[str, Any] = {
    walkmesh.NAME: walkmesh.decode,
    layout.NAME: layout.decode,
    visibility.NAME: visibility.decode,
    twoda.NAME: twoda.decode,
    gff.NAME: gff.decode,
    model.NAME: model.decode,
    plain.ASCII: plain.decode_ascii,
    plain.IMAGE: plain.decode_image,
    plain.KEY: plain.decode_key,
}
FORMATS = (*_DECODERS, archive.NAME)
"""The names of all forms, as they stand behind ``kotorlevel/`` in a document's ``format``."""

_DEEPEST_ARCHIVE = 3


def to_json(source: Source, *, name: str = "", mdx: Source | None = None) -> dict[str, Any]:
    """The document of a file: its meaning, and in ``stored`` what goes beyond it.

    Every format is known: walkmeshes, layouts, visibility, 2DA, GFF, path points, archives, models,
    pictures. `from_json` gives the same bytes back, or a sound new file where the document was
    edited; `format_json` makes the text that a file holds::

        document = kl.to_json("m55aa_02.wok")
        document["faces"][12][3] = 4
        data = kl.from_json(document)

    ``name`` is what the file is called where ``source`` has no name: visibility has no mark of its
    own. A model takes the ``mdx`` that lies beside it. Raises `FormatError` for what is broken.
    """
    data, found = load_source(source)
    called = name or found
    kind = find_form(data, called)
    if kind is None:
        text = "is none of the formats that have a JSON form"
        if not called:
            text += "; or give its `name`: a visibility file is known by that alone"
        raise InputError(text, source=called)
    if kind == "mdl":
        return _headed(model.NAME, model.encode(data, called, _load_mdx(found, mdx)))
    return _encode(data, called, kind, _DEEPEST_ARCHIVE)


def _load_mdx(path: str, given: Source | None) -> bytes | None:
    if given is not None:
        return load_source(given).data
    beside = find_beside(Path(path), ".mdx") if path else None
    return None if beside is None else load_source(beside).data


def find_form(data: bytes, name: str) -> str | None:
    """What a file is, by its content first; None for what has no form."""
    ending = PurePath(name).suffix.lower()
    if is_model(data) and ending not in (".tga", ".tpc"):
        return "mdl"
    marked = detect_data_format(data[:8]) or detect_format(data)
    if marked is not None:
        return marked
    if ending in (".tga", ".tpc"):
        return "image"
    return detect_format(data, name) or detect_data_format(data[:8], name)


def _headed(name: str, document: dict[str, Any]) -> dict[str, Any]:
    return {"format": PREFIX + name, "version": VERSION, **document}


def _encode(data: bytes, name: str, kind: str, depth: int) -> dict[str, Any]:
    try:
        return _encode_known(data, name, kind, depth)
    except FormatError as error:
        error.source = error.source or name
        raise


def _encode_known(data: bytes, name: str, kind: str, depth: int) -> dict[str, Any]:
    if kind == "archive":
        return _headed(
            archive.NAME,
            archive.encode(data, lambda part, called: _inner(part, called, depth - 1)),
        )
    form, encode = _FORMS[kind]
    return _headed(form, encode(data, name))


def _inner(data: bytes, name: str, depth: int) -> dict[str, Any] | None:
    """The document of a resource in an archive; None where it is kept as bytes."""
    kind = find_form(data, name)
    if kind is None or kind == "image" or kind == "key" or depth <= 0:
        return None
    try:
        if kind == "mdl":  # its MDX is another resource, and kept beside it
            return None
        document = _encode(data, name, kind, depth)
        return document if file_from_json(document).data == data else None
    except FormatError:
        return None  # too broken to be read: its bytes say everything


def from_json(document: Document, *, source: str = "", surfaces: Materials | None = None) -> bytes:
    """The file of a document, given as `to_json` made it or as its text.

    The same bytes as the file that it was made of, as long as nothing was edited; else a file
    written anew, with all that follows from its content. Of a model this is the MDL, and
    `file_from_json` has the MDX, too. ``source`` names the document in errors. ``surfaces`` say
    which faces of an edited walkmesh can be walked on; without them the table of the first game
    does. Raises `FormatError` with the place in it, such as ``faces[12]``, where something is
    missing or wrong.
    """
    return file_from_json(document, source=source, surfaces=surfaces).data


def file_from_json(
    document: Document, *, source: str = "", surfaces: Materials | None = None
) -> JsonFile:
    """The file of a document, and how it was made; see `from_json`."""
    found = parse_json(document, source) if isinstance(document, (str, bytes)) else document
    return _decode(At(found, "", source), surfaces, _DEEPEST_ARCHIVE)


def _decode(at: At, surfaces: Materials | None, depth: int) -> JsonFile:
    name = _read_format(at)
    try:
        if name == walkmesh.NAME:
            return walkmesh.decode(at, surfaces)
        if name != archive.NAME:
            found: JsonFile = _DECODERS[name](at)
            return found
        if depth <= 0:
            raise at.error("archives stand inside each other too deep")
        return archive.decode(at, lambda inner: _decode(inner, surfaces, depth - 1).data)
    except FormatError as error:
        error.source = error.source or at.source
        raise


def _read_format(at: At) -> str:
    if not isinstance(at.value, dict) or not isinstance(at.value.get("format"), str):
        text = f'this is no document of a file: it has no "format", such as "{PREFIX}walkmesh"'
        raise at.error(text)
    name = str(at.value["format"]).removeprefix(PREFIX)
    if PREFIX + name != at.value["format"] or name not in FORMATS:
        text = f"is none of the formats of this program. {likely(name, FORMATS)}"
        raise at.inner("format").error(text.rstrip())
    version = at.need("version").integer(1, 2**31)
    if version != VERSION:
        text = f"is newer than this program knows ({VERSION}); get a newer one"
        raise at.inner("version").error(text)
    return name
