"""`describe`: what is in files, levels and values; the command prints the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.formats.archives import new_archive
from support.areas import floor, make_area, write_folder
from support.builders import square_wok
from support.command import run_inside
from support.installation import make_installation
from support.sample_area import AREA, DOORS, MODULE


def test_a_folder_as_the_command_has_it(tmp_path: Path) -> None:
    write_folder(tmp_path, make_area({"hall": floor(), "room": floor(10)}, name="m01aa"))
    (tmp_path / "broken.wok").write_bytes(b"BWM V1.0")
    found = kl.describe(tmp_path)
    assert [Path(each["path"]).name for each in found["files"]] == [
        "hall.wok",
        "m01aa.lyt",
        "room.wok",
    ]
    assert [each["name"] for each in found["areas"]] == ["m01aa"]
    assert [Path(each["path"]).name for each in found["errors"]] == ["broken.wok"]
    printed = json.loads(run_inside("info", tmp_path, "--json").stdout)
    assert printed.pop("kotorlevel") == kl.__version__
    assert printed == found


def test_a_game_with_a_module(tmp_path: Path) -> None:
    made = make_installation(tmp_path)
    found = kl.describe(made.folder, module=MODULE)
    (area,) = found["areas"]
    assert (area["name"], len(area["doors"]), found["files"]) == (AREA, len(DOORS), [])


def test_values_are_described_as_their_files(tmp_path: Path) -> None:
    area = make_area({"hall": floor()}, name="m01aa")
    files: dict[str, object] = {
        "a.wok": kl.read_walkmesh(square_wok().to_bytes()),
        "a.lyt": area.layout,
        "a.vis": kl.Visibility((kl.VisRoom("hall", ("hall",)),)),
        "a.2da": kl.TwoDA(("walk",), ("0",), (("1",),)),
        "a.mod": new_archive("MOD", [("a", "wok", b"1")]),
    }
    for name, value in files.items():
        (tmp_path / name).write_bytes(value.to_bytes() if name != "a.2da" else b"")  # type: ignore[attr-defined]
    kl.write_2da(files["a.2da"], tmp_path / "a.2da")  # type: ignore[arg-type]
    for name, value in files.items():
        (of_file,) = kl.describe(tmp_path / name, tables=True)["files"]
        of_value = kl.describe(value, tables=True)
        assert {key: of_file[key] for key in of_value} == of_value
        assert set(of_file) - set(of_value) == {"path", "size"}
    assert kl.describe(area)["rooms"][0]["name"] == "hall"
    with pytest.raises(TypeError, match="not int"):
        kl.describe(7)
