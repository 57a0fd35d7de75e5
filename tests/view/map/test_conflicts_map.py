"""The map of conflicts: each number on both sides, where that side has the thing."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import kotorlevel as kl
from kotorlevel.view.colors import ThemeName
from support.areas import floor, make_area


def areas() -> tuple[kl.Area, kl.Area]:
    moved = {"hall": floor(3, east=1), "yard": floor(4, west=0)}
    return make_area({"hall": floor(east=1), "yard": floor(4, west=0)}), make_area(moved)


def conflicts() -> list[kl.Conflict]:
    return [
        kl.Conflict("position", "hall", "at (0, 0, 0)", "at (3, 0, 0)", "", (2, 2, 0), (5, 2, 0)),
        kl.Conflict("placeable", "", "removed", "changed", "b", None, (6, 1, 0), "crate <1>"),
        kl.Conflict("map", "", "NorthAxis 1", "NorthAxis 2", ""),
    ]


def words(text: str, layer: str) -> list[str]:
    """What is written in a layer."""
    groups = ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}g")
    (group,) = (each for each in groups if each.get("id") == layer)
    return [each.text or "" for each in group.iter() if each.tag.endswith("text")]


def test_numbers_on_both_sides() -> None:
    a, b = areas()
    text = kl.draw_conflicts(conflicts(), a, b, names=("my_mod", "other_mod"))
    assert words(text, "findings-a") == ["1"]  # A has removed 2, and 3 has no place
    assert words(text, "findings-b") == ["1", "2"]
    assert words(text, "caption-a") == ["A", "my_mod"]
    listed = words(text, "list")
    assert [each for each in listed if each.isdecimal()] == ["1", "2", "3"]
    assert {"hall, position", "placeable crate <1>", "map", "changed (taken)"} <= set(listed)
    assert words(text, "title")[1].startswith("3 conflicts")
    assert kl.draw_conflicts(conflicts(), a, b, names=("my_mod", "other_mod")) == text


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [300, 1600])
def test_png(theme: ThemeName, width: int) -> None:
    pytest.importorskip("PIL")
    drawn = kl.draw_conflicts(conflicts(), *areas(), format="png", theme=theme, width=width)
    assert drawn.startswith(b"\x89PNG")


def test_many_and_none_and_far() -> None:
    a, b = areas()
    far = kl.Conflict("door", "", "here", "there", "", (1e9, 0, 0), (1, 1, 0), "gate")
    assert "conflict" in kl.draw_conflicts([far], a, b)
    assert "and 40 more" in kl.draw_conflicts(conflicts()[:1] * 100, a, b)
    empty = make_area({"****": None})
    assert kl.draw_conflicts(conflicts(), empty, empty).startswith("<svg")
    with pytest.raises(ValueError, match="pixels wide"):
        kl.draw_conflicts([], a, b, width=3)
    with pytest.raises(ValueError, match="svg or png"):
        kl.draw_conflicts([], a, b, format="gif")  # type: ignore[call-overload]
