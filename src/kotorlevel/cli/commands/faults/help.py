"""``kotorlevel help``: what a word means here, and which commands and rules are about it."""

from difflib import get_close_matches
from typing import Any

import click

import kotorlevel as kl
from kotorlevel.cli.terminal.paint import paint

_EXAMPLES = """
\b
Examples:
  kotorlevel help perimeter
  kotorlevel help roomlink
  kotorlevel help link
"""


@click.command("help", epilog=_EXAMPLES)
@click.argument("word", required=False)
@click.pass_context
def command(ctx: click.Context, word: str | None) -> None:
    """Say what WORD means here, and which commands and rules are about it.

    Words of other tools are known too: AABB, perimeter, roomlink, world_coords. Without WORD, show
    all commands.
    """
    root = ctx.find_root()
    if not word:
        click.echo(root.get_help())
        return
    terms = kl.look_up(word)
    for term in terms:
        also = f" (elsewhere: {', '.join(term.elsewhere)})" if term.elsewhere else ""
        click.echo(f"{paint(term.word, 'file')}: {term.meaning}{also}")
    words = {word.lower(), *(term.word for term in terms)}
    found = _commands_about(root, words)
    if found:
        click.echo("\nCommands:" if terms else "Commands:")
        for name, line in found:
            click.echo(f"  {name:<9}{line}")
    rules = _rules_about(word)
    if rules:
        click.echo("\nRules:" if terms or found else "Rules:")
        for rule in rules:
            click.echo(f"  {rule.id}   {rule.title}")
        click.echo(f"\nWhat a rule means: kotorlevel rules {rules[0].id}")
    if not (terms or found or rules):
        raise kl.errors.InputError(f"nothing is known about {word!r} here{_did_you_mean(word)}")


def _commands_about(root: click.Context, words: set[str]) -> list[tuple[str, str]]:
    """Name and line of the commands that are called by one of the words or speak of it."""
    group = root.command
    assert isinstance(group, click.Group)
    found = []
    for name in group.list_commands(root):
        each = group.get_command(root, name)
        if each is None or name == "help":
            continue
        line = each.get_short_help_str(100)
        if name in words or any(word in line.lower() for word in words):
            found.append((name, line))
    return found


def _did_you_mean(word: str) -> str:
    known = [each.lower() for term in kl.TERMS for each in (term.word, *term.elsewhere)]
    close = get_close_matches(word.lower(), known, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _rules_about(word: str) -> tuple[kl.Rule[Any], ...]:
    try:
        return kl.rules(word)
    except kl.errors.InputError:
        return ()
