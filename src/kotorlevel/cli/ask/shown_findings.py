"""What ``check`` finds in a level that is shown: the same PATH gives the same findings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kotorlevel.checks.levels import (
    check_archive,
    check_area_alone,
    check_layout_file,
    check_level,
    check_read_level,
    find_surfaces,
    unreadable,
    with_surfaces,
)
from kotorlevel.checks.parallel import check_one
from kotorlevel.checks.run import make_report
from kotorlevel.cli.ask.check_inputs import collect_check_inputs
from kotorlevel.core.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kotorlevel.area.area import Area
    from kotorlevel.area.install.level import Level
    from kotorlevel.checks.finding import Finding, Report
    from kotorlevel.checks.levels import Checked
    from kotorlevel.checks.options import Options
    from kotorlevel.cli.ask.check_inputs import CheckInputs
    from kotorlevel.cli.ask.levels import Given


def find_faults(
    path: Path, given: Given, options: Options, level: Level | None = None, area: Area | None = None
) -> Report:
    """The report of ``kotorlevel check PATH``, where the ``area`` of ``level`` has been read.

    One process does it all: a server has threads, and processes cannot safely be started from
    among them.
    """
    inputs = collect_check_inputs((str(path),), given)
    # A file is checked once, and its area under the same name; nothing may replace the other.
    names: dict[str, None] = {}
    findings: list[Finding] = []
    for name, found in _check_all(inputs, options, level, area, names):
        names[name] = None
        findings += found
    return make_report(findings, names)


def _check_all(
    inputs: CheckInputs,
    options: Options,
    level: Level | None,
    area: Area | None,
    seen: dict[str, None],
) -> Iterator[Checked]:
    """Every file and every area with its findings; ``seen`` grows with what has been yielded."""
    for_files = options
    if inputs.game is not None and options.materials is None:
        for_files = replace(options, materials=find_surfaces(inputs.game.lookup()))
    yield from (check_one((path, path.as_posix()), for_files) for path in inputs.files)
    for layout in inputs.layouts.values():
        if area is not None and area.files["lyt"].path == layout.path:
            yield check_area_alone(area, with_surfaces(options, area))
        else:
            yield check_layout_file(layout, options, inputs.game)
    if inputs.areas and area is not None:
        yield check_area_alone(area, with_surfaces(options, area))
    for each in inputs.levels:
        yield from _check_level(each, options, level, area)
    for path in inputs.archives:
        yield from check_archive(path, for_files, seen)
    for broken in inputs.errors:
        yield broken.source, unreadable(broken, options)


def _check_level(
    found: Level, options: Options, level: Level | None, area: Area | None
) -> Iterator[Checked]:
    if level is not None and area is not None and found.name == level.name:
        yield from check_read_level(found, area, options)
        return
    try:
        yield from check_level(found, options)
    except FormatError as error:
        yield error.source or found.name, unreadable(error, options, found.name)
