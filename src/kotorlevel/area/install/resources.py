"""One copy of a resource, and where it lies."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from kotorlevel.core.resource import NamedResource, same_name


@dataclass(frozen=True, slots=True)
class Resource(NamedResource):
    """A resource by name and type number, ``place`` being the file or archive that holds it.

    A place inside an installation is relative to it, with slashes: ``Override/m10aa_01a.wok``,
    ``Modules/tar_m10aa.rim``, ``data/models.bif``. ``size`` is in bytes, -1 where it is not known
    before the resource is opened. ``path`` is the file itself, or the archive that holds it; None
    for what is in a BIF, which nobody edits.
    """

    place: str
    opener: Callable[[], bytes] = field(repr=False, compare=False)
    size: int = -1
    path: Path | None = field(default=None, repr=False, compare=False)

    @property
    def source(self) -> str:
        """How errors about its content call it: the place, and the name if it is an archive."""
        if same_name(self.place.rpartition("/")[2], self.filename):
            return self.place
        return f"{self.place}: {self.filename}"

    def read(self) -> bytes:
        """The bytes. Raises `FormatError` where they cannot be read."""
        return self.opener()
