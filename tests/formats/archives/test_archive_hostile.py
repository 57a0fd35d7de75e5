"""Archives made to hurt: each is read or refused with a place, soon, in little memory."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.archives import read_archive
from support.corpus import corpus_files, each_corpus_file
from support.formats.archive_shapes import (
    BIF,
    ERF,
    MOD,
    RIM,
    THREE,
    Row,
    archive_file,
    check_error,
    patched,
    peak_memory,
    survives,
)
from support.quick import few

SMALL = 300_000
"""Bytes; what reading a tiny file may take at most."""

PARTS = {"count": (16, 12, 8), "keys": (24, 16, 16)}
"""Header field → its place in an ERF, a RIM and a BIF."""

MAGICS = (ERF, RIM, BIF)
BUILT = [archive_file(magic, gaps={1: b"gap", "end": b"end"}) for magic in MAGICS]
REAL = [path.read_bytes() for path in corpus_files("archives/*") if path.stat().st_size < 70_000]


def place_of(field: str, magic: bytes) -> int:
    return PARTS[field][MAGICS.index(magic)]


@pytest.mark.parametrize("magic", MAGICS)
@pytest.mark.parametrize("count", [4, 1000, 2**16, 2**24, 2**31, 2**32 - 1])
def test_an_absurd_count(magic: bytes, count: int) -> None:
    data = patched(archive_file(magic, THREE[:1]), place_of("count", magic), count)

    def refuse() -> None:
        with pytest.raises(FormatError, match=f"{count:,} rows of .* the file ends at") as caught:
            read_archive(data)
        check_error(caught.value)

    assert peak_memory(refuse) < SMALL


@pytest.mark.parametrize("magic", MAGICS)
@pytest.mark.parametrize("offset", [200, 2**31, 2**32 - 1])
def test_a_table_outside_the_file(magic: bytes, offset: int) -> None:
    data = patched(
        archive_file(magic), place_of("keys", magic), len(archive_file(magic)) + offset % 2**31
    )
    with pytest.raises(FormatError, match="the file ends at") as caught:
        read_archive(data)
    assert caught.value.section == {ERF: "keys", RIM: "entries", BIF: "resources"}[magic]
    assert caught.value.offset == len(data) + offset % 2**31


@pytest.mark.parametrize("magic", MAGICS)
def test_a_sparse_file_has_room_for_any_count(tmp_path: Path, magic: bytes) -> None:
    path = tmp_path / "sparse"
    path.write_bytes(patched(archive_file(magic, ()), place_of("count", magic), 2**20 + 1))
    os.truncate(path, 40 * 2**20)

    def refuse() -> None:
        with pytest.raises(FormatError, match="no archive has more than 1,048,576"):
            read_archive(path)

    assert peak_memory(refuse) < SMALL


def test_descriptions_as_large_as_the_file(tmp_path: Path) -> None:
    path = tmp_path / "sparse"
    path.write_bytes(patched(archive_file(ERF, languages=1), 12, 30 * 2**20))
    os.truncate(path, 40 * 2**20)
    assert peak_memory(partial(read_archive, path)) < SMALL
    assert read_archive(path).problems[0].code == "descriptions"


@pytest.mark.parametrize("magic", MAGICS)
def test_memory_is_a_small_multiple_of_the_file(magic: bytes) -> None:
    data = archive_file(magic, [Row(b"same", 9, b"", 0, 100)] * 5000)
    assert peak_memory(partial(read_archive, data)) < 20 * len(data)
    assert len(read_archive(data).problems) < 70


@pytest.mark.parametrize("data", BUILT, ids=["erf", "rim", "bif"])
def test_every_cut_of_a_file_is_refused_or_read(data: bytes) -> None:
    read = [size for size in range(len(data)) if survives(data[:size])]
    # Once header and tables are whole, only entries are missing.
    first = min(entry.offset for entry in read_archive(data).entries)
    assert read == list(range(first, len(data)))


@pytest.mark.sampled(3)
@each_corpus_file("archives/*")
def test_cuts_of_real_files(path: Path) -> None:
    data = path.read_bytes()[:70_000]
    sizes = {*range(0, min(len(data), 1200), few(3, 1)), *range(0, len(data), len(data) // 200)}
    for size in sizes:
        survives(data[:size])


def flip(data: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(min(len(data), 1500))
    return data[:place] + bytes([dice.randrange(256)]) + data[place + 1 :]


def flip_number(data: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(min(len(data), 1500)) & ~3
    value = dice.choice([0, 1, 19, 100, 160, len(data) - 1, len(data), 2**31, 2**32 - 1])
    return patched(data, place, value)[: len(data)]


def remove(data: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(data))
    return data[:place] + data[place + dice.randrange(1, 9) :]


def insert(data: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(data) + 1)
    return data[:place] + dice.randbytes(dice.randrange(1, 9)) + data[place:]


@pytest.mark.parametrize("mutate", [flip, flip_number, remove, insert])
def test_mutations_of_files(mutate: Callable[[bytes, random.Random], bytes]) -> None:
    read = refused = 0
    for number, data in enumerate(REAL + BUILT):
        for seed in range(few(24, 60)):
            dice = random.Random(1000 * number + seed)
            mutated = mutate(data, dice)
            for _ in range(seed % 3):
                mutated = mutate(mutated, dice)
            archive = survives(mutated)
            read, refused = read + (archive is not None), refused + (archive is None)
            if archive is not None and len(archive):
                edit_somewhere(mutated, dice)
    assert read > 25
    assert refused > 5


def edit_somewhere(data: bytes, dice: random.Random) -> None:
    """Whatever is wrong with a file: an edit is refused, or changes one entry alone."""
    archive = read_archive(data)
    chosen = archive.entries[dice.randrange(len(archive))]
    try:
        edited = archive.replaced(chosen, b"other bytes")
    except FormatError as error:
        check_error(error)
        return
    assert [(e.name, e.type, e.id) for e in edited.entries] == [
        (e.name, e.type, e.id) for e in archive.entries
    ]
    for entry in archive.entries:
        wanted = b"other bytes" if entry == chosen else archive.read(entry)
        assert edited.read(entry) == wanted


@given(st.sampled_from([MOD, RIM, BIF]), st.binary(max_size=300))
def test_random_bytes_behind_the_magic(magic: bytes, tail: bytes) -> None:
    survives(magic + tail)


@given(st.sampled_from(MAGICS), st.lists(st.tuples(st.integers(0, 400), st.integers(0, 60))))
def test_overlaps_are_those_that_one_finds_pair_by_pair(
    magic: bytes, spans: list[tuple[int, int]]
) -> None:
    rows = [Row(b"n%d" % number, 9, b"", *span) for number, span in enumerate(spans)]
    data = archive_file(magic, rows, gaps={"end": bytes(50)})
    archive = read_archive(data)
    header = {ERF: 160, RIM: 120, BIF: 20}[magic]
    row_size = {ERF: 24, RIM: 32, BIF: 16}[magic]
    parts = [(0, header), (header, header + row_size * len(rows))]
    if magic == ERF:
        parts.append((parts[-1][1], parts[-1][1] + 8 * len(rows)))
    parts += [(start, start + size) for start, size in spans if start + size <= len(data)]
    parts = sorted(part for part in parts if part[1] > part[0])
    shared = [
        any(before[1] > part[0] for before in parts[:number]) for number, part in enumerate(parts)
    ]
    found = [problem for problem in archive.problems if problem.code == "overlap"]
    assert len(found) == min(sum(shared), 21)


def test_a_million_entries_are_looked_at_at_once() -> None:
    count = 200_000
    rows = np.zeros(count, np.dtype([("name", "S16"), ("rest", "<u4", 4)]))
    rows["name"] = np.arange(count).astype("S16")
    rows["rest"][:, 1] = np.arange(count)
    rows["rest"][:, 2:] = (0, 1000)
    header = bytearray(archive_file(RIM, ()))
    header[12:16] = count.to_bytes(4, "little")
    archive = read_archive(bytes(header) + rows.tobytes())
    assert len(archive.problems) == 21
    # All entries lie over the header, and the table lies under them.
    assert archive.problems[-1].text == f"and {count + 1 - 20:,} more like this"
