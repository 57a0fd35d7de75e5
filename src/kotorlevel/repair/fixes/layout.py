"""Fixes for layouts; each changes only the lines it must."""

from collections.abc import Sequence

from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.core.lines import LineReader
from kotorlevel.formats.lyt import DoorHook, parse_layout
from kotorlevel.formats.lyt.reader import (
    BEGIN,
    COMMENT_MARKS,
    END,
    OTHERS,
    SECTIONS,
    find_entry_lines,
)
from kotorlevel.repair.fixes.text_lines import (
    end_of,
    split_lines,
    with_crlf,
    with_last_first,
    with_numbers,
    with_third_field,
    without_mark,
)
from kotorlevel.repair.step import Fix

Findings = Sequence[Finding]


def _set_counts(data: bytes, findings: Findings, _: Options) -> bytes:
    return _with_counts(data, {finding.line for finding in findings})


def _with_counts(data: bytes, lines: set[int | None]) -> bytes:
    """The layout with right counts in some lines."""
    counts = {
        problem.line: problem.value
        for problem in parse_layout(data).problems
        if problem.code == "count" and problem.line in lines
    }
    return with_numbers(data, {a: b for a, b in counts.items() if a is not None and b is not None})


def _complete_hooks(data: bytes, findings: Findings, _: Options) -> bytes:
    lines = split_lines(data)
    for finding in findings:
        assert finding.line is not None
        lines[finding.line - 1] = with_third_field(lines[finding.line - 1])
    return b"".join(lines)


def _drop_blank_lines(data: bytes, _: Findings, __: Options) -> bytes:
    blank = set(find_entry_lines(data).blank)
    return b"".join(line for n, line in enumerate(split_lines(data), 1) if n not in blank)


def _put_w_first(data: bytes, findings: Findings, _: Options) -> bytes:
    layout, lines = parse_layout(data), split_lines(data)
    places = find_entry_lines(data).entries[DoorHook]
    for number in {number for finding in findings for number in finding.numbers}:
        line = places[number] - 1
        count = len(layout.door_hooks[number].extra)
        lines[line] = with_last_first(lines[line], behind=count)
    return b"".join(lines)


def _order_sections(data: bytes, _: Findings, __: Options) -> bytes:
    """The same lines with the sections in order; what is missing added, doubles joined.

    Comments go with the line behind them, and KotorBlender's own section stands last.
    """
    raw = split_lines(data)
    head: list[bytes] = []
    sections: dict[str, list[bytes]] = {}
    joined: set[str] = set()
    waiting: list[bytes] = []
    current, begun = head, False
    for line, text in zip(LineReader(data), raw, strict=True):
        words = line.words
        keyword = words[0].lower() if words else ""
        if not begun:
            begun = line.bare.lower() == BEGIN
            head.append(text)
        elif keyword == END and len(words) == 1:
            tail = waiting + raw[line.number - 1 :]
            break
        elif (keyword in SECTIONS or keyword == OTHERS) and len(words) <= 2:
            if keyword in sections:
                joined.add(keyword)
                current, text = sections[keyword], b""
            else:
                current = sections[keyword] = []
            current += [*waiting, text]
            waiting = []
        elif current is head:  # unknown lines above the first section stay there
            head.append(text)
        elif not words or keyword.startswith(COMMENT_MARKS):
            waiting.append(text)
        else:
            current += [*waiting, text]
            waiting = []
    for keyword in SECTIONS:
        sections.setdefault(keyword, [b"   %s 0" % keyword.encode() + end_of(head[-1])])
    ordered = [part for keyword in (*SECTIONS, OTHERS) for part in sections.get(keyword, ())]
    changed = b"".join([*head, *ordered, *tail])
    return _with_counts(changed, _section_lines(changed, joined))


def _section_lines(data: bytes, keywords: set[str]) -> set[int | None]:
    """The lines that open the sections of ``keywords``."""
    return {
        line.number
        for line in LineReader(data)
        if line.words and len(line.words) <= 2 and line.words[0].lower() in keywords
    }


LAYOUT_FIXES = (
    Fix("left out the byte-order mark", ("FIL003",), lambda data, *_: without_mark(data)),
    Fix("ended every line with CRLF", ("LYT002",), lambda data, *_: with_crlf(data)),
    Fix("took out blank lines", ("LYT010",), _drop_blank_lines),
    Fix("put the missing 0 into door hooks", ("LYT003",), _complete_hooks),
    Fix("put the sections in order", ("LYT004",), _order_sections),
    Fix("set the right counts", ("LYT001",), _set_counts),
    Fix("put w first in the rotation of door hooks", ("LYT009",), _put_w_first),
)
"""Every fix, in the order in which they are tried; a fix must not make work for those before it."""
