"""Errors carry their place, print it in one line, and survive the way back from a worker."""

from __future__ import annotations

import copy
import errno
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.core.errors import (
    FormatError,
    InputError,
    Problem,
    UnreadableError,
    describe_place,
)

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


def test_every_error_for_input_is_a_value_error() -> None:
    assert all(issubclass(kind, ValueError) for kind in (FormatError, InputError, UnreadableError))


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EISDIR, errno.ENOTDIR, errno.EACCES])
def test_an_error_is_what_python_raises_for_the_number(number: int) -> None:
    """`OSError` itself is the oracle: which class, which text, which attributes."""
    theirs = OSError(number, "any", "a.wok")
    ours = UnreadableError("nothing to read", source="a.wok", errno=number)
    again = pickle.loads(pickle.dumps(ours))
    for error in (ours, again, copy.copy(ours)):
        assert isinstance(error, type(theirs))
        assert isinstance(error, UnreadableError)
        assert type(error) is type(ours)
        assert (error.errno, error.filename) == (theirs.errno, theirs.filename)
        assert error.strerror
        assert str(error) == "a.wok: nothing to read"
    assert type(UnreadableError("odd", errno=errno.EIO)) is UnreadableError
    assert UnreadableError("odd").errno is None


READERS = [
    kl.read_walkmesh,
    kl.read_layout,
    kl.read_visibility,
    kl.read_2da,
    kl.read_gff,
    kl.read_path_points,
    kl.read_archive,
    kl.load_area,
    kl.Game.open,
    kl.load_rooms,
]


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__qualname__)
def test_a_missing_file_is_told_as_python_tells_it(read: object, tmp_path: Path) -> None:
    path = tmp_path / "none.wok"
    with pytest.raises(FileNotFoundError) as caught:
        read(path)  # type: ignore[operator]
    assert isinstance(caught.value, FormatError)
    assert caught.value.errno == errno.ENOENT
    assert caught.value.filename == str(path)


def test_a_folder_or_a_locked_file_is_told_as_python_tells_it(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as caught:
        kl.read_walkmesh(tmp_path)
    assert caught.value.errno == errno.EISDIR
    (tmp_path / "a.wok").write_bytes(b"")
    with pytest.raises(NotADirectoryError):
        kl.Game.open(tmp_path / "a.wok")
    with pytest.raises(ValueError, match="the file is empty"):
        kl.read_walkmesh(tmp_path / "a.wok")


@pytest.mark.skipif(sys.platform == "win32", reason="modes mean little there")
def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.wok"
    path.write_bytes(b"")
    path.chmod(0)
    if _can_read(path):  # root reads everything

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))

        monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(PermissionError) as caught:
        kl.read_walkmesh(path)
    assert isinstance(caught.value, FormatError)
    assert str(caught.value) == f"{path}: cannot be opened: Permission denied"


def _can_read(path: Path) -> bool:
    try:
        path.read_bytes()
    except PermissionError:
        return False
    return True


def test_a_problem_reads_as_place_and_text() -> None:
    assert str(Problem("odd")) == "odd"
    assert str(Problem("odd", "nodes", 136)) == "nodes at 0x88: odd"
    assert str(Problem("odd", line=3)) == "line 3: odd"
    assert Problem("odd", line=3).place == describe_place(line=3) == "line 3"
    assert describe_place() == ""
