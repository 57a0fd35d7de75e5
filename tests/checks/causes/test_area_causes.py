"""One cause for many findings: named, proven, undone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.formats.lyt import LayoutRoom
from support.areas import NONWALK, floor, make_area, write_folder

NAMES = ("hall", "yard", "shed", "barn", "mill", "dock")


def row_of_rooms() -> dict[str, kl.Walkmesh | None]:
    """Rooms side by side from west to east, each linked to its neighbours."""
    last = len(NAMES) - 1
    return {
        name: floor(4 * i, west=i - 1, east=i + 1 if i < last else -1)
        for i, name in enumerate(NAMES)
    }


def vis() -> bytes:
    pairs = {n: [m for m in NAMES if abs(NAMES.index(n) - NAMES.index(m)) == 1] for n in NAMES}
    lines = [
        line
        for n, seen in pairs.items()
        for line in (f"{n} {len(seen)}", *(f"  {s}" for s in seen))
    ]
    return "".join(f"{line}\r\n" for line in lines).encode()


@pytest.fixture
def level(tmp_path: Path) -> Path:
    return write_folder(tmp_path, make_area(row_of_rooms(), entry=(1, 1, 0)), vis=vis())


def relaid(layout: Path, rooms: list[str]) -> None:
    """Write the layout with these rooms, and nothing else."""
    made = kl.Layout(tuple(LayoutRoom(name, (0.0, 0.0, 0.0)) for name in rooms))
    layout.write_bytes(made.to_bytes())


def causes(path: Path) -> list[kl.Finding]:
    return [finding for finding in kl.check(path) if finding.rule.startswith("CAU")]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_nothing_happened(level: Path) -> None:
    assert not kl.check(level).errors
    assert not causes(level)


@pytest.mark.parametrize("is_here", [True, False])
def test_a_line_that_is_gone_may_be_missing(level: Path, is_here: bool) -> None:
    relaid(level, [*NAMES[:1], *NAMES[2:]])
    if not is_here:
        (level.parent / "yard.wok").unlink()
    (cause,) = causes(level)
    assert ("put the line back" in cause.text) == is_here


def test_a_line_that_stands_there_twice_is_to_be_taken_out(level: Path) -> None:
    """New numbers for all links would put a false line to rights."""
    before = contents(level.parent)
    relaid(level, [*NAMES[:2], "yard", *NAMES[2:]])
    (cause,) = (each for each in causes(level) if each.rule == "CAU001")
    assert "twice" in cause.text
    assert cause.fix == "unsafe"
    kl.fix(level)
    after = contents(level.parent)
    assert {name for name in before if after[name] != before[name]} <= {"lab.lyt"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("rooms", "text"),
    [
        ([*NAMES[:2], "annex", *NAMES[2:]], "annex was inserted into the layout as number 2"),
        (["****", *NAMES], "**** was inserted into the layout as number 0"),
        ([*NAMES[:1], *NAMES[2:]], "a room (yard) was taken out of the layout"),
        ([NAMES[5], *NAMES[:5]], "dock was moved in the layout, from number 5 to 0"),
        ([*NAMES[:1], "barn", "shed", "yard", *NAMES[4:]], "barn and yard have changed places"),
    ],
)
def test_a_changed_layout(level: Path, rooms: list[str], text: str) -> None:
    before = {name: mesh for name, mesh in row_of_rooms().items() if mesh is not None}
    relaid(level, rooms)
    (cause,) = causes(level)
    assert text in cause.text
    assert cause.severity is kl.Severity.ERROR
    report = kl.check(level)
    explained = {finding for finding in report.errors if finding is not cause}
    assert {(f.rule, f.file, f.numbers) for f in explained} - {
        (cause.rule, cause.file, cause.numbers)
    } <= set(cause.explains)
    kl.fix(level)
    assert not kl.check(level).errors
    for name, mesh in before.items():
        if name not in rooms:
            continue
        now = kl.read_walkmesh(level.parent / f"{name}.wok").transitions
        expected = [
            [rooms.index(NAMES[t]) if t >= 0 and NAMES[t] in rooms else -1 for t in row]
            for row in mesh.transitions.tolist()
        ]
        assert now.tolist() == expected, name


def test_links_to_rooms_that_are_not_here_follow(level: Path) -> None:
    relaid(level, [*NAMES[:1], "annex", *NAMES[1:]])
    (level.parent / "dock.wok").unlink()
    kl.fix(level)
    mill = kl.read_walkmesh(level.parent / "mill.wok").transitions
    assert sorted(np.unique(mill).tolist()) == [-1, 4, 6]
    assert (level.parent / "lab.vis").read_bytes() == vis()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("way", [(0.25, 0, 0), (0, 1.5, 0), (0, 0, 0.4), (0.02, -0.03, 0)])
def test_a_displaced_room(level: Path, way: tuple[float, float, float]) -> None:
    file = level.parent / "shed.wok"
    kl.write_walkmesh(kl.read_walkmesh(file).translated(way), file)
    (cause,) = causes(level)
    assert cause.rule == "CAU002"
    assert cause.text.startswith("shed stands")
    kl.fix(level)
    assert causes(level)  # the model may be off instead: not unless asked for
    kl.fix(level, unsafe=True)
    expected = row_of_rooms()["shed"]
    assert expected is not None
    found = kl.read_walkmesh(file)
    np.testing.assert_allclose(found.vertices, expected.vertices, atol=1e-4)
    assert found.transitions.tolist() == expected.transitions.tolist()


def test_of_two_rooms_nobody_knows_which_is_off(tmp_path: Path) -> None:
    rooms = {"hall": floor(east=1), "yard": floor(4, 1.0, west=0)}
    assert not causes(write_folder(tmp_path, make_area(rooms)))


@pytest.mark.parametrize("material", [NONWALK, 45])
def test_a_painted_floor(level: Path, material: int) -> None:
    file = level.parent / "shed.wok"
    mesh = kl.read_walkmesh(file)
    kl.write_walkmesh(mesh.edited(materials=np.full_like(mesh.materials, material)), file)
    (cause,) = causes(level)
    assert cause.rule == "CAU003"
    assert cause.severity is kl.Severity.ERROR
    kl.fix(level, unsafe=True)
    assert kl.read_walkmesh(file).same_as(mesh)


def test_names(level: Path) -> None:
    relaid(level, [*NAMES[:2], "shedd", *NAMES[3:]])
    (cause,) = causes(level)
    assert "did you mean shed?" in cause.text
    before = contents(level.parent)
    kl.fix(level)
    assert [room.name for room in kl.read_layout(level).rooms] == [*NAMES]
    assert contents(level.parent).keys() == before.keys()


def test_two_rooms_that_are_named_after_one_another(tmp_path: Path) -> None:
    """A room without a file beside a file without a room, both known to the visibility."""
    rooms = {"m01_01a": floor(east=1), "m01_01b": None}
    sight = b"m01_01a 2\r\n  m01_01b\r\n  m01_01c\r\nm01_01b 0\r\nm01_01c 0\r\n"
    path = write_folder(tmp_path, make_area(rooms), vis=sight)
    kl.write_walkmesh(floor(8), tmp_path / "m01_01c.wok")
    assert not causes(path)


def test_two_causes_together(level: Path) -> None:
    relaid(level, [*NAMES[:1], "annex", *NAMES[1:]])
    file = level.parent / "mill.wok"
    kl.write_walkmesh(kl.read_walkmesh(file).translated((0, 2, 0)), file)
    assert {cause.rule for cause in causes(level)} == {"CAU001", "CAU002"}
    kl.fix(level, unsafe=True)
    assert not kl.check(level).errors


def test_a_link_that_is_wrong_alone_is_no_cause(level: Path) -> None:
    file = level.parent / "shed.wok"
    mesh = kl.read_walkmesh(file)
    transitions = np.where(mesh.transitions == 1, 5, mesh.transitions)
    kl.write_walkmesh(mesh.edited(transitions=transitions), file)
    assert not causes(level)
    assert "ARE011" in {finding.rule for finding in kl.check(level).errors}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("rooms", "texts"),
    [
        (
            [NAMES[0], "annex", *NAMES[1:4], "tower", *NAMES[4:]],
            ("annex was inserted into the layout as number 1", "tower was inserted"),
        ),
        ([*NAMES[1:4], *NAMES[5:]], ("a room (hall) was taken out", "a room (mill) was taken out")),
        ([NAMES[0], "annex", *NAMES[1:3], *NAMES[4:]], ("annex was inserted", "a room (barn)")),
        ([*reversed(NAMES)], ("another order",)),
        (["shed", "hall", "dock", "yard", "mill", "barn"], ("another order",)),
    ],
)
def test_a_layout_that_was_changed_more_than_once(
    level: Path, rooms: list[str], texts: tuple[str, ...]
) -> None:
    relaid(level, rooms)
    (cause,) = causes(level)
    assert all(text in cause.text for text in texts), cause.text
    kl.fix(level)
    for name, mesh in row_of_rooms().items():
        if mesh is not None and name in rooms:
            now = kl.read_walkmesh(level.parent / f"{name}.wok").transitions
            wanted = [rooms.index(NAMES[t]) if NAMES[t] in rooms else -1 for t in range(len(NAMES))]
            assert now.tolist() == [
                [wanted[t] if t >= 0 else -1 for t in r] for r in mesh.transitions
            ]
    assert (level.parent / "lab.vis").read_bytes() == vis()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("order", [(0, 2, 1), (1, 0, 2), (2, 1, 0)])
@pytest.mark.parametrize("painted", [False, True])
def test_faces_turned_over(level: Path, order: tuple[int, int, int], painted: bool) -> None:
    """Only corners are exchanged, as an editor of bytes would: the tables are those from before."""
    file = level.parent / "shed.wok"
    before = file.read_bytes()
    stored = kl.read_walkmesh(before).stored
    assert stored is not None
    turned = stored.faces.copy()
    turned[: len(stored.adjacency)] = turned[: len(stored.adjacency)][:, order]
    materials = np.full_like(stored.materials, NONWALK) if painted else stored.materials
    file.write_bytes(replace(stored, faces=turned, materials=materials).to_bytes())
    rules = {"CAU003", "CAU008"} if painted else {"CAU008"}
    assert {cause.rule for cause in causes(level)} == rules
    kl.fix(level)
    assert {cause.rule for cause in causes(level)} == rules - {"CAU008"}
    kl.fix(level, unsafe=True)
    assert file.read_bytes() == before


def test_rooms_that_are_off_together(level: Path) -> None:
    for name in NAMES[4:]:
        file = level.parent / f"{name}.wok"
        kl.write_walkmesh(kl.read_walkmesh(file).translated((0, 1, 0)), file)
    (cause,) = causes(level)
    assert cause.text.startswith("mill and dock stand together 1.00 m off")
    kl.fix(level, unsafe=True)
    for name, mesh in row_of_rooms().items():
        assert mesh is not None
        found = kl.read_walkmesh(level.parent / f"{name}.wok")
        np.testing.assert_allclose(found.vertices, mesh.vertices, atol=1e-4)


def test_a_walkmesh_of_another_area_does_not_change_what_is_seen(level: Path) -> None:
    """Its links lead to rooms by numbers that mean others here, and meet nothing."""
    kl.write_walkmesh(floor(100, west=0, east=5), level.parent / "shed.wok")
    kl.fix(level)
    assert (level.parent / "lab.vis").read_bytes() == vis()
    assert "ARE012" in {finding.rule for finding in kl.check(level).errors}


def test_a_name_that_is_wrong_in_the_entry_of_a_visibility(level: Path) -> None:
    file = level.parent / "lab.vis"
    file.write_bytes(vis().replace(b"\r\nshed 2", b"\r\nshedd 2"))
    (cause,) = causes(level)
    assert "did you mean shed?" in cause.text
    kl.fix(level)
    assert file.read_bytes() == vis()
