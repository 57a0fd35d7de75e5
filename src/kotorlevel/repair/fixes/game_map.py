"""The fix for the map's fields: set anew in the ARE, so that the floor is on the picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kotorlevel.area.area_file import read_area_file
from kotorlevel.area.gamemap.fields import with_map_fields
from kotorlevel.checks.facts.area.game_map import fitting_fields
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.repair.step import AreaFiles, AreaFix, FileChange, Step

_RULES = ("MAP001", "MAP002", "MAP004")


def _set_fields(
    subject: AreaSubject, findings: Sequence[Finding], files: AreaFiles, _: Options
) -> dict[Path, FileChange]:
    """The ARE with fields that fit the floor, and nothing else in it changed."""
    are, fields = read_area_file(subject.area), fitting_fields(subject.area)
    if files.are is None or are is None or fields is None:
        return {}
    rules = tuple(sorted({finding.rule for finding in findings}))
    step = Step("set the map's fields, with the floor on its picture", rules)
    return {files.are: FileChange(with_map_fields(are, fields).to_bytes(), step)}


MAP_FIX = AreaFix(_RULES, _set_fields)
"""Unsafe: somebody may have a picture for the old ones."""
