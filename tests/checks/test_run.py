"""``kl.check``: what can be checked, and what comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.run import check
from kotorlevel.formats.lyt import parse_layout
from kotorlevel.formats.vis import parse_visibility
from support.builders import patched, square_pwk, square_wok
from support.cases.tables_shapes import room, with_tables
from support.cases.texts import GOOD_LYT, GOOD_VIS, ROOMS, crlf, lyt

BAD_WOK = with_tables(square_wok(), loops=None).to_bytes()
BAD_LYT = lyt(("a", "b"), count=5)
BAD_VIS = GOOD_VIS.replace(b"b 1", b"b 9")


def rules(report: Report) -> list[str]:
    return [finding.rule for finding in report.findings]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Faults in several levels, and what is none of ours."""
    (tmp_path / "rooms").mkdir()
    (tmp_path / "rooms" / "a.wok").write_bytes(BAD_WOK)
    (tmp_path / "m.lyt").write_bytes(BAD_LYT)
    (tmp_path / "m.vis").write_bytes(BAD_VIS)
    (tmp_path / "notes.txt").write_text("nothing")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.wok").write_bytes(b"")
    return tmp_path


def test_path_as_text_and_as_path(folder: Path) -> None:
    path = folder / "rooms" / "a.wok"
    for each in (path, str(path)):
        report = check(each)
        assert rules(report) == ["DRV008"]
        assert report.files == (path.as_posix(),)
        assert report.findings[0].file == path.as_posix()


def test_folder(folder: Path) -> None:
    report = check(folder)
    assert report.files == tuple(
        (folder / name).as_posix() for name in ("m.lyt", "m.vis", "rooms/a.wok")
    )
    assert {"LYT001", "VIS001", "DRV008", "VIS002"} <= set(rules(report))


def test_bytes() -> None:
    report = check(BAD_LYT, name="x.lyt")
    assert (rules(report), report.files) == (["LYT001"], ("x.lyt",))
    assert rules(check(BAD_WOK)) == ["DRV008"]
    assert rules(check(b"hello")) == ["FIL001"]


def test_values() -> None:
    assert rules(check(kl.read_walkmesh(BAD_WOK))) == ["DRV008"]
    assert rules(check(parse_layout(BAD_LYT))) == ["LYT001"]
    assert rules(check(parse_visibility(BAD_VIS))) == ["VIS001"]
    assert rules(check(kl.Walkmesh.from_arrays([(0, 0, 0)] * 3, [(0, 1, 2)], [4]))) == [
        "MSH002",
        "MSH003",
    ]


def test_several_of_all_kinds(folder: Path) -> None:
    report = check([folder / "m.lyt", str(folder / "m.vis"), BAD_WOK, ROOMS], name="given")
    assert report.files[2:] == ("given",)  # every name once
    assert {"LYT001", "VIS001", "DRV008"} <= set(rules(report))
    assert rules(check(each for each in [BAD_WOK])) == ["DRV008"]
    assert check([]).findings == ()


@pytest.mark.parametrize("wrong", [3, None, 2.5])
def test_anything_else_is_a_type_error(wrong: Any) -> None:
    with pytest.raises(TypeError):
        check(wrong)
    with pytest.raises(TypeError):
        check([wrong])


def test_edited_mesh_has_no_stored_tables_to_be_wrong() -> None:
    mesh = kl.read_walkmesh(BAD_WOK).translated((1, 0, 0))
    assert rules(check(mesh)) == []


def test_options() -> None:
    data = with_tables(room(), loops=None, nodes=None).to_bytes() + b"x"
    assert {"DRV008", "BWM005", "FIL002"} <= set(rules(check(data)))
    assert rules(check(data, Options(select=("DRV",)))) == ["DRV008"]
    assert "DRV008" not in rules(check(data, Options(ignore=("DRV",))))
    ignoring = Options(path_ignores=(("sky/*", ("FIL", "BWM", "DRV", "MSH")),))
    assert rules(check(data, ignoring, name="sky/a.wok")) == []


def test_materials_decide_what_is_walkable() -> None:
    data = kl.Walkmesh.from_arrays([(0, 0, 0), (2, 0, 0), (2, 2, 0)], [(0, 1, 2)], [20]).to_bytes()
    assert "MAT003" in rules(check(data))
    tool = Options(surfaces=kl.Materials.preset("kotorblender"))
    assert "MAT003" not in rules(check(data, tool))
    assert "DRV012" in rules(check(data, tool))


def test_findings_know_all_about_themselves() -> None:
    (finding,) = check(BAD_WOK, name="a.wok").findings
    assert finding.rule == "DRV008"
    assert finding.name == "loops-missing"
    assert finding.severity is Severity.ERROR
    assert (finding.file, finding.fix) == ("a.wok", "safe")


def test_faults_of_texts_cannot_be_fixed(tmp_path: Path) -> None:
    text = (
        b"node aabb floor\n verts 3\n 0 0 0\n 0 0 0\n 1 0 0\n faces 1\n 0 1 2 1 0 0 0 4\nendnode\n"
    )
    findings = check(text, name="a.wok.ascii").findings
    assert "MSH002" in [finding.rule for finding in findings]
    assert {finding.fix for finding in findings} == {""}


def test_report_has_a_stable_order() -> None:
    given = [
        Finding("x", rule=rule, file=file, severity=severity, numbers=numbers)
        for file in ("b", "a")
        for rule in ("R2", "R1")
        for severity in (Severity.INFO, Severity.ERROR)
        for numbers in ((2,), (1,))
    ]
    ordered = Report(tuple(given), ("b", "a")).findings
    keys = [(f.file, -(f.severity or 0), f.rule, f.numbers) for f in ordered]
    assert keys == sorted(keys)
    assert Report(tuple(reversed(given)), ("b", "a")).findings == ordered


def test_report_answers() -> None:
    report = check([BAD_LYT, GOOD_VIS, crlf("beginlayout")], name="x.lyt")
    assert report.count(Severity.ERROR) == len(report.at_least(Severity.ERROR)) >= 2
    assert [finding.line for finding in report.of_rule("LYT001")] == [3]
    assert len(report.at_least(Severity.INFO)) == len(report.findings)


def test_missing_file_and_folder_of_nothing(tmp_path: Path) -> None:
    report = check(tmp_path / "none.wok")
    assert rules(report) == ["FIL001"]
    assert [error.source for error in report.missing] == [(tmp_path / "none.wok").as_posix()]
    with pytest.raises(kl.errors.InputError, match="no level files in this folder"):
        check(tmp_path)


def test_sound_values_are_silent() -> None:
    sound: list[Any] = [
        square_wok().to_bytes(),
        square_pwk().to_bytes(),
        ROOMS,
        parse_layout(GOOD_LYT),
    ]
    assert check(sound).at_least(Severity.WARNING) == ()
    assert rules(check(patched(square_wok().to_bytes(), unknown_6c=9))) == []
