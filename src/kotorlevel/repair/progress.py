"""Whether a step has made things better: how much is left to do for a fix, before and after."""

from collections.abc import Iterable, Sequence

from kotorlevel.checks.finding import Finding

Rules = Sequence[str]
"""The rules whose findings one fix is for."""


def is_better(fixes: Sequence[Rules], before: Sequence[Finding], after: Sequence[Finding]) -> bool:
    """True when the last of ``fixes`` has less to do than before, and none of the others more."""
    old, new = ([_work(rules, findings) for rules in fixes] for findings in (before, after))
    return new[-1] < old[-1] and all(n <= o for n, o in zip(new, old, strict=True))


def is_wanted(finding: Finding, *, unsafe: bool) -> bool:
    """True when a fix is to be applied: it is safe, or unsafe ones were asked for."""
    return finding.fix == "safe" or (unsafe and finding.fix == "unsafe")


def count_places(findings: Iterable[Finding], *rules: str) -> int:
    """How many places the findings of ``rules`` name, or count."""
    own = (finding for finding in findings if finding.rule in rules)
    return sum(max(1, len(finding.numbers), finding.more) for finding in own)


def _work(rules: Rules, findings: Sequence[Finding]) -> int:
    return count_places(findings, *rules)
