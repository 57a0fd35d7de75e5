"""The two forms of a glTF file: GLB with its chunks, and JSON alone; made and taken apart."""

from __future__ import annotations

import json
import struct
from typing import Any, NamedTuple, NoReturn

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import BYTE_ORDER_MARK, describe_start

MAGIC = b"glTF"

_VERSION = 2
_HEADER = struct.Struct("<4sII")
_CHUNK = struct.Struct("<II")
_JSON = 0x4E4F534A
_BINARY = 0x004E4942
_LARGEST = 2**32 - 1


class Container(NamedTuple):
    """The JSON of a file, and the bytes of its binary chunk; None where it has none."""

    document: dict[str, Any]
    binary: bytes | None


def open_container(data: bytes, source: str = "") -> Container:
    """What is in a GLB, or in the JSON of a ``.gltf``. Raises `FormatError` for other files."""
    if data.startswith(MAGIC):
        text, start, binary = _split_chunks(data, source)
        return Container(_parse_json(text, start, source), binary)
    if not data.removeprefix(BYTE_ORDER_MARK).lstrip()[:1] == b"{":
        raise FormatError(f"not a glTF: {describe_start(data)}", source=source, offset=0)
    return Container(_parse_json(data.removeprefix(BYTE_ORDER_MARK), 0, source), None)


def join_container(document: dict[str, Any], binary: bytes) -> bytes:
    """A GLB with ``document`` and, unless it is empty, ``binary``."""
    try:
        text = json.dumps(
            document, ensure_ascii=False, separators=(",", ":"), allow_nan=False
        ).encode()
    except UnicodeEncodeError as error:
        shown = error.object[error.start : error.end]
        raise FormatError(f"a name has the letter {shown!a}, which no file can hold") from None
    chunks = _chunk(_JSON, text, b" ") + (_chunk(_BINARY, binary, b"\0") if binary else b"")
    size = _HEADER.size + len(chunks)
    if size > _LARGEST:
        raise FormatError("larger than the 4 GB that a GLB can hold")
    return _HEADER.pack(MAGIC, _VERSION, size) + chunks


def _chunk(kind: int, content: bytes, filling: bytes) -> bytes:
    content += filling * (-len(content) % 4)
    return _CHUNK.pack(len(content), kind) + content


def _split_chunks(data: bytes, source: str) -> tuple[bytes, int, bytes | None]:
    """The JSON of a GLB, where it starts, and its binary chunk."""

    def fail(message: str, section: str, offset: int) -> NoReturn:
        raise FormatError(message, source=source, section=section, offset=offset)

    if len(data) < _HEADER.size:
        fail(f"a GLB has at least {_HEADER.size} bytes, this file {len(data)}", "header", 0)
    _, version, size = _HEADER.unpack_from(data)
    if version != _VERSION:
        fail(f"glTF of version {version}; only version {_VERSION} can be read", "header", 4)
    if size > len(data):
        fail(f"should have {size:,} bytes and has {len(data):,}: it is cut off", "header", 8)
    chunks: list[tuple[int, int, int]] = []
    at = _HEADER.size
    while at < size:
        if at + _CHUNK.size > size:
            fail(f"{size - at} bytes are too few for a chunk", f"chunk {len(chunks)}", at)
        length, kind = _CHUNK.unpack_from(data, at)
        start = at + _CHUNK.size
        if length > size - start:
            text = f"{length:,} bytes end at 0x{start + length:x}, the file ends at 0x{size:x}"
            fail(text, f"chunk {len(chunks)}", at)
        chunks.append((kind, start, start + length))
        at = start + length
    if not chunks or chunks[0][0] != _JSON:
        fail("the first chunk is not the JSON that says what is in it", "chunk 0", _HEADER.size)
    _, start, end = chunks[0]
    has_binary = len(chunks) > 1 and chunks[1][0] == _BINARY
    binary = data[chunks[1][1] : chunks[1][2]] if has_binary else None
    return data[start:end], start, binary


def _parse_json(text: bytes, start: int, source: str) -> dict[str, Any]:
    def refuse(word: str) -> NoReturn:
        raise ValueError(f"{word} is not a finite number")

    def fail(reason: str, offset: int, line: int | None = None) -> NoReturn:
        message = f"is not valid: {reason}"
        raise FormatError(message, source=source, section="JSON", offset=offset, line=line)

    try:
        found = json.loads(text.decode(), parse_constant=refuse)
    except json.JSONDecodeError as error:
        # The place is counted in letters there, and in bytes here.
        fail(error.msg, start + len(error.doc[: error.pos].encode()), error.lineno)
    except UnicodeDecodeError as error:
        fail("it is no UTF-8", start + error.start)
    except RecursionError:
        fail("it is nested too deeply", start)
    except ValueError as error:
        fail(str(error), start)
    if not isinstance(found, dict):
        fail("it should be an object", start)
    return found
