"""Colours of reports on a terminal; `click` leaves them out where the output goes to a file."""

import os
from typing import Any

import click

_STYLES: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow"},
    "info": {"fg": "cyan"},
    "file": {"bold": True},
    "dim": {"dim": True},
    "good": {"fg": "green"},
}


def paint(text: str, role: str) -> str:
    """``text`` in the colour of its role."""
    return click.style(text, **_STYLES.get(role, {}))


def wants_color() -> bool | None:
    """What the environment says of colours: True or False; None to have them on a terminal.

    ``NO_COLOR`` takes them out, ``FORCE_COLOR`` puts them into files and pipes as well, and a dumb
    terminal could not show them. Empty counts as not set (no-color.org), and so does
    ``FORCE_COLOR=0``.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return False if os.environ.get("TERM") == "dumb" else None
