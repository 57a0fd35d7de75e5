"""``kotorlevel rules``: what a rule means, offline."""

import json
from typing import Any

import click

import kotorlevel as kl
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
    rules = kl.rules(which or "")
    if as_json:
        click.echo(json.dumps([_as_json(rule) for rule in rules], indent=2))
    elif len(rules) == 1:
        _show(rules[0])
    else:
        for rule in rules:
            severity = paint(f"{rule.severity.label:<8}", rule.severity.label)
            asked = " (only when asked for)" if rule.on_request else ""
            click.echo(f"{rule.id}  {severity} {rule.fix:<7} {rule.title}{asked}")


def _show(rule: kl.Rule[Any]) -> None:
    severity = paint(rule.severity.label, rule.severity.label)
    asked = ", told only when asked for" if rule.on_request else ""
    click.echo(f"{paint(rule.id, 'file')} {rule.name}  {severity}{asked}, fix: {_FIXES[rule.fix]}")
    click.echo()
    click.echo(rule.doc)


def _as_json(rule: kl.Rule[Any]) -> dict[str, str | bool]:
    return {
        "id": rule.id,
        "name": rule.name,
        "severity": rule.severity.label,
        "fix": rule.fix,
        "on_request": rule.on_request,
        "doc": rule.doc,
    }
