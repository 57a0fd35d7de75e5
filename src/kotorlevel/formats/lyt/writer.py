"""`Layout` → bytes."""

from collections.abc import Container, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any, cast

from kotorlevel.core.atomic import Target, write_target
from kotorlevel.core.errors import FormatError
from kotorlevel.core.lines import encode_lines, split_words
from kotorlevel.core.text import as_float32, format_float32, printable
from kotorlevel.formats.lyt.layout import DoorHook, Entry, Layout, find_number_fault
from kotorlevel.formats.lyt.reader import (
    BEGIN,
    COMMENT_MARKS,
    END,
    OTHERS,
    SECTIONS,
    parse_layout,
)


def write_layout(layout: Layout, target: Target) -> None:
    """Write ``layout`` to a path (atomically) or an open binary file."""
    write_target(format_layout(layout), target)


def format_layout(layout: Layout) -> bytes:
    """The bytes of ``layout``: as read when unedited, else the games' own form.

    A number that was read and not edited reads back as it is, with all its digits.
    Raises `FormatError` for a name, a number or a comment that would not read back as it is.
    """
    stored = layout.stored.bytes_for(layout.content) if layout.stored else None
    if stored is not None:
        return stored
    data = encode_lines(_lines(layout))
    _refuse_changes(layout, data)
    return data


def _refuse_changes(layout: Layout, data: bytes) -> None:
    """Refuse what reads back as something else: a comment such as ``donelayout``, for one."""
    try:
        again = parse_layout(data)
    except FormatError as error:
        raise FormatError(f"would not read back: {error.message}", line=error.line) from None
    written, read = _comparable(layout), _comparable(again)
    for part, values in written.items():
        if values != read[part]:
            pairs = zip(values, read[part], strict=False)
            odd = next((a for a, b in pairs if a != b), values[-1] if values else read[part][0])
            shown = odd.name if isinstance(odd, Entry) else str(odd)
            raise FormatError(f"'{printable(shown)}' would not read back as it is", section=part)


def _comparable(layout: Layout) -> dict[str, tuple[Any, ...]]:
    """The content with its numbers as the file holds them."""
    order = {keyword: place for place, keyword in enumerate((*SECTIONS, OTHERS, END))}
    comments = sorted(layout.section_comments, key=lambda pair: order.get(pair[0], len(order)))
    return {
        **{k.section: tuple(map(_rounded, getattr(layout, k.section))) for k in SECTIONS.values()},
        "preamble": tuple(layout.preamble),
        "section_comments": tuple(comments),
        "epilogue": tuple(layout.epilogue),
        "others": tuple(layout.others or ()),
    }


def _rounded(entry: Entry) -> Entry:
    changes: dict[str, Any] = {"position": tuple(map(as_float32, entry.position))}
    if isinstance(entry, DoorHook):
        changes["orientation"] = tuple(map(as_float32, entry.orientation))
        changes["extra"] = tuple(map(as_float32, entry.extra))
    return replace(entry, **changes)


def _lines(layout: Layout) -> Iterator[str]:
    read = _numbers_read(layout)
    yield from layout.preamble
    yield BEGIN
    for keyword, kind in SECTIONS.items():
        entries = getattr(layout, kind.section)
        yield from _comments(layout, keyword)
        yield f"   {keyword} {len(entries)}"
        for entry in entries:
            yield from entry.comments
            yield f"      {_entry(entry, keyword, read)}"
    if layout.others is not None:
        yield from _comments(layout, OTHERS)
        yield f"   {OTHERS} {len(layout.others)}"
        yield from (f"      {text}" for text in layout.others)
    yield from _comments(layout, END)
    yield END
    yield from layout.epilogue


def _comments(layout: Layout, keyword: str) -> Iterator[str]:
    return (text for before, text in layout.section_comments if before == keyword)


def _numbers_read(layout: Layout) -> set[float]:
    """Every number in the layout as it was read."""
    if layout.stored is None:
        return set()
    lists = cast("tuple[tuple[Entry, ...], ...]", layout.stored.content[: len(SECTIONS)])
    found: set[float] = set()
    for entry in chain.from_iterable(lists):
        found.update(entry.position)
        if isinstance(entry, DoorHook):
            found.update(entry.orientation, entry.extra)
    return found


def _entry(entry: Entry, section: str, read: Container[float]) -> str:
    try:
        if fault := find_number_fault(entry):
            raise FormatError(fault)
        position = " ".join(_number(value, read) for value in entry.position)
        if not isinstance(entry, DoorHook):
            return f"{_name(entry.name)} {position}"
        turn = " ".join(_number(value, read) for value in entry.orientation)
        extra = "".join(f" {_number(value, read)}" for value in entry.extra)
        names = f"{_name(entry.room)} {_words(entry.name)}"
        return f"{names} {entry.unknown} {position} {turn}{extra}"
    except FormatError as error:
        raise FormatError(f"{printable(entry.name)}: {error.message}", section=section) from None


def _name(name: str) -> str:
    """``name`` if it reads back as the same name; a long one does, as it did when it was read."""
    if not name or " ".join(split_words(name)) != name or name.startswith(COMMENT_MARKS):
        raise FormatError(f"'{printable(name)}' cannot stand in a layout")
    return name


def _words(name: str) -> str:
    """A door's name, which may begin as a comment does, if it reads back as the same."""
    if not name or " ".join(split_words(name)) != name:
        raise FormatError(f"'{printable(name)}' cannot name a door in a layout")
    return name


def _number(value: float, read: Container[float]) -> str:
    """``value`` in the games' spelling; one that was ``read`` as the very number it was."""
    if isinstance(value, int):
        return str(value)
    text = format_float32(value)
    return repr(value) if value in read and float(text) != value else text
