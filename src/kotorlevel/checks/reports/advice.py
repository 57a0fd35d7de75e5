"""What to do about a finding, in words and commands with the paths that were checked."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from kotorlevel.checks.finding import Finding, Report, count_severities
from kotorlevel.checks.reports.places import split_archive
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, join_words

_COMMAND = re.compile(r"`kotorlevel ([a-z]+)((?: [^`]*)?)`|kotorlevel ([a-z]+) AREA\b")
_OF_AREA = ("layout", "link", "path", "pth", "reach", "vis")
_OF_FILE = ("convert", "rebuild")
_OF_PATH = ("check", "fix")
_TAKING = (*_OF_AREA, *_OF_FILE, *_OF_PATH)
_LONGEST = 200


@dataclass(frozen=True)
class Advice:
    """What commands are given when a report tells them.

    ``path`` is what `fix` takes, by default the file of the finding. ``areas`` has for folders
    what other commands take for the area there, and for "" what they take elsewhere. ``fixable``
    are the findings that `fix` can repair; otherwise all that have a fix.
    """

    path: str = ""
    areas: Mapping[str, str] = field(default_factory=dict)
    fixable: Collection[Finding] | None = None

    def __post_init__(self) -> None:
        if self.fixable is not None:
            object.__setattr__(self, "fixable", frozenset(self.fixable))

    def can_fix(self, finding: Finding) -> bool:
        """True where `fix` repairs it."""
        return bool(finding.fix) and (self.fixable is None or finding in self.fixable)

    def command(self, finding: Finding) -> str:
        """The command that repairs a finding; empty where there is none."""
        if not self.can_fix(finding):
            return ""
        flag = " --unsafe" if finding.fix == "unsafe" else ""
        return f"kotorlevel fix {self._path(finding)}{flag}"

    def what_to_do(self, finding: Finding) -> str:
        """The command where that is all, or else what to do, with real paths."""
        command = self.command(finding)
        if command and finding.fix == "safe":
            return command
        return self.fill(finding.how, finding)

    def fill(self, text: str, finding: Finding) -> str:
        """A text with the paths that its commands are to be given."""

        def filled(found: re.Match[str]) -> str:
            if found[3]:
                return f"kotorlevel {found[3]} {self._area(finding)}"
            verb, rest = found[1], found[2]
            if " AREA" in rest:
                return f"`kotorlevel {verb}{rest.replace(' AREA', f' {self._area(finding)}')}`"
            given = (
                self._area(finding)
                if verb in _OF_AREA
                else self._path(finding)
                if verb in _OF_PATH
                else quoted(finding.file)
            )
            return f"`kotorlevel {verb} {given}{rest}`" if verb in _TAKING else found[0]

        return _COMMAND.sub(filled, text)

    def _path(self, finding: Finding) -> str:
        return self.path or quoted(split_archive(finding.file)[0]) or "PATH"

    def _area(self, finding: Finding) -> str:
        file = split_archive(finding.file)[0]
        own = quoted(file) if file.lower().endswith(".lyt") else "AREA"
        folder = PurePath(file).parent.as_posix()
        return self.areas.get(folder) or self.areas.get("") or own


def quoted(path: str) -> str:
    """A path as it is typed into a command line."""
    text = printable(path, _LONGEST)
    return f'"{text}"' if " " in text else text


def count_explained(report: Report, *causes: Finding) -> str:
    """``explains 85 findings: 43 errors and 42 warnings``; empty where they explain none."""
    explained = [finding for cause in causes for finding in report.explained_by(cause)]
    if not explained:
        return ""
    number = count_of(len(explained), "finding")
    return f"explains {number}: {join_words(count_severities(explained))}"
