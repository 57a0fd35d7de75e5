"""``kotorlevel path`` on areas made in code, in a made game, and on real files."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kotorlevel as kl
import sample_area
from areas import QUARTER, floor, make_area, make_door, write_folder
from cli.in_process import InProcess
from command import Result, run
from corpus import CORPUS, ROOT, needs_corpus
from installation import make_installation
from kotorlevel.cli.path_doors import find_doors_passed
from kotorlevel.cli.path_names import Named
from kotorlevel.cli.path_notes import shorten_notes
from kotorlevel.cli.path_simplify import simplify
from kotorlevel.cli.path_standing import find_standing
from kotorlevel.cli.path_words import split_places
from kotorlevel.formats.gff import Gff, GffType, Struct
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.nav.navigator import Navigator

SCHEMA = json.loads((ROOT / "docs" / "schema" / "path.schema.json").read_text(encoding="utf-8"))
BODY = 0.35
STONE, WATER = 4, 6


@pytest.fixture
def kotorlevel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> InProcess:
    return InProcess(monkeypatch, capsys)


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
    jsonschema.validate(data, SCHEMA)
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
        ("1,1", "1,6", "unreachable", "no way leads there for a body of 0.35 m"),
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
    for goal, begin in (
        ("4,20", "what is there: kotorlevel query "),
        ("1,6", "what is cut off, and what mends it: kotorlevel reach "),
    ):
        last = kotorlevel("path", folder, "1,1", goal).stdout.splitlines()[-1].strip()
        assert last.startswith(f'{begin}"{folder}" ')
        command = last.partition(": kotorlevel ")[2].replace(f'"{folder}"', "FOLDER").split()
        words = [str(folder) if word == "FOLDER" else word for word in command]
        assert kotorlevel(*words).code == 0


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
        assert (data["blocker"]["kind"], data["blocker"]["name"]) == ("door", "gate")
        result = station("entry", "room:station_store", *options)
        assert "the door gate is closed" in result.stdout
        assert f"leave out {options[0] if options[0] == '--doors' else 'its --closed'}" in (
            result.stdout
        )
    assert document(station("entry", "room:station_store", "--closed", "hatch", "--json"))
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


def test_which_doors_a_path_goes_through() -> None:
    """One in the middle of the hall, then one at the link; a third beside the way."""
    doors = [
        make_door((4, 2, 0), QUARTER, index=0, tag="link"),
        make_door((2, 2, 0), QUARTER, index=1, tag="middle"),
        make_door((6, 3.5, 0), 0.0, index=2, tag="beside"),
    ]
    area = make_area({"hall": floor(east=1), "yard": floor(4, west=0)}, doors=doors)
    navigator = Navigator(area, fast=False)

    def passed(start: tuple[float, float], goal: tuple[float, float]) -> list[str]:
        path = navigator.path(start, goal)
        assert path.ok
        return [door.tag for door in find_doors_passed(path, area, navigator.floor)]

    assert passed((0.5, 2), (7.5, 2)) == ["middle", "link"]
    assert passed((7.5, 2), (0.5, 2)) == ["link", "middle"]
    assert passed((3, 1.5), (3, 3)) == []
    assert passed((7.5, 2.8), (4.3, 2.8)) == []


def test_a_thing_upstairs() -> None:
    area = make_area({"low": floor(), "high": floor(z=5)})
    navigator = Navigator(area, fast=False)
    for z in (5.3, 5.0, -0.4):
        (point,) = find_standing(navigator.floor, Named("waypoint", 0, ("up",), (2, 2, z)), 0.0)
        assert point == pytest.approx((2, 2, 5 if z > 1 else 0))


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
    jsonschema.validate(data, SCHEMA)
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
    assert "a way may lead through the room that is not here" in result.stdout
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


@given(
    st.lists(st.tuples(*[st.floats(-9, 9, width=32)] * 3), min_size=2, max_size=30),
    st.floats(0, 3),
)
def test_a_simple_line_is_near_all_points(
    points: list[tuple[float, float, float]], within: float
) -> None:
    line = simplify(np.array(points), within)
    assert line[0].tolist() == list(points[0])
    assert line[-1].tolist() == list(points[-1])
    kept = line.tolist()
    for point in points:
        gaps = [_gap(np.array(point), a, b) for a, b in pairwise(line)]
        assert list(point) in kept or min(gaps) <= within + 1e-6


def _gap(point: Any, a: Any, b: Any) -> float:
    """Metres from a point to a segment, by trying points of it, then those about the best."""
    low, high = 0.0, 1.0
    for _ in range(8):
        parts = np.linspace(low, high, 21)
        away = np.linalg.norm(a + (b - a) * parts[:, None] - point, axis=1)
        best, step = parts[np.argmin(away)], (high - low) / 20
        low, high = max(best - step, 0.0), min(best + step, 1.0)
    return float(away.min())


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
