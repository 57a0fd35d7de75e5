"""Links between rooms are set right where a layout is among the files; nothing else changes."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.checks.collect import LayoutFile
from kotorlevel.checks.options import Options
from kotorlevel.repair.file import Repair
from support.areas import floor, make_area, write_folder
from support.corpus import CORPUS, needs_corpus
from support.repair.engine import repair_file, repair_files

LINKS = ("ARE003", "ARE010", "ARE011")


def repaired(folder: Path, options: Options | None = None) -> dict[str, Repair]:
    layout = LayoutFile(folder / "lab.lyt")
    done = repair_files(sorted(folder.iterdir()), options or Options(), layouts=[layout])
    return {path.name: repair for path, repair in done.repairs.items()}


def write(folder: Path, east: int, west: int) -> None:
    rooms = {"hall": floor(east=east), "yard": floor(4, west=west), "cell": floor(40)}
    write_folder(folder, make_area(rooms))


@pytest.mark.parametrize(
    ("east", "west", "rules"),
    [
        (-1, -1, {"hall.wok": ("ARE010",), "yard.wok": ("ARE010",)}),
        (1, -1, {"yard.wok": ("ARE003",)}),
        (-1, 0, {"hall.wok": ("ARE003",)}),
        (2, 0, {"hall.wok": ("ARE011",)}),
        (9, 9, {"hall.wok": ("ARE011",), "yard.wok": ("ARE011",)}),
        (1, 0, {}),
    ],
)
def test_links_are_set_right(
    tmp_path: Path, east: int, west: int, rules: dict[str, tuple[str, ...]]
) -> None:
    write(tmp_path, east, west)
    found = repaired(tmp_path)
    steps = {name: r.steps[0].rules for name, r in found.items() if r.steps}
    assert steps == rules
    for name, repair in found.items():
        (tmp_path / name).write_bytes(repair.after)
    left = kl.check(tmp_path, Options(select=LINKS))
    assert left.findings == ()
    assert not any(repair.changed for repair in repaired(tmp_path).values())


def test_only_the_number_changes(tmp_path: Path) -> None:
    write(tmp_path, 2, 0)
    repair = repaired(tmp_path)["hall.wok"]
    assert len(repair.before) == len(repair.after)
    differs = [
        n for n, (a, b) in enumerate(zip(repair.before, repair.after, strict=True)) if a != b
    ]
    (place,) = {n // 4 * 4 for n in differs}
    assert struct.unpack_from("<ii", repair.before, place - 4) == (1, 2)
    assert struct.unpack_from("<ii", repair.after, place - 4) == (1, 1)


def test_rules_can_be_left_out(tmp_path: Path) -> None:
    write(tmp_path, 2, -1)
    assert not any(r.changed for r in repaired(tmp_path, Options(ignore=("ARE",))).values())
    only = repaired(tmp_path, Options(select=("ARE011",)))
    assert [name for name, repair in only.items() if repair.changed] == ["hall.wok"]
    here = Options(path_ignores=(("hall.wok", ("ARE",)),))
    assert [name for name, r in repaired(tmp_path, here).items() if r.changed] == ["yard.wok"]


def test_files_that_were_not_given_stay(tmp_path: Path) -> None:
    write(tmp_path, -1, -1)
    paths = [tmp_path / "lab.lyt", tmp_path / "yard.wok"]
    layouts = [LayoutFile(paths[0])]
    done = repair_files(paths, Options(), layouts=layouts)
    assert set(done.repairs) == set(paths)
    assert done.repairs[paths[1]].changed
    (note,) = done.notes
    assert note == f"{(tmp_path / 'hall.wok').as_posix()}: is not among the given files, " + (
        "so it stays as it is"
    )
    # What is left names the other file, and is told with the layout.
    assert [f.rule for f in done.repairs[paths[0]].left] == ["ARE003", "ARE014"]
    alone = repair_files(paths[1:], Options(), layouts=layouts)
    assert not alone.repairs[paths[1]].changed


def test_after_the_edges_were_brought_back(tmp_path: Path) -> None:
    """A room without neighbours, edges and loops gets these first, and then its link."""
    write(tmp_path, -1, 0)
    mesh = kl.read_walkmesh(tmp_path / "hall.wok")
    data = bytearray(mesh.to_bytes())
    struct.pack_into("<I", data, 0x78, 0)  # no edges
    struct.pack_into("<I", data, 0x80, 0)  # no loops
    (tmp_path / "hall.wok").write_bytes(data)
    repair = repaired(tmp_path)["hall.wok"]
    assert repair.steps[-1].rules == ("ARE003",)
    after = kl.read_walkmesh(repair.after)
    assert dict(after.edges.tolist())[1] == 1


def test_edges_that_the_file_lacks_are_left(tmp_path: Path) -> None:
    """Where nobody wants its edges repaired, those that are there get their links."""
    rooms = {"hall": floor(), "yard": floor(4), "cell": floor(0, 4)}
    write_folder(tmp_path, make_area(rooms))
    data = bytearray((tmp_path / "hall.wok").read_bytes())
    (offset,) = struct.unpack_from("<I", data, 0x7C)
    rows = [struct.unpack_from("<ii", data, offset + 8 * row) for row in range(4)]
    east = [edge for edge, _ in rows].index(1)
    struct.pack_into("<i", data, offset + 8 * east, 0)  # the south twice, the east not at all
    (tmp_path / "hall.wok").write_bytes(data)
    repair = repaired(tmp_path, Options(select=LINKS))["hall.wok"]
    assert dict(kl.read_walkmesh(repair.after).edges.tolist()) == {0: -1, 4: 2, 5: -1}
    assert [finding.numbers for finding in repair.left] == [(1,)]


def test_a_broken_layout_is_no_matter(tmp_path: Path) -> None:
    write(tmp_path, -1, -1)
    (tmp_path / "lab.lyt").write_bytes(b"\x00\xff")
    assert not any(r.steps for name, r in repaired(tmp_path).items() if name.endswith("wok"))


@needs_corpus
def test_a_real_area_is_left_alone() -> None:
    """By the area's fixes, also the unsafe ones; VIS entries of linked rooms are all there."""
    folder = CORPUS / "area_m10aa"
    paths = sorted(folder.iterdir())
    alone = {path: repair_file(path, Options(), unsafe=True).after for path in paths}
    done = repair_files(paths, Options(), unsafe=True, layouts=[LayoutFile(folder / "m10aa.lyt")])
    assert {path: repair.after for path, repair in done.repairs.items()} == alone


@needs_corpus
@pytest.mark.parametrize("links", ["none", "wrong"])
def test_a_real_area_gets_its_own_bytes_back(tmp_path: Path, links: str) -> None:
    """Every link between rooms that are here, cleared or off by one, is as the game had it."""
    folder = CORPUS / "area_m10aa"
    shipped = {path.name: path.read_bytes() for path in folder.iterdir()}
    names = [room.name for room in kl.read_layout(folder / "m10aa.lyt").rooms]
    present = [n for n, name in enumerate(names) if f"{name.lower()}.wok" in shipped]
    changed = 0
    for name, data in shipped.items():
        image = bytearray(data)
        if name.endswith(".wok"):
            count, offset = struct.unpack_from("<II", data, 0x78)
            for row in range(count):
                (room,) = struct.unpack_from("<i", data, offset + 8 * row + 4)
                if room in present:
                    new = -1 if links == "none" else (room + 1) % len(names)
                    struct.pack_into("<i", image, offset + 8 * row + 4, new)
                    changed += 1
        (tmp_path / name).write_bytes(image)
    assert changed == 16
    layout = LayoutFile(tmp_path / "m10aa.lyt")
    only = Options(select=LINKS)
    done = repair_files(sorted(tmp_path.iterdir()), only, layouts=[layout])
    assert {path.name: repair.after for path, repair in done.repairs.items()} == shipped
    assert done.left == []
