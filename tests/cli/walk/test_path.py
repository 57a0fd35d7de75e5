"""``kotorlevel path`` on areas made in code, in a made game, and on real files."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.cli.ask.walking import split_places
from kotorlevel.cli.show.causes import shorten_notes
from kotorlevel.formats.gff import Gff, GffType, Struct
from kotorlevel.mesh.walkmesh import Walkmesh
from support import sample_area
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.command import Result, run
from support.corpus import CORPUS, ROOT, needs_corpus
from support.installation import make_installation
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "path.schema.json").read_text(encoding="utf-8"))
BODY = 0.35
STONE, WATER = 4, 6


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three squares of 4 m in an L around the corner (4, 4), and a store that is cut off::

    8 +-------+-------+
      | store | attic |
    4 +-------+-     -+
      | hall     yard |
    0 +-------+-------+
      0       4       8
    """
    place = tmp_path / "my mod"
    place.mkdir()
    rooms = {
        "hall": floor(east=1),
        "yard": floor(4, west=0, north=2),
        "attic": floor(4, 4, south=1),
        "store": floor(0, 4),
    }
    write_folder(place, make_area(rooms), git=_git())
    (place / "t_guard.utc").write_bytes(
        Gff("UTC ", Struct([("Tag", GffType.STRING, "Guard")])).to_bytes()
    )
    return place


def _git() -> bytes:
    """Two waypoints of one name, one more, one that is called as a room is, and a creature.

    The creature's tag is in its template.
    """

    def place(x: float, y: float, **names: str) -> Struct:
        axes = zip("XYZ", (x, y, 0.0), strict=True)
        fields: list[Any] = [(f"{axis}Position", GffType.FLOAT, at) for axis, at in axes]
        return Struct([*fields, *((label, GffType.STRING, text) for label, text in names.items())])

    points = [place(1, 1, Tag="twin"), place(7, 7, Tag="twin"), place(5, 6, Tag="Lone")]
    points.append(place(2, 3, Tag="hall"))
    guards = [place(6, 2, TemplateResRef="t_guard")]
    fields = [("WaypointList", GffType.LIST, points), ("Creature List", GffType.LIST, guards)]
    return Gff("GIT ", Struct(fields)).to_bytes()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return make_installation(tmp_path).folder


@pytest.fixture
def station(kotorlevel: InProcess, game: Path) -> Any:
    """``kotorlevel path`` in the station's module."""
    return lambda *words: kotorlevel("path", game, "--module", sample_area.MODULE, *words)


def document(result: Result) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(result.stdout)
    validate(data, SCHEMA)
    assert result.code == (data["status"] != "ok")
    return data


def around_corner(radius: float, away: float = 0.5, along: float = 3.0) -> float:
    """Metres around the corner (4, 4) that nobody comes nearer to than the radius.

    From (4 - along, 4 - away) in the hall to (4 + away, 4 + along) in the attic: two tangents of
    the circle about the corner, and the arc between.
    """
    distance = math.hypot(away, along)
    # All around the corner, but for the quarter of the store and a bit on both of its sides.
    turn = 2 * math.pi - math.pi / 2 - 2 * math.atan2(away, along)
    arc = max(turn - 2 * math.acos(radius / distance), 0.0)
    return 2 * math.sqrt(distance**2 - radius**2) + radius * arc


# Paths


def test_the_text(kotorlevel: InProcess, folder: Path) -> None:
    result = kotorlevel("path", folder, "1,3.5", "4.5,7", "--radius", "0")
    assert (result.code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        f"{2 * math.hypot(3, 0.5):.2f} m from (1.00, 3.50) to (4.50, 7.00) for a point.",
        "  through   hall → yard → attic",
        "  turns     (4.00, 4.00, 0.00)",
    ]


@pytest.mark.parametrize(
    ("radius", "away", "along"), [(0.0, 0.5, 3.0), (BODY, 0.5, 3.0), (1.2, 1.25, 2.5)]
)
def test_the_length(
    kotorlevel: InProcess, folder: Path, radius: float, away: float, along: float
) -> None:
    """Around a corner a body walks an arc."""
    start, goal = (4 - along, 4 - away), (4 + away, 4 + along)
    words = [f"{x},{y}" for x, y in (start, goal)]
    data = document(kotorlevel("path", folder, *words, "--radius", radius, "--json"))
    points = np.array(data["points"])
    assert [tuple(points[0, :2]), tuple(points[-1, :2])] == [start, goal]
    assert data["length"] == pytest.approx(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
    assert np.hypot(*(points[:, :2] - 4).T).min() >= radius - 1e-3
    shortest = around_corner(radius, away, along)
    assert shortest - 1e-6 <= data["length"] <= shortest * 1.001
    assert [room["name"] for room in data["rooms"]] == ["hall", "yard", "attic"]
    assert [(each["from"], each["to"]) for each in data["transitions"]] == [(0, 1), (1, 2)]
    assert data["faces"][0][0] == 0
    assert data["faces"][-1][0] == 2


def test_the_body_of_a_human_is_the_default(kotorlevel: InProcess, folder: Path) -> None:
    data = document(kotorlevel("path", folder, "1,3.5", "4.5,7", "--json"))
    assert data["radius"] == BODY
    assert data["length"] == pytest.approx(around_corner(BODY), rel=1e-3)


def test_a_straight_line(kotorlevel: InProcess, folder: Path) -> None:
    result = kotorlevel("path", folder, "1,1", "7,1")
    assert result.stdout.splitlines() == [
        "6.00 m from (1.00, 1.00) to (7.00, 1.00) for a body of 0.35 m radius.",
        "  through   hall → yard",
        "  turns     none: a straight line",
    ]


def test_many_turns_are_cut(kotorlevel: InProcess, tmp_path: Path) -> None:
    """Ten aisles, joined at alternate ends: two turns for each change."""
    lines = [".......", "######.", ".......", ".######"] * 4 + [".......", "######.", "......."]
    kl.write_walkmesh(from_plan(lines), tmp_path / "aisles.wok")
    result = kotorlevel("path", tmp_path / "aisles.wok", "0.5,0.5", "0.5,18.5", "--radius", "0")
    assert result.code == 0
    shown = [line for line in result.stdout.splitlines() if line.lstrip("turns ").startswith("(")]
    assert len(shown) == 12
    assert result.stdout.splitlines()[-1].strip() == "and 6 more (--json or -o FILE.obj has all)"


def from_plan(lines: list[str]) -> Walkmesh:
    """A floor of squares of 1 m where the plan has a dot; the first line is the southern one."""
    number: dict[tuple[int, int], int] = {}
    faces = []
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            if letter == ".":
                around = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
                a, b, c, d = (number.setdefault(corner, len(number)) for corner in around)
                faces += [(a, b, c), (a, c, d)]
    vertices = [(float(x), float(y), 0.0) for x, y in number]
    return Walkmesh.from_arrays(vertices, faces, [STONE] * len(faces))


def test_costs(station: Any) -> None:
    """The north-east of the hall is water: rather around it, as long as that is worth it."""
    asked = ("2,7", "9.5,4.5", "--radius", "0", "--json")
    straight = document(station(*asked))
    assert _in_water(straight) > 1
    for surface in ("water=50", "6=50"):
        dry = document(station(*asked, "--cost", surface))
        assert dry["costs"] == {"6": 50}
        assert _in_water(dry) == 0
        assert straight["length"] < dry["length"] < straight["length"] * 2
        assert dry["cost"] == pytest.approx(dry["length"])  # all of it on dry floor


def _in_water(data: dict[str, Any]) -> float:
    """Metres of a path inside of the water, by small steps."""
    metres = 0.0
    for a, b in pairwise(np.array(data["points"])):
        steps = a + (b - a) * (np.arange(1000)[:, None] + 0.5) / 1000
        wet = (steps[:, 0] > 6 + 1e-6) & (steps[:, 1] > 5 + 1e-6)
        metres += float(np.linalg.norm(b - a)) * float(wet.mean())
    return metres


# Places


@pytest.mark.parametrize(
    ("word", "kind", "index", "at"),
    [
        ("lone", "waypoint", 2, (5, 6)),
        ("waypoint:Lone", "waypoint", 2, (5, 6)),
        ("waypoint:1", "waypoint", 1, (7, 7)),
        ("guard", "creature", 0, (6, 2)),
        ("T_GUARD", "creature", 0, (6, 2)),
        ("Creature:0", "creature", 0, (6, 2)),
        ("hall", "waypoint", 3, (2, 3)),
        ("5,6", "point", None, (5, 6)),
        ("5;6;0", "point", None, (5, 6, 0)),
        ("5, 6", "point", None, (5, 6)),
    ],
)
def test_names(
    kotorlevel: InProcess,
    folder: Path,
    word: str,
    kind: str,
    index: int | None,
    at: tuple[float, ...],
) -> None:
    data = document(kotorlevel("path", folder, "1,1", word, "--json"))
    end = data["to"]
    assert (end["given"], end["kind"], end["index"]) == (word, kind, index)
    assert end["at"][: len(at)] == pytest.approx(at)
    assert end["away"] == pytest.approx(0)
    assert data["status"] == "ok"


@pytest.mark.parametrize("word", ["room:attic", "ATTIC", "room:2"])
def test_a_room_means_a_place_well_inside(kotorlevel: InProcess, folder: Path, word: str) -> None:
    end = document(kotorlevel("path", folder, word, "1,1", "--json"))["from"]
    x, y, z = end["at"]
    assert (end["kind"], end["index"], z) == ("room", 2, 0)
    assert min(x - 4, 8 - x, 8 - y) >= 1


def test_things_in_a_wall_or_in_the_way(station: Any) -> None:
    """The exit is in the western wall, the crate has sides of 1 m."""
    data = document(station("entry", "exit", "--json"))
    assert data["from"]["kind"] == "entry"
    assert data["to"]["away"] == pytest.approx(BODY, abs=2e-3)
    assert data["to"]["at"][:2] == pytest.approx([BODY, 4], abs=2e-3)
    assert document(station("entry", "crate", "--json"))["to"]["away"] == pytest.approx(0)
    beside = document(station("entry", "crate", "--placeables", "--json"))
    assert beside["to"]["away"] == pytest.approx(0.5 + BODY, abs=2e-3)
    assert "0.85 m from placeable crate" in station("entry", "crate", "--placeables").stdout


def test_before_a_closed_door_one_stands_on_ones_own_side(station: Any) -> None:
    for start, side in (("entry", -1), ("room:station_store", 1)):
        data = document(station(start, "gate", "--doors", "closed", "--json"))
        assert data["status"] == "ok"
        assert data["doors_closed"] is None
        assert (data["to"]["at"][0] - 24) * side > 0
        back = document(station("gate", start, "--doors", "closed", "--json"))
        assert back["length"] == pytest.approx(data["length"], abs=1e-6)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["twin", "1,1"], "twin: 2 waypoints have this name; say which: waypoint:0 at (1.0, 1.0)"),
        (["gard", "1,1"], "gard: there is no place of this name. Did you mean 'Guard'"),
        (["room:atic", "1,1"], "there is no room of this name. Did you mean 'attic'?"),
        (["waypoint:4", "1,1"], "there is no waypoint 4; they go from 0 to 3"),
        (["door:0", "1,1"], "door:0: no doors are known here"),
        (["waypoint:zzz", "1,1"], "there are twin, Lone and hall"),
        (["qqqqqq", "1,1"], "write X,Y, entry, a tag, door:N or room:NAME"),
        (["entry", "1,1"], "entry: no module is known here"),
        (["1,1"], "Missing argument TO"),
        (["1", "1"], "Missing argument TO"),
        ([], "Missing arguments FROM and TO"),
        (["1", "2", "3", "4", "5"], "5 numbers: 1 2 3 4 5 may be X,Y and X,Y,Z"),
        (["1,1", "2,2", "3,3"], "these are 3 words"),
        (["1,x", "2,2"], "1,x: 'x' is not a number; write X,Y or X,Y,Z"),
        (["1,2,3,4", "2,2"], "1,2,3,4: 4 numbers"),
        (["1,nan", "2,2"], "'nan' is not a number"),
        (["-inf,1", "2,2"], "'-inf' is not a number"),
        (["1,1e39", "2,2"], "too large"),
        (["1,1", "2,2", "--radius", "-1"], "a body has a radius from 0 to 10 m"),
        (["1,1", "2,2", "--radius", "x"], "'x' is not a number"),
        (["1,1", "2,2", "--radius", "0,5"], "write a point, not a comma (0.5)"),
        (["1,1", "2,2", "--cost", "stone"], "write MATERIAL=FACTOR, as water=5"),
        (["1,1", "2,2", "--cost", "ston=2"], "there is no surface 'ston'. Did you mean 'Stone'"),
        (["1,1", "2,2", "--cost", "stone=-1"], "the factor must be from 0.001"),
        (["1,1", "2,2", "--cost", "99999999999=2"], "there is no surface 99,999,999,999"),
        (["1,1", "2,2", "--cost", "31=2"], "there is no surface 31; there are 0 to 30"),
        (["1,1", "2,2", "--closed", "gate"], "no doors are known here"),
        (["1,1", "2,2", "--doors", "closed", "--closed", "gate"], "leave --closed out"),
        (["1,1", "2,2", "--raduis", "1"], "No such option"),
    ],
)
def test_mistakes(kotorlevel: InProcess, folder: Path, words: list[str], message: str) -> None:
    result = kotorlevel("path", folder, *words)
    assert (result.code, result.stdout) == (2, "")
    assert message in " ".join(result.stderr.split())


def test_places_below_zero(kotorlevel: InProcess, tmp_path: Path) -> None:
    """Also apart, as PowerShell hands them over, and with the options anywhere."""
    file = tmp_path / "low.wok"
    kl.write_walkmesh(floor(-5, -5, 10, 10, -2), file)
    for words in (
        ["-3,2", "4,-1"],
        ["-3", "2", "4", "-1"],
        ["--radius", "0.1", "-3,2,-2", "4,-1,-2.5"],
        ["-3,2", "--radius", "0", "4,-1"],
        ["-3", "2", "-2", "4", "-1", "-2"],
    ):
        data = document(kotorlevel("path", file, *words, "--json"))
        assert data["length"] == pytest.approx(math.hypot(7, 3))
        assert [point[2] for point in data["points"]] == pytest.approx([-2, -2])


@pytest.mark.parametrize(
    ("words", "places"),
    [
        (["entry", "1,2"], ("entry", "1,2")),
        (["1", "2", "entry"], ("1,2", "entry")),
        (["entry", "1", "2", "3"], ("entry", "1,2,3")),
        (["1", "2", "3", "4,5"], ("1,2,3", "4,5")),
        (["\0-1", "\0-2", "\0-3", "\0-4"], ("-1,-2", "-3,-4")),
    ],
)
def test_splitting(words: list[str], places: tuple[str, str]) -> None:
    assert split_places(words) == places


def test_the_order_of_words(kotorlevel: InProcess, folder: Path) -> None:
    for words, message in (
        (["1,1", "2,2"], "AREA is missing: kotorlevel path AREA 1,1 2,2"),
        (["-1,1", "2,2"], "AREA is missing: kotorlevel path AREA -1,1 2,2"),
        (["1,1", "2,2", folder], "AREA comes first: kotorlevel path"),
        (["", "1,1", "2,2"], "AREA is empty"),
    ):
        result = kotorlevel("path", *words)
        assert result.code == 2
        assert message in " ".join(result.stderr.split())


# Why there is none


@pytest.mark.parametrize(
    ("start", "goal", "status", "text"),
    [
        ("20,1", "1,1", "start-off-floor", "the start is off the floor"),
        ("1,1", "4,20", "goal-off-floor", "the goal is off the floor"),
        ("0.1,1", "3,1", "start-blocked", "the start (0.10, 1.00, 0.00) is 0.10 m from a wall"),
        ("3,1", "3,0.2", "goal-blocked", "the goal (3.00, 0.20, 0.00) is 0.20 m from a wall"),
    ],
)
def test_no_path(
    kotorlevel: InProcess, folder: Path, start: str, goal: str, status: str, text: str
) -> None:
    data = document(kotorlevel("path", folder, start, goal, "--json"))
    assert data["status"] == status
    assert data["reason"].startswith(text)
    assert (data["length"], data["points"], data["rooms"]) == (None, [], [])
    assert data["nearest"]["distance"] > 0
    result = kotorlevel("path", folder, start, goal)
    assert result.code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("No path from (")
    assert lines[1].startswith(f"  why       {text}")
    if status.endswith("-blocked"):  # the end is too close to a wall, the way itself is wide
        assert "passage" not in result.stdout
        assert lines[-1].strip() == "give a place with more room about it, or a smaller --radius"


def test_what_to_do_names_commands_that_work(kotorlevel: InProcess, folder: Path) -> None:
    for goal, begin, verb in (
        ("4,20", "what is there:", "query"),
        ("1,6", "all that is cut off, and what mends it:", "reach"),
    ):
        text = kotorlevel("path", folder, "1,1", goal).stdout
        before, _, command = text.rpartition("kotorlevel ")
        assert before.split("\n")[-2 if before.endswith(" " * 12) else -1].strip() == begin
        assert command.startswith(f'{verb} "{folder}" ')
        words = command.replace(f'"{folder}"', "FOLDER").split()
        assert kotorlevel(*(folder if word == "FOLDER" else word for word in words)).code == 0


def test_what_really_parts_the_goal_from_the_start(kotorlevel: InProcess, folder: Path) -> None:
    """The store meets the hall without a link; a body stops before the wall between them."""
    result = kotorlevel("path", folder, "1,1", "1,6")
    assert result.code == 1
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert lines[:4] == [
        "No path from (1.00, 1.00) to (1.00, 6.00) for a body of 0.35 m radius.",
        "why       hall and store meet at (2.0, 4.0), but there is no link [ARE010]",
        f'fix: kotorlevel link "{folder}" --in-place',
        "nearest   (1.00, 3.65, 0.00) in hall: nearer to the goal one cannot come; "
        "2.35 m are left as the",
    ]
    data = document(kotorlevel("path", folder, "1,1", "1,6", "--json"))
    assert data["reason"].startswith("no way leads there for a body of 0.35 m; the nearest place")
    (cause,) = data["causes"]
    assert (cause["kind"], cause["rule"], cause["rooms"]) == ("no-link", "ARE010", [0, 3])
    assert cause["edges"] == [[[0, 4]], [[3, 0]]]  # the north of the hall, the south of the store
    assert cause["remedy"] == f'kotorlevel link "{folder}" --in-place'
    assert kotorlevel("link", folder, "--in-place").code == 0
    assert document(kotorlevel("path", folder, "1,1", "1,6", "--json"))["status"] == "ok"


def test_causes_in_the_order_of_the_way(kotorlevel: InProcess, tmp_path: Path) -> None:
    """Four rooms in a row: a missing link, a gap of 3 cm, and a link that leads back only."""
    rooms = {
        "one": floor(),
        "two": floor(4),
        "three": floor(8.03),
        "four": floor(12.03, west=2),
    }
    write_folder(tmp_path, make_area(rooms))
    there = document(kotorlevel("path", tmp_path, "1,1", "14,1", "--json"))["causes"]
    assert [(cause["kind"], cause["rule"]) for cause in there] == [
        ("no-link", "ARE010"),
        ("gap", "ARE005"),
        ("one-way", "ARE003"),
    ]
    assert there[2]["text"] == "three edge 1 at (12.0, 2.0) has no link to four [ARE003]"
    back = document(kotorlevel("path", tmp_path, "14,1", "1,1", "--json"))["causes"]
    assert [cause["kind"] for cause in back] == ["gap", "no-link"]  # four leads to three
    text = kotorlevel("path", tmp_path, "1,1", "14,1").stdout
    assert text.count("and then") == 2
    # The missing link and the one that leads back only are mended by the same command, told once.
    assert len([line for line in text.splitlines() if line.endswith(" --in-place")]) == 1


def test_a_step_at_a_link_is_told(kotorlevel: InProcess, tmp_path: Path) -> None:
    """Over 50 cm up and 20 cm down; 9 cm are not worth a word."""
    rooms = {
        "low": floor(east=1),
        "high": floor(4, z=0.5, west=0, east=2),
        "mid": floor(8, z=0.3, west=1, east=3),
        "end": floor(12, z=0.21, west=2),
    }
    write_folder(tmp_path, make_area(rooms))
    data = document(kotorlevel("path", tmp_path, "1,2", "15,2", "--json"))
    assert [(step["from"], step["to"]) for step in data["steps"]] == [(0, 1), (1, 2)]
    assert [step["rise"] for step in data["steps"]] == pytest.approx([0.5, -0.2])
    assert data["steps"][1]["at"] == pytest.approx([8, 2, 0.5])
    text = " ".join(kotorlevel("path", tmp_path, "1,2", "15,2").stdout.split())
    assert "note crosses a step of 50.0 cm up from low to high at (4.00, 2.00) [ARE005]" in text
    assert "crosses a step of 20.0 cm down from high to mid at (8.00, 2.00) [ARE005]" in text
    assert text.count("crosses a step") == 2
    back = document(kotorlevel("path", tmp_path, "15,2", "1,2", "--json"))
    assert [step["rise"] for step in back["steps"]] == pytest.approx([0.2, -0.5])


def test_steps_follow_the_slope_of_the_floors(kotorlevel: InProcess, tmp_path: Path) -> None:
    """A ramp that ends 30 cm above the next room, and one that ends at its height."""
    for rise, steps in ((0.3, [-0.3]), (0.0, [])):
        ramp = floor(-10, width=14, z=-1, rise=1 + rise, east=1)
        write_folder(tmp_path, make_area({"ramp": ramp, "yard": floor(4, west=0)}))
        data = document(kotorlevel("path", tmp_path, "-9,2,-1", "7,2", "--json"))
        assert [step["rise"] for step in data["steps"]] == pytest.approx(steps, abs=1e-6)


def test_lines_are_as_long_as_those_of_reports(kotorlevel: InProcess, folder: Path) -> None:
    """But for commands, which are copied."""
    for words in (("1,1", "1,6"), ("20,1", "1,1"), ("1,1", "7,7"), ("0.1,1", "3,1")):
        for line in kotorlevel("path", folder, *words).stdout.splitlines():
            assert len(line) <= 100 or line.strip().removeprefix("fix: ").startswith("kotorlevel ")


def test_unreachable_names_the_nearest_place(kotorlevel: InProcess, folder: Path) -> None:
    """The store begins at y = 4; from below one comes as near as that."""
    asked = ("path", folder, "1,1", "1,6", "--radius", "0", "--json")
    data = document(kotorlevel(*asked))
    assert data["nearest"]["at"] == pytest.approx([1, 4, 0])
    assert data["nearest"]["distance"] == pytest.approx(2)
    assert (data["blocker"]["kind"], data["blocker"]["room"], data["blocker"]["edge"]) == (
        "wall",
        0,
        4,  # see `areas.floor`: its north
    )


def test_closed_doors(station: Any) -> None:
    for options in (["--doors", "closed"], ["--closed", "gate"], ["--closed", "Door:0"]):
        data = document(station("entry", "room:station_store", *options, "--json"))
        assert data["status"] == "blocked-by-door"
        blocker = data["blocker"]
        assert (blocker["kind"], blocker["name"], blocker["index"]) == ("door", "gate", 0)
        text = " ".join(station("entry", "room:station_store", *options).stdout.split())
        x, y, z = blocker["at"]
        assert f"the door gate (door:0) is closed, at ({x:.2f}, {y:.2f}, {z:.2f})" in text
        assert f"to open it leave out {' '.join(options).lower()}" in text
        assert ("all doors are open" in text) is (options[0] == "--doors")
    assert document(station("entry", "room:station_store", "--closed", "hatch", "--json"))
    text = station("entry", "room:station_store", "--closed", "hatch", "--closed", "gate").stdout
    assert "leave out --closed gate" in text  # the hatch is not in the way
    assert "hatch" not in text
    result = station("entry", "room:station_store", "--closed", "gat")
    assert result.code == 2
    assert "--closed: there is no door 'gat'; there is gate" in result.stderr


def test_doors_on_the_way(station: Any) -> None:
    """To the store through the gate, to the view through the hatch; never both, see the plan."""
    for goal, doors in (
        ("room:station_store", [{"index": 0, "name": "gate"}]),
        ("room:station_view", [{"index": 1, "name": "hatch"}]),
        ("17.5,4", []),
        ("gate", []),
    ):
        assert document(station("entry", goal, "--json"))["doors"] == doors
    result = station("room:station_view", "room:station_store")
    assert "  doors     hatch (door:1) and gate (door:0)" in result.stdout.splitlines()


def test_a_body_too_wide(station: Any) -> None:
    """The doorways are 2 m wide, and the leaf of the open gate takes 0.1 m of its own."""
    fits = document(station("entry", "room:station_store", "--radius", "0.93", "--json"))
    assert fits["status"] == "ok"
    data = document(station("entry", "room:station_store", "--radius", "0.97", "--json"))
    assert data["status"] == "unreachable"
    assert 20 < data["thinner_length"] < 35
    text = station("entry", "room:station_store", "--radius", "0.97").stdout
    assert "a passage on the way is too narrow" in text
    assert "--radius 0" in text


# The game's planner


def test_like_the_game(station: Any) -> None:
    data = document(station("2,2", "20.5,4", "--like-game", "--json"))
    assert data["game"]["stage"] == "path-points"
    assert data["game"]["path_points"] == [0, 1, 2]
    data = document(station("1,1", "9,1", "--like-game", "--json"))
    assert (data["game"]["stage"], data["game"]["length"]) == ("straight", pytest.approx(8))
    assert "walks the same way" in station("1,1", "9,1", "--like-game").stdout


def test_the_game_may_fail_where_there_is_a_way(kotorlevel: InProcess, folder: Path) -> None:
    result = kotorlevel("path", folder, "1,3.5", "4.5,7", "--like-game")
    assert result.code == 1
    assert "the game  finds no way: the straight line is blocked" in result.stdout
    data = json.loads(kotorlevel("path", folder, "1,1", "4.5,7", "--like-game", "--json").stdout)
    validate(data, SCHEMA)
    assert (data["status"], data["game"]["found"]) == ("ok", False)


# Files


def test_obj(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "way.obj"
    asked = ("path", folder, "1,3.5", "4.5,7", "--radius", "0", "-o", target)
    result = kotorlevel(*asked)
    assert result.stdout.splitlines()[-1].startswith(f"wrote {target} (")
    lines = target.read_text(encoding="ascii").splitlines()
    points = [[float(word) for word in line.split()[1:]] for line in lines if line[:2] == "v "]
    assert points == [[1, 3.5, 0], [4, 4, 0], [4.5, 7, 0]]
    assert [line for line in lines if line[:2] == "l "] == ["l 1 2 3"]
    before = target.read_bytes()

    refused = kotorlevel(*asked)
    assert (refused.code, refused.stdout) == (2, "")
    assert "exists already; add --force" in refused.stderr
    other = ("path", folder, "1,1", "2,2", "-o", target, "--force", "--json")
    result = kotorlevel(*other)
    assert document(result)["status"] == "ok"  # and nothing but JSON there
    assert "wrote" in result.stderr
    assert target.read_bytes() != before


def test_no_path_no_file(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "way.obj"
    result = kotorlevel("path", folder, "1,1", "1,6", "-o", target)
    assert result.code == 1
    assert "not written, because there is no path" in result.stderr
    assert not target.exists()
    for bad, message in ((tmp_path, "is a folder"), (tmp_path / "way.txt", "must end in .obj")):
        result = kotorlevel("path", folder, "1,1", "2,2", "-o", bad)
        assert result.code == 2
        assert message in result.stderr


def test_one_room(kotorlevel: InProcess, tmp_path: Path) -> None:
    file = tmp_path / "cell.wok"
    kl.write_walkmesh(floor(), file)
    for named in (file, tmp_path):
        data = document(kotorlevel("path", named, "1,1", "3,1", "--json"))
        assert (data["area"], data["length"]) == ("cell", pytest.approx(2))
        assert data["rooms"] == [{"index": 0, "name": "cell"}]
    assert kotorlevel("path", file, "room:CELL", "1,1").code == 0
    for words, message in (
        (["gate", "1,1"], "a single walkmesh knows no names but room:cell"),
        (["1,1", "2,2", "--doors", "closed"], "is one walkmesh; --doors, --closed and"),
    ):
        result = kotorlevel("path", file, *words)
        assert result.code == 2
        assert message in result.stderr


def test_what_is_no_area(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (tmp_path / "text.txt").write_text("hello")
    (folder / "lab.lyt").unlink()
    for path, message in (
        (tmp_path / "absent", "no such file"),
        (empty, "no layout (.lyt) and no room walkmesh (.wok) in this folder"),
        (folder, "4 rooms, but no layout (.lyt) that says which of them are neighbours"),
        (tmp_path / "text.txt", "this is no walkmesh"),
    ):
        result = kotorlevel("path", path, "1,1", "2,2")
        assert (result.code, result.stdout) == (2, "")
        assert message in result.stderr


def test_rooms_that_are_not_here(kotorlevel: InProcess, folder: Path) -> None:
    (folder / "yard.wok").unlink()
    result = kotorlevel("path", folder, "1,1", "5,6")
    assert result.code == 1
    assert "1 of 4 rooms without a walkmesh here" in result.stderr
    assert "hall edge 1 at (4.0, 2.0) leads to yard, whose walkmesh is not here [ARE009]" in (
        result.stdout
    )
    assert "add the walkmesh of yard (.wok), or give the whole game: --game DIR" in result.stdout
    result = kotorlevel("path", folder, "1,1", "1,6")
    assert "a way may lead through" not in result.stdout  # a fault is there, and named
    result = kotorlevel("path", folder, "1,1", "6,2")
    assert "it may be in the room that is not here" in result.stdout
    result = kotorlevel("path", folder, "1,1", "room:yard")
    assert result.code == 2
    assert "room yard: its walkmesh is not here; add yard.wok" in result.stderr
    for file in folder.glob("*.wok"):
        file.unlink()
    result = kotorlevel("path", folder, "1,1", "2,2")
    assert result.code == 2
    assert "none of its rooms has a walkmesh here; looked for hall, yard" in result.stderr


def test_a_reader_that_goes_away(folder: Path) -> None:
    result = run("path", folder, "1,1", "4.5,7", "--json", close_stdout=True)
    assert "Traceback" not in result.stderr


# For people


def test_notes_that_say_the_same() -> None:
    notes = [f"door {n} (gate): there is no x{n}.dwk: it is no obstacle" for n in range(5)]
    assert list(shorten_notes(["one", *notes, "one", "two: three"])) == [
        "one",
        f"{notes[0]} (so it is with 4 more; --json has all)",
        "two: three",
    ]


# The corpus


@needs_corpus
def test_a_real_area(kotorlevel: InProcess) -> None:
    """Every room of the Black Vulkar base leads to every other, over links that its files have."""
    area = kl.load_area(CORPUS / "area_m10aa")
    rooms = [room for room in area.rooms if room.mesh is not None]
    assert len(rooms) == 8
    for room in rooms[1:]:
        words = (f"room:{rooms[0].name}", f"room:{room.name}")
        data = document(kotorlevel("path", CORPUS / "area_m10aa", *words, "--json"))
        assert data["status"] == "ok"
        assert [data["rooms"][0]["index"], data["rooms"][-1]["index"]] == [
            rooms[0].index,
            room.index,
        ]
        for step in data["transitions"]:
            mesh = area.rooms[step["from"]].mesh
            assert mesh is not None
            assert step["to"] in mesh.transitions


@needs_corpus
def test_real_names(kotorlevel: InProcess) -> None:
    """Two doors of the same room, a terminal, and an entry in a room that is not in the corpus."""
    asked = ("path", CORPUS / "area_m10aa", "--module", CORPUS / "archives" / "tar_m10aa.mod")
    data = document(kotorlevel(*asked, "door:9", "TAR10_elev03", "--json"))
    assert (data["from"]["index"], data["to"]["index"]) == (9, 16)
    assert [door["index"] for door in data["doors"]] == [22]
    plan = math.dist((173.104, 115.061), (196.18, 144.339))
    assert plan < data["length"] < 2 * plan
    result = kotorlevel(*asked, "ptar_secdoor", "door:9")
    assert result.code == 2
    assert "20 doors have this name; say which: door:0 at (153.2, 57.0)" in result.stderr
    data = document(kotorlevel(*asked, "entry", "door:9", "--json"))
    assert data["status"] == "start-off-floor"
    data = document(kotorlevel(*asked, "door:9", "door:16", "--doors", "closed", "--json"))
    assert data["status"] == "blocked-by-door"
    assert len(data["notes"]) >= 24


@needs_corpus
def test_a_real_door_of_twenty_with_one_name(kotorlevel: InProcess) -> None:
    asked = ("path", CORPUS / "area_m10aa", "--module", CORPUS / "archives" / "tar_m10aa.mod")
    area = kl.load_area(CORPUS / "area_m10aa", module=CORPUS / "archives" / "tar_m10aa.mod")
    ends = ("room:m10aa_05a", "room:m10aa_06a")
    for options in (["--doors", "closed"], ["--closed", "ptar_secdoor"], ["--closed", "door:11"]):
        blocker = document(kotorlevel(*asked, *ends, *options, "--json"))["blocker"]
        assert (blocker["name"], blocker["index"]) == ("ptar_secdoor", 11)
        assert blocker["at"] == list(area.doors[11].position)
        text = " ".join(kotorlevel(*asked, *ends, *options).stdout.split())
        assert "the door ptar_secdoor (door:11) is closed, at (173.10, 125.19, 2.25)" in text
        named = sum(door.tag == "ptar_secdoor" for door in area.doors)
        assert (f"all {named} doors of this name are open" in text) is ("ptar_secdoor" in options)
