"""`Archive` → file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.core.atomic import Target, write_chunks

if TYPE_CHECKING:
    from kotorlevel.formats.archives.archive import Archive


def write_archive(archive: Archive, target: Target) -> None:
    """Write ``archive`` to a path (atomically) or an open binary file, a part at a time.

    The path may be the one it was read from. That file is then another one: to go on, read it
    again.
    """
    write_chunks(archive.chunks(), target)
