"""How high the floor of a room's model is: asked by a page while somebody drags a corner."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from kotorlevel.query.model_floor import find_model_floor
from kotorlevel.view.live.answers import Question, QuestionError

if TYPE_CHECKING:
    from kotorlevel.area.area import Area

MOST_POINTS = 10_000
"""Points in one question."""


def answer_model_floor(area: Area, question: Question) -> dict[str, Any]:
    """``{heights, reason}`` for ``{room, points, within?}``: heights in metres, None for no floor.

    A room without a model is no mistake of who asks: then ``reason`` says what is missing. Raises
    `QuestionError` for what is no question.
    """
    room, points = question.get("room"), question.get("points")
    within = question.get("within", 2.0)
    if not isinstance(room, str) or room.lower() not in {each.name.lower() for each in area.rooms}:
        raise QuestionError("room is not the name of a room")
    if not isinstance(points, list) or not 1 <= len(points) <= MOST_POINTS:
        raise QuestionError(f"points is not a list of 1 to {MOST_POINTS:,} places")
    if not all(isinstance(p, list) and len(p) == 3 and all(map(_is_number, p)) for p in points):
        raise QuestionError("a place is three finite numbers")
    if not _is_number(within) or not 0 < within <= 1000:
        raise QuestionError("within is not a distance in metres")
    try:
        heights = find_model_floor(area, room, points, within).tolist()
    except ValueError as error:
        return {"heights": [None] * len(points), "reason": str(error)}
    return {"heights": [None if math.isnan(h) else h for h in heights], "reason": ""}


def _is_number(value: object) -> bool:
    return (
        isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e9
    )  # which is no NaN either
