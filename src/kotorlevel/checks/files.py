"""The rules on one file: what they look at in it, and what they find."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kotorlevel.checks.causes import SuspectTables
from kotorlevel.checks.causes.explain import find_causes
from kotorlevel.checks.facts.mesh.shipped import is_shipped
from kotorlevel.checks.finding import Finding, Severity, severity_of
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
from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.memory import recall
from kotorlevel.core.source import load_source
from kotorlevel.formats.detect import Format, detect_format
from kotorlevel.formats.lyt import Layout, parse_layout
from kotorlevel.formats.vis import Visibility, parse_visibility
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.install.resources import Resource
    from kotorlevel.checks.facts.area.ways import EntryReach

Subject = FileSubject | MeshSubject | LayoutSubject | VisibilitySubject | AreaSubject


class Checked(NamedTuple):
    """What reports call a file, and its findings; of an area also how far the player gets."""

    name: str
    findings: list[Finding]
    reached: EntryReach | None = None


def check_file(path: Path, options: Options) -> Checked:
    """The name of a file and its findings; a VIS is seen with the LYT of its name beside it."""
    name = path.as_posix()
    try:
        data = load_source(path).data
    except FormatError as error:
        return Checked(name, unreadable(error, options, name))
    layout = layout_beside(path) if path.suffix.lower() == ".vis" else None
    return Checked(name, check_data(data, name, options, layout))


def check_resource(resource: Resource, options: Options, layout: Layout | None) -> list[Finding]:
    """The findings in one resource, wherever it lies."""
    try:
        data = resource.read()
    except FormatError as error:
        return run_rules([FileSubject(resource.source, error)], options, resource.source)
    # A report's name ends like the file, so that the format of a VIS is known by it.
    return check_data(data, resource.source, options, layout)


def check_data(
    data: bytes, name: str, options: Options, layout: Layout | None = None
) -> list[Finding]:
    """The findings in the bytes of one file."""
    # A layout is looked at beside a visibility alone.
    beside = [layout] if detect_format(data, name) == "vis" else []
    found = recall(
        ("findings", name, data, options),
        beside,
        lambda: run_rules(subjects_of_data(data, name, options, layout), options, name),
    )
    return [*found]


def check_value(
    value: Walkmesh | Layout | Visibility, name: str, options: Options
) -> list[Finding]:
    """The findings in a value that was made or read before."""
    subjects: list[Subject]
    if isinstance(value, Walkmesh):
        subjects = _mesh_subjects(value, name)
    elif isinstance(value, Layout):
        subjects = [LayoutSubject(name, value)]
    else:
        subjects = [VisibilitySubject(name, value)]
    return run_rules(subjects, options, name)


def area_files(area: Area) -> list[Resource]:
    """The level files of an area: layout, visibility, the walkmeshes of its rooms, once each."""
    found = [area.files[kind] for kind in ("lyt", "vis") if kind in area.files]
    found += [room.resource for room in area.rooms if room.resource is not None]
    return list({resource.source: resource for resource in found}.values())


def unreadable(error: FormatError, options: Options, name: str = "") -> list[Finding]:
    """A file that cannot be read, as a finding on it, or on ``name`` if it is not known."""
    name = error.source or name
    return run_rules([FileSubject(name, error)], options, name)


def run_rules(subjects: Iterable[Subject], options: Options, name: str) -> list[Finding]:
    """The findings of every wanted rule on each subject that is its kind."""
    findings: list[Finding] = []
    for subject in subjects:
        has_geometry = getattr(subject, "has_geometry", True)
        found: list[Finding] = []
        with np.errstate(all="ignore"):  # hostile numbers are findings, not warnings
            for rule in rules_on(type(subject)):
                is_off = rule.on_request and not options.asks_for(rule.id)
                is_possible = has_geometry or not rule.geometry
                if is_possible and not is_off and options.wants(rule.id, name):
                    found += rule.run(subject, options)
        found = [replace(f, file=f.file or name) for f in found]
        if isinstance(subject, TablesSubject) and found:
            suspect = SuspectTables(subject, found)
            for rule in rules_on(SuspectTables):
                if options.wants(rule.id, name):
                    found += [replace(f, file=f.file or name) for f in rule.run(suspect, options)]
        if isinstance(subject, AreaSubject):
            found += [cause.finding for cause in find_causes(subject, options, found)]
            found = _with_their_causes(_sparing_points(found))
        # A rule on an area names other files than the one it was asked about.
        found = [f for f in found if options.wants(f.rule, f.file)]
        if isinstance(subject, MeshSubject) and not options.select:
            found = _sparing_the_games(subject, found)
        if not getattr(subject, "fixable", True):
            found = [replace(finding, fix="") for finding in found]
        findings += found
    return findings


WRONG_FLOOR = ("ARE009", "ARE012", "CAU")
"""Rules by whose errors a floor is missing, or not where it should be."""

_OFF_THE_FLOOR = ("PTH001", "PTH004")


def _sparing_points(found: list[Finding]) -> list[Finding]:
    """The findings; points off a floor that is wrong itself are not to be dropped: it will come."""
    errors = (f for f in found if f.rule.startswith(WRONG_FLOOR))
    if not any(severity_of(finding) == Severity.ERROR for finding in errors):
        return found
    return [replace(f, fix="") if f.rule in _OFF_THE_FLOOR else f for f in found]


def _with_their_causes(found: list[Finding]) -> list[Finding]:
    """The findings, those of which the cause has no safe fix without one of their own.

    To mend a consequence alone would take away the evidence, and leave the cause.
    """
    explained = {key for f in found if f.fix != "safe" for key in f.explains}
    return [
        replace(f, fix="unsafe") if f.fix == "safe" and f.key in explained else f for f in found
    ]


def _sparing_the_games(subject: MeshSubject, found: list[Finding]) -> list[Finding]:
    """The findings, of a walkmesh as the games ship it without any safe fix.

    What the game has played with for twenty years is not changed unless somebody asks for it.
    """
    if not any(finding.fix == "safe" for finding in found) or not is_shipped(subject.mesh):
        return found
    return [replace(f, fix="unsafe") if f.fix == "safe" else f for f in found]


def subjects_of_data(
    data: bytes, name: str, options: Options, layout: Layout | None = None
) -> list[Subject]:
    """What rules look at in the bytes of one file."""
    kind = detect_format(data, name)
    if kind is None:
        text = "not a level file that KotorLevel knows"
        if name.lower().endswith((".mdl", ".mdx")):
            text = "a model is checked with its area: give the folder, or the layout in it"
        return [FileSubject(name, FormatError(text, source=name))]
    try:
        problems, subjects = _READERS[kind](data, name, options, layout)
    except FormatError as error:
        return [FileSubject(name, error)]
    return [FileSubject(name, None, problems, kind not in ("ascii", "2da")), *subjects]


def _read_bwm(
    data: bytes, name: str, options: Options, _: Layout | None
) -> tuple[tuple[Problem, ...], list[Subject]]:
    mesh = Walkmesh.from_bytes(data, name, options.surfaces)
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
    from kotorlevel.formats.ascii import find_walkmesh_nodes, parse_ascii
    from kotorlevel.mesh.convert.from_ascii import meshes_from_ascii

    model = parse_ascii(data, name)
    if not find_walkmesh_nodes(model) and name.lower().endswith(".ascii"):
        return model.problems, []  # most models are no rooms
    meshes = list(meshes_from_ascii(model, options.surfaces))
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
    from kotorlevel.formats.twoda import parse_2da

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
