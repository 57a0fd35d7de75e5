"""Editing by the live server: what a page may ask, and what it may not."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.sample.broken import make_broken_station
from kotorlevel.checks.rule import find_rule
from kotorlevel.view.live import owner
from kotorlevel.view.live.requests import LARGEST_EDIT
from support.area.level_files import content, put, station
from support.areas import floor
from support.view.edited import EditedPage, edit, unpack
from support.view.served import SMALL, Served

E = kl.edits
HALL, STORE = "station_hall", "station_store"
MUD = E.Paint(HALL, (0, 1), "Mud")
UP = E.MoveRoom(STORE, (0.0, 0.0, 0.25))


@pytest.fixture
def level(tmp_path: Path) -> Path:
    return put(tmp_path / "level", station())


def files(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in content(folder).items() if ".kotorlevel" not in name}


# What it does


def test_the_page_gets_the_scene_of_the_edited_level(level: Path) -> None:
    with edit(level) as page:
        page.turn += 1
        reply = page.post("do", page=page.page, turn=1, edits=[MUD.to_json()])
        value, buffer = unpack(reply)
        area = kl.apply_edits(kl.load_area(level), [MUD]).area
        scene = kl.build_scene(area, gaps=False, tree=False)
        assert buffer == scene.buffer
        value["scene"]["models"].pop("key")
        assert value["scene"] == scene.document
        assert value["text"].startswith(f"{HALL}: 2 faces painted")
        status = page.served.get("/api/version").json
        assert status["version"] == value["version"]


def test_page_command_and_python_give_the_same_bytes(level: Path, tmp_path: Path) -> None:
    edits = (MUD, UP, E.RenameRoom(STORE, "station_cellar"), E.MoveEntry((2.0, 3.0, 0.0)))
    others = [put(tmp_path / name, station()) for name in ("python", "command")]
    with edit(level) as page:
        for each in edits:
            page.do(each)
        listed = page.ask("edits")["edits"]
        assert "module.ifo" in page.change("save")["saved"]
    session = kl.EditSession(others[0])
    session.do(*edits)
    session.save()
    (tmp_path / "edits.json").write_text(json.dumps(listed))
    words = ["apply", str(tmp_path / "edits.json"), str(others[1]), "--in-place"]
    subprocess.run([sys.executable, "-m", "kotorlevel", *words], check=True, capture_output=True)
    assert files(level) == files(others[0]) == files(others[1])


def test_undo_redo_and_history(level: Path) -> None:
    before = files(level)
    with edit(level) as page:
        page.do(MUD)
        page.do(UP)
        assert [each["text"] for each in page.ask("history")["steps"]] == [
            step.text for step in page.edited.session.steps
        ]
        assert page.change("undo")["text"].startswith("Undone: station_store moved")
        assert page.change("redo")["text"].startswith("Done again: station_store moved")
        assert page.change("go", position=0)["edit"]["isSaved"]
        page.turn += 1
        assert page.post("undo", page=page.page, turn=page.turn).status == 409
        assert page.change("save")["saved"] == []
    assert files(level) == before


def test_findings_are_those_of_a_check_of_the_edited_level(level: Path) -> None:
    with edit(level) as page:
        store = page.edited.session.area.find_room(STORE)
        assert store is not None
        assert store.mesh is not None
        floor = np.flatnonzero(store.mesh.walkable).tolist()
        version = page.do(E.Paint(STORE, tuple(floor), "Nonwalk"))["version"]
        found = page.ask("check")
        report = kl.check(page.edited.session.area)
        assert found["version"] == version
        assert found["errors"] == len(report.errors)
        assert [one["rule"] for one in found["findings"]] == [
            one["rule"]
            for one in kl.build_scene(page.edited.session.area, report=report).document["findings"]
        ]
        assert len(found["reached"]) == len(report.reached) == 1
        status = page.served.get("/api/version").json
        assert status["checked"] == status["version"] == version


def test_a_preview_shows_and_changes_nothing(level: Path) -> None:
    with edit(level) as page:
        version = page.served.get("/api/version").json["version"]
        reply = page.post("preview", page=page.page, edits=[MUD.to_json()])
        value, buffer = unpack(reply)
        area = kl.apply_edits(kl.load_area(level), [MUD]).area
        assert buffer == kl.build_scene(area, tree=False).buffer
        assert value["edit"]["isSaved"]
        assert page.served.get("/api/version").json["version"] == version
        assert not page.edited.session.steps


def test_box_trees_are_sent_when_they_are_asked_for(level: Path) -> None:
    with edit(level) as page:
        page.do(E.DeleteFaces(HALL, (0,)))
        findings = page.ask("check")["findings"]
        area = page.edited.session.area
        value, buffer = unpack(page.post("tree", page=page.page))
        assert buffer == kl.build_scene(area).buffer
        assert value["scene"]["treeDepth"] > 1
        assert value["scene"]["findings"] == findings == page.ask("check")["findings"] != []
        value, buffer = unpack(page.post("do", page=page.page, turn=2, edits=[MUD.to_json()]))
        assert buffer == kl.build_scene(page.edited.session.area).buffer  # also from now on


def test_what_cannot_be_done_says_why(level: Path) -> None:
    with edit(level) as page:
        edits = [E.Paint(HALL, (99_999,), "Mud").to_json()]
        reply = page.post("do", page=page.page, turn=1, edits=edits)
        assert reply.status == 422
        assert "99,999" in reply.json["error"] or "99999" in reply.json["error"]
        page.turn = 1
        assert page.do(MUD)["edit"]["unsaved"] == 1


# Saving


def test_files_that_changed_on_the_disk_are_asked_about(level: Path) -> None:
    with edit(level) as page:
        page.do(MUD)
        mesh = kl.read_walkmesh(level / f"{STORE}.wok")
        theirs = kl.paint(mesh, "Mud", faces=[0]).mesh.to_bytes()
        (level / f"{STORE}.wok").write_bytes(theirs)
        page.turn += 1
        reply = page.post("save", page=page.page, turn=page.turn)
        assert reply.status == 409
        assert reply.json["asks"] == "force"
        assert f"{STORE}.wok" in reply.json["error"]
        for _ in range(3):  # the server notices by itself, too
            status = page.served.get("/api/version").json
        assert status["edit"]["disk"] == [f"{STORE}.wok"]
        assert page.change("reload")["edit"]["isSaved"]
        store = page.edited.session.area.find_room(STORE)
        assert store is not None
        assert store.mesh is not None
        assert store.mesh.to_bytes() == theirs


def test_without_edits_files_that_change_are_shown(level: Path) -> None:
    with edit(level) as page:
        version = page.served.get("/api/version").json["version"]
        mesh = kl.read_walkmesh(level / f"{STORE}.wok")
        (level / f"{STORE}.wok").write_bytes(kl.paint(mesh, "Mud", faces=[0]).mesh.to_bytes())
        for _ in range(3):
            status = page.served.get("/api/version").json
        assert status["version"] == version + 1
        assert status["edit"]["disk"] == []
        assert page.edited.session.find_changed_on_disk() == []


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs a file that may not be written")
def test_a_write_protected_file_keeps_all_others_as_they_are(level: Path) -> None:
    before = files(level)
    with edit(level) as page:
        page.do(MUD)
        page.do(E.Paint(STORE, (0,), "Mud"))
        (level / f"{STORE}.wok").chmod(0o444)
        page.turn += 1
        reply = page.post("save", page=page.page, turn=page.turn)
        assert reply.status == 409
        assert "nothing was saved" in reply.json["error"]
        assert f"{STORE}.wok" in reply.json["error"]
        assert files(level) == before
        (level / f"{STORE}.wok").chmod(0o644)
        assert page.change("save")["saved"] == [f"{HALL}.wok", f"{STORE}.wok"]


@pytest.mark.parametrize("protected", [f"{STORE}.wok", "station.lyt"])
def test_a_file_that_may_not_be_written_is_named_and_can_be_saved_later(
    level: Path, monkeypatch: pytest.MonkeyPatch, protected: str
) -> None:
    """As the system says it of a protected file or folder; an administrator never hears that."""
    before, replace = files(level), os.replace

    def refuse(source: Any, target: Any, **more: Any) -> None:
        if Path(target).name == protected:
            raise PermissionError(13, "Permission denied", str(source), None, str(target))
        replace(source, target, **more)

    with edit(level) as page:
        page.do(MUD)
        page.do(UP)
        page.do(E.Paint(STORE, (0,), "Mud"))
        page.turn += 1
        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", refuse)
            reply = page.post("save", page=page.page, turn=page.turn)
        assert reply.status == 409
        assert reply.json["error"].startswith(f"nothing was saved: {protected} cannot be written")
        assert files(level) == before
        status = page.served.get("/api/version").json["edit"]
        assert (status["unsaved"], status["isSaved"]) == (3, False)
        assert protected in page.change("save")["saved"]
    assert files(level) != before


def test_a_folder_that_takes_no_new_file_is_told_and_can_be_saved_later(
    level: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, opened = files(level), os.open

    def refuse(path: Any, flags: int, *more: Any, **options: Any) -> int:
        if flags & os.O_CREAT and Path(os.fspath(path)).is_relative_to(level):
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, flags, *more, **options)

    with edit(level) as page:
        page.do(MUD)
        page.turn += 1
        with monkeypatch.context() as patch:
            patch.setattr(os, "open", refuse)
            reply = page.post("save", page=page.page, turn=page.turn)
        assert reply.status == 409
        assert reply.json["error"].startswith("nothing was saved: ")
        assert "cannot be written: Permission denied" in reply.json["error"]
        assert "or its folder write-protected" in reply.json["error"]
        assert files(level) == before
        assert page.change("save")["saved"] == [f"{HALL}.wok"]


def test_a_rule_is_explained_with_the_path_of_the_level(level: Path) -> None:
    with edit(level) as page:
        told = page.ask("rule", rule="LYT005")
        rule = find_rule("LYT005")
        assert rule is not None
        assert (told["title"], told["why"], told["how"]) == (rule.title, rule.why, rule.how)
        assert told["path"].strip('"') == level.as_posix()
        assert page.post("rule", page=page.page, rule="LYT999").status == 400


def test_a_server_that_is_killed_has_lost_nothing(level: Path) -> None:
    program = (
        "import sys, json, kotorlevel as kl\n"
        "from kotorlevel.view.html.page import Bundle\n"
        "server = kl.serve(sys.argv[1], browser=False, edit=True, bundle=Bundle('', '', ''))\n"
        "print(json.dumps([server.port, server.token]), flush=True)\n"
        "server.wait()\n"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", program, str(level)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert run.stdout is not None
        port, token = json.loads(run.stdout.readline())
        page = EditedPage(Served(_Address(port, token), None))  # type: ignore[arg-type]
        page.ask("claim")
        page.do(MUD)
        page.do(UP)
    finally:
        run.kill()
        run.wait(20)
        if run.stdout is not None:
            run.stdout.close()
    with edit(level) as page:
        assert page.served.get("/api/version").json["edit"]["recover"] == 2
        page.change("recover")
        area = kl.apply_edits(kl.load_area(level), [MUD, UP]).area
        assert sorted(page.edited.session.list_changes()) == sorted(
            change.filename.lower() for change in kl.list_changes(area)
        )
        page.change("save")
    wanted = {change.filename.lower(): change.data for change in kl.list_changes(area)}
    assert {name: files(level)[name] for name in wanted} == wanted


class _Address:
    """Of a server in another process."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token


# Who may


def test_a_second_page_may_look_and_take_over(level: Path) -> None:
    with edit(level) as first:
        second = EditedPage(first.served, "another-page")
        reply = second.post("claim", page=second.page)
        assert reply.status == 409
        assert "another window" in reply.json["error"]
        reply = second.post("do", page=second.page, turn=1, edits=[MUD.to_json()])
        assert (reply.status, reply.json["role"]) == (409, "reader")
        assert second.ask("claim", force=True)["edit"]["role"] == "owner"
        reply = first.post("do", page=first.page, turn=1, edits=[MUD.to_json()])
        assert reply.status == 409
        second.do(MUD)
        headers = {"X_KotorLevel_Token": first.served.server.token}
        status = first.served.send("GET", "/api/version", X_KotorLevel_Page=first.page, **headers)
        assert status.json["edit"]["role"] == "reader"
        second.ask("leave")
        assert first.ask("claim")["edit"]["role"] == "owner"


def test_a_page_that_is_silent_gives_way(level: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with edit(level) as first:
        second = EditedPage(first.served, "another-page")
        monkeypatch.setattr(owner, "SILENT", 0.05)
        time.sleep(0.1)
        assert second.ask("claim")["edit"]["role"] == "owner"


def test_a_second_server_says_who_edits(level: Path) -> None:
    with edit(level):
        with pytest.raises(kl.errors.InputError, match="is being edited by process"):
            kl.serve(level, browser=False, bundle=SMALL, edit=True)
        with kl.serve(level, browser=False, bundle=SMALL, findings=False) as server:
            reply = EditedPage(Served(server, server.live)).post("start", page="one-that-looks")
            assert reply.status == 409
            assert reply.json["error"].startswith("this level is being edited by process")
    with edit(level):  # free again
        pass


def test_a_page_that_looks_can_begin_to_edit(level: Path) -> None:
    with kl.serve(level, browser=False, bundle=SMALL, findings=False) as server:
        page = EditedPage(Served(server, server.live))
        assert page.served.get("/api/version").json["edit"] is None
        assert page.post("do", page=page.page, turn=1, edits=[MUD.to_json()]).status == 404
        assert page.ask("start")["edit"]["role"] == "owner"
        assert page.do(MUD)["edit"]["unsaved"] == 1


def test_a_level_that_is_no_file_is_not_edited() -> None:
    area = kl.Area.from_meshes("lab", {"hall": kl.read_walkmesh(station()[f"{HALL}.wok"])})
    with kl.serve(area, browser=False, bundle=SMALL, findings=False) as server:
        reply = EditedPage(Served(server, server.live)).post("start", page="some-page")
        assert reply.status == 409
        assert "on the disk" in reply.json["error"]


# What is refused


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EditedPage]:
    """A page of a level that nothing in these tests changes."""
    with edit(put(tmp_path_factory.mktemp("untouched"), station())) as page:
        yield page


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X_KotorLevel_Token": "wrong"}, 403),
        ({"X_KotorLevel_Token": ""}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content_Type": ""}, 415),
        ({"Content_Length": str(LARGEST_EDIT + 1)}, 413),
    ],
)
@pytest.mark.parametrize("name", ["do", "save", "start", "undo", "claim"])
def test_strangers_are_refused(
    untouched: EditedPage, headers: dict[str, str], status: int, name: str
) -> None:
    stranger = EditedPage(untouched.served, headers=headers)
    reply = stranger.post(name, page=stranger.page, turn=1, edits=[MUD.to_json()])
    assert reply.status == status
    assert not stranger.edited.session.steps
    assert stranger.edited._owner.turn == 0


def test_the_same_request_twice_is_one_edit(level: Path) -> None:
    with edit(level) as page:
        page.do(MUD)
        again = page.post("do", page=page.page, turn=1, edits=[MUD.to_json()])
        assert again.status == 409
        assert again.json["turn"] == 1
        early = page.post("do", page=page.page, turn=5, edits=[MUD.to_json()])
        assert early.status == 409
        assert len(page.edited.session.steps) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"page": 3},
        {"page": "short"},
        {"page": "x" * 65},
        {"edits": []},
        {"edits": [7]},
        {"edits": [{"op": "format-disk"}]},
        {"edits": [{"op": "paint", "room": HALL, "faces": [1.5], "surface": 3}]},
        {"edits": [{"op": "paint", "room": HALL, "faces": [2**40], "surface": 3}]},
        {"edits": [{"op": "paint", "room": HALL, "faces": [0], "surface": 3, "x": 1}]},
        {"edits": "paint"},
        {"edits": [{"op": "add-room", "name": "x", "walkmesh": "../../etc/passwd"}]},
        {"edits": [{"op": "add-room", "name": "x", "walkmesh": "/etc/passwd"}]},
        {"edits": [MUD.to_json()], "turn": True},
        {"edits": [MUD.to_json()], "turn": "1"},
        {"edits": [MUD.to_json()], "turn": None},
    ],
)
def test_nonsense_is_refused_in_words(untouched: EditedPage, fields: dict[str, Any]) -> None:
    page = EditedPage(untouched.served, "page-of-nonsense")
    page.ask("claim", force=True)
    full = {"page": page.page, "turn": 1} | fields if "page" not in fields else fields
    reply = page.post("do", **full)
    assert reply.status in (400, 409, 422)
    assert reply.json["error"]
    assert not page.edited.session.steps
    page.ask("leave")


def test_go_wants_a_number(level: Path) -> None:
    with edit(level) as page:
        for position in (None, "1", True, 1.5, [1]):
            assert page.post("go", page=page.page, turn=1, position=position).status == 400
        reply = page.post("go", page=page.page, turn=1, position=99)
        assert reply.status == 409


def test_get_is_no_way_to_edit(level: Path) -> None:
    with edit(level) as page:
        assert page.served.get("/api/edit/undo").status == 405
        assert page.post("no-such-thing", page=page.page).status == 404


def test_one_walkmesh_alone(level: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / f"{HALL}.wok").write_bytes((level / f"{HALL}.wok").read_bytes())
    with edit(alone / f"{HALL}.wok") as page:
        value = page.do(MUD)
        assert value["scene"]["kind"] == "mesh"
        assert value["edit"]["alone"]
        assert "findings" in page.ask("check")
        assert page.change("save")["saved"] == [f"{HALL}.wok"]


def test_files_beside_the_level_are_checked_as_well(tmp_path: Path) -> None:
    level = put(tmp_path / "broken", make_broken_station())
    with edit(level) as page:
        found = page.ask("check")["findings"]
    shown = kl.build_scene(kl.load_area(level), report=kl.check(level)).document["findings"]
    assert any(each["file"].endswith(".pwk") or each["file"].endswith(".dwk") for each in found)
    assert [(e["rule"], e["text"]) for e in found] == [(e["rule"], e["text"]) for e in shown]


def test_a_room_that_is_not_saved_yet_is_no_misspelling(tmp_path: Path) -> None:
    """Beside it lies the file of the room whose place it takes, which is named much the same."""
    level = put(tmp_path / "level", station())
    kit = tmp_path / "level" / "kit"
    kit.mkdir()
    shutil.copy(level / "station_store.wok", kit / "piece.wok")
    area = kl.load_area(level)
    (ramp,) = (room for room in area.rooms if room.name == "station_ramp")
    assert ramp.mesh is not None
    store = [room.name for room in area.rooms].index(STORE)
    edge = int((ramp.mesh.transitions.ravel() == store).argmax())
    new = E.AddRoom("station_stora", "kit/piece.wok", join=ramp.name, join_edge=edge)
    with edit(level) as page:
        page.do(E.RemoveRoom(STORE), new)
        assert "CAU004" not in [each["rule"] for each in page.ask("check")["findings"]]


def test_a_refusal_says_what_the_page_has_not_what_python_takes(level: Path) -> None:
    (level / "kit").mkdir()
    kl.write_walkmesh(floor(width=3, depth=2), level / "kit" / "bare.wok")  # without a link
    new = E.AddRoom("annex", "kit/bare.wok", join=HALL)
    area = kl.load_area(level)
    assert area.rooms[0].mesh is not None
    edge = int((area.rooms[0].mesh.transitions.ravel() >= 0).argmax())
    with edit(level) as page:
        page.do(E.RemoveRoom("station_corridor"))
        reply = page.post(
            "do", page=page.page, turn=page.turn + 1, edits=[replace(new, join_edge=edge).to_json()]
        )
    assert reply.status == 422
    assert "the new room has no doorway" in reply.json["error"]
    assert "edge=N" not in reply.json["error"]


@pytest.mark.parametrize(
    "fields",
    [{"offset": [10**400, 0, 0]}, {"offset": [0, 0, 0], "within": 10**400}, {"offset": [True] * 3}],
)
def test_numbers_that_are_none_are_refused_in_words(
    untouched: EditedPage, fields: dict[str, Any]
) -> None:
    reply = untouched.post("room-snap", page=untouched.page, room=HALL, **fields)
    assert reply.status == 400
    assert "number" in reply.json["error"]


def test_a_folder_in_the_place_of_a_file_keeps_all_as_it_is(level: Path) -> None:
    with edit(level) as page:
        page.do(MUD)
        page.do(UP)
        (level / f"{HALL}.wok").unlink()
        (level / f"{HALL}.wok").mkdir()
        before = files(level)
        page.turn += 1
        reply = page.post("save", page=page.page, turn=page.turn, force=True)
        assert reply.status == 409
        assert reply.json["error"].startswith(f"nothing was saved: {HALL}.wok cannot be written")
        assert files(level) == before
        assert page.edited.session.edits == [MUD, UP]
