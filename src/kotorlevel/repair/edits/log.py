"""`read_edits`, `write_edits`, `apply_edits`: a list of edits as a file, and done."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kotorlevel.area.area import Area
from kotorlevel.area.edit.stored_numbers import with_stored_numbers
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.source import load_source
from kotorlevel.core.together import write_files
from kotorlevel.repair.edits import (  # noqa: F401 (they enter themselves)
    doors,
    repairs,
    rooms,
    shapes,
    things,
    vertices,
)
from kotorlevel.repair.edits.operation import Applied, Operation, parse_operation

FORMAT = "kotorlevel-edits"
VERSION = 1
_MOST = 100_000


@dataclass(frozen=True, eq=False)
class EditsApplied:
    """An area after a list of edits, and what each of them did."""

    area: Area
    done: tuple[Applied, ...]


def read_edits(source: str | Path | bytes) -> list[Operation]:
    """The edits in a JSON file, in their order. Raises `FormatError` with the one that is wrong."""
    data, name = load_source(source)
    try:
        return parse_edits(json.loads(data))
    except (ValueError, RecursionError) as error:
        if isinstance(error, FormatError):
            error.source = error.source or name
            raise
        raise FormatError(f"is no JSON: {error}", source=name) from None


def parse_edits(document: object) -> list[Operation]:
    """The edits of a JSON document: ``{"format": "kotorlevel-edits", "edits": [...]}``."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FormatError(f'edits are an object with "format": "{FORMAT}"')
    if document.get("version", VERSION) != VERSION:
        raise FormatError(f"version {document.get('version')!r} of edits is not known")
    edits = document.get("edits")
    if not isinstance(edits, list) or len(edits) > _MOST:
        raise FormatError(f'"edits" is a list of at most {_MOST:,}')
    return [parse_operation(each, f"edit {number}") for number, each in enumerate(edits, 1)]


def edits_to_json(edits: Iterable[Operation]) -> dict[str, Any]:
    """The document of some edits."""
    return {"format": FORMAT, "version": VERSION, "edits": [each.to_json() for each in edits]}


def format_edits(edits: Iterable[Operation]) -> bytes:
    """The same as text: one edit a line, for people and for git."""
    lines = ",\n".join(f"    {each.line}" for each in edits)
    head = f'{{\n  "format": "{FORMAT}",\n  "version": {VERSION},\n  "edits": ['
    return f"{head}\n{lines}\n  ]\n}}\n".encode() if lines else f"{head}]\n}}\n".encode()


def write_edits(edits: Iterable[Operation], path: str | Path) -> None:
    """Write edits as a JSON file."""
    write_files({Path(path): format_edits(edits)})


def apply_edits(
    area: Area,
    edits: Sequence[Operation],
    folder: str | Path = ".",
    *,
    kits: Sequence[str | Path] = (),
) -> EditsApplied:
    """The area after all edits, one after the other, and what each of them did.

    Files that edits name are looked for in ``folder``, then in ``kits``, and never outside of
    these. All or nothing: raises `InputError` for the
    first that cannot be done, with its number::

        done = kl.apply_edits(kl.load_area("my_mod"), kl.read_edits("edits.json"))
        kl.write_area(done.area, "edited")
    """
    done = []
    for number, each in enumerate(edits, 1):
        applied = apply_one(area, each, Path(folder), number, [*map(Path, kits)])
        area = applied.area
        done.append(applied)
    return EditsApplied(area, tuple(done))


def apply_one(
    area: Area,
    edit: Operation,
    folder: Path = Path(),
    number: int = 0,
    kits: Sequence[Path] = (),
) -> Applied:
    """The area after one edit. Raises `InputError` where it cannot be done."""
    where = f"edit {number} ({edit.op})" if number else edit.op
    try:
        done = edit.apply(area, folder, kits)
        return replace(done, area=with_stored_numbers(done.area, area))
    except FormatError as error:
        raise InputError(f"{where}: {error}") from None
    except OSError as error:  # of a file that it names
        reason = error.strerror or str(error)
        raise InputError(f"{where}: {reason}", source=os.fspath(error.filename or "")) from None
    except (ValueError, KeyError, IndexError) as error:
        raise InputError(f"{where}: {error.args[0] if error.args else error}") from None
