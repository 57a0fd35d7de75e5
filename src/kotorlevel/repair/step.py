"""A fix, and a step: one thing that a repair did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options

Apply = Callable[[bytes, Sequence[Finding], Options], bytes]


@dataclass(frozen=True)
class Step:
    """What was done, in a few words, and for which rules."""

    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Fix:
    """What is done about the findings of ``rules``, in a few words and in fact.

    ``apply`` takes the file, the findings and the options, and returns the file with nothing
    changed but what the findings speak of. It may raise `FormatError` or return the file as it is.
    """

    text: str
    rules: tuple[str, ...]
    apply: Apply
