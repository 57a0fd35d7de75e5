"""Findings whose fix differs from that of their rule, because it would do harm there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.checks.run import check
from kotorlevel.formats.bwm import build_bwm, parse_bwm
from kotorlevel.formats.bwm.tables import SLOTS
from kotorlevel.repair.file import repair_data
from support.builders import patched, square_wok


def fixes(data: bytes, name: str, rule: str) -> set[str | None]:
    """How `check` says that the findings of one rule can be fixed."""
    return {finding.fix for finding in check(data, name=name).of_rule(rule)}


def test_room_called_an_object_keeps_its_tables() -> None:
    data = patched(square_wok().to_bytes(), kind=0)
    assert fixes(data, "room.wok", "OBJ001") == {""}
    assert fixes(data, "crate.pwk", "OBJ001") == {"safe"}


@pytest.mark.parametrize(
    ("rule", "lines"),
    [("VIS001", "a 5"), ("VIS003", "a 1,  b,a 0"), ("VIS004", "a 1,  b"), ("VIS009", "a 1,  a")],
)
def test_nothing_is_fixed_while_a_line_may_have_lost_its_indentation(rule: str, lines: str) -> None:
    def text(*more: str) -> bytes:
        return "".join(f"{line}\r\n" for line in [*lines.split(","), *more]).encode()

    assert fixes(text("c 0"), "m.vis", rule) <= {"safe", "unsafe"}
    assert fixes(text("c 0"), "m.vis", rule)
    assert fixes(text("c"), "m.vis", rule) == {""}


def test_only_formats_that_can_be_fixed_say_so() -> None:
    mark = b"\xef\xbb\xbf"
    layout = mark + kl.Layout().to_bytes()
    table = mark + b"2DA V2.0\r\n\r\n label\r\n0 x\r\n"
    assert fixes(layout, "m.lyt", "FIL003") == {"safe"}
    assert fixes(table, "m.2da", "FIL003") <= {""}


def test_face_on_a_line_that_carries_a_link_is_a_bridge() -> None:
    """A floor of one face, and beside it a face without area whose far side leads to a room."""
    vertices = [(0, 0, 0), (2, 0, 0), (0, 2, 0), (1, 0, 0)]
    faces = [(0, 1, 2), (1, 0, 3)]
    mesh = kl.Walkmesh.from_arrays(vertices, faces, [4, 4])
    linked = mesh.with_transition(1, 1, 7)
    assert check(mesh.to_bytes(), name="r.wok").of_rule("MSH002")
    report = check(linked.to_bytes(), name="r.wok")
    assert not report.of_rule("MSH002")
    assert [finding.numbers for finding in report.of_rule("MSH015")] == [(1,)]


def covered(material: int, height: float) -> bytes:
    """A floor of two by two metres under a face of that material."""
    square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    vertices = [(x, y, z) for z in (0, height) for x, y in square]
    faces = [(0, 1, 2), (0, 2, 3), (4, 5, 6)]
    return kl.Walkmesh.from_arrays(vertices, faces, [4, 4, material]).to_bytes()


def test_only_nonwalk_ceilings_are_painted() -> None:
    assert fixes(covered(7, 3), "r.wok", "MSH012") == {"unsafe"}
    for glass_or_liquid in (8, 15, 16, 17, 19):
        assert fixes(covered(glass_or_liquid, 3), "r.wok", "MSH012") == {""}


def test_kerb_is_no_ceiling() -> None:
    assert fixes(covered(7, 0.05), "r.wok", "MSH012") == set()
    assert fixes(covered(7, 0.2), "r.wok", "MSH012") == {"unsafe"}


def test_tree_left_behind_is_an_error() -> None:
    bwm = square_wok()
    far = replace(bwm, vertices=bwm.vertices + np.float32(100)).to_bytes()
    (finding,) = check(far, name="r.wok").of_rule("BWM008")
    assert finding.severity is kl.Severity.ERROR


def test_parent_that_got_an_indentation_stops_the_fixes() -> None:
    text = b"a 1\r\n  b\r\n b 1\r\n  a\r\n"
    assert fixes(text, "m.vis", "VIS001") == {""}
    assert fixes(text, "m.vis", "VIS009") == {""}
    assert repair_data(text, "m.vis").after == text


def test_count_is_left_alone_while_a_line_is_no_entry() -> None:
    rooms = (kl.LayoutRoom("a", (0, 0, 0)), kl.LayoutRoom("c", (0, 0, 0)))
    sound = kl.Layout(rooms=rooms).to_bytes()
    wrong = sound.replace(b"roomcount 2", b"roomcount 3")
    assert fixes(wrong, "m.lyt", "LYT001") == {"safe"}
    broken = wrong.replace(b"      c ", b"      b\r\n      c ")
    assert fixes(broken, "m.lyt", "LYT001") == {""}
    assert repair_data(broken, "m.lyt").after == broken


def test_edit_of_one_face_does_not_cost_neighbours_by_place() -> None:
    """Two floors with vertices of their own along the seam, and a face without area elsewhere."""
    left = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)]
    right = [(2, 0, 0), (4, 0, 0), (4, 2, 0), (2, 2, 0)]
    line = [(9, 0, 0), (10, 0, 0), (11, 0, 0)]
    faces = [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7), (8, 9, 10)]
    bwm = kl.Walkmesh.from_arrays([*left, *right, *line], faces, [4] * 5).to_bwm()
    adjacency = bwm.adjacency.copy()
    adjacency[0, 1], adjacency[3, 2] = 11, 1
    inner = np.isin(bwm.edges["edge"], (1, 11))
    assert inner.sum() == 2
    data = build_bwm(
        1,
        {
            **{slot.table.name: getattr(bwm, slot.table.name) for slot in SLOTS},
            "adjacency": adjacency,
            "edges": bwm.edges[~inner],
            "loops": [len(bwm.edges) - 5, len(bwm.edges) - 2],
        },
    ).to_bytes()
    found = {finding.rule for finding in check(data, name="r.wok").findings}
    assert {"DRV006", "MSH002"} <= found
    assert "DRV003" not in found
    after = parse_bwm(repair_data(data, "r.wok").after)
    assert (after.adjacency[0, 1], after.adjacency[3, 2]) == (11, 1)
