"""A session takes away what it has made, and never what somebody else has made or changed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.area.write import write_area_in_place
from kotorlevel.core.errors import InputError
from kotorlevel.core.journal.journal import JOURNAL
from kotorlevel.repair.edits import session as session_module
from support.area.level_files import content, put, two_rooms
from support.core.trees import kill_everywhere

E = kl.edits
SHED = E.AddRoom("shed", "kit/box.wok", (90.0, 0.0, 0.0), model=True)
FILES = ("shed.wok", "shed.mdl", "shed.mdx")
MUD = E.Paint("hall", (0,), "Mud")


@pytest.fixture
def level(tmp_path: Path) -> Path:
    yard = two_rooms()["yard.wok"]
    put(tmp_path / "level" / "kit", {"box.wok": yard, "box.mdl": b"model", "box.mdx": b"corners"})
    return put(tmp_path / "level", two_rooms())


@pytest.fixture
def session(level: Path) -> kl.EditSession:
    """In which the shed was added and saved."""
    found = kl.EditSession(level)
    found.do(SHED)
    assert sorted(each.path.name for each in found.save() if each.path.name in FILES) == sorted(
        FILES
    )
    return found


def own(level: Path) -> dict[str, bytes]:
    return {name: data for name, data in content(level).items() if JOURNAL not in name}


def write(path: Path) -> None:
    path.write_bytes(b"mine")


def write_in_capitals(path: Path) -> None:
    path.unlink(missing_ok=True)
    write(path.with_name(path.name.upper()))


def link(path: Path) -> None:
    """To a file of the very content that was made here."""
    outside = path.parent.parent / "outside"
    outside.write_bytes(path.read_bytes() if path.exists() else b"mine")
    path.unlink(missing_ok=True)
    path.symlink_to(outside)


def make_folder(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()
    write(path / "mine")


OTHERS = (write, write_in_capitals, link, make_folder)


def theirs(level: Path, name: str) -> list[tuple[str, bool, object]]:
    """What is at that name now, in any case, and in what it leads to."""
    found: list[tuple[str, bool, object]] = []
    for path in level.iterdir():
        if path.name.lower() == name:
            inside = [*path.iterdir()] if path.is_dir() else path.read_bytes()
            found.append((path.name, path.is_symlink(), inside))
    return found


@pytest.mark.parametrize("do", OTHERS)
@pytest.mark.parametrize("name", FILES)
def test_what_somebody_puts_in_its_place_stays(
    level: Path, session: kl.EditSession, name: str, do: Callable[[Path], None]
) -> None:
    do(level / name)
    mine = theirs(level, name)
    session.undo()
    try:
        session.save()
    except InputError as asked:  # it was a room of the level that was saved last
        assert (asked.needs, name) == ("force", "shed.wok")
        assert theirs(level, name) == mine
        session.save(force=True)
    assert theirs(level, name) == mine
    assert not any((level / each).exists() for each in FILES if each != name)


@pytest.mark.parametrize("do", OTHERS)
@pytest.mark.parametrize("name", FILES)
def test_what_somebody_puts_there_after_it_was_removed_is_not_replaced(
    level: Path, session: kl.EditSession, name: str, do: Callable[[Path], None]
) -> None:
    session.undo()
    session.save()
    do(level / name)
    before = own(level)
    mine = theirs(level, name)
    session.redo()
    with pytest.raises((ValueError, OSError), match=rf"(?i){name}"):
        session.save()
    assert theirs(level, name) == mine
    assert own(level) == before


def test_a_model_that_somebody_changed_is_not_replaced_by_a_later_save(
    level: Path, session: kl.EditSession
) -> None:
    write(level / "shed.mdl")
    session.do(MUD)
    assert session.list_changes() == ["hall.wok"]
    session.save()
    assert (level / "shed.mdl").read_bytes() == b"mine"


def test_what_was_there_before_does_not_come_back_over_what_somebody_changed(level: Path) -> None:
    (level / "shed.mdl").write_bytes(b"older")
    session = kl.EditSession(level)
    session.do(SHED)
    session.save()
    write(level / "shed.mdl")
    session.undo()
    with pytest.raises(InputError, match=r"shed\.mdl changed on the disk") as asked:
        session.save()
    assert asked.value.needs == "force"
    assert (level / "shed.mdl").read_bytes() == b"mine"
    session.save(force=True)
    assert (level / "shed.mdl").read_bytes() == b"older"


def test_what_was_never_saved_is_nobody_s_business(level: Path) -> None:
    (level / "shed.mdl").write_bytes(b"older")
    session = kl.EditSession(level)
    session.do(SHED)
    session.undo()
    session.do(MUD)
    write(level / "shed.mdl")
    session.save(force=True)
    assert (level / "shed.mdl").read_bytes() == b"mine"


def test_a_model_that_comes_between_edit_and_save_is_asked_about(level: Path) -> None:
    session = kl.EditSession(level)
    session.do(SHED)
    write(level / "shed.mdl")
    with pytest.raises(InputError, match=r"shed\.mdl changed on the disk"):
        session.save()
    assert (level / "shed.mdl").read_bytes() == b"mine"
    assert not (level / "shed.wok").exists()


def test_all_of_it_is_written_again_where_that_is_wanted(
    level: Path, session: kl.EditSession
) -> None:
    after = own(level)
    kl.undo(level)
    assert not (level / "shed.mdl").exists()
    with pytest.raises(InputError):
        session.save()
    session.save(force=True)
    assert own(level) == after


def test_a_file_that_is_changed_right_after_it_was_made(
    level: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, write_in_place = kl.EditSession(level), write_area_in_place

    def meddle(*given: Any, **more: Any) -> Any:
        written = write_in_place(*given, **more)
        write(level / "shed.mdl")
        return written

    session.do(SHED)
    with monkeypatch.context() as patch:
        patch.setattr(session_module, "write_area_in_place", meddle)
        session.save()
    session.undo()
    session.save()
    assert (level / "shed.mdl").read_bytes() == b"mine"


def test_a_room_that_another_layout_names_by_now_stays(level: Path) -> None:
    session = kl.EditSession(level / "lab.lyt")
    session.do(SHED)
    session.save()
    (level / "other.LYT").write_bytes((level / "lab.lyt").read_bytes())
    if hasattr(os, "mkfifo"):
        os.mkfifo(level / "pipe.lyt")  # nobody waits for what it says
    session.undo()
    assert session.list_removals() == []
    session.save()
    assert all((level / name).exists() for name in FILES)


def test_asking_what_would_be_written_changes_nothing(level: Path, session: kl.EditSession) -> None:
    owned = set(session._own)
    layout = (level / "lab.lyt").read_bytes()
    (level / "lab.lyt").write_bytes(layout.replace(b"shed", b"yard"))
    session.list_changes()
    session.list_removals()
    assert session._own == owned


def test_killed_while_it_removes(level: Path, session: kl.EditSession) -> None:
    """Old or new, nothing in between; and what was made goes also in the next session."""
    before = own(level)
    session.undo()
    deaths = [(str(d), {**own(level)}, finish(level)) for d in kill_everywhere(level, session.save)]
    after = own(level)
    assert not {*FILES} & after.keys()
    for where, _, end in deaths:
        assert end == after, where
    assert {before.keys() == found.keys() for _, found, _ in deaths} == {False, True}


def finish(level: Path) -> dict[str, bytes]:
    """What whoever comes next makes of it: every edit that is offered is taken, and saved."""
    again = kl.EditSession(level)
    if again.has_unsaved:
        again.recover()
        again.save()
    assert not kl.EditSession(level).has_unsaved
    return own(level)


@pytest.mark.parametrize(
    "name",
    ["../outside", "hall.wok", "notes.txt", "a\\b.wok", "/shed.wok", "kit/box.wok", "..", ""],
)
def test_a_list_of_made_files_by_a_stranger(level: Path, name: str) -> None:
    """Only what edits make, in the folder, of that content, and nothing that the level needs."""
    (level.parent / "outside").write_bytes(b"mine")
    (level / "notes.txt").write_bytes(b"mine")
    session = kl.EditSession(level)
    session.do(SHED)
    session.save()
    session.undo()
    path = next((level / JOURNAL).glob("unsaved-*.json"))
    document = json.loads(path.read_bytes())
    digests = {hashlib.sha256(data).hexdigest() for data in content(level.parent).values()}
    assert set(document["made"]) == {*FILES}
    for digest in digests:
        path.write_text(json.dumps(document | {"made": {name: digest}}), encoding="utf-8")
        before = content(level.parent)
        again = kl.EditSession(level)
        again.recover()
        assert again.list_removals() == []
        assert content(level.parent) == before
