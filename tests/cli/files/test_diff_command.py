"""``kotorlevel diff``: for people, for programs, for git, and as pictures."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_station
from support.cli.in_process import InProcess
from support.command import run
from support.corpus import ROOT
from support.installation import make_archive, make_installation
from support.sample_area import MODULE, changed_room
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "diff.schema.json").read_text(encoding="utf-8"))
HALL = "station_hall.wok"


@pytest.fixture
def versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The station, and the same with a painted hall, a file more and one less."""
    monkeypatch.chdir(tmp_path)
    for folder in ("old", "new"):
        Path(folder).mkdir()
        for name, data in make_station().items():
            Path(folder, name).write_bytes(data)
    mesh = kl.read_walkmesh(Path("new", HALL))
    kl.write_walkmesh(kl.paint(mesh, "Grass", faces=[0, 1]).mesh, Path("new", HALL))
    Path("old", "gone.txt").write_text("x")
    Path("new", "come.txt").write_text("y")
    return Path("old"), Path("new")


def test_folders_for_people(kotorlevel: InProcess, versions: tuple[Path, Path]) -> None:
    result = kotorlevel("diff", *versions)
    assert result.code == 1
    assert "2 faces painted" in result.stdout
    assert "→ Grass" in result.stdout
    assert "station_hall" in result.stdout
    assert "1 file removed and 1 file added" in result.stdout
    assert result.stderr == ""


def test_json_is_what_the_library_says(kotorlevel: InProcess, versions: tuple[Path, Path]) -> None:
    result = kotorlevel("diff", *versions, "--json")
    told = json.loads(result.stdout)
    validate(told, SCHEMA)
    found = kl.diff(*versions)
    assert told == json.loads(json.dumps(found.to_json()))
    kinds = {(each["kind"], each.get("room", ""), each["file"]) for each in told["changes"]}
    assert kinds == {
        ("faces-painted", "station_hall", HALL),
        ("file-removed", "", "gone.txt"),
        ("file-added", "", "come.txt"),
    }
    assert {each["name"]: each["status"] for each in told["files"]} == {
        HALL: "changed",
        "gone.txt": "removed",
        "come.txt": "added",
    }


def test_the_schema_knows_every_kind() -> None:
    from kotorlevel.area.diff.values import KINDS

    assert SCHEMA["$defs"]["kind"]["enum"] == list(KINDS)


def test_the_same_is_told_and_is_no_failure(
    kotorlevel: InProcess, versions: tuple[Path, Path]
) -> None:
    result = kotorlevel("diff", versions[0], versions[0])
    assert result.code == 0
    assert "no difference" in result.stdout
    quiet = kotorlevel("diff", "-q", versions[0], versions[0])
    assert (quiet.code, quiet.stdout) == (0, "")
    quiet = kotorlevel("diff", "--quiet", *versions)
    assert (quiet.code, quiet.stdout) == (1, "")


def test_a_line_for_every_file(kotorlevel: InProcess, versions: tuple[Path, Path]) -> None:
    lines = kotorlevel("diff", *versions, "--stat").stdout.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == [HALL, "gone.txt", "come.txt"]


def test_markdown(kotorlevel: InProcess, versions: tuple[Path, Path]) -> None:
    text = kotorlevel("diff", *versions, "--markdown").stdout
    assert text.startswith("### `old` → `new`\n\n**2 faces painted")
    assert "| where | what changed |" in text
    assert text.count("<details>") == text.count("</details>") >= 1


def test_names_out_of_files_cannot_break_markdown() -> None:
    found = kl.Diff("a`b", "c\n# d", (kl.Change("hook-added", "x|y.lyt", "<b>*r*", "[x](y)"),))
    text = found.to_markdown()
    assert "<b>" not in text
    assert "\n# d" not in text
    assert "\\[x\\]" in text


def test_a_folder_and_an_archive(kotorlevel: InProcess, versions: tuple[Path, Path]) -> None:
    files = {path.name: path.read_bytes() for path in versions[0].iterdir()}
    Path("old.mod").write_bytes(make_archive("old.mod", files).to_bytes())
    assert kotorlevel("diff", "old.mod", "old").code == 0
    result = kotorlevel("diff", "old.mod", "new", "--json")
    kinds = [each["kind"] for each in json.loads(result.stdout)["changes"]]
    assert kinds == ["faces-painted", "file-removed", "file-added"]


@pytest.mark.parametrize("as_game", [False, True])
def test_a_mod_and_the_game(kotorlevel: InProcess, tmp_path: Path, as_game: bool) -> None:
    made = make_installation(tmp_path)
    mod = tmp_path / "mine"
    mod.mkdir()
    (mod / "station_ramp.wok").write_bytes(changed_room("station_ramp"))
    (mod / "note.txt").write_text("mine")
    words = (made.folder, mod) if as_game else (mod, "--game", made.folder)
    result = kotorlevel("diff", *words, "--module", MODULE, "--json")
    assert result.code == 1
    told = json.loads(result.stdout)
    kinds = {(each["kind"], each["file"]) for each in told["changes"]}
    assert ("faces-painted", "station_ramp.wok") in kinds
    assert {file for _, file in kinds} == {"station_ramp.wok", "note.txt"}
    inferred = kotorlevel("diff", mod, "--game", made.folder, "--json")
    assert json.loads(inferred.stdout)["changes"] == told["changes"]
    back = kotorlevel("diff", mod, made.folder, "--module", MODULE, "--json")
    assert {each["kind"] for each in json.loads(back.stdout)["changes"]} == {
        "faces-painted",
        "file-removed",
    }


def test_a_single_file_and_the_game(kotorlevel: InProcess, tmp_path: Path) -> None:
    made = make_installation(tmp_path)
    file = tmp_path / "station_ramp.wok"
    file.write_bytes(changed_room("station_ramp"))
    words = ("--game", made.folder, "--module", MODULE)
    result = kotorlevel("diff", file, *words)
    assert result.code == 1
    assert "painted" in result.stdout
    other = tmp_path / "nobody.wok"
    other.write_bytes(file.read_bytes())
    missing = kotorlevel("diff", other, "--game", made.folder)
    assert missing.code == 2
    assert "has no file of that name" in missing.stderr
    archive = tmp_path / "mine.mod"
    archive.write_bytes(make_archive("mine.mod", {file.name: file.read_bytes()}).to_bytes())
    packed = kotorlevel("diff", archive, *words, "--json")
    assert [each["kind"] for each in json.loads(packed.stdout)["changes"]] == ["faces-painted"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ((), "Missing argument"),
        (("old",), "give a second version B, or --game DIR"),
        (("old", "new", "old"), "two versions are compared, not 3"),
        (("old", "nwe"), "there is no such file or folder. Did you mean 'new'?"),
        (("old", f"new/{HALL}"), "give two of a kind"),
        (("", "new"), "an empty PATH"),
        (("old", "new", "--map", "x.gif"), ".svg or .png"),
        (("old/station.lyt", "new/station.lyt", "--map", "x.svg"), ""),
    ],
)
def test_what_cannot_be_compared(
    kotorlevel: InProcess, versions: tuple[Path, Path], words: tuple[str, ...], text: str
) -> None:
    assert versions
    result = kotorlevel("diff", *words)
    if text:
        assert result.code == 2
        assert text in result.stderr
        assert result.stdout == ""
    else:
        assert "no floor to draw" in result.stderr


def test_a_broken_file_is_told(kotorlevel: InProcess, versions: tuple[Path, Path]) -> None:
    broken = versions[1] / HALL
    broken.write_bytes(broken.read_bytes()[:200])
    result = kotorlevel("diff", versions[0] / HALL, broken)
    assert result.code == 2
    assert HALL in result.stderr
    inside = kotorlevel("diff", *versions)
    assert inside.code == 1
    assert "cannot be read" in inside.stdout


def test_pictures_with_the_numbers_of_the_text(
    kotorlevel: InProcess, versions: tuple[Path, Path]
) -> None:
    result = kotorlevel("diff", *versions, "--map", "changes.svg", "--html", "changes.html")
    assert result.code == 1
    assert "[1] painted" in result.stdout
    assert "wrote changes.svg" in result.stderr
    assert ">1</text>" in Path("changes.svg").read_text("utf-8")
    assert "painted" in Path("changes.html").read_text("utf-8")
    again = kotorlevel("diff", *versions, "--map", "changes.svg")
    assert again.code == 2
    assert "--force" in again.stderr


def test_a_reader_that_goes_is_no_error(versions: tuple[Path, Path]) -> None:
    assert run("diff", *versions, close_stdout=True).stderr == ""


# git


def git(*words: str) -> str:
    done = subprocess.run(
        ["git", "-c", "user.name=x", "-c", "user.email=x@y", *words],
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    return done.stdout


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_as_the_driver_of_git(
    tmp_path: Path, versions: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(versions[0])
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    git("init", "-q", ".")
    Path(".gitattributes").write_text("*.wok diff=kotorlevel\n*.lyt diff=kotorlevel\n")
    driver = f'"{Path(sys.executable).as_posix()}" -m kotorlevel diff --git'
    git("config", "diff.kotorlevel.command", driver)
    git("add", "-A")
    git("commit", "-qm", "old")
    shutil.copy(
        versions[1].resolve() if versions[1].is_absolute() else tmp_path / "new" / HALL, HALL
    )
    Path("broken.wok").write_bytes(b"BWM V1.0 and no more")
    Path("station.lyt").unlink()
    git("add", "-A")
    said = git("diff", "--cached", "--", "*.wok", "*.lyt")
    assert f"diff --kotorlevel {HALL}" in said
    assert "→ Grass: 2 faces" in said
    assert "diff --kotorlevel station.lyt" in said
    assert "1 file removed" in said
    assert "diff --kotorlevel broken.wok" in said
    git("commit", "-qm", "new")
    assert "→ Grass: 2 faces" in git("log", "-p", "--ext-diff", "-1")
    Path("broken.wok").write_bytes(b"BWM V1.0 and something else")
    assert "cannot be compared" in git("diff")
