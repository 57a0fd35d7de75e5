"""``kotorlevel map``: what it writes, what it says, and what it refuses."""

from __future__ import annotations

import builtins
import io
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

import kotorlevel as kl
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.command import run
from support.corpus import CORPUS, needs_corpus


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A hall that leads to a yard, which does not lead back; an attic without a walkmesh."""
    place = tmp_path / "mod"
    place.mkdir()
    rooms = {"hall": floor(east=1), "yard": floor(4), "attic": None}
    write_folder(place, make_area(rooms))
    return place


def texts(path: Path) -> list[str]:
    return [each.text or "" for each in ET.parse(path).iter() if each.tag.endswith("text")]


def test_an_area_as_svg(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "map.svg"
    result = kotorlevel("map", folder, "-o", target)
    assert result.code == 0
    count = len(kl.check(kl.load_area(folder)).findings)
    said = f"wrote {target}: 2 of 3 rooms, 4 faces, {count} findings"
    assert result.stdout.startswith(said)
    assert result.stderr == ""
    assert {"hall", "yard", "lab"} <= set(texts(target))
    assert "Findings" in texts(target)
    assert str(folder) not in target.read_text(encoding="utf-8")


def test_a_png_of_the_wanted_size(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    for dark in ([], ["--dark"]):
        target = tmp_path / f"map{len(dark)}.PNG"
        assert kotorlevel("map", folder, "-o", target, "--size", 700, *dark).code == 0
        image = Image.open(io.BytesIO(target.read_bytes()))
        assert image.width == 700
        assert (sum(image.convert("RGB").getpixel((1, 1))) < 200) == bool(dark)  # type: ignore[arg-type]


def test_without_findings(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    result = kotorlevel("map", folder, "-o", tmp_path / "a.svg", "--no-findings")
    assert "4 faces, 0 findings" in result.stdout
    assert "Findings" not in texts(tmp_path / "a.svg")


def test_one_walkmesh(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    result = kotorlevel("map", folder / "hall.wok", "-o", tmp_path / "hall.svg")
    assert result.code == 0
    assert "hall.svg: 2 faces, " in result.stdout
    assert {"hall", "to room 1"} <= set(texts(tmp_path / "hall.svg"))


def test_another_table_of_surfaces(kotorlevel: InProcess, tmp_path: Path) -> None:
    kl.write_walkmesh(floor(material=16), tmp_path / "pit.wok")
    for table, text in (("k1", "BottomlessPit, not walkable"), ("mdlops", "BottomlessPit, 16 m²")):
        target = tmp_path / f"{table}.svg"
        assert kotorlevel("map", tmp_path / "pit.wok", "-o", target, "--materials", table).code == 0
        assert text in texts(target)


def test_nothing_is_replaced_unasked(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "map.svg"
    target.write_bytes(b"mine")
    result = kotorlevel("map", folder, "-o", target)
    assert result.code == 2
    assert "add --force to replace it" in result.stderr
    assert target.read_bytes() == b"mine"
    assert kotorlevel("map", folder, "-o", target, "--force").code == 0
    assert target.read_bytes().startswith(b"<svg")


def test_outputs_that_cannot_be(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    refused = {
        tmp_path / "no" / "map.svg": "there is no folder",
        tmp_path / "map.jpg": "must end in .svg or .png",
        tmp_path: "is a folder; name a file in it",
        Path("-"): "must end in .svg or .png",
    }
    for target, text in refused.items():
        result = kotorlevel("map", folder, "-o", target)
        assert result.code == 2
        assert text in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mod"]


@pytest.mark.parametrize("size", ["0", "-5", "299", "999999999999", "wide"])
def test_sizes_that_cannot_be(
    kotorlevel: InProcess, folder: Path, tmp_path: Path, size: str
) -> None:
    result = kotorlevel("map", folder, "-o", tmp_path / "map.svg", "--size", size)
    assert result.code == 2
    assert "--size" in result.stderr


def test_inputs_that_cannot_be(kotorlevel: InProcess, tmp_path: Path) -> None:
    (tmp_path / "bad.wok").write_bytes(b"BWM V1.0" + b"\xff" * 200)
    (tmp_path / "a.vis").write_bytes(b"a 0\r\n")
    empty = tmp_path / "empty"
    empty.mkdir()
    bare = tmp_path / "bare"
    bare.mkdir()
    write_folder(bare, make_area({"hall": None}))
    refused = {
        "no.wok": "no such file",
        "bad.wok": "bad.wok",
        "a.vis": "is a visibility file",
        "empty": "an area needs one",
        "bare": "none of its rooms has a walkmesh here",
    }
    for name, text in refused.items():
        result = kotorlevel("map", tmp_path / name, "-o", tmp_path / "map.svg")
        assert result.code == 2, name
        assert text in result.stderr
        assert "Traceback" not in result.stderr
    assert not (tmp_path / "map.svg").exists()


def test_without_pillow(
    kotorlevel: InProcess, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    result = kotorlevel("map", folder, "-o", tmp_path / "map.png")
    assert result.code == 2
    assert "pip install pillow" in result.stderr
    assert kotorlevel("map", folder, "-o", tmp_path / "map.svg").code == 0


def test_a_broken_room_is_left_out(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    (folder / "yard.wok").write_bytes(b"BWM V1.0 not at all")
    result = kotorlevel("map", folder, "-o", tmp_path / "map.svg")
    assert result.code == 0
    assert "1 of 3 rooms" in result.stdout
    (line,) = result.stderr.splitlines()
    assert line.startswith("left out: ")
    assert "yard.wok: header" in line


def test_only_broken_rooms(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    for name in ("hall.wok", "yard.wok"):
        (folder / name).write_bytes(b"BWM V1.0 not at all")
    result = kotorlevel("map", folder, "-o", tmp_path / "map.svg")
    assert result.code == 2
    assert "lab.lyt: none of its 2 walkmeshes can be read: hall.wok: header" in result.stderr
    assert f"`kotorlevel check {folder}` lists" in result.stderr
    (folder / "yard.wok").unlink()
    result = kotorlevel("map", folder, "-o", tmp_path / "map.svg")
    assert "its walkmesh cannot be read: hall.wok: header" in result.stderr


def test_rooms_without_a_layout(kotorlevel: InProcess, folder: Path, tmp_path: Path) -> None:
    (folder / "lab.lyt").unlink()
    result = kotorlevel("map", folder, "-o", tmp_path / "map.svg")
    assert result.code == 2
    assert f"only a single .wok can be shown, such as {folder / 'hall.wok'}" in result.stderr
    assert kotorlevel("map", folder / "hall.wok", "-o", tmp_path / "map.svg").code == 0


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder that takes no files")
def test_a_folder_that_takes_no_files(kotorlevel: InProcess, folder: Path) -> None:
    """What is told is the name that was typed, not that of a file on the way there."""
    result = kotorlevel("map", folder, "-o", "/proc/x.svg")
    assert result.code == 2
    assert "/proc/x.svg: " in result.stderr
    assert ".tmp" not in result.stderr


def test_rules_that_are_ignored_are_not_drawn(
    kotorlevel: InProcess, folder: Path, tmp_path: Path
) -> None:
    """`kotorlevel.toml` counts here as it does for check."""
    (folder / "kotorlevel.toml").write_text('[check]\nignore = ["ARE"]\n', encoding="utf-8")
    assert kotorlevel("map", folder, "-o", tmp_path / "map.svg").code == 0
    assert not any(text.startswith("ARE") for text in texts(tmp_path / "map.svg"))


def test_help_has_examples(kotorlevel: InProcess) -> None:
    result = kotorlevel("map", "--help")
    assert result.code == 0
    assert "kotorlevel map my_mod -o map.png --dark" in result.stdout


@needs_corpus
def test_a_real_area_in_a_process_of_its_own(tmp_path: Path) -> None:
    result = run("map", CORPUS / "area_m10aa", "-o", "map.svg", cwd=tmp_path)
    assert result.code == 0
    assert result.stdout.startswith("wrote map.svg: 8 of 17 rooms, 759 faces")
    assert "M10aa_05a" in texts(tmp_path / "map.svg")


def test_drawing_imports_nothing_but_what_it_needs(
    kotorlevel: InProcess, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An SVG is drawn without Pillow being looked for."""
    original = builtins.__import__
    asked: list[str] = []

    def watch(name: str, *arguments: Any, **named: Any) -> Any:
        asked.append(name)
        return original(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", watch)
    assert kotorlevel("map", folder, "-o", tmp_path / "map.svg").code == 0
    assert not [name for name in asked if name.split(".")[0] == "PIL"]
