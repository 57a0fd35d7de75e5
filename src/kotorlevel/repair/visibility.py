"""Fixes for visibility files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kotorlevel.check.finding import Finding
from kotorlevel.check.options import Options
from kotorlevel.core.resource import name_key, same_name
from kotorlevel.formats.vis import Visibility, VisRoom, parse_visibility
from kotorlevel.repair.step import Fixed, Step
from kotorlevel.repair.text_lines import with_counts, with_crlf, without_mark


def fix_visibility(data: bytes, findings: Sequence[Finding], _: Options) -> Fixed:
    """The file with the first kind of fix that is due; each changes only what it must."""
    rules = {finding.rule for finding in findings}
    if "FIL003" in rules:
        return Fixed(without_mark(data), (Step("left out the byte-order mark", ("FIL003",)),))
    if "VIS005" in rules:
        return Fixed(with_crlf(data), (Step("ended every line with CRLF", ("VIS005",)),))
    visibility = parse_visibility(data)
    if "VIS001" in rules:
        fixed = with_counts(data, visibility.problems)
        return Fixed(fixed, (Step("set the right counts", ("VIS001",)),))
    if "VIS003" in rules:
        text = "joined repeated entries"
        return Fixed(_without_repeats(visibility).to_bytes(), (Step(text, ("VIS003",)),))
    if "VIS009" in rules:
        text = "took rooms out of their own lists"
        return Fixed(_without_selves(visibility).to_bytes(), (Step(text, ("VIS009",)),))
    text = "made every pair see each other"
    return Fixed(visibility.mirrored().to_bytes(), (Step(text, ("VIS004",)),))


def _without_repeats(visibility: Visibility) -> Visibility:
    """Each parent once, at its first place, with what all its entries see, each name once."""
    joined: dict[str, VisRoom] = {}
    for entry in visibility.entries:
        key = name_key(entry.name)
        before = joined.get(key, VisRoom(entry.name))
        seen = {name_key(name): name for name in reversed(before.sees + entry.sees)}
        names = tuple(seen[k] for k in dict.fromkeys(map(name_key, before.sees + entry.sees)))
        joined[key] = replace(before, sees=names, comments=before.comments + entry.comments)
    return replace(visibility, entries=tuple(joined.values()), problems=())


def _without_selves(visibility: Visibility) -> Visibility:
    entries = tuple(
        replace(entry, sees=tuple(n for n in entry.sees if not same_name(n, entry.name)))
        for entry in visibility.entries
    )
    return replace(visibility, entries=entries, problems=())
