"""``kotorlevel query``, on an area whose heights and distances are known by hand."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.cli.show import answers as query_answers
from kotorlevel.mesh.convert.to_ascii import door_to_ascii, room_to_ascii
from kotorlevel.query import inquiry
from kotorlevel.query.questions import QUESTIONS
from support.builders import square_pwk, square_wok
from support.cli.in_process import InProcess
from support.command import Result, run
from support.corpus import CORPUS, ROOT, corpus_files, needs_corpus
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs/schema/query.schema.json").read_text(encoding="utf-8"))

METAL, WOOD, STONE, WALL, GLASS, PIT, OBSCURING = 10, 5, 4, 7, 8, 16, 2
Quad = tuple[int, list[tuple[float, float, float]]]


def options_of(question: str) -> list[object]:
    """What a question needs besides its numbers."""
    return ["--radius", 1.5] if question == "near" else []


def floor(
    material: int, x: tuple[float, float], y: tuple[float, float], z: Iterable[float]
) -> Quad:
    """A rectangle from z[0] at its left to z[1] at its right side."""
    (x0, x1), (y0, y1), (z0, z1) = x, y, z
    return material, [(x0, y0, z0), (x1, y0, z1), (x1, y1, z1), (x0, y1, z0)]


def mesh(*quads: Quad, kind: int = 1) -> kl.Walkmesh:
    """Two faces a rectangle, cut from its first to its third corner; walkable ones come first."""
    return kl.Walkmesh.from_arrays(
        [corner for _, corners in quads for corner in corners],
        [
            face
            for first in range(0, 4 * len(quads), 4)
            for face in ((first, first + 1, first + 2), (first, first + 2, first + 3))
        ],
        [material for material, _ in quads for _ in range(2)],
        kind=kind,
    )


HALL = mesh(
    floor(METAL, (0, 4), (0, 4), (0, 0)),  # faces 0 and 1
    floor(WOOD, (0, 2), (0, 4), (3, 3)),  # faces 2 and 3: a gallery
    floor(OBSCURING, (2, 4), (0, 6), (5, 5)),  # faces 4 and 5: a ceiling, wider than the floor
)
RAMP = mesh(
    floor(STONE, (4, 8), (0, 4), (0, 2)),  # faces 0 and 1
    (WALL, [(8, 4, 0), (8, 0, 0), (8, 0, 6), (8, 4, 6)]),  # faces 2 and 3, seen from the ramp
    (GLASS, [(6, 0, 1), (6, 4, 1), (6, 4, 6), (6, 0, 6)]),  # faces 4 and 5, seen from behind
    floor(PIT, (8, 10), (0, 4), (-4, -4)),  # faces 6 and 7
)
ROOMS = ("hall", "****", "Ramp", "attic")


@pytest.fixture
def area(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with ``area`` in it: two rooms, an empty slot, a room without a file."""
    folder = tmp_path / "area"
    folder.mkdir()
    (folder / "HALL.WOK").write_bytes(HALL.to_bytes())
    (folder / "ramp.wok").write_bytes(RAMP.to_bytes())
    (folder / "spare.wok").write_bytes(HALL.translated((100, 0, 0)).to_bytes())
    (folder / "crate.pwk").write_bytes(square_pwk().to_bytes())
    rooms = tuple(kl.LayoutRoom(name, (0, 0, 0)) for name in ROOMS)
    kl.write_layout(kl.Layout(rooms=rooms), folder / "m.lyt")
    monkeypatch.chdir(tmp_path)
    return folder


def answers(result: Result) -> list[Any]:
    assert result.code == 0, result.stderr
    document = json.loads(result.stdout)
    validate(document, SCHEMA)
    return [each["answer"] for each in document["answers"]]


def lines(result: Result) -> list[str]:
    assert result.code == 0, result.stderr
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


def table(result: Result, mark: str = ",") -> list[dict[str, str]]:
    assert result.code == 0, result.stderr
    return list(csv.DictReader(io.StringIO(result.stdout), delimiter=mark))


# Answers


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        # Half way up the ramp: (6 - 4) / 2.
        ((6, 1), (1.0, 0, 2, "Ramp", STONE, "Stone", True)),
        ((7, 3.5), (1.5, 1, 2, "Ramp", STONE, "Stone", True)),
        # Below the gallery: the lower face has the lower number, as in the game.
        ((1.5, 0.5), (0.0, 0, 0, "hall", METAL, "Metal", True)),
        ((1.5, 0.5, 2.9), (3.0, 2, 0, "hall", WOOD, "Wood", True)),
        ((1.5, 0.5, 1.4), (0.0, 0, 0, "hall", METAL, "Metal", True)),
        ((9, 1), (-4.0, 6, 2, "Ramp", PIT, "BottomlessPit", False)),
    ],
)
@pytest.mark.parametrize("question", ["height", "face"])
def test_floor(
    area: Path,
    kotorlevel: InProcess,
    question: str,
    numbers: tuple[float, ...],
    expected: tuple[object, ...],
) -> None:
    (answer,) = answers(kotorlevel("query", "area", question, *numbers, "--json"))
    found = [answer[key] for key in ("height", *query_answers._FACE)]
    assert tuple(found) == expected
    assert answer["point"] == [*numbers[:2], expected[0]]


def test_floors(area: Path, kotorlevel: InProcess) -> None:
    (answer,) = answers(kotorlevel("query", "area", "floors", 1.5, 0.5, "--json"))
    assert [(each["height"], each["face"]) for each in answer] == [(3, 2), (0, 0)]
    assert answers(kotorlevel("query", "area", "floors", 50, 50, "--json")) == [[]]


@pytest.mark.parametrize(
    ("options", "distance", "face"),
    [
        ((), 3, 5),  # the glass, from behind
        (("--no-back-faces",), 5, 2),  # the wall
        (("--surface", WALL), 5, 2),
        (("--surface", WALL, "--surface", GLASS), 3, 5),
        (("--max-distance", 3), 3, 5),
        (("--walkable",), None, None),
        (("--upward",), None, None),
        (("--max-distance", 2.9), None, None),
    ],
)
def test_ray(
    area: Path,
    kotorlevel: InProcess,
    options: tuple[object, ...],
    distance: float | None,
    face: int | None,
) -> None:
    (answer,) = answers(kotorlevel("query", "area", "ray", 3, 1, 2.5, 2, 0, 0, *options, "--json"))
    if distance is None:
        assert answer is None
        return
    assert answer["distance"] == pytest.approx(distance, abs=1e-9)
    assert (answer["face"], answer["room"]) == (face, 2)
    assert answer["point"] == pytest.approx([3 + distance, 1, 2.5], abs=1e-9)


def test_sight(area: Path, kotorlevel: InProcess) -> None:
    def sight(x: float, *options: object) -> Any:
        (answer,) = answers(
            kotorlevel("query", "area", "sight", 3, 1, 2.5, x, 1, 2.5, *options, "--json")
        )
        return answer

    assert sight(7.9) == {"clear": True, "blocked_by": None}  # through the glass
    assert sight(9, "--surface", GLASS)["clear"]
    blocked = sight(9)
    assert not blocked["clear"]
    assert blocked["blocked_by"]["face"] == 2
    assert blocked["blocked_by"]["distance"] == pytest.approx(5)
    assert blocked["blocked_by"]["point"] == pytest.approx([8, 1, 2.5])


def test_nearest(area: Path, kotorlevel: InProcess) -> None:
    (answer,) = answers(kotorlevel("query", "area", "nearest", 3, -3, -4, "--json"))
    assert answer["distance"] == pytest.approx(5)  # 3 along y, 4 along z
    assert answer["point"] == [3, 0, 0]
    assert (answer["face"], answer["room"], answer["walkable"]) == (0, 0, True)
    far = kotorlevel("query", "area", "nearest", 3, -3, -4, "--max-distance", 4.9, "--json")
    assert answers(far) == [None]


def test_table_decides_what_is_walkable(area: Path, kotorlevel: InProcess) -> None:
    """To MDLOps a pit is floor; the game does not let anyone in."""
    arguments = ("query", "area", "height", 9, 1, "--walkable", "--json")
    assert answers(kotorlevel(*arguments)) == [None]
    (answer,) = answers(kotorlevel(*arguments, "--materials", "mdlops"))
    assert (answer["height"], answer["walkable"]) == (-4, True)


def test_json_names_all_rooms(area: Path, kotorlevel: InProcess) -> None:
    document = json.loads(kotorlevel("query", "area", "height", 6, -1, "--json").stdout)
    assert document["question"] == "height"
    assert document["rooms"] == [
        {"index": index, "kind": "room", "name": name, "faces": faces}
        for index, (name, faces) in enumerate(zip(ROOMS, (6, None, 8, None), strict=True))
    ]
    assert document["answers"] == [{"asked": {"x": 6, "y": -1}, "answer": None}]


# Text


def test_text_of_a_height(area: Path, kotorlevel: InProcess) -> None:
    assert lines(kotorlevel("query", "area", "height", 6, 1)) == [
        "The floor at (6, 1) is at height 1.000.",
        "room Ramp (room 2)",
        "face 0",
        "surface Stone (4), walkable",
        "point (6.000, 1.000, 1.000)",
    ]
    text = lines(kotorlevel("query", "area/ramp.wok", "face", 6, 1))
    assert text[0] == "Face 0 is at (6, 1)."
    assert not any("room" in line for line in text)


def test_text_tells_of_other_floors_and_the_way_to_z(area: Path, kotorlevel: InProcess) -> None:
    text = lines(kotorlevel("query", "area", "height", 1.5, 0.5))
    assert "floors 2 here, at 3.000, 0.000: as in the game, the first one answers" in text
    text = lines(kotorlevel("query", "area", "height", 1.5, 0.5, 4.25))
    assert text[0] == "The floor at (1.5, 0.5) is at height 3.000."
    assert "from Z 1.250 m below your Z of 4.25" in text
    assert "floors 2 here, at 3.000, 0.000: this is the nearest to your Z" in text
    assert lines(kotorlevel("query", "area", "floors", 1.5, 0.5)) == [
        "2 floors at (1.5, 0.5), from top to bottom:",
        "3.000 face 2, Wood (5) in hall (room 0), walkable",
        "0.000 face 0, Metal (10) in hall (room 0), walkable",
    ]


def test_text_of_a_place_where_nobody_can_walk(area: Path, kotorlevel: InProcess) -> None:
    text = lines(kotorlevel("query", "area", "height", 9, 1))
    assert text[0] == "The floor at (9, 1) is at height -4.000, but nobody can walk on it."
    # In the plan: the top of the ramp, 6 m higher, is 1 m away.
    assert text[-1] == (
        "nearest walkable floor 1.000 m away at (8.000, 1.000, 2.000): "
        "face 0, Stone (4) in Ramp (room 2)"
    )


@pytest.mark.parametrize("question", ["height", "face", "floors"])
def test_text_says_why_there_is_no_floor(area: Path, kotorlevel: InProcess, question: str) -> None:
    def ask(*arguments: object) -> list[str]:
        return lines(kotorlevel("query", "area", question, *arguments))

    nearest = "nearest walkable floor {} m away at {}: face {}, Metal (10) in hall (room 0)"
    assert ask(3, -2) == [
        "There is no floor at (3, -2): it is outside of the 2 rooms with a walkmesh.",
        nearest.format("2.000", "(3.000, 0.000, 0.000)", 0),
    ]
    assert ask(1, 5)[0] == (
        "There is no floor at (1, 5): it is past an edge or in a hole, no face is above or below."
    )
    assert ask(3, 5) == [
        "There is no floor at (3, 5) that counts.",
        "there is face 5, Obscuring (2) in hall (room 0), at height 5.000: "
        "the game does not look for floor on this surface",
        nearest.format("1.000", "(3.000, 4.000, 0.000)", 1),
    ]
    assert ask(3, 5, "--walkable")[1].endswith("not walkable")
    assert ask(3, 1, "--surface", STONE)[1:] == [
        "there is face 4, Obscuring (2) in hall (room 0), at height 5.000: "
        "not a surface you asked for",
        "face 0, Metal (10) in hall (room 0), at height 0.000: not a surface you asked for",
    ]


def test_text_of_one_mesh_and_of_faces_that_look_down(
    tmp_path: Path, kotorlevel: InProcess
) -> None:
    path = tmp_path / "room.wok"
    material, corners = floor(METAL, (0, 4), (0, 4), (1, 1))
    path.write_bytes(mesh((material, corners[::-1])).to_bytes())
    assert "face 0" in lines(kotorlevel("query", path, "height", 3, 1))[1:]
    text = lines(kotorlevel("query", path, "height", 3, 1, "--upward"))
    assert text[1].endswith("at height 1.000: it looks down")
    text = lines(kotorlevel("query", path, "height", -3, 1))
    assert text[0] == "There is no floor at (-3, 1): it is outside of the walkmesh."
    path.write_bytes(mesh(floor(PIT, (0, 4), (0, 4), (1, 1))).to_bytes())
    text = lines(kotorlevel("query", path, "height", -3, 1))
    assert text[1] == "nearest there is nothing to walk on"


def test_mesh_without_faces(tmp_path: Path, kotorlevel: InProcess) -> None:
    path = tmp_path / "room.wok"
    path.write_bytes(mesh().to_bytes())
    text = lines(kotorlevel("query", path, "height", 1, 2))
    assert text[0] == "There is no floor at (1, 2): there are no faces at all."
    assert lines(kotorlevel("query", path, "ray", 1, 2, 3, 0, 0, 1))[0] == "The ray hits nothing."


def test_text_of_rays(area: Path, kotorlevel: InProcess) -> None:
    def ray(*options: object) -> list[str]:
        return lines(kotorlevel("query", "area", "ray", 3, 1, 2.5, 1, 0, 0, *options))

    assert ray() == [
        "The ray hits face 5 after 3.000 m.",
        "room Ramp (room 2)",
        "face 5",
        "surface Transparent (8), not walkable",
        "point (6.000, 1.000, 2.500)",
    ]
    assert ray("--max-distance", 2.5) == [
        "The ray hits nothing within 2.5 m.",
        "farther face 5, Transparent (8) in Ramp (room 2), 3.000 m away at (6.000, 1.000, 2.500)",
    ]
    assert ray("--walkable", "--max-distance", 2)[1] == "farther nothing either"
    assert ray("--walkable") == [
        "The ray hits nothing.",
        "without limits it would hit face 5, Transparent (8) in Ramp (room 2) after 3.000 m",
    ]
    assert lines(kotorlevel("query", "area", "ray", 3, 1, 9, 0, 0, 1)) == [
        "The ray hits nothing.",
        "because no face lies in that direction",
    ]


def test_text_of_sight(area: Path, kotorlevel: InProcess) -> None:
    assert lines(kotorlevel("query", "area", "sight", 3, 1, 2.5, 7.5, 1, 2.5)) == [
        "Clear: (3.000, 1.000, 2.500) and (7.500, 1.000, 2.500) can see each other, 4.500 m apart.",
        "through face 5, Transparent (8) in Ramp (room 2): does not block sight",
    ]
    text = lines(kotorlevel("query", "area", "sight", 3, 1, 2.5, 9, 1, 2.5))
    assert text[0] == "Blocked: face 2 is in the way after 5.000 m of 6.000 m."
    assert "surface Nonwalk (7), not walkable" in text
    assert not text[-1].startswith("hint")
    text = lines(kotorlevel("query", "area", "sight", 3, 1, -0.1, 3, 1, 2))
    assert text[-1] == "hint points on the floor see little: add about 1.6 to Z for eye height"
    # A floor that an end lies on is not in between.
    assert len(lines(kotorlevel("query", "area", "sight", 3, 1, 0, 3, 1, 2))) == 1
    assert lines(kotorlevel("query", "area", "sight", 3, 1, 1, 3, 1, 1))[0].endswith(
        "0.000 m apart."
    )


def test_sight_between_places_without_a_floor(area: Path, kotorlevel: InProcess) -> None:
    text = lines(kotorlevel("query", "area", "sight", -900, 1, 2.5, -905, 1, 2.5))
    assert text[0].startswith("Clear: ")
    assert [line.partition(":")[0] for line in text[1:]] == [
        "but no floor is at (-900, 1)",
        "but no floor is at (-905, 1)",
    ]
    assert "outside of" in text[1]


def test_text_of_nearest(area: Path, kotorlevel: InProcess) -> None:
    text = lines(kotorlevel("query", "area", "nearest", 3, -3, -4))
    assert text[0] == "The nearest point to walk on is 5.000 m away."
    assert text[-1] == "point (3.000, 0.000, 0.000)"
    assert lines(kotorlevel("query", "area", "nearest", 3, -3, -4, "--max-distance", 1)) == [
        "There is nothing to walk on within 1 m.",
        "farther face 0, Metal (10) in hall (room 0), 5.000 m away at (3.000, 0.000, 0.000)",
    ]
    assert lines(kotorlevel("query", "area", "nearest", 3, -3, -4, "--surface", WALL)) == [
        "There is nothing to walk on.",
        "without limits face 0, Metal (10) in hall (room 0), 5.000 m away",
    ]


def test_absurd_places(area: Path, kotorlevel: InProcess) -> None:
    assert lines(kotorlevel("query", "area", "height", "3e38", "-3e38")) == [
        "There is no floor at (3e+38, -3e+38): it is outside of the 2 rooms with a walkmesh."
    ]
    for question, spec in QUESTIONS.items():
        numbers = ["-3.4e38"] * len(spec.needs)
        result = kotorlevel("query", "area", question, *numbers, *options_of(question))
        assert result.code == 0
        assert "nan" not in result.stdout


# PATH


def test_notes_of_a_folder(area: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("query", "area", "height", 6, 1)
    assert result.stderr.splitlines() == [
        "area/m.lyt: 1 of 4 rooms without a walkmesh here, so nothing is known there: attic",
        "area/m.lyt: not in the layout and left out: spare.wok",
    ]
    assert kotorlevel("query", "area/m.lyt", "height", 6, 1) == result
    assert kotorlevel("query", "area/m.lyt", "height", 103, 1).stdout.startswith("There is no")


def test_folder_without_a_layout(area: Path, kotorlevel: InProcess) -> None:
    (area / "m.lyt").unlink()
    result = kotorlevel("query", "area", "height", 103, 1, "--json")
    (answer,) = answers(result)
    assert (answer["room"], answer["room_name"]) == (2, "spare")  # HALL, ramp, spare
    assert result.stderr == (
        "area: no layout (.lyt) in this folder; its 3 rooms are taken in the order of their names\n"
    )


def test_walkmeshes_below_the_folder_of_the_layout(area: Path, kotorlevel: InProcess) -> None:
    (area / "rooms").mkdir()
    (area / "ramp.wok").rename(area / "rooms" / "ramp.wok")
    (area / "rooms" / "hall.wok").write_bytes(HALL.translated((0, 0, 9)).to_bytes())
    assert answers(kotorlevel("query", "area", "height", 6, 1, "--json"))[0]["height"] == 1
    # The one beside the layout counts.
    assert answers(kotorlevel("query", "area", "height", 3, 1, "--json"))[0]["height"] == 0
    (area / "more").mkdir()
    (area / "HALL.WOK").rename(area / "more" / "HALL.WOK")
    result = kotorlevel("query", "area", "height", 3, 1)
    assert result.code == 2
    assert "2 files for one room: area/more/HALL.WOK, area/rooms/hall.wok" in result.stderr


def test_several_layouts(area: Path, kotorlevel: InProcess) -> None:
    (area / "n.lyt").write_bytes((area / "m.lyt").read_bytes())
    result = kotorlevel("query", "area", "height", 6, 1)
    assert result.code == 2
    assert result.stderr == (
        "kotorlevel: area: 2 layouts in this folder; give one of them instead: "
        "area/m.lyt and area/n.lyt\n"
    )


def test_text_walkmeshes_and_objects(tmp_path: Path, kotorlevel: InProcess) -> None:
    room, crate, door = (tmp_path / n for n in ("ramp.wok.ascii", "crate.pwk", "door.dwk.ascii"))
    room.write_bytes(room_to_ascii(RAMP, "ramp"))
    result = kotorlevel("query", room, "height", 6, 1)
    assert lines(result)[0] == "The floor at (6, 1) is at height 1.000."
    assert "a text" in result.stderr
    crate.write_bytes(square_pwk().to_bytes())
    result = kotorlevel("query", crate, "height", 1.5, 0.5, "--json")
    assert answers(result)[0]["height"] == 0
    assert "its places are its own" in result.stderr
    closed = mesh(floor(WALL, (0, 4), (0, 1), (0, 0)), kind=0)
    states = {"closed": closed, "open1": closed, "open2": closed}
    door.write_bytes(door_to_ascii(states, "door"))
    assert (
        "3 walkmeshes (closed, open1, open2); asked the first"
        in kotorlevel("query", door, "floors", 1, 0.5).stderr
    )


def test_faces_without_a_place_are_told(tmp_path: Path, kotorlevel: InProcess) -> None:
    data = bytearray(square_wok().to_bytes())
    data[136 + 12 : 136 + 16] = b"\x00\x00\xc0\x7f"  # x of vertex 1, a corner of face 0
    path = tmp_path / "room.wok"
    path.write_bytes(data)
    result = kotorlevel("query", path, "height", 0.5, 1.5)
    assert "1 face without a place" in result.stderr
    assert "face 1" in lines(result)


def test_control_characters_do_not_reach_the_terminal(area: Path, kotorlevel: InProcess) -> None:
    layout = (area / "m.lyt").read_bytes()
    (area / "m.lyt").write_bytes(layout.replace(b"attic", b"at\x1bic"))
    result = kotorlevel("query", "area", "height", 6, 1)
    assert "\x1b" not in result.stdout + result.stderr
    assert "at\\x1bic" in result.stderr


# Wrong use


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "Missing argument 'PATH'"),
        ("area", "Missing argument 'QUESTION': one of height, face"),
        ("height", "PATH comes before the question: kotorlevel query PATH height"),
        ("height area 1 2", "PATH comes before the question: kotorlevel query area height 1 2"),
        ("area hieght 1 2", "There is no question 'hieght'. Did you mean 'height'?"),
        ("area where 1 2", "There are: height, face, floors, ray, sight, nearest, box, near."),
        ("area -1 2", "'-1' is not a question. Did you mean: kotorlevel query area height -1 2"),
        ("area area/m.lyt height 1 2", "Give one PATH; for several rooms their folder"),
        ("area height", "height takes X Y [Z] (or --points FILE); 0 numbers were given"),
        ("area height 1", "1 number was given"),
        ("area floors 1 2 3", "floors takes X Y (or --points FILE); 3 numbers were given"),
        ("area ray 1 2 3 4 5", "ray takes X Y Z DX DY DZ"),
        ("area ray 1 2 3 0 0 0", "it leads nowhere"),
        ("area height a 2", "'a' is not a number"),
        ("area height nan 2", "'nan' is not a number"),
        ("area height -inf 2", "'-inf' is not a number"),
        ("area height -1x 2", "'-1x' is not a number"),
        ("area height 1e39 2", "'1e39' is too large"),
        ("area height -3,5 2", "'-3,5' is not a number: write a point, not a comma (-3.5)"),
        ("area height 1 2 --jsn", "No such option"),
        ("area height 1 -x", "No such option"),
        ("area height 1 2 --surface Metal", "'Metal' is not a valid integer"),
        ("area height 1 2 --surface -4", "-4 is not in the range"),
        ("area height 1 2 --max-distance 3", "--max-distance goes with ray, nearest, not with"),
        ("area sight 1 2 3 4 5 6 --walkable", "--walkable goes with"),
        ("area height 1 2 --no-back-faces", "--no-back-faces goes with ray"),
        ("area nearest 1 2 3 --max-distance -1", "-1 is below 0"),
        ("area nearest 1 2 3 --max-distance x", "'x' is not a number"),
        ("area height 1 2 --materials no.2da", "neither a file nor a preset"),
        ("area height 1 2 --points p.csv", "--points takes the place of the numbers"),
        ("area height --points p.csv", "p.csv: no such file"),
        ("area height --points area", "area: is a folder"),
        ("area height --points area/ramp.wok", "is not a text of points"),
        ("no.wok height 1 2", "no.wok: no such file"),
        ("empty height 1 2", "no layout (.lyt) and no room walkmesh (.wok) in this folder"),
        ("empty.lyt height 1 2", "has no rooms"),
        ("lonely.lyt height 1 2", "none of its rooms has a walkmesh here; looked for lonely.wok"),
        ("m.vis height 1 2", "is a visibility file; give a walkmesh, a layout or a folder"),
        ("junk.wok height 1 2", "junk.wok: header at 0x0"),
    ],
)
def test_wrong_use(area: Path, kotorlevel: InProcess, arguments: str, message: str) -> None:
    Path("empty").mkdir()
    Path("m.vis").write_bytes(b"a 0\r\n")
    Path("junk.wok").write_bytes(b"junk")
    kl.write_layout(kl.Layout(), "empty.lyt")
    kl.write_layout(kl.Layout(rooms=(kl.LayoutRoom("lonely", (0, 0, 0)),)), "lonely.lyt")
    result = kotorlevel("query", *arguments.split())
    assert result.code == 2
    assert message in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    "numbers", [("-3.5", "-2"), ("-.5", "-1e1"), ("--", "-3", "-4"), ("-3", "-2", "-1")]
)
def test_negative_numbers(area: Path, kotorlevel: InProcess, numbers: tuple[str, ...]) -> None:
    result = kotorlevel("query", "--json", "area", "height", *numbers)
    asked = json.loads(result.stdout)["answers"][0]["asked"]
    assert list(asked.values()) == [float(number) for number in numbers if number != "--"]


# Many points


def write(name: str, text: str, encoding: str = "utf-8") -> str:
    Path(name).write_bytes(text.encode(encoding))
    return name


def test_points_keep_their_columns(area: Path, kotorlevel: InProcess) -> None:
    name = write("p.csv", 'Name,Y,X\n"here, there",1,6\nnowhere,-9,3\n\npit,1,9\n')
    result = kotorlevel("query", "area", "height", "--points", name)
    assert result.stdout.splitlines() == [
        "Name,Y,X,height,face,room,room_name,material,surface,walkable",
        '"here, there",1,6,1.0,0,2,Ramp,4,Stone,true',
        "nowhere,-9,3,,,,,,,",
        "pit,1,9,-4.0,6,2,Ramp,16,BottomlessPit,false",
    ]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_points_in_all_forms(
    area: Path, kotorlevel: InProcess, mark: str, end: str, encoding: str
) -> None:
    for first in ((), ("x", "y", "z")):
        rows = [first, ("1.5", "0.5", " 2.9"), ("1.5", "0.5", "+1.4")]
        name = write("p.csv", end.join(mark.join(row) for row in rows if row), encoding)
        found = table(kotorlevel("query", "area", "face", "--points", name), mark)
        assert [(row["height"], row["face"]) for row in found] == [("3.0", "2"), ("0.0", "0")]
        assert found[0]["z"].strip() == "2.9"


def test_letters_of_old_spreadsheets(area: Path, kotorlevel: InProcess) -> None:
    name = write("p.csv", "Tür,x,y\nvorne,6,1\n", "cp1252")
    (row,) = table(kotorlevel("query", "area", "height", "--points", name))
    assert (row["Tür"], row["height"]) == ("vorne", "1.0")


def test_column_that_is_there_already(area: Path, kotorlevel: InProcess) -> None:
    name = write("p.csv", "x,y,Height\n6,1,9\n")
    (row,) = table(kotorlevel("query", "area", "height", "--points", name))
    assert (row["Height"], row["found_height"]) == ("9", "1.0")


def test_points_for_rays_sight_nearest_and_floors(area: Path, kotorlevel: InProcess) -> None:
    name = write("p.csv", "3,1,2.5,2,0,0\n3,1,9,0,0,1\n")
    hit, miss = table(kotorlevel("query", "area", "ray", "--points", name))
    assert float(hit["distance"]) == pytest.approx(3)
    assert [float(hit[f"point_{axis}"]) for axis in "xyz"] == pytest.approx([6, 1, 2.5])
    assert (hit["face"], hit["surface"], miss["distance"], miss["face"]) == (
        "5",
        "Transparent",
        "",
        "",
    )
    name = write("p.csv", "x,y,z,x2,y2,z2\n3,1,2.5,7.9,1,2.5\n3,1,2.5,9,1,2.5\n")
    clear, blocked = table(kotorlevel("query", "area", "sight", "--points", name))
    assert (clear["clear"], clear["distance"], clear["face"]) == ("true", "", "")
    assert (blocked["clear"], blocked["face"]) == ("false", "2")
    assert float(blocked["distance"]) == pytest.approx(5)
    name = write("p.csv", "3,-3,-4\n3,1,0\n")
    arguments = ("query", "area", "nearest", "--points", name)
    far, near = table(kotorlevel(*arguments))
    assert [float(far["distance"]), float(near["distance"])] == pytest.approx([5, 0])
    assert [row["face"] for row in table(kotorlevel(*arguments, "--max-distance", 1))] == ["", "0"]
    name = write("p.csv", "1.5,0.5\n50,50\n")
    found = table(kotorlevel("query", "area", "floors", "--points", name))
    assert [(row["x"], row["height"]) for row in found] == [
        ("1.5", "3.0"),
        ("1.5", "0.0"),
        ("50", ""),
    ]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("question", QUESTIONS)
def test_many_answers_are_the_single_ones(area: Path, kotorlevel: InProcess, question: str) -> None:
    width = len(QUESTIONS[question].needs)
    points = [
        (3, 1, 2.5, 9, 1, 2.5),
        (1.5, 0.5, 1, 0, 0, -1),
        (50, 2, 1, 1, 1, 1),
        (9, 1, 0, 3, 1, 2),
    ]
    name = write("p.csv", "\n".join(",".join(map(str, point[:width])) for point in points))
    options = (*options_of(question), "--json")
    many = answers(kotorlevel("query", "area", question, "--points", name, *options))
    single = [
        answers(kotorlevel("query", "area", question, *point[:width], *options))[0]
        for point in points
    ]
    assert json.loads(json.dumps(many), parse_float=lambda text: round(float(text), 9)) == (
        json.loads(json.dumps(single), parse_float=lambda text: round(float(text), 9))
    )
    limits = ("--surface", WALL, "--surface", METAL, *options)
    assert len(answers(kotorlevel("query", "area", question, "--points", name, *limits))) == 4


def test_points_from_standard_input(area: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "kotorlevel", "query", "area", "height", "--points", "-"],
        input="6,1\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.splitlines()[1] == "6,1,1.0,0,2,Ramp,4,Stone,true"


def test_header_alone(area: Path, kotorlevel: InProcess) -> None:
    name = write("p.csv", "x;y\n")
    assert kotorlevel("query", "area", "height", "--points", name).stdout.startswith("x;y;height;")
    assert answers(kotorlevel("query", "area", "height", "--points", name, "--json")) == []


@pytest.mark.parametrize(
    ("question", "text", "message"),
    [
        ("height", "", "p.csv: no points in it"),
        ("height", "x,y\n1,2\n1,a\n", "p.csv: line 3: y: 'a' is not a number"),
        ("height", "1,2\n\n1,nan\n", "p.csv: line 3: y: 'nan' is not a number"),
        ("height", "x,y,z\n1,2,\n", "p.csv: line 2: z is empty"),
        ("height", "x;y\n1,5;2\n", "line 2: x: '1,5' is not a number: write a point, not a comma"),
        ("height", "1,5;2\n", "line 1: x: '1,5' is not a number: write a point, not a comma (1.5)"),
        ("height", "1,5,2,5\n", "line 1: 4 columns where X Y [Z] is expected"),
        ("height", "x,y\n1,5,2,5\n", "line 2: 4 cells where there are 2 columns. Decimals need a"),
        ("height", "x,y\n1\n", "line 2: 1 cell where there are 2 columns"),
        ("height", "1 2\n", "line 1: 1 column where X Y [Z] is expected, with commas, semicolons"),
        ("height", "a,b\n1,2\n", "line 1: no column x and no column y; there are: a, b"),
        ("sight", "x,y,z,x2,y2\n", "line 1: no column z2"),
        ("ray", "1,2,3,0,0,1\n1,2,3,0,0,0\n", "line 2: the direction is 0, 0, 0"),
        ("height", 'x,y\n1,"2\n', "line 2: unexpected end of data"),
        ("height", "x,y\n1,1_0\n", "line 2: y: '1_0' is not a number"),
        ("height", "x,y\n1,3.5e38\n", "line 2: y: '3.5e38' is too large"),
    ],
)
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_bad_points_are_named_and_nothing_is_written(
    area: Path, kotorlevel: InProcess, question: str, text: str, message: str, form: tuple[str, ...]
) -> None:
    write("p.csv", text)
    result = kotorlevel("query", "area", question, "--points", "p.csv", *form)
    assert (result.code, result.stdout) == (2, "")
    assert message in result.stderr


def test_progress_bar_stays_out_of_the_results(
    area: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write("p.csv", "6,1,1\n" * 2000)
    arguments = ("query", "area", "nearest", "--points", name)
    plain = kotorlevel(*arguments)
    assert "Asking" not in plain.stderr
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("kotorlevel.cli.terminal.progress.AFTER", 0)
    watched = kotorlevel(*arguments)
    assert watched.stdout == plain.stdout
    assert len(plain.stdout.splitlines()) == 2001
    assert "Asking" in watched.stderr


def test_only_many_points_are_worth_compiling() -> None:
    assert not inquiry.is_many("height", 100_000)
    assert inquiry.is_many("height", 200_000)
    assert inquiry.is_many("nearest", 10_000)


def test_compiled_answers_are_the_same(
    area: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write("p.csv", "".join(f"{i / 10},{i % 7},1\n" for i in range(120)))
    for question in ("height", "nearest"):
        plain = kotorlevel("query", "area", question, "--points", name)
        monkeypatch.setattr(inquiry, "is_many", lambda question, count: True)
        assert kotorlevel("query", "area", question, "--points", name) == plain
        monkeypatch.undo()
        monkeypatch.chdir(area.parent)


# As a program


def test_single_question_loads_neither_numba_nor_rich(area: Path) -> None:
    """Starting Numba takes longer than the rest of the command."""
    code = (
        "import sys\n"
        "from kotorlevel.cli.main import cli\n"
        "cli.main(['query', 'area', 'height', '6', '1'], standalone_mode=False)\n"
        "loaded = {'numba', 'rich', 'concurrent.futures'} & set(sys.modules)\n"
        "assert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_closed_pipe_is_no_error(area: Path) -> None:
    result = run("query", "area", "height", 6, 1, cwd=area.parent, close_stdout=True)
    assert "Traceback" not in result.stderr


@needs_corpus
def test_real_rooms_have_floor_where_their_faces_are(kotorlevel: InProcess, tmp_path: Path) -> None:
    for path in corpus_files("wok/bioware/*.wok"):
        room = kl.read_walkmesh(path)
        faces = room.walkable.nonzero()[0].tolist()
        centres = [room.face(face).centre.tolist() for face in faces]
        points = tmp_path / "points.csv"
        points.write_text("".join(f"{x!r},{y!r},{z!r}\n" for x, y, z in centres))
        for row in table(kotorlevel("query", path, "height", "--points", points)):
            assert float(row["height"]) == pytest.approx(float(row["z"]), abs=1e-4)


@needs_corpus
def test_real_area(kotorlevel: InProcess) -> None:
    result = kotorlevel("query", CORPUS / "area_m10aa", "nearest", 0, 0, 0, "--json")
    (answer,) = answers(result)
    assert answer["room_name"].startswith("M10aa_")
    assert "9 of 17 rooms without a walkmesh here" in result.stderr
