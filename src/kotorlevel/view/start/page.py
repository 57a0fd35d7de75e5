"""The pages of the start server: the start page, and one that only says something."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any

from kotorlevel import __version__

_TEMPLATES = Path(__file__).parent / "template"
_SLOT = re.compile(r"\{\{([A-Z]+)\}\}")
_BACK = "<p>Close this page to go back, or choose another level on the start page.</p>"


def render_start(token: str, first: dict[str, str] | None = None) -> tuple[str, str]:
    """The start page, which opens the level ``first``, and what the browser lets it do."""
    texts = {
        "TOKEN": html.escape(token),
        "FIRST": html.escape(json.dumps(first)),
        "VERSION": html.escape(__version__),
        "STYLE": _read("start.css"),
        "SCRIPT": _read("start.js"),
    }
    texts["POLICY"] = (
        f"default-src 'none'; script-src {_fingerprint(texts['SCRIPT'])}; "
        f"style-src {_fingerprint(texts['STYLE'])}; img-src data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'"
    )
    return _fill("start.html", texts), f"{texts['POLICY']}; frame-ancestors 'none'"


def message_page(title: str, text: str, *, forward: str = "") -> tuple[str, str]:
    """A page with a sentence on it, which goes on to the address ``forward``; and its policy."""
    style = _read("start.css")
    policy = f"default-src 'none'; style-src {_fingerprint(style)}; img-src data:"
    refresh = f'<meta http-equiv="refresh" content="0;url={html.escape(forward)}">'
    texts = {
        "TITLE": html.escape(title),
        "TEXT": html.escape(text),
        "REFRESH": refresh if forward else "",
        "BACK": "" if forward else _BACK,
        "BUSY": "busy" if forward else "",
        "STYLE": style,
        "POLICY": policy,
    }
    return _fill("message.html", texts), f"{policy}; base-uri 'none'; frame-ancestors 'none'"


def _fill(name: str, texts: dict[str, Any]) -> str:
    # In one pass: what goes into one slot is never searched for others.
    return _SLOT.sub(lambda slot: texts[slot[1]], _read(name))


def _read(name: str) -> str:
    return (_TEMPLATES / name).read_text("utf-8")


def _fingerprint(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
