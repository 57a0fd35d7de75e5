"""Negative numbers among the words of a command: ``-3.5`` is no option."""

import re

import click

GUARD = "\0"
"""Before a word that begins with a negative number; no real word can contain it."""

_NEGATIVE = re.compile(r"-(?:[0-9.,;]|inf|nan)", re.IGNORECASE)


class NumbersCommand(click.Command):
    """A command to which ``-3,2`` is a number; mistyped options are still errors."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What click makes of the words; those that begin with a negative number get a guard."""
        takes_value = {
            name
            for option in self.params
            if isinstance(option, click.Option) and not option.is_flag
            for name in option.opts
        }
        guarded = [
            GUARD + word if _NEGATIVE.match(word) and last not in takes_value else word
            for last, word in zip(["", *args], args, strict=False)
        ]
        return super().parse_args(ctx, guarded)
