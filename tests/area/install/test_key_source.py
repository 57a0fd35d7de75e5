"""The KEY and its BIFs: what is in them, and what happens where the two disagree."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path

import pytest

from kotorlevel.area.install.resources import Resource
from kotorlevel.area.install.sources import KeySource
from kotorlevel.core.errors import FormatError, UnreadableError
from support.area.watched_files import Read, watch_files
from support.formats.archive_shapes import BIF, Row, archive_file, key_file

WOK, LYT = 2016, 3000

MODELS = (Row(b"", WOK, b"hall"), Row(b"", WOK, b"corridor"), Row(b"", LYT, b"layout"))


def found(resources: Sequence[Resource]) -> list[tuple[str, bytes]]:
    return [(resource.place, resource.read()) for resource in resources]


def only(resources: Sequence[Resource]) -> Resource:
    (resource,) = resources
    return resource


def make_key(
    folder: Path,
    keys: Sequence[tuple[bytes, int, int]],
    bifs: Sequence[bytes] = (b"data\\models.bif", b"data\\none.bif"),
) -> KeySource:
    """A KEY, and beside it ``data/models.bif``."""
    (folder / "chitin.key").write_bytes(key_file([(bif, 0, 1) for bif in bifs], keys))
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data/models.bif").write_bytes(archive_file(BIF, MODELS))
    return KeySource(folder, folder / "chitin.key")


def first_key(bifs: Sequence[bytes]) -> int:
    """Where the first row of the keys is, by FACTS 9."""
    return 64 + sum(12 + len(bif) + 1 for bif in bifs)


def test_resources_of_the_bifs(tmp_path: Path) -> None:
    source = make_key(tmp_path, [(b"layout", LYT, 2), (b"Hall", WOK, 0), (b"gone", WOK, 1 << 20)])
    assert (source.place, source.what) == ("chitin.key", "KEY")
    assert [(r.filename, r.place, r.size, r.path) for r in source.resources()] == [
        ("layout.lyt", "data/models.bif", -1, None),
        ("Hall.wok", "data/models.bif", -1, None),
        ("gone.wok", "data/none.bif", -1, None),
    ]
    assert found(source.find_all("HALL", "wok")) == [("data/models.bif", b"hall")]
    assert found(source.find_all("layout", 3000)) == [("data/models.bif", b"layout")]
    assert source.find_all("hall", "lyt") == []


def test_a_missing_bif_spoils_only_what_is_in_it(tmp_path: Path) -> None:
    source = make_key(tmp_path, [(b"gone", WOK, 1 << 20), (b"hall", WOK, 0)])
    with pytest.raises(FormatError, match=r"the BIF 'data\\none.bif' is not there") as caught:
        only(source.find_all("gone", "wok")).read()
    # The second row of the files, behind the header.
    assert (caught.value.source, caught.value.section, caught.value.offset) == (
        str(tmp_path / "chitin.key"),
        "files",
        64 + 12,
    )
    assert only(source.find_all("hall", "wok")).read() == b"hall"


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [
        (3, WOK, "row 3 of .*models.bif, which has 3"),
        (0xFFFFF, WOK, "which has 3"),
        (2 << 20, WOK, "in BIF 2, and there are 2"),
        (0xFFF00000, WOK, "in BIF 4095, and there are 2"),
        (2, WOK, "of type lyt"),
    ],
)
def test_a_key_that_points_outside(tmp_path: Path, number: int, kind: int, words: str) -> None:
    bifs = (b"data\\models.bif", b"data\\none.bif")
    source = make_key(tmp_path, [(b"hall", WOK, 0), (b"wrong", kind, number)])
    resource = only(source.find_all("wrong", kind))
    assert resource.place
    with pytest.raises(FormatError, match=words) as caught:
        resource.read()
    assert (caught.value.source, caught.value.section, caught.value.offset) == (
        str(tmp_path / "chitin.key"),
        "keys",
        first_key(bifs) + 22,
    )
    assert only(source.find_all("hall", "wok")).read() == b"hall"


@pytest.mark.parametrize("number", [-1, 2, 4095])
def test_a_bif_that_the_key_does_not_have(tmp_path: Path, number: int) -> None:
    with pytest.raises(FormatError, match=f"there is no BIF {number}, only 2"):
        make_key(tmp_path, []).open_bif(number)


@pytest.mark.parametrize(
    "path",
    [
        b"..\\secret.bif",
        b"data\\..\\..\\secret.bif",
        b"../secret.bif",
        b"\\secret.bif",
        b"/secret.bif",
        b"c:secret.bif",
        b"data\\.. \\.. \\secret.bif",
        b"",
        b"\x1b[31msecret.bif",
    ],
)
def test_a_bif_outside_of_the_game_is_not_opened(
    tmp_path: Path, path: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "secret.bif").write_bytes(archive_file(BIF, MODELS))
    source = make_key(game, [(b"hall", WOK, 0)], [path])
    resource = only(source.find_all("hall", "wok"))
    assert resource.place
    assert resource.place.isprintable()
    log = watch_files(monkeypatch)
    with pytest.raises(FormatError, match="is not inside the game's folder") as caught:
        resource.read()
    assert log == []
    assert (caught.value.section, caught.value.offset) == ("files", 64)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("path", [b"x" * 255, b"x" * 259, b"data\\" + b"y" * 254])
def test_a_bif_whose_name_no_file_can_have(tmp_path: Path, path: bytes) -> None:
    source = make_key(tmp_path, [(b"hall", WOK, 0)], [path])
    with pytest.raises(FormatError, match="is not there"):
        only(source.find_all("hall", "wok")).read()


@pytest.mark.parametrize(
    "data", [b"", b"BIFFV1  ", b"nonsense" * 9, archive_file(BIF, MODELS)[:40]]
)
def test_a_broken_bif(tmp_path: Path, data: bytes) -> None:
    source = make_key(tmp_path, [(b"hall", WOK, 0)])
    (tmp_path / "data/models.bif").write_bytes(data)
    with pytest.raises(FormatError) as caught:
        only(source.find_all("hall", "wok")).read()
    assert caught.value.source == str(tmp_path / "data/models.bif")
    assert caught.value.section
    assert caught.value.offset is not None


def test_a_bif_that_is_a_folder(tmp_path: Path) -> None:
    source = make_key(tmp_path, [(b"hall", WOK, 1 << 20)])
    (tmp_path / "data/none.bif").mkdir()
    with pytest.raises(UnreadableError, match="is a folder"):
        only(source.find_all("hall", "wok")).read()


def test_bifs_in_any_case(tmp_path: Path) -> None:
    source = make_key(tmp_path, [(b"hall", WOK, 0)], [b"DATA/Models.BIF"])
    assert only(source.find_all("hall", "wok")).read() == b"hall"


@pytest.mark.parametrize("data", [b"", b"KEY V1  ", b"BIFFV1  " + bytes(100)])
def test_a_broken_key(tmp_path: Path, data: bytes) -> None:
    source = make_key(tmp_path, [])
    (tmp_path / "chitin.key").write_bytes(data)
    with pytest.raises(FormatError) as caught:
        source.find_all("hall", "wok")
    assert caught.value.source == str(tmp_path / "chitin.key")
    assert (caught.value.section, caught.value.offset) == ("header", 0)


def test_only_the_needed_bytes_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = make_key(tmp_path, [(b"hall", WOK, 0), (b"large", WOK, 1), (b"other", WOK, 1 << 20)])
    far = 400_000_000
    rows = [Row(b"", WOK, b"", offset=far, size=7), Row(b"", WOK, b"", offset=100, size=far - 100)]
    bif = tmp_path / "data/models.bif"
    bif.write_bytes(archive_file(BIF, rows))
    with bif.open("r+b") as file:  # sparse: it takes no room on the disk
        file.seek(far)
        file.write(b"content and more")
    log = watch_files(monkeypatch)
    assert len(list(source.resources())) == 3
    assert {read.name for read in log} == {"chitin.key"}
    log.clear()
    assert only(source.find_all("hall", "wok")).read() == b"content"
    assert {read.name for read in log} == {"models.bif"}
    assert Read("models.bif", far, 7) in log
    assert sum(read.size for read in log) <= 8 + 20 + 2 * 16 + 7
    log.clear()
    assert only(source.find_all("hall", "wok")).read() == b"content"
    assert log == [Read("models.bif", far, 7)]


def test_it_pickles_before_and_after_use(tmp_path: Path) -> None:
    source = make_key(tmp_path, [(b"alpha", WOK, 1)])
    for _ in range(2):
        again: KeySource = pickle.loads(pickle.dumps(source))
        assert only(again.find_all("alpha", "wok")).read() == b"corridor"
        assert only(source.find_all("alpha", "wok")).read() == b"corridor"
