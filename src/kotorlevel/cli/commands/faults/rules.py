"""``kotorlevel rules``: what a rule means, offline."""

from __future__ import annotations

from difflib import get_close_matches

import click

from kotorlevel.checks.rule import Rule, all_rules, find_close_id
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.cli.terminal.paint import paint

_EXAMPLES = """
\b
Examples:
  kotorlevel rules
  kotorlevel rules BWM004
  kotorlevel rules MSH
"""

_FIXES = {"": "by hand", "safe": "kotorlevel fix", "unsafe": "kotorlevel fix --unsafe"}


@click.command("rules", epilog=_EXAMPLES)
@click.argument("which", required=False, metavar="[ID]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(which: str | None, as_json: bool) -> None:
    """Show all rules, or what one of them means, why it matters and how to fix it."""
    rules = [rule for rule in all_rules().values() if _is_meant(rule, which)]
    if not rules:
        raise CommandError(f"there is no rule {which!r}. {_hint(str(which))}")
    if as_json:
        import json

        click.echo(json.dumps([_as_json(rule) for rule in rules], indent=2))
    elif len(rules) == 1:
        _show(rules[0])
    else:
        for rule in rules:
            severity = paint(f"{rule.severity.label:<8}", rule.severity.label)
            click.echo(f"{rule.id}  {severity} {rule.fix:<7} {rule.title}")


def _hint(word: str) -> str:
    """What may have been meant: an id or a name."""
    names = [rule.name for rule in all_rules().values()]
    close = find_close_id(word) or "".join(get_close_matches(word.lower(), names, n=1))
    return f"Did you mean {close}?" if close else "See: kotorlevel rules"


def _is_meant(rule: Rule[object], which: str | None) -> bool:
    return which is None or rule.id.startswith(which.upper()) or rule.name == which.lower()


def _show(rule: Rule[object]) -> None:
    severity = paint(rule.severity.label, rule.severity.label)
    click.echo(f"{paint(rule.id, 'file')} {rule.name}  {severity}, fix: {_FIXES[rule.fix]}")
    click.echo()
    click.echo(rule.doc)


def _as_json(rule: Rule[object]) -> dict[str, str]:
    return {
        "id": rule.id,
        "name": rule.name,
        "severity": rule.severity.label,
        "fix": rule.fix,
        "doc": rule.doc,
    }
