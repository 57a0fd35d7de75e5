"""The fix for linked rooms that do not see each other: entries of the visibility."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from kotorlevel.checks.facts.area.linked_sight import find_unseen
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list
from kotorlevel.repair.fixes.visibility import with_seen
from kotorlevel.repair.step import AreaFiles, AreaFix, FileChange, Step


def _list_linked(
    subject: AreaSubject, _: Sequence[Finding], files: AreaFiles, __: Options
) -> dict[Path, FileChange]:
    """Linked rooms are listed under each other; findings name the first pairs only, and count."""
    area = subject.area
    if files.visibility is None:
        return {}
    # A layout may list a room twice, in another case; the visibility has it once.
    names = {name_key(room.name): room.name for room in reversed(area.rooms)}
    missing: dict[str, dict[str, None]] = defaultdict(dict)
    for pair in find_unseen(area):
        one, other = (names[name_key(area.rooms[index].name)] for index in pair[:2])
        if not pair.there:
            missing[one][other] = None
        if not pair.back:
            missing[other][one] = None
    lines = [f"{printable(b)} from {printable(a)}" for a, sees in missing.items() for b in sees]
    after = with_seen(area.files["vis"].read(), {a: [*sees] for a, sees in missing.items()})
    step = Step(f"let linked rooms be seen: {short_list(lines)}", ("VIS010",))
    return {files.visibility: FileChange(after, step)}


SIGHT_FIX = AreaFix(("VIS010",), _list_linked)
"""Safe: it takes nothing away, and what is behind a doorway has to be drawn."""
