"""The parts of a rule's documentation: what it is, why it matters, how to fix it."""

from __future__ import annotations

import re
from typing import Any

from kotorlevel.checks.rule import Rule

_WHY = "Why it matters:"
_HOW = "How to fix:"
_SHORT = 64
_SENTENCE = re.compile(r".*?[.!?](?=\s|$)")


def what_it_is(rule: Rule[Any]) -> str:
    """The first line, a sentence."""
    return rule.title + "."


def why_it_matters(rule: Rule[Any]) -> str:
    """What it does in the game, in one or more sentences."""
    return _part(rule.doc.partition(_WHY)[2].partition(_HOW)[0])


def why_in_short(rule: Rule[Any]) -> str:
    """The first sentence of why it matters, and the second where the first is short.

    Then the first tells what the game does, and the second what comes of it.
    """
    first, *others = _SENTENCE.findall(why_it_matters(rule))
    return f"{first} {others[0].strip()}" if others and len(first) < _SHORT else str(first)


def how_to_fix(rule: Rule[Any]) -> str:
    """What to do about it, in one or more sentences."""
    return _part(rule.doc.partition(_HOW)[2])


def fix_in_words(rule: Rule[Any]) -> str:
    """Whether `kotorlevel fix` repairs it."""
    return {
        "safe": "`kotorlevel fix` repairs it.",
        "unsafe": "`kotorlevel fix --unsafe` repairs it.",
        "": "No automatic fix.",
    }[rule.fix]


def _part(text: str) -> str:
    """One paragraph without line breaks, beginning with a capital letter."""
    text = " ".join(text.split())
    return text[:1].upper() + text[1:]
