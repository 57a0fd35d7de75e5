"""``kotorlevel info``: what it prints, and in a process of its own where that is the point."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.formats.archives import read_archive
from kotorlevel.formats.gff import GffType
from kotorlevel.formats.lyt import Layout, LayoutRoom
from kotorlevel.formats.pth import make_path_points
from kotorlevel.formats.vis import Visibility, VisRoom
from support.builders import patched, square_pwk, square_wok
from support.command import run, run_inside
from support.corpus import CORPUS, ROOT, corpus_files, needs_corpus
from support.formats.archive_shapes import BIF, MOD, RIM, Row, archive_file, key_file
from support.formats.gff_shapes import small_gff
from support.models import Part, level_floor, make_model
from support.schemas import validate

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
    result = run_inside("info", *arguments, "--json")
    document: dict[str, Any] = json.loads(result.stdout)
    validate(document, SCHEMA)
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


@pytest.mark.parametrize("domain", [1, 2])
def test_only_neighbours_of_some_faces_are_worth_a_line(tmp_path: Path, domain: int) -> None:
    (tmp_path / "a.wok").write_bytes(patched(square_wok().to_bytes(), adjacency_count=domain))
    told = "of the first 1 face" in run_inside("info", tmp_path / "a.wok").stdout
    assert told == (domain == 1)


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
    result = run_inside("info", folder)
    assert result.code == 0
    lines = result.stdout.splitlines()
    assert lines[5].startswith("5 files read")
    assert any("a.wok" in line for line in lines[:5])
    assert "notes" not in result.stdout
    assert lines[6:8] == ["", "m  area, 2 rooms (1 with a walkmesh, 1 empty slot)"]


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
    result = run_inside("info", *paths)
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
    result = run_inside("info", short, good, odd, tmp_path / "none.wok")
    assert result.code == 2
    assert "good.wok" in result.stdout
    lines = result.stderr.splitlines()
    assert len(lines) == 3
    assert "short.wok: faces at 0xb8: 2 rows of 12 bytes end at 0xd0" in lines[0]
    assert "odd.wok: header at 0x0" in lines[1]
    assert "none.wok: there is no such file" in lines[2]


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
    assert run_inside("info", path).code == 0
    read_json(path, "--tables")


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "m.lyt"
    layout = Layout(rooms=(LayoutRoom("room", (0, 0, 0)),)).to_bytes()
    path.write_bytes(layout.replace(b"room 0", b"ro\x1b[31mom 0"))
    result = run_inside("info", path)
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
    result = run_inside("info", *given, cwd=tmp_path)
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


# Archives, GFF, path points


def test_archive(tmp_path: Path) -> None:
    path = tmp_path / "wrong.wok"
    rows = [Row(name, kind, b"x" * 1000) for name, kind in ((b"a", 2016), (b"b", 2016), (b"c", 1))]
    text = b"\x00\0\0\0\x05\0\0\0Hallo"
    path.write_bytes(
        archive_file(MOD, rows, descriptions=text, languages=1, built=(103, 31, 0xFFFF_FFFF))
    )
    (file,) = read_json(path)["files"]
    assert (file["format"], file["kind"], file["entries"]) == ("archive", "MOD", 3)
    assert file["types"] == [
        {"type": "wok", "type_id": 2016, "entries": 2, "bytes": 2000},
        {"type": "bmp", "type_id": 1, "entries": 1, "bytes": 1000},
    ]
    assert file["descriptions"] == [{"language": 0, "text": "Hallo"}]
    assert file["built"] == {"year": 2003, "day": 32}
    assert file["size"] == path.stat().st_size
    shown = run_inside("info", path).stdout
    assert "MOD archive" in shown
    assert "2003-02-01" in shown
    assert "wok         2         2,000 bytes" in shown


def test_archive_tables_and_problems(tmp_path: Path) -> None:
    path = tmp_path / "x.rim"
    path.write_bytes(archive_file(RIM, (Row(b"a", 2016, b"1"), Row(b"A", 2016, b"2"))))
    (file,) = read_json(path, "--tables")["files"]
    assert [row["name"] for row in file["tables"]["entries"]] == ["a", "A"]
    (problem,) = file["problems"]
    assert "there already" in problem["text"]
    assert "there already" in run_inside("info", path).stdout


def test_empty_and_unnamed_archives(tmp_path: Path) -> None:
    (tmp_path / "x.erf").write_bytes(archive_file(b"ERF V1.0", ()))
    (tmp_path / "x.bif").write_bytes(archive_file(BIF))
    empty, bif = read_json(tmp_path / "x.erf", tmp_path / "x.bif")["files"]
    assert (empty["entries"], empty["types"]) == (0, [])
    assert (bif["kind"], bif["entries"], bif["built"]) == ("BIF", 3, None)
    assert "the archive is empty" in run_inside("info", tmp_path / "x.erf").stdout


def test_of_a_large_archive_only_the_tables_are_read(tmp_path: Path) -> None:
    """A file with a hole of 64 GiB: nobody could read it whole."""
    path = tmp_path / "large.bif"
    path.write_bytes(archive_file(BIF))
    try:
        os.truncate(path, 64 << 30)
    except OSError:
        pytest.skip("no such large files here")
    (file,) = read_json(path)["files"]
    assert (file["size"], file["entries"]) == (64 << 30, 3)


def test_key(tmp_path: Path) -> None:
    path = tmp_path / "chitin.key"
    bifs = [(b"data\\a.bif", 100, 1), (b"data\\b.bif", 20, 1)]
    keys = [(b"one", 2016, 0), (b"two", 3000, 1 << 20), (b"three", 2016, 1 << 20 | 1)]
    path.write_bytes(key_file(bifs, keys))
    (file,) = read_json(path)["files"]
    assert (file["format"], file["entries"]) == ("key", 3)
    assert file["bifs"] == [
        {"path": "data/a.bif", "bytes": 100, "entries": 1},
        {"path": "data/b.bif", "bytes": 20, "entries": 2},
    ]
    assert [(each["type"], each["entries"]) for each in file["types"]] == [("wok", 2), ("lyt", 1)]
    shown = run_inside("info", path).stdout
    assert "3 resources in 2 BIFs" in shown
    assert "data/b.bif" in shown
    (file,) = read_json(path, "--tables")["files"]
    assert file["tables"]["keys"][1] == {"name": "two", "type": 3000, "id": 1 << 20}


def test_gff_tree(tmp_path: Path) -> None:
    path = tmp_path / "m.git"
    path.write_bytes(small_gff().to_bytes())
    (file,) = read_json(path)["files"]
    assert (file["format"], file["kind"], file["structs"]) == ("gff", "GIT", 4)
    tree = file["tree"]
    assert [door["Tag"] for door in tree["Door List"]] == ["gate", "hatch"]
    assert (tree["Inner"], tree["Dword64"]) == ({"Only": -3}, 2**63 + 1)
    assert tree["Name"] == {"strref": 42, "strings": {"0": "Gate", "3": "Porte"}}
    shown = [line.split(maxsplit=1) for line in run_inside("info", path).stdout.splitlines()]
    assert ["Byte", "200"] in shown
    assert ["Only", "-3"] in shown
    assert ["[1]", 'Tag "hatch", X -2'] in shown
    assert ["Name", '"Gate" and 1 more (line 42 of dialog.tlk)'] in shown
    assert ["Place", "(1, 2, 3.5)"] in shown
    assert ["Empty", "empty list"] in shown
    (file,) = read_json(path, "--tables")["files"]
    assert file["tables"]["labels"][:2] == ["Byte", "Word"]


def test_a_long_gff_is_cut_for_people_not_for_programs(tmp_path: Path) -> None:
    path = tmp_path / "m.utc"
    gff = small_gff()
    for number in range(200):
        gff = gff.with_value(f"Field{number}", value=number, field_type=GffType.INT)
    path.write_bytes(gff.to_bytes())
    lines = run_inside("info", path).stdout.splitlines()
    assert len(lines) < 100
    assert lines[-1].strip() == "and more (--json has all)"
    (file,) = read_json(path)["files"]
    assert file["tree"]["Field199"] == 199


def test_hostile_gff_values_do_not_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "m.git"
    gff = small_gff().with_value("ResRef", value="a\x1b[31mb")
    path.write_bytes(gff.with_value("Double", value=float("nan")).to_bytes())
    result = run_inside("info", path)
    assert (result.code, "\x1b" in result.stdout) == (0, False)
    (file,) = read_json(path)["files"]
    assert (file["tree"]["ResRef"], file["tree"]["Double"]) == ("a\x1b[31mb", "nan")


def test_path_points(tmp_path: Path) -> None:
    path = tmp_path / "m.pth"
    points = [(0, 0), (1, 5), (2, 0), (9, 9)]
    path.write_bytes(make_path_points(points, [(0, 1), (1, 0), (1, 2)]).to_bytes())
    (file,) = read_json(path)["files"]
    assert (file["format"], file["points"]) == ("pth", [list(point) for point in points])
    assert file["connections"] == [[0, 1], [1, 0], [1, 2]]
    assert (file["one_way"], file["alone"]) == ([[1, 2]], [3])
    assert file["bounds"] == {"min": [0, 0], "max": [9, 9]}
    shown = run_inside("info", path).stdout
    assert "3, 1 of them one way only" in shown
    assert "from point 1 to 2, not back" in shown
    assert "1 point without a connection: 3" in shown
    read_json(path, "--tables")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.mod", b"", "x.mod: header at 0x0: the file is empty"),
        ("x.rim", b"hello", "x.rim: header at 0x0: this is no archive"),
        ("x.mod", b"MOD V1.0", "x.mod: header at 0x0: 1 row of 160 bytes end at 0xa0"),
        ("chitin.key", b"KEY V1  ", "chitin.key: header at 0x0"),
        ("x.git", b"GIT V3.3", "x.git: header at 0x0: this is no GFF"),
        ("x.pth", b"GIT V3.2", "x.pth: header at 0x0"),
        ("x.txt", b"hello", "x.txt: not a file that KotorLevel knows"),
    ],
)
def test_broken_data_files(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    result = run_inside("info", path)
    assert (result.code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_pth_without_points_is_named(tmp_path: Path) -> None:
    path = tmp_path / "m.pth"
    path.write_bytes(small_gff().to_bytes().replace(b"GIT ", b"PTH ", 1))
    result = run_inside("info", path)
    assert result.code == 0
    assert "Path_Points: is not there, read as empty" in result.stdout


@needs_corpus
def test_real_archives_and_what_is_in_them(tmp_path: Path) -> None:
    """Every archive, and every GFF in them: JSON that fits the schema, text without a fault."""
    archives = corpus_files("archives/*")
    document = read_json(*archives, "--tables")
    broken = {Path(error["path"]).name for error in document["errors"]}
    assert broken == {"corrupted.erf", "corrupted.rim"}
    extracted = []
    for path in corpus_files("archives/*.mod"):
        archive = read_archive(path)
        for entry in archive.entries:
            if entry.extension not in ("ncs", "nss"):
                extracted.append(tmp_path / f"{path.stem}_{entry.filename}")
                extracted[-1].write_bytes(archive.read(entry))
    document = read_json(*extracted)
    assert len(document["files"]) == len(extracted) > 100
    assert {file["format"] for file in document["files"]} == {"gff", "pth"}
    result = run_inside("info", *extracted)
    assert (result.code, result.stderr) == (0, "")


def test_model_with_its_walkmesh(tmp_path: Path) -> None:
    corners, faces = level_floor((0.0, 0.0), (4.0, 3.0))
    walk = Part("walk", "walkmesh", vertices=corners, faces=faces, materials=(4, 7), is_drawn=False)
    seen = Part("seen", "mesh", (0, 0, 1), vertices=corners, faces=faces, texture="LTS_flr")
    mdl, mdx = make_model([walk, seen, Part("lamp", "light")], "k2", "lab", ("open",))
    (tmp_path / "lab.mdl").write_bytes(mdl)
    (file,) = read_json(tmp_path / "lab.mdl")["files"]
    assert (file["game"], file["drawn_faces"], file["mdx_size"]) == ("k2", 2, None)
    assert file["textures"] == [{"name": "LTS_flr", "faces": 2}]
    assert file["bounds"] == {"min": [0, 0, 1], "max": [4, 3, 1], "not_finite": 0}
    assert (file["walkmesh"]["node"], file["walkmesh"]["walkable_faces"]) == ("walk", 1)
    read_json(tmp_path / "lab.mdl", "--tables")
    (tmp_path / "lab.mdx").write_bytes(mdx)
    text = run_inside("info", tmp_path / "lab.mdl").stdout
    assert "model of the second game" in text
    assert "walk: 2 faces, 1 of them walkable" in text
    assert "MDX" not in text
    assert "take the MDL" in run_inside("info", tmp_path / "lab.mdx").stderr


def test_a_model_is_checked_with_its_area(tmp_path: Path) -> None:
    (tmp_path / "lab.mdl").write_bytes(make_model([Part("lamp", "light")])[0])
    result = run_inside("check", tmp_path / "lab.mdl")
    assert result.code == 2
    assert "give the folder" in result.stdout
