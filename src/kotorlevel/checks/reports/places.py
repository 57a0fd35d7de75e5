"""Where a finding is, in words."""

from collections.abc import Sequence
from dataclasses import replace

from kotorlevel.checks.finding import Finding
from kotorlevel.core.resource import split_filename
from kotorlevel.core.words import plural, short_list

_ARCHIVES = (".mod", ".rim", ".erf", ".sav", ".hak", ".bif")


def describe_where(*findings: Finding) -> str:
    """The place of a finding, or of several equal ones: ``faces 12, 13 near (12.4, 3.0, 0.0)``."""
    first = findings[0]
    numbers = [number for finding in findings for number in finding.numbers]
    lines = [finding.line for finding in findings if finding.line is not None]
    offsets = [finding.offset for finding in findings if finding.offset is not None]
    words = [_counted(first.place or "number", numbers)] if numbers else []
    if at := next((finding.at for finding in findings if finding.at is not None), None):
        words.append(f"near ({', '.join(f'{value:.1f}' for value in at)})")
    parts = [" ".join(words), _counted("line", lines) if lines else ""]
    if offsets:
        parts.append("at " + short_list([f"0x{offset:x}" for offset in offsets]))
    return ", ".join(part for part in parts if part)


def describe_what(finding: Finding) -> str:
    """The text of a finding, with the part of the file it speaks of."""
    return f"{finding.section}: {finding.text}" if finding.section else finding.text


def describe(finding: Finding) -> str:
    """What and where in one line, for reports that show the file and the line apart.

    What is in an archive begins with its name in there: such reports show the archive.
    """
    where = describe_where(replace(finding, line=None))
    inside = split_archive(finding.file)[1]
    what = f"{inside}: {describe_what(finding)}" if inside else describe_what(finding)
    return f"{what} ({where})" if where else what


def split_archive(file: str) -> tuple[str, str]:
    """The file on the disk, and what is meant in there: nothing unless it is an archive."""
    archive, colon, inside = file.rpartition(": ")
    if colon and archive.lower().endswith(_ARCHIVES) and split_filename(inside) is not None:
        return archive, inside
    return file, ""


def _counted(noun: str, numbers: Sequence[int]) -> str:
    """``face 12``, ``faces 12, 13 and 40``, ``faces 1, 2, 3, 4, 5, 6 and 37 more``."""
    return f"{noun if len(numbers) == 1 else plural(noun)} {short_list(list(map(str, numbers)))}"
