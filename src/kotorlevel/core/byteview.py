"""A checked view of a binary file: no read goes past the end, nothing is copied or allocated."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kotorlevel.core.errors import FormatError


def check_rows(
    size: int, row_size: int, count: int, offset: int, section: str, source: str
) -> None:
    """Raise a `FormatError` unless ``count`` rows at ``offset`` lie within ``size`` bytes."""
    end = offset + count * row_size  # Python integers: a lying count cannot overflow
    if end > size or offset < 0 or count < 0:
        raise FormatError(
            f"{count:,} {'row' if count == 1 else 'rows'} of {row_size} bytes "
            f"end at 0x{end:x}, the file ends at 0x{size:x}",
            source=source,
            section=section,
            offset=offset,
        )


class ByteView:
    """The bytes of one file. Every read names its section and is checked before it happens."""

    __slots__ = ("data", "source")

    def __init__(self, data: bytes, source: str = "") -> None:
        self.data = data
        self.source = source

    def __len__(self) -> int:
        return len(self.data)

    def error(self, message: str, section: str, offset: int | None = None) -> FormatError:
        """An error at ``offset`` of this file, to be raised by the caller."""
        return FormatError(message, source=self.source, section=section, offset=offset)

    def array(self, section: str, dtype: np.dtype[Any], count: int, offset: int) -> NDArray[Any]:
        """A read-only array (count,) of ``dtype`` at ``offset``, without a copy."""
        check_rows(len(self.data), dtype.itemsize, count, offset, section, self.source)
        if count == 0:
            return np.empty(0, dtype)  # frombuffer refuses an empty read at the end of the data
        return np.frombuffer(self.data, dtype, count, offset)

    def number(self, section: str, dtype: DTypeLike, offset: int) -> int:
        """One integer of ``dtype`` at ``offset``."""
        return int(self.array(section, np.dtype(dtype), 1, offset)[0])

    def find(self, section: str, terminator: bytes, offset: int) -> int:
        """The offset of the next ``terminator`` at or after ``offset``."""
        end = self.data.find(terminator, offset)
        if end < 0:
            raise self.error(
                f"no {terminator!r} before the file ends at 0x{len(self.data):x}", section, offset
            )
        return end
