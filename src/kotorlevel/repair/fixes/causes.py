"""The fix for causes: the files of an area become what they were before it happened."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.checks.causes import Suspect
from kotorlevel.checks.causes.explain import Cause, find_causes, finding_key
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rules_on
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.lyt import Layout, parse_layout
from kotorlevel.formats.vis import Visibility, parse_visibility
from kotorlevel.mesh.io import encode_walkmesh
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.repair.step import AreaFiles, AreaFix, FileChange, Step


def _undo(
    subject: AreaSubject, findings: Sequence[Finding], files: AreaFiles, options: Options
) -> dict[Path, FileChange]:
    """What undoes the first of the causes that are named."""
    wanted = set(map(finding_key, findings))
    before = subject.area
    for cause in find_causes(subject, options):
        # A cause is found in the area without those before it: only what it adds is taken.
        if finding_key(cause.finding) in wanted:
            changes = _changes(subject.area, before, cause, files)
            if changes:
                return changes
        before = cause.area
    return {}


def _changes(shipped: Area, before: Area, cause: Cause, files: AreaFiles) -> dict[Path, FileChange]:
    """The files that differ; none where one of them may not be changed, or not by this alone."""
    why, rules = cause.finding.text.partition(":")[0], (cause.finding.rule,)
    changes: dict[Path, FileChange] = {}
    for path, kind in ((files.layout, "layout"), (files.visibility, "visibility")):
        first, old, new = (getattr(each, kind) for each in (shipped, before, cause.area))
        if new is None or new is old:
            continue
        if path is None or first is not old:
            return {}
        data = _respelt(shipped.files[path.suffix[1:].lower()].read(), old, new)
        changes[path] = FileChange(data, Step(f"corrected the {kind}: {why}", rules))
    for first, old, new in zip(shipped.rooms, before.rooms, cause.area.rooms, strict=True):
        if new.mesh is None or old.mesh is None or new.mesh is old.mesh:
            continue
        if first.mesh is not old.mesh:
            return {}
        if new.index in files.rooms:  # else of another mod or of the game: told with the notes
            data = encode_walkmesh(new.mesh, new.name)
            what = _describe(old.mesh, new.mesh)
            changes[files.rooms[new.index]] = FileChange(data, Step(f"{what}: {why}", rules))
    return changes


def _respelt(data: bytes, old: Layout | Visibility, new: Layout | Visibility) -> bytes:
    """The text with names changed and nothing else, where that is all; else written anew."""
    after, parse = data, parse_layout if isinstance(new, Layout) else parse_visibility
    for before, now in zip(_names(old), _names(new), strict=True):
        if before != now:
            line = rb"(?im)^([ \t]*)" + re.escape(before.encode("latin-1")) + rb"(?=\s)"
            after = re.sub(line, rb"\g<1>" + now.encode("latin-1").replace(b"\\", rb"\\"), after)
    try:
        return after if parse(after).content == new.content else new.to_bytes()
    except FormatError:
        return new.to_bytes()


def _names(text: Layout | Visibility) -> list[str]:
    """Every name of a room in a text, in order."""
    if isinstance(text, Layout):
        return [room.name for room in text.rooms]
    return [name for entry in text.entries for name in (entry.name, *entry.sees)]


def _describe(old: Walkmesh, new: Walkmesh) -> str:
    """What was done to a walkmesh, in a few words with figures."""
    if not np.array_equal(old.vertices, new.vertices):
        return f"moved {counted(len(new.vertices), 'vertex', 'vertices')}"
    kept = Counter(old.materials.tolist()) & Counter(new.materials.tolist())
    painted = len(new.faces) - kept.total()
    if painted:
        return f"painted {counted(painted, 'face', 'faces')}"
    if not np.array_equal(old.faces, new.faces):
        turned = int((old.faces != new.faces).any(axis=1).sum())
        return f"turned {counted(turned, 'face', 'faces')} over"
    links = int((old.transitions != new.transitions).sum())
    return f"renumbered {counted(links, 'link', 'links')}"


def _cause_rules() -> tuple[str, ...]:
    return tuple(rule.id for rule in rules_on(Suspect) if rule.fix)


CAUSE_FIX = AreaFix(_cause_rules(), _undo)
"""First of all: what follows from a cause is not to be mended one by one."""
