"""What ``kotorlevel fix`` has done, and what is left, for people and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

import kotorlevel as kl
from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, join_words

_MOST_LEFT = 12
"""Findings that are shown; `check` shows all of them, with reasons."""
_LONGEST_NOTE = 2000


def format_fix(
    done: kl.Repairs, paths: Sequence[str], *, dry_run: bool, unsafe: bool
) -> Iterator[str]:
    """The lines for people: what was done to each file, then what is left.

    ``paths`` are what a check would be given to see it; none where they are not as repaired.
    """
    for each in done.changed:
        yield paint(printable(each.name, _LONGEST_NOTE), "file")
        for step in each.steps:
            yield f"  {step.text}  {paint(' '.join(step.rules), 'dim')}"
        if not dry_run:
            yield paint(f"  wrote {each.target}", "good")
    verb = "would be repaired" if dry_run else "repaired"
    if done.files or not done.errors:
        yield f"{count_of(len(done.changed), 'file')} of {len(done.files):,} {verb}."
    if not dry_run and any(each.backup for each in done.changed):
        yield f"Take it back: kotorlevel undo {quoted(paths[0] if paths else done.output or '.')}"
    for note in done.notes:
        yield printable(note, _LONGEST_NOTE)
    yield from _format_left(done.report, paths, unsafe=unsafe)


def _format_left(report: kl.Report, paths: Sequence[str], *, unsafe: bool) -> Iterator[str]:
    """What is left but infos and what causes explain: causes, then the worst; what can be done."""
    left = sorted(report.told, key=lambda finding: not finding.is_cause)
    of = {severity: [f for f in left if f.severity is severity] for severity in kl.Severity}
    shown = [*of[kl.Severity.ERROR], *of[kl.Severity.WARNING]]
    if shown:
        counts = [
            count_of(len(of[severity]), severity.label)
            for severity in (kl.Severity.ERROR, kl.Severity.WARNING)
            if of[severity]
        ]
        explained = len(report) - len(left)
        more = f"; what causes are named here explain {explained:,} more" if explained else ""
        yield f"{join_words(counts)} left{more}:"
    for finding in shown[:_MOST_LEFT]:
        label = finding.severity.label if finding.severity else ""
        word = paint(label, label)
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


def fix_to_json(done: kl.Repairs, *, dry_run: bool) -> dict[str, Any]:
    """The document of ``--json`` (docs/schema/fix.schema.json)."""
    from kotorlevel.checks.reports.json import finding_to_json

    return {
        "kotorlevel": kl.__version__,
        "dry_run": dry_run,
        "files": [
            {
                "path": each.name,
                "changed": each.changed,
                "written": each.target.as_posix() if each.target and each.written else None,
                "backup": each.backup.as_posix() if each.backup else None,
                "steps": [{"text": s.text, "rules": list(s.rules)} for s in each.steps],
                "left": [finding_to_json(finding) for finding in each.left],
            }
            for each in done.files
        ],
        "notes": list(done.notes),
        "errors": [{"path": error.source, "message": error.message} for error in done.errors],
    }
