"""Lengths in words."""

from __future__ import annotations


def exact(value: float) -> str:
    """Metres as somebody would type them, to a tenth of a millimetre: ``-0.05``, ``12``."""
    text = f"{value:.4f}".rstrip("0").rstrip(".") if abs(value) < 1e6 else f"{value:.9g}"
    return "0" if text == "-0" else text


def length(metres: float) -> str:
    """``3.2 cm``, ``1.4 mm`` for what is small, ``2.50 m`` for what is not."""
    if metres < 0.01:
        return f"{1000 * metres:.1f} mm"
    return f"{100 * metres:.1f} cm" if metres < 1 else f"{metres:,.2f} m"
