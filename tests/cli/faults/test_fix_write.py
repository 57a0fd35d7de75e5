"""``kotorlevel fix`` writes the files of an area all together, and nothing through links."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli.faults.test_fix import BAD_WOK, GOOD_WOK, read_json
from cli.faults.test_fix_areas import checked, left
from kotorlevel.core import atomic
from support.area.level_files import content as contents
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.core.windows import refuse_protected, refuse_to_replace

links = pytest.mark.skipif(os.name == "nt", reason="links need a right there")


@pytest.fixture
def mod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two areas of two rooms without links, and a lone walkmesh; all of them can be repaired."""
    for name, rooms in {"one": ("hall", "yard"), "two": ("attic", "roof")}.items():
        folder = tmp_path / "mod" / name
        folder.mkdir(parents=True)
        area = make_area(dict(zip(rooms, (floor(), floor(4)), strict=True)), name=name)
        write_folder(folder, area)
    (tmp_path / "mod" / "lone.wok").write_bytes(BAD_WOK)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "mod"


def changed(before: dict[str, bytes], folder: Path) -> set[str]:
    return {name for name, data in contents(folder).items() if before.get(name) != data}


REST = {"two/attic.wok", "two/roof.wok", "lone.wok"}
"""What is written where nothing of the first area is."""


@pytest.mark.parametrize("locked", ["hall.wok", "yard.wok"])
def test_nothing_of_an_area_or_all_of_it(
    mod: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch, locked: str
) -> None:
    before = contents(mod)
    errors = [f for f in checked(kotorlevel, "mod/one") if f["severity"] == "error"]
    refuse_to_replace(monkeypatch, locked)
    result = kotorlevel("fix", "mod")
    assert result.code == 2
    assert result.stderr == (
        f"cannot repair mod/one/{locked}: cannot be written: Access is denied "
        "(nothing of this area was changed)\n"
    )
    assert changed(before, mod) == REST
    assert "3 files of 7 repaired." in result.stdout
    assert "wrote mod/one" not in result.stdout.replace("\\", "/")
    assert f"{len(errors)} errors left:" in result.stdout
    assert {finding["rule"] for finding in errors} == {"ARE010"}


def test_left_is_what_is_on_the_disk(
    mod: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_replace(monkeypatch, "yard.wok")
    document = read_json(kotorlevel, "mod")
    assert left(document) == checked(kotorlevel, "mod")
    assert [(e["path"], e["message"]) for e in document["errors"]] == [
        (
            "mod/one/yard.wok",
            "cannot be written: Access is denied (nothing of this area was changed)",
        )
    ]
    files = {file["path"]: file for file in document["files"]}
    assert len(files) == 7
    for name in ("mod/one/hall.wok", "mod/one/yard.wok"):
        file = files[name]
        assert (file["changed"], file["written"], file["backup"]) == (False, None, None)
        assert file["steps"] == []
        assert [finding["rule"] for finding in file["left"]] == ["ARE010"]
    assert Path(files["mod/lone.wok"]["backup"]).read_bytes() == BAD_WOK


def test_left_where_the_old_file_could_not_be_put_back(
    mod: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first room is written, the second is not, and then the first is in use as well."""
    hall = (mod / "one/hall.wok").read_bytes()
    real = os.replace

    def replaced(source: str, target: str) -> None:
        if Path(target).name == "yard.wok" or (
            Path(target).name == "hall.wok" and Path(source).suffix == ".before"
        ):
            raise PermissionError(13, "Access is denied", source, None, target)
        real(source, target)

    monkeypatch.setattr(os, "replace", replaced)
    document = read_json(kotorlevel, "mod/one")
    (error,) = document["errors"]
    assert error["path"] == "mod/one/yard.wok"
    assert error["message"] == (
        "cannot be written: Access is denied; hall.wok is not as it was (Access is denied). "
        "The next command on these files puts that right"
    )
    assert (mod / "one/hall.wok").read_bytes() != hall
    assert left(document) == checked(kotorlevel, "mod/one")
    assert {finding["rule"] for finding in left(document)} == {"ARE003", "ARE014"}  # one-sided now
    monkeypatch.setattr(os, "replace", real)
    result = kotorlevel("check", "mod/one")
    assert "was cut off, and is taken back now: kotorlevel fix mod/one --json" in result.stderr
    assert (mod / "one/hall.wok").read_bytes() == hall


def test_a_protected_file(
    mod: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(mod)
    (mod / "one/yard.wok").chmod(0o444)
    (mod / "lone.wok").chmod(0o444)
    refuse_protected(monkeypatch)
    result = kotorlevel("fix", "mod")
    assert result.code == 2
    lines = result.stderr.splitlines()
    assert [line.partition(": cannot be written: is write-protected; ")[0] for line in lines] == [
        "cannot repair mod/lone.wok",
        "cannot repair mod/one/yard.wok",
    ]
    assert changed(before, mod) == {name for name in REST if "lone" not in name}


def test_a_file_that_is_open_for_a_moment(
    mod: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic, "_IS_WINDOWS", True)
    monkeypatch.setattr("time.sleep", lambda _: None)
    refuse_to_replace(monkeypatch, "yard.wok", times=2)
    assert kotorlevel("fix", "mod/one").code == 0
    refuse_to_replace(monkeypatch, "attic.wok")
    result = kotorlevel("fix", "mod/two")
    assert result.code == 2
    assert "attic.wok: cannot be written: is open in another program" in result.stderr


def test_what_comes_back_has_its_old_time(mod: Path, kotorlevel: InProcess) -> None:
    os.utime(mod / "lone.wok", ns=(10**18, 10**18))
    assert kotorlevel("fix", "mod").code == 0
    assert (mod / "lone.wok").stat().st_mtime_ns != 10**18
    assert kotorlevel("undo", "mod").code == 0
    assert (mod / "lone.wok").stat().st_mtime_ns == 10**18


# To another folder


def test_nothing_of_an_area_or_all_of_it_in_another_folder(
    mod: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(mod)
    Path("out/one").mkdir(parents=True)
    Path("out/one/hall.wok").write_bytes(b"mine")
    refuse_to_replace(monkeypatch, "yard.wok")
    result = kotorlevel("fix", "mod", "-o", "out")
    assert result.code == 2
    assert "(nothing of this area was written)" in result.stderr
    assert contents(mod) == before
    assert set(contents(Path("out"))) == {
        *("one/hall.wok", "two/attic.wok", "two/roof.wok", "lone.wok")
    }
    assert Path("out/one/hall.wok").read_bytes() == b"mine"


@links
@pytest.mark.parametrize("exists", [True, False])
def test_a_link_in_the_output_folder(mod: Path, kotorlevel: InProcess, exists: bool) -> None:
    elsewhere = Path("elsewhere.wok")
    if exists:
        elsewhere.write_bytes(b"somebody's")
    Path("out/one").mkdir(parents=True)
    Path("out/one/yard.wok").symlink_to(elsewhere.resolve())
    result = kotorlevel("fix", "mod", "-o", "out")
    assert result.code == 2
    assert "out/one/yard.wok: cannot be written: is a link" in result.stderr
    assert elsewhere.exists() == exists
    assert not exists or elsewhere.read_bytes() == b"somebody's"
    assert Path("out/one/yard.wok").is_symlink()
    written = {"two/attic.wok", "two/roof.wok", "lone.wok"}
    assert {*contents(Path("out"))} - {"one/yard.wok"} == written
    assert Path("out/lone.wok").read_bytes() == GOOD_WOK


@links
def test_a_folder_in_the_output_folder_that_is_a_link(mod: Path, kotorlevel: InProcess) -> None:
    Path("out").mkdir()
    Path("elsewhere").mkdir()
    Path("out/one").symlink_to(Path("elsewhere").resolve(), target_is_directory=True)
    result = kotorlevel("fix", "mod", "-o", "out")
    assert result.code == 2
    assert "out/one: cannot be written: is a link" in result.stderr
    assert contents(Path("elsewhere")) == {}


@links
def test_an_output_folder_that_is_a_link_itself(mod: Path, kotorlevel: InProcess) -> None:
    """It was given by name, so it is meant."""
    Path("real").mkdir()
    Path("out").symlink_to(Path("real").resolve(), target_is_directory=True)
    assert kotorlevel("fix", "mod", "-o", "out").code == 0
    assert "lone.wok" in contents(Path("real"))
