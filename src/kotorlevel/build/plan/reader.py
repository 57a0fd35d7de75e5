"""Reading ``level.toml``: every value checked, every error with its line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from errno import ENOENT
from pathlib import Path
from typing import Any

from kotorlevel.build.plan.keys import KIND_WORDS, REPEATED, TABLES, Key
from kotorlevel.build.plan.values import (
    LevelPlan,
    PlannedDoor,
    PlannedEntry,
    PlannedMap,
    PlannedRoom,
)
from kotorlevel.core.errors import FormatError, UnreadableError
from kotorlevel.core.source import load_source
from kotorlevel.core.text import printable
from kotorlevel.core.words import did_you_mean, either

PLAN_NAME = "level.toml"
_LARGEST = 1_000_000
"""Bytes: a plan of 500 rooms has 50,000."""
_FARTHEST = 1e9
"""Numbers beyond this mean nothing anywhere in a plan."""
_LONGEST = 400
"""Letters of a text or a path."""

_HEADER = re.compile(r"\s*\[(\[?)\s*([A-Za-z_-]+)\s*\]?\]\s*(#.*)?$")
_KEY = re.compile(r"\s*[\"']?([A-Za-z_-]+)[\"']?\s*=")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")

Lines = dict[tuple[str, int, str], int]


def read_plan(path: str | Path) -> LevelPlan:
    """The plan in a file, or in ``level.toml`` of a folder.

    Raises `FormatError` with the line for what is no TOML, and for keys and values without a
    meaning::

        module = kl.build_module(kl.read_plan("station/level.toml"))
    """
    path = Path(path)
    if path.is_dir():
        path = path / PLAN_NAME
        if not path.exists():
            text = "no such file: the plan of what to build; `kotorlevel new` writes a first one"
            raise UnreadableError(text, source=path.as_posix(), errno=ENOENT)
    data, source = load_source(path)
    if len(data) > _LARGEST:
        text = f"{len(data):,} bytes; a plan has at most {_LARGEST:,}"
        raise FormatError(text, source=source)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError("this is no text in UTF-8", source=source, line=line) from None
    return parse_plan(text, source=source, folder=path.parent)


def parse_plan(text: str, *, source: str = "", folder: str | Path = "") -> LevelPlan:
    """The plan that a text says; see `read_plan`."""
    import tomllib

    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        message = printable(str(error)[: found.start()] if found else str(error), 200)
        line = int(found[1]) if found else None
        raise FormatError(f"no TOML: {message}", source=source, line=line) from None
    except (RecursionError, ValueError) as error:  # values in each other; a number of many digits
        what = "lists in each other" if isinstance(error, RecursionError) else str(error)
        raise FormatError(f"no TOML that can be read: {what}", source=source) from None
    reading = _Reading(document, source, _find_lines(text))
    return reading.plan(Path(folder))


def _find_lines(text: str) -> Lines:
    """The line of each key, by table, number of the table and key; as people write TOML."""
    lines: Lines = {}
    counts: dict[str, int] = {}
    table, number = "", 0
    for row, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = header[2]
            number = counts.get(table, 0) if header[1] else 0
            counts[table] = number + 1
            lines.setdefault((table, number, ""), row)
        elif key := _KEY.match(line):
            lines.setdefault((table, number, key[1]), row)
    return lines


class _Reading:
    """One document, with what is needed to say where something is wrong in it."""

    def __init__(self, document: Mapping[str, Any], source: str, lines: Lines) -> None:
        self.document = document
        self.source = source
        self.lines = lines

    def plan(self, folder: Path) -> LevelPlan:
        self._refuse_unknown(self.document, TABLES, "", 0)
        found = {
            name: self._repeated(name) if name in REPEATED else [self._single(name)]
            for name in TABLES
        }
        module, entry = found["module"][0], found["entry"][0]
        if "at" in entry and "room" in entry:
            raise self._error("give room or at, not both", "entry", 0, "room")
        rooms = tuple(PlannedRoom(**each) for each in found["room"])
        if not rooms:
            raise FormatError("there is no [[room]]: a level needs one", source=self.source)
        return LevelPlan(
            **module,
            rooms=rooms,
            doors=tuple(PlannedDoor(**each) for each in found["door"]),
            entry=PlannedEntry(**entry),
            visibility=found["visibility"][0].get("rooms", "built"),
            path_points=found["path_points"][0].get("build", True),
            map=PlannedMap(**found["map"][0]),
            folder=folder,
            source=self.source,
            lines=self.lines,
        )

    def _single(self, name: str) -> dict[str, Any]:
        table = self.document.get(name, {})
        if not isinstance(table, dict):
            raise self._error(f"write [{name}] once, and its keys below", "", 0, name)
        return self._values(table, name, 0)

    def _repeated(self, name: str) -> list[dict[str, Any]]:
        tables = self.document.get(name, [])
        if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
            raise self._error(f"write [[{name}]] with two brackets for each", name, 0, "")
        if len(tables) > REPEATED[name]:
            text = f"{len(tables):,} times [[{name}]]; {REPEATED[name]:,} are taken at most"
            raise FormatError(text, source=self.source)
        return [self._values(each, name, number) for number, each in enumerate(tables)]

    def _values(self, table: Mapping[str, Any], name: str, number: int) -> dict[str, Any]:
        known = TABLES[name]
        self._refuse_unknown(table, known, name, number)
        for key, declared in known.items():
            if declared.required and key not in table:
                raise self._error(f"{key} is missing", name, number, "")
        return {
            key: self._value(value, known[key], name, number, key) for key, value in table.items()
        }

    def _value(self, value: Any, key: Key, name: str, number: int, label: str) -> Any:
        fault = _find_fault(value, key)
        if fault:
            raise self._error(fault, name, number, label)
        if key.kind in ("place", "point"):
            return tuple(float(each) for each in value)
        if key.kind == "pair":
            return tuple(value)
        return float(value) if key.kind == "number" else value

    def _refuse_unknown(
        self, table: Mapping[str, Any], known: Mapping[str, Any], name: str, number: int
    ) -> None:
        for key in table:
            if key not in known:
                what = "key" if name else "table"
                hint = did_you_mean(key, known) or f"There are {either(list(known))}."
                text = f"there is no {what} '{printable(key)}'. {hint}"
                raise self._error(text, name, number, key)

    def _error(self, message: str, table: str, number: int, key: str) -> FormatError:
        section = f"{table} {number + 1}" if table in REPEATED else table
        parts = [printable(part) for part in (section, key) if part]
        line = self.lines.get((table, number, key)) or self.lines.get((key or table, 0, ""))
        line = line or self.lines.get((table, number, ""))
        return FormatError(message, source=self.source, section=", ".join(parts), line=line)


def _find_fault(value: Any, key: Key) -> str | None:
    """What is wrong with a value, or None."""
    if _is_of_kind(value, key):
        return None
    wanted = f"{either(key.words)}, in quotes" if key.kind == "word" else KIND_WORDS[key.kind]
    try:
        shown = printable(repr(value))
    except ValueError:  # Python writes out no number of more than some thousand digits
        shown = "a number of thousands of digits"
    return f"{shown} is not {wanted}"


def _is_of_kind(value: Any, key: Key) -> bool:
    match key.kind:
        case "name" | "text" | "path":
            return isinstance(value, str) and 0 < len(value) <= _LONGEST
        case "word":
            return value in key.words if isinstance(value, str) else False
        case "flag":
            return isinstance(value, bool)
        case "number":
            return _is_number(value)
        case "count":
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31
        case "pair":
            return _is_row(value, (2,)) and all(isinstance(each, str) and each for each in value)
        case "place":
            return _is_row(value, (3,)) and all(map(_is_number, value))
        case "point":
            return _is_row(value, (2, 3)) and all(map(_is_number, value))


def _is_row(value: Any, lengths: tuple[int, ...]) -> bool:
    return isinstance(value, list) and len(value) in lengths


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return abs(value) <= _FARTHEST  # neither is NaN
