"""Findings whose fix differs from that of their rule, because it would do harm there."""

from __future__ import annotations

import pytest

import kotorlevel as kl
from builders import patched, square_wok
from kotorlevel.check.run import check


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
