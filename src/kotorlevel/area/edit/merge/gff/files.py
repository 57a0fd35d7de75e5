"""Whole GFF files of two versions: what is one thing in a GIT, an ARE, an IFO."""

from __future__ import annotations

from kotorlevel.area.edit.merge.gff.lists import ListRule
from kotorlevel.area.edit.merge.gff.structs import About, Keys, StructMerger
from kotorlevel.area.edit.merge.three_way import Judge, choose_form
from kotorlevel.area.instances import GIT_LISTS
from kotorlevel.formats.gff import Gff

_RULES = {
    "GIT ": {label: ListRule(kind) for label, kind in GIT_LISTS.items()},
    "ARE ": {"Rooms": ListRule("room sound", "RoomName", is_room=True)},
    "IFO ": {"Mod_Area_list": ListRule("field", "Area_Name")},
}
_WHOLE = {"ARE ": {"Map": "map"}, "IFO ": {"Mod_Entry_Area": "entry", "Mod_Entry_X": "entry"}}
"""Structs and fields that are one value, and what a conflict about them is called."""


def merge_gff(
    judge: Judge,
    a: Gff,
    b: Gff,
    base: Gff | None,
    *,
    moved_a: Keys = (),
    moved_b: Keys = (),
    stored: tuple[Gff, Gff] | None = None,
    name: str = "",
) -> Gff:
    """The file of both sides; A's or B's own, with its bytes, where it says the same.

    Fields are merged one by one, also those of structs and of matched entries of lists; fields
    that make up a place go together. ``moved_a`` and ``moved_b`` are entries that went along with
    a room, ``stored`` the files before that. ``name`` is that of a template, for conflicts. Raises
    `ValueError` for files of two kinds.
    """
    if a.kind != b.kind or (base is not None and base.kind != a.kind):
        kinds = ", ".join(repr(each.kind.strip()) for each in (a, b, base) if each is not None)
        raise ValueError(f"these are GFFs of several kinds ({kinds}): they cannot be merged")
    rules, whole = _RULES.get(a.kind, {}), _WHOLE.get(a.kind, {})
    before = (None, None) if stored is None else (stored[0].root, stored[1].root)
    merger = StructMerger(judge, rules, whole, moved_a, moved_b, *before)
    about = About("template", name=name) if name else About()
    root = merger.merge(a.root, b.root, None if base is None else base.root, about)
    return choose_gff(root == a.root, root == b.root, a, b, base, judge) or a.replaced(root)


def choose_gff(
    as_a: bool, as_b: bool, a: Gff, b: Gff, base: Gff | None, judge: Judge
) -> Gff | None:
    """The side's own file that says what was merged; None where neither does.

    Where A left the base's file alone and B says the same, it is B's, with all that B repaired.
    """
    if not as_a and not as_b:
        return None
    mine, theirs = a.to_bytes(), b.to_bytes()
    old = None if base is None else base.to_bytes()
    if as_a and as_b:
        return b if choose_form(mine, theirs, old, judge.prefer) == "b" else a
    if as_a:
        return a
    return b if mine == old else None
