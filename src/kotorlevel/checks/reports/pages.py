"""A page for each rule, and a table of them all, in Markdown."""

from __future__ import annotations

from typing import Any

from kotorlevel.checks.reports.rules import (
    fix_in_words,
    how_to_fix,
    what_it_is,
    why_it_matters,
)
from kotorlevel.checks.rule import Rule, all_rules

_FIXES = {"safe": "safe", "unsafe": "with `--unsafe`", "": ""}


def rule_page(rule: Rule[Any]) -> str:
    """What the rule means, why it matters and how to fix it."""
    parts = [
        f"# {rule.id} {rule.name}",
        f"Severity: {rule.severity.label}. {fix_in_words(rule)}",
        what_it_is(rule),
        f"**Why it matters.** {why_it_matters(rule)}",
        f"**How to fix.** {how_to_fix(rule)}",
    ]
    return "\n\n".join(parts) + "\n"


def rules_index() -> str:
    """All rules in a table, each with a link to its page ``<ID>.md`` beside it."""
    lines = ["| rule | name | severity | fix | what |", "|---|---|---|---|---|"]
    lines += [
        f"| [{rule.id}]({rule.id}.md) | {rule.name} | {rule.severity.label} "
        f"| {_FIXES[rule.fix]} | {what_it_is(rule)} |"
        for rule in all_rules().values()
    ]
    return "\n".join(lines) + "\n"
