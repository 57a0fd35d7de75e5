"""A level as it will be when files are written that are not written yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.install.lookup import Lookup

if TYPE_CHECKING:
    from kotorlevel.area.install.level import Level
    from kotorlevel.area.install.resources import Resource
    from kotorlevel.area.install.sources import ResourceSource


def overlaid(level: Level, contents: Mapping[Path, bytes]) -> Level:
    """The level with other ``contents`` in some files, by their resolved paths."""
    sources = tuple(_Overlay(source, contents) for source in level.lookup.sources)
    return replace(level, lookup=Lookup(sources, level.lookup.replaced))


class _Overlay:
    """A source whose files have other contents."""

    def __init__(self, source: ResourceSource, contents: Mapping[Path, bytes]) -> None:
        self._source = source
        self._contents = contents
        self.place = source.place
        self.what = source.what

    def find_all(self, name: str, kind: str | int) -> list[Resource]:
        """The copies of a resource, as they will be."""
        return [self._as_written(resource) for resource in self._source.find_all(name, kind)]

    def resources(self) -> Iterator[Resource]:
        """All resources, as they will be."""
        return map(self._as_written, self._source.resources())

    def _as_written(self, resource: Resource) -> Resource:
        data = None if resource.path is None else self._contents.get(resource.path.resolve())
        if data is None:
            return resource
        return replace(resource, opener=partial(bytes, data), size=len(data))
