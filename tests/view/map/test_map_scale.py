"""Metres to pixels, and round numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.mesh.colors import surface_color
from kotorlevel.view.colors import channels, mix, room_color
from kotorlevel.view.map.scale import Box, fit, metre_text, nice_step
from kotorlevel.view.map.shapes import cut_text, text_width, wrap_text


@pytest.mark.parametrize(
    ("least", "step"), [(1, 1), (1.1, 2), (3, 5), (5.1, 10), (0.3, 0.5), (101, 200), (0.02, 0.02)]
)
def test_nice_steps(least: float, step: float) -> None:
    assert nice_step(least) == pytest.approx(step)


@given(st.floats(1e-6, 1e6))
def test_a_step_is_enough_and_not_too_much(least: float) -> None:
    assert least * (1 - 1e-6) <= nice_step(least) <= 2.5 * least


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (-0.0, "0"), (20, "20"), (0.5, "0.5"), (-140, "-140")]
)
def test_metres_in_words(value: float, text: str) -> None:
    assert metre_text(value) == text


def test_the_bounds_fill_the_panel_with_y_up() -> None:
    bounds = {"min": [10, 20, 0], "max": [30, 30, 5]}
    place = fit(bounds, Box(100, 50, 600, 600), 50).place
    assert place([10, 30, 0]) == pytest.approx((150, 225))
    assert place([30, 20, 0]) == pytest.approx((650, 475))


def test_text_is_cut_to_a_width() -> None:
    text = "the quick brown fox jumps over the lazy dog"
    cut = cut_text(text, 20, 200)
    assert cut.endswith("...")
    assert text.startswith(cut.removesuffix("..."))
    assert text_width(cut, 20) <= 200
    assert cut_text("fox", 20, 200) == "fox"


def test_text_is_wrapped() -> None:
    text = "the quick brown fox jumps over the lazy dog"
    lines = wrap_text(text, 20, 250, 5)
    assert " ".join(lines) == text
    assert all(text_width(line, 20) <= 250 for line in lines)
    assert len(wrap_text(text, 20, 100, 2)) == 2


def test_mixed_colours() -> None:
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert mix("#123456", "#ffffff", 0) == "#123456"
    assert mix("#123456", "#abcdef", 1) == "#abcdef"
    assert channels("#0a10ff") == (10, 16, 255)


def luminance(color: str) -> float:
    """Relative luminance as the web's contrast rules define it."""
    parts = [v / 255 for v in channels(color)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_words_can_be_read() -> None:
    from kotorlevel.view.colors import SEVERITIES, THEMES

    for theme in THEMES.values():
        assert contrast(theme.ink, theme.page) > 7
        assert contrast(theme.ink, theme.panel) > 7
        assert contrast(theme.muted, theme.page) > 4.5
    for color in SEVERITIES.values():
        assert contrast(color, "#ffffff") > 3  # large and bold figures


def test_surfaces_and_rooms_differ() -> None:
    labels = ["Dirt", "Grass", "Stone", "Wood", "Water", "Carpet", "Metal", "Mud", "Leaves", "Door"]
    assert len({surface_color(label, 0) for label in labels}) == len(labels)
    assert surface_color("METAL", 3) == surface_color("metal", 9)
    assert len({room_color(number) for number in range(12)}) == 12
    assert surface_color("unheard of", 40) == surface_color("unheard of", 40)
