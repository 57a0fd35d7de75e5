"""Errors carry their place, print it in one line, and survive the way back from a worker."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from kotorlevel.core.errors import FormatError, Problem, UnreadableError, describe_place

MESSAGE = "12 rows of 4 bytes end at 0x1d8, the file ends at 0x1d0"


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (FormatError(MESSAGE), MESSAGE),
        (
            FormatError(MESSAGE, source="room.wok", section="distances"),
            f"room.wok: distances: {MESSAGE}",
        ),
        (
            FormatError("too short", source="room.wok", section="distances", offset=0x1A8),
            "room.wok: distances at 0x1a8: too short",
        ),
        (FormatError("bad", source="a.wok", offset=0), "a.wok: at 0x0: bad"),
        (FormatError("bad", source="m55aa.lyt", line=12), "m55aa.lyt: line 12: bad"),
        (FormatError("bad", line=12, section="roomcount"), "line 12, roomcount: bad"),
        (FormatError("bad", line=2, section="x", offset=255), "line 2, x at 0xff: bad"),
    ],
)
def test_an_error_reads_as_source_place_message(error: FormatError, shown: str) -> None:
    assert str(error) == shown


def test_an_error_keeps_its_parts() -> None:
    error = FormatError("bad", source="a", section="b", offset=3, line=4)
    parts = (error.message, error.source, error.section, error.offset, error.line)
    assert parts == ("bad", "a", "b", 3, 4)
    assert error.args == ("bad",)


@pytest.mark.parametrize("kind", [FormatError, UnreadableError])
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickling_keeps_everything(kind: type[FormatError], protocol: int) -> None:
    error = kind("bad", source="a.wok", section="nodes", offset=136, line=None)
    again = pickle.loads(pickle.dumps(error, protocol))
    assert type(again) is kind
    assert str(again) == str(error) == "a.wok: nodes at 0x88: bad"
    assert again.__dict__ == error.__dict__
    assert str(copy.copy(error)) == str(error)


def _fail(source: str) -> None:
    raise FormatError("bad", source=source, section="nodes", offset=136)


def test_an_error_comes_back_from_another_process() -> None:
    # "spawn": what Windows does, and no warning about forking a process with threads.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        error = pool.submit(_fail, "a.wok").exception()
    assert isinstance(error, FormatError)
    assert str(error) == "a.wok: nodes at 0x88: bad"


def test_an_unreadable_file_is_both_kinds_of_error() -> None:
    error = UnreadableError("no such file", source="a.wok")
    assert isinstance(error, FormatError)
    assert isinstance(error, OSError)
    assert str(error) == "a.wok: no such file"


@pytest.mark.parametrize("kind", [FormatError, OSError, UnreadableError])
def test_an_unreadable_file_is_caught_either_way(kind: type[Exception]) -> None:
    with pytest.raises(kind):
        raise UnreadableError("no such file", source="a.wok")


def test_a_format_error_is_not_an_os_error() -> None:
    assert not isinstance(FormatError("bad"), OSError)


def test_a_problem_reads_as_place_and_text() -> None:
    assert str(Problem("odd")) == "odd"
    assert str(Problem("odd", "nodes", 136)) == "nodes at 0x88: odd"
    assert str(Problem("odd", line=3)) == "line 3: odd"
    assert Problem("odd", line=3).place == describe_place(line=3) == "line 3"
    assert describe_place() == ""
