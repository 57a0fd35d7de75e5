"""What ``kotorlevel fix`` has done, and what is left, for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kotorlevel import __version__
from kotorlevel.checks.finding import Finding, Severity, severity_of
from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, join_words

if TYPE_CHECKING:
    from kotorlevel.core.errors import FormatError
    from kotorlevel.repair.file import Repair

_MOST_LEFT = 12
"""Findings that are shown; `check` shows all of them, with reasons."""
_LONGEST_NOTE = 2000


@dataclass(frozen=True)
class Done:
    """A repair, and where it was written or would be; None when nothing changed.

    ``backup`` is where the file is kept that was in its place, if there was one.
    """

    repair: Repair
    target: Path | None
    backup: Path | None = None


def format_fix(
    done: Sequence[Done],
    notes: Sequence[str],
    paths: Sequence[str],
    *,
    dry_run: bool,
    unsafe: bool,
) -> Iterator[str]:
    """The lines for people: what was done to each file, then what is left.

    ``paths`` are what a check would be given to see it; none where they are not as repaired.
    """
    changed = [each for each in done if each.target is not None]
    for each in changed:
        yield paint(printable(each.repair.name, _LONGEST_NOTE), "file")
        for step in each.repair.steps:
            yield f"  {step.text}  {paint(' '.join(step.rules), 'dim')}"
        if not dry_run:
            kept = f"; the old file is {each.backup.name}" if each.backup else ""
            yield paint(f"  wrote {each.target}{kept}", "good")
    verb = "would be repaired" if dry_run else "repaired"
    yield f"{count_of(len(changed), 'file')} of {len(done):,} {verb}."
    for note in notes:
        yield printable(note, _LONGEST_NOTE)
    left = [finding for each in done for finding in each.repair.left]
    yield from _format_left(left, paths, unsafe=unsafe)


def _format_left(left: Sequence[Finding], paths: Sequence[str], *, unsafe: bool) -> Iterator[str]:
    """The errors and warnings that are left, the worst first, and what can be done about them."""
    shown = [finding for finding in left if severity_of(finding) > Severity.INFO]
    shown.sort(key=lambda finding: -severity_of(finding))
    if shown:
        counts = [
            count_of(number, severity.label)
            for severity in (Severity.ERROR, Severity.WARNING)
            if (number := sum(finding.severity is severity for finding in shown))
        ]
        yield f"{join_words(counts)} left:"
    for finding in shown[:_MOST_LEFT]:
        word = paint(severity_of(finding).label, severity_of(finding).label)
        file = printable(finding.file, _LONGEST_NOTE)
        yield f"  {word}  {finding.rule}  {file}: {finding.text}"
    if len(shown) > _MOST_LEFT:
        yield f"  and {len(shown) - _MOST_LEFT:,} more"
    if shown and paths:
        what = quoted(paths[0]) if len(paths) == 1 else "PATH..."
        yield f"More about them: kotorlevel check {what}"
    elif shown:
        yield f"What a rule means: kotorlevel rules {shown[0].rule}"
    risky = sum(finding.fix == "unsafe" for finding in left)
    if risky and not unsafe:
        yield f"{count_of(risky, 'finding')} can be fixed with --unsafe."


def fix_to_json(
    done: Sequence[Done], errors: Sequence[FormatError], notes: Sequence[str], *, dry_run: bool
) -> dict[str, Any]:
    """The document of ``--json`` (docs/schema/fix.schema.json)."""
    from kotorlevel.checks.reports.json import finding_to_json

    return {
        "kotorlevel": __version__,
        "dry_run": dry_run,
        "files": [
            {
                "path": each.repair.name,
                "changed": each.repair.changed,
                "written": each.target.as_posix() if each.target and not dry_run else None,
                "backup": each.backup.as_posix() if each.backup else None,
                "steps": [{"text": s.text, "rules": list(s.rules)} for s in each.repair.steps],
                "left": [finding_to_json(finding) for finding in each.repair.left],
            }
            for each in done
        ],
        "notes": list(notes),
        "errors": [{"path": error.source, "message": error.message} for error in errors],
    }
