"""Edits of the mesh by a repair: the faces that a finding names, and no others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import all_rules
from kotorlevel.formats.bwm import build_bwm, parse_bwm
from kotorlevel.formats.bwm.tables import SLOTS
from kotorlevel.mesh.materials import Materials
from kotorlevel.repair.file import repair_data
from support.builders import patched, square_pwk, square_wok
from support.cases.geometry import CASES
from support.cases.geometry_shapes import (
    HALVES,
    SQUARE,
    STRIP,
    Case,
    moved,
    raised,
    room,
    two_squares,
)
from support.cases.tables_shapes import with_tables
from support.meshes import face_records
from support.repair.changes import changed_tables, left_of, repaired, steps_of
from support.soundness import find_faults

FIXABLE: list[Any] = [
    pytest.param(rule, case, id=f"{rule}-{case.name}")
    for rule, (bad, _) in CASES.items()
    for case in bad
    if all_rules()[rule].fix
]


@pytest.mark.parametrize(("rule", "case"), FIXABLE)
def test_fault_is_repaired(rule: str, case: Case) -> None:
    repair = repaired(case.build(), case.file, rule, unsafe=True, options=case.options)
    fixes = {finding.fix for finding in repair.findings if finding.rule == rule}
    assert fixes
    if fixes == {""}:  # this one only the author can decide
        assert not repair.changed
        return
    assert rule not in left_of(repair)
    assert steps_of(repair) == {rule}


@pytest.mark.parametrize(("rule", "case"), FIXABLE)
def test_unsafe_fix_must_be_asked_for(rule: str, case: Case) -> None:
    repair = repaired(case.build(), case.file, rule, options=case.options)
    assert repair.changed == any(f.fix == "safe" for f in repair.findings if f.rule == rule)


def odd(data: bytes) -> bytes:
    """The file with a tree, normals and a field that no tool would write, but no rule minds."""
    bwm = parse_bwm(patched(data, unknown_6c=77))
    image = bytearray(bwm.to_bytes())
    for table, rows in {
        "node": bwm.nodes.copy(),
        "normal": np.nextafter(bwm.normals, np.float32(2)),
    }.items():
        if table == "node":
            rows["box_max"] += np.float32(0.0005)
        start = int(bwm.header[f"{table}_offset"])
        image[start : start + rows.nbytes] = rows.tobytes()
    return bytes(image) + b"behind"


LARGE: dict[str, Any] = {
    "vertices": [*SQUARE, *moved(SQUARE, x=2), *moved(SQUARE, z=4)],
    "faces": [*HALVES, *raised(HALVES, 4), *raised(HALVES, 8)],
}
"""Two floors beside each other that are not welded, and a ceiling over the first."""


def test_ceiling_changes_its_material_and_nothing_else() -> None:
    data = odd(room(**LARGE, materials=[4, 4, 4, 4, 7, 2])())
    repair = repaired(data, "a.wok", "MSH012", unsafe=True)
    assert changed_tables(data, repair.after) == {"materials"}
    assert parse_bwm(repair.after).materials.tolist() == [4, 4, 4, 4, 2, 2]


def test_ceiling_is_not_painted_with_a_material_that_is_floor() -> None:
    default = Materials.default()
    surfaces = tuple(replace(s, walk=s.walk or s.id == 2) for s in default.surfaces)
    options = Options(surfaces=replace(default, surfaces=surfaces), select=("MSH012",))
    data = room(**LARGE, materials=[4, 4, 4, 4, 7, 7])()
    assert not repair_data(data, "a.wok", options).changed


def test_face_is_turned_up_and_the_others_stay() -> None:
    faces = [(0, 1, 2), (0, 3, 2), *LARGE["faces"][2:]]
    data = odd(room(LARGE["vertices"], faces, [4, 4, 4, 4, 2, 2])())
    repair = repaired(data, "a.wok", "MSH007")
    assert changed_tables(data, repair.after) == {
        "faces",
        "normals",
        "adjacency",
        "edges",
        "loops",
    }
    before, after = parse_bwm(data), parse_bwm(repair.after)
    assert after.faces[1].tolist() == [0, 2, 3]
    for name in ("faces", "normals", "distances"):
        rows, new = getattr(before, name), getattr(after, name)
        assert np.delete(rows, 1, 0).tobytes() == np.delete(new, 1, 0).tobytes()
    assert after.adjacency[:2].tolist() == [[-1, -1, 3], [2, -1, -1]]


def test_faces_without_area_go_and_the_others_stay() -> None:
    faces = [(0, 1, 1), *LARGE["faces"], (8, 8, 9)]
    transitions = [[-1, -1, -1] for _ in faces]
    transitions[3] = [7, -1, -1]
    data = odd(room(LARGE["vertices"], faces, [4] * 5 + [2] * 3, transitions)())
    repair = repaired(data, "a.wok", "MSH002")
    before, after = kl.read_walkmesh(data), kl.read_walkmesh(repair.after)
    assert face_records(after) == face_records(before)[1:-1]
    assert after.normals.tobytes() == before.normals[1:-1].tobytes()
    assert find_faults(parse_bwm(repaired(repair.after).after)) == []
    assert changed_tables(data, repair.after).isdisjoint({"unknown_6c", "gaps", "position"})


def test_face_without_area_that_leads_into_another_room_stays() -> None:
    """Two short edges on its outer side are the way into rooms 5 and 6."""
    vertices = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (2, 1, 0)]
    faces = [(0, 1, 2), (2, 1, 3), (0, 1, 1)]
    transitions = [(-1, -1, -1), (-1, 5, 6), (-1, -1, -1)]
    repair = repaired(room(vertices, faces, 4, transitions)())
    after = kl.read_walkmesh(repair.after)
    assert after.faces.tolist() == [[0, 1, 2], [2, 1, 3]]
    assert after.transitions.tolist() == [[-1, -1, -1], [-1, 5, 6]]


def test_only_the_seam_is_welded() -> None:
    """The walls have vertices at the same places, and the second seam is of walls alone."""
    wall = [(2, 0, 0), (2, 2, 0), (2, 2, 3)]
    vertices = [*LARGE["vertices"][:8], *wall]
    faces = [*LARGE["faces"][:4], (8, 9, 10)]
    data = odd(room(vertices, faces, [4, 4, 4, 4, 7])())
    repair = repaired(data, "a.wok", "MSH005", unsafe=True)
    before, after = kl.read_walkmesh(data), kl.read_walkmesh(repair.after)
    assert len(after.vertices) == len(before.vertices) - 2
    assert face_records(after) == face_records(before)
    assert changed_tables(data, repair.after) == {
        "vertices",
        "faces",
        "adjacency",
        "edges",
        "loops",
    }
    assert len(set(after.faces[4].tolist()) & set(after.faces[:4].ravel().tolist())) == 0


def test_only_the_crowded_edge_is_cut() -> None:
    """A fin on the diagonal; a wall on it too, and a face upside down beside it."""
    vertices = [*SQUARE, (1, 1, 2), (1, 1, -2), (4, 0, 0), (4, 2, 0)]
    faces = [*HALVES, (0, 2, 4), (1, 2, 7), (1, 7, 6), (0, 2, 5)]
    data = odd(room(vertices, faces, [4, 4, 4, 4, 4, 7])())
    repair = repaired(data, "a.wok", "MSH006", unsafe=True)
    before, after = kl.read_walkmesh(data), kl.read_walkmesh(repair.after)
    assert after.vertices[8:].tolist() == [[0, 0, 0], [2, 2, 0]]
    assert np.flatnonzero((before.faces != after.faces).any(axis=1)).tolist() == [2]
    assert face_records(after) == face_records(before)
    # Who leads where at the edge changes: before, all led to the last face there.
    tables = {"vertices", "faces", "adjacency", "edges", "loops"}
    assert changed_tables(data, repair.after) == tables


def test_use_hooks_of_a_door() -> None:
    data = bytearray(square_pwk().to_bytes())
    data[0x30:0x34] = np.float32(9).tobytes()  # x of the second absolute one
    repair = repaired(bytes(data) + b"behind", "door0.dwk", "OBJ004")
    assert repair.after == square_pwk().to_bytes() + b"behind"
    assert not repaired(bytes(data), "chair.pwk").changed


def test_numbers_of_later_findings_are_those_of_the_file_then() -> None:
    """Dropping faces moves all numbers; what is turned and painted is still the right one."""
    faces = [(0, 1, 1), (0, 0, 0), HALVES[0], (0, 3, 2), (5, 5, 5), *raised(HALVES, 8)]
    data = room(LARGE["vertices"], faces, [4, 4, 4, 4, 7, 7, 7])()
    repair = repaired(data, unsafe=True)
    assert [step.rules for step in repair.steps] == [("MSH002",), ("MSH007",), ("MSH012",)]
    after = kl.read_walkmesh(repair.after)
    assert after.materials.tolist() == [4, 4, 2, 2]
    assert (after.normals[:, 2] == 1).all()
    assert find_faults(parse_bwm(repair.after)) == []


def test_faces_out_of_order_are_told_apart_by_what_they_are() -> None:
    """An edit sorts faces when the file does not; stored normals follow their faces."""
    bwm = parse_bwm(odd(room(**LARGE, materials=[4, 4, 4, 4, 2, 2])()))
    order = [4, 0, 1, 5, 2, 3]
    tables = {
        name: getattr(bwm, name)[order] for name in ("faces", "materials", "normals", "distances")
    }
    data = with_tables(bwm, **tables, nodes=None, adjacency=None, edges=None, loops=None).to_bytes()
    after = parse_bwm(repaired(data, "a.wok", "DRV011").after)
    rows = {face.tobytes(): normal.tobytes() for face, normal in zip(*_rows(bwm), strict=True)}
    assert {f.tobytes(): n.tobytes() for f, n in zip(*_rows(after), strict=True)} == rows
    assert after.materials.tolist() == [4, 4, 4, 4, 2, 2]


def _rows(bwm: Any) -> tuple[Any, Any]:
    return bwm.faces, bwm.normals


# Unsafe fixes against each other


def test_welding_that_makes_an_edge_crowded_converges() -> None:
    """Three floors meet at one seam: one pair is joined, the third is cut off again or stays."""
    third = [(2, 0, 0), (2, 2, 0), (2, 2, 2), (2, 0, 2)]
    vertices = [*SQUARE, *moved(SQUARE, x=2), *third]
    faces = [*HALVES, *raised(HALVES, 4), (8, 10, 9), (8, 11, 10)]
    data = room(vertices, faces)()
    repair = repaired(data, unsafe=True)
    before, after = kl.read_walkmesh(data), kl.read_walkmesh(repair.after)
    places = [Counter(r[0]) for r in face_records(before)]
    assert [Counter(r[0]) for r in face_records(after)] == places
    assert not steps_of(repair) & left_of(repair)
    assert find_faults(parse_bwm(repair.after)) == []


def test_two_squares_become_one_floor() -> None:
    repair = repaired(room(**two_squares(x=2))(), unsafe=True)
    assert left_of(repair) == set()
    assert len(kl.read_walkmesh(repair.after).loops) == 1


def test_no_area_in_line_of_nothing() -> None:
    repair = repaired(room(STRIP, [(0, 1, 4), (0, 4, 3)])())
    assert len(kl.read_walkmesh(repair.after).faces) == 1


# What no safe fix may take away


def test_missing_loops_do_not_cost_neighbours_by_place() -> None:
    """PyKotor writes no loops and pairs by position; loops by vertices would wall these off."""
    tables = room(**LARGE, materials=[4, 4, 4, 4, 2, 2])
    bwm = parse_bwm(tables())
    adjacency = bwm.adjacency.copy()
    adjacency[0, 1], adjacency[3, 2] = 11, 1  # the two floors, side by side with own vertices
    data = build_bwm(
        1,
        {
            **{slot.table.name: getattr(bwm, slot.table.name) for slot in SLOTS},
            "adjacency": adjacency,
            "edges": np.delete(bwm.edges, np.isin(bwm.edges["edge"], (1, 11))),
            "loops": [],
        },
    ).to_bytes()
    repair = repaired(data, "a.wok")
    assert np.array_equal(parse_bwm(repair.after).adjacency, adjacency)
    assert not {"DRV006", "DRV008"} & left_of(repaired(data, "a.wok", unsafe=True))


def test_leaning_riser_is_not_turned_into_a_wall() -> None:
    """Lower floor, a riser that leans over by 5 mm, upper floor, all sharing their vertices."""
    xs_zs = [(0, 0), (1, 0), (0.995, 0.3), (2, 0.3)]
    vertices = [(x, y, z) for x, z in xs_zs for y in (0, 1)]
    faces = [f for c in (0, 2, 4) for f in ((c, c + 2, c + 3), (c, c + 3, c + 1))]
    data = kl.Walkmesh.from_arrays(vertices, faces, [4] * 6).to_bytes()
    repair = repaired(data, "a.wok")
    assert "MSH007" in {finding.rule for finding in repair.findings}
    assert repair.after == data


def test_edge_row_that_names_no_side_keeps_its_link() -> None:
    """Nobody knows which side it was; without --unsafe it stays for somebody to look at."""
    bwm = square_wok()
    edges = bwm.edges.copy()
    edges["edge"][1] = 999
    data = replace(bwm, edges=edges).to_bytes()
    assert (parse_bwm(repaired(data, "a.wok").after).edges["transition"] == 3).sum() == 1
