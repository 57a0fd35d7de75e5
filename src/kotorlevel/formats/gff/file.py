"""A GFF file as a value; every edit returns a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.text import encode_text
from kotorlevel.core.words import count_of
from kotorlevel.formats.gff.structs import Struct, StructList, find_index
from kotorlevel.formats.gff.values import GffType
from kotorlevel.formats.stored import Stored

_KIND_SIZE = 4


@dataclass(frozen=True)
class Gff:
    """A tree of structs. ``kind`` says what the file is for, in four letters: ``"GIT "``.

    Values are taken from ``root``, or from the file itself, which is short for it. Edits name a
    place by labels and numbers::

        git["Door List"][3]["X"]
        git = git.with_value("Door List", 3, "X", value=1.0)
        git = git.without("Door List", 0)
        git = git.with_item("Door List", item=git["Door List"][3])
    """

    kind: str
    root: Struct
    stored: Stored | None = field(default=None, repr=False, compare=False)
    problems: tuple[Problem, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", self.kind.ljust(_KIND_SIZE))
        if len(encode_text(self.kind, "header")) != _KIND_SIZE:
            raise FormatError(
                f"the kind {self.kind!r} has more than four letters", section="header"
            )

    def __repr__(self) -> str:
        return f"<Gff {self.kind.rstrip()!r}, {count_of(len(self.root), 'field')}>"

    @property
    def version(self) -> str:
        """The version of the format, the only one that the games use."""
        return "V3.2"

    @property
    def content(self) -> tuple[object, ...]:
        """All that is written to a file; equal contents are equal files."""
        return (self.kind, self.root)

    def __getitem__(self, label: str) -> Any:
        return self.root[label]

    def __contains__(self, label: object) -> bool:
        return label in self.root

    def __iter__(self) -> Iterator[str]:
        return iter(self.root)

    def get(self, label: str, default: Any = None) -> Any:
        """The value of a field of the root; ``default`` where there is none."""
        return self.root.get(label, default)

    def to_bytes(self) -> bytes:
        """The file: as it was read when unedited, else written anew."""
        from kotorlevel.formats.gff.writer import format_gff

        return format_gff(self)

    # Editing

    def replaced(self, root: Struct) -> Gff:
        """The same file with another root."""
        return replace(self, root=root, problems=())

    def with_value(self, *path: str | int, value: Any, field_type: GffType | None = None) -> Gff:
        """The file with another value at ``path``, a field or a struct in a list.

        A field keeps its type unless another is given; a new field needs one.
        """

        def change(holder: Struct | StructList, last: str | int) -> Any:
            if isinstance(holder, StructList):
                place = find_index(_number(last, holder), len(holder), holder.place)
                return [value if i == place else item for i, item in enumerate(holder)]
            label = _label(last, holder)
            if field_type is None:
                return holder.replaced({label: value})
            if label in holder:
                return holder.retyped(label, field_type, value)
            return holder.added(label, field_type, value)

        return self._changed(path, change)

    def with_item(self, *path: str | int, item: Struct, at: int | None = None) -> Gff:
        """The file with ``item`` in the list at ``path``, before number ``at`` or as the last."""
        items = list(self._find(path))
        if at is not None and not 0 <= at <= len(items):
            raise IndexError(f"{at} is outside 0 to {len(items)}")
        items.insert(len(items) if at is None else at, item)
        return self.with_value(*path, value=items)

    def without(self, *path: str | int) -> Gff:
        """The file without the field, or the struct of a list, at ``path``."""

        def change(holder: Struct | StructList, last: str | int) -> Any:
            if isinstance(holder, StructList):
                place = find_index(_number(last, holder), len(holder), holder.place)
                return [item for i, item in enumerate(holder) if i != place]
            return holder.removed(_label(last, holder))

        return self._changed(path, change)

    def _find(self, path: tuple[str | int, ...]) -> Any:
        value: Any = self.root
        for step in path:
            if isinstance(value, Struct):
                value = value[_label(step, value)]
            elif isinstance(value, StructList):
                value = value[_number(step, value)]
            else:
                raise KeyError(f"{step!r}: there is neither a struct nor a list above it")
        return value

    def _changed(self, path: tuple[str | int, ...], change: Callable[[Any, str | int], Any]) -> Gff:
        """The file with what stands at the end of ``path`` changed, and all above it anew."""
        if not path:
            raise ValueError("a path names a field of the root at least")
        holders = [self._find(path[:depth]) for depth in range(len(path))]
        if not isinstance(holders[-1], Struct | StructList):
            raise KeyError(f"{path[-1]!r}: there is neither a struct nor a list above it")
        value = change(holders[-1], path[-1])
        for holder, step in zip(reversed(holders[:-1]), reversed(path[:-1]), strict=True):
            if isinstance(holder, StructList):
                place = find_index(_number(step, holder), len(holder), holder.place)
                value = [value if i == place else item for i, item in enumerate(holder)]
            else:
                value = holder.replaced({step: value})
        return self.replaced(value)


def _label(step: str | int, holder: Struct) -> str:
    if not isinstance(step, str):
        raise KeyError(f"{holder.place or 'the root'} is a struct: {step!r} is no label")
    return step


def _number(step: str | int, holder: StructList) -> int:
    if isinstance(step, str):
        raise KeyError(f"{holder.place} is a list: {step!r} is no number")
    return step
