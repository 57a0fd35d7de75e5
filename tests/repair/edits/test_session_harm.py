"""What may happen to a session besides edits: damaged journals, full disks, rooms that are gone."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.core.errors import InputError
from kotorlevel.core.journal.journal import JOURNAL
from kotorlevel.repair.edits import session as session_module
from support.area.level_files import content, put, station

E = kl.edits
HALL, STORE = "station_hall", "station_store"
MUD = E.Paint(HALL, (0, 1), "Mud")


@pytest.fixture
def level(tmp_path: Path) -> Path:
    return put(tmp_path / "level", station())


def files(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in content(folder).items() if JOURNAL not in name}


def journal_of(level: Path) -> Path:
    return level / JOURNAL / "unsaved-station.json"


@pytest.mark.parametrize("edit", [E.RemoveRoom(STORE), E.RenameRoom(STORE, "station_cellar")])
def test_a_room_that_is_gone_from_the_files_comes_back(level: Path, edit: E.Operation) -> None:
    before = files(level)
    session = kl.EditSession(level)
    session.do(edit)
    session.save()
    assert session.undo()
    assert not session.unkept
    again = kl.EditSession(level)  # as after a crash
    assert again.has_unsaved
    again.recover()
    again.save()
    assert before.items() <= files(level).items()


def test_reading_anew_and_saving_keep_the_edits_of_last_time(level: Path) -> None:
    kl.EditSession(level).do(MUD)
    session = kl.EditSession(level)
    session.reload()
    session.save()
    assert kl.EditSession(level).unsaved == [MUD]
    assert session.recover() == 1
    assert session.edits == [MUD]


@pytest.mark.parametrize("damage", [b"", b"{", b'{"format": 1}', b"\xff\xfe\x00", b"[" * 100_000])
def test_a_damaged_journal_is_told_and_put_aside(level: Path, damage: bytes) -> None:
    kl.EditSession(level).do(MUD)
    journal = journal_of(level)
    journal.write_bytes(damage)
    session = kl.EditSession(level)
    assert session.unreadable.startswith(journal.name)
    assert not session.has_unsaved
    session.reload()
    assert journal.read_bytes() == damage
    session.do(MUD)
    assert not session.unreadable
    assert journal.with_suffix(".older.json").read_bytes() == damage
    assert kl.EditSession(level).unsaved == [MUD]


def test_a_folder_in_the_place_of_the_journal(level: Path) -> None:
    journal_of(level).mkdir(parents=True)
    session = kl.EditSession(level)
    assert session.unreadable
    session.do(MUD)
    session.save()
    surfaces = kl.load_area(level).surfaces
    painted = kl.read_walkmesh(level / f"{HALL}.wok").materials[[0, 1]].tolist()
    assert [surfaces.label(number) for number in painted] == ["Mud", "Mud"]


def test_an_edit_that_cannot_be_kept_is_done_all_the_same(
    level: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = kl.EditSession(level)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(session_module, "write_atomic", fail)
        session.do(MUD)
        assert session.edits == [MUD]
        assert "No space left" in session.unkept
    session.undo()
    session.redo()
    assert not session.unkept
    assert kl.EditSession(level).unsaved == [MUD]


@pytest.mark.parametrize("name", ["#", "//a", "con", "NUL", "a/b", "..", "", "a b", "x" * 17])
def test_names_that_no_layout_or_folder_can_have(level: Path, name: str) -> None:
    area = kl.load_area(level)
    with pytest.raises(ValueError, match=r"."):
        kl.rename_room(area, STORE, name)
    with pytest.raises(ValueError, match=r"."):
        kl.add_room(area, name, None, (0.0, 0.0, 0.0))


@pytest.mark.parametrize(
    "edit",
    [
        E.MoveEntry((1e7, 0.0, 0.0)),
        E.PlaceObject("Door List", 0, (0.0, 1e7, 0.0)),
        E.MovePathPoint(0, (0.0, -1e7, 0.0)),
        E.AddPathPoint((1e30, 0.0, 0.0)),
    ],
)
def test_nothing_stands_absurdly_far_away(level: Path, edit: E.Operation) -> None:
    with pytest.raises(InputError, match="at most 1,000,000 m"):
        kl.apply_edits(kl.load_area(level), [edit])


def test_the_words_of_things(level: Path) -> None:
    area = kl.load_area(level)
    door = area.doors[0]
    edits = [
        E.PlaceObject("Door List", 0, (23.5, 4.0, 1.5), 45.0),
        E.PlaceObject("Door List", 0, (23.5, 4.0, 1.5), 90.0),
        E.SetVisible(HALL, "station_view", visible=False),
        E.SetVisible(HALL, "station_view", both=False),
        E.MovePathPoint(0, (2.5, 2.0, 0.0)),
    ]
    texts = [each.text for each in kl.apply_edits(area, edits).done]
    assert texts == [
        f"door 0 ({door.tag}) moved to (23.5, 4, 1.5)",
        f"door 0 ({door.tag}) turned to 90°",
        "station_hall and station_view no longer see each other",
        "station_hall sees station_view",
        "path point 0 moved to (2.5, 2)",
    ]


def test_an_unlinked_edge_names_both_rooms(level: Path) -> None:
    area = kl.load_area(level)
    mesh = area.room(HALL).mesh
    assert mesh is not None
    linked = next(each for each in mesh.boundary() if each.transition != -1)
    other = area.rooms[linked.transition].name
    (done,) = kl.apply_edits(area, [E.Unlink(HALL, linked.edge)]).done
    assert done.text == f"{HALL} and {other} unlinked at one edge"
