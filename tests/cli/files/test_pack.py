"""``kotorlevel pack``."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest

from kotorlevel.formats.archives import read_archive
from support.cli.archive_files import contents, read_json
from support.cli.in_process import InProcess
from support.command import run
from support.corpus import each_corpus_file
from support.formats.archive_shapes import ERF, MOD, RIM, Row, archive_file, peak_memory
from support.installation import needs_case

FILES = {
    "b.wok": b"2",
    "a.lyt": b"11",
    "A_very_long_name.2da": b"333",
    "b.are": b"",
    "z.#4711": b"?",
}
SORTED = ["a.lyt", "A_very_long_name.2da", "b.are", "b.wok", "z.#4711"]
"""By name in any case, then by the number of the type: 2012 is before 2016."""

NO_STRREF = (0, 0, 0xFFFF_FFFF)


@pytest.fixture
def mod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with `FILES` in ``mod``."""
    folder = tmp_path / "mod"
    folder.mkdir()
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.mark.parametrize(
    ("output", "magic"),
    [
        ("x.mod", MOD),
        ("X.ERF", ERF),
        ("x.rim", RIM),
        ("x.hak", b"HAK V1.0"),
        ("x.sav", MOD),  # as the games' own saved games
    ],
)
def test_the_ending_says_the_kind(
    output: str, magic: bytes, mod: Path, kotorlevel: InProcess
) -> None:
    result = kotorlevel("pack", "mod", "-o", output)
    assert result.code == 0
    data = Path(output).read_bytes()
    assert data[:8] == magic
    rows = [
        Row(name.rpartition(".")[0].encode(), number, FILES[name])
        for name, number in zip(SORTED, (3000, 2017, 2012, 2016, 4711), strict=True)
    ]
    assert data == archive_file(magic, rows, built=NO_STRREF)
    assert f"wrote {output}" in result.stdout
    assert "5 resources: 1 #4711, 1 2da, 1 are, 1 lyt, 1 wok" in result.stdout


def test_the_same_folder_gives_the_same_bytes(mod: Path, kotorlevel: InProcess) -> None:
    assert kotorlevel("pack", "mod", "-o", "one.mod").code == 0
    again = mod.with_name("again")
    again.mkdir()
    for number, (name, data) in enumerate(reversed(FILES.items())):
        (again / name).write_bytes(data)
        os.utime(again / name, (number, number))
    assert kotorlevel("pack", "again", "-o", "two.mod").code == 0
    assert Path("one.mod").read_bytes() == Path("two.mod").read_bytes()


@each_corpus_file("archives/*.mod", "archives/small.*", "archives/file1.rim")
def test_real_archives_are_packed_again(path: Path, tmp_path: Path, kotorlevel: InProcess) -> None:
    archive = read_archive(path)
    files = {entry.filename: archive.read(entry) for entry in archive.entries}
    folder = tmp_path / "files"
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    packed = tmp_path / f"x.{archive.kind.lower()}"
    assert kotorlevel("pack", folder, "-o", packed).code == 0
    again = read_archive(packed)
    assert {entry.filename: again.read(entry) for entry in again.entries} == files
    assert packed.stat().st_size == path.stat().st_size


def test_folders_and_hidden_files_are_left_out_and_said(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "inner").mkdir()
    (mod / "inner" / "deep.wok").write_bytes(b"x")
    (mod / ".DS_Store").write_bytes(b"x")
    result = kotorlevel("pack", "mod", "-o", "x.rim")
    assert result.code == 0
    assert "left out, folders, hidden files and backups: .DS_Store, inner" in result.stderr
    assert len(read_archive("x.rim")) == len(FILES)


def test_unknown_files_are_refused_or_left_out(mod: Path, kotorlevel: InProcess) -> None:
    for name in ("readme.md", "noending"):
        (mod / name).write_bytes(b"x")
    result = kotorlevel("pack", "mod", "-o", "x.mod")
    assert (result.code, result.stdout, Path("x.mod").exists()) == (2, "", False)
    assert "no known type of resource: noending, readme.md" in result.stderr
    result = kotorlevel("pack", "mod", "-o", "x.mod", "--skip-unknown")
    assert result.code == 0
    assert "left out, no known type: noending, readme.md" in result.stderr
    assert len(read_archive("x.mod")) == len(FILES)


def test_backups_are_left_out(mod: Path, kotorlevel: InProcess) -> None:
    """KotorLevel makes them itself."""
    for name in ("b.wok.bak", "b.wok.bak2"):
        (mod / name).write_bytes(b"x")
    result = kotorlevel("pack", "mod", "-o", "x.mod")
    assert result.code == 0
    assert "left out, folders, hidden files and backups: b.wok.bak, b.wok.bak2" in result.stderr
    assert len(read_archive("x.mod")) == len(FILES)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("seventeen_letters.wok", "has 17 characters; the game keeps 16"),
        ("two words.wok", "contains ' '"),
        ("grün.wok", "contains '\\xfc'"),
    ],
)
def test_names_that_the_game_cannot_use(
    name: str, message: str, mod: Path, kotorlevel: InProcess
) -> None:
    (mod / name).write_bytes(b"x")
    result = kotorlevel("pack", "mod", "-o", "x.mod")
    assert (result.code, Path("x.mod").exists()) == (2, False)
    assert message in result.stderr


def test_all_bad_names_are_told_at_once(mod: Path, kotorlevel: InProcess) -> None:
    for name in ("two words.wok", "seventeen_letters.wok"):
        (mod / name).write_bytes(b"x")
    result = kotorlevel("pack", "mod", "-o", "x.mod")
    assert "'seventeen_letters'" in result.stderr
    assert "'two words'" in result.stderr


def test_names_that_differ_by_case(mod: Path, kotorlevel: InProcess) -> None:
    needs_case(mod.parent)
    (mod / "B.WOK").write_bytes(b"x")
    result = kotorlevel("pack", "mod", "-o", "x.mod")
    assert (result.code, Path("x.mod").exists()) == (2, False)
    assert "the same resource to the game: B.WOK, b.wok" in result.stderr


def test_the_output_is_not_packed_into_itself(mod: Path, kotorlevel: InProcess) -> None:
    assert kotorlevel("pack", "mod", "-o", "mod/x.mod").code == 0
    first = (mod / "x.mod").read_bytes()
    result = kotorlevel("pack", "mod", "-o", "mod/x.mod")
    assert (result.code, "add --force" in result.stderr) == (2, True)
    assert kotorlevel("pack", mod, "-o", "mod/../mod/x.mod", "--force").code == 0
    assert (mod / "x.mod").read_bytes() == first


def test_existing_output_is_kept_unless_forced(mod: Path, kotorlevel: InProcess) -> None:
    Path("x.mod").write_bytes(b"mine")
    result = kotorlevel("pack", "mod", "-o", "x.mod")
    assert (result.code, Path("x.mod").read_bytes()) == (2, b"mine")
    assert "x.mod: exists already; add --force to replace it" in result.stderr
    assert kotorlevel("pack", "mod", "-o", "x.mod", "--force").code == 0
    assert len(read_archive("x.mod")) == len(FILES)


def test_notes_for_people(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "old.rim").write_bytes(b"x")
    result = kotorlevel("pack", "mod", "-o", "x.mod")
    assert result.code == 0
    assert "archives themselves: old.rim" in result.stderr
    assert "there is no module.ifo in it" in result.stderr
    (mod / "module.ifo").write_bytes(b"x")
    assert "module.ifo" not in kotorlevel("pack", "mod", "-o", "y.mod").stderr


def test_large_folders_are_not_held_in_memory(mod: Path, kotorlevel: InProcess) -> None:
    size = 32 << 20
    with (mod / "large.tga").open("wb") as file:
        file.truncate(size)
    assert kotorlevel("pack", "mod", "-o", "warm.erf").code == 0  # what is loaded once
    peak = peak_memory(lambda: kotorlevel("pack", "mod", "-o", "x.erf"))
    assert Path("x.erf").stat().st_size > size
    assert peak < size // 4


def test_json(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "readme.md").write_bytes(b"x")
    (mod / "inner").mkdir()
    document = read_json(kotorlevel, "pack", "mod", "-o", "x.mod", "--skip-unknown")
    assert (document["kind"], document["output"]) == ("MOD", "x.mod")
    assert document["size"] == Path("x.mod").stat().st_size
    assert [f"{r['name']}.{r['type']}" for r in document["resources"]] == SORTED
    assert [r["size"] for r in document["resources"]] == [len(FILES[name]) for name in SORTED]
    assert document["left_out"] == ["inner", "readme.md"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system here")
def test_pipes_and_dead_links_are_left_out(mod: Path, kotorlevel: InProcess) -> None:
    os.mkfifo(mod / "pipe.wok")
    (mod / "dead.wok").symlink_to(mod / "nowhere")
    result = kotorlevel("pack", "mod", "-o", "x.rim")
    assert (result.code, len(read_archive("x.rim"))) == (0, len(FILES))
    assert "dead.wok, pipe.wok" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument"),
        (("mod",), "Missing option '-o'"),
        (("nothing", "-o", "x.mod"), "nothing: no such folder"),
        (("mod/b.wok", "-o", "x.mod"), "b.wok: is a file; give a folder"),
        (("empty", "-o", "x.mod"), "empty: there are no resources in this folder"),
        (("mod", "-o", "x.zip"), "must end in .mod, .erf, .rim, .sav, .hak"),
        (("mod", "-o", "x.bif"), "must end in"),
        (("mod", "-o", "empty"), "empty: is a folder; name the archive, such as empty/mod.mod"),
        (("mod", "-o", "none/x.mod"), "x.mod: there is no folder none"),
    ],
)
def test_wrong_use(
    arguments: tuple[str, ...], message: str, mod: Path, kotorlevel: InProcess
) -> None:
    mod.with_name("empty").mkdir()
    before = contents(mod.parent)
    result = kotorlevel("pack", *arguments)
    assert (result.code, result.stdout) == (2, "")
    assert message in result.stderr
    assert contents(mod.parent) == before


def test_a_type_too_large_for_the_archive(mod: Path, kotorlevel: InProcess) -> None:
    """A RIM stores the type in four bytes, a MOD in two."""
    (mod / "big.#70000").write_bytes(b"x")
    result = kotorlevel("pack", "mod", "-o", "x.mod")
    assert (result.code, Path("x.mod").exists()) == (2, False)
    assert kotorlevel("pack", "mod", "-o", "x.rim").code == 0
    assert struct.pack("<I", 70_000) in Path("x.rim").read_bytes()


def test_as_a_process_of_its_own(mod: Path) -> None:
    result = run("pack", "mod", "-o", "x.rim", cwd=mod.parent)
    assert (result.code, result.stderr) == (0, "")
    assert run("ls", "x.rim", cwd=mod.parent).stdout.startswith("a.lyt")
