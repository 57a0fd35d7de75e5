"""``kotorlevel check``."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from support.builders import square_pwk, square_wok
from support.cases.tables_shapes import with_tables
from support.cases.texts import GOOD_VIS, lyt
from support.cli.in_process import InProcess
from support.command import run
from support.corpus import CORPUS, ROOT, needs_corpus
from support.reports.sarif_schema import SARIF
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs/schema/check.schema.json").read_text(encoding="utf-8"))
BAD_WOK = with_tables(square_wok(), loops=None).to_bytes()
WARNED = square_wok().to_bytes() + b"xyz"


@pytest.fixture
def mod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a small mod in ``mod``: an error, a warning, sound files."""
    folder = tmp_path / "mod"
    (folder / "rooms").mkdir(parents=True)
    (folder / "rooms" / "bad.wok").write_bytes(BAD_WOK)
    (folder / "rooms" / "warned.wok").write_bytes(WARNED)
    (folder / "good.pwk").write_bytes(square_pwk().to_bytes())
    (folder / "m.lyt").write_bytes(lyt(("****",)))  # no room that could lack its walkmesh
    (folder / "notes.txt").write_text("nothing")
    monkeypatch.chdir(tmp_path)
    return folder


def findings(kotorlevel: InProcess, *arguments: object) -> list[tuple[str, str]]:
    document = json.loads(kotorlevel("check", *arguments, "--json").stdout)
    validate(document, SCHEMA)
    return [(finding["file"], finding["rule"]) for finding in document["findings"]]


def test_text_says_what_where_why_and_what_to_do(mod: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("check", "mod")
    assert result.code == 1
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == "Do this first"
    (number,) = [number for number, line in enumerate(lines) if "DRV008" in line]
    assert "error" in lines[number]
    assert "4 boundary edges are in no loop" in lines[number]
    assert lines[number + 1].strip() == "mod/rooms/bad.wok"
    assert "fix: kotorlevel fix mod\n" in result.stdout
    assert "1 error and 1 warning in 2 of 4 files" in lines[-1]
    assert "`kotorlevel fix mod`" in lines[-1]


def test_several_paths(mod: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("check", "mod/rooms", "mod/rooms/bad.wok", "mod/good.pwk")
    assert "in 2 of 3 files" in result.stdout  # none twice
    assert "`kotorlevel fix mod/rooms mod/rooms/bad.wok`" in result.stdout


def test_clean_files(mod: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("check", "mod/good.pwk", "mod/m.lyt")
    assert (result.code, result.stdout) == (0, "No faults found in 2 files.\n")
    assert kotorlevel("check", "mod/good.pwk", "--github").stdout == ""


def test_json(mod: Path, kotorlevel: InProcess) -> None:
    assert findings(kotorlevel, "mod") == [
        ("mod/rooms/bad.wok", "DRV008"),
        ("mod/rooms/warned.wok", "FIL002"),
    ]
    assert kotorlevel("check", "mod", "--json").code == 1


def test_sarif(mod: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("check", "mod", "--sarif")
    assert result.code == 1
    document = json.loads(result.stdout)
    validate(document, SARIF)
    (checked,) = document["runs"]
    assert [each["ruleId"] for each in checked["results"]] == ["DRV008", "FIL002"]
    assert str(mod.parent) not in result.stdout


def test_fixes_of_sarif_are_what_fix_writes(mod: Path, kotorlevel: InProcess) -> None:
    document = json.loads(kotorlevel("check", "mod", "--sarif").stdout)
    validate(document, SARIF)
    kotorlevel("fix", "mod", "-o", "fixed")
    changed = {}
    for result in document["runs"][0]["results"]:
        for change in (c for fix in result.get("fixes", ()) for c in fix["artifactChanges"]):
            path = Path(change["artifactLocation"]["uri"])
            data = path.read_bytes()
            for each in reversed(change["replacements"]):
                start, size = (each["deletedRegion"][k] for k in ("byteOffset", "byteLength"))
                new = base64.b64decode(each["insertedContent"]["binary"])
                data = data[:start] + new + data[start + size :]
            changed[path.relative_to("mod")] = data
    written = {p.relative_to("fixed"): p.read_bytes() for p in Path("fixed").rglob("*.wok")}
    assert changed == written
    assert len(written) == 2


def test_what_is_shown(mod: Path, kotorlevel: InProcess) -> None:
    def shown(*arguments: str) -> tuple[bool, bool]:
        text = kotorlevel("check", "mod", *arguments).stdout
        return "Do this first" in text, "Then look at this" in text

    assert shown() == shown("--severity", "warning") == shown("--all") == (True, True)
    assert shown("--quiet") == shown("--severity", "error") == (True, False)
    result = kotorlevel("check", "mod", "--quiet", "--all")
    assert (result.code, result.stdout) == (2, "")


def test_github(mod: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("check", "mod", "--github")
    assert result.code == 1
    assert [line.partition("::")[2].split(",")[0] for line in result.stdout.splitlines()] == [
        "error file=mod/rooms/bad.wok",
        "warning file=mod/rooms/warned.wok",
    ]


@pytest.mark.parametrize("two", [("--json", "--sarif"), ("--sarif", "--github")])
def test_forms_exclude_each_other(mod: Path, kotorlevel: InProcess, two: tuple[str, ...]) -> None:
    result = kotorlevel("check", "mod", *two)
    assert (result.code, result.stdout) == (2, "")
    assert "exclude each other" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "rules", "code"),
    [
        ((), ["DRV008", "FIL002"], 1),
        (("--select", "DRV"), ["DRV008"], 1),
        (("--select", "drv, fil002"), ["DRV008", "FIL002"], 1),
        (("--select", "MSH"), [], 0),
        (("--ignore", "DRV008"), ["FIL002"], 0),
        (("--ignore", "DRV008", "--fail-on", "warning"), ["FIL002"], 1),
        (("--select", "DRV,FIL", "--ignore", "FIL,DRV"), [], 0),
        (("--fail-on", "never"), ["DRV008", "FIL002"], 0),
        (("--fail-on", "info"), ["DRV008", "FIL002"], 1),
    ],
)
def test_select_ignore_and_fail_on(
    mod: Path, kotorlevel: InProcess, arguments: Any, rules: list[str], code: int
) -> None:
    assert [rule for _, rule in findings(kotorlevel, "mod", *arguments)] == rules
    assert kotorlevel("check", "mod", *arguments).code == code


def test_max_shows_the_worst_and_counts_all(mod: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("check", "mod", "--max", 1)
    assert result.code == 1
    assert "DRV008" in result.stdout
    assert "FIL002" not in result.stdout
    assert "1 more finding, not shown." in result.stdout
    assert "1 error and 1 warning" in result.stdout


def test_unreadable_files_count_whatever_is_selected(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "short.wok").write_bytes(BAD_WOK[:200])
    for arguments in ((), ("--select", "MSH"), ("--fail-on", "never"), ("--json",)):
        result = kotorlevel("check", "mod", *arguments)
        assert result.code == 2
        assert "the file ends at 0xc8" in result.stdout
    assert kotorlevel("check", "none.wok").code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument"),
        (("mod", "--select", "BWM04"), "there is no rule 'BWM04'. Did you mean BWM004?"),
        (("mod", "--ignore", "FIL,XYZ"), "there is no rule 'XYZ'. See: kotorlevel rules"),
        (("mod", "--select", ","), "there is no rule ','"),
        (("mod", "--max", "0"), "--max"),
        (("mod", "--fail-on", "bad"), "--fail-on"),
        (("mod", "--slope-limit", "100"), "--slope-limit"),
        (("mod", "--slope-limit", "nan"), "--slope-limit"),
        (("mod", "--materials", "none"), "neither a file nor a preset"),
        (("mod", "--config", "none.toml"), "none.toml: no such file"),
        (("EMPTY",), "no level files in this folder"),
    ],
)
def test_wrong_use(mod: Path, kotorlevel: InProcess, arguments: Any, message: str) -> None:
    (mod.parent / "EMPTY").mkdir()
    result = kotorlevel("check", *arguments)
    assert (result.code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_path_that_is_not_there(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "station_hall.wok").write_bytes(BAD_WOK)
    text = "mod/station_hal.wok: there is no such file. Did you mean 'mod/station_hall.wok'?"
    result = kotorlevel("check", "mod/station_hal.wok")
    assert (result.code, result.stdout) == (2, "")
    assert text in result.stderr
    assert "stops the game" not in result.stderr
    both = kotorlevel("check", "mod/station_hal.wok", "mod/station_hall.wok")
    assert both.code == 2
    assert text in both.stderr
    assert " mod/station_hall.wok\n" in both.stdout
    data = kotorlevel("check", "mod/station_hal.wok", "--json")
    assert data.code == 2
    (found,) = json.loads(data.stdout)["findings"]
    assert f"{found['file']}: {found['text']}" == text
    folder = kotorlevel("check", "mood")
    assert folder.stderr.strip().endswith(
        "mood: there is no such file or folder. Did you mean 'mod'?"
    )


# kotorlevel.toml


def test_config_is_found_above_the_files(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "kotorlevel.toml").write_text('[check]\nignore = ["DRV"]\nfail-on = "warning"\n')
    assert findings(kotorlevel, "mod/rooms") == [("mod/rooms/warned.wok", "FIL002")]
    assert kotorlevel("check", "mod/rooms").code == 1
    assert kotorlevel("check", "mod/rooms", "--fail-on", "error").code == 0
    assert findings(kotorlevel, "mod", "--ignore", "FIL") == []
    other = mod.parent / "other.toml"
    other.write_text("")
    assert len(findings(kotorlevel, "mod", "--config", other)) == 2


def test_ignores_by_path(mod: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    (mod / "kotorlevel.toml").write_text(
        '[check.per-path-ignores]\n"rooms/bad*" = ["DRV"]\n"mod/rooms/*" = ["FIL"]\n'
    )
    assert findings(kotorlevel, "mod") == [("mod/rooms/warned.wok", "FIL002")]
    monkeypatch.chdir(mod / "rooms")
    assert findings(kotorlevel, ".") == [("warned.wok", "FIL002")]
    assert findings(kotorlevel, "bad.wok") == []


def test_limits_and_materials(mod: Path, kotorlevel: InProcess) -> None:
    steep = with_tables(square_wok(), vertices=[(0, 0, 0), (2, 0, 0), (2, 2, 3), (0, 2, 3)])
    (mod / "rooms" / "bad.wok").write_bytes(steep.to_bytes())
    path = mod / "rooms/bad.wok"
    assert (path.as_posix(), "MSH009") not in findings(kotorlevel, path, "--select", "MSH")
    (mod / "kotorlevel.toml").write_text("[check]\nslope-limit = 50\n")
    assert (path.as_posix(), "MSH009") in findings(kotorlevel, path, "--select", "MSH")
    limited = findings(kotorlevel, path, "--select", "MSH", "--slope-limit", "80")
    assert (path.as_posix(), "MSH009") not in limited
    (mod / "kotorlevel.toml").write_text('[check]\nmaterials = "table.2da"\n')
    (mod / "table.2da").write_bytes(
        b"2DA V2.0\r\n\r\n label walk walkcheck lineofsight grass sound\r\n0 Void 0 0 0 0 ****\r\n"
    )
    assert (path.as_posix(), "MAT001") in findings(kotorlevel, path)
    assert (path.as_posix(), "MAT001") not in findings(kotorlevel, path, "--materials", "k1")


@pytest.mark.parametrize("text", ["[check]\nslop = 3\n", "[check\n", "[rules]\n"])
def test_bad_config_is_named(mod: Path, kotorlevel: InProcess, text: str) -> None:
    (mod / "kotorlevel.toml").write_text(text)
    result = kotorlevel("check", "mod/rooms")
    assert (result.code, result.stdout) == (2, "")
    assert "kotorlevel.toml" in result.stderr


# Many files, odd names


def test_many_files_give_the_same_report_every_time(
    mod: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(110):
        (mod / "rooms" / f"r{number}.wok").write_bytes(WARNED if number % 4 else BAD_WOK)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    together = kotorlevel("check", "mod", "--json")
    assert kotorlevel("check", "mod", "--json") == together
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert kotorlevel("check", "mod", "--json") == together
    assert str(mod.parent) not in together.stdout


def test_names_with_spaces_and_letters(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "My Röoms").mkdir()
    (mod / "My Röoms" / "BAD.WOK").write_bytes(BAD_WOK)
    result = kotorlevel("check", "mod/My Röoms")
    assert "mod/My Röoms/BAD.WOK" in result.stdout
    assert '`kotorlevel fix "mod/My Röoms"`' in result.stdout
    for form in ("--json", "--sarif", "--github"):
        assert kotorlevel("check", "mod/My Röoms", form).code == 1


def test_no_colours_when_piped_and_no_trace_of_the_place(mod: Path) -> None:
    result = run("check", "mod", cwd=mod.parent)
    assert result.code == 1
    assert "\x1b" not in result.stdout + result.stderr
    assert str(mod.parent) not in result.stdout
    assert run("check", "mod", cwd=mod.parent) == result


def test_visibility_comes_with_the_layout_beside_it(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "m.lyt").write_bytes(lyt(("a", "b")))
    (mod / "m.vis").write_bytes(GOOD_VIS)
    assert ("mod/m.vis", "VIS002") in findings(kotorlevel, "mod/m.vis")


@needs_corpus
def test_whole_corpus(kotorlevel: InProcess) -> None:
    result = kotorlevel("check", CORPUS, "--json")
    assert result.code == 2  # corrupted.2da
    validate(json.loads(result.stdout), SCHEMA)
    validate(json.loads(kotorlevel("check", CORPUS, "--sarif").stdout), SARIF)
    bioware = kotorlevel("check", CORPUS / "wok/bioware")
    assert bioware.code == 0


@pytest.mark.parametrize("name", ["check", "fix", "info"])
def test_an_empty_path_is_not_the_current_folder(kotorlevel: InProcess, name: str) -> None:
    """It is a script's variable that was never set."""
    result = kotorlevel(name, "")
    assert result.code == 2
    assert "an empty PATH" in result.stderr
