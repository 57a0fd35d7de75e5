"""Which parts a report has: one for each area, then one for each file that belongs to none."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kotorlevel.area.area import Area
from kotorlevel.area.load import read_level
from kotorlevel.checks.collect import CheckInputs
from kotorlevel.checks.files import area_files
from kotorlevel.checks.finding import Report
from kotorlevel.core.errors import FormatError
from kotorlevel.mesh.io import read_single_walkmesh
from kotorlevel.mesh.materials import Materials
from kotorlevel.view.scene.scene import Scene, build_scene
from kotorlevel.view.show import why_no_floor

MOST_PICTURES = 40
"""Areas and files with a map; the findings of others stand in one table at the end."""


@dataclass(frozen=True, eq=False)
class Section:
    """What a report tells of one area or file: ``report`` has its findings alone.

    They have the numbers that they have in the ``whole``, if there is one: a report on one level
    counts all that was found there once, as its map and its page do.

    ``scene`` is None where there is nothing to draw; ``note`` then says why, if that is not plain.
    ``has_map`` is False for what says nothing from above, such as the leaf of a door.
    """

    title: str
    report: Report
    scene: Scene | None = None
    note: str = ""
    has_map: bool = True
    whole: Report | None = None


def make_sections(report: Report, areas: Iterable[Area] = ()) -> list[Section]:
    """The parts of a report; every finding is in exactly one of them.

    ``areas`` are those that were checked as values; others are read again.
    """
    inputs = report.inputs
    surfaces = inputs.options.surfaces if inputs else None
    sections: list[Section] = []
    taken: set[str] = set()
    levels = list(itertools.islice(_all_areas(inputs, areas), MOST_PICTURES))
    whole = report if len(levels) == 1 else None
    for area in levels:
        mine = _files_of(area) - taken
        taken |= mine
        sections.append(_area_section(area, _part_of(report, mine), surfaces, whole))
    rest = _part_of(report, {*report.files, *(f.file for f in report.findings)} - taken)
    faulty = {finding.file for finding in rest.findings}
    for path in inputs.files if inputs else ():
        name = path.as_posix()
        wanted = name in faulty or (len(rest.files) == 1 and name in rest.files)
        if wanted and len(sections) < MOST_PICTURES:
            section = _file_section(path, _part_of(rest, {name}), surfaces, whole)
            if section is not None:
                taken.add(name)
                sections.append(section)
    others = _part_of(rest, {*rest.files, *faulty} - taken)
    if others.findings or not sections:
        title = "Other files" if sections else "All files"
        sections.append(Section(title, others, whole=whole))
    return sections


def _all_areas(inputs: CheckInputs | None, areas: Iterable[Area]) -> Iterator[Area]:
    yield from areas
    yield from _read_areas(inputs) if inputs else ()


def _read_areas(inputs: CheckInputs) -> Iterator[Area]:
    """The areas that were checked, as far as they can be read; why not is among the findings."""
    for layout in inputs.layouts.values():
        try:
            yield read_level(layout.find_level(inputs.game))
        except FormatError:
            continue
    for level in (*inputs.areas, *inputs.levels):
        try:
            yield read_level(level)
        except FormatError:
            continue


def _files_of(area: Area) -> set[str]:
    """What reports call the files of an area, and the area itself."""
    names = {resource.source for resource in area_files(area)}
    names |= {source for door in area.doors for source in door.sources if source}
    names |= {thing.source for thing in area.placeables if thing.source}
    layout = area.files.get("lyt")
    return names | {layout.source if layout else area.name}


def _part_of(report: Report, files: Iterable[str]) -> Report:
    """The findings on some files alone."""
    chosen = set(files)
    return Report(
        tuple(finding for finding in report.findings if finding.file in chosen),
        tuple(name for name in report.files if name in chosen),
    )


def _area_section(
    area: Area, report: Report, surfaces: Materials | None, whole: Report | None
) -> Section:
    lacking = sum(room.mesh is None and not room.is_empty_slot for room in area.rooms)
    if lacking == len([room for room in area.rooms if not room.is_empty_slot]):
        text = "None of its rooms has a walkmesh here: no map."
        if any(room.error is not None for room in area.rooms):
            text = f"No map: {why_no_floor(area)}."
        return Section(area.name, report, None, text, whole=whole)
    scene = build_scene(area, report=report, surfaces=surfaces, whole=whole)
    return Section(area.name, report, scene, whole=whole)


def _file_section(
    path: Path, report: Report, surfaces: Materials | None, whole: Report | None
) -> Section | None:
    """The part on one walkmesh; None for a file that is none, or cannot be read."""
    try:
        mesh, _ = read_single_walkmesh(path, surfaces)
    except FormatError:
        return None
    scene = build_scene(mesh, report=report, name=path.name.split(".")[0], whole=whole)
    return Section(path.name, report, scene, has_map=mesh.is_area, whole=whole)
