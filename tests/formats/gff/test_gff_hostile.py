"""Files made to hurt: each gives a tree or a located error, soon, in little memory."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.gff import Gff, GffType, LocalizedString, parse_gff
from kotorlevel.formats.gff.structs import DEEPEST
from support.formats.game_files import game_files
from support.formats.gff_shapes import (
    HEADER_FIELDS,
    gff_bytes,
    gffs,
    one_field,
    patched,
    peak_memory,
    small_gff,
    survives,
    words,
)
from support.quick import few

SMALL = 300_000
"""Bytes; what reading a tiny file may take at most."""

BUILT = small_gff().to_bytes()


def refuse(data: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        parse_gff(data, "x.git")
    assert caught.value.section
    assert caught.value.offset is not None
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("name", [name for name in HEADER_FIELDS if "offset" not in name])
@pytest.mark.parametrize("count", [10_000, 2**24, 2**31, 2**32 - 1])
def test_absurd_counts(name: str, count: int) -> None:
    assert peak_memory(partial(refuse, patched(BUILT, **{name: count}))) < SMALL


@pytest.mark.parametrize("name", [name for name in HEADER_FIELDS if "offset" in name])
@pytest.mark.parametrize("past", [0, 1, 2**31])
def test_offsets_past_the_end(name: str, past: int) -> None:
    refuse(patched(BUILT, **{name: len(BUILT) + past}))
    refuse(patched(BUILT, **{name: 2**32 - 1}))


@pytest.mark.parametrize("count", [3, 1000, 2**30, 2**32 - 1])
def test_absurd_counts_inside(count: int) -> None:
    for data in (
        gff_bytes([(0, 0, count)], [(0, 0, 0)], [b"A"], indices=words(0)),
        one_field(15, 0, lists=words(count, 0)),
        one_field(12, 0, words(8, 0, count)),
        one_field(10, 0, words(count)),
        one_field(13, 0, words(count)),
    ):
        assert peak_memory(partial(refuse, data)) < SMALL


# Structs in several places


def chain(count: int, fan: int = 1, *, last: int | None = None) -> bytes:
    """Structs each of which holds the next ``fan`` times; the last holds struct ``last``."""
    structs: list[tuple[int, int, int]] = []
    fields: list[tuple[int, int, int]] = []
    indices = b""
    for row in range(count):
        inner = row + 1 if row + 1 < count else last
        number = 0 if inner is None else fan
        structs.append((row, len(fields) if number == 1 else len(indices), number))
        for label in range(number):
            indices += words(len(fields)) if number > 1 else b""
            fields.append((14, label, inner or 0))
    return gff_bytes(structs, fields, [b"L%d" % i for i in range(fan)], indices=indices)


@pytest.mark.parametrize("fan", [2, 3, 40])
def test_a_billion_laughs_are_refused(fan: int) -> None:
    data = chain(60, fan)
    assert peak_memory(partial(refuse, data)) < 1_000_000
    with pytest.raises(FormatError, match="too many other"):
        parse_gff(data)


def test_a_list_of_lists_of_the_same_structs_is_refused() -> None:
    """Every struct's list names the next struct a thousand times."""
    count, wide = 30, 1000
    data = gff_bytes(
        structs=[(row, row, 1) for row in range(count)] + [(0, 0, 0)],
        fields=[(15, 0, 4 * (wide + 1) * row) for row in range(count)],
        labels=[b"A"],
        lists=b"".join(words(wide, *[row + 1] * wide) for row in range(count)),
    )
    assert peak_memory(partial(refuse, data)) < 20 * len(data)
    with pytest.raises(FormatError, match=r"A(\[0\])?: the structs inside it stand in too many"):
        parse_gff(data)


def test_a_little_sharing_is_a_problem_and_no_error() -> None:
    data = chain(5, 2)
    gff = parse_gff(data)
    assert gff["L0"]["L1"]["L0"]["L0"].id == 4
    assert [problem.code for problem in gff.problems] == ["shared-struct", "shared-field"]
    assert gff.to_bytes() == data
    edited = gff.with_value("L0", "L1", "L0", value=gff["L0"]["L0"]["L1"].with_id(9))
    again = parse_gff(edited.to_bytes())
    assert again.problems == ()
    assert again["L0"]["L1"]["L0"].id == 9
    assert again["L0"]["L0"]["L0"].id == 3
    assert again["L1"]["L1"]["L0"].id == 3


@pytest.mark.sampled(16)
@pytest.mark.parametrize("fan", [1, 2, 7])
@pytest.mark.parametrize("count", [1, 2, 5, 50, DEEPEST])
@pytest.mark.parametrize("last", [0, 1, 2])
def test_cycles(count: int, fan: int, last: int) -> None:
    if last >= count:
        return
    data = chain(count, fan, last=last)
    assert peak_memory(partial(refuse, data)) < 1_000_000
    with pytest.raises(FormatError, match=r"inside itself|too many other"):
        parse_gff(data)
    if fan == 1:
        with pytest.raises(FormatError, match=r"struct \d+ stands inside itself"):
            parse_gff(data)


@pytest.mark.parametrize("wide", [1, 2, 1000])
def test_a_list_that_holds_its_own_struct(wide: int) -> None:
    data = one_field(15, 0, lists=words(wide, *[0] * wide))
    with pytest.raises(FormatError, match="struct 0 stands inside itself") as caught:
        parse_gff(data)
    assert (caught.value.section, caught.value.offset) == ("structs", 56)


def test_depth_has_a_limit() -> None:
    assert parse_gff(chain(DEEPEST)).problems == ()
    with pytest.raises(FormatError, match=f"more than {DEEPEST} deep") as caught:
        parse_gff(chain(DEEPEST + 1))
    assert caught.value.section == "structs"


def test_a_million_deep() -> None:
    count = 1_000_000
    rows = b"".join(struct.pack("<3I", 0, row, 1) for row in range(count))
    fields = b"".join(struct.pack("<3I", 14, 0, row + 1) for row in range(count - 1))
    data = b"GFF V3.2" + words(
        *(56, count, 56 + len(rows), count - 1, 56 + len(rows) + len(fields), 1),
        *[56 + len(rows) + len(fields) + 16, 0] * 3,
    )
    data += rows + fields + b"A".ljust(16, b"\0")
    assert peak_memory(partial(refuse, data)) < 3 * len(data)
    with pytest.raises(FormatError, match=f"more than {DEEPEST} deep"):
        parse_gff(data)


# Bytes in several places


def test_structs_that_share_one_long_row_of_fields() -> None:
    """Ten thousand structs, each with the same ten thousand fields."""
    count = 10_000
    data = gff_bytes(
        structs=[(0, 0, 1)] + [(0, 0, count)] * count,
        fields=[(15, 0, 0)] + [(0, 0, 1)] * count,
        labels=[b"A"],
        indices=words(*range(1, count + 1)),
        lists=words(count, *range(1, count + 1)),
    )
    assert peak_memory(partial(refuse, data)) < 20 * len(data)
    with pytest.raises(FormatError, match=r"its fields belong to too many other structs"):
        parse_gff(data)


@pytest.mark.parametrize("step", [0, 1])
@pytest.mark.parametrize("field_type", [10, 13])
def test_texts_that_overlap_cannot_stand_for_gigabytes(field_type: int, step: int) -> None:
    count, size = 5_000, 100_000
    # All texts are the same one; or each of 8,208 letters starts four bytes behind the last.
    data = words(8208) * (size // 4) if step else words(size) + b"x" * size
    file = gff_bytes(
        structs=[(0, 0, count)],
        fields=[(field_type, 0, 4 * step * number) for number in range(count)],
        labels=[b"A"],
        data=data,
        indices=words(*range(count)),
    )
    assert peak_memory(partial(refuse, file)) < 20 * len(file)
    with pytest.raises(FormatError, match="share too many bytes"):
        parse_gff(file)


def test_localized_texts_that_overlap() -> None:
    count, texts = 5_000, 20_000
    file = gff_bytes(
        structs=[(0, 0, count)],
        fields=[(12, 0, 0)] * count,
        labels=[b"A"],
        data=words(8 + 8 * texts, 0, texts) + bytes(8 * texts),
        indices=words(*range(count)),
    )
    assert peak_memory(partial(refuse, file)) < 20 * len(file)
    with pytest.raises(FormatError, match="share too many bytes"):
        parse_gff(file)


def test_equal_texts_may_be_stored_once() -> None:
    """As a thrifty tool would do it: a thousand fields with one text."""
    count = 1000
    file = gff_bytes(
        structs=[(0, 0, count)],
        fields=[(10, number, 0) for number in range(count)],
        labels=[b"A%d" % number for number in range(count)],
        data=words(40) + b"x" * 40,
        indices=words(*range(count)),
    )
    gff = parse_gff(file)
    assert gff.problems == ()
    assert gff["A999"] == "x" * 40
    edited = gff.with_value("A5", value="y")
    assert parse_gff(edited.to_bytes())["A6"] == "x" * 40


def test_a_size_that_leaves_the_file_is_put_right_by_an_edit() -> None:
    data = gff_bytes(
        [(0, 0, 2)],
        [(12, 0, 0), (0, 1, 1)],
        [b"A", b"B"],
        data=words(1000, 7, 1, 0, 1) + b"x",
        indices=words(0, 1),
    )
    gff = parse_gff(data)
    assert [problem.code for problem in gff.problems] == ["size"]
    edited = gff.with_value("C", value="behind", field_type=GffType.STRING)
    again = parse_gff(edited.to_bytes())
    assert again.problems == ()
    assert again["A"] == LocalizedString(7, ((0, "x"),))
    assert again["C"] == "behind"


# Noise


def test_every_cut_of_a_file() -> None:
    for size in range(len(BUILT)):
        refuse(BUILT[:size])


@pytest.mark.parametrize("number", range(4))
def test_cuts_of_real_files(number: int) -> None:
    files = sorted(game_files(), key=lambda file: len(file.data))
    if not files:
        pytest.skip("the corpus of real files is absent")
    data = files[number * (len(files) - 1) // 3].data
    for size in range(0, len(data), max(1, len(data) // 300)):
        refuse(data[:size])


def test_every_byte_of_a_file_flipped() -> None:
    read = refused = 0
    for place in range(8, len(BUILT)):
        for bits in ((0x01, 0x80, 0xFF) * 2)[place % 3 :][: few(1, 3)]:
            data = bytearray(BUILT)
            data[place] ^= bits
            gff = survives(bytes(data))
            read, refused = read + (gff is not None), refused + (gff is None)
    assert read > 150
    assert refused > 150


def flip(data: bytearray, dice: random.Random) -> None:
    data[dice.randrange(56, len(data))] = dice.randrange(256)


def redirect(data: bytearray, dice: random.Random) -> None:
    """A number of a struct or field becomes a small one: another row, place or type."""
    start, count = struct.unpack_from("<2I", data, 8 + 8 * dice.randrange(2))
    word = start + 4 * dice.randrange(max(1, 3 * count))
    if word + 4 <= len(data):
        struct.pack_into("<I", data, word, dice.choice([0, 1, 2, dice.randrange(64), 2**32 - 1]))


def relist(data: bytearray, dice: random.Random) -> None:
    """A number among the indices becomes another."""
    start, size = struct.unpack_from("<2I", data, 8 + 8 * dice.choice([4, 5]))
    if size:
        word = start + 4 * dice.randrange(max(1, size // 4))
        struct.pack_into("<I", data, min(word, len(data) - 4), dice.randrange(32))


@pytest.mark.parametrize("damage", [flip, redirect, relist])
def test_damaged_files(damage: Callable[[bytearray, random.Random], None]) -> None:
    real = [file.data for file in game_files() if len(file.data) < 3000][::8]
    read = refused = 0
    for number, whole in enumerate([BUILT, *real]):
        for seed in range(few(30, 60)):
            dice = random.Random(1000 * number + seed)
            data = bytearray(whole)
            for _ in range(1 + seed % 4):
                damage(data, dice)
            gff = survives(bytes(data))
            read, refused = read + (gff is not None), refused + (gff is None)
    assert read > 5
    assert refused > 5


@given(st.binary(max_size=300))
def test_random_bytes(tail: bytes) -> None:
    survives(tail)
    survives(b"GIT V3.2" + tail)
    survives(BUILT[:56] + tail)


@given(gffs(), st.data())
def test_damaged_trees(gff: Gff, draw: st.DataObject) -> None:
    data = bytearray(gff.to_bytes())
    for _ in range(draw.draw(st.integers(1, 3))):
        data[draw.draw(st.integers(8, len(data) - 1))] = draw.draw(st.integers(0, 255))
    survives(bytes(data))


def test_many_structs_are_read_whole() -> None:
    """A large area: what is read is right to the last door."""
    count = 20_000
    door = small_gff()["Door List"][0]
    doors = [door.replaced(Tag=f"door {number}", X=number) for number in range(count)]
    data = small_gff().with_value("Door List", value=doors).to_bytes()
    gff = parse_gff(data)
    assert gff.problems == ()
    assert gff["Door List"][count - 1]["Tag"] == f"door {count - 1}"
    assert [item["X"] for item in gff["Door List"][::999]] == list(range(0, count, 999))
