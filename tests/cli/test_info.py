"""``kotorlevel info``, run as a user runs it: as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from builders import patched, square_pwk, square_wok
from command import run
from corpus import CORPUS, ROOT, corpus_files, needs_corpus
from kotorlevel.formats.lyt import Layout, LayoutRoom
from kotorlevel.formats.vis import Visibility, VisRoom

SCHEMA = json.loads((ROOT / "docs/schema/info.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file of each kind, in several levels, and something that is not ours."""
    (tmp_path / "rooms").mkdir()
    (tmp_path / "rooms" / "a.wok").write_bytes(square_wok().to_bytes())
    (tmp_path / "rooms" / "B.PWK").write_bytes(square_pwk().to_bytes())
    rooms = (LayoutRoom("a", (1, 2, 3)), LayoutRoom("****", (0, 0, 0)))
    (tmp_path / "m.lyt").write_bytes(Layout(rooms=rooms).to_bytes())
    visibility = Visibility((VisRoom("a", ("b",)), VisRoom("b", ())))
    (tmp_path / "m.vis").write_bytes(visibility.to_bytes())
    (tmp_path / "t.2da").write_bytes(b"2DA V2.0\r\n\r\n label walk\r\n0 Dirt 1\r\n")
    (tmp_path / "notes.txt").write_text("not a level file")
    return tmp_path


def read_json(*arguments: object) -> dict[str, Any]:
    result = run("info", *arguments, "--json")
    document: dict[str, Any] = json.loads(result.stdout)
    jsonschema.validate(document, SCHEMA)
    assert result.code == (2 if document["errors"] else 0)
    return document


def test_json_of_a_walkmesh(tmp_path: Path) -> None:
    path = tmp_path / "room.wok"
    path.write_bytes(square_wok().to_bytes())
    (file,) = read_json(path)["files"]
    assert file["kind"] == "area"
    assert (file["vertices"], file["faces"], file["walkable_faces"]) == (4, 2, 2)
    assert file["surfaces"] == [
        {"id": 4, "label": "Stone", "walkable": True, "faces": 1},
        {"id": 10, "label": "Metal", "walkable": True, "faces": 1},
    ]
    assert file["bounds"] == {"min": [0, 0, 0], "max": [2, 2, 0], "not_finite": 0}
    assert file["position"] == [5, 6, 7]
    assert file["loops"] == [4]
    assert file["transitions"] == [{"room": 3, "edges": 1}]
    assert file["tree"] == {"nodes": 3, "depth": 2}


def test_json_with_tables_holds_every_row(tmp_path: Path) -> None:
    path = tmp_path / "room.wok"
    path.write_bytes(square_wok().to_bytes())
    (file,) = read_json(path, "--tables")["files"]
    tables = file["tables"]
    assert tables["header"]["vertex_count"] == 4
    assert tables["vertices"][2] == [2, 2, 0]
    assert tables["nodes"][0]["plane"] == 8
    assert tables["edges"][1] == {"edge": 1, "transition": 3}
    assert tables["loops"] == [4]


def test_folder_is_searched_below_and_shown_one_line_a_file(folder: Path) -> None:
    result = run("info", folder)
    assert result.code == 0
    lines = result.stdout.splitlines()
    assert len(lines) == 6
    assert "a.wok" in result.stdout
    assert "notes" not in result.stdout
    assert lines[-1].startswith("5 files read")


def test_json_of_a_folder(folder: Path) -> None:
    files = read_json(folder)["files"]
    assert [(Path(f["path"]).name, f["format"]) for f in files] == [
        ("m.lyt", "lyt"),
        ("m.vis", "vis"),
        ("B.PWK", "bwm"),
        ("a.wok", "bwm"),
        ("t.2da", "2da"),
    ]
    layout, visibility, placeable, _, table = files
    assert [room["name"] for room in layout["rooms"]] == ["a", "****"]
    assert layout["empty_rooms"] == 1
    assert visibility["one_way_pairs"] == [["a", "b"]]
    assert placeable["kind"] == "placeable"
    assert placeable["use_hooks"]["relative"] == [[0.5, -1, 0], [0.5, 3, 0]]
    assert (table["form"], table["columns"]) == ("text", ["label", "walk"])


@needs_corpus
def test_text_names_every_real_file() -> None:
    paths = corpus_files("**/*.wok", "**/*.pwk", "**/*.lyt", "**/*.vis", "**/*.2da")
    assert len(paths) > 50
    result = run("info", *paths)
    assert result.code == 2  # corrupted.2da
    assert "Traceback" not in result.stderr
    for path in paths:
        where = result.stderr if path.name == "corrupted.2da" else result.stdout
        assert path.as_posix() in where


@needs_corpus
def test_json_of_the_whole_corpus_fits_the_schema() -> None:
    document = read_json(CORPUS, "--tables")
    assert [Path(e["path"]).name for e in document["errors"]] == ["corrupted.2da"]
    found = {f["path"] for f in document["files"]}
    wanted = corpus_files("**/*.wok", "**/*.pwk", "**/*.lyt", "**/*.vis", "**/*.2da", "**/*.ascii")
    assert len(found) == len(wanted) - 1


def test_bad_files_are_named_and_the_rest_is_shown(tmp_path: Path) -> None:
    good, short, odd = (tmp_path / name for name in ("good.wok", "short.wok", "odd.wok"))
    good.write_bytes(square_wok().to_bytes())
    short.write_bytes(square_wok().to_bytes()[:200])
    odd.write_bytes(b"hello")
    result = run("info", short, good, odd, tmp_path / "none.wok")
    assert result.code == 2
    assert "good.wok" in result.stdout
    lines = result.stderr.splitlines()
    assert len(lines) == 3
    assert "short.wok: faces at 0xb8: 2 rows of 12 bytes end at 0xd0" in lines[0]
    assert "odd.wok: header at 0x0" in lines[1]
    assert "none.wok: no such file" in lines[2]


def test_hostile_values_are_shown_not_obeyed(tmp_path: Path) -> None:
    """NaN vertices, wild materials, cyclic tree, loop ends out of order."""
    data = bytearray(patched(square_wok().to_bytes(), unknown_6c=7))
    square = square_wok().header
    data[136:140] = b"\x00\x00\xc0\x7f"
    start = int(square["material_offset"])
    data[start : start + 4] = b"\xff\xff\xff\xff"
    start = int(square["node_offset"])
    data[start + 36 : start + 40] = bytes(4)  # the left child of the root is the root
    start = int(square["loop_offset"])
    data[start : start + 4] = b"\xff\xff\xff\xff"
    path = tmp_path / "bad.wok"
    path.write_bytes(data)
    (file,) = read_json(path)["files"]
    assert file["bounds"]["not_finite"] == 1
    assert {"id": 2**32 - 1, "label": "unknown", "walkable": False, "faces": 1} in file["surfaces"]
    assert file["tree"]["depth"] is None
    assert file["loops"] == [2**32 - 1]
    assert run("info", path).code == 0
    read_json(path, "--tables")


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "m.lyt"
    layout = Layout(rooms=(LayoutRoom("room", (0, 0, 0)),)).to_bytes()
    path.write_bytes(layout.replace(b"room 0", b"ro\x1b[31mom 0"))
    result = run("info", path)
    assert "\x1b" not in result.stdout
    assert "\\x1b[31m" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument"),
        (("--json",), "Missing argument"),
        (("EMPTY",), "no level files in this folder"),
        (("missing.wok",), "no such file"),
        (("x.wok", "--tables"), "--tables goes with --json"),
        (("x.wok", "--bogus"), "No such option"),
    ],
)
def test_wrong_use(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    given = [tmp_path if a == "EMPTY" else a for a in arguments]
    result = run("info", *given, cwd=tmp_path)
    assert result.code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_closed_pipe_is_no_error(folder: Path) -> None:
    result = run("info", folder, "--full", close_stdout=True)
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system here")
def test_pipes_and_dead_links_in_a_folder_are_passed_over(folder: Path) -> None:
    os.mkfifo(folder / "pipe.wok")
    (folder / "dead.wok").symlink_to(folder / "nowhere")
    assert len(read_json(folder)["files"]) == 5


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_closed_output(folder: Path) -> None:
    program = f"exec {sys.executable} -m kotorlevel info {folder} >&-"
    result = subprocess.run(["sh", "-c", program], stderr=subprocess.PIPE, check=False)
    assert (result.returncode, result.stderr) == (0, b"")
