"""A binary walkmesh as it stands in the file: header, tables, and whatever else is there."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import Problem
from kotorlevel.formats.bwm.tables import HEADER, SLOTS


@dataclass(frozen=True, eq=False)
class Bwm:
    """Header and tables of a binary walkmesh, as stored. All arrays are read-only.

    ``header`` is one record of `HEADER`; the tables are rows of the table of the same name in
    `tables.py`. ``gaps`` holds the bytes that neither the header nor a table covers, by offset.
    Nothing here is checked beyond its bounds: indices may point anywhere, numbers may be NaN.
    """

    header: np.void
    vertices: NDArray[np.float32]
    faces: NDArray[np.uint32]
    materials: NDArray[np.uint32]
    normals: NDArray[np.float32]
    distances: NDArray[np.float32]
    nodes: NDArray[np.void]
    adjacency: NDArray[np.int32]
    edges: NDArray[np.void]
    loops: NDArray[np.uint32]
    gaps: tuple[tuple[int, bytes], ...] = ()
    problems: tuple[Problem, ...] = ()

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Arrays come back from a pickle writeable.
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
        self.__dict__.update(state)

    @property
    def kind(self) -> int:
        """1 for an area walkmesh, 0 for a placeable or door."""
        return int(self.header["kind"])

    def to_bytes(self) -> bytes:
        """The file: every table at its stored offset, byte for byte as it was read."""
        parts = [(0, self.header.tobytes()), *self.gaps]
        for slot in SLOTS:
            rows = getattr(self, slot.table.name)
            if len(rows):
                parts.append((int(self.header[slot.offset]), rows.tobytes()))
        image = bytearray(max(offset + len(part) for offset, part in parts))
        for offset, part in parts:
            image[offset : offset + len(part)] = part
        return bytes(image)

    def dump(self) -> dict[str, Any]:
        """The header and every table as plain lists and dictionaries, ready for JSON."""
        tables = {
            slot.table.name: slot.table.dump(getattr(self, slot.table.name)) for slot in SLOTS
        }
        return {"header": HEADER.dump_row(self.header), **tables}
