"""A page for each rule, and a table of them all, in Markdown."""

from typing import Any

from kotorlevel.checks.rule import Rule, all_rules

_FIXES = {"safe": "safe", "unsafe": "with `--unsafe`", "": ""}


def rule_page(rule: Rule[Any]) -> str:
    """What the rule means, why it matters and how to fix it."""
    parts = [
        f"# {rule.id} {rule.name}",
        f"Severity: {severity_in_words(rule)}. {fix_in_words(rule)}",
        f"{rule.title}.",
        f"**Why it matters.** {rule.why}",
        f"**How to fix.** {rule.how}",
    ]
    return "\n\n".join(parts) + "\n"


def severity_in_words(rule: Rule[Any]) -> str:
    """How bad it is, and whether it has to be asked for."""
    return rule.severity.label + (", told only when asked for" if rule.on_request else "")


def fix_in_words(rule: Rule[Any]) -> str:
    """Whether `kotorlevel fix` repairs it."""
    return {
        "safe": "`kotorlevel fix` repairs it.",
        "unsafe": "`kotorlevel fix --unsafe` repairs it.",
        "": "No automatic fix.",
    }[rule.fix]


def rules_index() -> str:
    """All rules in a table, each with a link to its page ``<ID>.md`` beside it."""
    lines = ["| rule | name | severity | fix | what |", "|---|---|---|---|---|"]
    lines += [
        f"| [{rule.id}]({rule.id}.md) | {rule.name} | {severity_in_words(rule)} "
        f"| {_FIXES[rule.fix]} | {rule.title}. |"
        for rule in all_rules().values()
    ]
    return "\n".join(lines) + "\n"
