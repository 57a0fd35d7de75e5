"""A diff as Markdown for a pull request: headline, a table, details folded away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.area.diff.report import fold_groups, group_changes, tell_together
from kotorlevel.area.diff.summary import summarise
from kotorlevel.core.words import join_words

if TYPE_CHECKING:
    from kotorlevel.area.diff.values import Change, Diff

_SIGNS = {"added": "**+**", "removed": "**-**", "changed": "**~**", "dim": "·"}
_MOST = 100
_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\`*_|<>[]#~"})


def render_markdown(diff: Diff) -> str:
    """The text; nothing out of files can break its form."""
    title = f"### `{_code(diff.a)}` → `{_code(diff.b)}`"
    if diff.same:
        return f"{title}\n\nNo difference.\n"
    parts = [title, f"**{escape(_sentence(diff.headline))}**"]
    groups = fold_groups(group_changes(diff.changes))
    rows = [f"| {escape(name)} | {escape(_short(changes))} |" for name, changes in groups]
    parts.append("\n".join(["| where | what changed |", "|---|---|", *rows]))
    for name, changes in groups:
        parts.append(_details(name, changes))
    if diff.notes:
        parts.append("\n".join(f"> {escape(note)}" for note in diff.notes))
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    """Text in which nothing is a mark of Markdown or HTML."""
    return text.replace("\r", " ").replace("\n", " ").translate(_SPECIAL)


def _code(text: str) -> str:
    return text.replace("`", "'").replace("\n", " ")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _short(changes: list[Change]) -> str:
    return join_words(summarise(changes)) or changes[0].text


def _details(name: str, changes: list[Change]) -> str:
    told = tell_together(changes)
    listed = [f"- {_SIGNS[role]} {escape(text)}" for role, text in told[:_MOST]]
    if len(told) > _MOST:
        listed.append(f"- … and {len(told) - _MOST:,} more")
    body = "\n".join(listed)
    count = f"{len(changes):,} change" + ("" if len(changes) == 1 else "s")
    head = f"<summary>{_html(name)}: {count}</summary>"
    return f"<details>{head}\n\n{body}\n\n</details>"


def _html(text: str) -> str:
    from html import escape as escape_html

    return escape_html(text).replace("\n", " ")
