"""Links between rooms are set right where a layout is among the files; nothing else changes."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

import kotorlevel as kl
from areas import floor, make_area, write_folder
from corpus import CORPUS, needs_corpus
from kotorlevel.check.options import Options
from kotorlevel.repair.files import repair_file
from kotorlevel.repair.links import repair_links
from kotorlevel.repair.repair import Repair

LINKS = ("ARE003", "ARE010", "ARE011")


def repaired(folder: Path, options: Options | None = None) -> dict[str, Repair]:
    chosen = options or Options()
    files = {path: repair_file(path, chosen) for path in sorted(folder.iterdir())}
    return {path.name: repair for path, repair in repair_links(files, chosen).items()}


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
    done = repair_links({path: repair_file(path, Options()) for path in paths}, Options())
    assert set(done) == set(paths)
    assert done[paths[1]].changed
    assert not repair_links({paths[1]: repair_file(paths[1], Options())}, Options())[
        paths[1]
    ].changed


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


def test_a_broken_layout_is_no_matter(tmp_path: Path) -> None:
    write(tmp_path, -1, -1)
    (tmp_path / "lab.lyt").write_bytes(b"\x00\xff")
    assert not any(r.steps for name, r in repaired(tmp_path).items() if name.endswith("wok"))


@needs_corpus
def test_a_real_area_is_left_alone() -> None:
    folder = CORPUS / "area_m10aa"
    files = {path: repair_file(path, Options()) for path in sorted(folder.iterdir())}
    done = repair_links(files, Options())
    assert {path: r.after for path, r in done.items()} == {p: r.after for p, r in files.items()}
