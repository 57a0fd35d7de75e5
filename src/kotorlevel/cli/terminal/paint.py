"""Colours of reports on a terminal; `click` leaves them out where the output goes to a file."""

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
