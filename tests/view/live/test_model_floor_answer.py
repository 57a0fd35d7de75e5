"""The floor of a model, as a page asks for it while a corner is dragged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.repair.edits.session import EditSession
from kotorlevel.view.live.answers import QuestionError
from kotorlevel.view.live.model_floor import answer_model_floor
from support.areas import floor, make_area, write_folder
from support.view.furnished import write_furnished


def test_heights_are_those_of_the_library(tmp_path: Path) -> None:
    area = kl.load_area(write_furnished(tmp_path / "mod"))
    points = [[0.5, 0.5, 0.3], [50.0, 50.0, 90.0]]
    answer = answer_model_floor(area, {"room": "hall", "points": points})
    assert answer == {"heights": [0.0, None], "reason": ""}
    assert kl.find_model_floor(area, "hall", points)[0] == 0


def test_a_room_without_a_model_says_what_is_missing(tmp_path: Path) -> None:
    area = kl.load_area(write_furnished(tmp_path / "mod"))
    answer = answer_model_floor(area, {"room": "lane", "points": [[5, 1, 0]]})
    assert answer["heights"] == [None]
    assert "lane.mdl" in answer["reason"]


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"room": "cellar", "points": [[0, 0, 0]]},
        {"room": "hall", "points": []},
        {"room": "hall", "points": [[0, 0]]},
        {"room": "hall", "points": [[0, 0, float("nan")]]},
        {"room": "hall", "points": [[0, 0, True]]},
        {"room": "hall", "points": [[0, 0, 0]] * 10_001},
        {"room": "hall", "points": [[0, 0, 0]], "within": -1},
    ],
)
def test_what_is_no_question_is_refused(question: dict[str, Any]) -> None:
    with pytest.raises(QuestionError):
        answer_model_floor(make_area({"hall": floor()}), question)


def test_notes_that_the_next_edit_makes_untrue_are_not_told(tmp_path: Path) -> None:
    write_folder(tmp_path, make_area({"hall": floor(east=1), "lane": floor(4, west=0)}))
    session = EditSession(tmp_path)
    first = kl.edits.MoveVertices("hall", (1,), place=(4, -1, 0))
    second = kl.edits.MoveVertices("lane", (0,), place=(4, -1, 0))
    assert "no longer where the room across is" in " ".join(session.preview(first).notes)
    assert session.preview(first, second).notes == ()
    parts = [kl.edits.DivideEdge("hall", 1), kl.edits.DivideEdge("lane", 5)]
    assert "still in one" in " ".join(session.preview(parts[0]).notes)
    assert session.preview(*parts).notes == ()
    session.close()
