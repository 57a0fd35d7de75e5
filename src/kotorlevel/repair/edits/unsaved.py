"""What is not saved yet, as a file beside the level: edits, and what they begin with."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import load_source
from kotorlevel.repair.edits.log import edits_to_json, format_edits, parse_edits
from kotorlevel.repair.edits.operation import Operation


def unsaved_name(area: str) -> str:
    """The file in the journal's folder with what is not saved yet of an area: one for each."""
    letters = "".join(c if c.isascii() and c.isalnum() else "_" for c in area.lower())
    return f"unsaved-{letters[:32]}.json"


def format_unsaved(edits: Sequence[Operation], before: Mapping[str, bytes]) -> bytes:
    """Edits as `kotorlevel apply` takes them, with the files that they begin with."""
    if not before:
        return format_edits(edits)
    kept = {name: base64.b64encode(data).decode() for name, data in before.items()}
    return json.dumps(edits_to_json(edits) | {"before": kept}).encode()


def read_unsaved(path: Path) -> tuple[list[Operation], dict[str, bytes]]:
    """The edits, and the bytes of files that they begin with; `FormatError` for anything else."""
    try:
        document = json.loads(load_source(path).data)
        before = document.get("before", {}) if isinstance(document, dict) else {}
        if not isinstance(before, dict):
            raise FormatError('"before" is no object')
        files = {str(name): base64.b64decode(data) for name, data in before.items()}
        return parse_edits(document), files
    except (TypeError, binascii.Error, ValueError, RecursionError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(f"is no JSON of edits: {error}") from None
