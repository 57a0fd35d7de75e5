"""Numbers as people type them."""

import re

from kotorlevel.core.text import parse_float

_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")


def parse_number(text: str) -> float:
    """A coordinate; `ValueError` with the reason, and what to write instead of a decimal comma."""
    try:
        return parse_float(text)
    except ValueError as error:
        if _DECIMAL_COMMA.fullmatch(text):
            point = text.replace(",", ".")
            raise ValueError(f"{error}: write a point, not a comma ({point})") from None
        raise


def is_number(text: str) -> bool:
    """Whether a number was meant, also one with a decimal comma."""
    try:
        parse_number(text)
    except ValueError:
        return bool(_DECIMAL_COMMA.fullmatch(text))
    return True
