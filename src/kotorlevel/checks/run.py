"""`check`: what is wrong in files, areas, archives, games and values.

The only place where a check is put together; the commands, the map, the page and the report ask it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path

from kotorlevel.area.area import Area
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import Level, module_sources
from kotorlevel.area.install.resources import Resource
from kotorlevel.area.load import read_level
from kotorlevel.area.write import list_changes
from kotorlevel.checks.collect import LEVEL_TYPES, CheckInputs, LayoutFile, collect_inputs
from kotorlevel.checks.facts.area.ways import EntryReach, find_entry_reach
from kotorlevel.checks.files import (
    Checked,
    area_files,
    check_data,
    check_file,
    check_resource,
    check_value,
    run_rules,
    subjects_of_mesh,
    unreadable,
)
from kotorlevel.checks.finding import Finding, Report
from kotorlevel.checks.line_ends import tell_line_ends_once
from kotorlevel.checks.options import Options
from kotorlevel.checks.parallel import Batch, check_batches
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.checks.told import keep_about, tell_edges_once
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.formats.lyt import Layout, parse_layout
from kotorlevel.formats.twoda import parse_2da
from kotorlevel.formats.vis import Visibility
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh

Value = bytes | Walkmesh | Layout | Visibility | Area
Checkable = str | PathLike[str] | Value
Progress = Callable[[int, int], None]
"""Is told how much is done, and the whole."""

_FEW_FILES = 100
_FILES_A_TASK = 16
_FEW_LAYOUTS = 4


def check(
    targets: Checkable | Iterable[Checkable],
    options: Options | None = None,
    *,
    game: Game | str | Path | None = None,
    module: str | None = None,
    override: Sequence[str | Path] = (),
    archives: bool = False,
    workers: int | None = None,
    name: str = "",
    area: Area | None = None,
    around: bool = False,
    progress: Progress | None = None,
) -> Report:
    """The report on one or more files, folders, archives, games and values.

    A path is a file, a folder for every level file below it, an archive (MOD, RIM, ERF), or the
    folder of a game with ``module``. A layout, also one in a folder or an archive, stands for its
    whole area: the walkmeshes of its rooms, and how they fit together with the doors, placeables
    and the entry of the module. The walkmesh of a room is also looked at in the area whose layout
    is beside it, as far as that concerns it; ``around`` files their whole areas are meant, each
    once. ``game`` gives what a mod does not bring along, ``override`` folders come before that.
    Archives in a folder are named in the notes, or with ``archives`` checked as well. The
    findings are those of the command; what ``kotorlevel.toml`` says
    is known here only if ``options`` come from `load_options`.

    Values are bytes, walkmeshes, layouts, visibilities and areas; ``name`` is what the report
    calls them. An ``area`` that was read already is not read again. ``workers`` is how many
    processes are used at most, 1 for this one alone; ``progress`` is told how far it is.

    Raises `FormatError` where a path holds nothing to check. A path that is not there, and a file
    that cannot be read, are findings.

        report = kl.check("my_mod", game="swkotor", module="tar_m10aa")
        report.errors[0].text
    """
    options = options or Options()
    given = [targets] if isinstance(targets, CHECKABLE) else list(targets)
    for each in given:
        if not isinstance(each, CHECKABLE):
            raise TypeError(f"{type(each).__name__} is nothing that can be checked")
    paths = [each for each in given if isinstance(each, (str, PathLike))]
    values = [each for each in given if not isinstance(each, (str, PathLike))]
    baseline, options = options.baseline, replace(options, baseline=None)  # workers need none
    inputs = collect_inputs(
        paths,
        options,
        game=game,
        module=module,
        override=override,
        archives=archives,
        around=around,
    )
    names: dict[str, None] = {}
    findings: list[Finding] = []
    reached: dict[str, EntryReach] = {}
    parts = _check_all(inputs, values, name, area, workers, names)
    whole = _count(inputs) + len(values)
    for done, part in enumerate(parts, 1):
        for checked in part:
            names[checked.name] = None
            findings += checked.findings
            reached |= {checked.name: checked.reached} if checked.reached else {}
        if progress is not None:
            progress(min(done, whole), whole)
    notes, missing = tuple(inputs.notes), tuple(inputs.missing)
    told = tuple(tell_line_ends_once(findings))
    report = Report(told, tuple(names), notes, missing, inputs, tuple(reached.values()))
    return report if baseline is None else baseline.without_known(report, options)


CHECKABLE = (str, PathLike, bytes, Walkmesh, Layout, Visibility, Area)


def _count(inputs: CheckInputs) -> int:
    """How many parts `_check_all` has, those apart that take no time."""
    packed = len(inputs.areas) + len(inputs.levels) + len(inputs.archives)
    return len(inputs.files) + len(inputs.layouts) + packed


def _check_all(
    inputs: CheckInputs,
    values: Sequence[Value],
    name: str,
    area: Area | None,
    workers: int | None,
    seen: Collection[str],
) -> Iterator[list[Checked]]:
    """The files, areas and values with their findings; ``seen`` grows with what was yielded."""
    options = inputs.options
    for_files = with_game_surfaces(options, inputs.game)
    layouts = [*inputs.layouts.values()]
    ready = [each for each in layouts if area is not None and _is_of(area, each)]
    # A game without what this process has read of it: that would go along with every layout.
    fresh = Game(inputs.game.root, inputs.game.extra) if inputs.game else None
    by_layout = partial(check_layout_file, options=options, game=fresh)
    files = Batch(
        partial(check_file, options=for_files), [*inputs.files], _FEW_FILES, _FILES_A_TASK
    )
    others = Batch(by_layout, [each for each in layouts if each not in ready], _FEW_LAYOUTS)
    yield from ([each] for each in check_batches((files, others), workers))
    yield from ([check_area_alone(area, options)] for _ in ready if area is not None)
    for whole, levels in ((False, inputs.areas), (True, inputs.levels)):
        for level in levels:
            yield _check_found(level, options, area, whole=whole)
    for path in inputs.archives:
        yield [*_check_archive(path, for_files, seen)]
    for value in values:
        yield [*_check_value(value, name, options)]
    lost = (*inputs.errors, *inputs.missing)
    yield [Checked(each.source, unreadable(each, options)) for each in lost]


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


def _check_value(value: Value, name: str, options: Options) -> Iterator[Checked]:
    if isinstance(value, bytes):
        yield Checked(name, check_data(value, name, options))
    elif not isinstance(value, Area):
        yield Checked(name, check_value(value, name, options))
    else:
        told = with_surfaces(options, value)
        # What was edited is not yet in the files that it was read from.
        edited = {
            each.old.source if each.old else each.filename: each for each in list_changes(value)
        }
        for resource in area_files(value):
            if resource.source not in edited:
                found = check_resource(resource, told, value.layout)
                yield Checked(resource.source, found)
        for source, change in edited.items():
            if change.filename.lower().endswith(LEVEL_TYPES):
                yield Checked(source, check_data(change.data, source, told, value.layout))
        yield check_area_alone(value, options)


# Levels


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
