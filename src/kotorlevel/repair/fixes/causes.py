"""The fix for causes: the files of an area become what they were before it happened."""

from collections.abc import Sequence
from pathlib import Path

from kotorlevel.checks.causes import Suspect
from kotorlevel.checks.causes.explain import Cause, find_causes
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rules_on
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.mesh.io import encode_walkmesh
from kotorlevel.repair.step import AreaFiles, AreaFix, FileChange, Step


def _undo(
    subject: AreaSubject, findings: Sequence[Finding], files: AreaFiles, options: Options
) -> dict[Path, FileChange]:
    """What undoes the first of the causes that are named."""
    wanted = {(finding.rule, finding.numbers, finding.file) for finding in findings}
    for cause in find_causes(subject, options):
        named = cause.finding.rule, cause.finding.numbers, cause.finding.file
        # Those before it were not to be undone, and it was found in the area without them.
        return _changes(subject, cause, files) if named in wanted else {}
    return {}


def _changes(subject: AreaSubject, cause: Cause, files: AreaFiles) -> dict[Path, FileChange]:
    """The files that differ; none where one of them may not be changed."""
    before, after = subject.area, cause.area
    step = Step(f"undid: {cause.finding.text}", (cause.finding.rule,))
    changes: dict[Path, FileChange] = {}
    singles = (
        (files.layout, before.layout, after.layout),
        (files.visibility, before.visibility, after.visibility),
    )
    for path, old, new in singles:
        if new is not None and new is not old and (old is None or new.to_bytes() != old.to_bytes()):
            if path is None:
                return {}
            changes[path] = FileChange(new.to_bytes(), step)
    for old_room, room in zip(before.rooms, after.rooms, strict=True):
        if room.mesh is not old_room.mesh and room.mesh is not None and old_room.mesh is not None:
            if room.index not in files.rooms:
                continue  # of another mod or of the game: told with the notes
            data = encode_walkmesh(room.mesh, room.name)
            changes[files.rooms[room.index]] = FileChange(data, step)
    return changes


def _cause_rules() -> tuple[str, ...]:
    return tuple(rule.id for rule in rules_on(Suspect))


CAUSE_FIX = AreaFix(_cause_rules(), _undo)
"""First of all: what follows from a cause is not to be mended one by one."""
