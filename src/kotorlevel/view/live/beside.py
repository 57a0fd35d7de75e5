"""What is wrong in the files beside those of an area: doors, placeables, walkmeshes of no room."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kotorlevel.area.area import Area
from kotorlevel.checks.collect import collect_inputs
from kotorlevel.checks.files import area_files, check_file
from kotorlevel.checks.finding import Report
from kotorlevel.checks.levels import with_surfaces
from kotorlevel.checks.options import Options
from kotorlevel.core.errors import FormatError


def check_beside(path: Path, area: Area, options: Options) -> Report:
    """The findings in the files of a folder that are not of its area, as `check` has them."""
    own = {file.path.resolve() for file in area_files(area) if file.path is not None}
    bare = replace(options, baseline=None)
    try:
        inputs = collect_inputs([path], bare)
    except FormatError:
        return Report((), ())
    told = with_surfaces(inputs.options, area)
    checked = [check_file(file, told) for file in inputs.files if file.resolve() not in own]
    findings = tuple(finding for each in checked for finding in each.findings)
    report = Report(findings, tuple(each.name for each in checked))
    return report if options.baseline is None else options.baseline.without_known(report, bare)


def join_reports(first: Report, second: Report) -> Report:
    """Both as one; notes and all else are those of the first."""
    if not second.findings:
        return first
    files = tuple(dict.fromkeys((*first.files, *second.files)))
    return replace(first, findings=(*first.findings, *second.findings), files=files)
