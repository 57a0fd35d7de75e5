"""Whether a question to ``kotorlevel query`` can be asked; if not, what was probably meant."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.queries.answers import QUESTIONS, Limits
from kotorlevel.cli.queries.points import is_number, parse_number
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

_ONLY_FOR = {
    "--walkable": ("height", "face", "floors", "ray", "nearest"),
    "--upward": ("height", "face", "floors", "ray", "nearest"),
    "--no-back-faces": ("ray",),
    "--max-distance": ("ray", "nearest"),
}
"""Option → the questions that it makes sense with."""


def check_question(path: str, question: str, texts: Sequence[str]) -> None:
    """Refuse a QUESTION that is none, guessing what was meant."""
    if question in QUESTIONS:
        return
    if path in QUESTIONS and not Path(path).exists():
        right = " ".join(["kotorlevel query", question or "PATH", path, *texts])
        raise click.UsageError(f"PATH comes before the question: {right}")
    if not question:
        raise click.UsageError(f"Missing argument 'QUESTION': one of {', '.join(QUESTIONS)}.")
    shown = printable(question)
    if Path(question).exists():
        raise click.UsageError(
            f"{shown!r} is not a question. Give one PATH; for several rooms their folder"
        )
    if is_number(question):
        right = " ".join(["kotorlevel query", path, "height", question, *texts])
        raise click.UsageError(f"{shown!r} is not a question. Did you mean: {right}")
    from difflib import get_close_matches

    close = get_close_matches(question.lower(), QUESTIONS, n=1)
    hint = f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(QUESTIONS)}."
    raise click.UsageError(f"There is no question {shown!r}. {hint}")


def check_limits(question: str, limits: Limits) -> None:
    """Refuse options that the question cannot heed."""
    given = {
        "--walkable": limits.walkable,
        "--upward": limits.upward,
        "--no-back-faces": not limits.back_faces,
        "--max-distance": math.isfinite(limits.max_distance),
    }
    for option, fitting in _ONLY_FOR.items():
        if given[option] and question not in fitting:
            raise click.UsageError(f"{option} goes with {', '.join(fitting)}, not with {question}")


def parse_numbers(question: str, texts: Sequence[str]) -> list[float]:
    """The numbers of a single question."""
    spec = QUESTIONS[question]
    try:
        numbers = [parse_number(text) for text in texts]
    except ValueError as error:
        raise click.UsageError(f"{error}. {question} takes {spec.usage}") from None
    if not len(spec.needs) <= len(numbers) <= len(spec.needs) + len(spec.may):
        were = "1 number was" if len(numbers) == 1 else f"{len(numbers)} numbers were"
        raise click.UsageError(f"{question} takes {spec.usage} (or --points FILE); {were} given")
    if spec.leads_nowhere(numbers):
        raise click.UsageError("The direction DX DY DZ is 0 0 0: it leads nowhere")
    return numbers
