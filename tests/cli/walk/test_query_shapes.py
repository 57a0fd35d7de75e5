"""``kotorlevel query PATH box`` and ``near``: text, JSON, CSV, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from support.cli.in_process import InProcess
from support.command import Result
from support.corpus import ROOT
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs/schema/query.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def kotorlevel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> InProcess:
    """In a folder with a floor of 4 × 4 m in two faces, and a roof 3 m above it."""
    square = [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)]
    vertices = square + [(x, y, 3) for x, y, _ in square]
    faces = [(0, 1, 2), (0, 2, 3), (4, 6, 5), (4, 7, 6)]
    mesh = kl.Walkmesh.from_arrays(vertices, faces, [10, 4, 7, 7])
    kl.write_walkmesh(mesh, tmp_path / "hall.wok")
    monkeypatch.chdir(tmp_path)
    return InProcess(monkeypatch, capsys)


def lines(result: Result) -> list[str]:
    assert result.code == 0, result.stderr
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


def answer(result: Result) -> Any:
    assert result.code == 0, result.stderr
    document = json.loads(result.stdout)
    validate(document, SCHEMA)
    (only,) = document["answers"]
    return only["answer"]


def test_faces_in_a_box(kotorlevel: InProcess) -> None:
    assert lines(kotorlevel("query", "hall.wok", "box", 2, -1, -1, 5, 1, 1)) == [
        "1 face in the box from (2.000, -1.000, -1.000) to (5.000, 1.000, 1.000):",
        "face 0 Metal (10), walkable, at (3.000, 0.500, 0.000)",
    ]
    # The corners may come in any order, and the wall of the box at 3 touches the roof.
    found = answer(kotorlevel("query", "hall.wok", "box", 4, 4, 3, 0, 0, 0, "--json"))
    assert [(each["face"], each["surface"]) for each in found] == [
        (0, "Metal"),
        (1, "Stone"),
        (2, "Nonwalk"),
        (3, "Nonwalk"),
    ]
    assert set(found[0]) == {
        "point", "face", "room", "room_name", "material", "surface", "walkable",
    }  # fmt: skip
    assert answer(kotorlevel("query", "hall.wok", "box", 9, 9, 9, 9, 9, 9, "--json")) == []


def test_no_face_in_a_box_says_what_limits_keep_out(kotorlevel: InProcess) -> None:
    asked = ("query", "hall.wok", "box", 0, 0, 2, 4, 4, 4)
    assert lines(kotorlevel(*asked, "--walkable")) == [
        "There is no face in the box from (0.000, 0.000, 2.000) to (4.000, 4.000, 4.000).",
        "without limits 2 faces",
    ]
    assert len(lines(kotorlevel(*asked))) == 3
    assert len(lines(kotorlevel(*asked, "--surface", 7))) == 3


def test_faces_near(kotorlevel: InProcess) -> None:
    assert lines(kotorlevel("query", "hall.wok", "near", 3, 1, 0.5, "--radius", 0.5)) == [
        "1 face within 0.5 m of (3.000, 1.000, 0.500):",
        "face 0 Metal (10), walkable, 0.500 m away at (3.000, 1.000, 0.000)",
    ]
    assert lines(kotorlevel("query", "hall.wok", "near", 3, 1, 0.5, "--radius", 0.4)) == [
        "There is no face within 0.4 m of (3.000, 1.000, 0.500)."
    ]
    # Half a diagonal from the other face, and 2.5 m below the roof: the nearest comes first.
    found = answer(kotorlevel("query", "hall.wok", "near", 3, 1, 0.5, "--radius", 2.5, "--json"))
    assert [each["face"] for each in found] == [0, 1, 2]
    assert [each["distance"] for each in found] == pytest.approx(
        [0.5, math.sqrt(2 + 0.25), 2.5], abs=1e-9
    )


def test_without_z_at_any_height(kotorlevel: InProcess) -> None:
    found = answer(kotorlevel("query", "hall.wok", "near", 5, 1, "--radius", 1, "--json"))
    assert {each["face"] for each in found} == {0, 2}
    assert [each["distance"] for each in found] == pytest.approx([1, 1])
    text = lines(kotorlevel("query", "hall.wok", "near", 5, 1, "--radius", 1))[0]
    assert text == "2 faces within 1 m of (5, 1):"


def test_points(kotorlevel: InProcess, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("x,y,z,name\n3,1,0.5,door\n99,1,0.5,away\n")
    asked = ("query", "hall.wok", "near", "--radius", 2.5, "--points", "p.csv")
    rows = list(csv.DictReader(io.StringIO(kotorlevel(*asked).stdout)))
    assert [(row["name"], row["face"]) for row in rows] == [
        ("door", "0"),
        ("door", "1"),
        ("door", "2"),
        ("away", ""),
    ]
    (tmp_path / "b.csv").write_text("2,-1,-1,5,1,1\n")
    rows = list(
        csv.DictReader(
            io.StringIO(kotorlevel("query", "hall.wok", "box", "--points", "b.csv").stdout)
        )
    )
    assert [(row["face"], float(row["point_x"])) for row in rows] == [("0", 3.0)]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("near", 1, 1), "near takes --radius M"),
        (("box", 1, 1, 1, 2, 2), "box takes X0 Y0 Z0 X1 Y1 Z1"),
        (("box", 1, 1, 1, 2, 2, "nan"), "nan"),
        (("height", 1, 1, "--radius", 2), "--radius goes with near, not with height"),
        (("near", 1, 1, "--radius", -2), "-2 is below 0"),
        (("near", 1, 1, "--radius", 1, "--max-distance", 2), "--max-distance goes with ray"),
        (("bix", 1), "Did you mean 'box'?"),
    ],
)
def test_what_is_refused(kotorlevel: InProcess, words: tuple[object, ...], text: str) -> None:
    result = kotorlevel("query", "hall.wok", *words)
    assert result.code == 2
    assert text in result.stderr


def test_many_faces_are_not_all_shown(kotorlevel: InProcess, tmp_path: Path) -> None:
    points = [(x, y, 0) for x in range(9) for y in range(9)]
    corners = [(9 * x + y, 9 * x + y + 9, 9 * x + y + 10) for x in range(8) for y in range(8)]
    kl.write_walkmesh(kl.Walkmesh.from_arrays(points, corners, [4] * 64), tmp_path / "many.wok")
    told = lines(kotorlevel("query", "many.wok", "box", 0, 0, 0, 8, 8, 0))
    assert told[0].startswith("64 faces in the box")
    assert told[-1] == "... 24 more; --json has all"
    assert len(told) == 42
