"""Causes that single files tell: a tool's own tables, one file copied over another, old copies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.checks.causes import SuspectTables
from kotorlevel.checks.files import check_data
from kotorlevel.checks.options import Options
from kotorlevel.checks.rules.cau.tables.cau005_written_by_tool import written_by_tool
from kotorlevel.checks.subjects import TablesSubject
from kotorlevel.formats.bwm import Bwm
from kotorlevel.formats.lyt import LayoutRoom
from support.areas import MemorySource, floor, lookup_of, make_area, resource
from support.cases.tables_shapes import room, with_tables

Damage = Callable[[Bwm], Bwm]


def checked(data: bytes) -> list[kl.Finding]:
    return check_data(data, "room.wok", Options())


def found(data: bytes, rule: str) -> list[kl.Finding]:
    return [each for each in checked(data) if each.rule == rule]


# CAU005: the tables of a tool


def axis_numbers(bwm: Bwm) -> Bwm:
    """Planes as numbers of axes, 1 to 3, in the inner nodes."""
    nodes = bwm.nodes.copy()
    inner = np.flatnonzero(nodes["face"] == -1)
    nodes["plane"][inner] = 1 + np.arange(len(inner)) % 3
    return with_tables(bwm, nodes=nodes)


def upside_down(bwm: Bwm) -> Bwm:
    nodes = bwm.nodes.copy()
    low, high = nodes["box_min"][:, 2].copy(), nodes["box_max"][:, 2].copy()
    nodes["box_min"][:, 2], nodes["box_max"][:, 2] = high + 1, low
    return with_tables(bwm, nodes=nodes)


def without_loops(bwm: Bwm) -> Bwm:
    return with_tables(bwm, loops=np.empty(0, bwm.loops.dtype))


def counted_from_one(bwm: Bwm) -> Bwm:
    nodes = bwm.nodes.copy()
    inner = nodes["face"] == -1
    nodes["left"][inner] += 1
    nodes["right"][inner] += 1
    return with_tables(bwm, nodes=nodes)


def damaged(*how: Damage) -> bytes:
    bwm = room()
    for each in how:
        bwm = each(bwm)
    return bwm.to_bytes()


@pytest.mark.parametrize(
    ("how", "tool", "signs"),
    [
        ((axis_numbers, without_loops), "PyKotor", ["axis numbers", "no loops"]),
        ((upside_down, without_loops), "PyKotor", ["upside down", "no loops"]),
        ((counted_from_one, without_loops), "an old tool", ["counted from 1", "no loops"]),
        ((counted_from_one, upside_down), "an old tool", ["counted from 1", "upside down"]),
    ],
)
def test_tables_of_a_tool(
    tmp_path: Path, how: Sequence[Damage], tool: str, signs: list[str]
) -> None:
    data = damaged(*how)
    (cause,) = found(data, "CAU005")
    assert cause.text.startswith(f"the tables are as {tool} writes them: ")
    assert all(sign in cause.text for sign in signs)
    assert cause.fix == "safe"
    assert cause.severity is kl.Severity.ERROR
    sound = {each.key for each in checked(room().to_bytes())}
    others = {each.key for each in checked(data) if each.rule != "CAU005"} - sound
    assert len(others) >= 2
    assert others == set(cause.explains)
    (tmp_path / "room.wok").write_bytes(data)
    kl.fix(tmp_path / "room.wok")
    assert (tmp_path / "room.wok").read_bytes() == room().to_bytes()


@pytest.mark.parametrize("how", [axis_numbers, upside_down, without_loops, counted_from_one])
def test_one_sign_alone_is_no_tool(how: Damage) -> None:
    assert not found(damaged(how), "CAU005")
    assert checked(damaged(how))  # but the rule that knows it speaks
    assert not found(room().to_bytes(), "CAU005")


@pytest.mark.parametrize(
    ("severities", "fix", "severity"),
    [
        (("error", "warning"), "unsafe", "error"),
        (("warning", "info"), "safe", "warning"),
        (("info", "info"), None, None),
    ],
)
def test_as_bad_and_as_safe_as_what_was_found(
    severities: Sequence[str], fix: Literal["safe", "unsafe"] | None, severity: str | None
) -> None:
    """Of findings that no rebuild promises to mend, the cause promises no more."""
    mesh = kl.Walkmesh.from_bytes(damaged(axis_numbers, without_loops))
    assert mesh.stored is not None
    findings = [
        kl.Finding(
            "x", rule=rule, severity=kl.Severity[level.upper()], fix=how or "safe", file="room.wok"
        )
        for rule, level, how in (("DRV003", severities[0], fix), ("BWM011", severities[1], None))
    ]
    suspect = SuspectTables(TablesSubject("room.wok", mesh, mesh.stored), findings)
    causes = [*written_by_tool(suspect, Options())]
    assert [(each.fix, each.severity) for each in causes] == (
        [(fix, kl.Severity[severity.upper()])] if severity else []
    )


# CAU006: one file over another


def placed(rooms: Sequence[tuple[str, kl.Walkmesh | None, tuple[float, float, float]]]) -> Area:
    """An area whose rooms have places in the layout."""
    area = make_area([(name, mesh) for name, mesh, _ in rooms])
    positions = [place for *_, place in rooms]
    return replace(
        area,
        layout=kl.Layout(
            tuple(LayoutRoom(n, p) for (n, *_), p in zip(rooms, positions, strict=True))
        ),
        rooms=tuple(replace(r, position=p) for r, p in zip(area.rooms, positions, strict=True)),
    )


def causes_of(area: Area) -> list[kl.Finding]:
    return [each for each in kl.check(area) if each.rule.startswith("CAU")]


@pytest.mark.parametrize("turned", [False, True])
def test_a_walkmesh_copied_over_another(turned: bool) -> None:
    """Of two rooms with one file the wrong one is that whose place in the layout is elsewhere."""
    rooms = [("hall", floor(), (2.0, 2.0, 0.0)), ("yard", floor(), (22.0, 2.0, 9.0))]
    area = placed(rooms[::-1] if turned else rooms)
    (cause,) = causes_of(area)
    assert cause.rule == "CAU006"
    assert cause.severity is kl.Severity.ERROR
    assert cause.text.startswith("the walkmesh of yard is a copy of that of hall")
    assert cause.numbers == (0 if turned else 1,)
    assert cause.file == "yard.wok"
    assert not cause.fix  # what was there before is nowhere


def test_rooms_that_may_have_one_walkmesh() -> None:
    empty = kl.Walkmesh.from_arrays(np.empty((0, 3)), np.empty((0, 3), int), [])
    home = (2.0, 2.0, 0.0)
    listed_twice = placed([("hall", floor(), home), ("Hall", floor(), home)])
    without_floor = placed([("hall", empty, home), ("yard", empty, (20.0, 0.0, 0.0))])
    other_surface = floor().edited(materials=[1, 1])
    assert not any(each.rule == "CAU006" for each in causes_of(listed_twice))
    assert not any(each.rule == "CAU006" for each in causes_of(without_floor))
    painted = placed([("hall", floor(), home), ("yard", other_surface, (20.0, 2.0, 0.0))])
    assert [each.rule for each in causes_of(painted)] == ["CAU006"]  # it is the shape that tells


# CAU007: copies that win


def shadowed(
    winner: tuple[str, str], loser: tuple[str, str], old: kl.Walkmesh, new: kl.Walkmesh
) -> Area:
    """Two rooms; of the first there are an ``old`` copy, which is taken, and a ``new`` one."""
    above = MemorySource(*winner, [("hall.wok", old.to_bytes())])
    below = MemorySource(*loser, [("hall.wok", new.to_bytes())])
    area = make_area({"hall": old, "yard": floor(4, west=0)}, lookup=lookup_of(above, below))
    taken = resource("hall.wok", old.to_bytes(), above.find_all("hall", "wok")[0].place)
    return replace(area, rooms=(replace(area.rooms[0], resource=taken), area.rooms[1]))


OVERRIDE, MODULE = ("Override", "Override"), ("modules/lab.mod", "archive")


def test_an_old_copy_wins_over_the_one_that_fits() -> None:
    """The copy in Override has no link to the next room; that in the module has one."""
    (cause,) = causes_of(shadowed(OVERRIDE, MODULE, floor(), floor(east=1)))
    assert cause.rule == "CAU007"
    text = "1 other copy in Override wins over modules/lab.mod, which would fit: hall.wok"
    assert cause.text == text
    assert cause.numbers == (0,)
    assert not cause.fix
    assert {rule for rule, *_ in cause.explains} & {"ARE003", "ARE010"}


@pytest.mark.parametrize(
    ("winner", "loser", "old", "new"),
    [
        (OVERRIDE, MODULE, floor(east=1), floor()),  # the one that wins is the better one
        (OVERRIDE, MODULE, floor(), floor()),  # both are the same
        (OVERRIDE, MODULE, floor(), floor(40, east=1)),  # neither fits
        (OVERRIDE, ("modules/lab.rim", "archive"), floor(), floor(east=1)),  # the game's own
    ],
)
def test_copies_that_explain_nothing(
    winner: tuple[str, str], loser: tuple[str, str], old: kl.Walkmesh, new: kl.Walkmesh
) -> None:
    assert "CAU007" not in [each.rule for each in causes_of(shadowed(winner, loser, old, new))]
