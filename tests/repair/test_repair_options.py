"""What the options say holds for repairs of areas, too: which rules, and what can be walked on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.checks.collect import LayoutFile
from kotorlevel.checks.options import Options
from kotorlevel.formats.pth import PathPoints
from kotorlevel.repair import files as repair_files_module
from kotorlevel.repair.files import Repairing
from repair.test_repair_areas import at, changes, repair
from support.areas import floor, make_area, write_folder
from support.repair.engine import RepairedFiles, repair_files

STONE, WATER, PIT = 4, 6, 16
PATH_RULES = ("PTH001", "PTH002", "PTH004", "PTH005", "PTH006")


def messy_points() -> PathPoints:
    """In a hall from (0, 0) and a yard far away, at (40, 0): something for every rule.

    Not sorted; a point off the floor that nobody is connected with; one way only, through a wall
    both ways, and to nowhere.
    """
    points = np.array([(3, 2), (1, 2), (41, 2), (90, 90)])
    counts, firsts, ends = (np.array(row) for row in ([3, 0, 1, 0], [0, 3, 3, 4], [1, 2, 77, 0]))
    return PathPoints(points, counts, firsts, ends)


@pytest.fixture
def level(tmp_path: Path) -> Path:
    area = make_area({"hall": floor(), "yard": floor(40)})
    write_folder(tmp_path, area, pth=messy_points().to_bytes())
    return tmp_path


def rules_found(folder: Path, options: Options | None = None) -> list[str]:
    found = kl.check(folder).findings if options is None else repair(folder, options).left
    return sorted(finding.rule for finding in found if finding.rule in PATH_RULES)


def points_after(folder: Path, options: Options) -> PathPoints:
    done = repair(folder, options, unsafe=True)
    return kl.read_path_points(done.repairs[folder / "lab.pth"].after)


def rules_of_steps(folder: Path, options: Options) -> set[str]:
    steps = changes(repair(folder, options, unsafe=True)).get("lab.pth", [])
    return {rule for rules in steps for rule in rules}


def test_there_is_something_for_every_rule(level: Path) -> None:
    assert set(rules_found(level)) == set(PATH_RULES)
    assert rules_of_steps(level, Options()) == set(PATH_RULES)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("rule", PATH_RULES)
def test_rules_that_are_ignored_are_not_fixed(level: Path, rule: str) -> None:
    before = rules_found(level).count(rule)
    assert rules_of_steps(level, Options(ignore=(rule,))) == {*PATH_RULES} - {rule}
    (level / "lab.pth").write_bytes(points_after(level, Options(ignore=(rule,))).to_bytes())
    assert rules_found(level) == [rule] * before


@pytest.mark.sampled(3)
@pytest.mark.parametrize("rule", PATH_RULES)
def test_only_the_rules_that_are_selected_are_fixed(level: Path, rule: str) -> None:
    others = [each for each in rules_found(level) if each != rule]
    assert rules_of_steps(level, Options(select=(rule,))) == {rule}
    (level / "lab.pth").write_bytes(points_after(level, Options(select=(rule,))).to_bytes())
    assert rules_found(level) == others


def test_rules_that_are_ignored_in_one_file(level: Path) -> None:
    options = Options(path_ignores=(("*.pth", ("PTH001", "PTH004")),))
    assert rules_of_steps(level, options) == {"PTH002", "PTH005", "PTH006"}


def test_without_unsafe_no_point_and_no_way_goes(level: Path) -> None:
    done = repair(level)
    assert {rule for rules in changes(done)["lab.pth"] for rule in rules} == {
        *("PTH002", "PTH005", "PTH006")
    }
    after = kl.read_path_points(done.repairs[level / "lab.pth"].after)
    assert len(after) == 4
    assert len(after.destinations) == 4  # one to nowhere less, one way back more


# Another table of surfaces


def test_points_on_what_the_table_calls_floor_stay(tmp_path: Path) -> None:
    """A pit can be walked on by the table of another tool, and only a point outside is bad."""
    tool = kl.Materials.preset("mdlops")
    corners = [(0, 0, 0), (10, 0, 0), (10, 10, 0), (0, 10, 0)]
    room = kl.Walkmesh.from_arrays(corners, [(0, 1, 2), (0, 2, 3)], [STONE, PIT], surfaces=tool)
    paths = PathPoints(np.array([(2, 8), (8, 2), (50, 50)]), [1, 1, 0], [0, 1, 2], [1, 0])  # type: ignore[arg-type]
    write_folder(tmp_path, make_area({"hall": room.rebuilt(tool)}), pth=paths.to_bytes())
    assert points_after(tmp_path, Options(surfaces=tool)).points.tolist() == [[2, 8], [8, 2]]
    assert points_after(tmp_path, Options()).points.tolist() == [[8, 2]]  # there it is no floor


def without_water() -> kl.Materials:
    """A table in which nobody walks on water."""
    table = kl.Materials.default()
    surfaces = (replace(s, walk=False) if s.id == WATER else s for s in table.surfaces)
    return replace(table, surfaces=tuple(surfaces), name="dry.2da")


def pool(mesh: kl.Walkmesh) -> kl.Walkmesh:
    """The floor with a triangle of water south of it, which its tables do not count as floor."""
    x, y = mesh.vertices[:2, 0].mean(), mesh.vertices[0, 1] - 2
    vertices = [*mesh.vertices.tolist(), (x, y, float(mesh.vertices[0, 2]))]
    faces = [*mesh.faces.tolist(), (1, 0, 4)]
    sides = [*mesh.transitions.tolist(), (-1, -1, -1)]
    dry = without_water()
    materials = [*mesh.materials.tolist(), WATER]
    made = kl.Walkmesh.from_arrays(vertices, faces, materials, sides, surfaces=dry)
    assert len(made.rebuilt(dry).adjacency) == len(mesh.faces)
    return made.rebuilt(dry)


def misplaced() -> Area:
    area = make_area({"hall": floor(east=1), "yard": pool(floor(0, west=0)), "cell": floor(40)})
    return at(area, yard=(4.0, 0.0, 0.0))


SHAPES: Mapping[str, tuple[Area, str, int]] = {
    "move": (misplaced(), "ARE013", 2),
    "snap": (make_area({"hall": floor(), "yard": pool(floor(4.03))}), "ARE005", 2),
    "split": (make_area({"hall": floor(0, 1, depth=2), "yard": pool(floor(4))}), "ARE005", 4),
}
"""An area, the rule that has the yard's shape or place changed, and its walkable faces then."""


@pytest.mark.parametrize("case", SHAPES)
def test_an_edited_room_is_floor_where_the_table_says(tmp_path: Path, case: str) -> None:
    area, rule, walkable = SHAPES[case]
    write_folder(tmp_path, area)
    # This rule alone: another would set right what the edit has done wrong.
    options = Options(select=(rule,), surfaces=without_water())
    done = repair(tmp_path, options, unsafe=True)
    assert changes(done)["yard.wok"] == [(rule,)]
    after = kl.read_walkmesh(done.repairs[tmp_path / "yard.wok"].after)
    assert len(after.adjacency) == walkable
    assert after.materials[walkable:].tolist() == [WATER]


# Notes


def test_notes_of_the_last_round_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if files have had more to repair up to the end."""
    rooms = {"hall": floor(), "yard": floor(4), "cell": floor(8)}
    write_folder(tmp_path, make_area(rooms))
    real = Repairing._go_on

    def never_done(*args: Any) -> bool:
        real(*args)
        return True

    monkeypatch.setattr(Repairing, "_go_on", never_done)
    monkeypatch.setattr(repair_files_module, "_MOST_ROUNDS", 1)
    paths = [tmp_path / name for name in ("lab.lyt", "hall.wok", "yard.wok")]
    done = repair_files(paths, Options(), layouts=[LayoutFile(paths[0])])
    assert set(changes(done)) == {"hall.wok", "yard.wok"}
    assert done.notes == (
        f"{(tmp_path / 'cell.wok').as_posix()}: is not among the given files, so it stays as it is",
    )


# What is written together


def together(done: RepairedFiles) -> list[set[str]]:
    return [{path.name for path in group} for group in done.together]


def test_files_of_an_area_are_told(tmp_path: Path) -> None:
    layout = write_folder(
        tmp_path, make_area({"hall": floor(), "yard": None}), vis=b"hall 0\r\nyard 0\r\n"
    )
    (tmp_path / "lab.pth").write_bytes(messy_points().to_bytes())
    (tmp_path / "other.wok").write_bytes(floor().to_bytes())
    assert together(repair(tmp_path)) == [{"lab.lyt", "lab.vis", "lab.pth", "hall.wok"}]
    layout.write_bytes(b"beginlayout\r\n")
    assert together(repair(tmp_path)) == [{"lab.lyt"}]


def test_areas_with_a_room_in_common_are_one(tmp_path: Path) -> None:
    for name, rooms in {"one": "ab", "two": "cd", "three": "bc", "four": "e"}.items():
        given = {room: floor(4 * number) for number, room in enumerate(rooms)}
        write_folder(tmp_path, make_area(given, name=name))
    found = sorted(together(repair(tmp_path)), key=len)
    assert found == [
        {"four.lyt", "e.wok"},
        {"one.lyt", "two.lyt", "three.lyt", "a.wok", "b.wok", "c.wok", "d.wok"},
    ]
