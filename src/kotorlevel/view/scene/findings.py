"""The findings of a report in a scene: numbered, with their place; and rooms that stop the player.

Ways in a scene are found on shapes and links. The game walks by the tables of the files, so a way
through a room with wrong tables (`STOPPING`) is one that the player can go only when they have been
repaired.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from kotorlevel.area.instances import GIT_LISTS
from kotorlevel.checks.finding import Finding, Report, severity_of
from kotorlevel.checks.reports.advice import Advice, count_explained
from kotorlevel.checks.reports.places import describe_what, split_archive
from kotorlevel.checks.rule import find_rule
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import join_words
from kotorlevel.view.scene.faces import SceneFaces, point_or_none
from kotorlevel.view.scene.things import rows_of_things

if TYPE_CHECKING:
    from kotorlevel.area.area import Area


MOST_NUMBERS = 256
"""Faces or edges that a finding lists; some rules find every face of a mesh."""

MOST_FINDINGS = 1000

_LONGEST_TEXT = 400

_KINDS = frozenset(GIT_LISTS.values())

Point = list[float] | None


def describe_findings(
    report: Report | None,
    area: Area | None,
    faces: SceneFaces,
    labels: Sequence[Point],
    whole: Report | None = None,
) -> list[dict[str, Any]]:
    """The findings, the worst first, numbered from 1; at most `MOST_FINDINGS` of them.

    Without an ``area`` all of them are about the one mesh of the scene. ``labels`` are the
    places of the rooms' names. Where ``report`` is a part of a ``whole``, they have its numbers.
    """
    if report is None:
        return []
    whole = whole or report
    where = _Places(area, faces, labels)
    numbers = number_findings(whole)
    mine = {id(finding) for finding in report}
    return [
        {
            **where.describe(number, finding),
            "text": describe_fully(whole, finding)[:_LONGEST_TEXT],
            "cause": numbers.get(id(whole.cause_of(finding))),
        }
        for number, finding in enumerate(order_findings(whole)[:MOST_FINDINGS], start=1)
        if id(finding) in mine
    ]


def number_findings(report: Report) -> dict[int, int]:
    """The number of each finding, by the finding's ``id``; of those up to `MOST_FINDINGS`."""
    ordered = order_findings(report)[:MOST_FINDINGS]
    return {id(finding): number for number, finding in enumerate(ordered, start=1)}


def order_findings(report: Report) -> list[Finding]:
    """All findings in the order of their numbers: causes, the worst, and last what they explain.

    Of the same severity by file, rule and place.
    """

    def rank(finding: Finding) -> tuple[bool, bool, int]:
        explained = report.cause_of(finding) is not None
        return explained, not finding.is_cause, -severity_of(finding)

    return sorted(report, key=rank)


def describe_fully(report: Report, finding: Finding) -> str:
    """What a finding is, and of a cause how much it explains."""
    explains = count_explained(report, finding) if finding.is_cause else ""
    return f"{describe_what(finding)}; it {explains}" if explains else describe_what(finding)


class _Places:
    """Knows which room a file is, and where the things are that findings count."""

    def __init__(self, area: Area | None, faces: SceneFaces, labels: Sequence[Point]) -> None:
        self._area = area
        self._faces = faces
        self._labels = labels
        rooms = area.rooms if area else ()
        self._by_source = {
            room.resource.source: room.index for room in reversed(rooms) if room.resource
        }
        self._by_name = {name_key(room.name): room.index for room in reversed(rooms)}

    def describe(self, number: int, finding: Finding) -> dict[str, Any]:
        room = self._room(finding)
        about_mesh = finding.numbers[:MOST_NUMBERS] if room is not None else ()
        return {
            "number": number,
            "rule": finding.rule,
            "name": finding.name,
            "severity": severity_of(finding).label,
            "why": _why(finding.rule),
            "how": Advice("PATH", {"": "AREA"}).fill(finding.how, finding),
            "fix": finding.fix or "",
            "file": file_name(finding.file),
            "room": room,
            "faces": list(about_mesh) if finding.place == "face" else [],
            "edges": list(about_mesh) if finding.place == "edge" else [],
            "things": self._things(finding),
            "at": self._at(finding, room),
        }

    def _things(self, finding: Finding) -> list[int]:
        """The rows of the scene's things that it counts."""
        rows = self._rows_of_things if finding.place in _KINDS else {}
        found = [row for number in finding.numbers for row in rows.get((finding.place, number), ())]
        return found[:MOST_NUMBERS]

    @cached_property
    def _rows_of_things(self) -> dict[tuple[str, int], list[int]]:
        return rows_of_things(self._area) if self._area is not None else {}

    def _at(self, finding: Finding, room: int | None) -> Point:
        """Where it is in the scene; None for what is wrong in an object's own file.

        That is in the space of the object, which may stand in many places.
        """
        in_object = finding.file.lower().endswith((".pwk", ".dwk"))
        if in_object and self._area is not None and finding.place not in ("door", "placeable"):
            return None
        return point_or_none(finding.at) or self._place(finding, room)

    def _room(self, finding: Finding) -> int | None:
        """The room whose file the finding is about, or that it counts; None for other files."""
        if self._area is None:
            return 0
        if finding.file in self._by_source:
            return self._by_source[finding.file]
        name = PurePath(file_name(finding.file))
        if name.suffix.lower() == ".wok":
            return self._by_name.get(name_key(name.stem))
        if finding.place == "room" and finding.numbers:
            return finding.numbers[0] if 0 <= finding.numbers[0] < len(self._labels) else None
        return None

    def _place(self, finding: Finding, room: int | None) -> Point:
        """Where a finding is that says only what it counts."""
        if not finding.numbers:
            return None
        number = finding.numbers[0]
        if finding.place in ("face", "edge", "vertex") and room is not None:
            return self._place_in_mesh(finding.place, number, room)
        if finding.place == "room":
            return self._labels[number] if 0 <= number < len(self._labels) else None
        lists: dict[str, Sequence[Any]] = {}
        if self._area is not None:
            lists = {
                "door": self._area.doors,
                "placeable": self._area.placeables,
                "door hook": self._area.layout.door_hooks,
            }
        listed = lists.get(finding.place, ())
        return point_or_none(listed[number].position) if 0 <= number < len(listed) else None

    def _place_in_mesh(self, place: str, number: int, room: int) -> Point:
        faces = self._faces
        is_vertex = place == "vertex"
        first, count = (faces.vertex_ranges if is_vertex else faces.face_ranges)[room]
        row = number // 3 if place == "edge" else number
        if not 0 <= row < count:
            return None
        if is_vertex:
            return point_or_none(faces.vertices[first + row].tolist())
        if not faces.placed[first + row]:
            return None
        corners = faces.corners[first + row]
        if place == "edge":
            corners = corners[[number % 3, (number + 1) % 3]]
        return point_or_none(corners.mean(axis=0).tolist())


@cache
def _why(rule: str) -> str:
    known = find_rule(rule)
    return known.why_in_short if known else ""


def file_name(file: str) -> str:
    """The name of a file without its folder; what is in an archive keeps the archive's name."""
    archive, inside = split_archive(file)
    name = PurePath(archive.replace("\\", "/")).name
    return f"{name}: {inside}" if inside else name


STOPPING = frozenset(
    {
        "BWM004",  # the tree leads into the wrong nodes: no floor is found
        "BWM005",  # the tree is no tree: no floor is found
        "BWM007",  # faces that are not in the tree are not there
        "BWM009",  # nothing is inside an inverted box
        "BWM010",  # a box that sticks out of its parent's is never looked at
        "BWM015",  # neighbours that do not exist: a crash, or the player is stuck
        "DRV001",  # wrong normals: the player falls through
        "DRV003",  # one can walk across, but not back
        "DRV004",  # an invisible wall between faces
        "DRV005",  # across a side is a face far away
        "DRV007",  # sides that lead into the next room are not in the table
        "DRV011",  # walkable faces that come too late have no neighbours
    }
)
"""Errors in the tables of a room that keep the player from walking; `kotorlevel fix` repairs them.

What is wrong with shapes and links themselves is not among them: ways heed it.
"""

_MOST_NAMED = 4


def find_stops(findings: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """``{room, rules}`` for each room that stops the player, of a scene's findings."""
    rules: dict[int, set[str]] = {}
    for finding in findings:
        stops = finding["severity"] == "error" and finding["rule"] in STOPPING
        if stops and finding["room"] is not None:
            rules.setdefault(finding["room"], set()).add(finding["rule"])
    return [{"room": room, "rules": sorted(rules[room])} for room in sorted(rules)]


def describe_stops(document: dict[str, Any], rooms: Collection[int]) -> str:
    """What to say of a way through these rooms of a scene; empty where all of them are sound."""
    stops = [stop for stop in document["stops"] if stop["room"] in rooms]
    if not stops:
        return ""
    named = [
        f"{printable(document['rooms'][stop['room']]['name'])} has {', '.join(stop['rules'])}"
        for stop in stops[:_MOST_NAMED]
    ]
    if (more := len(stops) - len(named)) > 0:
        named.append(f"{more:,} more {'room has' if more == 1 else 'rooms have'} such faults")
    stop = "stop" if len(stops) > 1 or len(stops[0]["rules"]) > 1 else "stops"
    idea = (
        "tables are taken as if `kotorlevel fix` had rebuilt them, links as they are in the files"
    )
    return f"{idea}: {join_words(named)}, which {stop} the player now"
