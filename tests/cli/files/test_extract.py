"""``kotorlevel extract``."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.formats.archives import read_archive
from support.cli.archive_files import HOSTILE, contents, read_json
from support.cli.in_process import InProcess
from support.command import run
from support.corpus import corpus_files, each_corpus_file, needs_corpus
from support.formats.archive_shapes import ERF, MOD, RIM, THREE, Row, archive_file
from support.installation import Installation, make_installation, needs_case
from support.sample_area import AREA, MODULE, OBJECT_FILES, WALKABLE_ROOMS, changed_room

ALL = {"alpha.wok": b"first", "Beta.lyt": b"2nd", "gamma.mpg": b"the third"}


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "out"


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """An archive of three resources, `ALL`."""
    path = tmp_path / "three.mod"
    path.write_bytes(archive_file(MOD))
    return path


@pytest.fixture
def game(tmp_path: Path) -> Installation:
    return make_installation(tmp_path, shadowed=True)


# What is taken


@pytest.mark.parametrize("magic", [ERF, MOD, RIM])
def test_a_whole_archive(magic: bytes, tmp_path: Path, out: Path, kotorlevel: InProcess) -> None:
    path = tmp_path / "x"
    path.write_bytes(archive_file(magic))
    result = kotorlevel("extract", path, "-o", out)
    assert (result.code, result.stderr) == (0, "")
    assert f"wrote 3 files (17 bytes) to {out}" in result.stdout
    assert contents(out) == ALL


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("alpha.wok",), ["alpha.wok"]),
        (("ALPHA.WOK", "gamma"), ["alpha.wok", "gamma.mpg"]),
        (("beta",), ["Beta.lyt"]),
        (("*.lyt",), ["Beta.lyt"]),
        (("*a.*",), ["Beta.lyt", "alpha.wok", "gamma.mpg"]),
        (("?eta", "[ag]*.wok"), ["Beta.lyt", "alpha.wok"]),
        (("*",), ["Beta.lyt", "alpha.wok", "gamma.mpg"]),
        (("--type", "wok"), ["alpha.wok"]),
        (("--type", "wok", "*a*"), ["alpha.wok"]),
    ],
)
def test_names_and_patterns(
    names: tuple[str, ...], expected: list[str], three: Path, out: Path, kotorlevel: InProcess
) -> None:
    assert kotorlevel("extract", three, *names, "-o", out).code == 0
    assert sorted(contents(out)) == expected


@pytest.mark.parametrize(
    ("names", "hint"),
    [(("alpha.wko",), "Did you mean 'alpha.wok'?"), (("*.wok", "zzzz"), "no 'zzzz' in")],
)
def test_a_name_that_means_nothing(
    names: tuple[str, ...], hint: str, three: Path, out: Path, kotorlevel: InProcess
) -> None:
    result = kotorlevel("extract", three, *names, "-o", out)
    assert (result.code, result.stdout) == (2, "")
    assert hint in result.stderr
    assert not out.exists()


@pytest.mark.sampled(4)
@each_corpus_file("archives/*.mod", "archives/*.erf", "archives/*.rim")
def test_real_archives(path: Path, out: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("extract", path, "-o", out)
    if path.stem == "corrupted":
        assert (result.code, out.exists()) == (2, False)
        return
    assert result.code == 0
    archive = read_archive(path)
    assert contents(out) == {entry.filename: archive.read(entry) for entry in archive.entries}


def test_of_a_game_the_copy_that_it_takes(
    game: Installation, out: Path, kotorlevel: InProcess
) -> None:
    result = kotorlevel("extract", game.folder, "station_hall.wok", "station.lyt", "-o", out)
    assert result.code == 0
    assert contents(out) == {
        "station_hall.wok": changed_room("station_hall"),
        "station.lyt": game.data("data/layouts.bif", "station.lyt"),
    }
    assert "from Override/station_hall.wok" in result.stdout
    assert "from data/layouts.bif" in result.stdout


def test_of_a_game_with_a_mod_folder(game: Installation, out: Path, kotorlevel: InProcess) -> None:
    options = ("--override", game.mod, "-o", out)
    assert kotorlevel("extract", game.folder, "station_corridor.wok", *options).code == 0
    assert contents(out) == {"station_corridor.wok": changed_room("station_corridor")}


def test_a_module_as_the_game_sees_it(tmp_path: Path, out: Path, kotorlevel: InProcess) -> None:
    """Everything that its files name; a shadowed one from where it wins; nothing from RIMs."""
    game = make_installation(tmp_path, more={"Override": {"m88zz.git": b"mine", "other.wok": b""}})
    assert kotorlevel("extract", game.folder, "--module", "tar_m88zz", "-o", out).code == 0
    expected = game.contents["modules/tar_m88zz.mod"]
    assert isinstance(expected, dict)
    assert contents(out) == {**expected, "m88zz.git": b"mine"}


def test_a_level(game: Installation, out: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("extract", game.folder, "--module", MODULE, "--level", "-o", out)
    assert result.code == 0
    assert "not there: station_sky.wok" in result.stderr
    kinds = ("are", "git", "pth", "lyt", "vis")
    rooms = [f"{room}.wok" for room in WALKABLE_ROOMS]
    files = (f"{AREA}.{kind}" for kind in kinds)
    assert set(contents(out)) == {"module.ifo", *files, *rooms, *OBJECT_FILES}
    assert contents(out)["station_hall.wok"] == changed_room("station_hall")


def test_what_only_a_module_has_is_said(
    game: Installation, out: Path, kotorlevel: InProcess
) -> None:
    result = kotorlevel("extract", game.folder, f"{AREA}.git", "-o", out)
    assert (result.code, out.exists()) == (2, False)
    assert f"add --module with one of: {MODULE}" in result.stderr
    assert (
        kotorlevel("extract", game.folder, f"{AREA}.git", "--module", MODULE, "-o", out).code == 0
    )
    assert contents(out) == {f"{AREA}.git": game.data(f"modules/{MODULE}.rim", f"{AREA}.git")}


def test_out_of_a_key_and_a_bif(game: Installation, out: Path, kotorlevel: InProcess) -> None:
    layout = {"station.lyt": game.data("data/layouts.bif", "station.lyt")}
    assert kotorlevel("extract", game.root / "chitin.key", "*.lyt", "-o", out).code == 0
    assert contents(out) == layout
    path = game.path("data/layouts.bif")
    assert kotorlevel("extract", path, "-o", out.with_name("bif")).code == 0
    assert contents(out.with_name("bif")) == layout


# What is written, and what never


def test_no_name_leaves_the_folder(tmp_path: Path, out: Path, kotorlevel: InProcess) -> None:
    rows = [*THREE, *(Row(name, 2016, b"evil") for name in HOSTILE)]
    path = tmp_path / "x.mod"
    path.write_bytes(archive_file(MOD, rows))
    before = contents(tmp_path)
    result = kotorlevel("extract", path, "-o", out)
    assert result.code == 2
    assert contents(out) == ALL
    written = {f"deep/out/{name}": data for name, data in ALL.items()}
    assert contents(tmp_path) == {**before, **written}
    refused = [line for line in result.stderr.splitlines() if "is no name for a file" in line]
    assert len(refused) == len(HOSTILE)
    assert "\x1b" not in result.stderr


def test_existing_files_are_kept_and_nothing_is_written(
    three: Path, out: Path, kotorlevel: InProcess
) -> None:
    out.mkdir(parents=True)
    (out / "gamma.mpg").write_bytes(b"mine")
    result = kotorlevel("extract", three, "-o", out)
    assert (result.code, result.stdout) == (2, "")
    assert "gamma.mpg exists already, nothing was written; add --force" in result.stderr
    assert contents(out) == {"gamma.mpg": b"mine"}
    assert kotorlevel("extract", three, "-o", out, "--force").code == 0
    assert contents(out) == ALL
    kl.undo(out)
    assert contents(out) == {"gamma.mpg": b"mine"}


def test_a_file_in_another_case_is_the_same_one(
    three: Path, out: Path, kotorlevel: InProcess
) -> None:
    out.mkdir(parents=True)
    needs_case(out)
    (out / "tells A from a").unlink()
    (out / "ALPHA.wok").write_bytes(b"mine")
    assert kotorlevel("extract", three, "alpha", "-o", out).code == 2
    assert kotorlevel("extract", three, "alpha", "-o", out, "--force").code == 0
    assert contents(out) == {"ALPHA.wok": b"first"}


@pytest.mark.parametrize("force", [(), ("--force",)])
@pytest.mark.parametrize("target", ["elsewhere.txt", "nowhere.txt", ""])
def test_links_are_refused(
    target: str, force: tuple[str, ...], three: Path, out: Path, kotorlevel: InProcess
) -> None:
    """A link to a file, a dead link and a link to a folder."""
    out.mkdir(parents=True)
    victim = three.parent / "elsewhere.txt"
    victim.write_bytes(b"precious")
    (out / "alpha.wok").symlink_to(three.parent / target)
    result = kotorlevel("extract", three, "-o", out, *force)
    assert (result.code, result.stdout) == (2, "")
    assert "alpha.wok: is a link" in result.stderr
    assert victim.read_bytes() == b"precious"
    assert not (three.parent / "nowhere.txt").exists()
    assert [path.name for path in out.iterdir()] == ["alpha.wok"]


def test_a_folder_in_a_files_place(three: Path, out: Path, kotorlevel: InProcess) -> None:
    (out / "alpha.wok").mkdir(parents=True)
    result = kotorlevel("extract", three, "-o", out, "--force")
    assert (result.code, contents(out)) == (2, {})
    assert "alpha.wok: is not a file" in result.stderr


def test_an_archive_is_not_replaced_by_what_is_in_it(tmp_path: Path, kotorlevel: InProcess) -> None:
    path = tmp_path / "x.mod"
    data = archive_file(MOD, (Row(b"a", 2016, b"1"), Row(b"x", 2011, b"inner")))
    path.write_bytes(data)
    result = kotorlevel("extract", path, "-o", tmp_path, "--force")
    assert (result.code, contents(tmp_path)) == (2, {"x.mod": data})
    assert "holds a file of its own name" in result.stderr


def test_of_a_name_that_is_there_twice_the_first_is_taken(
    tmp_path: Path, out: Path, kotorlevel: InProcess
) -> None:
    path = tmp_path / "x.rim"
    rows = (Row(b"a", 2016, b"one"), Row(b"b", 2016, b"b"), Row(b"A", 2016, b"two"))
    path.write_bytes(archive_file(RIM, rows))
    result = kotorlevel("extract", path, "-o", out)
    assert (result.code, contents(out)) == (0, {"a.wok": b"one", "b.wok": b"b"})
    assert result.stderr == "A.wok: there more than once; the first was taken\n"


def test_broken_entries_are_named_and_the_rest_is_written(
    tmp_path: Path, out: Path, kotorlevel: InProcess
) -> None:
    path = tmp_path / "x.erf"
    path.write_bytes(archive_file(ERF, (*THREE, Row(b"far", 2016, offset=0xFFFF_0000, size=9))))
    result = kotorlevel("extract", path, "-o", out)
    assert (result.code, contents(out)) == (2, ALL)
    assert "cannot read" in result.stderr
    assert "'far.wok' has 9 bytes from 0xffff0000" in result.stderr


def test_a_missing_bif(tmp_path: Path, out: Path, kotorlevel: InProcess) -> None:
    game = make_installation(tmp_path, without=["data/layouts.bif"])
    result = kotorlevel("extract", game.folder, "station.lyt", "surfacemat.2da", "-o", out)
    assert (result.code, list(contents(out))) == (2, ["surfacemat.2da"])
    assert "layouts.bif" in result.stderr


def test_entries_over_each_other_do_not_fill_the_disk(
    tmp_path: Path, out: Path, kotorlevel: InProcess
) -> None:
    """A thousand entries that each are the whole file."""
    rows = [Row(f"e{n}".encode(), 2016, offset=0, size=20_000) for n in range(1000)]
    path = tmp_path / "x.rim"
    path.write_bytes(archive_file(RIM, rows))
    result = kotorlevel("extract", path, "-o", out)
    assert (result.code, out.exists()) == (2, False)
    assert "the entries overlap: 20,000,000 bytes out of a file of 32,120" in result.stderr
    assert kotorlevel("extract", path, "e7", "-o", out).code == 0
    assert contents(out) == {"e7.wok": path.read_bytes()[:20_000]}


def test_entries_that_share_their_bytes_are_no_attack(
    tmp_path: Path, out: Path, kotorlevel: InProcess
) -> None:
    path = tmp_path / "x.rim"
    path.write_bytes(
        archive_file(RIM, [Row(name, 2016, offset=0, size=100) for name in (b"a", b"b")])
    )
    assert kotorlevel("extract", path, "-o", out).code == 0
    assert set(contents(out).values()) == {path.read_bytes()[:100]}


def test_a_full_disk_leaves_no_half_file(
    three: Path, out: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("kotorlevel.core.together.write_atomic", fail)
    result = kotorlevel("extract", three, "-o", out)
    assert (result.code, contents(out)) == (2, {})
    assert "No space left on device" in result.stderr


# JSON, and wrong use


def test_json(tmp_path: Path, out: Path, kotorlevel: InProcess) -> None:
    path = tmp_path / "x.mod"
    rows = (*THREE, Row(b"ALPHA", 2016, b"2"), Row(b"../up", 2016), Row(b"f", 1, size=10**6))
    path.write_bytes(archive_file(MOD, rows))
    document = read_json(kotorlevel, "extract", path, "-o", out)
    assert document["output"] == out.as_posix()
    assert document["files"] == [
        {"name": name, "size": len(data), "place": path.as_posix()} for name, data in ALL.items()
    ]
    assert (document["refused"], document["repeated"]) == (["../up.wok"], ["ALPHA.wok"])
    (error,) = document["errors"]
    assert error["path"] == str(path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("three.mod",), "Missing option '-o'"),
        (("-o", "out"), "Missing argument"),
        (("nothing", "-o", "out"), "nothing: no such file or folder"),
        (("deep", "-o", "out"), "neither an archive nor the folder of a game"),
        (("game", "-o", "out"), "say what to take out of the game"),
        (("game", "--module", "xyz", "-o", "out"), "there is no module 'xyz'"),
        (("three.mod", "--module", "x", "-o", "out"), "--module goes with the folder of a game"),
        (("game", "--level", "-o", "out"), "--level goes with --module"),
        (("three.mod", "-o", "three.mod"), "three.mod: is a file; give the name of a folder"),
        (("empty.mod", "-o", "out"), "empty.mod: is empty"),
        (("three.mod", "--type", "utc", "-o", "out"), "holds nothing of the kind"),
        (("three.mod", "-o", "three.mod/out"), "three.mod"),
    ],
)
def test_wrong_use(
    arguments: tuple[str, ...],
    message: str,
    three: Path,
    game: Installation,
    kotorlevel: InProcess,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = three.parent
    (folder / "deep").mkdir()
    (folder / "empty.mod").write_bytes(archive_file(MOD, ()))
    before = contents(folder)
    monkeypatch.chdir(folder)
    result = kotorlevel("extract", *arguments)
    assert (result.code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert contents(folder) == before
    assert not (folder / "out").exists()


@needs_corpus
def test_as_a_process_of_its_own(out: Path) -> None:
    (path,) = corpus_files("archives/tar_m10aa.mod")
    result = run("extract", path, "m10aa", "-o", out)
    assert (result.code, result.stderr) == (0, "")
    assert sorted(contents(out)) == ["m10aa.are", "m10aa.git", "m10aa.pth"]
