"""Layouts and visibility: read; and edited, written, read again."""

from __future__ import annotations

from typing import Any

import kotorlevel as kl
from kotorlevel.formats.lyt import parse_layout
from kotorlevel.formats.vis import parse_visibility
from target import Target
from targets.common import check_problems, samples


def read_layout(data: bytes) -> kl.Layout:
    """The layout, and the same bytes again."""
    layout = parse_layout(data, "x.lyt")
    assert layout.to_bytes() == data, "not the same bytes"
    check_problems(layout.problems)
    return layout


def edit_layout(data: bytes) -> None:
    """Read; move the first entry of a section; everything else must come back."""
    layout = read_layout(data)
    for kind in (kl.LayoutRoom, kl.DoorHook):
        entries: Any = getattr(layout, kind.section)
        if entries:
            moved: Any = layout.moved(kind, 0, (1.5, 2.5, 3.5))
            check_same_layout(moved, parse_layout(moved.to_bytes()))


def check_same_layout(layout: kl.Layout, again: kl.Layout) -> None:
    """The content is the same, with numbers as the game holds them."""
    from kotorlevel.formats.lyt.writer import _comparable

    assert _comparable(layout) == _comparable(again), "reads back different"


def read_visibility(data: bytes) -> kl.Visibility:
    """Who sees whom, and the same bytes again."""
    sight = parse_visibility(data, "x.vis")
    assert sight.to_bytes() == data, "not the same bytes"
    check_problems(sight.problems)
    return sight


def edit_visibility(data: bytes) -> None:
    """Read; let the first room see the last, mirror; everything else must come back."""
    sight = read_visibility(data)
    if rooms := sight.rooms:
        for edited in (sight.with_visible(rooms[0], rooms[-1]), sight.mirrored()):
            again = parse_visibility(edited.to_bytes())
            assert set(again.pairs()) == set(edited.pairs()), "reads back different"
            assert again.epilogue == edited.epilogue, "reads back different"


_LYT, _VIS = samples(".lyt"), samples(".vis")

TARGETS = {
    "lyt": Target(read_layout, _LYT, ("corpus/lyt/*",), largest=512),
    "vis": Target(read_visibility, _VIS, ("corpus/vis/*",), largest=256),
    "lyt-edit": Target(edit_layout, _LYT, ("corpus/lyt/*",), largest=700),
    "vis-edit": Target(edit_visibility, _VIS, ("corpus/vis/*",), largest=256),
}
"""Name → target."""
