"""JSON text of a document and back: a row of a table a line, and nothing taken on trust."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import BYTE_ORDER_MARK, printable

_WIDTH = 100
_ROW_WIDTH = 160
"""Letters in a line; a row of a table may be longer than others, to be one line."""

_INDENT = "  "
_A_LINE = 10
"""So many plain values of a long list stand in one line."""


def format_json(document: Mapping[str, Any]) -> str:
    """The text of a document of `to_json`: keys in their order, a row of a table a line.

    Letters stand as they are; what is no letter of Unicode (a byte that the games' own encoding
    does not define) is escaped, so that the text can always be written as UTF-8.
    """
    text = "".join(_lines(document, "")) + "\n"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _lines(value: Any, indent: str) -> Iterator[str]:
    """The text of a value that begins somewhere in a line and goes on at ``indent``."""
    if not isinstance(value, (dict, list)) or not value:
        yield _plain(value)
        return
    is_table = isinstance(value, list) and set(map(type, value)) <= {dict, list}
    if indent and not is_table and (short := _one_line(value, _WIDTH - len(indent))):
        yield short
    elif isinstance(value, dict):
        yield from _object_lines(value, indent)
    elif is_table:
        yield from _table_lines(value, indent)
    elif not any(isinstance(each, (dict, list)) for each in value):
        yield from _scalar_lines(value, indent)
    else:
        yield from _mixed_lines(value, indent)


def _one_line(value: Any, room: int) -> str | None:
    """The text in one line; None where it does not fit, without making all of it first."""
    left = [value]
    spent = 0
    while left:
        each = left.pop()
        if isinstance(each, (dict, list)):
            spent += 2 + 3 * len(each)
            if spent > room:
                return None
            left += each.values() if isinstance(each, dict) else each
        elif isinstance(each, str):
            spent += len(each)
        if spent > room:
            return None
    text = _plain(value)
    return text if len(text) <= room else None


def _object_lines(value: dict[str, Any], indent: str) -> Iterator[str]:
    inner = indent + _INDENT
    *first, last = value
    few = not any(isinstance(value[key], (dict, list)) for key in first)
    if indent and few and isinstance(value[last], list):  # {"id": 4, "fields": [
        head = "".join(f"{_plain(key)}: {_plain(value[key])}, " for key in first)
        if len(head) < _WIDTH:
            yield f"{{{head}{_plain(last)}: "
            yield from _lines(value[last], indent)
            yield "}"
            return
    opening = "{\n"
    for key, each in value.items():
        yield f"{opening}{inner}{_plain(key)}: "
        yield from _lines(each, inner)
        opening = ",\n"
    yield f"\n{indent}}}"


def _table_lines(value: list[Any], indent: str) -> Iterator[str]:
    inner = indent + _INDENT
    if isinstance(value[0], list):
        text = _plain(value)
        # Rows of numbers alone: made at once. A text could hold brackets of its own.
        if '"' not in text and "{" not in text and text.count("[") == len(value) + 1:
            rows = text[2:-2].replace("], [", f"],\n{inner}[")
            yield f"[\n{inner}[{rows}]\n{indent}]"
            return
    opening = "[\n"
    for each in value:
        yield opening + inner
        short = _one_line(each, _ROW_WIDTH - len(inner))
        yield from [short] if short else _lines(each, inner)
        opening = ",\n"
    yield f"\n{indent}]"


def _scalar_lines(value: list[Any], indent: str) -> Iterator[str]:
    inner = indent + _INDENT
    texts = [_plain(each) for each in value]
    size = 1 if max(map(len, texts)) > _WIDTH // 2 else _A_LINE
    rows = (", ".join(texts[at : at + size]) for at in range(0, len(texts), size))
    yield f"[\n{inner}" + f",\n{inner}".join(rows) + f"\n{indent}]"


def _mixed_lines(value: list[Any], indent: str) -> Iterator[str]:
    """``["Door List", "LIST", [``: what is short stays in the line of what is long."""
    opening = "["
    for each in value:
        yield opening
        yield from _lines(each, indent or _INDENT)
        opening = ", "
    yield "]"


class _Twice:
    """Stands for the value of a key that an object has twice, until its place is known."""


def parse_json(text: str | bytes, source: str = "") -> dict[str, Any]:
    """The document in ``text``. Raises `FormatError` for what is no JSON object.

    Refused are keys that are there twice (most readers would take one of them in silence), NaN and
    infinities as bare words, and lists inside lists without an end.
    """
    letters = _decode(text, source) if isinstance(text, bytes) else text
    repeated = False

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeated
        found = dict(pairs)
        if len(found) != len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    found[key] = _Twice()
                    repeated = True
                seen.add(key)
        return found

    def refuse(word: str) -> Any:
        raise ValueError(f'{word} is no number of JSON; write "{_WORDS[word]}"')

    try:
        found = json.loads(letters, object_pairs_hook=collect, parse_constant=refuse)
    except json.JSONDecodeError as error:
        text = f"this is no JSON: {error.msg[:1].lower()}{error.msg[1:]}, column {error.colno}"
        raise FormatError(text, source=source, line=error.lineno) from None
    except RecursionError:
        raise FormatError(
            "lists and objects stand inside each other too deep", source=source
        ) from None
    except ValueError as error:  # a bare NaN, or a whole number of thousands of digits
        raise FormatError(f"this is no JSON: {printable(str(error), 200)}", source=source) from None
    if repeated:
        _refuse_repeated(found, source)
    if not isinstance(found, dict):
        raise FormatError("this is no object of JSON: it begins with {", source=source)
    return found


_WORDS = {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}


def _decode(data: bytes, source: str) -> str:
    try:
        return data.removeprefix(BYTE_ORDER_MARK).decode("utf-8")
    except UnicodeDecodeError as error:
        text = "this is no UTF-8 text, as JSON is; save it as UTF-8"
        raise FormatError(text, source=source, offset=error.start) from None


def _refuse_repeated(found: Any, source: str) -> None:
    """Raise the error for a key that is there twice, with its place."""
    left: list[tuple[str, Any]] = [("", found)]
    while left:
        path, value = left.pop()
        is_object = isinstance(value, dict)
        for key, each in value.items() if is_object else enumerate(value):
            step = printable(str(key))
            if isinstance(each, _Twice):
                text = f"the key {json.dumps(step)} is there twice"
                raise FormatError(text, source=source, section=path.lstrip("."))
            if isinstance(each, (dict, list)):
                inner = f"{path}.{step}" if is_object else f"{path}[{key}]"
                left.append((inner, each))
