"""`Area` as a value: rooms by name and number, edits, and being sent to another process."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area, AreaProblem
from kotorlevel.area.write import list_changes
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.vis import Visibility
from support import sample_area
from support.area.level_files import lab, put, put_archive, station
from support.areas import MemorySource, floor, game_with, lookup_of, make_area
from support.installation import make_installation


@pytest.fixture
def area() -> Area:
    return make_area({"hall": floor(), "****": None, "yard": floor(4), "cell": None})


def test_a_room_by_number_and_by_name_in_any_case(area: Area) -> None:
    assert area.room(2).name == "yard"
    assert area.room("YARD").index == 2
    found = kl.Ground(area).find_faces([(5.0, 1.0)])
    assert area.room(found.room[0]).name == "yard"  # a number as NumPy has it
    assert area.find_room("attic") is None


@pytest.mark.parametrize("which", [-1, 4, 10**30, "attic", ""])
def test_no_such_room(area: Area, which: int | str) -> None:
    with pytest.raises(KeyError, match="lab has no room"):
        area.room(which)
    with pytest.raises(KeyError):
        area.with_mesh(which, floor())


def test_the_first_of_two_rooms_of_one_name() -> None:
    area = make_area([("hall", floor()), ("Hall", floor(4))])
    assert area.room("HALL").index == 0


def test_empty_slots_and_meshes(area: Area) -> None:
    assert [room.is_empty_slot for room in area.rooms] == [False, True, False, False]
    assert [mesh is not None for mesh in area.meshes] == [True, False, True, False]
    assert repr(area) == "<Area 'lab', 2 of 4 rooms with a walkmesh>"


def test_the_entry_of_another_area_is_none_of_this_one() -> None:
    entered = make_area({"hall": floor()}, entry=(1.0, 1.0, 0.0))
    assert entered.entry == (1.0, 1.0, 0.0)
    assert entered.module is not None
    begins = replace(entered.module, area="LAB")
    assert replace(entered, module=begins).entry == (1.0, 1.0, 0.0)  # names are in any case
    assert replace(entered, module=replace(begins, area="lab_2")).entry is None
    assert make_area({"hall": floor()}).entry is None


def test_rooms_whose_floor_nobody_has_seen() -> None:
    rooms = {"hall": floor(), "****": None, "cell": None, "bad": FormatError("no walkmesh")}
    assert make_area(rooms).unknown_rooms == {2, 3}
    whole = make_area(rooms, lookup=game_with("hall.wok"))
    assert whole.is_complete
    assert whole.unknown_rooms == {3}  # of what cannot be read nothing is known
    assert not make_area(rooms, lookup=lookup_of(MemorySource("x", "folder"))).is_complete
    assert make_area({"hall": floor()}).unknown_rooms == frozenset()


def test_an_edit_is_a_new_area(area: Area) -> None:
    mesh = floor(z=2)
    edited = area.with_mesh("yard", mesh)
    assert edited.room("yard").mesh is mesh
    assert edited.meshes[2] is mesh
    assert [room.is_changed for room in edited.rooms] == [False, False, True, False]
    assert [room.is_changed for room in area.rooms] == [False] * 4
    assert area.room("yard").mesh is not mesh
    old = area.room("yard").mesh
    assert not edited.with_mesh("yard", old).room("yard").is_changed


def test_a_mesh_for_a_room_without(area: Area) -> None:
    assert area.with_mesh("cell", floor(8)).room("cell").is_changed


def test_an_empty_slot_takes_no_mesh(area: Area) -> None:
    """It has no name, so there is no file that could hold it."""
    with pytest.raises(ValueError, match="empty slot"):
        area.with_mesh(1, floor())


def test_other_visibility(area: Area) -> None:
    visibility = Visibility()
    assert area.with_visibility(visibility).visibility is visibility
    assert area.visibility is None


def test_a_problem_in_words() -> None:
    error = FormatError("too short", source="a.git", section="fields", offset=16)
    problem = AreaProblem.of(error, "elsewhere")
    assert (problem.code, problem.source) == ("unreadable", "a.git")
    assert str(problem) == "a.git: fields at 0x10: too short"
    assert str(AreaProblem.of(FormatError("too short"), "b.git")) == "b.git: too short"
    assert str(AreaProblem("x", "nothing")) == "nothing"


# In another process


def facts(area: Area) -> tuple[object, ...]:
    """What must arrive there: everything that was loaded, and that nothing counts as edited."""
    things: list[kl.Door | kl.Placeable] = [*area.doors, *area.placeables]
    placed = [thing.placed() for thing in things]
    return (
        [(room.name, room.source, room.mesh and room.mesh.to_bytes()) for room in area.rooms],
        [(repr(door), door.sources) for door in area.doors],
        [repr(placeable) for placeable in area.placeables],
        [mesh and mesh.vertices.tobytes() for mesh in placed],
        (area.entry, area.surfaces, area.problems, area.layout, area.visibility),
        {kind: resource.read() for kind, resource in area.files.items()},
        [str(room.error) for room in area.rooms],
        list_changes(area),
    )


def make_station(kind: str, folder: Path) -> Area:
    if kind == "game":
        made = make_installation(folder, shadowed=True)
        return kl.load_area(made.folder, module=sample_area.MODULE)
    if kind == "archive":
        return kl.load_area(put_archive(folder / "station.mod", station()))
    if kind == "problems":
        files = lab(more={"hall.wok": b"BWM V1.0", "lab.git": b"GIT"})
        return kl.load_area(put(folder, files))
    return kl.load_area(put(folder, station()))


@pytest.mark.parametrize("kind", ["folder", "archive", "game", "problems"])
def test_pickling(tmp_path: Path, kind: str) -> None:
    area = make_station(kind, tmp_path)
    assert facts(area)[-1] == []
    again = pickle.loads(pickle.dumps(area))
    assert facts(again) == facts(area)
    assert again.lookup is not None
    assert again.lookup.find("surfacemat", "2da").read() == area.files["2da"].read()
    if again.rooms[0].mesh is None:
        return
    # And edits there know what they changed.
    moved = again.with_mesh(0, again.rooms[0].mesh.translated((1, 0, 0)))
    assert [change.name for change in list_changes(moved)] == [area.rooms[0].name]
    with pytest.raises(ValueError, match="read-only"):
        again.rooms[0].mesh.vertices[0, 0] = 1


def test_in_a_worker_process(tmp_path: Path) -> None:
    area = make_station("game", tmp_path)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(facts, area).result() == facts(area)


def test_arrays_are_read_only(tmp_path: Path) -> None:
    area = make_station("folder", tmp_path)
    things: list[kl.Door | kl.Placeable] = [*area.doors, *area.placeables]
    for thing in things:
        mesh = thing.placed()
        if mesh is not None:
            with pytest.raises(ValueError, match="read-only"):
                mesh.vertices[0] = np.nan


def test_an_area_of_meshes_is_laid_out_at_the_origin() -> None:
    hall, yard = floor(), floor(4)
    area = Area.from_meshes("lab", {"hall": hall, "gap": None, "yard": yard})
    assert [(room.index, room.name, room.mesh) for room in area.rooms] == [
        (0, "hall", hall),
        (1, "gap", None),
        (2, "yard", yard),
    ]
    assert [(room.name, room.position) for room in area.layout.rooms] == [
        (name, (0.0, 0.0, 0.0)) for name in ("hall", "gap", "yard")
    ]
