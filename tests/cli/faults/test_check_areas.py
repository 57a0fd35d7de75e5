"""``kotorlevel check`` on whole areas: layouts, folders, archives, games and modules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.areas import floor, make_area, write_folder
from support.builders import square_wok
from support.cases.tables_shapes import with_tables
from support.cli.in_process import InProcess
from support.corpus import CORPUS, ROOT, needs_corpus
from support.installation import Installation, make_archive, make_installation
from support.reports.sarif_schema import SARIF
from support.sample_area import MODULE, small_area
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs/schema/check.schema.json").read_text(encoding="utf-8"))
BAD_WOK = with_tables(square_wok(), loops=None).to_bytes()
LAYOUT = "data/layouts.bif: station.lyt"


@pytest.fixture
def kotorlevel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> InProcess:
    monkeypatch.chdir(tmp_path)
    return InProcess(monkeypatch, capsys)


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    return make_installation(tmp_path)


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    """A folder with an area of three rooms: a link to nowhere, and a room without a file."""
    folder = tmp_path / "lab"
    folder.mkdir()
    write_folder(folder, make_area({"hall": floor(east=1), "yard": floor(4, west=9), "cell": None}))
    return folder


def report(kotorlevel: InProcess, *arguments: object) -> Any:
    document = json.loads(kotorlevel("check", *arguments, "--json").stdout)
    validate(document, SCHEMA)
    return document


def findings(kotorlevel: InProcess, *arguments: object) -> list[tuple[str, str]]:
    return [(f["file"], f["rule"]) for f in report(kotorlevel, *arguments)["findings"]]


# Layouts and folders


@pytest.mark.parametrize("path", ["lab", "lab/lab.lyt"])
def test_area_of_a_layout_or_folder(mod: Path, kotorlevel: InProcess, path: str) -> None:
    document = report(kotorlevel, path)
    assert document["files"] == ["lab/hall.wok", "lab/lab.lyt", "lab/yard.wok"]
    found = {(f["file"], f["rule"]) for f in document["findings"]}
    assert {("lab/yard.wok", "ARE011"), ("lab/lab.lyt", "ARE001")} <= found
    assert ("lab/yard.wok", "ARE004") not in found  # it is the same edge
    assert kotorlevel("check", path).code == 1


def test_what_is_not_of_the_layout_is_checked_in_a_folder_only(
    mod: Path, kotorlevel: InProcess
) -> None:
    (mod / "spare.wok").write_bytes(BAD_WOK)
    assert ("lab/spare.wok", "DRV008") in findings(kotorlevel, "lab")
    assert "lab/spare.wok" not in report(kotorlevel, "lab/lab.lyt")["files"]


def test_files_are_checked_once_and_have_one_name(
    mod: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = report(kotorlevel, "lab")
    assert report(kotorlevel, "lab", "lab/lab.lyt", "lab/yard.wok") == once
    monkeypatch.chdir(mod)
    for path in (".", "lab.lyt"):
        assert report(kotorlevel, path)["files"] == ["hall.wok", "lab.lyt", "yard.wok"]


def test_info_alone_does_not_fail(tmp_path: Path, kotorlevel: InProcess) -> None:
    write_folder(tmp_path, make_area({"hall": floor(), "cell": None}))
    assert findings(kotorlevel, ".") == [("lab.lyt", "ARE001"), ("lab.lyt", "ARE014")]
    assert kotorlevel("check", ".").code == 0
    assert kotorlevel("check", ".", "--fail-on", "info").code == 1


def test_rules_on_areas_can_be_selected_and_ignored(mod: Path, kotorlevel: InProcess) -> None:
    assert {rule for _, rule in findings(kotorlevel, "lab", "--select", "ARE004")} == {"ARE004"}
    assert not findings(kotorlevel, "lab", "--ignore", "ARE,MSH")


def test_rooms_in_folders_below(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "rooms").mkdir()
    (mod / "yard.wok").rename(mod / "rooms" / "yard.wok")
    assert ("lab/rooms/yard.wok", "ARE011") in findings(kotorlevel, "lab")


# Single files


def test_a_room_is_looked_at_in_its_area(mod: Path, kotorlevel: InProcess) -> None:
    """What the file alone cannot tell: its edge leads to a room that is not there."""
    found = findings(kotorlevel, "lab/yard.wok")
    assert ("lab/yard.wok", "ARE011") in found
    assert {file for file, _ in found} == {"lab/yard.wok"}  # nothing on the others
    result = kotorlevel("check", "lab/yard.wok")
    assert result.code == 1
    assert "fix: kotorlevel fix lab/lab.lyt\n" in result.stdout
    assert "were not checked" not in result.stdout


def test_a_room_without_a_layout_says_what_was_not_checked(
    mod: Path, kotorlevel: InProcess
) -> None:
    (mod / "spare.wok").write_bytes((mod / "yard.wok").read_bytes())
    text = "Links and neighbours were not checked: no layout (LYT) beside spare.wok names it."
    assert text in kotorlevel("check", "lab/spare.wok").stdout
    assert "ARE" not in {rule[:3] for _, rule in findings(kotorlevel, "lab/spare.wok")}
    (mod / "lab.lyt").write_bytes(b"\0 no layout")
    assert "beside yard.wok names it" in kotorlevel("check", "lab/yard.wok").stdout


def test_around_files_their_areas_are_checked_once(mod: Path, kotorlevel: InProcess) -> None:
    for name in ("lab.git", "module.ifo", "note.pth"):
        (mod / name).write_bytes(b"")
    whole = report(kotorlevel, "lab/lab.lyt")
    some = ("lab/yard.wok", "lab/hall.wok", "lab/lab.git", "lab/module.ifo", "lab/lab.lyt")
    for number in range(len(some)):
        assert report(kotorlevel, some[number], "--around") == whole
    assert report(kotorlevel, *some, "--around") == whole
    assert report(kotorlevel, "lab/note.pth", "--around")["files"] == []  # of no layout


def test_two_areas_in_a_folder_keep_apart(tmp_path: Path, kotorlevel: InProcess) -> None:
    for name, to in (("one", 5), ("two", -1)):
        (tmp_path / name).mkdir()
        write_folder(tmp_path / name, make_area({"hall": floor(east=to)}))
    assert findings(kotorlevel, ".") == [("one/hall.wok", "ARE004")]


def test_module_completes_a_folder(made: Installation, mod: Path, kotorlevel: InProcess) -> None:
    """The entry of the module is off the floor of the area that only the folder has."""
    area = small_area("lab", entry=(500.0, 500.0, 0.0))
    files = {name: area[name] for name in ("module.ifo", "lab.git")}
    (mod / "cell.wok").write_bytes(floor(20).to_bytes())
    Path("lab.mod").write_bytes(make_archive("lab.mod", files).to_bytes())
    found = findings(kotorlevel, "lab", "--module", "lab.mod")
    assert ("lab.mod: module.ifo", "ARE007") in found
    assert ("lab.mod: module.ifo", "ARE007") not in findings(kotorlevel, "lab")


def test_game_completes_a_mod(made: Installation, kotorlevel: InProcess) -> None:
    result = kotorlevel("check", "mod", "--game", "game")
    assert result.code == 0
    assert "name its module with --module" in result.stderr
    document = report(kotorlevel, "mod", "--game", "game", "--module", MODULE)
    corridor = "mod/rooms/station_corridor.wok"
    assert {corridor, LAYOUT} <= set(document["files"])
    assert "data/models.bif: station_hall.wok" not in document["files"]
    assert (LAYOUT, "ARE001") in {(f["file"], f["rule"]) for f in document["findings"]}


def test_fix_of_a_layout_covers_what_check_has_found(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "hall.wok").write_bytes(with_tables(square_wok(), loops=None).to_bytes())
    assert "`kotorlevel fix lab/lab.lyt`" in kotorlevel("check", "lab/lab.lyt").stdout
    kotorlevel("fix", "lab/lab.lyt")
    assert ("lab/hall.wok", "DRV008") not in findings(kotorlevel, "lab")


# Games


def test_module_of_a_game(made: Installation, kotorlevel: InProcess) -> None:
    document = report(kotorlevel, "game", "--module", MODULE)
    assert "data/models.bif: station_hall.wok" in document["files"]
    found = {(f["file"], f["rule"]) for f in document["findings"]}
    assert (LAYOUT, "ARE001") in found
    for module in (f"{MODULE}.rim", MODULE.upper(), f"game/modules/{MODULE}_s.rim"):
        assert report(kotorlevel, "game", "--module", module) == document
    assert report(kotorlevel, "game/chitin.key", "--module", MODULE) == document


def test_override_folder_comes_first(made: Installation, kotorlevel: InProcess) -> None:
    document = report(kotorlevel, "game", "--module", MODULE, "--override", "mod")
    assert "mod/rooms/station_corridor.wok" in document["files"]


# Archives


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    path = tmp_path / "lab.mod"
    files = {**small_area("m77zz"), "spare.wok": BAD_WOK}
    path.write_bytes(make_archive("lab.mod", files).to_bytes())
    return path


def test_archive(packed: Path, kotorlevel: InProcess) -> None:
    found = findings(kotorlevel, "lab.mod")
    assert ("lab.mod: m77zz_01a.wok", "ARE004") in found  # its edge leads to room 3
    assert ("lab.mod: spare.wok", "DRV008") in found
    assert "lab.mod: m77zz.vis" in report(kotorlevel, "lab.mod")["files"]


def test_text_says_how_to_get_at_the_files(packed: Path, kotorlevel: InProcess) -> None:
    before = packed.read_bytes()
    lines = kotorlevel("check", "lab.mod").stdout.splitlines()
    assert "`kotorlevel fix lab.mod`" in lines[-1]
    assert kotorlevel("fix", "lab.mod", "--dry-run").code == 1
    assert packed.read_bytes() == before
    assert kotorlevel("extract", "lab.mod", "-o", "out").code == 0
    assert kotorlevel("fix", "out").code == 1  # the edge still leads to room 3
    assert ("out/spare.wok", "DRV008") not in findings(kotorlevel, "out")


def test_sarif_and_github_name_the_archive(packed: Path, kotorlevel: InProcess) -> None:
    document = json.loads(kotorlevel("check", "lab.mod", "--sarif").stdout)
    validate(document, SARIF)
    (checked,) = document["runs"]
    assert checked["artifacts"] == [{"location": {"uri": "lab.mod"}}]
    for result in checked["results"]:
        (location,) = result["locations"]
        assert location == {"physicalLocation": {"artifactLocation": {"uri": "lab.mod"}}}
        inside = result["properties"]["inside"]
        assert inside.endswith((".wok", ".lyt", ".vis"))
        assert result["message"]["text"].startswith(f"{inside}: ")
    lines = kotorlevel("check", "lab.mod", "--github").stdout.splitlines()
    assert {line.split()[1].split(",")[0] for line in lines} == {"file=lab.mod"}


def test_archive_of_a_game_and_its_other_half(made: Installation, kotorlevel: InProcess) -> None:
    """The RIM has neither layout nor walkmeshes, but its module has an area."""
    result = kotorlevel("check", f"game/modules/{MODULE}.rim")
    assert (result.code, result.stdout) == (2, "")
    assert "no level files in this archive" in result.stderr
    assert "add --game DIR" in result.stderr
    found = findings(kotorlevel, f"game/modules/{MODULE}.rim", "--game", "game")
    assert (LAYOUT, "ARE001") in found


def test_every_layout_of_an_archive(tmp_path: Path, kotorlevel: InProcess) -> None:
    files = {
        name: data
        for area in ("m1", "m2")
        for name, data in small_area(area).items()
        if name.endswith(("lyt", "wok"))
    }
    Path("two.erf").write_bytes(make_archive("two.erf", files).to_bytes())
    found = findings(kotorlevel, "two.erf")
    assert [file for file, rule in found if rule == "ARE004"] == [
        "two.erf: m1_01a.wok",
        "two.erf: m2_01a.wok",
    ]


def test_archive_by_its_content(packed: Path, kotorlevel: InProcess) -> None:
    packed.rename("lab.bin")
    assert "lab.bin: spare.wok" in report(kotorlevel, "lab.bin")["files"]


def test_broken_files_in_an_archive_are_told_once(kotorlevel: InProcess) -> None:
    files = {**small_area("m77zz"), "m77zz.lyt": b"\0", "module.ifo": b"no GFF"}
    Path("lab.mod").write_bytes(make_archive("lab.mod", files).to_bytes())
    found = findings(kotorlevel, "lab.mod")
    assert found.count(("lab.mod: m77zz.lyt", "FIL001")) == 1
    assert kotorlevel("check", "lab.mod").code == 2
    for data in (b"MOD V1.0", b"", b"junk"):
        Path("x.mod").write_bytes(data)
        assert findings(kotorlevel, "x.mod") == [("x.mod", "FIL001")]


# Wrong use


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("game", "this is a whole game; name one of its modules: dan_m77zz"),
        ("game", "kotorlevel scan game"),
        ("game --module sta_m1aa", "there is no module 'sta_m1aa'. Did you mean 'sta_m01aa'?"),
        ("mod --game game --module x", "there is no module 'x'. See all: kotorlevel ls GAME"),
        ("mod --game mod", "mod: no game here"),
        ("mod --game none", "none: no such folder"),
        ("mod --game game/chitin.kez", "no such"),
        ("mod --module sta_m01aa", "the name of a module goes with a game; add --game DIR"),
        ("mod --override mod", "override folders go with a game; add --game DIR"),
        ("game --module sta_m01aa --override none", "none: no such folder"),
        ("game --module sta_m01aa --game game", "is a game itself; leave --game out"),
        ("empty.erf", "empty.erf: no level files in this archive (lyt vis wok pwk dwk)"),
        ("none.lyt", "none.lyt"),
        ("EMPTY", "no level files in this folder"),
    ],
)
def test_wrong_use(made: Installation, kotorlevel: InProcess, arguments: str, message: str) -> None:
    Path("EMPTY").mkdir()
    Path("empty.erf").write_bytes(make_archive("empty.erf", {}).to_bytes())
    result = kotorlevel("check", *arguments.split())
    assert result.code == 2
    assert message in result.stdout + result.stderr
    assert "Traceback" not in result.stderr


# Real files


@needs_corpus
def test_real_area_with_its_real_module(kotorlevel: InProcess) -> None:
    """Shipped rooms: nothing in them is an error, with or without the module."""
    module = CORPUS / "archives/tar_m10aa.mod"
    for path in (CORPUS / "area_m10aa", CORPUS / "area_m10aa/m10aa.lyt"):
        for arguments in ((), ("--module", module)):
            document = report(kotorlevel, path, *arguments)
            assert document["summary"]["error"] == 0
            assert len(document["files"]) == 10


@needs_corpus
def test_real_archives_give_no_traceback(kotorlevel: InProcess) -> None:
    for path in sorted((CORPUS / "archives").iterdir()):
        assert kotorlevel("check", path).code == 2  # no level files, or broken
