"""`EditSession`: undone and redone without limit, saved together, recovered after a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.errors import InputError
from support.area.level_files import content, put, station

HALL, STORE = "station_hall", "station_store"
E = kl.edits
EDITS = (
    E.Paint(HALL, (0, 1), "Mud"),
    E.MoveRoom(STORE, (0.0, 0.0, 0.25)),
    E.RenameRoom(STORE, "station_cellar"),
    E.MoveEntry((2.0, 3.0, 0.0)),
    E.SetVisible(HALL, "station_cellar"),
)


@pytest.fixture
def level(tmp_path: Path) -> Path:
    return put(tmp_path / "level", station())


def files_of(area: kl.Area) -> dict[str, bytes]:
    return {change.filename: change.data for change in kl.list_changes(area)}


def test_undo_and_redo_go_through_all_states(level: Path) -> None:
    session = kl.EditSession(level)
    states = [files_of(session.area)]
    for edit in EDITS:
        session.do(edit)
        states.append(files_of(session.area))
    for number in reversed(range(len(EDITS))):
        assert session.undo()
        assert files_of(session.area) == states[number]
    assert not session.undo()
    assert session.is_saved
    for number in range(1, len(EDITS) + 1):
        assert session.redo()
        assert files_of(session.area) == states[number]
    assert not session.redo()
    assert session.edits == list(EDITS)


def test_a_new_edit_forgets_what_could_be_redone(level: Path) -> None:
    session = kl.EditSession(level)
    session.do(EDITS[0])
    session.undo()
    assert "painted" in session.can_redo
    session.do(EDITS[1])
    assert session.can_redo == ""
    assert session.edits == [EDITS[1]]


def test_nothing_is_written_before_saving_and_undo_after_it_saves_the_old_bytes(
    level: Path,
) -> None:
    before = content(level)
    session = kl.EditSession(level)
    for edit in (EDITS[0], EDITS[1], EDITS[3]):
        session.do(edit)
    assert content(level) == before
    written = session.save()
    names = {path.path.name for path in written}
    assert names >= {"module.ifo", "station.lyt", f"{HALL}.wok", f"{STORE}.wok"}
    assert content(level) != before
    for _ in range(3):
        assert session.undo()
    session.save()
    assert content(level) == before


def test_the_journal_s_undo_takes_a_save_back(level: Path) -> None:
    before = content(level)
    session = kl.EditSession(level)
    session.do(EDITS[0])
    session.do(EDITS[1])
    session.save()
    kl.undo(level)
    assert content(level) == before


def test_an_edit_that_fails_changes_nothing(level: Path) -> None:
    session = kl.EditSession(level)
    session.do(EDITS[0])
    area = session.area
    with pytest.raises(InputError):
        session.do(E.Paint(HALL, (99_999,), "Mud"))
    assert session.area is area
    assert session.edits == [EDITS[0]]


def test_a_crash_loses_nothing(level: Path) -> None:
    first = kl.EditSession(level)
    for edit in EDITS:
        first.do(edit)
    first.undo()
    wanted = files_of(first.area)
    del first
    second = kl.EditSession(level)
    assert list(second.unsaved) == list(EDITS[:-1])
    assert second.recover() == len(EDITS) - 1
    assert files_of(second.area) == wanted
    second.save()
    assert list(kl.EditSession(level).unsaved) == []


def test_unsaved_edits_can_be_forgotten(level: Path) -> None:
    kl.EditSession(level).do(EDITS[0])
    session = kl.EditSession(level)
    session.forget()
    assert list(kl.EditSession(level).unsaved) == []
    (level / ".kotorlevel").mkdir(exist_ok=True)
    (level / ".kotorlevel" / "unsaved-station.json").write_text("{broken")
    assert list(kl.EditSession(level).unsaved) == []


def test_two_levels_in_one_folder_keep_their_edits_apart(level: Path) -> None:
    (level / "other.lyt").write_bytes((level / "station.lyt").read_bytes())
    kl.EditSession(level / "station.lyt").do(EDITS[0])
    other = kl.EditSession(level / "other.lyt")
    assert list(other.unsaved) == []
    other.do(EDITS[1])
    assert list(kl.EditSession(level / "station.lyt").unsaved) == [EDITS[0]]


def test_files_that_others_changed_meanwhile_are_noticed(level: Path) -> None:
    session = kl.EditSession(level)
    session.do(EDITS[0])
    mesh = kl.read_walkmesh(level / f"{STORE}.wok")
    kl.write_walkmesh(kl.paint(mesh, "Mud", faces=[0]).mesh, level / f"{STORE}.wok")
    theirs = (level / f"{STORE}.wok").read_bytes()
    with pytest.raises(InputError, match=f"{STORE}.wok changed on the disk"):
        session.save()
    assert (level / f"{STORE}.wok").read_bytes() == theirs
    session.save(force=True)
    assert (level / f"{STORE}.wok").read_bytes() != theirs
