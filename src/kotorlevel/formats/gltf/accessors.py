"""Arrays of a glTF: accessor → view → buffer, every offset and count checked before it is used."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.formats.beside import check_beside

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.formats.gltf.document import Document, Item

_COMPONENTS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
_UNSIGNED = (5121, 5123, 5125)
_FLOAT = 5126


class Accessors:
    """The arrays of one file. ``load_buffer`` gives the bytes of a file beside it by its name."""

    def __init__(
        self,
        document: Document,
        binary: bytes | None,
        load_buffer: Callable[[str], bytes] | None,
    ) -> None:
        self.document = document
        self._binary = binary
        self._load = load_buffer
        self._buffers: dict[int, memoryview] = {}
        self._files: dict[PurePosixPath, bytes] = {}

    @property
    def size_beside(self) -> int:
        """Bytes of the files beside it that were read."""
        return sum(map(len, self._files.values()))

    def count(self, number: int, asked_by: str) -> int:
        """How many rows an accessor says it has."""
        item = self.document.item("accessors", number, asked_by)
        return self.document.integer(item, "count", f"accessors[{number}]")

    def positions(self, number: int, asked_by: str) -> Floats:
        """Places (N, 3) as stored; whole numbers (KHR_mesh_quantization) as what they stand for."""
        item, place = self.document.item("accessors", number, asked_by), f"accessors[{number}]"
        if item.get("type") != "VEC3":
            raise self.document.error("places should have the type VEC3", place)
        stored = self._read(item, place)
        with np.errstate(invalid="ignore"):  # one of the NaNs
            points: Floats = stored.astype(np.float64)
        if item.get("componentType") != _FLOAT and item.get("normalized") is True:
            points = np.maximum(points / np.iinfo(stored.dtype).max, -1.0)
        bad = ~np.isfinite(points).all(axis=1)
        if bad.any():
            row = int(np.argmax(bad))
            raise self.document.error(f"place {row:,} is not finite (NaN or infinite)", place)
        return points

    def indices(self, number: int, asked_by: str) -> Ints:
        """Row numbers (N,)."""
        item, place = self.document.item("accessors", number, asked_by), f"accessors[{number}]"
        if item.get("type") != "SCALAR" or item.get("componentType") not in _UNSIGNED:
            raise self.document.error("indices should be unsigned whole numbers", place)
        rows: Ints = self._read(item, place)[:, 0].astype(np.int64)
        return rows

    def _read(self, item: Item, place: str) -> NDArray[Any]:
        """The rows (N, width) of an accessor, read-only and without a copy."""
        document = self.document
        if "sparse" in item:
            text = "is sparse, which is not read: export without sparse accessors"
            raise document.error(text, place)
        component = document.integer(item, "componentType", place)
        width = _WIDTHS.get(str(item.get("type")))
        if component not in _COMPONENTS or width is None:
            raise document.error("of an unknown type", place)
        kind = np.dtype(_COMPONENTS[component])
        count = document.integer(item, "count", place)
        if "bufferView" not in item:
            text = "has no data: if it is compressed, export without compression"
            raise document.error(text, place)
        data, start, length, stride = self._view(item, place)
        start_in_view = document.integer(item, "byteOffset", place, 0)
        size = width * kind.itemsize
        stride = stride or size
        if stride < size:
            raise document.error(f"rows of {size} bytes every {stride} bytes overlap", place)
        end = start_in_view + stride * (count - 1) + size if count else start_in_view
        if end > length:
            text = f"{count:,} rows of {stride} bytes end at 0x{end:x}, its view at 0x{length:x}"
            raise document.error(text, place)
        if count == 0:
            return np.empty((0, width), kind)
        return np.ndarray(
            (count, width), kind, data, start + start_in_view, (stride, kind.itemsize)
        )

    def _view(self, item: Item, place: str) -> tuple[memoryview, int, int, int]:
        """The buffer of an accessor's view, where the view starts, its length and its stride."""
        document = self.document
        number = document.integer(item, "bufferView", place)
        view, place = document.item("bufferViews", number, place), f"bufferViews[{number}]"
        if "EXT_meshopt_compression" in document.object(view, "extensions", place):
            raise document.error(COMPRESSED["EXT_meshopt_compression"], place)
        data = self._buffer(document.integer(view, "buffer", place), place)
        start = document.integer(view, "byteOffset", place, 0)
        length = document.integer(view, "byteLength", place)
        stride = document.integer(view, "byteStride", place, 0)
        if start + length > len(data):
            text = f"{length:,} bytes end at 0x{start + length:x}, the buffer at 0x{len(data):x}"
            raise document.error(text, place)
        return data, start, length, stride

    def _buffer(self, number: int, asked_by: str) -> memoryview:
        if number in self._buffers:
            return self._buffers[number]
        document = self.document
        item, place = document.item("buffers", number, asked_by), f"buffers[{number}]"
        length = document.integer(item, "byteLength", place)
        data = self._find_buffer(item, number, place)
        if len(data) < length:
            text = f"should have {length:,} bytes and has {len(data):,}"
            raise document.error(text, place)
        self._buffers[number] = memoryview(data)[:length]
        return self._buffers[number]

    def _find_buffer(self, item: Item, number: int, place: str) -> bytes:
        address = item.get("uri")
        if address is None:
            if number == 0 and self._binary is not None:
                return self._binary
            raise self.document.error("has no data: neither in this file nor beside it", place)
        if not isinstance(address, str):
            raise self.document.error("'uri' should be a text", place)
        if address[:5].lower() == "data:":
            return self._decode(address, place)
        name = unquote(address)
        try:
            check_beside(name)
        except FormatError as error:
            raise self.document.error(error.message, place) from None
        shown = printable(name)
        if self._load is None:
            text = f"its data is in the file '{shown}'; give the path of the .gltf, or a .glb"
            raise self.document.error(text, place)
        path = PurePosixPath(name)  # however many buffers are in one file, it is read once
        try:
            if path not in self._files:
                self._files[path] = self._load(name)
            return self._files[path]
        except FormatError as error:
            text = f"its data is in the file '{shown}' beside it: {error.message}"
            raise self.document.error(f"{text}; put it there, or export a .glb", place) from None

    def _decode(self, address: str, place: str) -> bytes:
        """The bytes of a ``data:`` address."""
        head, comma, content = address.partition(",")
        if not comma or not head.lower().endswith(";base64"):
            raise self.document.error("a data: address without base64", place)
        try:
            return base64.b64decode(unquote(content), validate=True)
        except (binascii.Error, ValueError) as error:
            raise self.document.error(f"the base64 is broken: {error}", place) from None


COMPRESSED = {
    "KHR_draco_mesh_compression": (
        "its meshes are compressed (Draco), which is not read: export again without compression "
        "(Blender: untick Compression under Data)"
    ),
    "EXT_meshopt_compression": (
        "its buffers are compressed (meshopt), which is not read: export again without compression"
    ),
}
"""Extensions that pack meshes → what to do about it."""
