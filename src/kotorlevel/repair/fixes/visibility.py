"""Fixes for visibility files; each changes only the lines it must."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kotorlevel.checks.facts.text import visibility_lines
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import encode_text
from kotorlevel.formats.vis import Visibility, parse_visibility
from kotorlevel.repair.fixes.text_lines import (
    CRLF,
    end_of,
    split_lines,
    with_crlf,
    with_end,
    with_number,
    with_numbers,
    without_mark,
    without_number,
)
from kotorlevel.repair.step import Apply, Fix

Findings = Sequence[Finding]

_INDENT = b"  "


@dataclass
class _Child:
    key: str
    line: int


@dataclass
class _Entry:
    """A parent's line and its children's, all numbered from 0."""

    key: str
    line: int
    children: list[_Child]

    @property
    def last_line(self) -> int:
        """Behind it new children stand."""
        return self.children[-1].line if self.children else self.line


@dataclass
class _Text:
    """The lines of a file, and what is to be done with them."""

    lines: list[bytes]
    gone: set[int] = field(default_factory=set)
    added: dict[int, list[bytes]] = field(default_factory=dict)
    tail: list[bytes] = field(default_factory=list)

    def add(self, behind: int, line: bytes) -> None:
        """One more line behind a line."""
        self.lines[behind] = with_end(self.lines[behind])
        self.added.setdefault(behind, []).append(line)

    def count(self, entry: _Entry, number: int) -> None:
        """Give a parent its count."""
        self.lines[entry.line] = with_number(self.lines[entry.line], number)

    def joined(self) -> bytes:
        """The file."""
        if self.tail and self.lines:
            self.lines[-1] = with_end(self.lines[-1])
        kept = (
            part
            for number, line in enumerate(self.lines)
            for part in ([] if number in self.gone else [line]) + self.added.get(number, [])
        )
        return b"".join([*kept, *self.tail])


def _set_counts(data: bytes, findings: Findings, _: Options) -> bytes:
    lines = {finding.line for finding in findings}
    counts = {
        problem.line: problem.value
        for problem in parse_visibility(data).problems
        if problem.code == "count" and problem.line in lines
    }
    return with_numbers(data, {a: b for a, b in counts.items() if a is not None and b is not None})


def _join_repeats(data: bytes, _: Findings, __: Options) -> bytes:
    """Each parent once, at its first place, with what all its entries see, each name once."""
    text, entries = _Text(split_lines(data)), _entries(parse_visibility(data))
    firsts: dict[str, _Entry] = {}
    seen: dict[str, set[str]] = {}
    for entry in entries:
        first = firsts.setdefault(entry.key, entry)
        known = seen.setdefault(entry.key, set())
        if first is not entry:
            text.gone.add(entry.line)
        for child in entry.children:
            if child.key in known or first is not entry:
                text.gone.add(child.line)
            if child.key not in known and first is not entry:
                text.add(first.last_line, with_end(text.lines[child.line]))
            known.add(child.key)
    for entry in entries:
        if entry is firsts[entry.key] and len(seen[entry.key]) != len(entry.children):
            text.count(entry, len(seen[entry.key]))
    return text.joined()


def _drop_selves(data: bytes, _: Findings, __: Options) -> bytes:
    text = _Text(split_lines(data))
    for entry in _entries(parse_visibility(data)):
        selves = {child.line for child in entry.children if child.key == entry.key}
        if selves:
            text.gone |= selves
            text.count(entry, len(entry.children) - len(selves))
    return text.joined()


def _mirror(data: bytes, _: Findings, __: Options) -> bytes:
    """Every pair both ways."""
    missing: dict[str, list[str]] = {}
    for a, b in parse_visibility(data).one_way_pairs():
        missing.setdefault(b, []).append(a)
    return with_seen(data, missing)


def _list_unlisted(data: bytes, _: Findings, __: Options) -> bytes:
    """Rooms that nobody lists are seen from those that they list themselves."""
    visibility = parse_visibility(data)
    missing: dict[str, list[str]] = {}
    for name in visibility.unlisted():
        for other in visibility.find_seers(name):
            missing.setdefault(other, []).append(name)
    return with_seen(data, missing)


def _drop_versions(data: bytes, findings: Findings, _: Options) -> bytes:
    lines = {finding.line for finding in findings}
    return b"".join(line for n, line in enumerate(split_lines(data), 1) if n not in lines)


def _indent(data: bytes, _: Findings, __: Options) -> bytes:
    lines = split_lines(data)
    for entry in _entries(parse_visibility(data)):
        for child in entry.children:
            lines[child.line] = _INDENT + lines[child.line]
    return b"".join(lines)


def _drop_numbers(data: bytes, findings: Findings, _: Options) -> bytes:
    lines = split_lines(data)
    for finding in findings:
        assert finding.line is not None
        lines[finding.line - 1] = without_number(lines[finding.line - 1])
    return b"".join(lines)


def with_seen(data: bytes, missing: Mapping[str, Sequence[str]]) -> bytes:
    """The file in which each room of ``missing`` sees those too; none of them is seen yet.

    New children stand at the end of their entries, new entries at the end of the file.
    """
    visibility = parse_visibility(data)
    text = _Text(split_lines(data))
    # One indented line in a file without any would change what all the others are taken for.
    is_flat = any(problem.code == "flat" for problem in visibility.problems)
    indent = b"" if is_flat else _INDENT
    firsts: dict[str, _Entry] = {}
    for entry in _entries(visibility):
        firsts.setdefault(entry.key, entry)
    for name, sees in missing.items():
        known = firsts.get(name_key(name))
        end = end_of(text.lines[known.line]) if known else CRLF
        children = [indent + encode_text(child) + end for child in sees]
        if known:
            for child in children:
                text.add(known.last_line, child)
            text.count(known, len(known.children) + len(children))
        else:
            text.tail += [encode_text(f"{name} {len(sees)}") + end, *children]
    return text.joined()


def _entries(visibility: Visibility) -> list[_Entry]:
    """The entries with their lines, as they stand in the file."""
    found = []
    for entry, place in zip(visibility.entries, visibility_lines(visibility), strict=True):
        assert place.parent is not None
        children = [
            _Child(name_key(name), line - 1)
            for name, line in zip(entry.sees, place.children, strict=True)
            if line is not None
        ]
        found.append(_Entry(name_key(entry.name), place.parent - 1, children))
    return found


def _if_clear(apply: Apply) -> Apply:
    """The fix, but not while it is open which line is a room and which is seen from it.

    A line without a number may be a child that lost its indentation, and a child with one a room
    that got some; what follows it would be taken for what that room sees.
    """

    def applied(data: bytes, findings: Findings, options: Options) -> bytes:
        problems = parse_visibility(data).problems
        if any(problem.code in ("no-count", "child-number") for problem in problems):
            return data
        return apply(data, findings, options)

    return applied


VISIBILITY_FIXES = (
    Fix("left out the byte-order mark", ("FIL003",), lambda data, *_: without_mark(data)),
    Fix("ended every line with CRLF", ("VIS005",), lambda data, *_: with_crlf(data)),
    Fix("left out the version", ("VIS013",), _drop_versions),
    Fix("indented what is seen", ("VIS014",), _indent),
    Fix("took numbers from rooms that are seen", ("VIS015",), _drop_numbers),
    Fix("set the right counts", ("VIS001",), _if_clear(_set_counts)),
    Fix("joined repeated entries", ("VIS003",), _if_clear(_join_repeats)),
    Fix("took rooms out of their own lists", ("VIS009",), _if_clear(_drop_selves)),
    Fix("listed rooms that nobody listed", ("VIS011",), _if_clear(_list_unlisted)),
    Fix("made every pair see each other", ("VIS004",), _if_clear(_mirror)),
)
"""Every fix, in the order in which they are tried; a fix must not make work for those before it."""
