"""A diff as lines of text, room by room and file by file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from kotorlevel.area.diff.words import tell_sight
from kotorlevel.core.words import some_of

if TYPE_CHECKING:
    from kotorlevel.area.diff.values import Change, Diff

Role = Literal["title", "group", "added", "removed", "changed", "dim", "note", ""]
"""What a line is, for whoever colours it."""

Group = tuple[str, list["Change"]]


def group_changes(changes: tuple[Change, ...]) -> list[Group]:
    """Changes by room, and by file where they belong to no room; each with its title.

    The order is that of the first, and so most important, change of each.
    """
    groups: dict[str, list[Change]] = {}
    for change in changes:
        groups.setdefault(group_title(change), []).append(change)
    return list(groups.items())


def group_title(change: Change) -> str:
    """What a change is told under: its room, what kind of thing it is, or its file."""
    kind = change.kind.partition("-")[0]
    if change.room and kind not in ("sight", "hook"):
        return change.room
    return change.file


def role_of(change: Change) -> Role:
    """How a change is coloured."""
    if change.is_harmless:
        return "dim"
    verb = change.kind.rpartition("-")[2]
    if verb in ("added", "mended"):
        return "added"
    if verb in ("removed", "broken", "unreadable"):
        return "removed"
    return "changed"


def tell_together(
    changes: list[Change], numbers: Mapping[int, int] | None = None
) -> list[tuple[Role, str]]:
    """The sentences of one group, with pairs of visibility that share a room in one.

    ``numbers`` are those that changes have on a picture, by their ids.
    """
    if len(changes) > 1 and {each.kind for each in changes} <= _WHOLE_FILES.keys():
        return [(role_of(each), each.file) for each in changes]
    told = [
        (role_of(each), _numbered(each, numbers or {}))
        for each in changes
        if not each.kind.startswith("sight")
    ]
    for kind in ("sight-removed", "sight-added"):
        for how in ("both ways", "one way"):
            pairs = [each for each in changes if each.kind == kind and each.new == how]
            told += [(role_of(pairs[0]), text) for text in _sights(pairs)]
    return told


def _numbered(change: Change, numbers: Mapping[int, int]) -> str:
    number = numbers.get(id(change))
    return change.text if number is None else f"[{number}] {change.text}"


def _sights(pairs: list[Change]) -> Iterator[str]:
    """The room with most pairs first, all of its pairs in one sentence, and so on."""
    if not pairs:
        return
    like, both = pairs[0], pairs[0].new == "both ways"
    counts = Counter((each.room, False) for each in pairs)
    counts.update((each.thing, not both) for each in pairs)
    rank = {key: number for number, (key, _) in enumerate(counts.most_common())}
    groups: dict[tuple[str, bool], list[str]] = {}
    for each in pairs:
        ends = (each.room, False), (each.thing, not both)
        key = min(ends, key=rank.__getitem__)
        other = each.thing if key == ends[0] else each.room
        groups.setdefault(key, []).append(other)
    for (room, is_seen), others in sorted(groups.items(), key=lambda item: rank[item[0]]):
        if is_seen and len(others) == 1:
            yield tell_sight(others[0], [room], like)
        else:
            yield tell_sight(room, others, like, is_seen=is_seen)


def fold_groups(groups: list[Group]) -> list[Group]:
    """The groups, with those that say the same in one: whole files, and what is harmless."""
    return _fold_harmless(_fold_files(groups))


_WHOLE_FILES = {"file-removed": "files removed", "file-added": "new files"}


def _fold_files(groups: list[Group]) -> list[Group]:
    """Files that came or went in one group each way, where there are several."""
    kept: list[Group] = []
    for kind, title in _WHOLE_FILES.items():
        found = [group for group in groups if [change.kind for change in group[1]] == [kind]]
        if len(found) > 1:
            groups = [group for group in groups if group not in found]
            kept.append((title, [change for _, changes in found for change in changes]))
    return [*groups, *kept]


def _fold_harmless(groups: list[Group]) -> list[Group]:
    """Groups that say the same one harmless thing in one: ``a, b and 9 more``."""
    alike: dict[str, list[Group]] = {}
    for group in groups:
        kinds = {change.kind for change in group[1]}
        if len(kinds) == 1 and group[1][0].is_harmless:
            alike.setdefault(group[1][0].kind, []).append(group)
    folded = {id(group) for found in alike.values() if len(found) > 2 for group in found}
    kept = [group for group in groups if id(group) not in folded]
    for found in alike.values():
        if len(found) > 2:
            first = found[0][1][0]
            total = sum(change.count or 0 for _, changes in found for change in changes)
            kept.append((some_of([name for name, _ in found], 6), [replace(first, count=total)]))
    return kept


def lines(diff: Diff, *, numbered: bool = False) -> Iterator[tuple[Role, str]]:
    """What to print, with the role of every line; ``numbered`` as on the pictures."""
    numbers = {id(each): number for number, each in diff.placed.items()} if numbered else {}
    yield "title", f"{diff.a} → {diff.b}" if diff.a != diff.b else diff.a
    if diff.same:
        files = len(diff.files)
        yield "", "no difference" + (f" in {files:,} files" if files > 1 else "")
        yield from (("note", note) for note in diff.notes)
        return
    yield "", diff.headline
    for title, changes in fold_groups(group_changes(diff.changes)):
        yield "", ""
        if title:
            yield "group", title
        told = tell_together(changes, numbers)
        yield from ((role, f"  {text}") for role, text in told[:_MOST])
        if len(told) > _MOST:
            yield "dim", f"  … and {len(told) - _MOST:,} more"
    if diff.notes:
        yield "", ""
    yield from (("note", note) for note in diff.notes)


_MOST = 200
"""Changes of one room or file that are told one by one; JSON has them all."""
