"""Two GFFs field by field: values old and new, structs of lists matched by what they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kotorlevel.area.diff.values import Change
from kotorlevel.area.matching.instances import match_entries
from kotorlevel.core.table import plain
from kotorlevel.formats.gff import Gff, Struct, StructList
from kotorlevel.formats.gff.structs import content_key
from kotorlevel.formats.gff.values import LocalizedString

_NAMED = ("Tag", "TemplateResRef", "ResRef", "CameraID")
_MOST_ALIGNED = 2_000
_LONGEST_BYTES = 32


@dataclass(frozen=True)
class FieldDifference:
    """A field, or a struct of a list, that differs: its path, and what it was and is.

    ``kind`` is "field" or "struct"; None stands for what is not there.
    """

    kind: str
    path: str
    old: Any
    new: Any

    def as_change(self, file: str) -> Change:
        """The same as a change of a file."""
        what = "added" if self.old is None else "removed" if self.new is None else "changed"
        if self.kind == "struct" and what == "changed":
            what = "added"
        return Change(f"{self.kind}-{what}", file, thing=self.path, old=self.old, new=self.new)


def diff_gffs(a: Gff, b: Gff, file: str = "") -> list[Change]:
    """The fields that differ in two GFFs, by their paths."""
    found = []
    if a.kind != b.kind:
        found.append(Change("field-changed", file, thing="kind", old=a.kind, new=b.kind))
    found += [each.as_change(file) for each in diff_structs(a.root, b.root)]
    if not found and a.to_bytes() != b.to_bytes():
        found.append(Change("form-changed", file, thing=_form(a, b)))
    return found


def _form(a: Gff, b: Gff) -> str:
    return "how the file is laid out" if a.root == b.root else "order of fields, ids or types"


def diff_structs(a: Struct, b: Struct, path: str = "") -> Iterator[FieldDifference]:
    """The fields that differ in two structs and in all that is in them."""
    if a == b:
        return
    for label in dict.fromkeys([*a, *b]):
        here = f"{path}.{label}" if path else label
        if label not in b:
            yield FieldDifference("field", here, plain_value(a[label]), None)
        elif label not in a:
            yield FieldDifference("field", here, None, plain_value(b[label]))
        else:
            yield from _diff_values(a[label], b[label], here)


def _diff_values(old: Any, new: Any, path: str) -> Iterator[FieldDifference]:
    if isinstance(old, Struct) and isinstance(new, Struct):
        yield from diff_structs(old, new, path)
    elif isinstance(old, StructList) and isinstance(new, StructList):
        yield from _diff_lists(old, new, path)
    else:
        before, after = plain_value(old), plain_value(new)
        if before != after or type(old) is not type(new):
            yield FieldDifference("field", path, before, after)


def _diff_lists(a: StructList, b: StructList, path: str) -> Iterator[FieldDifference]:
    if a == b:
        return
    pairs, gone, new = align_structs(list(a), list(b))
    for i, j in pairs:
        yield from diff_structs(a[i], b[j], f"{path}[{j}]")
    for i in gone:
        yield FieldDifference("struct", f"{path}[{i}]", plain_value(a[i]), None)
    for j in new:
        yield FieldDifference("struct", f"{path}[{j}]", None, plain_value(b[j]))


Aligned = tuple[list[tuple[int, int]], list[int], list[int]]


def align_structs(a: Sequence[Struct], b: Sequence[Struct]) -> Aligned:
    """Pairs of structs that are the same thing, and what each list has alone.

    Things with a tag or a template are matched by these and by place; others by what is equal in
    the same order, the rest between two equal ones one by one.
    """
    if any(label in row for row in (*a[:1], *b[:1]) for label in _NAMED):
        match = match_entries(a, b)
        return list(match.pairs), list(match.removed), list(match.added)
    if len(a) == len(b) or max(len(a), len(b)) > _MOST_ALIGNED:
        both = min(len(a), len(b))
        pairs = [(i, i) for i in range(both)]
        return pairs, list(range(both, len(a))), list(range(both, len(b)))
    return _by_order([content_key(row) for row in a], [content_key(row) for row in b])


def _by_order(a: list[tuple[object, ...]], b: list[tuple[object, ...]]) -> Aligned:
    from difflib import SequenceMatcher

    pairs: list[tuple[int, int]] = []
    gone: list[int] = []
    new: list[int] = []
    for _, i, end_i, j, end_j in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        both = min(end_i - i, end_j - j)
        pairs += [(i + step, j + step) for step in range(both)]
        gone += range(i + both, end_i)
        new += range(j + both, end_j)
    return pairs, gone, new


def plain_value(value: Any) -> Any:
    """A value as JSON can hold it; long bytes by their number."""
    if isinstance(value, Struct):
        return value.to_plain()
    if isinstance(value, StructList):
        return [row.to_plain() for row in value]
    if isinstance(value, LocalizedString):
        return value.to_plain()
    if isinstance(value, bytes):
        return value.hex() if len(value) <= _LONGEST_BYTES else f"{len(value)} bytes"
    return plain(list(value) if isinstance(value, tuple) else value)
