"""What docs/ci.md and the hook of pre-commit say is true."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

import kotorlevel as kl
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.corpus import ROOT

PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
HOOK = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
COMMANDS = sorted(
    each for each in set(re.findall(r"kotorlevel check[^`\n>]*", PAGE)) if "baseline" not in each
)
"""Those on known findings have tests of their own."""


def field(text: str, name: str) -> str:
    """The value of a field of a small YAML file, whose values are plain texts."""
    (value,) = set(re.findall(rf"^ *(?:- )?{name}: (.*)$", text, re.MULTILINE))
    return str(value)


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def write_mod(folder: Path) -> None:
    """An area with a link to nowhere in its second room."""
    folder.mkdir()
    write_folder(folder, make_area({"hall": floor(east=1), "yard": floor(4, west=7)}))
    (folder / "lab.git").write_bytes(b"")


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_the_page_run(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_mod(tmp_path / "mod")
    monkeypatch.chdir(tmp_path / "mod")
    words = shlex.split(command)[1:]
    paths = [] if "." in words else ["yard.wok"]
    result = InProcess(monkeypatch, capsys)(*words, *paths)
    assert (result.code, "ARE011" in result.stdout) == (1, True)


def test_page_and_hook_are_the_same_hook() -> None:
    local = blocks("yaml")[0]
    for name in ("id", "entry", "require_serial", "files"):
        assert field(local, name) == field(HOOK, name)


def test_hook_asks_for_the_files_of_an_area_and_no_others() -> None:
    pattern = re.compile(field(HOOK, "files"))
    for name in ("a/M01.WOK", "m.lyt", "m.vis", "m.pth", "m.git", "module.ifo", "m.are", "b.dwk"):
        assert pattern.search(name)
    for name in ("readme.md", "m.wok.bak", ".gitattributes", "wok", "a.mdl"):
        assert not pattern.search(name)


def test_hook_checks_the_area_of_changed_files_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_mod(tmp_path / "mod")
    monkeypatch.chdir(tmp_path)
    words = field(HOOK, "entry").split()[1:]
    kotorlevel = InProcess(monkeypatch, capsys)
    changed = kotorlevel(*words, "mod/hall.wok", "mod/lab.git")
    whole = kotorlevel("check", "mod/lab.lyt")
    assert (changed.code, changed.stdout) == (1, whole.stdout)
    assert changed.stdout.count("ARE011") == 1


def test_nothing_is_named_as_if_it_were_published() -> None:
    """Neither an index that has the package, nor a tag, nor an address."""
    assert not re.search(r"pip install kotorlevel", PAGE)
    assert not re.search(r"rev: v[0-9]", PAGE)
    assert set(re.findall(r"https?://[^\s)`]+", PAGE)) == {"https://pre-commit.com"}


def test_settings_and_python_of_the_page_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_mod(tmp_path / "my_mod")
    monkeypatch.chdir(tmp_path)
    (code,) = blocks("python")
    exec(code, {})
    assert "ARE011" in capsys.readouterr().out
    (settings,) = blocks("toml")
    assert set(tomllib.loads(settings)["check"]) > {"ignore", "also", "fail-on"}
    text = settings.replace("surfacemat.2da", "k1")
    (tmp_path / "my_mod" / "kotorlevel.toml").write_text(text)
    options = kl.load_options(["my_mod"])
    assert (options.fail_on, options.also) == (kl.Severity.WARNING, ("BWM012",))


def test_step_summary_is_written_where_the_workflow_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_mod(tmp_path / "mod")
    monkeypatch.chdir(tmp_path)
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    kotorlevel = InProcess(monkeypatch, capsys)
    assert kotorlevel("check", "mod", "--github").code == 1
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("before\n## KotorLevel check\n")
    assert "| ARE011 link-to-wrong-room |" in text
    assert "`kotorlevel fix mod`" in text
    kotorlevel("check", "mod", "--json")
    assert summary.read_text(encoding="utf-8") == text
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "none" / "summary.md"))
    result = kotorlevel("check", "mod", "--github")
    assert (result.code, "no step summary" in result.stderr) == (1, True)
