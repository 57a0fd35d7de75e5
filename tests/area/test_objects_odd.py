"""GITs that say odd things: what is of use counts, the rest is told."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from kotorlevel.formats.gff import Gff, GffType, Struct
from support import sample_area
from support.area.level_files import DOOR, load


def git_with(*fields: tuple[str, GffType, object]) -> dict[str, bytes]:
    return {"lab.git": Gff("GIT ", Struct(fields)).to_bytes()}


@pytest.mark.parametrize("label", ["Door List", "Placeable List"])
@pytest.mark.parametrize(
    ("kind", "value"),
    [(GffType.STRING, "none"), (GffType.DWORD, 7), (GffType.STRUCT, Struct([], 1))],
)
def test_a_list_that_is_none(tmp_path: Path, label: str, kind: GffType, value: object) -> None:
    area = load(tmp_path, more=git_with((label, kind, value)))
    assert (area.doors, area.placeables) == ((), ())
    assert area.git is not None
    (problem,) = area.problems
    assert (problem.code, problem.source) == ("not-a-list", (tmp_path / "lab.git").as_posix())
    assert problem.text.startswith(f"{label} is a {kind.name}, not a LIST")


def test_a_git_without_lists(tmp_path: Path) -> None:
    area = load(tmp_path, more=git_with())
    assert (area.doors, area.placeables, area.problems) == ((), (), ())


def test_rows_that_say_nothing(tmp_path: Path) -> None:
    more = git_with(("Door List", GffType.LIST, [Struct([], 8), Struct([], 8)]))
    area = load(tmp_path, more=more)
    assert [door.index for door in area.doors] == [0, 1]
    assert {(door.missing, door.reason) for door in area.doors} == {
        ("template", "no template named")
    }
    assert area.doors[1].position == (0.0, 0.0, 0.0)
    assert area.problems == ()


@pytest.mark.parametrize("label", ["X", "Y", "Z", "Bearing"])
@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (GffType.FLOAT, math.nan),
        (GffType.FLOAT, -math.inf),
        (GffType.STRING, "12"),
        (GffType.VECTOR, (1.0, 2.0, 3.0)),
    ],
)
def test_places_that_are_none(tmp_path: Path, label: str, kind: GffType, value: object) -> None:
    """Told with the place in the file; the others of its numbers count."""
    fields = {"X": 10.0, "Y": 20.0, "Z": 30.0, "Bearing": 1.0}
    row = Struct(
        [
            ("TemplateResRef", GffType.RESREF, "t_gate"),
            *[(n, GffType.FLOAT, v) for n, v in fields.items() if n != label],
            (label, kind, value),
        ],
        8,
    )
    good = Struct([("X", GffType.FLOAT, 1.0)], 8)
    area = load(tmp_path, more=git_with(("Door List", GffType.LIST, [good, row])))
    (problem,) = area.problems
    assert (problem.code, problem.source) == ("not-a-number", (tmp_path / "lab.git").as_posix())
    assert problem.text.startswith(f"Door List[1]: {label} is ")
    door = area.doors[1]
    wanted = {**fields, label: 0.0}
    assert door.position == (wanted["X"], wanted["Y"], wanted["Z"])
    assert door.bearing == wanted["Bearing"]
    assert door.placed() is not None


def test_other_kinds_of_numbers(tmp_path: Path) -> None:
    row = Struct([("X", GffType.INT, -5), ("Y", GffType.DOUBLE, 2.5), ("Z", GffType.BYTE, 3)], 8)
    area = load(tmp_path, more=git_with(("Door List", GffType.LIST, [row])))
    assert area.doors[0].position == (-5.0, 2.5, 3.0)
    assert area.problems == ()


def test_texts_of_another_type(tmp_path: Path) -> None:
    row = Struct([("TemplateResRef", GffType.DWORD, 7), ("LinkedToModule", GffType.LIST, [])], 8)
    area = load(tmp_path, more=git_with(("Door List", GffType.LIST, [row])))
    assert (area.doors[0].template, area.doors[0].linked_module) == ("", "")
    assert area.doors[0].missing == "template"


@pytest.mark.parametrize("name", ["../../etc/x", "a\\b", "con", "x" * 200, "a\0b", "ü", "*"])
def test_odd_names_of_templates_and_models(tmp_path: Path, name: str) -> None:
    things = [replace(DOOR, model=name)]
    row = Struct([("TemplateResRef", GffType.STRING, name)], 8)
    more = git_with(("Door List", GffType.LIST, [row]))
    assert load(tmp_path / "a", more=more).doors[0].missing == "template"
    if name.isprintable() and name.isascii():
        table = {"genericdoors.2da": sample_area.model_table(things)}
        assert load(tmp_path / "b", things, more=table).doors[0].missing == "walkmesh"
