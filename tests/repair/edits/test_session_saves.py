"""Saving again and again, and a session that ends while it saves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.checks.finding import Finding
from kotorlevel.core.errors import InputError
from kotorlevel.core.journal.journal import JOURNAL
from kotorlevel.formats.gff import parse_gff
from support.area.level_files import content, lab, put, put_archive, station
from support.core.trees import kill_everywhere

E = kl.edits
HALL, STORE = "station_hall", "station_store"
MUD = E.Paint(HALL, (0, 1), "Mud")
MOVED = E.MoveRoom(STORE, (0.0, 0.0, 0.25))


@pytest.fixture
def level(tmp_path: Path) -> Path:
    return put(tmp_path / "level", station())


def journal_of(level: Path) -> Path:
    return level / JOURNAL / "unsaved-station.json"


NEW = {
    "a renamed room": E.RenameRoom(STORE, "station_cellar"),
    "a new room": E.AddRoom("station_shed", f"{STORE}.wok", (90.0, 0.0, 0.0)),
    "path points": E.AddPathPoint((1.0, 1.0, 0.0)),
    "a visibility": E.BuildVisibility(),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", NEW)
@pytest.mark.parametrize("packed", [False, True])
def test_files_that_a_save_has_made_are_saved_again(
    tmp_path: Path, name: str, packed: bool
) -> None:
    files = {n: d for n, d in station().items() if not n.endswith((".pth", ".vis"))}
    path = put(tmp_path / "level", files)
    if packed:
        path = put_archive(tmp_path / "level" / "station.mod", files)
        for each in files:
            if not each.endswith(".wok"):
                (tmp_path / "level" / each).unlink()
    session = kl.EditSession(path)
    session.do(NEW[name])
    session.save()
    first = content(tmp_path)
    session.do(MUD)
    if name == "a new room":
        session.do(E.Paint("station_shed", (0,), "Mud"))
    session.save()
    second = content(tmp_path)
    assert second != first
    while session.undo():
        pass
    session.save()
    while session.redo():
        pass
    session.save()
    assert content(tmp_path) == second
    session.do(MOVED if name != "a renamed room" else E.RenameRoom("station_cellar", STORE))
    session.save()


def test_a_file_of_somebody_else_is_not_replaced(level: Path) -> None:
    session = kl.EditSession(level)
    session.do(MUD)
    session.save()
    (level / "station_cellar.wok").write_bytes(b"mine")
    session.do(E.RenameRoom(STORE, "station_cellar"))
    with pytest.raises(ValueError, match="exists already"):
        session.save()
    assert (level / "station_cellar.wok").read_bytes() == b"mine"


@pytest.mark.sampled(5)
@pytest.mark.parametrize("damage", [None, b"", b"junk"])
@pytest.mark.parametrize("name", ["station.lyt", f"{HALL}.wok", "station.git"])
def test_a_file_that_is_gone_or_damaged_comes_back_if_that_is_wanted(
    level: Path, name: str, damage: bytes | None
) -> None:
    """What is being edited is all there is of it."""
    wanted = put(level.parent / "wanted", station())
    other = kl.EditSession(wanted)
    other.do(MOVED)
    other.save()
    session = kl.EditSession(level)
    session.do(MOVED)
    if damage is None:
        (level / name).unlink()
    else:
        (level / name).write_bytes(damage)
    with pytest.raises(InputError) as asked:
        session.save()
    assert asked.value.needs == "force"
    assert name in session.list_changes()
    session.save(force=True)
    assert content(level) == content(wanted)


def keys(findings: tuple[Finding, ...]) -> list[tuple[str, str, str]]:
    return sorted((each.rule, Path(each.file).name.lower(), each.text) for each in findings)


@pytest.mark.parametrize(
    "edit", [E.DivideFace(HALL, 0, (1.0, 1.0, 0.0)), NEW["a renamed room"], NEW["a new room"]]
)
def test_findings_are_those_of_the_files_also_after_saving_and_undoing(
    level: Path, edit: E.Operation
) -> None:
    """A room whose old file is larger is no second copy, and what was undone is not what counts."""
    (level / f"{HALL}.wok").write_bytes((level / f"{HALL}.wok").read_bytes() + b"????")
    session = kl.EditSession(level)
    if isinstance(edit, E.DivideFace):
        mesh = session.area.room(HALL).mesh
        assert mesh is not None
        x, y, z = mesh.vertices[mesh.faces[0]].mean(axis=0).tolist()
        edit = E.DivideFace(HALL, 0, (x, y, z))
    session.do(edit)
    told = keys(kl.check(session.area).findings)
    session.save()
    assert keys(kl.check(kl.load_area(level)).findings) == told
    assert keys(kl.check(session.area).findings) == told
    session.undo()
    # Until it is saved, a file that the edit has made is there, and is no room's any more.
    told = [each for each in keys(kl.check(session.area).findings) if each[0] != "ARE015"]
    session.save()
    assert keys(kl.check(kl.load_area(level)).findings) == told
    assert keys(kl.check(session.area).findings) == told


def test_an_entry_after_an_undone_one_knows_nothing_of_it(level: Path) -> None:
    """Its direction is that of the level that was read, not of the file that was saved."""
    edit = E.MoveEntry((3.0, 3.0, 0.0))
    wanted = kl.apply_edits(kl.load_area(level), [edit]).area.extra["module", "ifo"]
    session = kl.EditSession(level)
    session.do(E.MoveEntry((2.0, 3.0, 0.0), 123.0))
    session.save()
    session.undo()
    session.do(edit)
    session.save()
    assert (level / "module.ifo").read_bytes() == wanted


def test_killed_at_any_step_of_editing_and_saving(tmp_path: Path) -> None:
    """All is there at the next start: saved or to be recovered, and never both."""
    level = tmp_path / "level"
    files = {name: data for name, data in lab((), ()).items() if name.startswith(("lab", "hall"))}
    edits = E.Paint("hall", (0,), "Mud"), E.MoveRoom("hall", (0.0, 0.0, 0.25))
    session = kl.EditSession(put(tmp_path / "other", files))
    states = [files]
    for edit in edits:
        session.do(edit)
        session.save()
        states.append(content(tmp_path / "other"))

    put(level, files)

    def act() -> None:
        session = kl.EditSession(level)
        for edit in edits:
            session.do(edit)
        session.save()

    for death in kill_everywhere(level, act):
        again = kl.EditSession(level)
        now = content(level)
        assert now in (states[0], states[2]), str(death)
        if now == states[2]:
            assert not again.has_unsaved, str(death)
            continue
        assert not again.changed_since
        count = again.recover()
        again.save()
        assert content(level) == states[count], str(death)


def test_files_that_changed_since_unsaved_edits_are_named(level: Path) -> None:
    kl.EditSession(level).do(MUD)
    assert kl.EditSession(level).changed_since == []
    area = kl.load_area(level)
    kl.write_area_in_place(kl.apply_edits(area, [E.Paint(HALL, (3,), "Mud")]).area)
    again = kl.EditSession(level)
    assert again.changed_since == [f"{HALL}.wok"]
    assert again.recover() == 1
    assert again.changed_since == []


def test_older_unsaved_edits_are_all_kept_aside(level: Path) -> None:
    for number in range(3):
        kl.EditSession(level).do(E.Paint(HALL, (number,), "Mud"))
    aside = sorted(journal_of(level).parent.glob("*.older*.json"))
    found = [json.loads(path.read_bytes())["edits"][0]["faces"] for path in aside]
    assert sorted(found) == [[0], [1]]


def test_a_journal_is_a_list_of_edits_for_apply(level: Path) -> None:
    kl.EditSession(level).do(MUD)
    assert kl.read_edits(journal_of(level)) == [MUD]


@pytest.mark.parametrize(
    "damage",
    [{"begins": 1}, {"begins": {"a": 1}}, {"before": {"a": "?"}}, {"becomes": []}, {"edits": {}}],
)
def test_a_journal_with_nonsense_in_it_is_told(level: Path, damage: dict[str, object]) -> None:
    kl.EditSession(level).do(MUD)
    document = json.loads(journal_of(level).read_bytes())
    journal_of(level).write_text(json.dumps(document | damage))
    session = kl.EditSession(level)
    assert session.unreadable
    assert not session.has_unsaved


def test_an_edited_level_is_what_is_read_again(level: Path) -> None:
    """Else edits after a save would go on from other places than the same edits without it."""
    area = kl.load_area(level)
    hook = area.layout.door_hooks[0]
    third = 1 / 3
    edits = [
        E.MoveRoom(HALL, (third, third, 0.0)),
        E.TurnRoom(STORE, 33.0),
        E.MoveDoorHook(0, (third, hook.position[1], 0.0), 12.0),
        E.AddRoom("station_shed", f"{STORE}.wok", (90 + third, 0.0, 0.0)),
        E.PlaceObject("Door List", 0, (third, third, third), 33.0),
        E.MoveEntry((third, third, third), 33.0),
    ]
    session = kl.EditSession(level)
    for edit in edits:
        session.do(edit)
    session.save()
    assert facts(kl.load_area(level)) == facts(session.area)


def facts(area: kl.Area) -> list[object]:
    things = [(each.position, each.bearing) for each in (*area.doors, *area.placeables)]
    places = [room.position for room in area.rooms]
    assert area.module is not None
    entry = area.module.entry, area.module.direction
    return [things, places, entry, area.layout.rooms, area.layout.door_hooks]


def room_names(data: bytes) -> list[str]:
    return [row["RoomName"] for row in parse_gff(data).root["Rooms"]]


def test_the_are_follows_rooms_and_comes_back(level: Path) -> None:
    """It names rooms as well: what they sound like."""
    before = (level / "station.are").read_bytes()
    assert STORE in room_names(before)
    session = kl.EditSession(level)
    done = session.do(E.RenameRoom(STORE, "station_cellar"))
    assert any("station.are" in note for note in done.notes)
    done = session.do(E.RemoveRoom(HALL))
    assert any("station.are" in note for note in done.notes)
    session.save()
    names = room_names((level / "station.are").read_bytes())
    assert names == ["station_cellar" if n == STORE else n for n in room_names(before) if n != HALL]
    session.go(0)
    session.save()
    assert (level / "station.are").read_bytes() == before


def test_the_model_of_a_new_room_follows_its_name(level: Path) -> None:
    model = {f".{kind}": (level / f"{STORE}.{kind}").read_bytes() for kind in ("mdl", "mdx")}
    session = kl.EditSession(level)
    session.do(E.AddRoom("station_shed", f"{STORE}.wok", (90.0, 0.0, 0.0), model=True))
    session.do(E.RenameRoom("station_shed", "station_barn"))
    session.save()
    made = {path.name: path.read_bytes() for path in level.glob("station_[bs][ha]*.md?")}
    assert made == {f"station_barn{ending}": data for ending, data in model.items()}
    session.undo()
    session.do(E.RemoveRoom("station_shed"))
    session.save()
    assert not [*level.glob("station_shed*")]


def own_files(level: Path) -> dict[str, bytes]:
    return {n: d for n, d in content(level).items() if ".kotorlevel" not in n}


SHED = E.AddRoom("station_shed", f"{STORE}.wok", (90.0, 0.0, 0.0), model=True)


@pytest.mark.parametrize("edit", [SHED, NEW["a renamed room"]])
def test_undoing_what_was_saved_takes_the_files_away_that_it_made(
    level: Path, edit: E.Operation
) -> None:
    before = own_files(level)
    session = kl.EditSession(level)
    session.do(edit)
    session.save()
    after = own_files(level)
    made = sorted(after.keys() - before.keys())
    assert made
    session.undo()
    assert sorted(session.list_removals()) == made
    assert sorted(each.path.name for each in session.save() if each.removed) == made
    assert own_files(level) == before
    kl.undo(level)  # the journal has them
    assert own_files(level) == after
    kl.undo(level)
    assert own_files(level) == before


def test_redoing_makes_the_files_again(level: Path) -> None:
    session = kl.EditSession(level)
    session.do(SHED)
    session.save()
    after = own_files(level)
    session.undo()
    session.save()
    session.redo()
    assert session.list_removals() == []
    session.save()
    assert own_files(level) == after


def test_a_made_file_that_somebody_changed_stays(level: Path) -> None:
    session = kl.EditSession(level)
    session.do(SHED)
    session.save()
    (level / "station_shed.mdl").write_bytes(b"mine now")
    session.undo()
    session.save()
    assert (level / "station_shed.mdl").read_bytes() == b"mine now"
    assert not (level / "station_shed.wok").exists()


def test_a_file_that_was_there_before_stays(level: Path) -> None:
    """The model of a room that the layout did not name: others have put it there."""
    old = (level / f"{STORE}.mdl").read_bytes() + b"old"
    (level / "station_shed.mdl").write_bytes(old)
    session = kl.EditSession(level)
    session.do(SHED)
    session.save()
    session.undo()
    session.save()
    assert (level / "station_shed.mdl").read_bytes() == old
    assert not (level / "station_shed.mdx").exists()


def test_an_are_that_others_changed_is_noticed(level: Path) -> None:
    session = kl.EditSession(level)
    session.do(E.RenameRoom(STORE, "station_cellar"))
    are = parse_gff((level / "station.are").read_bytes())
    (level / "station.are").write_bytes(are.with_value("Rooms", value=[]).to_bytes())
    with pytest.raises(InputError, match=r"station\.are changed on the disk"):
        session.save()


def test_what_stood_in_a_removed_room_is_told(level: Path) -> None:
    area = kl.load_area(level)
    assert area.entry is not None
    session = kl.EditSession(level)
    session.do(E.PlaceObject("Door List", 0, area.entry))
    points = area.path_points
    notes = session.do(E.RemoveRoom(HALL)).notes
    told = next(note for note in notes if note.startswith("what stood on its floor"))
    assert "2 doors" in told
    assert "the entry of the player" in told
    assert points is None or "path point" in told
    assert any("1 link that led to it cleared" in note for note in notes)
