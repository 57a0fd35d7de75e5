"""One copy of a resource, and where it lies."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from kotorlevel.core.resource import (
    find_safe_filename,
    resource_filename,
    same_name,
    type_extension,
)


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource by name and type number, ``place`` being the file or archive that holds it.

    A place inside an installation is relative to it, with slashes: ``Override/m10aa_01a.wok``,
    ``Modules/tar_m10aa.rim``, ``data/models.bif``. ``size`` is in bytes, -1 where it is not known
    before the resource is opened. ``path`` is the file itself, or the archive that holds it; None
    for what is in a BIF, which nobody edits.
    """

    name: str
    type: int
    place: str
    opener: Callable[[], bytes] = field(repr=False, compare=False)
    size: int = -1
    path: Path | None = field(default=None, repr=False, compare=False)

    @property
    def extension(self) -> str:
        """The file extension of its type, ``#1234`` for one that is not known."""
        return type_extension(self.type)

    @property
    def filename(self) -> str:
        """Name and extension, as they are."""
        return resource_filename(self.name, self.type)

    @property
    def safe_filename(self) -> str | None:
        """The file name to write it to a folder; None for a name that no file should have."""
        return find_safe_filename(self.name, self.type)

    @property
    def source(self) -> str:
        """How errors about its content call it: the place, and the name if it is an archive."""
        if same_name(self.place.rpartition("/")[2], self.filename):
            return self.place
        return f"{self.place}: {self.filename}"

    def read(self) -> bytes:
        """The bytes. Raises `FormatError` where they cannot be read."""
        return self.opener()
