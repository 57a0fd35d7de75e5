"""``kotorlevel completion``: the script that lets a shell complete commands with the Tab key."""

import click

from kotorlevel.cli.terminal.completion import SHELLS, completion_script

_EXAMPLES = """
\b
Examples:
  kotorlevel completion bash >> ~/.bashrc
  kotorlevel completion zsh >> ~/.zshrc
  kotorlevel completion fish > ~/.config/fish/completions/kotorlevel.fish
  kotorlevel completion powershell >> $PROFILE       Windows; then open a new window
"""


@click.command("completion", epilog=_EXAMPLES)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print what SHELL must run so that the Tab key completes commands, options and files."""
    click.echo(completion_script(ctx.find_root().command, shell), nl=False)
