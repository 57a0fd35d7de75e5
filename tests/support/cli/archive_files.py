"""What the tests of `ls`, `extract`, `pack` and `which` share: JSON by its schema, folders."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from kotorlevel.core.journal.journal import JOURNAL
from support.cli.in_process import InProcess
from support.corpus import ROOT
from support.schemas import validate

HOSTILE = {
    b"../escape": "parent",
    b"/abs": "root",
    b"..\\back": "parent on Windows",
    b"c:evil": "drive",
    b".hidden": "hidden",
    b"nul": "device",
    b"a\x1b[31m": "escape sequence",
    b"": "no name",
}
"""Names in archives that no file should have, and why."""


def read_json(kotorlevel: InProcess, command: str, *arguments: object) -> dict[str, Any]:
    """What ``--json`` prints, checked against the schema of the command."""
    document: dict[str, Any] = json.loads(kotorlevel(command, *arguments, "--json").stdout)
    validate(document, _read_schema(command))
    return document


@cache
def _read_schema(command: str) -> Any:
    path = ROOT / "docs" / "schema" / f"{command}.schema.json"
    return json.loads(path.read_text(encoding="utf-8"))


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder`` but the journal's; nothing where there is none."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and JOURNAL not in path.parts
    }
