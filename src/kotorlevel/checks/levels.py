"""The rules on whole levels: an area and its files, the areas of layouts, archives."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import Level, module_sources
from kotorlevel.area.install.resources import Resource
from kotorlevel.area.load import read_level
from kotorlevel.area.write import list_changes
from kotorlevel.checks.collect import LEVEL_TYPES, CheckInputs, LayoutFile
from kotorlevel.checks.facts.area.ways import find_entry_reach
from kotorlevel.checks.files import (
    Checked,
    area_files,
    check_data,
    check_resource,
    run_rules,
    subjects_of_mesh,
    unreadable,
)
from kotorlevel.checks.parallel import Batch, check_batches, file_batch
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.checks.told import keep_about, tell_edges_once
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.formats.lyt import Layout, parse_layout
from kotorlevel.formats.twoda import parse_2da
from kotorlevel.mesh.materials import Materials

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.checks.options import Options

_FEW_LAYOUTS = 4


def check_inputs(
    inputs: CheckInputs, area: Area | None, workers: int | None, seen: Collection[str]
) -> Iterator[list[Checked]]:
    """The findings on files, layouts, levels and archives; an ``area`` is not read again."""
    options = inputs.options
    for_files = with_game_surfaces(options, inputs.game)
    layouts = [*inputs.layouts.values()]
    ready = [each for each in layouts if area is not None and _is_of(area, each)]
    # A game without what this process has read of it: that would go along with every layout.
    fresh = Game(inputs.game.root, inputs.game.extra) if inputs.game else None
    by_layout = partial(check_layout_file, options=options, game=fresh)
    files = file_batch(inputs, for_files)
    others = Batch(by_layout, [each for each in layouts if each not in ready], _FEW_LAYOUTS)
    yield from ([each] for each in check_batches((files, others), workers))
    yield from ([check_area_alone(area, options)] for _ in ready if area is not None)
    for whole, levels in ((False, inputs.areas), (True, inputs.levels)):
        for level in levels:
            yield _check_found(level, options, area, whole=whole)
    for path in inputs.archives:
        yield [*_check_archive(path, for_files, seen)]


def _is_of(area: Area, layout: LayoutFile) -> bool:
    return "lyt" in area.files and area.files["lyt"].path == layout.path


def _check_found(
    level: Level, options: Options, area: Area | None, *, whole: bool
) -> list[Checked]:
    """What is wrong in the area of a level and, of a ``whole`` one, in its files."""
    try:
        if area is None or level.lookup.find(level.name, "lyt") != area.files.get("lyt"):
            area = read_level(level)
        return [*check_level(level, area, options)] if whole else [check_area_alone(area, options)]
    except FormatError as error:
        found = unreadable(error, options, level.name)
        return [Checked(error.source or level.name, found)]


def check_area(area: Area, options: Options) -> Iterator[Checked]:
    """The findings on the files of an area as it is now, edited or not, and then on the area."""
    told = with_surfaces(options, area)
    # What was edited is not yet in the files that it was read from.
    edited = {each.old.source if each.old else each.filename: each for each in list_changes(area)}
    for resource in area_files(area):
        if resource.source not in edited:
            found = check_resource(resource, told, area.layout)
            yield Checked(resource.source, found)
    for source, change in edited.items():
        if change.filename.lower().endswith(LEVEL_TYPES):
            yield Checked(source, check_data(change.data, source, told, area.layout))
    yield check_area_alone(area, options)


def check_level(level: Level, area: Area, options: Options) -> Iterator[Checked]:
    """The findings on the files of a level whose ``area`` has been read, and then on the area.

    Of a level that the caller has pointed at, only its own files are checked, not those that the
    game adds; the area is checked with all of them.
    """
    told = with_surfaces(options, area)
    meshes = {r.resource.source: r.mesh for r in area.rooms if r.resource and not r.is_changed}
    for resource in area_files(area):
        if level.own and not _is_own(resource, level):
            continue
        mesh = meshes.get(resource.source)
        if mesh is not None and mesh.stored and mesh.surfaces is told.surfaces:  # has been read
            found = run_rules(subjects_of_mesh(mesh, resource.source), told, resource.source)
        else:
            found = check_resource(resource, told, area.layout)
        yield Checked(resource.source, found)
    yield check_area_alone(area, options)


def _is_own(resource: Resource, level: Level) -> bool:
    return any(resource in source.find_all(resource.name, resource.type) for source in level.own)


def check_area_alone(area: Area, options: Options) -> Checked:
    """The findings of the rules on whole areas, under the name of its layout."""
    layout = area.files.get("lyt")
    name = layout.source if layout else area.name
    subject, told = AreaSubject(name, area), with_surfaces(options, area)
    found = tell_edges_once(run_rules([subject], told, name))
    # Rules have asked where one can walk to; who does not want these need not wait for it.
    reached = find_entry_reach(subject, told) if options.wants("NAV001", name) else None
    return Checked(name, found, reached)


def check_layout_file(layout: LayoutFile, options: Options, game: Game | None = None) -> Checked:
    """The findings on the area of a layout file, not those on its files.

    None where the layout cannot be read, which is a finding on the file itself.
    """
    name = layout.path.as_posix()
    try:
        area = read_level(layout.find_level(game))
    except FormatError as error:
        is_layout = error.source in (name, str(layout.path))
        return Checked(name, [] if is_layout else unreadable(error, options, name))
    checked = check_area_alone(area, options)
    return keep_about(checked, area, layout.only) if layout.only else checked


def _check_archive(path: Path, options: Options, seen: Collection[str]) -> Iterator[Checked]:
    """The findings on every level file in an archive but those whose names are in ``seen``."""
    for source in module_sources(path):
        try:
            resources = [each for each in source.resources() if each.extension in LEVEL_TYPES]
        except FormatError as error:
            yield Checked(source.place, unreadable(error, options, source.place))
            continue
        layouts = {name_key(each.name): each for each in resources if each.extension == "lyt"}
        for resource in resources:
            if resource.source not in seen:
                layout = _parse_layout(layouts.get(name_key(resource.name)))
                yield Checked(resource.source, check_resource(resource, options, layout))


def _parse_layout(resource: Resource | None) -> Layout | None:
    try:
        return parse_layout(resource.read(), resource.source) if resource else None
    except FormatError:
        return None


def with_surfaces(options: Options, area: Area) -> Options:
    """The options, with the area's own surfaces where no others were asked for."""
    return options if options.surfaces else replace(options, surfaces=area.surfaces)


def with_game_surfaces(options: Options, game: Game | None) -> Options:
    """The options, with the surfaces of a game where there is one and no others were asked for."""
    if game is None or options.surfaces is not None:
        return options
    resource = game.lookup().find("surfacemat", "2da")
    if resource is None:
        return options
    try:
        table = parse_2da(resource.read(), resource.source)
        return replace(options, surfaces=Materials.from_2da(table, resource.source))
    except FormatError:
        return options
