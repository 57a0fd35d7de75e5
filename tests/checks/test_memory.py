"""Checking again after an edit, with a memory: quicker, and exactly what a new check says."""

from __future__ import annotations

import pickle
import random
import shutil
import weakref
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel import edits
from kotorlevel.area.sample import HALL, make_broken_station, make_station
from kotorlevel.checks import files
from kotorlevel.core.errors import FormatError
from kotorlevel.core.memory import recall
from kotorlevel.core.remember import remember
from kotorlevel.repair.edits.operation import Operation
from support.corpus import LEVELS, needs_levels

Draw = Callable[[random.Random, kl.Area], Operation]


def any_room(draw: random.Random, area: kl.Area) -> kl.Room:
    return draw.choice([room for room in area.rooms if room.mesh is not None])


def any_face(draw: random.Random, area: kl.Area) -> tuple[str, int, kl.Walkmesh]:
    room = any_room(draw, area)
    assert room.mesh is not None
    return room.name, draw.randrange(len(room.mesh.faces)), room.mesh


def paint(draw: random.Random, area: kl.Area) -> Operation:
    room, face, mesh = any_face(draw, area)
    faces = {face, draw.randrange(len(mesh.faces))}
    return edits.Paint(room, tuple(faces), draw.choice(["Metal", "Water", "NonWalk", "Grass"]))


def move_vertices(draw: random.Random, area: kl.Area) -> Operation:
    room, face, mesh = any_face(draw, area)
    far = draw.choice([0.0005, 0.02, 0.3, 2.0])
    way = (draw.uniform(-far, far), draw.uniform(-far, far), draw.uniform(-far, far))
    return edits.MoveVertices(room, (int(mesh.faces[face][0]),), way)


def delete_faces(draw: random.Random, area: kl.Area) -> Operation:
    room, face, _ = any_face(draw, area)
    return edits.DeleteFaces(room, (face,))


def move_room(draw: random.Random, area: kl.Area) -> Operation:
    far = draw.choice([0.005, 0.5, 10.0])
    return edits.MoveRoom(any_room(draw, area).name, (far, -far, draw.choice([0.0, 0.4])))


def turn_room(draw: random.Random, area: kl.Area) -> Operation:
    return edits.TurnRoom(any_room(draw, area).name, draw.choice([90.0, 180.0, 3.0]))


def reorder(draw: random.Random, area: kl.Area) -> Operation:
    order = list(range(len(area.rooms)))
    a, b = draw.sample(order, 2)
    order[a], order[b] = order[b], order[a]
    return edits.ReorderRooms(tuple(order))


def linked_edge(draw: random.Random, area: kl.Area) -> tuple[int, int]:
    boundary = area.geometry.boundary
    linked = np.flatnonzero(boundary.transition >= 0)
    row = int(draw.choice(linked.tolist() or [0]))
    return int(boundary.room[row]), int(boundary.edge[row])


def unlink(draw: random.Random, area: kl.Area) -> Operation:
    return edits.Unlink(*linked_edge(draw, area))


def link(draw: random.Random, area: kl.Area) -> Operation:
    boundary = area.geometry.boundary
    row, other = (draw.randrange(len(boundary.room)) for _ in range(2))
    seams = area.geometry.seams
    met = np.flatnonzero(seams.partner >= 0).tolist()
    if met and draw.random() < 0.7:
        row = draw.choice(met)
        other = int(seams.partner[row])
    first, second = ((int(boundary.room[k]), int(boundary.edge[k])) for k in (row, other))
    return edits.Link(*first, *second)


def set_visible(draw: random.Random, area: kl.Area) -> Operation:
    a, b = any_room(draw, area), any_room(draw, area)
    return edits.SetVisible(a.name, b.name, draw.random() < 0.5, draw.random() < 0.5)


def point(draw: random.Random, area: kl.Area) -> Operation:
    _, face, mesh = any_face(draw, area)
    x, y, z = mesh.geometry.corners[face].mean(axis=0).tolist()
    count = len(area.path_points.points) if area.path_points else 0
    kind = draw.randrange(3 if count else 1)
    if kind == 0:
        return edits.AddPathPoint((x, y, z))
    if kind == 1:
        return edits.MovePathPoint(draw.randrange(count), (x, y, z))
    return edits.RemovePathPoint(draw.randrange(count))


def relink(draw: random.Random, area: kl.Area) -> Operation:
    del draw, area
    return edits.Relink()


EDITS: tuple[Draw, ...] = (
    *(paint, paint, move_vertices, move_vertices, delete_faces, move_room, turn_room, reorder),
    *(link, unlink, set_visible, point, relink),
)


def compare(area: kl.Area, memory: kl.Memory) -> kl.Report:
    """The report with a memory, if it is that of a check which knows nothing."""
    told = kl.check(area, memory=memory)
    fresh = kl.check(replace(area))  # an equal area that remembers nothing
    assert told.findings == fresh.findings
    assert told.files == fresh.files
    assert told.reached == fresh.reached
    return told


def edit_and_compare(area: kl.Area, seed: int, rounds: int) -> None:
    """Check after each of many random edits, now and then of an earlier area."""
    draw, memory = random.Random(seed), kl.Memory()
    history = [area]
    compare(area, memory)
    for _ in range(rounds):
        if len(history) > 1 and draw.random() < 0.2:
            area = draw.choice(history)
        else:
            try:
                area = kl.apply_edits(area, [draw.choice(EDITS)(draw, area)]).area
            except FormatError:
                continue
        history.append(area)
        compare(area, memory)


def load(folder: Path, contents: Mapping[str, bytes]) -> kl.Area:
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    return kl.load_area(folder)


def load_with_models(folder: Path, module: str) -> kl.Area:
    """A real area with the models of its rooms."""
    for path in (*(LEVELS / "areas" / module).iterdir(), *(LEVELS / "models" / module).iterdir()):
        shutil.copy(path, folder / path.name)
    return kl.load_area(folder)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("make", [make_station, make_broken_station])
def test_same_as_a_new_check(
    make: Callable[[], dict[str, bytes]], seed: int, tmp_path: Path
) -> None:
    edit_and_compare(load(tmp_path, make()), seed, 15)


@pytest.mark.thorough
@needs_levels
@pytest.mark.parametrize(("module", "seed"), [("k1/tar_m10aa", 1), ("k2/740kor", 0)])
def test_same_of_real_areas_with_models(module: str, seed: int, tmp_path: Path) -> None:
    edit_and_compare(load_with_models(tmp_path, module), seed, 4)


@needs_levels
def test_same_of_a_real_area_without_models() -> None:
    edit_and_compare(kl.load_area(LEVELS / "areas/k1/tat_m17aa"), 5, 6)


def test_files_that_change_meanwhile(tmp_path: Path) -> None:
    """A room that was not edited is read anew; what is found in it is of the file as it is now."""
    area, memory = load(tmp_path, make_station()), kl.Memory()
    before = compare(area, memory)
    file = tmp_path / f"{HALL}.wok"
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    cut = compare(kl.apply_edits(area, [edits.Relink()]).area, memory)
    assert cut.findings != before.findings
    assert any(f.rule == "FIL001" and f.file.endswith(file.name) for f in cut.findings)
    file.write_bytes(whole)
    assert compare(replace(area), memory).findings == before.findings


@needs_levels
def test_models_that_change_meanwhile(tmp_path: Path) -> None:
    area, memory = load_with_models(tmp_path, "k1/tar_m10aa"), kl.Memory()
    compare(area, memory)
    (tmp_path / "m10aa_08a.mdl").write_bytes(b"no model")
    told = compare(kl.apply_edits(area, [edits.Paint("m10aa_01a", (0,), "Grass")]).area, memory)
    assert any(f.rule == "MDL001" for f in told.findings)


# What a memory keeps


def test_files_are_not_checked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    area, memory = load(tmp_path, make_station()), kl.Memory()
    kl.check(area, memory=memory)
    asked: list[str] = []
    run = files.run_rules

    def note(subjects: Iterable[files.Subject], options: kl.Options, name: str) -> list[kl.Finding]:
        asked.append(Path(name).name)
        return run(subjects, options, name)

    monkeypatch.setattr(files, "run_rules", note)
    kl.check(kl.apply_edits(area, [edits.Paint(HALL, (0,), "Grass")]).area, memory=memory)
    assert asked == [f"{HALL}.wok"]
    kl.check(kl.apply_edits(area, [edits.Paint(HALL, (0,), "Grass")]).area)
    assert len(asked) > 5


def test_options_count(tmp_path: Path) -> None:
    area, memory = load(tmp_path, make_broken_station()), kl.Memory()
    every = kl.check(area, memory=memory)
    for options in (kl.Options(select=("MSH",)), kl.Options(ignore=("BWM",)), kl.Options()):
        told = kl.check(area, options, memory=memory)
        assert told.findings == kl.check(replace(area), options).findings
    assert told.findings == every.findings != ()


def test_it_lets_go() -> None:
    """Answers and areas of long ago are not kept."""

    class Value:
        pass

    memory, made = kl.Memory(), 0
    first = Value()
    gone = weakref.ref(first)

    def make() -> int:
        nonlocal made
        made += 1
        return made

    with memory.used_for(first):
        remember(first, "answer", make)
        assert recall("key", [first], make) == recall("key", [first], make) == 2
    others = [Value() for _ in range(6)]
    for other in others[:2]:
        with memory.used_for(other):
            assert recall("key", [first], make) == 2
    for other in others[2:]:
        with memory.used_for(other):
            recall("other", [other], make)
    assert "_remembered" not in vars(first)
    with memory.used_for(others[-1]):
        assert recall("key", [first], make) > 2
    for other in others[:4]:
        with memory.used_for(other):
            pass
    del first
    assert gone() is None


def test_memory_of_one_value_counts_calls_once() -> None:
    memory, value = kl.Memory(2), object()
    for _ in range(5):
        with memory.used_for(value):
            found = recall("key", [], object)
    with memory.used_for(value):
        assert recall("key", [], object) is found


def test_a_pickled_memory_is_empty(tmp_path: Path) -> None:
    area, memory = load(tmp_path, make_station()), kl.Memory()
    kl.check(area, memory=memory)
    assert "answers" in repr(memory)
    assert repr(pickle.loads(pickle.dumps(memory))) == repr(kl.Memory())


def test_without_a_memory_everything_is_made_anew() -> None:
    assert recall("key", [], object) is not recall("key", [], object)
