"""``kotorlevel fix``."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.checks.run import check
from support.area.level_files import content as contents
from support.builders import square_pwk, square_wok
from support.cases.tables_shapes import with_tables
from support.cases.texts import GOOD_LYT, crlf
from support.cli.in_process import InProcess
from support.command import run
from support.core.journals import old_bytes
from support.corpus import CORPUS, ROOT, corpus_files, needs_corpus
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs/schema/fix.schema.json").read_text(encoding="utf-8"))
CHECK_SCHEMA = json.loads((ROOT / "docs/schema/check.schema.json").read_text(encoding="utf-8"))
GOOD_WOK = with_tables(square_wok()).to_bytes()
BAD_WOK = with_tables(square_wok(), loops=None).to_bytes()
LF_LYT = GOOD_LYT.replace(b"\r", b"")


@pytest.fixture
def mod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a small mod in ``mod``: two files with faults, one sound."""
    folder = tmp_path / "mod"
    (folder / "rooms").mkdir(parents=True)
    (folder / "rooms" / "bad.wok").write_bytes(BAD_WOK)
    (folder / "m.lyt").write_bytes(LF_LYT)
    (folder / "good.pwk").write_bytes(square_pwk().to_bytes())
    monkeypatch.chdir(tmp_path)
    return folder


def read_json(kotorlevel: InProcess, *arguments: object) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(kotorlevel("fix", *arguments, "--json").stdout)
    validate(document, SCHEMA)
    return document


def test_in_place(mod: Path, kotorlevel: InProcess) -> None:
    before = contents(mod)
    result = kotorlevel("fix", "mod")
    assert result.code == 0
    assert result.stderr == ""
    assert contents(mod) == {
        **before,
        "rooms/bad.wok": GOOD_WOK,
        "m.lyt": GOOD_LYT,
    }
    assert old_bytes(mod) == {"bad.wok": BAD_WOK, "m.lyt": LF_LYT}
    assert [f.rule for f in check(mod).findings] == ["ARE001", "ARE014"]  # the game has the rest
    lines = result.stdout.splitlines()
    at = lines.index("mod/rooms/bad.wok")
    assert lines[at + 1].startswith("  recomputed adjacency, boundary edges and loops")
    assert "DRV008" in lines[at + 1]
    assert lines[at + 2] == f"  wrote {Path('mod/rooms/bad.wok')}"
    assert "2 files of 3 repaired." in lines


def test_second_time_changes_nothing(mod: Path, kotorlevel: InProcess) -> None:
    kotorlevel("fix", "mod")
    after = contents(mod)
    result = kotorlevel("fix", "mod")
    assert result.code == 0
    assert "0 files of 3 repaired." in result.stdout
    assert contents(mod) == after


def test_dry_run_writes_nothing(mod: Path, kotorlevel: InProcess) -> None:
    before = contents(mod)
    result = kotorlevel("fix", "mod", "--dry-run")
    assert result.code == 0
    assert contents(mod) == before
    assert "2 files of 3 would be repaired." in result.stdout
    assert "wrote" not in result.stdout
    kotorlevel("fix", "mod", "--dry-run", "-o", "out")
    assert not Path("out").exists()


def test_output_folder_mirrors_the_input(mod: Path, kotorlevel: InProcess) -> None:
    before = contents(mod)
    result = kotorlevel("fix", "mod", "-o", "out/fixed")
    assert result.code == 0
    assert contents(mod) == before
    fixed = {"m.lyt": GOOD_LYT, "rooms/bad.wok": GOOD_WOK}
    assert contents(Path("out/fixed")) == fixed
    kotorlevel("fix", "mod/rooms/bad.wok", "-o", "flat")
    assert contents(Path("flat")) == {"bad.wok": GOOD_WOK}


def test_file_in_the_output_folder_is_kept(mod: Path, kotorlevel: InProcess) -> None:
    Path("out").mkdir()
    Path("out/m.lyt").write_bytes(b"mine")
    kotorlevel("fix", "mod/m.lyt", "-o", "out")
    assert contents(Path("out")) == {"m.lyt": GOOD_LYT}
    assert old_bytes(Path("out")) == {"m.lyt": b"mine"}


def test_two_files_for_one_place(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "bad.wok").write_bytes(BAD_WOK)
    before = contents(mod)
    result = kotorlevel("fix", "mod/bad.wok", "mod/rooms/bad.wok", "-o", "out")
    assert result.code == 2
    assert "would both be written to" in result.stderr
    assert not Path("out").exists()
    assert contents(mod) == before
    assert kotorlevel("fix", "mod/bad.wok", "mod/bad.wok", "mod").code == 0
    (edit,) = kl.list_edits(mod / "bad.wok")
    assert sorted(each.path.name for each in edit.files) == ["bad.wok", "m.lyt"]


def test_output_that_is_a_file(mod: Path, kotorlevel: InProcess) -> None:
    Path("out").write_text("mine")
    result = kotorlevel("fix", "mod", "-o", "out")
    assert (result.code, result.stdout) == (2, "")
    assert "is a file" in result.stderr


def test_select_and_ignore(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "m.lyt").write_bytes(b"\xef\xbb\xbf" + LF_LYT)
    kotorlevel("fix", "mod", "--select", "FIL")
    assert (mod / "m.lyt").read_bytes() == LF_LYT
    assert (mod / "rooms/bad.wok").read_bytes() == BAD_WOK
    kotorlevel("fix", "mod", "--ignore", "LYT")
    assert (mod / "m.lyt").read_bytes() == LF_LYT
    assert (mod / "rooms/bad.wok").read_bytes() == GOOD_WOK


def test_config_holds_for_fix(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "kotorlevel.toml").write_text(
        '[check]\nignore = ["LYT"]\n[check.per-path-ignores]\n"rooms/*" = ["DRV"]\n'
    )
    assert "0 files of 3 repaired." in kotorlevel("fix", "mod").stdout
    (mod / "kotorlevel.toml").write_text("[check]\nx = 1\n")
    assert kotorlevel("fix", "mod").code == 2


def test_unsafe_must_be_asked_for(mod: Path, kotorlevel: InProcess) -> None:
    one_way = crlf("a 1", "  b", "b 0")
    (mod / "m.vis").write_bytes(one_way)
    result = kotorlevel("fix", "mod/m.vis")
    assert (mod / "m.vis").read_bytes() == one_way
    assert "2 findings can be fixed with --unsafe." in result.stdout
    kotorlevel("fix", "mod/m.vis", "--unsafe")
    assert (mod / "m.vis").read_bytes() == crlf("a 1", "  b", "b 1", "  a")


def test_errors_left_are_told(mod: Path, kotorlevel: InProcess) -> None:
    broken = with_tables(square_wok(), faces=[(0, 1, 9), (0, 2, 3)]).to_bytes()
    (mod / "rooms" / "bad.wok").write_bytes(broken + b"x")
    result = kotorlevel("fix", "mod")
    assert result.code == 1
    lines = result.stdout.splitlines()
    at = lines.index("1 error left:")
    assert lines[at + 1] == (
        "  error  BWM003  mod/rooms/bad.wok: 1 of 2 faces names corners up to 9, "
        "but there are only 4"
    )
    assert lines[at + 2] == "More about them: kotorlevel check mod"
    assert (mod / "rooms" / "bad.wok").read_bytes() == broken


@pytest.mark.parametrize("arguments", [(), ("--select", "MSH"), ("--json",)])
def test_unreadable_file_is_left_and_the_rest_repaired(
    mod: Path, kotorlevel: InProcess, arguments: tuple[str, ...]
) -> None:
    (mod / "rooms" / "short.wok").write_bytes(BAD_WOK[:200])
    result = kotorlevel("fix", "mod", *arguments)
    assert result.code == 2
    assert "rooms/short.wok" in result.stdout
    assert "the file ends at" in result.stdout  # the reason
    assert (mod / "rooms" / "short.wok").read_bytes() == BAD_WOK[:200]
    assert kl.list_edits(mod / "rooms" / "short.wok") == []
    assert (mod / "m.lyt").read_bytes() == (LF_LYT if "MSH" in arguments else GOOD_LYT)


def test_missing_file(mod: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("fix", "none.wok", "mod/m.lyt")
    assert result.code == 2
    assert "none.wok: no such file" in result.stderr
    assert (mod / "m.lyt").read_bytes() == GOOD_LYT
    document = read_json(kotorlevel, "none.wok", "mod/m.lyt")
    assert document["errors"] == [{"path": "none.wok", "message": "no such file"}]
    assert kotorlevel("fix", "none.wok", "--json").code == 2


# When writing fails


def test_failure_while_writing_leaves_the_old_file(
    mod: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(mod)
    replace = os.replace

    def fail(source: str, target: str) -> None:
        if str(target).endswith("bad.wok"):
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", fail)
    result = kotorlevel("fix", "mod")
    assert result.code == 2
    assert "mod/rooms/bad.wok: cannot be written: No space left on device" in result.stderr
    assert contents(mod) == {**before, "m.lyt": GOOD_LYT}
    document = read_json(kotorlevel, "mod")
    assert [error["path"] for error in document["errors"]] == ["mod/rooms/bad.wok"]


def test_failure_while_saving_the_old_file(
    mod: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(mod)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("kotorlevel.core.journal.steps._copy", fail)
    result = kotorlevel("fix", "mod")
    assert result.code == 2
    assert result.stderr.count("No space left on device") == 2
    assert contents(mod) == before
    assert not list(mod.rglob(".kotorlevel"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_folder_that_cannot_be_written(mod: Path, kotorlevel: InProcess) -> None:
    before = contents(mod)
    (mod / "rooms").chmod(0o555)
    try:
        assert kotorlevel("fix", "mod/rooms").code == 2
    finally:
        (mod / "rooms").chmod(0o755)
    assert contents(mod) == before


# JSON


def test_json(mod: Path, kotorlevel: InProcess) -> None:
    dry = read_json(kotorlevel, "mod", "--dry-run")
    assert dry["dry_run"] is True
    assert [(f["path"], f["changed"], f["written"]) for f in dry["files"]] == [
        ("mod/good.pwk", False, None),
        ("mod/m.lyt", True, None),
        ("mod/rooms/bad.wok", True, None),
    ]
    done = read_json(kotorlevel, "mod", "-o", "out")
    assert [f["written"] for f in done["files"]] == [None, "out/m.lyt", "out/rooms/bad.wok"]
    assert done["files"][2]["steps"] == [
        {"text": "recomputed adjacency, boundary edges and loops", "rules": ["DRV008"]}
    ]
    left = [[finding["rule"] for finding in f["left"]] for f in done["files"]]
    assert left == [[], ["ARE001", "ARE014"], []]  # the game has the rest
    assert [f["backup"] for f in done["files"]] == [None, None, None]
    in_place = read_json(kotorlevel, "mod")
    assert in_place["files"][0]["backup"] is None
    kept = [Path(f["backup"]).read_bytes() for f in in_place["files"][1:]]
    assert kept == [LF_LYT, BAD_WOK]


def test_findings_are_as_in_the_schema_of_check() -> None:
    ours, theirs = SCHEMA["$defs"]["finding"], CHECK_SCHEMA["$defs"]["finding"]
    assert ours["required"] == theirs["required"]
    for name, wanted in theirs["properties"].items():
        if name not in ("rule", "explains", "explained_by"):
            assert ours["properties"][name] == wanted


# Whole folders of real files


@needs_corpus
def test_whole_corpus(tmp_path: Path, kotorlevel: InProcess) -> None:
    paths = corpus_files("**/*.wok", "**/*.pwk", "**/*.lyt", "**/*.vis", "**/*.2da", "**/*.ascii")
    before = {path: path.read_bytes() for path in paths}
    document = read_json(kotorlevel, CORPUS, "-o", tmp_path)
    assert {path: path.read_bytes() for path in paths} == before
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    assert not any(name.endswith((".2da", ".ascii", ".bak")) for name in written)
    assert len(written) == sum(file["changed"] for file in document["files"]) > 20
    again = read_json(kotorlevel, tmp_path)
    assert not any(file["changed"] for file in again["files"])


def test_as_a_user_runs_it(mod: Path) -> None:
    result = run("fix", "mod", cwd=mod.parent)
    assert result.code == 0
    assert "\x1b" not in result.stdout
    assert contents(mod)["rooms/bad.wok"] == GOOD_WOK
    left = run("check", "mod", "--ignore", "ARE001,ARE014", cwd=mod.parent)
    assert left.stdout == "No faults found in 3 files.\n"
