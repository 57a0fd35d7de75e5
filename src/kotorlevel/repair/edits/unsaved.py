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
from kotorlevel.repair.edits.log import edits_to_json, format_edits, parse_edits
from kotorlevel.repair.edits.operation import Operation


def unsaved_name(area: str) -> str:
    """The file in the journal's folder with what is not saved yet of an area: one for each."""
    letters = "".join(c if c.isascii() and c.isalnum() else "_" for c in area.lower())
    return f"unsaved-{letters[:32]}.json"


@dataclass(frozen=True)
class Unsaved:
    """Edits, and the bytes of files ``before`` them where the disk has others.

    ``saved`` has the SHA-256 of files that were being saved: where these are on the disk, the edits
    are in them already.
    """

    edits: Sequence[Operation] = ()
    before: Mapping[str, bytes] = field(default_factory=dict)
    saved: Mapping[str, str] = field(default_factory=dict)


def format_unsaved(unsaved: Unsaved) -> bytes:
    """Edits as `kotorlevel apply` takes them, with what else has to be known of them."""
    if not unsaved.before and not unsaved.saved:
        return format_edits(unsaved.edits)
    kept = {name: base64.b64encode(data).decode() for name, data in unsaved.before.items()}
    more = {"before": kept, "saved": dict(unsaved.saved)}
    return json.dumps(edits_to_json(unsaved.edits) | more).encode()


def read_unsaved(path: Path) -> Unsaved:
    """What `format_unsaved` has written; `FormatError` for anything else."""
    try:
        document = json.loads(load_source(path).data)
        before, saved = (_find_object(document, name) for name in ("before", "saved"))
        files = {name: base64.b64decode(data) for name, data in before.items()}
        return Unsaved(parse_edits(document), files, {n: str(d) for n, d in saved.items()})
    except (TypeError, binascii.Error, ValueError, RecursionError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(f"is no JSON of edits: {error}") from None


def _find_object(document: Any, name: str) -> dict[str, Any]:
    found = document.get(name, {}) if isinstance(document, dict) else {}
    if not isinstance(found, dict):
        raise FormatError(f'"{name}" is no object')
    return found
