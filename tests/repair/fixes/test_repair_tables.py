"""Fixes of stored tables: each replaces what its rule is about, and not a byte more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotorlevel.checks.files import check_data
from kotorlevel.checks.finding import Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import all_rules
from kotorlevel.formats.bwm import Bwm, build_bwm, parse_bwm, read_bwm
from kotorlevel.formats.bwm.tables import SLOTS
from kotorlevel.repair.fixes.tables import rewritten
from support.builders import patched, square_pwk, square_tables, square_wok
from support.cases.tables import CASES
from support.cases.tables_shapes import Bad, room, with_tables
from support.corpus import CORPUS, each_corpus_file, needs_corpus
from support.repair.changes import changed_tables, left_of, repaired, steps_of
from support.soundness import find_faults

TREE, PLANES, BOUNDARY = {"nodes"}, {"normals", "distances"}, {"adjacency", "edges", "loops"}
MAY_CHANGE = {
    "BWM001": {"gaps"},
    **{f"BWM{n:03}": TREE for n in range(4, 15)},
    "BWM015": BOUNDARY,
    "DRV001": PLANES,
    "DRV002": PLANES,
    **{f"DRV{n:03}": BOUNDARY for n in range(3, 11)},
    "DRV011": TREE | PLANES | BOUNDARY | {"faces", "materials"},
    "DRV012": BOUNDARY,
}
"""Rule → what its fix may replace."""

BROKEN: list[Any] = [
    pytest.param(rule, case, id=f"{rule}-{case.label}")
    for rule, (bad, _) in CASES.items()
    for case in bad
    if all_rules()[rule].fix
]


def odd_header(bwm: Bwm) -> bytes:
    """The file with something in every header field that no fix may touch."""
    data = bytearray(patched(bwm.to_bytes(), unknown_6c=0x3F800000))
    data[0x0C:0x48] = np.linspace(0.1, 9.1, 15, dtype="<f4").tobytes()
    return bytes(data)


@pytest.mark.parametrize(("rule", "case"), BROKEN)
def test_damage_is_repaired_and_nothing_else_changes(rule: str, case: Bad) -> None:
    data = odd_header(case()) + b"behind"
    repair = repaired(data, "a.wok", rule, unsafe=True)
    assert rule not in left_of(repair)
    assert changed_tables(data, repair.after) <= MAY_CHANGE[rule]
    assert repair.after.endswith(b"behind")


@pytest.mark.sampled(22)
@pytest.mark.parametrize(("rule", "case"), BROKEN)
def test_all_fixes_together_leave_nothing_to_fix(rule: str, case: Bad) -> None:
    repair = repaired(case().to_bytes(), unsafe=True, options=Options(also=("BWM012",)))
    assert rule in {finding.rule for finding in repair.findings}
    assert [finding for finding in repair.left if finding.fix] == []
    assert find_faults(parse_bwm(repair.after), box_tolerance=0.002) == []


@pytest.mark.parametrize("build", [square_wok, square_pwk, room, lambda: build_bwm(1, {})])
def test_sound_file_is_left_alone(build: Any) -> None:
    assert not repaired(build().to_bytes(), unsafe=True).changed


def test_only_loops_missing() -> None:
    bwm = room()
    data = odd_header(with_tables(bwm, loops=None))
    assert changed_tables(data, repaired(data).after) == {"loops"}
    assert repaired(data).after == odd_header(bwm)


def test_only_the_tree_bad() -> None:
    bwm = room()
    nodes = bwm.nodes.copy()
    nodes["plane"][0] = 3
    data = odd_header(with_tables(bwm, nodes=nodes))
    assert changed_tables(data, repaired(data).after) == {"nodes"}


def test_only_the_named_planes_are_computed_anew() -> None:
    """Normals that another tool has rounded in another way are not wrong."""
    bwm = room()
    normals, distances = bwm.normals.copy(), bwm.distances.copy()
    normals = np.nextafter(normals, np.float32(2))
    normals[3], distances[5] = 0, 99
    data = with_tables(bwm, normals=normals, distances=distances).to_bytes()
    after = parse_bwm(repaired(data).after)
    other = np.ones(len(normals), bool)
    other[[3, 5]] = False
    assert after.normals[other].tobytes() == normals[other].tobytes()
    assert after.distances[other].tobytes() == distances[other].tobytes()
    assert after.normals[3].tobytes() == bwm.normals[3].tobytes()
    assert after.distances[5] == bwm.distances[5]


def test_edges_keep_the_pairing_that_is_stored_where_four_faces_meet() -> None:
    """Who is paired with whom is the file's choice; only the loops are missing."""
    tables = square_tables()
    tables["faces"] = [*tables["faces"], *tables["faces"]]
    for name in ("materials", "normals", "distances"):
        tables[name] = [*tables[name], *tables[name]]
    crossed = [(-1, -1, 9), (8, -1, -1), (-1, -1, 3), (2, -1, -1)]
    tables |= {"adjacency": crossed, "edges": [(n, -1) for n in (0, 1, 10, 11, 4, 5, 6, 7)]}
    data = build_bwm(1, tables | {"loops": None}).to_bytes()
    repair = repaired(data, "a.wok", "DRV008")
    assert left_of(repair) == set()
    assert parse_bwm(repair.after).adjacency.tolist() == [list(row) for row in crossed]


def test_transitions_survive_the_rebuilding_of_edges() -> None:
    data = with_tables(square_wok(), adjacency=[(-1, -1, -1), (2, -1, -1)]).to_bytes()
    assert parse_bwm(repaired(data).after).edges.tolist() == square_wok().edges.tolist()


def test_more_neighbours_than_faces() -> None:
    bwm = square_wok()
    data = with_tables(bwm, adjacency=[*bwm.adjacency.tolist(), (-1, -1, -1)]).to_bytes()
    assert repaired(data).after == with_tables(bwm).to_bytes()


@pytest.mark.parametrize("rules", [("DRV",), ("FIL002", "DRV")])
def test_trailing_bytes_go_only_when_asked(rules: tuple[str, ...]) -> None:
    data = with_tables(room(), loops=None).to_bytes() + b"mine"
    after = repaired(data, "a.wok", *rules).after
    assert after.endswith(b"mine") == ("FIL002" not in rules)
    assert repaired(after).after == room().to_bytes()


def with_gap(bwm: Bwm) -> bytes:
    """The file with eight bytes that belong to nothing between vertices and faces."""
    data, at = bwm.to_bytes(), int(bwm.header["face_offset"])
    fields = {
        slot.offset: int(bwm.header[slot.offset]) + 8
        for slot in SLOTS
        if int(bwm.header[slot.offset]) >= at
    }
    return patched(data[:at] + b"12345678" + data[at:], **fields)


def test_gap_stays_when_its_rule_is_not_asked() -> None:
    data = with_gap(with_tables(room(), loops=None))
    after = repaired(data, "a.wok", "DRV").after
    assert changed_tables(data, after) == {"loops"}
    assert b"12345678" in after
    assert {f.rule for f in check_data(after, "a.wok", Options()) if f.fix} == {"BWM001"}
    assert repaired(data, unsafe=True).after == room().to_bytes()


def test_broken_mesh_still_loses_its_trailing_bytes() -> None:
    """A corner that does not exist: no table can be derived, but that needs none."""
    data = with_tables(square_wok(), faces=[(0, 1, 9), (0, 2, 3)], nodes=None).to_bytes()
    repair = repaired(data + b"junk")
    assert repair.after == data
    assert {"BWM003", "BWM005"} <= left_of(repair)


@pytest.mark.parametrize("kind", [0, 7])
def test_room_with_a_wrong_kind_keeps_its_tables(kind: int) -> None:
    """By name it is a room: that its links are lost would be worse than a wrong kind."""
    data = patched(square_wok().to_bytes(), kind=kind)
    assert not repaired(data, "a.wok").changed
    dropped = repaired(data, "a.pwk").after
    assert (kind == 0) == (len(parse_bwm(dropped).edges) == 0)


def test_rewritten_without_changes_is_the_file() -> None:
    for data in (room().to_bytes(), with_gap(room()) + b"x", square_pwk().to_bytes()):
        assert rewritten(parse_bwm(data), {}) == data


# Real files


@needs_corpus
@pytest.mark.parametrize("name", ["out.wok", "floor_plain.wok"])
def test_files_of_pykotor_become_free_of_errors(name: str) -> None:
    repair = repaired((CORPUS / "wok/pykotor" / name).read_bytes(), name)
    assert {"BWM009"} <= {finding.rule for finding in repair.findings}
    assert [f.rule for f in repair.left if f.severity is Severity.ERROR] == []
    assert [f.rule for f in repair.left if f.fix == "safe"] == []


@each_corpus_file("**/*.wok", "**/*.pwk")
def test_real_walkmesh(path: Path) -> None:
    data = path.read_bytes()
    for unsafe in (False, True):
        repair = repaired(data, path.name, unsafe=unsafe)
        assert not steps_of(repair) & left_of(repair)
        if not any(finding.fix for finding in repair.findings):
            assert repair.after == data
    tree_only = repaired(data, path.name, "BWM")
    assert changed_tables(data, tree_only.after) <= {"nodes"}


@each_corpus_file("wok/bioware/*.wok")
def test_real_file_without_its_loops_is_restored(path: Path) -> None:
    data = path.read_bytes()
    damaged = rewritten(read_bwm(path), {"loops": np.empty(0, np.uint32)})
    assert damaged != data or not len(read_bwm(path).loops)
    assert repaired(damaged, path.name, "DRV").after == data
