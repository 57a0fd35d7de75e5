"""What a command says when it cannot go on."""

from __future__ import annotations

import click


class CommandError(click.ClickException):
    """Input or output that cannot be used; unlike a usage error it needs no usage line."""

    exit_code = 2
