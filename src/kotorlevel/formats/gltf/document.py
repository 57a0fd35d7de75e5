"""The JSON of a glTF, asked with checks: what is not as the format says is a located error."""

from __future__ import annotations

import math
from typing import Any

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable

Item = dict[str, Any]


class Document:
    """The JSON of one file. Errors name the place as ``nodes[3]``."""

    def __init__(self, root: Item, source: str) -> None:
        self.root = root
        self.source = source
        self._lists: dict[str, list[Item]] = {}

    def error(self, message: str, place: str) -> FormatError:
        """An error at ``place``, to be raised by the caller."""
        return FormatError(message, source=self.source, section=place)

    def items(self, name: str) -> list[Item]:
        """The objects of a list at the root; an empty one where it is absent."""
        if name not in self._lists:
            found = self.root.get(name, [])
            if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
                raise self.error("should be a list of objects", name)
            self._lists[name] = found
        return self._lists[name]

    def item(self, name: str, number: int, asked_by: str) -> Item:
        """One object of a list at the root, by its number."""
        found = self.items(name)
        if not 0 <= number < len(found):
            text = f"names {name}[{number}], and there are {len(found):,} {name}"
            raise self.error(text, asked_by)
        return found[number]

    def integer(self, item: Item, key: str, place: str, default: int | None = None) -> int:
        """A whole number from 0 on; ``default`` where it is absent, an error if there is none."""
        value = item.get(key, default)
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # 12.0 is a whole number in JSON
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            is_missing = key not in item
            text = (
                "is missing" if is_missing else f"should be a number from 0 on, not {_show(value)}"
            )
            raise self.error(f"'{key}' {text}", place)
        return value

    def optional(self, item: Item, key: str, place: str) -> int | None:
        """A whole number from 0 on, or None where it is absent."""
        return self.integer(item, key, place) if key in item else None

    def integers(self, item: Item, key: str, place: str) -> list[int]:
        """A list of whole numbers from 0 on; an empty one where it is absent."""
        return [
            self.integer({key: value}, key, place) for value in self._list(item, key, place, [])
        ]

    def numbers(
        self, item: Item, key: str, place: str, default: tuple[float, ...]
    ) -> tuple[float, ...]:
        """As many finite numbers as ``default`` has, which stands for an absent list."""
        found = self._list(item, key, place, list(default))
        if len(found) != len(default) or not all(map(_is_number, found)):
            raise self.error(f"'{key}' should be {len(default)} finite numbers", place)
        return tuple(map(float, found))

    def objects(self, item: Item, key: str, place: str) -> list[Item]:
        """A list of objects; an empty one where it is absent."""
        found = self._list(item, key, place, [])
        if not all(isinstance(each, dict) for each in found):
            raise self.error(f"'{key}' should be a list of objects", place)
        return found

    def object(self, item: Item, key: str, place: str) -> Item:
        """An object; an empty one where it is absent."""
        found = item.get(key, {})
        if not isinstance(found, dict):
            raise self.error(f"'{key}' should be an object", place)
        return found

    def name(self, item: Item) -> str:
        """The name of an object of the file, "" where it has none."""
        found = item.get("name", "")
        # Half a pair of surrogates can be spelled in JSON, and written nowhere.
        return found.encode("utf-8", "replace").decode() if isinstance(found, str) else ""

    def _list(self, item: Item, key: str, place: str, default: list[Any]) -> list[Any]:
        found = item.get(key, default)
        if not isinstance(found, list):
            raise self.error(f"'{key}' should be a list", place)
        return found


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond all floats
        return False


def _show(value: object) -> str:
    return f"'{printable(str(value))}'" if isinstance(value, str) else printable(repr(value), 30)
