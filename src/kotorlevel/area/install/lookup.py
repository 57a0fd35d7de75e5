"""Several sources in the order in which the game asks them: the first copy wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.area.install.resources import Resource
    from kotorlevel.area.install.sources import ResourceSource


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a resource, in ``source``; ``reason`` says why it is not used, if it is not."""

    resource: Resource
    source: ResourceSource = field(repr=False)
    reason: str = ""

    @property
    def used(self) -> bool:
        """True for the copy that the game takes."""
        return not self.reason


@dataclass(frozen=True)
class Lookup:
    """``sources`` in the order in which they are asked.

    ``replaced`` are sources that are there and never asked, each with the reason: a module's RIMs
    beside its MOD.
    """

    sources: tuple[ResourceSource, ...]
    replaced: tuple[tuple[ResourceSource, str], ...] = ()

    def find(self, name: str, kind: str | int) -> Resource | None:
        """The copy that wins, or None."""
        for source in self.sources:
            if copies := source.find_all(name, kind):
                return copies[0]
        return None

    def copies(self, name: str, kind: str | int, *, readable: bool = False) -> list[Copy]:
        """Every copy, the winner first, then what it shadows in the order of the lookup.

        With ``readable`` an archive that cannot be read has none, instead of raising `FormatError`.
        """
        found: list[Copy] = []
        for source, why in (*((source, "") for source in self.sources), *self.replaced):
            try:
                copies = source.find_all(name, kind)
            except FormatError:
                if not readable:
                    raise
                continue
            for resource in copies:
                shadowed = f"shadowed by {found[0].resource.place}" if found else ""
                found.append(Copy(resource, source, why or shadowed))
        return found

    def resources(self) -> Iterator[Resource]:
        """The winning copy of every resource."""
        seen: set[tuple[str, int]] = set()
        for source in self.sources:
            for resource in source.resources():
                key = name_key(resource.name), resource.type
                if key not in seen:
                    seen.add(key)
                    yield resource
