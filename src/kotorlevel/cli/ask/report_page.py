"""``kotorlevel check --html``: which areas and files the report shows, and the file itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.load import read_level
from kotorlevel.checks.files import area_files
from kotorlevel.checks.finding import Report
from kotorlevel.cli.ask.scenes import why_no_floor
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import load_source
from kotorlevel.formats.detect import detect_format
from kotorlevel.view.html.report import Section, render_report
from kotorlevel.view.scene.scene import build_scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kotorlevel.area.area import Area
    from kotorlevel.checks.collect import CheckInputs
    from kotorlevel.checks.options import Options
    from kotorlevel.view.html.page import Bundle

ENDINGS = (".html", ".htm")

MOST_PICTURES = 40
"""Areas and files with a map; the findings of others stand in one table at the end."""


def choose_report(output: Path, *, force: bool) -> Path:
    """Where to write the report. Raises `CommandError` where that cannot be done."""
    from kotorlevel.cli.ask.outputs import choose_output

    if output.is_dir():
        raise CommandError(f"{output}: is a folder; name a file in it, as {output / 'report.html'}")
    return choose_output(output, output, ENDINGS, force=force)


def find_viewer() -> tuple[Bundle | None, str]:
    """The viewer, and where it was not built, what to say about that."""
    from kotorlevel.view.html.page import find_bundle

    try:
        return find_bundle(), ""
    except FormatError as error:
        return None, f"the report has maps, but no 3-D views. {error}"


def make_report_page(
    report: Report,
    inputs: CheckInputs,
    options: Options,
    *,
    title: str,
    hint: str,
    bundle: Bundle | None,
) -> str:
    """The page on a report: a part for each area, then for each file that belongs to none."""
    sections = make_sections(report, inputs, options)
    return render_report(sections, report, title=title, hint=hint, bundle=bundle)


def make_sections(report: Report, inputs: CheckInputs, options: Options) -> list[Section]:
    """The parts of the report; every finding is in exactly one of them."""
    sections: list[Section] = []
    taken: set[str] = set()
    for area in _read_areas(inputs):
        if len(sections) < MOST_PICTURES:
            mine = _files_of(area) - taken
            taken |= mine
            sections.append(_area_section(area, _part_of(report, mine), options))
    rest = _part_of(report, {*report.files, *(f.file for f in report.findings)} - taken)
    faulty = {finding.file for finding in rest.findings}
    for path in inputs.files:
        name = path.as_posix()
        wanted = name in faulty or (len(rest.files) == 1 and name in rest.files)
        if wanted and len(sections) < MOST_PICTURES:
            section = _file_section(path, _part_of(rest, {name}), options)
            if section is not None:
                taken.add(name)
                sections.append(section)
    others = _part_of(rest, {*rest.files, *faulty} - taken)
    if others.findings or not sections:
        sections.append(Section("Other files" if sections else "All files", others))
    return sections


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


def _area_section(area: Area, report: Report, options: Options) -> Section:
    lacking = sum(room.mesh is None and not room.is_empty_slot for room in area.rooms)
    if lacking == len([room for room in area.rooms if not room.is_empty_slot]):
        text = "None of its rooms has a walkmesh here: no map."
        if any(room.error is not None for room in area.rooms):
            text = f"No map: {why_no_floor(area)}."
        return Section(area.name, report, None, text)
    return Section(area.name, report, build_scene(area, report=report, surfaces=options.materials))


def _file_section(path: Path, report: Report, options: Options) -> Section | None:
    """The part on one walkmesh; None for a file that is none, or cannot be read."""
    from kotorlevel.cli.queries.rooms import load_mesh

    try:
        data, name = load_source(path)
        if detect_format(data, name) not in ("bwm", "ascii"):
            return None
        mesh, _ = load_mesh(path.as_posix(), data, options.materials)
    except (FormatError, CommandError):
        return None
    scene = build_scene(mesh, report=report, name=path.name.split(".")[0])
    return Section(path.name, report, scene, has_map=mesh.is_area)
