"""The KEY: names for what is in the BIFs, and what happens where the two disagree."""

from __future__ import annotations

import io
import pickle
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError, UnreadableError
from kotorlevel.formats.archives import (
    Key,
    KeyBif,
    build_key,
    build_key_and_bifs,
    parse_key,
    read_archive,
    read_key,
)
from support.formats.archive_shapes import (
    BIF,
    MOD,
    THREE,
    Row,
    archive_file,
    check_error,
    codes,
    key_file,
    patched,
    peak_memory,
)

BIFS = [(b"data\\models.bif", 100, 1), (b"data\\2da.bif", 200, 3)]
KEYS = [(b"alpha", 2016, 0), (b"Beta", 3000, 1), (b"gamma", 2017, (1 << 20) | 7)]
DATA = key_file(BIFS, KEYS)


def test_what_is_in_it() -> None:
    key = read_key(DATA)
    assert key.bifs == (KeyBif("data\\models.bif", 100, 1), KeyBif("data\\2da.bif", 200, 3))
    assert [bif.path for bif in key.bifs] == ["data/models.bif", "data/2da.bif"]
    assert [bif.parts for bif in key.bifs] == [("data", "models.bif"), ("data", "2da.bif")]
    assert len(key) == 3
    assert [(e.name, e.type, e.bif, e.row) for e in key.entries] == [
        ("alpha", 2016, 0, 0),
        ("Beta", 3000, 0, 1),
        ("gamma", 2017, 1, 7),
    ]
    assert [entry.filename for entry in key.entries] == ["alpha.wok", "Beta.lyt", "gamma.2da"]
    assert [key.entry(number) for number in range(3)] == list(key.entries)
    assert key.entries_of(0) == list(key.entries[:2])
    assert key.problems == ()
    assert (int(key.header["build_year"]), int(key.header["build_day"])) == (103, 200)


@pytest.mark.parametrize(
    ("name", "kind", "number"),
    [
        ("alpha", "wok", 0),
        ("ALPHA", 2016, 0),
        ("beta", ".LYT", 1),
        ("gamma", "#2017", 2),
        ("alpha", "lyt", None),
        ("alpha", "foo", None),
        ("alph", "wok", None),
        ("x" * 17, "wok", None),
        ("ж", "wok", None),
        ("", "wok", None),
    ],
)
def test_names_in_any_case(name: str, kind: Any, number: int | None) -> None:
    key = read_key(DATA)
    assert key.find(name, kind) == (None if number is None else key.entries[number])


def test_it_is_written_as_it_was_read(tmp_path: Path) -> None:
    odd = key_file(BIFS, KEYS, reserved=bytes(range(32)), tail=b"more")
    assert read_key(odd).to_bytes() == odd
    path = tmp_path / "chitin.key"
    path.write_bytes(odd)
    assert read_key(path).source == str(path)
    assert read_key(io.BytesIO(odd)).to_bytes() == odd
    again = pickle.loads(pickle.dumps(read_key(path)))
    assert again.find("gamma", "2da") == read_key(path).find("gamma", "2da")
    with pytest.raises(UnreadableError, match="no such file"):
        read_key(tmp_path / "absent.key")


def test_it_is_read_only() -> None:
    key = read_key(DATA)
    with pytest.raises(ValueError, match="read-only"):
        key.keys["id"][0] = 1


@pytest.mark.parametrize(
    ("filename", "parts"),
    [
        ("data\\models.bif", ("data", "models.bif")),
        ("data/models.bif", ("data", "models.bif")),
        ("Data\\\\a.b.BIF", ("Data", "a.b.BIF")),
        ("x.bif", ("x.bif",)),
        ("..\\x.bif", None),
        ("data\\..\\..\\x.bif", None),
        ("data\\.. \\x.bif", None),
        ("data\\.\\x.bif", None),
        ("C:\\x.bif", None),
        ("c:x.bif", None),
        ("\\x.bif", None),
        ("/etc/x", None),
        ("\\\\server\\x", None),
        ("a\x1b.bif", None),
        ("", None),
        ("\\", None),
    ],
)
def test_the_path_of_a_bif(filename: str, parts: tuple[str, ...] | None) -> None:
    bif = KeyBif(filename, 0, 1)
    assert bif.parts == parts
    assert bif.path == ("/".join(parts) if parts else None)
    key = read_key(key_file([(filename.encode("cp1252"), 0, 1)], []))
    assert key.bifs == (bif,)
    assert codes(key) == ([] if parts else ["bif-name"])


# KEY and BIF together


def pair() -> tuple[Key, Any]:
    bif = read_archive(archive_file(BIF))
    names = [(row.name, row.type, number) for number, row in enumerate(THREE)]
    return read_key(key_file([(b"data\\a.bif", bif.image.size, 1)], names)), bif


def test_a_resource_out_of_its_bif() -> None:
    key, bif = pair()
    for entry, row in zip(key.entries, THREE, strict=True):
        assert key.read(entry, bif) == row.data
        assert key.locate(entry, bif) == bif.entries[entry.number]
    assert list(key.find_bif_problems(0, bif)) == []


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ([(b"far", 2016, 1 << 20)], "'far.wok' is in BIF 1, and there are 1"),
        ([(b"far", 2016, 2**32 - 1)], "'far.wok' is in BIF 4095, and there are 1"),
        ([(b"deep", 2016, 3)], "'deep.wok' is row 3 of the BIF, which has 3"),
        ([(b"deep", 2016, 0xFFFFF)], "'deep.wok' is row 1048575 of the BIF, which has 3"),
        ([(b"other", 2017, 0)], "'other.2da' is of type wok in the BIF"),
    ],
)
def test_a_key_that_points_elsewhere(keys: Any, message: str) -> None:
    _, bif = pair()
    key = parse_key(key_file([(b"data\\a.bif", bif.image.size, 1)], [*KEYS[:2], *keys]), "x.key")
    entry = key.entries[2]
    with pytest.raises(FormatError) as caught:
        key.read(entry, bif)
    assert caught.value.message == message
    place = 64 + 12 + len("data\\a.bif\0") + 2 * 22
    assert (caught.value.source, caught.value.section) == ("x.key", "keys")
    assert caught.value.offset == place
    if entry.bif:
        assert [(p.code, p.text, p.offset) for p in key.problems] == [
            ("bif-number", message, place)
        ]
    else:
        assert key.problems == ()
        (problem,) = key.find_bif_problems(0, bif)
        assert (problem.code, problem.text, problem.offset) == ("bif-entry", message, place)
    assert key.read(key.entries[0], bif) == b"first"


def test_a_bif_that_points_elsewhere() -> None:
    rows = [THREE[0], Row(b"", 3000, b"", 5000, 10)]
    bif = read_archive(archive_file(BIF, rows))
    key = read_key(key_file([(b"a.bif", 1, 1)], KEYS[:2]))
    assert key.read(key.entries[0], bif) == b"first"
    with pytest.raises(FormatError, match="the file ends at") as caught:
        key.read(key.entries[1], bif)
    assert caught.value.section == "resources"


def test_a_bif_of_another_size() -> None:
    key, bif = pair()
    grown = read_archive(archive_file(BIF) + b"x")
    (problem,) = key.find_bif_problems(0, grown)
    assert (problem.code, problem.section, problem.offset) == ("bif-size", "files", 64)
    assert problem.value == grown.image.size
    assert key.read(key.entries[0], grown) == key.read(key.entries[0], bif)


def test_a_long_list_of_disagreements_is_cut() -> None:
    key = read_key(key_file([(b"a.bif", 20, 1)], [(b"n%d" % n, 9, n) for n in range(500)]))
    empty = read_archive(archive_file(BIF, ()))
    problems = list(key.find_bif_problems(0, empty))
    assert len(problems) == 21
    assert problems[-1].text == "and 480 more like this"


# Bad input


def test_names_are_judged_as_in_archives() -> None:
    keys = [(b"a/b", 9, 0), (b"x", 9, 1), (b"X", 9, 2), (b"y\0z", 9, 3), (b"", 9, 4)]
    key = read_key(key_file(BIFS, keys))
    assert codes(key) == ["name", "name", "behind-name", "duplicate"]
    found = key.find("X", 9)
    assert found is not None
    assert found.number == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b"KEY V1", "starts with 'KEY V1'"),
        (b"KEY V1.1" + bytes(100), "starts with 'KEY V1.1'"),
        (archive_file(MOD), "starts with 'MOD V1.0'"),
        (DATA[:63], "1 row of 64 bytes end at 0x40, the file ends at 0x3f"),
    ],
)
def test_what_is_no_key(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_key(data)
    assert message in caught.value.message
    assert (caught.value.section, caught.value.offset) == ("header", 0)


@pytest.mark.parametrize("place", [8, 12, 16, 20])
@pytest.mark.parametrize("value", [1000, 2**31, 2**32 - 1])
def test_absurd_counts_and_offsets(place: int, value: int) -> None:
    data = patched(DATA, place, value)

    def refuse() -> None:
        with pytest.raises(FormatError, match="the file ends at") as caught:
            read_key(data)
        check_error(caught.value)
        assert caught.value.section == ("files" if place in (8, 16) else "keys")

    assert peak_memory(refuse) < 300_000


@pytest.mark.parametrize(
    ("place", "value", "size", "room"),
    [
        (68, 2**32 - 1, 4, 0),
        (68, len(DATA), 4, 0),
        (68, len(DATA) - 15, 4, 0),
        (72, 0xFFFF, 2, 0),
        (72, 200, 2, 0),
        (72, 261, 2, 1000),
        (72, 0xFFFF, 2, 70_000),
    ],
)
def test_a_bif_whose_name_cannot_be_read(place: int, value: int, size: int, room: int) -> None:
    key = read_key(patched(DATA + bytes(room), place, value, size))
    assert key.bifs[0].filename == ""
    assert key.bifs[1].filename == "data\\2da.bif"
    (problem,) = key.problems
    assert (problem.code, problem.section, problem.offset) == ("bif-name", "files", 64)
    assert "cannot be read" in problem.text


def test_names_that_overlap_cannot_stand_for_gigabytes() -> None:
    rows = 20_000
    files = b"".join(
        (0).to_bytes(4, "little") + (64).to_bytes(4, "little") + b"\xff\xff\1\0"
        for _ in range(rows)
    )
    data = patched(patched(patched(DATA[:64], 8, rows), 12, 0), 16, 64) + files
    data += b"x" * 70_000
    assert peak_memory(partial(read_key, data)) < 40 * len(data)
    assert len(read_key(data).problems) == 21


def survives(data: bytes) -> Key | None:
    try:
        key = parse_key(data, "x.key")
    except FormatError as error:
        assert error.source == "x.key"
        check_error(error)
        return None
    assert key.to_bytes() == data
    assert all(str(problem).isprintable() and problem.text for problem in key.problems)
    _, bif = pair()
    for entry in key.entries:
        assert entry.bif << 20 | entry.row == entry.id
        try:
            key.read(entry, bif)
        except FormatError as error:
            check_error(error)
    for number in range(min(len(key.bifs), 3)):
        list(key.find_bif_problems(number, bif))
    return key


def test_every_cut_is_refused() -> None:
    assert [size for size in range(len(DATA)) if survives(DATA[:size])] == []
    assert survives(DATA)


def test_mutations() -> None:
    read = 0
    for seed in range(600):
        dice = random.Random(seed)
        data = bytearray(DATA)
        for _ in range(1 + seed % 3):
            data[dice.randrange(8, len(data))] = dice.choice([0, 1, 20, 255, dice.randrange(256)])
        read += survives(bytes(data)) is not None
    assert 100 < read < 600


@given(st.binary(max_size=200))
def test_random_bytes_behind_the_magic(tail: bytes) -> None:
    survives(b"KEY V1  " + tail)


# Building


def test_it_is_what_one_packs_by_hand() -> None:
    contents: Any = {
        "data/models.bif": [("alpha", "wok", b"first"), ("Beta", "lyt", b"2nd")],
        "data/2da.bif": [("gamma", 2017, b"the third")],
    }
    key, bifs = build_key_and_bifs(contents)
    first = archive_file(BIF, [Row(b"", 2016, b"first"), Row(b"", 3000, b"2nd")])
    second = archive_file(BIF, [Row(b"", 2017, b"the third", id=1 << 20)])
    assert {path: bif.to_bytes() for path, bif in bifs.items()} == {
        "data/models.bif": first,
        "data/2da.bif": second,
    }
    expected = key_file(
        [(b"data\\models.bif", len(first), 1), (b"data\\2da.bif", len(second), 1)],
        [(b"alpha", 2016, 0), (b"Beta", 3000, 1), (b"gamma", 2017, 1 << 20)],
    )
    assert key.to_bytes() == expected[:24] + bytes(8) + expected[32:]  # no day of the build
    assert key.problems == ()
    for number, (path, resources) in enumerate(contents.items()):
        assert list(key.find_bif_problems(number, bifs[path])) == []
        for name, kind, data in resources:
            entry = key.find(name.upper(), kind)
            assert entry is not None
            assert entry.bif == number
            assert key.read(entry, bifs[path]) == data


def test_a_key_without_anything() -> None:
    key, bifs = build_key_and_bifs({})
    assert (len(key), key.bifs, bifs, key.problems) == (0, (), {}, ())
    assert key.find("a", "wok") is None


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [("a/b", "wok", "contains"), ("a", "foo", "not a type"), ("a", 65_536, "not a type")],
)
def test_what_a_key_cannot_hold(name: str, kind: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        build_key([(KeyBif("a.bif", 0, 1), [(name, kind)])])


def test_too_many_bifs_and_rows() -> None:
    with pytest.raises(FormatError, match="4096 BIFs of 1,048,576"):
        build_key([(KeyBif("a.bif", 0, 1), [])] * 4097)
    with pytest.raises(FormatError, match="4096 BIFs"):
        build_key([(KeyBif("a.bif", 0, 1), [("a", 9)] * (2**20 + 1))])


def test_forty_thousand_keys() -> None:
    names = [(f"r{number}", 9) for number in range(20_000)]
    key = build_key(
        [(KeyBif(f"{n}.bif", 0, 1), [(f"{x}_{n}", k) for x, k in names]) for n in (0, 1)]
    )
    assert len(key) == 40_000
    assert key.problems == ()
    found = key.find("R19999_1", 9)
    assert found is not None
    assert (found.bif, found.row) == (1, 19_999)
    assert len(key.entries_of(1)) == 20_000
