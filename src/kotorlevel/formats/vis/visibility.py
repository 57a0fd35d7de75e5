"""A visibility as a value; every edit returns a new one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from kotorlevel.core.errors import Problem
from kotorlevel.core.resource import EMPTY_NAME, find_name_fault, name_key
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.formats.stored import Stored

Pair = tuple[str, str]

COMMENT_MARKS = ("#", "//")
_VERSION = re.compile(r"(?:\S+[ \t]+V[0-9][0-9.]*|V[0-9]+\.[0-9.]+)", re.ASCII | re.IGNORECASE)


def is_version(text: str) -> bool:
    """True for a line such as ``m55aa V3.28``, which some tools put before the rooms."""
    return _VERSION.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class VisRoom:
    """A room and the rooms drawn while the player is in it.

    ``comments`` are the lines kept before it: comments, and a line with a version.
    """

    name: str
    sees: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Visibility:
    """Which rooms are drawn from which, as a file lists them. ``epilogue`` are closing comments.

    ``entries`` hold what was read, repeated rooms and all; written anew, those are merged.
    Questions and edits take names in any
    case, treat entries of the same name as one, and answer each name in its first spelling::

        visibility.sees("m55aa_01", "m55aa_02")
        visibility = visibility.with_visible("m55aa_01", "m55aa_02")

    A name that is nowhere in the file is a `KeyError`; a new name that the game cannot use is a
    `ValueError`. That a room sees itself goes without saying: it is true here only where a file
    says so, and no edit adds it.
    """

    entries: tuple[VisRoom, ...] = ()
    epilogue: tuple[str, ...] = ()
    stored: Stored | None = field(default=None, repr=False, compare=False)
    problems: tuple[Problem, ...] = field(default=(), repr=False, compare=False)

    def __repr__(self) -> str:
        pairs = count_of(sum(len(entry.sees) for entry in self.entries), "pair")
        return f"<Visibility {count_of(len(self.entries), 'room')}, {pairs}>"

    @property
    def content(self) -> tuple[object, ...]:
        """All that is written to a file; equal contents are equal visibilities."""
        return (self.entries, self.epilogue)

    def to_bytes(self) -> bytes:
        """The file: as it was read when unedited, else in the games' own form."""
        from kotorlevel.formats.vis.writer import format_visibility

        return format_visibility(self)

    @property
    def merged(self) -> tuple[VisRoom, ...]:
        """The entries with each room once: what later ones add stands behind the first's."""
        if len(self._sight) == len(self.entries):
            return self.entries
        names: dict[str, str] = {}
        comments: dict[str, list[str]] = {}
        sees: dict[str, list[str]] = {}
        known: dict[str, set[str]] = {}
        for entry in self.entries:
            key = name_key(entry.name)
            again = key in names
            names.setdefault(key, entry.name)
            comments.setdefault(key, []).extend(entry.comments)
            listed, keys = sees.setdefault(key, []), known.setdefault(key, set())
            listed += [x for x in entry.sees if not again or name_key(x) not in keys]
            keys.update(map(name_key, entry.sees))
        return tuple(
            VisRoom(name, tuple(sees[key]), tuple(comments[key])) for key, name in names.items()
        )

    # Asking

    @property
    def rooms(self) -> tuple[str, ...]:
        """Every name once: the parents in order, then the names that are only seen."""
        return tuple(self._spellings.values())

    @property
    def parents(self) -> tuple[str, ...]:
        """The rooms that have an entry, each once, in order."""
        return tuple(self._spellings[key] for key in self._sight)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name_key(name) in self._spellings

    def sees(self, a: str, b: str) -> bool:
        """True when ``b`` is listed under ``a``."""
        a, b = self._key(a), self._key(b)
        return b in self._sight.get(a, ())

    def lists(self, a: str, b: str) -> bool:
        """True when ``b`` is listed under ``a``; False also for names that are nowhere in it."""
        return name_key(b) in self._sight.get(name_key(a), ())

    def seen_from(self, a: str) -> tuple[str, ...]:
        """The rooms listed under ``a``, each once, in order; none when it has no entry."""
        return tuple(self._spellings[key] for key in self._sight.get(self._key(a), ()))

    def seen_by(self, b: str) -> tuple[str, ...]:
        """The rooms that list ``b``, each once, in order."""
        b = self._key(b)
        return tuple(self._spellings[a] for a, seen in self._sight.items() if b in seen)

    def unlisted(self, rooms: Iterable[str] | None = None) -> tuple[str, ...]:
        """Which of ``rooms``, or of the rooms with an entry, no other room lists; in order."""
        listed = {b for a, seen in self._sight.items() for b in seen if a != b}
        names = _distinct(self.parents if rooms is None else rooms)
        return tuple(name for name in names if name_key(name) not in listed)

    def find_seers(self, room: str) -> tuple[str, ...]:
        """The other rooms with an entry that ``room`` lists: from those it is probably seen."""
        own = name_key(room)
        keys = (key for key in self._sight.get(own, ()) if key in self._sight and key != own)
        return tuple(self._spellings[key] for key in keys)

    def pairs(self) -> tuple[Pair, ...]:
        """Every pair (a, b) where a sees b, once, in the order of the file."""
        return tuple((self._spellings[a], self._spellings[b]) for a, b in self._key_pairs())

    def one_way_pairs(self) -> tuple[Pair, ...]:
        """The pairs (a, b) where a sees b and b does not see a, in the order of the file."""
        return tuple((self._spellings[a], self._spellings[b]) for a, b in self._one_way_keys())

    # Editing

    def with_visible(self, a: str, b: str, both: bool = True) -> Visibility:
        """A visibility in which ``a`` sees ``b`` and, if ``both``, ``b`` sees ``a``.

        What is new stands at the end of the room's entry; a room without one gets it at the end.
        """
        a, b = self._key(a), self._key(b)
        wanted = ((a, b), (b, a)) if both else ((a, b),)
        missing = {x: [y] for x, y in wanted if x != y and y not in self._sight.get(x, ())}
        return self._extended(missing)

    def without_visible(self, a: str, b: str, both: bool = True) -> Visibility:
        """A visibility in which ``a`` does not see ``b`` nor, if ``both``, ``b`` see ``a``.

        A name without an entry that is seen from nowhere else is then gone from the file.
        """
        a, b = self._key(a), self._key(b)
        unwanted = {a: b, b: a} if both else {a: b}
        return self._with(
            _without(entry, unwanted[key]) if (key := name_key(entry.name)) in unwanted else entry
            for entry in self.entries
        )

    def mirrored(self) -> Visibility:
        """A visibility with every pair both ways; what is missing is added in the file's order."""
        missing: dict[str, list[str]] = {}
        for a, b in self._one_way_keys():
            missing.setdefault(b, []).append(a)
        return self._extended(missing)

    def all_visible(self, rooms: Iterable[str] | None = None) -> Visibility:
        """A visibility in which every room sees every other, and nothing else is listed.

        ``rooms`` gives the rooms and their order, for example those of a layout, of which empty
        slots (``****``) are left out; without it they are the visibility's own.
        """
        names = _distinct(self.rooms if rooms is None else rooms)
        for name in names:
            if name not in self:
                _check_name(name)
        comments: dict[str, tuple[str, ...]] = {}
        for entry in self.entries:
            key = name_key(entry.name)
            comments[key] = comments.get(key, ()) + entry.comments
        return self._with(
            VisRoom(name, names[:i] + names[i + 1 :], comments.get(name_key(name), ()))
            for i, name in enumerate(names)
        )

    def added(self, name: str, sees: Iterable[str] = (), at: int | None = None) -> Visibility:
        """A visibility with an entry for ``name`` before entry number ``at``, or at the end.

        It sees the rooms of ``sees``, which need not be there yet; that they see it as well is
        another edit (`with_visible`, `mirrored`).
        """
        if at is not None and not 0 <= at <= len(self.entries):
            raise IndexError(f"entries: {at} is outside 0 to {len(self.entries)}")
        if name_key(name) in self._sight:
            raise ValueError(f"{name!r} has an entry already")
        seen = tuple(x for x in _distinct(sees) if name_key(x) != name_key(name))
        for new in (name, *seen):
            if new not in self:
                _check_name(new)
        entries = list(self.entries)
        entries.insert(len(entries) if at is None else at, VisRoom(name, seen))
        return self._with(entries)

    def renamed(self, old: str, new: str) -> Visibility:
        """A visibility in which ``old`` is called ``new``, as parent and as child."""
        key = self._key(old)
        _check_name(new)
        if name_key(new) != key and new in self:
            raise ValueError(f"{new!r} is there already")

        def rename(name: str) -> str:
            return new if name_key(name) == key else name

        return self._with(
            replace(entry, name=rename(entry.name), sees=tuple(map(rename, entry.sees)))
            for entry in self.entries
        )

    def removed(self, name: str) -> Visibility:
        """A visibility without ``name``: without its entry and comments, and seen by no room."""
        key = self._key(name)
        return self._with(
            _without(entry, key) for entry in self.entries if name_key(entry.name) != key
        )

    # The index: made once a value, when it is first asked

    @cached_property
    def _spellings(self) -> dict[str, str]:
        """The key of every name → its first spelling, in the order of `rooms`."""
        spellings: dict[str, str] = {}
        parents = (entry.name for entry in self.entries)
        children = chain.from_iterable(entry.sees for entry in self.entries)
        for name in chain(parents, children):
            spellings.setdefault(name_key(name), name)
        return spellings

    @cached_property
    def _sight(self) -> dict[str, dict[str, None]]:
        """The key of every parent → the keys of what it sees, in order."""
        sight: dict[str, dict[str, None]] = {}
        for entry in self.entries:
            sight.setdefault(name_key(entry.name), {}).update(
                dict.fromkeys(map(name_key, entry.sees))
            )
        return sight

    def _key(self, name: str) -> str:
        key = name_key(name)
        if key not in self._spellings:
            raise KeyError(f"no room {name!r} in this visibility")
        return key

    def _key_pairs(self) -> Iterator[Pair]:
        """The keys of `pairs`."""
        given: dict[str, set[str]] = {}
        for entry in self.entries:
            a = name_key(entry.name)
            seen = given.setdefault(a, set())
            for b in map(name_key, entry.sees):
                if b not in seen:
                    seen.add(b)
                    yield a, b

    def _one_way_keys(self) -> Iterator[Pair]:
        return ((a, b) for a, b in self._key_pairs() if a not in self._sight.get(b, ()))

    def _extended(self, missing: Mapping[str, Sequence[str]]) -> Visibility:
        """A visibility in which each key also sees the keys that ``missing`` gives for it."""
        left = {key: tuple(self._spellings[b] for b in seen) for key, seen in missing.items()}
        entries = [
            replace(entry, sees=entry.sees + left.pop(key))
            if (key := name_key(entry.name)) in left
            else entry
            for entry in self.entries
        ]
        entries += [VisRoom(self._spellings[key], seen) for key, seen in left.items()]
        return self._with(entries)

    def _with(self, entries: Iterable[VisRoom]) -> Visibility:
        entries = tuple(entries)
        return self if entries == self.entries else replace(self, entries=entries, problems=())


def _without(entry: VisRoom, key: str) -> VisRoom:
    return replace(entry, sees=tuple(name for name in entry.sees if name_key(name) != key))


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    """The names without repeats and empty slots, each in its first spelling."""
    if isinstance(names, str):
        raise TypeError(f"expected several names, not the one name {names!r}")
    spellings: dict[str, str] = {}
    for name in names:
        spellings.setdefault(name_key(name), name)
    spellings.pop(EMPTY_NAME, None)
    return tuple(spellings.values())


def _check_name(name: str) -> None:
    """Refuse a new name that the game cannot use. Names that came from a file are left alone."""
    if fault := find_name_fault(name):
        raise ValueError(fault)
    if name == EMPTY_NAME or name.startswith(COMMENT_MARKS):
        raise ValueError(f"{name!r} cannot name a room")
