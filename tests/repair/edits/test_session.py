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


def test_several_edits_are_one_step(level: Path) -> None:
    session = kl.EditSession(level)
    done = session.do(E.Paint(HALL, (0,), "Mud"), E.Paint(STORE, (0,), "Mud"))
    assert HALL in done.text
    assert STORE in done.text
    assert [len(step.edits) for step in session.steps] == [2]
    assert session.undo()
    assert session.is_saved
    with pytest.raises(InputError, match="edit 2"):
        session.do(E.Paint(HALL, (0,), "Mud"), E.Paint(STORE, (99_999,), "Mud"))
    assert session.area is session.steps[0].area or session.is_saved


def test_a_preview_changes_nothing(level: Path) -> None:
    session = kl.EditSession(level)
    seen = session.preview(EDITS[0])
    assert files_of(seen.area)
    assert files_of(session.area) == {}
    assert not (level / ".kotorlevel").exists()


def test_going_to_a_step_is_undoing_and_redoing(level: Path) -> None:
    session = kl.EditSession(level)
    for edit in EDITS:
        session.do(edit)
    wanted = [files_of(step.area) for step in session.steps]
    for position in (2, 5, 1):
        assert session.go(position)
        assert files_of(session.area) == wanted[position - 1]
    assert not session.go(6)
    assert not session.go(-1)


@pytest.mark.parametrize("more", [(), (EDITS[3],)])
def test_a_crash_after_undoing_what_was_saved_loses_nothing(
    level: Path, more: tuple[kl.edits.Operation, ...]
) -> None:
    """The files have both edits then, and the level that was left has other ones."""
    before = content(level)
    first = kl.EditSession(level)
    first.do(EDITS[0])
    first.do(EDITS[1])
    first.save()
    first.undo()
    first.undo()
    for edit in more:
        first.do(edit)
    del first
    second = kl.EditSession(level)
    assert second.has_unsaved
    assert second.recover() == len(more)
    second.save()
    wanted = kl.apply_edits(kl.load_area(put(level.parent / "again", station())), more).area
    changed = {name.lower(): data for name, data in files_of(wanted).items()}
    after = {name: data for name, data in content(level).items() if ".kotorlevel" not in name}
    assert after == {name: changed.get(name, data) for name, data in before.items()}
    assert not kl.EditSession(level).has_unsaved


def test_edits_after_a_crash_put_the_older_ones_aside(level: Path) -> None:
    kl.EditSession(level).do(EDITS[0])
    session = kl.EditSession(level)
    session.do(EDITS[1])
    assert list(kl.EditSession(level).unsaved) == [EDITS[1]]
    older = level / ".kotorlevel" / "unsaved-station.older.json"
    assert kl.read_edits(older) == [EDITS[0]]


def test_one_session_at_a_time_edits_a_level(level: Path) -> None:
    first, second = kl.EditSession(level), kl.EditSession(level)
    first.claim()
    with pytest.raises(InputError, match="is being edited by process"):
        second.claim()
    first.close()
    second.claim()
    second.close()
    assert not (level / ".kotorlevel").exists()


def test_a_walkmesh_without_a_layout_is_edited_alone(level: Path) -> None:
    alone = level.parent / "alone"
    alone.mkdir()
    data = (level / f"{HALL}.wok").read_bytes()
    (alone / f"{HALL}.wok").write_bytes(data)
    session = kl.EditSession(alone / f"{HALL}.wok")
    session.do(E.Paint(HALL, (0, 1), "Mud"))
    assert [path.path.name for path in session.save()] == [f"{HALL}.wok"]
    wanted = kl.paint(kl.read_walkmesh(data), "Mud", faces=[0, 1]).mesh.to_bytes()
    assert (alone / f"{HALL}.wok").read_bytes() == wanted
    session.undo()
    session.save()
    assert (alone / f"{HALL}.wok").read_bytes() == data
    assert {path.name for path in alone.iterdir()} <= {f"{HALL}.wok", ".kotorlevel"}


def test_the_walkmesh_of_a_room_means_its_area(level: Path) -> None:
    session = kl.EditSession(level / f"{HALL}.wok")
    assert session.level.room == HALL
    assert len(session.area.rooms) == len(kl.load_area(level).rooms)
