"""``kotorlevel.toml``."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotorlevel.checks.config import (
    CONFIG_NAME,
    find_config,
    parse_fail_on,
    read_config,
)
from kotorlevel.checks.finding import Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import parse_ids
from kotorlevel.core.errors import FormatError
from kotorlevel.mesh.materials import PRESETS


def config(folder: Path, text: str) -> Path:
    path = folder / CONFIG_NAME
    path.write_text(text, encoding="utf-8")
    return path


FULL = """
[check]
select = ["BWM", "msh"]
ignore = ["MSH003"]
fail-on = "warning"
slope-limit = 50
seam-tolerance = 0.01
sliver-ratio = 0.5
materials = "kotorblender"

[check.per-path-ignores]
"sky/*.wok" = ["MSH", "mat001"]
"*.pwk" = []
"""


def test_everything(tmp_path: Path) -> None:
    assert read_config(config(tmp_path, FULL)) == Options(
        select=("BWM", "MSH"),
        ignore=("MSH003",),
        path_ignores=(("sky/*.wok", ("MSH", "MAT001")), ("*.pwk", ())),
        folder=str(tmp_path.resolve()),
        slope_limit=50.0,
        seam_tolerance=0.01,
        sliver_ratio=0.5,
        surfaces=PRESETS["kotorblender"],
        fail_on=Severity.WARNING,
    )


@pytest.mark.parametrize("text", ["", "[check]\n", "\ufeff[check]\n"])
def test_nothing(tmp_path: Path, text: str) -> None:
    read = read_config(config(tmp_path, text))
    assert read == Options(folder=str(tmp_path.resolve()), fail_on=Severity.ERROR)


def test_materials_are_found_beside_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mod"
    folder.mkdir()
    table = (
        "2DA V2.0\r\n\r\n label walk walkcheck lineofsight grass sound\r\n0 Ice 1 1 1 0 ****\r\n"
    )
    (folder / "mine.2da").write_bytes(table.encode())
    path = config(folder, '[check]\nmaterials = "mine.2da"\n')
    monkeypatch.chdir(tmp_path)
    surfaces = read_config(path).surfaces
    assert surfaces is not None
    assert surfaces.walkable([0]).tolist() == [True]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[check]\nslopelimit = 5\n",
            "check: unknown key 'slopelimit'; did you mean 'slope-limit'",
        ),
        ("[check]\nx = 5\n", "check: unknown key 'x'; known are "),
        ("[chek]\n", "unknown key 'chek'; did you mean 'check'"),
        ("check = 1\n", "check is not a table"),
        ("[check\n", "line 1"),
        ('[check]\nselect = "BWM"\n', "select is not a list"),
        ("[check]\nignore = [1]\n", "ignore is not a list"),
        ('[check]\nselect = ["BWN"]\n', "there is no rule 'BWN'"),
        ('[check]\nignore = ["BWM04"]\n', "there is no rule 'BWM04'. Did you mean BWM0"),
        ('[check]\nselect = [""]\n', "there is no rule ''"),
        ("[check]\nslope-limit = 91\n", "slope-limit is a number from 0 to 90, not 91"),
        ("[check]\nslope-limit = -1\n", "slope-limit is a number"),
        ("[check]\nslope-limit = nan\n", "slope-limit is a number"),
        ("[check]\nslope-limit = true\n", "slope-limit is a number"),
        ('[check]\nsliver-ratio = "1"\n', "sliver-ratio is a number"),
        ('[check]\nfail-on = "never ever"\n', "fail-on is never, info, warning, error"),
        ("[check]\nfail-on = 3\n", "fail-on is"),
        ("[check]\nmaterials = 3\n", "materials is a file or a preset"),
        ('[check]\nmaterials = "none.2da"\n', "neither a file nor a preset"),
        ("[check]\nper-path-ignores = 3\n", "per-path-ignores is not a table"),
        ('[check.per-path-ignores]\n"a" = "MSH"\n', "a is not a list"),
        ('[check.per-path-ignores]\n"a" = ["XYZ"]\n', "there is no rule 'XYZ'"),
    ],
)
def test_what_has_no_meaning_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = config(tmp_path, text)
    with pytest.raises(FormatError) as caught:
        read_config(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / CONFIG_NAME).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FormatError, match="utf-8"):
        read_config(tmp_path / CONFIG_NAME)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        read_config(tmp_path / "none.toml")


def test_nearest_file_above_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    top, near = config(tmp_path, ""), config(tmp_path / "a", "")
    assert find_config(deep) == near.resolve()
    assert find_config(deep / "room.wok") == near.resolve()
    assert find_config(tmp_path / "none" / "room.wok") == top.resolve()
    monkeypatch.chdir(deep)
    assert find_config(Path("room.wok")) == near.resolve()
    assert find_config(Path()) == near.resolve()
    near.unlink()
    near.mkdir()  # a folder of that name is not a file
    assert find_config(deep) == top.resolve()


def test_words() -> None:
    assert parse_ids([" bwm", "MSH007 "]) == ("BWM", "MSH007")
    assert [parse_fail_on(word) for word in ("never", "info", "error")] == [
        None,
        Severity.INFO,
        Severity.ERROR,
    ]
