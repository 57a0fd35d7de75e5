"""A diff as lines of text, room by room and file by file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

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


def lines(diff: Diff) -> Iterator[tuple[Role, str]]:
    """What to print, with the role of every line."""
    yield "title", f"{diff.a} → {diff.b}" if diff.a != diff.b else diff.a
    if diff.same:
        files = len(diff.files)
        yield "", "no difference" + (f" in {files:,} files" if files > 1 else "")
        yield from (("note", note) for note in diff.notes)
        return
    yield "", diff.headline
    for title, changes in group_changes(diff.changes):
        yield "", ""
        file = next((change.file for change in changes if change.file), "")
        yield "group", title if file in ("", title) else f"{title}  ({file})"
        for number, change in enumerate(changes):
            if number == _MOST:
                yield "dim", f"  … and {len(changes) - number:,} more"
                break
            yield role_of(change), f"  {change.text}"
    if diff.notes:
        yield "", ""
    yield from (("note", note) for note in diff.notes)


_MOST = 200
"""Changes of one room or file that are told one by one; JSON has them all."""
