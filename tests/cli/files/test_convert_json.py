"""``kotorlevel convert`` to JSON and CSV and back, run as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kotorlevel as kl
from support.command import run_inside
from support.mesh.json_samples import make_samples, sample_model

SAMPLES = make_samples()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, data in SAMPLES.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_there_and_back(folder: Path) -> None:
    made = run_inside("convert", "odd.wok", "odd.json", cwd=folder)
    assert (made.code, made.stderr) == (0, "")
    assert made.stdout.startswith("wrote odd.json (")
    assert (folder / "odd.json").read_text(encoding="utf-8") == kl.format_json(
        kl.to_json(folder / "odd.wok")
    )
    back = run_inside("convert", "odd.json", "again.wok", cwd=folder)
    assert "not edited: the same bytes" in back.stdout
    assert (folder / "again.wok").read_bytes() == SAMPLES["odd.wok"]


def test_an_edit_is_told(folder: Path) -> None:
    document = kl.to_json(folder / "odd.wok")
    document["faces"][0][3] = 7
    document["links"] = [[0, 2, 1]]
    (folder / "room.json").write_text(json.dumps(document), encoding="utf-8")
    result = run_inside("convert", "room.json", "new.wok", cwd=folder)
    assert "edited: all tables made anew" in result.stdout
    assert "1 link to a room cannot be written" in result.stderr


def test_a_model_has_two_files(folder: Path) -> None:
    mdl, mdx = sample_model()
    (folder / "m.mdl").write_bytes(mdl)
    (folder / "m.mdx").write_bytes(mdx)
    assert run_inside("convert", "m.mdl", "m.json", cwd=folder).code == 0
    result = run_inside("convert", "m.json", "n.mdl", cwd=folder)
    assert "wrote n.mdx" in result.stdout
    assert (folder / "n.mdl").read_bytes() == mdl
    assert (folder / "n.mdx").read_bytes() == mdx


def test_a_folder(folder: Path) -> None:
    (folder / "readme.txt").write_text("hello")
    result = run_inside("convert", ".", "texts", "--to", "json", cwd=folder)
    assert (result.code, result.stderr) == (0, "")
    assert result.stdout == "left out: readme.txt\n19 files converted, written to texts\n"
    assert run_inside("convert", "texts", "back", "--to", "files", cwd=folder).code == 0
    assert {p.name: p.read_bytes() for p in (folder / "back").iterdir()} == SAMPLES
    again = run_inside("convert", ".", "texts", "--to", "json", cwd=folder)
    assert again.code == 2
    assert "exist already; add --force" in again.stderr
    (folder / "bad.wok").write_bytes(b"BWM V1.0")
    broken = run_inside("convert", ".", "texts", "--to", "json", "--force", cwd=folder)
    assert broken.code == 2
    assert "cannot convert bad.wok: header" in broken.stderr
    assert "38 files converted" in broken.stdout  # those in `back`, too


def test_csv(folder: Path) -> None:
    assert (
        run_inside("convert", "table.2da", "t.csv", cwd=folder).stdout == "wrote t.csv (52 bytes)\n"
    )
    result = run_inside("convert", "t.csv", "t.2da", cwd=folder)
    assert result.stdout.startswith("2 rows, 2 columns\nwrote t.2da")
    assert (folder / "t.2da").read_bytes() == SAMPLES["table.2da"]
    odd = run_inside("convert", "odd.2da", "o.csv", cwd=folder)
    assert "the same cells, but not the same bytes" in odd.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("room.json", "x.lyt"), "room.json: holds a walkmesh (room): the output must end in .wok"),
        (("room.json", "x.pwk"), "the output must end in .wok"),
        (("git.json", "x.are"), "holds a gff (GIT): the output must end in .git, .gff or .res"),
        (("room.json", "room.json"), "room.json: exists already; add --force"),
        (("room.json", "y.json"), "is JSON already"),
        (("missing.wok", "y.json"), "missing.wok: no such file"),
        (("room.wok", "sub/y.json"), "there is no folder sub"),
        (("room.wok", "."), "exists already"),
        (("room.json", "."), "is a folder; name a file in it"),
        ((".", "y.json"), ". is a folder; add --to json"),
        (("empty", "y", "--to", "json"), "there are no game files"),
        (("room.wok", "y", "--to", "json"), "is no folder"),
        (("room.wok", "y.csv"), "only a 2DA table can become CSV"),
        (("x.csv", "y.lyt"), "the output must end in .2da"),
        (("note.txt", "y.json"), "is none of the formats that have a JSON form"),
        (("other.json", "y.wok"), 'other.json: this is no document of a file: it has no "format"'),
        (("broken.json", "y.wok"), "broken.json: line 1: this is no JSON"),
        (("room.wok", "y.json", "--position", "1,2,3"), "--position is for binary models"),
    ],
)
def test_what_cannot_be_done_is_told(
    folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    (folder / "room.json").write_text(kl.format_json(kl.to_json(folder / "room.wok")))
    (folder / "git.json").write_text(kl.format_json(kl.to_json(folder / "area.git")))
    (folder / "other.json").write_text('{"name": "a package"}')
    (folder / "broken.json").write_text('{"format": ')
    (folder / "note.txt").write_text("hello")
    (folder / "x.csv").write_text("row,a\n0,1\n")
    (folder / "empty").mkdir()
    before = sorted(folder.iterdir())
    result = run_inside("convert", *arguments, cwd=folder)
    assert result.code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(folder.iterdir()) == before
