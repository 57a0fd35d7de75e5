"""What of the check of an area is told: an edge once, and of single files what is about them."""

import re
from collections.abc import Collection
from pathlib import Path

from kotorlevel.area.area import Area
from kotorlevel.checks.files import Checked
from kotorlevel.checks.finding import Finding

_NO_ROOM, _WRONG_ROOM = "ARE004", "ARE011"
"""Rules on links: to a room that is not there, and to another than the edge meets."""


def tell_edges_once(findings: list[Finding]) -> list[Finding]:
    """The findings without links to no room where it is told which room they should lead to."""
    seen = {(f.file, edge) for f in findings if f.rule == _WRONG_ROOM for edge in f.numbers}
    return [
        finding
        for finding in findings
        if finding.rule != _NO_ROOM
        or not seen.issuperset((finding.file, n) for n in finding.numbers)
    ]


def keep_about(checked: Checked, area: Area, files: Collection[Path]) -> Checked:
    """What of the check of an area is about some of its files, and the rooms that they are of."""
    names = {path.as_posix() for path in files}
    rooms = [room for room in area.rooms if room.resource and room.resource.source in names]
    numbers = {room.index for room in rooms}
    words = re.compile("|".join(rf"\b{re.escape(room.name)}\b" for room in rooms) or "$.", re.I)

    def is_about(finding: Finding) -> bool:
        of_room = finding.place == "room" and not numbers.isdisjoint(finding.numbers)
        explains = any(file in names for _, file, _ in finding.explains)
        return of_room or explains or finding.file in names or bool(words.search(finding.text))

    found = [finding for finding in checked.findings if is_about(finding)]
    return checked._replace(name=min(names), findings=found)
