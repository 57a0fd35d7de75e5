"""Which findings of a check `fix` would repair where they are."""

from kotorlevel.area.install.folders import find_path
from kotorlevel.checks.causes import Suspect
from kotorlevel.checks.collect import CheckInputs
from kotorlevel.checks.finding import Finding, Report
from kotorlevel.checks.rule import find_rule
from kotorlevel.checks.subjects import AreaSubject


def find_fixable(report: Report) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """The findings that `fix` of the same paths can repair, and those with a fix in other files.

    The latter are in an archive or a game, or take a game to be seen at all.
    """
    fixable = [finding for finding in report.findings if finding.fix]
    inputs = report.inputs
    if inputs is None:
        return tuple(fixable), ()
    if len(inputs.archives) == 1 and inputs.levels and not (inputs.files or inputs.layouts):
        return tuple(fixable), ()  # the level in an archive is repaired there
    own = _own_names(inputs)
    here = [finding for finding in fixable if not own.isdisjoint(finding.files)]
    if any(_is_of_area(finding) for finding in here):
        here = _seen_by_fix(here, inputs)
    known = set(here)
    return tuple(here), tuple(finding for finding in fixable if finding not in known)


def _own_names(inputs: CheckInputs) -> set[str]:
    """What reports call the files that `fix` would write: also PTH, GIT and ARE beside a layout."""
    around = (
        find_path(path.parent, f"{path.stem}.{kind}")
        for path in inputs.layouts
        for kind in ("pth", "git", "are")
    )
    return {path.as_posix() for path in (*inputs.files, *filter(None, around))}


def _is_of_area(finding: Finding) -> bool:
    rule = find_rule(finding.rule)
    return rule is not None and rule.subject in (AreaSubject, Suspect)


def _seen_by_fix(findings: list[Finding], inputs: CheckInputs) -> list[Finding]:
    """The findings but those about areas that take a game to be seen: the files alone lack it."""
    if inputs.game is None and not inputs.areas:
        return findings
    from kotorlevel.checks.levels import check_layout_file  # much that single files do not need

    known = {
        (finding.rule, finding.file, finding.numbers)
        for layout in inputs.layouts.values()
        for finding in check_layout_file(layout, inputs.options)[1]
    }
    return [
        finding
        for finding in findings
        if not _is_of_area(finding) or (finding.rule, finding.file, finding.numbers) in known
    ]
