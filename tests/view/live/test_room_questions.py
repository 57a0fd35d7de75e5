"""What the tool *Rooms* asks of the server, and links between some rooms only."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.errors import InputError
from kotorlevel.repair.edits.session import EditSession
from kotorlevel.view.live.answers import QuestionError
from kotorlevel.view.live.room_questions import RoomQuestions
from support.areas import floor, make_area, write_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rooms = {"hall": floor(east=1), "lane": floor(4, west=0), "yard": floor(8), "shed": floor(12)}
    home = tmp_path / "mod"
    home.mkdir()
    write_folder(home, make_area(rooms))
    return home


def test_a_dragged_room_snaps_as_the_library_says(folder: Path) -> None:
    session = EditSession(folder)
    question = {"room": 3, "offset": [0.3, 4.2, 0.0], "within": 1.0}
    snap = RoomQuestions(session).find_snap(question).value["snap"]
    found = kl.find_room_snap(session.area, 3, (0.3, 4.2, 0.0), 1.0)
    assert (snap and snap["offset"]) == (found and found.offset)
    near = RoomQuestions(session).find_snap({"room": "shed", "offset": [0.3, 0.2, 0]})
    assert near.value["snap"]["offset"] == pytest.approx((0, 0, 0))
    assert near.value["snap"]["other"] == 2
    far = RoomQuestions(session).find_snap({"room": 3, "offset": [50, 50, 0]})
    assert far.value == {"snap": None}


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"room": 3},
        {"room": True, "offset": [0, 0, 0]},
        {"room": 99, "offset": [0, 0, 0]},
        {"room": "no such", "offset": [0, 0, 0]},
        {"room": 3, "offset": [0, 0]},
        {"room": 3, "offset": [0, 0, "1"]},
        {"room": 3, "offset": [0, 0, 1e300]},
        {"room": 3, "offset": [0, 0, 0], "within": -1},
        {"room": 3, "offset": [0, 0, 0], "within": "far"},
    ],
)
def test_what_cannot_be_asked_is_refused(folder: Path, question: dict[str, object]) -> None:
    with pytest.raises(QuestionError):
        RoomQuestions(EditSession(folder)).find_snap(question)


def test_kits_are_listed_and_their_rooms_added(folder: Path, tmp_path: Path) -> None:
    kit = tmp_path / "station"
    kit.mkdir()
    # The level has a hall of its own: the kit's must be taken all the same.
    kl.write_walkmesh(floor(0, 0, 9, 4, west=0), kit / "hall.wok")
    (kit / "bad.wok").write_bytes(b"no walkmesh")
    session = EditSession(folder, kits=[kit])
    (found,) = RoomQuestions(session).list_kits({}).value["kits"]
    bad, hall = found["rooms"]
    assert (bad["name"], hall["path"]) == ("bad", "station/hall.wok")
    assert bad["error"]
    assert hall["error"] == ""
    assert hall["thumbnail"].startswith("<svg")
    add = kl.edits.AddRoom("annex", hall["path"], join="shed", join_edge=1)
    session.do(add)
    mesh = session.area.rooms[4].mesh
    assert mesh is not None
    assert mesh.vertices[:, 0].max() - mesh.vertices[:, 0].min() == pytest.approx(9)
    with pytest.raises(InputError):
        EditSession(folder).do(add)


def test_a_folder_named_kit_is_offered(folder: Path) -> None:
    questions = RoomQuestions(EditSession(folder))
    assert questions.list_kits({}).value["kits"] == []
    (folder / "kit").mkdir()
    kl.write_walkmesh(floor(east=0), folder / "kit" / "cell.wok")
    assert questions.list_kits({}).value["kits"] == []
    (kit,) = questions.list_kits({"anew": True}).value["kits"]
    assert [(room["path"], room["error"]) for room in kit["rooms"]] == [("kit/cell.wok", "")]


def test_relink_between_two_rooms_leaves_others_alone(folder: Path) -> None:
    area = kl.load_area(folder)
    linked, report = kl.relink(area, between=[1, 2])
    assert {(change.room, change.now) for change in report.changes} == {(1, 2), (2, 1)}
    assert {(c.room, c.now) for c in kl.relink(linked)[1].changes} == {(2, 3), (3, 2)}


def test_snapping_between_two_rooms_leaves_others_alone(tmp_path: Path) -> None:
    rooms = {"hall": floor(), "lane": floor(4.03), "yard": floor(8.06)}
    write_folder(tmp_path, make_area(rooms))
    session = EditSession(tmp_path)
    done = session.do(kl.edits.Relink(snap=0.05, rooms=("hall", "lane")))
    assert "hall and lane" in done.text
    assert done.notes == ("lane: moved 2 corners by up to 3.0 cm",)
    before = kl.load_area(tmp_path).rooms
    for old, new in zip(before, session.area.rooms, strict=True):
        assert old.mesh is not None
        assert new.mesh is not None
        assert (old.mesh.to_bytes() == new.mesh.to_bytes()) == (old.name == "yard")
