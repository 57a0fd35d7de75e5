"""Checking whole levels: the files of an area together with the rules on the area itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import find_level, module_sources
from kotorlevel.area.install.sources import FolderSource
from kotorlevel.area.load import read_level
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.parallel import check_each
from kotorlevel.checks.run import area_files, check_data, run_rules, subjects_of_mesh
from kotorlevel.checks.subjects import AreaSubject, FileSubject
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import EMPTY_NAME, find_type, name_key
from kotorlevel.core.source import load_source
from kotorlevel.formats.lyt import parse_layout
from kotorlevel.formats.twoda import parse_2da
from kotorlevel.mesh.materials import Materials

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path

    from kotorlevel.area.area import Area
    from kotorlevel.area.install.level import Level
    from kotorlevel.area.install.lookup import Lookup
    from kotorlevel.area.install.resources import Resource
    from kotorlevel.checks.options import Options
    from kotorlevel.formats.lyt import Layout

Checked = tuple[str, list[Finding]]
"""What reports call a file, and its findings."""

_FEW_LAYOUTS = 4
"""Below this, starting processes takes longer than the check."""

LEVEL_TYPES = ("lyt", "vis", "wok", "pwk", "dwk")


@dataclass(frozen=True)
class LayoutFile:
    """A layout file whose area is to be checked, and where the rest of the level may be.

    Rooms that are not beside it are looked for below ``folder``; ``module`` as in `find_level`.
    """

    path: Path
    folder: Path | None = None
    module: str | Path | None = None

    def find_level(self, game: Game | None) -> Level:
        """The level of the layout. Raises `FormatError`."""
        return find_level(self.path, game, self.module, folder=self.folder)


def check_level(level: Level, options: Options) -> Iterator[Checked]:
    """The findings on the files of a level, and then on its area.

    Of a level that the caller has pointed at, only its own files are checked, not those that the
    game adds; the area is checked with all of them. Raises `FormatError` where there is no layout
    that can be read.
    """
    return check_read_level(level, read_level(level), options)


def check_read_level(level: Level, area: Area, options: Options) -> Iterator[Checked]:
    """`check_level` where the ``area`` of the level has been read."""
    options = with_surfaces(options, area)
    meshes = {r.resource.source: r.mesh for r in area.rooms if r.resource and not r.is_changed}
    for resource in area_files(area):
        if not level.own or _is_own(resource, level):
            mesh = meshes.get(resource.source)
            if mesh is not None and mesh.surfaces is options.materials:  # it has been read
                subjects = subjects_of_mesh(mesh, resource.source)
                yield resource.source, run_rules(subjects, options, resource.source)
            else:
                yield resource.source, check_resource(resource, options, area.layout)
    yield check_area_alone(area, options)


def check_area_of(level: Level, options: Options) -> Iterator[Checked]:
    """The findings on the area of a level, not those on its files. Raises `FormatError`."""
    area = read_level(level)
    yield check_area_alone(area, with_surfaces(options, area))


def check_area_alone(area: Area, options: Options) -> Checked:
    """The findings of the rules on whole areas, under the name of its layout."""
    layout = area.files.get("lyt")
    name = layout.source if layout else area.name
    return name, run_rules([AreaSubject(name, area)], options, name)


def check_layout_file(layout: LayoutFile, options: Options, game: Game | None = None) -> Checked:
    """The findings on the area of a layout file, not those on its files.

    None where the layout cannot be read, which is a finding on the file itself.
    """
    name = layout.path.as_posix()
    try:
        area = read_level(layout.find_level(game))
    except FormatError as error:
        is_layout = error.source in (name, str(layout.path))
        return name, [] if is_layout else unreadable(error, options, name)
    return check_area_alone(area, with_surfaces(options, area))


def check_layout_files(
    layouts: Sequence[LayoutFile], options: Options, game: Game | None = None
) -> Iterator[Checked]:
    """`check_layout_file` of each, in order; where they are many, in several processes."""
    # A game without what this process has read of it: that would go along with every layout.
    fresh = Game(game.root, game.extra) if game else None
    return check_each(partial(check_layout_file, game=fresh), layouts, options, _FEW_LAYOUTS)


def check_archive(path: Path, options: Options, seen: Collection[str] = ()) -> Iterator[Checked]:
    """The findings on every level file in an archive but those whose names are in ``seen``."""
    for source in module_sources(path):
        try:
            resources = [r for r in source.resources() if r.extension in LEVEL_TYPES]
        except FormatError as error:
            yield source.place, unreadable(error, options, source.place)
            continue
        layouts = {name_key(r.name): r for r in resources if r.type == find_type("lyt")}
        for resource in resources:
            if resource.source not in seen:
                layout = _find_layout(layouts.get(name_key(resource.name)))
                yield resource.source, check_resource(resource, options, layout)


def check_resource(resource: Resource, options: Options, layout: Layout | None) -> list[Finding]:
    """The findings in one resource, wherever it lies."""
    try:
        data = resource.read()
    except FormatError as error:
        return run_rules([FileSubject(resource.source, error)], options, resource.source)
    # A report's name ends like the file, so that the format of a VIS is known by it.
    return check_data(data, resource.source, options, layout)


def unreadable(error: FormatError, options: Options, name: str = "") -> list[Finding]:
    """A file that cannot be read, as a finding on it, or on ``name`` if it is not known."""
    name = error.source or name
    return run_rules([FileSubject(name, error)], options, name)


def with_surfaces(options: Options, area: Area) -> Options:
    """The options, with the area's own surfaces where no others were asked for."""
    return options if options.materials else replace(options, materials=area.surfaces)


def find_surfaces(lookup: Lookup) -> Materials | None:
    """The surfaces in ``surfacemat.2da``; None where it is missing or cannot be read."""
    resource = lookup.find("surfacemat", "2da")
    if resource is None:
        return None
    try:
        return Materials.from_2da(parse_2da(resource.read(), resource.source), resource.source)
    except FormatError:
        return None


def list_files_beside(layout: Path) -> list[Path]:
    """The layout, and beside it the visibility and the walkmeshes of its rooms, once each.

    The layout alone where it cannot be read.
    """
    beside = FolderSource(layout.parent, layout.parent.as_posix())
    try:
        rooms = parse_layout(load_source(layout).data).rooms
        names = dict.fromkeys(name_key(room.name) for room in rooms if room.name != EMPTY_NAME)
        wanted = [(layout.stem, "vis"), *((name, "wok") for name in names)]
        found = [each for name, kind in wanted for each in beside.find_all(name, kind)[:1]]
    except FormatError:
        return [layout]
    return [layout, *(each.path for each in found if each.path is not None)]


def _is_own(resource: Resource, level: Level) -> bool:
    return any(resource in source.find_all(resource.name, resource.type) for source in level.own)


def _find_layout(resource: Resource | None) -> Layout | None:
    try:
        return parse_layout(resource.read(), resource.source) if resource else None
    except FormatError:
        return None
