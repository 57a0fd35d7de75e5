"""Line ends that are wrong in many files: told once, with what keeps them from it."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath

from kotorlevel.checks.finding import Finding, Severity, severity_of
from kotorlevel.checks.reports.places import split_archive
from kotorlevel.core.words import count_of, short_list

LINE_ENDS = ("LYT002", "VIS005")
"""The rules on line ends."""

_ADVICE = (
    "if git did it: `*.lyt text eol=crlf` and `*.vis text eol=crlf`, a line each, in .gitattributes"
    " keep CRLF"
)
_NAMED = 4


def tell_line_ends_once(findings: Iterable[Finding]) -> list[Finding]:
    """The findings with one on line ends for each severity, on the first file by name.

    Git or an editor changes all texts of a folder, so one cause has many findings. The one that
    stays names the other files, and what to write into ``.gitattributes``. What is in an archive
    is told apart, since it is repaired apart.
    """
    others: list[Finding] = []
    ends: dict[tuple[Severity, str], list[Finding]] = {}
    for finding in findings:
        archive, inside = split_archive(finding.file)
        key = severity_of(finding), archive if inside else ""
        (ends.setdefault(key, []) if finding.rule in LINE_ENDS else others).append(finding)
    return [*others, *(_told_once(found) for found in ends.values())]


def _told_once(found: list[Finding]) -> Finding:
    found = sorted(found, key=lambda finding: (finding.file, finding.text))
    first = found[0]
    files = tuple(dict.fromkeys(finding.file for finding in found))[1:]
    text = first.text
    if files:
        names = short_list([PurePath(file).name for file in files], _NAMED)
        text += f"; the same in {count_of(len(files), 'other file')} ({names})"
    if severity_of(first) > Severity.INFO:
        text += f"; {_ADVICE}"
    return replace(first, text=text, also_in=files)
