"""What holds rooms together is repaired: only what a finding names, and a second time nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.links.relink import relink
from kotorlevel.checks.collect import LayoutFile
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.formats.lyt import LayoutRoom
from support.area.room_grids import joined_rooms, make_grid
from support.areas import floor, make_area, write_folder
from support.repair.changes import changed_lines, changed_tables
from support.repair.engine import RepairedFiles, repair_files

FAR = floor(40)


def repair(
    folder: Path, options: Options | None = None, *, unsafe: bool = False, clear: bool = False
) -> RepairedFiles:
    """The repair of all files of a folder and of its one layout, or of several."""
    found = sorted(folder.glob("*.lyt"))
    layouts = [LayoutFile(path, folder if len(found) == 1 else None) for path in found]
    paths = sorted(path for path in folder.rglob("*.*") if path.is_file())
    return repair_files(paths, options or Options(), unsafe=unsafe, clear=clear, layouts=layouts)


def write_all(done: RepairedFiles) -> None:
    for path, each in done.repairs.items():
        path.write_bytes(each.after)


def changes(done: RepairedFiles) -> dict[str, list[tuple[str, ...]]]:
    """File name → the rules of each step."""
    assert all(bool(r.steps) == r.changed for r in done.repairs.values())
    return {p.name: [s.rules for s in r.steps] for p, r in done.repairs.items() if r.changed}


def texts(done: RepairedFiles, name: str) -> list[str]:
    return [s.text for p, r in done.repairs.items() if p.name == name for s in r.steps]


def key(finding: Finding) -> tuple[object, ...]:
    return finding.file, finding.rule, finding.text, finding.numbers, finding.severity


def assert_finished(
    folder: Path, done: RepairedFiles, *, unsafe: bool = False, clear: bool = False
) -> None:
    """What is said to be left is what a check finds, and a second repair changes nothing."""
    write_all(done)
    assert sorted(map(key, done.left), key=repr) == sorted(
        map(key, kl.check(folder).findings), key=repr
    )
    again = repair(folder, unsafe=unsafe, clear=clear)
    assert changes(again) == {}
    assert sorted(map(key, again.left), key=repr) == sorted(map(key, done.left), key=repr)


def at(area: Area, **positions: tuple[float, float, float]) -> Area:
    """The area with rooms at these positions in the layout."""
    rooms = tuple(LayoutRoom(r.name, positions.get(r.name, r.position)) for r in area.layout.rooms)
    return replace(area, layout=kl.Layout(rooms))


# Links to nowhere


def test_link_to_nowhere_is_cleared_when_asked(tmp_path: Path) -> None:
    write_folder(tmp_path, make_area({"hall": floor(east=1, north=1), "yard": floor(9)}))
    assert changes(repair(tmp_path)) == changes(repair(tmp_path, unsafe=True)) == {}
    done = repair(tmp_path, clear=True)
    assert changes(done) == {"hall.wok": [("ARE012",)]}
    assert texts(done, "hall.wok") == ["cleared the links of 2 edges, which meet nothing"]
    hall = done.repairs[tmp_path / "hall.wok"]
    assert changed_tables(hall.before, hall.after) == {"edges"}
    assert (kl.read_walkmesh(hall.after).transitions == -1).all()
    assert_finished(tmp_path, done, clear=True)


def test_room_that_is_not_here_keeps_the_links_to_it(tmp_path: Path) -> None:
    write_folder(tmp_path, make_area({"hall": floor(east=1), "yard": None}))
    assert changes(repair(tmp_path, unsafe=True)) == {}


def test_cutscenes_are_left_alone(tmp_path: Path) -> None:
    rooms = {"hall": floor(east=1), "yard": floor(4), "cell": floor(40, west=0)}
    write_folder(tmp_path, make_area(rooms, name="stunt_1"))
    done = repair(tmp_path, unsafe=True)
    assert changes(done) == {}
    assert {f.rule for f in done.left} >= {"ARE003", "ARE012"}
    assert not any(f.fix for f in done.left)


# Gaps, steps, T-junctions


def test_gap_is_closed_when_asked_and_then_linked(tmp_path: Path) -> None:
    write_folder(tmp_path, make_area({"hall": floor(), "yard": floor(4.03), "cell": FAR}))
    assert changes(repair(tmp_path)) == {}
    done = repair(tmp_path, unsafe=True)
    assert changes(done) == {"hall.wok": [("ARE010",)], "yard.wok": [("ARE005",), ("ARE010",)]}
    assert texts(done, "yard.wok")[0] == (
        "moved 2 corners by up to 3.0 cm, to (4.00, 0.00, 0.00) and (4.00, 4.00, 0.00)"
    )
    hall, yard = (done.repairs[tmp_path / f"{name}.wok"] for name in ("hall", "yard"))
    assert changed_tables(hall.before, hall.after) == {"edges"}
    mesh = kl.read_walkmesh(yard.after)
    assert mesh.vertices[:, 0].tolist() == [4, np.float32(8.03), np.float32(8.03), 4]
    assert mesh.rebuilt().to_bytes() == yard.after
    assert mesh.transitions.reshape(-1)[5] == 0
    assert_finished(tmp_path, done, unsafe=True)
    assert [finding.rule for finding in done.left] == ["ARE014"]


@pytest.mark.parametrize(
    "yard",
    [
        floor(4.03, west=0),  # linked over the gap: the game does without
        floor(4, z=0.25),  # too high for 10 cm
        floor(4.2),  # too far to be a seam
    ],
)
def test_what_stays_apart(tmp_path: Path, yard: kl.Walkmesh) -> None:
    linked = 1 if (yard.transitions != -1).any() else -1
    write_folder(tmp_path, make_area({"hall": floor(east=linked), "yard": yard, "cell": FAR}))
    done = repair(tmp_path, unsafe=True)
    assert changes(done) == {}
    assert {f.fix for f in done.left} <= {""}


def test_longer_edge_is_split_when_asked(tmp_path: Path) -> None:
    write_folder(tmp_path, make_area({"hall": floor(), "yard": floor(4, 1, depth=2)}))
    assert changes(repair(tmp_path)) == {}
    done = repair(tmp_path, unsafe=True)
    assert changes(done)["hall.wok"] == [("ARE005",), ("ARE010",)]
    assert texts(done, "hall.wok")[0] == (
        "split 1 edge at (4.00, 1.00, 0.00) and (4.00, 3.00, 0.00)"
    )
    assert changes(done)["yard.wok"] == [("ARE010",)]
    hall = kl.read_walkmesh(done.repairs[tmp_path / "hall.wok"].after)
    assert len(hall.faces) == 4
    links = [
        hall.vertices[[hall.faces[f, s], hall.faces[f, (s + 1) % 3]]].tolist()
        for f, s in np.argwhere(hall.transitions == 1).tolist()
    ]
    assert links == [[[4, 1, 0], [4, 3, 0]]]
    assert_finished(tmp_path, done, unsafe=True)


def test_only_the_gap_that_a_finding_names_is_closed(tmp_path: Path) -> None:
    """Two gaps; the findings about one room are ignored."""
    rooms = {"hall": floor(), "yard": floor(4.03), "cell": floor(0, 4.02), "far": FAR}
    write_folder(tmp_path, make_area(rooms))
    (tmp_path / "x").mkdir()
    everything = repair(tmp_path, unsafe=True)
    assert set(changes(everything)) == {"hall.wok", "yard.wok", "cell.wok"}
    ignored = Options(path_ignores=(("hall.wok", ("ARE005",)),))
    assert changes(repair(tmp_path, ignored, unsafe=True)) == {}


def test_edge_that_is_linked_over_a_gap_is_not_taken_from_its_room(tmp_path: Path) -> None:
    """Another room is almost there, too."""
    rooms = {"hall": floor(east=1), "yard": floor(4.05, west=0), "cell": floor(4.03, width=1)}
    write_folder(tmp_path, make_area(rooms))
    done = repair(tmp_path, unsafe=True)
    left = [f for f in done.left if f.rule == "ARE005" and f.severity is kl.Severity.WARNING]
    assert [f.text for f in left] == ["hall and cell do not quite meet: a gap of 3.0 cm"]
    assert [f.fix for f in left] == [""]
    assert changes(done) == {}


def test_gap_between_given_and_other_files_stays(tmp_path: Path) -> None:
    write_folder(tmp_path, make_area({"hall": floor(), "yard": floor(4.03)}))
    paths = [tmp_path / "lab.lyt", tmp_path / "yard.wok"]
    done = repair_files(paths, Options(), unsafe=True, layouts=[LayoutFile(paths[0])])
    assert changes(done) == {}
    assert [note.partition(": ")[0] for note in done.notes] == [(tmp_path / "hall.wok").as_posix()]


# Rooms in the wrong place


@pytest.mark.parametrize(
    ("start", "position", "offset"),
    [(0.0, (4.0, 0.0, 0.0), "(4.00, 0.00, 0.00)"), (11.0, (7.0, 0.0, 0.0), "(-7.00, 0.00, 0.00)")],
)
def test_misplaced_room_is_moved_when_asked(
    tmp_path: Path, start: float, position: tuple[float, float, float], offset: str
) -> None:
    area = make_area({"hall": floor(east=1), "yard": floor(start, west=0), "cell": FAR})
    write_folder(tmp_path, at(area, yard=position))
    assert changes(repair(tmp_path)) == {}
    done = repair(tmp_path, unsafe=True)
    # Moved before links are judged: those of both rooms are right then, and none is cleared.
    assert changes(done) == {"yard.wok": [("CAU002",)]}
    (text,) = texts(done, "yard.wok")
    assert text.startswith("moved 4 vertices: yard stands ")
    moved = kl.read_walkmesh(done.repairs[tmp_path / "yard.wok"].after)
    way = moved.vertices[0] - floor(start).vertices[0]
    assert f"({', '.join(f'{value:.2f}' for value in way)})" == offset
    assert kl.load_area(tmp_path).room("yard").position == position
    mesh = kl.read_walkmesh(done.repairs[tmp_path / "yard.wok"].after)
    assert mesh.vertices.tolist() == floor(4).vertices.tolist()
    assert_finished(tmp_path, done, unsafe=True)


def test_all_rooms_around_their_own_middles(tmp_path: Path) -> None:
    area = make_area({"a": floor(), "b": floor(), "c": floor()})
    places = {"a": (20.0, 0.0, 0.0), "b": (24.0, 0.0, 0.0), "c": (28.0, 0.0, 0.0)}
    write_folder(tmp_path, at(area, **places))
    done = repair(tmp_path, unsafe=True)
    for name, (x, _, _) in places.items():
        mesh = kl.read_walkmesh(done.repairs[tmp_path / f"{name}.wok"].after)
        assert mesh.vertices[:, 0].min() == x
    assert_finished(tmp_path, done, unsafe=True)


# Sight


def vis(*lines: str) -> bytes:
    return "".join(f"{line}\r\n" for line in lines).encode()


def write_pair(folder: Path, text: bytes) -> None:
    write_folder(folder, make_area({"hall": floor(east=1), "yard": floor(4, west=0)}), vis=text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (vis("hall 0", "yard 0"), vis("hall 1", "  yard", "yard 1", "  hall")),
        (vis("hall 1", "  yard", "yard 0"), vis("hall 1", "  yard", "yard 1", "  hall")),
        (vis("HALL 0"), vis("HALL 1", "  yard", "yard 1", "  hall")),
        (vis("sky 1", "  hall"), vis("sky 1", "  hall", "hall 1", "  yard", "yard 1", "  hall")),
    ],
)
def test_linked_rooms_get_to_see_each_other(tmp_path: Path, before: bytes, after: bytes) -> None:
    write_pair(tmp_path, before)
    done = repair(tmp_path)
    assert changes(done) == {"lab.vis": [("VIS010",)]}
    assert done.repairs[tmp_path / "lab.vis"].after == after
    assert_finished(tmp_path, done, unsafe=False)


def test_nothing_is_added_to_a_list_in_doubt(tmp_path: Path) -> None:
    write_pair(tmp_path, vis("hall 0", "yard"))
    assert "VIS010" in {f.rule for f in repair(tmp_path).left}
    assert changes(repair(tmp_path)) == {}


def test_only_new_lines(tmp_path: Path) -> None:
    before = b"yard 1\n  hall\n\nhall   0\n"
    write_pair(tmp_path, before)
    done = repair(tmp_path, Options(select=("VIS010",)))
    after = done.repairs[tmp_path / "lab.vis"].after
    assert changed_lines(before, after) == [([b"hall   0\n"], [b"hall   1\n", b"  yard\n"])]


def test_more_pairs_than_are_named(tmp_path: Path) -> None:
    """A row of thirty rooms, all linked and none seen."""
    rooms = {f"r{n}": floor(4 * n, east=n + 1 if n < 29 else -1, west=n - 1) for n in range(30)}
    text = vis(*(f"r{n} 0" for n in range(30)))
    write_folder(tmp_path, make_area(rooms), vis=text)
    done = repair(tmp_path)
    assert changes(done) == {"lab.vis": [("VIS010",)]}
    found = kl.read_visibility(done.repairs[tmp_path / "lab.vis"].after)
    sees = {(a.name, b) for a in found.entries for b in a.sees}
    assert sees == {(f"r{n}", f"r{m}") for n in range(30) for m in (n - 1, n + 1) if 0 <= m < 30}
    assert_finished(tmp_path, done, unsafe=False)


def test_new_links_are_seen_in_the_same_repair(tmp_path: Path) -> None:
    write_folder(
        tmp_path, make_area({"hall": floor(), "yard": floor(4)}), vis=vis("hall 0", "yard 0")
    )
    done = repair(tmp_path)
    assert changes(done) == {
        "hall.wok": [("ARE010",)],
        "yard.wok": [("ARE010",)],
        "lab.vis": [("VIS010",)],
    }
    assert_finished(tmp_path, done, unsafe=False)


# Several areas


def test_room_of_two_layouts_stays(tmp_path: Path) -> None:
    """The yard is room 1 of one and room 0 of the other: no number is right in both."""
    write_folder(tmp_path, make_area({"hall": floor(), "yard": floor(4)}, name="one"))
    write_folder(tmp_path, make_area({"yard": floor(4), "cell": floor(8)}, name="two"))
    done = repair(tmp_path)
    assert set(changes(done)) == {"hall.wok", "cell.wok"}
    assert [n for n in done.notes if "several layouts" in n] == [
        f"{(tmp_path / 'yard.wok').as_posix()}: is a room of several layouts here, "
        "so its links stay as they are"
    ]
    assert_finished(tmp_path, done, unsafe=False)


def test_rooms_in_a_folder_below(tmp_path: Path) -> None:
    (tmp_path / "rooms").mkdir()
    layout = write_folder(tmp_path / "rooms", make_area({"hall": floor(), "yard": floor(4)}))
    layout.rename(tmp_path / "lab.lyt")
    done = repair(tmp_path)
    assert set(changes(done)) == {"hall.wok", "yard.wok"}
    write_all(done)
    assert changes(repair(tmp_path)) == {}


# Random areas with random damage


@pytest.mark.parametrize("seed", range(6))
def test_damaged_grid_comes_back(tmp_path: Path, seed: int) -> None:
    """Links cleared, wrong or one-sided at random: the files are as they were, byte for byte."""
    random = Random(seed)
    grid = make_grid(seed, degrees=17.0 * seed)
    linked, _ = relink(grid.area)
    sees: dict[str, list[str]] = {room.name: [] for room in linked.rooms}
    for a, b in grid.doorways:
        sees[linked.rooms[a].name].append(linked.rooms[b].name)
        sees[linked.rooms[b].name].append(linked.rooms[a].name)
    entries = tuple(kl.VisRoom(name, tuple(others)) for name, others in sees.items())
    write_folder(tmp_path, linked, vis=kl.Visibility(entries).to_bytes())
    sound = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for path in tmp_path.glob("*.wok"):
        mesh = kl.read_walkmesh(path)
        sides = mesh.transitions.copy()
        for face, side in np.argwhere(sides != -1).tolist():
            sides[face, side] = random.choice([-1, sides[face, side], random.randrange(12)])
        kl.write_walkmesh(replace(mesh, transitions=sides), path)
    damaged = kl.load_area(tmp_path)
    assert joined_rooms(damaged) != joined_rooms(linked)
    done = repair(tmp_path)
    assert {path: each.after for path, each in done.repairs.items()} == sound
    assert_finished(tmp_path, done, unsafe=False)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("unsafe", [False, True])
def test_any_mess_is_told_as_a_check_tells_it(tmp_path: Path, seed: int, unsafe: bool) -> None:
    """Rooms moved a little, links and sight at random: what is left is what a check finds."""
    random = Random(100 + seed)
    linked, _ = relink(make_grid(seed).area)
    rooms = {}
    for room in linked.rooms:
        assert room.mesh is not None
        step = random.choice([0.0, 0.0, 0.02, 0.3]), random.choice([0.0, 0.05]), 0.0
        sides = room.mesh.transitions.copy()
        sides[random.randrange(len(sides))] = random.randrange(12)
        rooms[room.name] = replace(room.mesh, transitions=sides).translated(step)
    names = list(rooms)
    lines = [f"{name} {random.randrange(3)}" for name in names]
    lines.insert(random.randrange(len(lines)), f"  {random.choice(names)}")
    write_folder(tmp_path, make_area(rooms), vis=vis(names[0] + " 0", *lines))
    done = repair(tmp_path, unsafe=unsafe)
    assert done.left
    assert_finished(tmp_path, done, unsafe=unsafe)
