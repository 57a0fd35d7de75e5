"""`map` and `view` of several levels, and `scan` with a page and a graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kotorlevel as kl
from support.area.leading import leading_contents
from support.cli.in_process import InProcess
from support.corpus import ROOT
from support.installation import make_installation
from support.schemas import validate
from support.view.served import small_bundle

__all__ = ["small_bundle"]

SCHEMA = json.loads((ROOT / "docs/schema/scan.schema.json").read_text(encoding="utf-8"))
BOTH = ("game/modules/aaa_m01aa.mod", "game/modules/dan_m77zz.mod")


@pytest.fixture
def kotorlevel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> InProcess:
    monkeypatch.chdir(tmp_path)
    make_installation(tmp_path, more=leading_contents())
    return InProcess(monkeypatch, capsys)


def test_map_of_several_is_that_of_the_library(kotorlevel: InProcess, tmp_path: Path) -> None:
    result = kotorlevel("map", *BOTH, "-o", "both.svg", "--no-findings")
    assert result.stdout.startswith("wrote both.svg: 2 levels, 2 rooms, ")
    drawn = (tmp_path / "both.svg").read_text("utf-8")
    assert drawn == kl.draw_map(list(BOTH), findings=False)
    assert "A  m01aa" in drawn
    assert "B  m77zz" in drawn
    kotorlevel("map", *BOTH, "-o", "one.svg", "--no-findings", "--one-space")
    one = (tmp_path / "one.svg").read_text("utf-8")
    assert one == kl.draw_map(list(BOTH), findings=False, one_space=True) != drawn


def test_modules_that_fit_a_pattern(kotorlevel: InProcess, tmp_path: Path) -> None:
    kotorlevel("map", "game", "--module", "?[bc]?_*", "-o", "both.svg")
    drawn = (tmp_path / "both.svg").read_text("utf-8")
    assert drawn == kl.draw_map("game", module="?[bc]?_*")
    assert "2 levels" in drawn


def test_page_of_several(kotorlevel: InProcess, small_bundle: Path, tmp_path: Path) -> None:
    result = kotorlevel("view", *BOTH, "--export", "both.html", "--no-findings")
    assert "2 levels" in result.stdout
    page = (tmp_path / "both.html").read_text("utf-8")
    assert page == kl.render_page(list(BOTH), findings=False)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("map", BOTH[0], "-o", "a.svg", "--one-space"), "--one-space goes with several levels"),
        (("map", *BOTH, "-o", "a.svg", "--path", "0,0", "1,1"), "--path goes with one level"),
        (("view", *BOTH, "--export", "a.html", "--models"), "--models goes with one level"),
        (("map", "game", "--module", "xyz_*", "-o", "a.svg"), "there is no module 'xyz_*'"),
        (("scan", "game", "--force"), "--force goes with --html or --graph"),
        (("scan", "game", "--graph", "a.gif"), ".dot"),
    ],
)
def test_refused(
    kotorlevel: InProcess, small_bundle: Path, arguments: tuple[str, ...], text: str, tmp_path: Path
) -> None:
    result = kotorlevel(*arguments)
    assert result.code == 2
    assert text in result.stderr
    assert not [*tmp_path.glob("a.*")]


def test_scan_writes_a_page_and_a_graph(kotorlevel: InProcess, tmp_path: Path) -> None:
    words = ("scan", "game", "--module", "*_m01aa", "--workers", 1)
    result = kotorlevel(*words, "--html", "scan.html", "--graph", "ways.dot", "--json")
    document = json.loads(result.stdout)
    validate(document, SCHEMA)
    assert "wrote scan.html" in result.stderr
    assert "wrote ways.dot" in result.stderr
    scan = kl.scan("game", modules="*_m01aa", picture=kl.draw_small_map, workers=1)
    assert (tmp_path / "scan.html").read_text("utf-8") == kl.render_scan(scan)
    drawn = (tmp_path / "ways.dot").read_text("utf-8")
    assert drawn == kl.draw_transitions(scan.transitions, format="dot")
    exits = {each["module"]: each["exits"] for each in document["modules"]}
    assert [each["state"] for each in exits["aaa_m01aa"]] == ["ok", "no-module", "ok"]
    assert exits["ccc_m01aa"] == [
        {
            "kind": "door",
            "number": 0,
            "tag": "gate",
            "to": "aaa_m01aa",
            "target": "to_b",
            "state": "ok",
            "back": False,
        }
    ]


def test_modules_that_were_not_scanned_are_read_all_the_same(tmp_path: Path) -> None:
    made = make_installation(tmp_path, more=leading_contents())
    found = kl.scan(made.folder, modules="ccc_m01aa").transitions
    assert [(each.to, each.state) for each in found.exits] == [("aaa_m01aa", "ok")]
