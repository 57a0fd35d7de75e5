"""What is not saved yet, as a file beside the level: edits, and what they begin with."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import load_source
from kotorlevel.repair.edits.log import format_edits, parse_edits
from kotorlevel.repair.edits.operation import Operation


@dataclass(frozen=True)
class Unsaved:
    """Edits that were done and not saved.

    They begin with files of the digests ``begins``: whoever has changed these since then may have
    made other faces of the same numbers. ``becomes`` are the digests of what was being saved:
    where the files have these, all is saved. ``before`` are other bytes in some files that the
    edits begin with, where what was saved had been undone, and ``made`` the digests of files that
    saving had made.
    """

    edits: Sequence[Operation] = ()
    begins: Mapping[str, str] = field(default_factory=dict)
    becomes: Mapping[str, str] = field(default_factory=dict)
    before: Mapping[str, bytes] = field(default_factory=dict)
    made: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.edits or self.before)


def unsaved_name(area: str) -> str:
    """The file in the journal's folder with what is not saved yet of an area: one for each."""
    letters = "".join(c if c.isascii() and c.isalnum() else "_" for c in area.lower())
    return f"unsaved-{letters[:32]}.json"


def format_unsaved(unsaved: Unsaved) -> bytes:
    """Edits as `kotorlevel apply` takes them, with what they begin with."""
    kept = {name: base64.b64encode(data).decode() for name, data in unsaved.before.items()}
    parts = {
        "begins": unsaved.begins,
        "becomes": unsaved.becomes,
        "before": kept,
        "made": unsaved.made,
    }
    more = "".join(f',\n  "{key}": {json.dumps(part)}' for key, part in parts.items() if part)
    return format_edits(unsaved.edits).removesuffix(b"\n}\n") + f"{more}\n}}\n".encode()


def read_unsaved(path: Path) -> Unsaved:
    """The edits, and what they begin with; `FormatError` for anything else."""
    try:
        document = json.loads(load_source(path).data)
        edits = parse_edits(document)
        files = _texts(document, "before").items()
        before = {name: base64.b64decode(data, validate=True) for name, data in files}
        begins, becomes, made = (_texts(document, key) for key in ("begins", "becomes", "made"))
        return Unsaved(edits, begins, becomes, before, made)
    except (TypeError, binascii.Error, ValueError, RecursionError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(f"is no JSON of edits: {error}") from None


def _texts(document: dict[str, Any], key: str) -> dict[str, str]:
    found = document.get(key, {})
    if not isinstance(found, dict) or not all(isinstance(each, str) for each in found.values()):
        raise FormatError(f'"{key}" is no object of texts')
    return found


def find_free_name(path: Path) -> Path:
    """A name for what was in ``path`` that nothing has yet: there may be older ones aside."""
    names = [path.with_suffix(".older.json")]
    names += [path.with_suffix(f".older-{number}.json") for number in range(2, 100)]
    return next((each for each in names if not each.exists()), names[-1])
