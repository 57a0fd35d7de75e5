"""The rules about areas and placed objects: found where they should be, silent elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.install.modules import ModuleInfo
from kotorlevel.area.load import load_area
from kotorlevel.checks.files import run_rules
from kotorlevel.checks.finding import Finding, Severity, severity_of
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import all_rules
from kotorlevel.checks.run import check
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.core.resource import EMPTY_NAME
from support import sample_area
from support.areas import (
    LEAF,
    NONWALK,
    floor,
    make_area,
    make_door,
    make_placeable,
    plate,
    write_folder,
)
from support.cases.area_case import FILE, Case
from support.cases.areas import CASES
from support.corpus import CORPUS, needs_corpus
from support.installation import make_installation

OURS = tuple(CASES)
FIXED = {
    **dict.fromkeys(("ARE003", "ARE004", "ARE010", "ARE011", "VIS010"), "safe"),
    **dict.fromkeys(("PTH002", "PTH005", "PTH006", "PTH008"), "safe"),
    **dict.fromkeys(("ARE005", "ARE013", "OBJ009", "OBJ010", "PTH001", "PTH004"), "unsafe"),
    **dict.fromkeys(("MAP001", "MAP002", "MAP004"), "unsafe"),
    **dict.fromkeys(("OBJ013", "OBJ014", "OBJ016"), "unsafe"),
}
"""Rules whose findings `fix` repairs: what follows from the shapes; unasked, what moves nothing."""


def found(area: Area, *rules: str, **options: object) -> list[Finding]:
    wanted = Options(select=rules or OURS, **options)  # type: ignore[arg-type]
    return run_rules([AreaSubject(FILE, area)], wanted, FILE)


def each(is_bad: bool) -> pytest.MarkDecorator:
    """Every rule with each of its bad or good cases."""
    return pytest.mark.parametrize(
        ("rule", "case"),
        [
            pytest.param(rule, case, id=f"{rule}-{case.name}")
            for rule, cases in CASES.items()
            for case in cases
            if bool(case.found) is is_bad
        ],
    )


@each(True)
def test_bad_is_found(rule: str, case: Case) -> None:
    findings = found(case.build(), rule)
    assert [(f.severity, f.text) for f in findings] == [(w.severity, w.text) for w in case.found]
    for finding, wanted in zip(findings, case.found, strict=True):
        assert (finding.place, finding.numbers) == (wanted.place, wanted.numbers)
        assert finding.file == wanted.file
        if wanted.at is None:
            assert finding.at is None
        else:
            assert finding.at == pytest.approx(wanted.at, abs=1e-6)


@each(False)
def test_good_is_silent(rule: str, case: Case) -> None:
    assert found(case.build(), rule) == []


def test_link_out_of_range_is_fixed_where_the_edge_meets_a_room() -> None:
    area = make_area({"hall": floor(east=7, north=9), "yard": floor(4, west=1)})
    fixes = {f.numbers: f.fix for f in found(area, "ARE004")}
    assert fixes == {(1,): "safe", (4,): "", (5,): "safe"}
    cutscene = make_area({"hall": floor(east=7), "yard": floor(4)}, name="stunt_01")
    assert [f.fix for f in found(cutscene, "ARE004")] == [""]


def test_every_rule_on_areas_has_cases() -> None:
    on_areas = {rule.id for rule in all_rules().values() if rule.subject is AreaSubject}
    assert set(CASES) == on_areas
    for cases in CASES.values():
        assert {bool(case.found) for case in cases} == {True, False}


@pytest.mark.parametrize("rule", CASES)
def test_documentation(rule: str) -> None:
    entry = all_rules()[rule]
    what, why, how = entry.doc.split("\n\n")
    assert re.fullmatch(r"[A-Z][^\n]+\.", what)
    assert why.startswith("Why it matters: ")
    assert how.startswith("How to fix: ")
    assert rule not in entry.doc
    assert entry.fix == FIXED.get(rule, "")


def test_a_table_of_the_user_decides_what_is_floor() -> None:
    surfaces = kl.Materials.preset("kotorblender")
    (number,) = {n for n in range(16, 23) if surfaces.walkable([n])[0]} & {20}
    area = make_area({"hall": floor(), "loft": floor(z=3, material=number)}, entry=(5, 2, 0))
    yard = make_area({"hall": floor(), "yard": floor(4, material=number)}, entry=(5, 2, 0))
    assert not found(area, "ARE002")
    assert found(area, "ARE002", surfaces=surfaces)
    assert found(yard, "ARE007")
    assert not found(yard, "ARE007", surfaces=surfaces)


def test_many_overlaps_are_counted() -> None:
    """Six rooms over each other are fifteen pairs."""
    area = make_area({f"r{n}": floor(z=n) for n in range(6)})
    findings = found(area, "ARE002")
    assert len(findings) == 13
    assert {len(finding.numbers) for finding in findings[:-1]} == {2}
    assert all("16.00 m²" in finding.text for finding in findings[:-1])
    assert findings[-1].text == "3 more pairs of rooms overlap"
    assert len({finding.numbers for finding in findings[:-1]}) == 12


def test_the_largest_overlap_comes_first() -> None:
    area = make_area({"a": floor(), "b": floor(3, z=1), "c": floor(5, z=2)})
    assert [finding.numbers for finding in found(area, "ARE002")] == [(1, 2), (0, 1)]


def test_a_crowd_of_rooms_is_told() -> None:
    """So many stacked floors that nobody can compare all: not silence, but a finding."""
    area = make_area({f"r{n}": grid(7, 2.5) for n in range(120)})
    findings = found(area, "ARE002")
    assert findings
    assert all(finding.severity is Severity.WARNING for finding in findings)


def grid(cells: int, size: float, x: float = 0, y: float = 0) -> kl.Walkmesh:
    """A floor of so many cells, each in two faces, along and across."""
    line = range(cells + 1)
    vertices = [(x + size * i, y + size * j, 0) for j in line for i in line]
    faces: list[tuple[int, ...]] = []
    for j in range(cells):
        for i in range(cells):
            a = j * (cells + 1) + i
            b = a + cells + 1
            faces += [(a, a + 1, b + 1), (a, b + 1, b)]
    return kl.Walkmesh.from_arrays(vertices, faces, [4] * len(faces))


# Loaded from disk


def test_unreadable_files_beside_a_layout(tmp_path: Path) -> None:
    path = write_folder(
        tmp_path, make_area({"hall": floor(), "yard": floor(4)}), git=b"GIT V9.9", pth=b""
    )
    (tmp_path / "surfacemat.2da").write_bytes(b"2DA V9")
    (tmp_path / "yard.wok").write_bytes(b"BWM V9.9")
    area = load_area(path)
    findings = found(area, "ARE008")
    files = {finding.file.rpartition("/")[2] for finding in findings}
    assert files == {"lab.git", "lab.pth", "surfacemat.2da"}
    assert {finding.severity for finding in findings} == {Severity.ERROR}
    # The walkmesh is told by the rule on files, and once.
    report = check(area, Options(select=("FIL001", "ARE008")))
    assert [f.rule for f in report.findings if f.file.endswith("yard.wok")] == ["FIL001"]


def test_copies_in_one_folder(tmp_path: Path) -> None:
    write_folder(tmp_path, make_area({"hall": floor(), "yard": floor(4)}))
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "hall.wok").write_bytes(floor(z=9).to_bytes())
    (tmp_path / "old" / "yard.wok").write_bytes((tmp_path / "yard.wok").read_bytes())
    (finding,) = found(load_area(tmp_path), "ARE006")
    assert finding.severity is Severity.WARNING
    here = tmp_path.as_posix()
    assert finding.text == f"{here} holds 1 file more than once: hall.wok; {here}/hall.wok counts"


def test_in_an_installation(tmp_path: Path) -> None:
    """A game with everything but what its plan says is missing: the sky, the arch, the sign."""
    game = make_installation(tmp_path / "game", shadowed=True)
    area = load_area(game.folder, module=sample_area.MODULE)
    report = check(area, Options(select=OURS))
    assert not report.at_least(Severity.ERROR)
    (shadowed,) = report.of_rule("ARE006")
    assert shadowed.text == "Override wins over data/models.bif in 1 file: station_hall.wok"
    sky = sample_area.ROOMS.index("station_sky")
    (missing,) = report.of_rule("ARE001")
    assert (missing.severity, missing.numbers) == (Severity.WARNING, (sky,))
    arch = [n for n, door in enumerate(sample_area.DOORS) if door.model == "station_arch"]
    doors = [f for f in report.of_rule("OBJ005") if f.place == "door"]
    assert [finding.numbers for finding in doors] == [tuple(arch)]
    assert "walkmesh" in doors[0].text
    assert not report.of_rule("OBJ007")


# The corpus


@pytest.fixture(scope="module")
def real_area() -> Area:
    """A part of a real area, with the module it belongs to."""
    return load_area(CORPUS / "area_m10aa", module=CORPUS / "archives" / "tar_m10aa.mod")


@needs_corpus
def test_real_area_is_sound(real_area: Area) -> None:
    """Eight of seventeen rooms are there, and nothing is wrong with them."""
    report = check(real_area, Options(select=OURS))
    assert not report.at_least(Severity.WARNING)
    assert {finding.rule for finding in report.findings} == {"ARE001", "ARE009"}


@needs_corpus
def test_missing_rooms_of_a_real_area(real_area: Area) -> None:
    there = {path.stem.lower() for path in (CORPUS / "area_m10aa").glob("*.wok")}
    names = [room.name.lower() for room in real_area.layout.rooms]
    missing = tuple(n for n, name in enumerate(names) if name not in {*there, EMPTY_NAME})
    (finding,) = found(real_area, "ARE001")
    assert finding.numbers == missing
    by_file = {f.file.rpartition("/")[2].lower(): f.numbers for f in found(real_area, "ARE009")}
    expected = {}
    for name in there:
        mesh = kl.read_walkmesh(CORPUS / "area_m10aa" / f"{name}.wok")
        edges = [edge for edge, room in mesh.edges.tolist() if room in missing]
        if edges:
            expected[f"{name}.wok"] = tuple(sorted(edges))
    assert expected
    assert by_file == expected


@needs_corpus
def test_moving_a_real_room_is_found(real_area: Area) -> None:
    """A room moved on to its neighbour overlaps it, and only that pair is told."""
    mesh = real_area.rooms[1].mesh
    assert mesh is not None
    assert not found(real_area, "ARE002")
    away = real_area.with_mesh(1, mesh.translated((1000, 0, 0)))
    assert not found(away, "ARE002")
    doubled = real_area.with_mesh(8, mesh.translated((0, 0, 5)))
    (finding,) = found(doubled, "ARE002")
    assert finding.numbers == (1, 8)


# Hostile areas

TRIANGLE = np.array([(0, 0, 0), (5, 0, 0), (0, 5, 0)], np.float64)
DOORS = (
    make_door((2, 2, 0)),
    make_door((3e38, -3e38, 3e38), 1e9, index=1),
    make_door((2, 2, 0), index=2, meshes=(plate((-3e38, 0), (3e38, 0)), *LEAF[1:])),
    make_door(
        index=3,
        meshes=(replace(LEAF[0], faces=np.array([(0, 1, 99)] * 2, np.uint32)), None, None),
        model="\x1b[31m" * 99,
    ),
    make_door(index=4, tag="x" * 9999, template="\n" * 99),
)
PLACEABLES = (
    make_placeable((1, 1, 0), mesh=LEAF[0]),
    make_placeable((1, 1, 0), mesh=plate(hooks=[(3e38, 0, 0), (0, -3e38, 3e38)]), index=1),
)


def hostile() -> dict[str, Area]:
    """Areas that no program should make, none larger than a normal one."""
    many = 300
    random = np.random.default_rng(5)
    scales = 10.0 ** random.uniform(-38, 38, (3 * many, 1))
    wild = ((random.random((3 * many, 3)) - 0.5) * scales).astype(np.float32)
    own = np.arange(3 * many).reshape(many, 3)
    nan = replace(floor(), vertices=np.full((4, 3), np.nan, np.float32))
    some = replace(floor(), vertices=np.array([*TRIANGLE, (np.inf, 0, 0)], np.float32))
    anywhere = replace(
        floor(), transitions=np.array([(2**31 - 1, -(2**31), 3), (-7, 1, 0)], np.int32)
    )
    make = kl.Walkmesh.from_arrays
    meshes = {
        "nothing": make([], [], []),
        "not a number": nan,
        "partly infinite": some,
        "no such vertex": replace(floor(), faces=np.array([(0, 1, 2), (7, 8, 9)], np.uint32)),
        "leads anywhere": anywhere,
        "huge": make(TRIANGLE * 6e37, [(0, 1, 2)] * many, [4] * many),
        "tiny": make(TRIANGLE * 1e-45, [(0, 1, 2)] * many, [4] * many),
        "one place": make(TRIANGLE, [(0, 1, 2)] * many, [4] * many),
        "all sizes": make(wild, own, [4, NONWALK] * (many // 2)),
    }
    areas = {
        name: make_area({"a": mesh, "b": mesh, "****": None}, entry=(1, 1, 0))
        for name, mesh in meshes.items()
    }
    areas["no rooms"] = make_area({}, entry=(1, 1, 0))
    areas["only empty slots"] = make_area([(EMPTY_NAME, None)] * 9, entry=(1, 1, 0))
    areas["many rooms"] = make_area({f"r{n}": grid(7, 2, 20 * n) for n in range(50)})
    areas["odd names"] = make_area([("\x1b[0m" * 20, floor(east=1)), ("\n", None)])
    return areas


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", hostile())
def test_hostile_areas_end_in_findings(name: str) -> None:
    area = replace(
        hostile()[name],
        doors=DOORS,
        placeables=PLACEABLES,
        module=ModuleInfo("lab", (), (1e30, -1e30, 0), (0, 1)),
    )
    limits = {"room": len(area.rooms), "door": len(DOORS), "placeable": len(PLACEABLES)}
    for finding in found(area):
        assert severity_of(finding) in Severity
        limit = limits.get(finding.place, 2**31)
        assert all(0 <= number < limit for number in finding.numbers)
        assert finding.at is None or np.isfinite(finding.at).all()
        assert finding.text.isprintable()
        assert len(finding.text) < 500


@pytest.mark.parametrize("seed", range(8))
def test_two_rooms_that_overlap_are_told_once_and_the_first_of_the_layout_wins(seed: int) -> None:
    """Faces are found in the order of their boxes, not of their rooms."""
    rng = np.random.default_rng(seed)
    corners = rng.uniform(0, 3, (5, 2))
    rooms = {f"room{n}": floor(x, y, z=float(n)) for n, (x, y) in enumerate(corners)}
    findings = found(make_area(rooms), "ARE002")
    pairs = [finding.numbers for finding in findings]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs) == 10  # each with each
    for finding in findings:
        first, second = finding.numbers
        assert first < second
        assert f"the game takes room{first}." in finding.text
        assert finding.at is not None
        assert finding.at[2] == pytest.approx(first)
