"""How wide words are, roughly: maps are laid out without asking a font."""

from __future__ import annotations

_NARROW = frozenset("ijlI.,:;|!'` ")
_SMALL = frozenset('frt()[]{}-/\\"*')
_WIDE = frozenset("mwMW@%&")

_BOLD = 1.07


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Pixels that a line of text takes at most, in any usual sans-serif."""
    width = sum(_letter(letter) for letter in text)
    return width * size * (_BOLD if bold else 1.0)


def _letter(letter: str) -> float:
    if letter in _NARROW:
        return 0.32
    if letter in _SMALL:
        return 0.42
    if letter in _WIDE:
        return 0.92
    if ord(letter) > 0x2E7F:  # scripts with square letters
        return 1.05
    return 0.71 if letter.isupper() else 0.6


def cut_text(text: str, size: float, width: float) -> str:
    """``text``, shortened with "..." where it is wider than ``width`` pixels."""
    if text_width(text, size) <= width:
        return text
    room = width - text_width("...", size)
    kept = 0
    while kept < len(text) and (room := room - _letter(text[kept]) * size) >= 0:
        kept += 1
    return text[:kept].rstrip() + "..."


def wrap_text(text: str, size: float, width: float, lines: int) -> list[str]:
    """``text`` in at most ``lines`` lines of ``width`` pixels; the last is cut if it must be."""
    wrapped = [""]
    for word in text.split():
        longer = f"{wrapped[-1]} {word}".lstrip()
        if not wrapped[-1] or text_width(longer, size) <= width:
            wrapped[-1] = longer
        elif len(wrapped) < lines:
            wrapped.append(word)
        else:
            wrapped[-1] = longer  # cut below
    return [cut_text(each, size, width) for each in wrapped]
