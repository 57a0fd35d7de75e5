"""Running the rules on files and values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.area.load import load_area
from kotorlevel.checks.finding import Finding, Report, severity_of
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rules_on
from kotorlevel.checks.subjects import (
    AreaSubject,
    FileSubject,
    LayoutSubject,
    MeshSubject,
    TablesSubject,
    VisibilitySubject,
)
from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import load_source
from kotorlevel.formats.ascii import find_walkmesh_nodes, parse_ascii
from kotorlevel.formats.detect import Format, detect_format, find_files
from kotorlevel.formats.lyt import Layout, parse_layout
from kotorlevel.formats.twoda import parse_2da
from kotorlevel.formats.vis import Visibility, parse_visibility
from kotorlevel.mesh.from_ascii import meshes_from_ascii
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.install.resources import Resource
    from kotorlevel.core.errors import Problem

Subject = FileSubject | MeshSubject | LayoutSubject | VisibilitySubject | AreaSubject
Checkable = str | PathLike[str] | bytes | Walkmesh | Layout | Visibility | Area


def check(
    target: Checkable | Iterable[Checkable], options: Options | None = None, name: str = ""
) -> Report:
    """The report on a file, a folder, an area, bytes, a mesh, a layout or a visibility, or several.

    The area of every layout in a folder is checked as a whole, too. ``name`` is what the report
    calls bytes and values.
    """
    options = options or Options()
    targets = [target] if isinstance(target, _CHECKABLE) else list(target)
    files: list[str] = []
    findings: list[Finding] = []
    for each in targets:
        for shown, subjects in _subjects_of(each, options, name):
            files.append(shown)
            findings += run_rules(subjects, options, shown)
    return make_report(findings, files)


_CHECKABLE = (str, PathLike, bytes, Walkmesh, Layout, Visibility, Area)


def make_report(findings: Iterable[Finding], files: Iterable[str]) -> Report:
    """A report in its stable order: by file, the worst first, then by rule and place."""
    ordered = sorted(
        findings,
        key=lambda f: (f.file, -severity_of(f), f.rule, f.line or 0, f.offset or 0, f.numbers),
    )
    return Report(tuple(ordered), tuple(dict.fromkeys(files)))


def check_data(
    data: bytes, name: str, options: Options, layout: Layout | None = None
) -> list[Finding]:
    """The findings in the bytes of one file."""
    return run_rules(subjects_of_data(data, name, options, layout), options, name)


def run_rules(subjects: Iterable[Subject], options: Options, name: str) -> list[Finding]:
    """The findings of every wanted rule on each subject that is its kind."""
    findings: list[Finding] = []
    for subject in subjects:
        has_geometry = getattr(subject, "has_geometry", True)
        found: list[Finding] = []
        with np.errstate(all="ignore"):  # hostile numbers are findings, not warnings
            for rule in rules_on(type(subject)):
                if (has_geometry or not rule.geometry) and options.wants(rule.id, name):
                    found += rule.run(subject, options)
        found = [replace(f, file=f.file or name) for f in found]
        # A rule on an area names other files than the one it was asked about.
        found = [f for f in found if options.wants(f.rule, f.file)]
        if not getattr(subject, "fixable", True):
            found = [replace(finding, fix="") for finding in found]
        findings += found
    return findings


def _subjects_of(
    target: Checkable, options: Options, name: str
) -> Iterator[tuple[str, list[Subject]]]:
    """For each file behind ``target``: what a report calls it, and what rules look at."""
    if isinstance(target, bytes):
        yield name, subjects_of_data(target, name, options)
    elif isinstance(target, Walkmesh):
        yield name, _mesh_subjects(target, name)
    elif isinstance(target, Layout):
        yield name, [LayoutSubject(name, target)]
    elif isinstance(target, Visibility):
        yield name, [VisibilitySubject(name, target)]
    elif isinstance(target, Area):
        yield from subjects_of_area(target, options)
    else:
        path = Path(target)
        for file in find_files(path) if path.is_dir() else [path]:
            yield file.as_posix(), subjects_of_file(file, file.as_posix(), options)
            if path.is_dir() and file.suffix.lower() == ".lyt":
                yield file.as_posix(), area_around(file)


def subjects_of_area(area: Area, options: Options) -> Iterator[tuple[str, list[Subject]]]:
    """For each file of an area what a report calls it and what rules look at, then the area."""
    options = options if options.materials else replace(options, materials=area.surfaces)
    for resource in area_files(area):
        try:
            subjects = subjects_of_data(resource.read(), resource.source, options, area.layout)
        except FormatError as error:
            subjects = [FileSubject(resource.source, error)]
        yield resource.source, subjects
    layout = area.files.get("lyt")
    name = layout.source if layout else area.name
    yield name, [AreaSubject(name, area)]


def area_files(area: Area) -> list[Resource]:
    """The level files of an area: layout, visibility, the walkmeshes of its rooms, once each."""
    found = [area.files[kind] for kind in ("lyt", "vis") if kind in area.files]
    found += [room.resource for room in area.rooms if room.resource is not None]
    return list({resource.source: resource for resource in found}.values())


def area_around(layout: Path) -> list[Subject]:
    """The area of a layout file with what lies beside it; nothing if it cannot be read.

    Why it cannot is a finding on the file itself.
    """
    try:
        return [AreaSubject(layout.as_posix(), load_area(layout))]
    except FormatError:
        return []


def subjects_of_file(path: Path, name: str, options: Options) -> list[Subject]:
    """What rules look at in one file; a VIS comes with the LYT of the same name beside it."""
    try:
        data = load_source(path).data
    except FormatError as error:
        return [FileSubject(name, error)]
    layout = None
    if path.suffix.lower() == ".vis":
        layout = layout_beside(path)
    return subjects_of_data(data, name, options, layout)


def subjects_of_data(
    data: bytes, name: str, options: Options, layout: Layout | None = None
) -> list[Subject]:
    """What rules look at in the bytes of one file."""
    kind = detect_format(data, name)
    if kind is None:
        error = FormatError("not a level file that KotorLevel knows", source=name)
        return [FileSubject(name, error)]
    try:
        problems, subjects = _READERS[kind](data, name, options, layout)
    except FormatError as error:
        return [FileSubject(name, error)]
    return [FileSubject(name, None, problems, kind not in ("ascii", "2da")), *subjects]


def _read_bwm(
    data: bytes, name: str, options: Options, _: Layout | None
) -> tuple[tuple[Problem, ...], list[Subject]]:
    mesh = Walkmesh.from_bytes(data, name, options.materials)
    assert mesh.stored is not None
    return mesh.stored.problems, _mesh_subjects(mesh, name)


def subjects_of_mesh(mesh: Walkmesh, name: str) -> list[Subject]:
    """What rules look at in the file of a walkmesh that has been read."""
    assert mesh.stored is not None
    return [FileSubject(name, None, mesh.stored.problems), *_mesh_subjects(mesh, name)]


def _mesh_subjects(mesh: Walkmesh, name: str) -> list[Subject]:
    tables = [TablesSubject(name, mesh, mesh.stored)] if mesh.stored is not None else []
    return [MeshSubject(name, mesh), *tables]


def _read_ascii(
    data: bytes, name: str, options: Options, _: Layout | None
) -> tuple[tuple[Problem, ...], list[Subject]]:
    model = parse_ascii(data, name)
    if not find_walkmesh_nodes(model):  # most models are no rooms
        return model.problems, []
    meshes = list(meshes_from_ascii(model, options.materials))
    extra = tuple(problem for each in meshes for problem in each.problems[len(model.problems) :])
    return model.problems + extra, [MeshSubject(name, each.mesh, fixable=False) for each in meshes]


def _read_layout(
    data: bytes, name: str, _: Options, __: Layout | None
) -> tuple[tuple[Problem, ...], list[Subject]]:
    layout = parse_layout(data, name)
    return layout.problems, [LayoutSubject(name, layout)]


def _read_visibility(
    data: bytes, name: str, _: Options, layout: Layout | None
) -> tuple[tuple[Problem, ...], list[Subject]]:
    visibility = parse_visibility(data, name)
    return visibility.problems, [VisibilitySubject(name, visibility, layout)]


def _read_2da(
    data: bytes, name: str, _: Options, __: Layout | None
) -> tuple[tuple[Problem, ...], list[Subject]]:
    return parse_2da(data, name).problems, []


_READERS: dict[Format, Callable[..., tuple[Any, list[Subject]]]] = {
    "bwm": _read_bwm,
    "ascii": _read_ascii,
    "lyt": _read_layout,
    "vis": _read_visibility,
    "2da": _read_2da,
}


def layout_beside(path: Path) -> Layout | None:
    """The layout with the same name in the same folder, in any case, if it can be read."""
    wanted = path.stem.lower() + ".lyt"
    try:
        beside = sorted(other for other in path.parent.iterdir() if other.name.lower() == wanted)
        return parse_layout(load_source(beside[0]).data) if beside else None
    except (FormatError, OSError):
        return None
