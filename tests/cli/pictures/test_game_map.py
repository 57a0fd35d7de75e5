"""``kotorlevel map --game-map``: the picture, the fields, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from support.area.game_maps import PLAIN, make_are
from support.area.level_files import AREA, content, lab, put, put_archive
from support.cli.in_process import InProcess
from support.corpus import ROOT
from support.schemas import validate

NAME = f"lbl_map{AREA}.tga"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return put(tmp_path / "mod", lab(more={f"{AREA}.are": make_are(PLAIN).to_bytes()}))


def test_it_says_the_fields(kotorlevel: InProcess, folder: Path) -> None:
    before = content(folder)
    result = kotorlevel("map", folder, "--game-map", "-o", folder)
    assert result.code == 0
    assert f"wrote {folder / NAME}: 512 x 256 pixels" in result.stdout
    area = kl.load_area(folder)
    fields = kl.fit_map(area, like=PLAIN)
    assert f"MapPt1X    {fields.picture[0][0]:.6f}" in result.stdout
    assert "(+y is up)" in result.stdout
    assert "--set-fields" in result.stdout
    assert np.array_equal(
        kl.read_image(folder / NAME).pixels, kl.draw_game_map(area, fields).pixels
    )
    assert content(folder) == {**before, NAME: (folder / NAME).read_bytes()}


@pytest.mark.parametrize("kind", ["folder", "archive"])
def test_it_sets_the_fields_and_undo_takes_it_back(
    kotorlevel: InProcess, folder: Path, tmp_path: Path, kind: str
) -> None:
    files = content(folder)
    level = folder if kind == "folder" else put_archive(tmp_path / "lab.mod", files)
    target = tmp_path / NAME
    words = ("map", level, "--game-map", "-o", target, "--set-fields", "--north", "-x", "--json")
    result = kotorlevel(*words)
    assert result.code == 0
    document = json.loads(result.stdout)
    schema = json.loads((ROOT / "docs/schema/map.schema.json").read_text(encoding="utf-8"))
    validate(document, schema)
    fields = kl.find_map_fields(kl.load_area(level))
    assert fields == kl.fit_map(kl.load_area(level), 3, like=PLAIN)
    assert document["fields"]["NorthAxis"] == 3
    assert document["before"]["WorldPt1Y"] == 4
    assert document["picture"]["name"] == NAME
    assert len(document["files"]) == 1
    assert kotorlevel("undo", level).code == 0
    assert kl.find_map_fields(kl.load_area(level)) == PLAIN
    if kind == "folder":
        assert content(folder) == files


def test_it_keeps_the_fields(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "look.png"
    result = kotorlevel("map", folder, "--game-map", "-o", target, "--keep-fields")
    assert "The ARE has the fields that belong to it." in result.stdout
    assert target.read_bytes().startswith(b"\x89PNG")


def test_what_is_refused(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    without = put(tmp_path / "without", lab())
    before = content(folder), content(without)
    for words, said in (
        ((folder, "--game-map", "-o", tmp_path / "map.svg"), "must end in"),
        ((folder, "-o", tmp_path / "map.svg", "--json"), "go with --game-map"),
        ((folder, "--game-map", "--keep-fields", "--set-fields", "-o", tmp_path), "exclude"),
        ((without, "--game-map", "--set-fields", "-o", tmp_path), f"no {AREA}.are"),
        ((without, "--game-map", "--keep-fields", "-o", tmp_path), "no fields of a map"),
        ((folder / "hall.wok", "--game-map", "-o", tmp_path), "is no area"),
    ):
        result = kotorlevel("map", *words)
        assert result.code == 2
        assert said in result.stderr
    assert (content(folder), content(without)) == before
    assert not [*tmp_path.glob("*.tga"), *tmp_path.glob("*.svg")]


def test_names_that_the_game_does_not_find(
    kotorlevel: InProcess, folder: Path, tmp_path: Path
) -> None:
    result = kotorlevel("map", folder, "--game-map", "-o", tmp_path / "mine.tga")
    assert f"the game looks for {NAME}" in result.stderr
    again = kotorlevel("map", folder, "--game-map", "-o", tmp_path / "mine.tga")
    assert again.code == 2
    assert "exists already" in again.stderr
