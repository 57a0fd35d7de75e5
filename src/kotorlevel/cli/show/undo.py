"""Edits in the journal, for people and as JSON."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import kotorlevel as kl
from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, some_of

_LONGEST = 2000
_MOST_FILES = 8


def format_edits(edits: Sequence[kl.Edit], path: Path) -> Iterator[str]:
    """Two lines for each edit, the newest first; how to take the first of them back."""
    for _, run in groupby(edits, lambda edit: (edit.run, edit.is_undone)):
        edit, *others = run
        note = "  (undone; --redo brings it back)" if edit.is_undone else ""
        yield f"{edit.number:>4}  {edit.when:%Y-%m-%d %H:%M:%S}  {_what(edit)}{paint(note, 'dim')}"
        names = [_name(one, each.path) for one in (edit, *others) for each in one.files]
        listed = f"{count_of(len(names), 'file')}: {some_of(names, _MOST_FILES)}"
        yield paint(f"      {listed}", "dim")
    if not edits:
        yield f"No edit of {printable(str(path), _LONGEST)} is in a journal."
    elif any(not edit.is_undone for edit in edits):
        yield f"Take back the last one: kotorlevel undo {quoted(path)}"


def format_turned(edits: Sequence[kl.Edit], path: Path) -> Iterator[str]:
    """What was taken back, or done again, and which files have changed."""
    for edit in edits:
        word = "undone" if edit.is_undone else "done again"
        yield f"{word}: {_what(edit)}, {edit.when:%Y-%m-%d %H:%M:%S}"
        for each in edit.files:
            verb = "removed" if each.of(edit.goal) is None else "restored"
            yield paint(f"  {verb} {printable(_name(edit, each.path), _LONGEST)}", "good")
    if edits[0].is_undone:
        yield f"Bring it back: kotorlevel undo {quoted(path)} --redo"


def edit_to_json(edit: kl.Edit) -> dict[str, Any]:
    """As in docs/schema/undo.schema.json."""
    return {
        "number": edit.number,
        "when": edit.when.isoformat(),
        "what": edit.what,
        "run": edit.run,
        "journal": edit.journal.as_posix(),
        "level": edit.level.as_posix() if edit.level else None,
        "undone": edit.is_undone,
        "files": [
            {"path": each.path.as_posix(), "before": each.before, "after": each.after}
            for each in edit.files
        ],
    }


def _what(edit: kl.Edit) -> str:
    return printable(edit.what, _LONGEST) or "an edit"


def _name(edit: kl.Edit, path: Path) -> str:
    return path.relative_to(edit.home).as_posix() if edit.home in path.parents else str(path)
