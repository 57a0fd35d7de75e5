"""Two visibilities: which rooms see each other now, or no longer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from kotorlevel.area.diff.values import Change
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.formats.vis import Visibility


def diff_visibilities(
    a: Visibility | None,
    b: Visibility | None,
    file: str = "",
    renamed: Mapping[str, str] | None = None,
    told: Collection[str] = (),
) -> list[Change]:
    """Pairs that only one of them lists; what is both ways is one change.

    ``renamed`` gives the new name for the key of the old one, of rooms that have another now;
    ``told`` are the keys of rooms that came or went, whose entries are no news.
    """
    spelt = renamed or {}
    names = {old: name_key(new) for old, new in spelt.items()}
    old, new = _pairs(a, spelt), _pairs(b, {})
    found = []
    for kind, ours, theirs in (("sight-removed", old, new), ("sight-added", new, old)):
        done = set()
        for pair, (from_, to) in ours.items():
            back = pair[1], pair[0]
            if pair in theirs or pair in done:
                continue
            both = back in ours and back not in theirs
            if both:
                done.add(back)
            how = "both ways" if both and pair[0] != pair[1] else "one way"
            found.append(Change(kind, file, from_, to, new=how))
    if not found and a is not None and b is not None and a.to_bytes() != b.to_bytes():
        if (spelt or told) and _entries(a, spelt, told) == _entries(b, {}, told):
            return []
        found.append(Change("form-changed", file, thing=_form(a, b, names)))
    return found


def _pairs(
    visibility: Visibility | None, renamed: Mapping[str, str]
) -> dict[tuple[str, str], tuple[str, str]]:
    """The keys of each pair, and how the two rooms are spelt; under new names."""
    if visibility is None:
        return {}

    def now(name: str) -> str:
        return renamed.get(name_key(name), name)

    named = ((now(x), now(y)) for x, y in visibility.pairs())
    return {(name_key(x), name_key(y)): (x, y) for x, y in named}


def _entries(
    visibility: Visibility, renamed: Mapping[str, str], told: Collection[str]
) -> list[tuple[str, list[str]]]:
    """What the file lists in its order, under new names and without some rooms."""

    def keys(names: Iterable[str]) -> list[str]:
        now = (name_key(renamed.get(name_key(name), name)) for name in names)
        return [name for name in now if name not in told]

    found = [(keys([entry.name]), keys(entry.sees)) for entry in visibility.entries]
    return [(name[0], sees) for name, sees in found if name]


def _form(a: Visibility, b: Visibility, renamed: Mapping[str, str]) -> str:
    parts = []
    parents = [[name_key(name) for name in each.parents] for each in (a, b)]
    parents[0] = [renamed.get(name, name) for name in parents[0]]
    if parents[0] != parents[1]:
        same = sorted(parents[0]) == sorted(parents[1])
        parts.append("the order of the rooms" if same else "rooms that see nothing")
    comments = [
        (each.epilogue, tuple(entry.comments for entry in each.entries if entry.comments))
        for each in (a, b)
    ]
    if comments[0] != comments[1]:
        parts.append("comments")
    return ", ".join(parts) or "line ends, spaces, counts, order or spelling"
