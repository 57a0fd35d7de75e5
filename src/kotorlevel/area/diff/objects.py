"""Two GITs: what was placed, taken away, moved, turned or changed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from kotorlevel.area.diff.fields import diff_structs
from kotorlevel.area.diff.values import Change
from kotorlevel.area.instances import GIT_LISTS, find_place
from kotorlevel.area.matching.instances import match_entries
from kotorlevel.formats.gff import Gff, Struct, StructList

_PLACES = ("X", "Y", "Z", "XPosition", "YPosition", "ZPosition", "Position")
_TURNS = ("Bearing", "XOrientation", "YOrientation", "Orientation")
_STILL = 1e-6


def diff_gits(a: Gff | None, b: Gff | None, file: str = "") -> list[Change]:
    """What changed from one GIT to another, thing by thing; None stands for one without things."""
    empty = Struct()
    old, new = (each.root if each is not None else empty for each in (a, b))
    found: list[Change] = []
    for label in dict.fromkeys([*old, *new]):
        mine, theirs = old.get(label, ()), new.get(label, ())
        is_list = all(isinstance(each, StructList | tuple) for each in (mine, theirs))
        if label in GIT_LISTS and is_list:
            found += _diff_things(GIT_LISTS[label], mine, theirs, file)
    rest = [each.as_change(file) for each in diff_structs(_without(old), _without(new))]
    found += rest
    if not found and a is not None and b is not None and a.to_bytes() != b.to_bytes():
        same = a.root == b.root
        thing = "how the file is laid out" if same else "the order of things or fields"
        found.append(Change("form-changed", file, thing=thing))
    return found


def _without(root: Struct) -> Struct:
    lists = [label for label in root if label in GIT_LISTS and isinstance(root[label], StructList)]
    return root.removed(*lists) if lists else root


def _diff_things(
    noun: str, a: StructList | tuple[()], b: StructList | tuple[()], file: str
) -> Iterator[Change]:
    match = match_entries(a, b)
    for i in match.removed:
        yield _change("object-removed", noun, a[i], i, file, old=i)
    for j in match.added:
        yield _change("object-added", noun, b[j], j, file, new=j)
    for i, j in match.changed:
        yield from _diff_thing(noun, a[i], b[j], j, file)


def _diff_thing(noun: str, old: Struct, new: Struct, number: int, file: str) -> Iterator[Change]:
    start, end = find_place(old), find_place(new)
    if start and end:
        way = tuple(q - p for p, q in zip(start, end, strict=True))
        far = math.dist(start, end)
        if far > _STILL:
            yield _change(
                "object-moved", noun, new, number, file,
                old=list(start), new=list(end), offset=way, distance=far,
            )  # fmt: skip
    turns = _bearing(old), _bearing(new)
    turned = turns[0] is not None and turns[1] is not None
    if turned and abs(degrees := _between(*turns)) > 0.01:  # type: ignore[arg-type]
        yield _change("object-turned", noun, new, number, file, degrees=degrees)
    told = {*(_PLACES if start and end else ()), *(_TURNS if turned else ())}
    for each in diff_structs(old, new):
        if each.path not in told:
            yield _change(
                "object-changed", f"{noun}", new, number, file,
                old={each.path: each.old}, new={each.path: each.new},
            )  # fmt: skip


def _bearing(row: Struct) -> float | None:
    """Where a thing looks, in degrees; None where it does not say."""
    bearing = row.get("Bearing")
    if isinstance(bearing, float) and math.isfinite(bearing):
        return math.degrees(bearing)
    x, y = row.get("XOrientation"), row.get("YOrientation")
    if isinstance(x, float) and isinstance(y, float) and math.isfinite(x) and math.isfinite(y):
        return math.degrees(math.atan2(y, x))
    return None


def _between(a: float, b: float) -> float:
    return (b - a + 180) % 360 - 180


def thing_name(noun: str, row: Struct, number: int) -> str:
    """``door tar_door01``, by its tag, its template or its number."""
    for label in ("Tag", "TemplateResRef", "ResRef", "CameraID"):
        value = row.get(label)
        if isinstance(value, str) and value:
            return f"{noun} {value}"
        if isinstance(value, int):
            return f"{noun} {value}"
    return f"{noun} {number}"


def _change(kind: str, noun: str, row: Struct, number: int, file: str, **data: Any) -> Change:
    return Change(kind, file, thing=thing_name(noun, row, number), at=find_place(row), **data)
