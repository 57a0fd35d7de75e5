"""Repairing any file: it ends, it is done after one time, and it never fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import all_rules
from kotorlevel.formats.bwm import Bwm, parse_bwm
from kotorlevel.formats.bwm.tables import HEADER, SLOTS
from kotorlevel.repair.area import AREA_FIXES
from kotorlevel.repair.file import repair_data
from kotorlevel.repair.fixes.layout import LAYOUT_FIXES
from kotorlevel.repair.fixes.visibility import VISIBILITY_FIXES
from kotorlevel.repair.fixes.walkmesh import WALKMESH_FIXES
from support.builders import square_pwk, square_wok
from support.cases.tables_shapes import room
from support.cases.texts import GOOD_LYT, GOOD_VIS, ROOMS, crlf
from support.corpus import each_corpus_file
from support.repair.changes import left_of, repaired, steps_of
from support.repair.engine import repair_file

HOPELESS = {"FIL001", "BWM003", "MSH001", "OBJ001"}
"""Where one of these is left, so may be others: no table can be derived, or the kind is wrong."""

LEFT = {"MSH002", "MSH006"}
"""A face without area may be the way into another room; faces may hang together all around."""


def test_every_fixable_rule_has_a_fix() -> None:
    fixes = [*WALKMESH_FIXES, *LAYOUT_FIXES, *VISIBILITY_FIXES]
    fixed = {rule for fix in fixes for rule in fix.rules}
    fixed |= {rule for fix in AREA_FIXES for rule in fix.rules}
    fixable = {rule.id for rule in all_rules().values() if rule.fix}
    # Links are only taken out when asked for, and this cause goes with what it explains.
    assert fixed - {"ARE012"} == fixable - {"CAU005"}


def tables(bwm: Bwm) -> dict[str, tuple[int, int]]:
    """Every table, and the header, with its offset and size."""
    spans = {"header": (0, HEADER.dtype.itemsize)}
    for slot in SLOTS:
        if size := getattr(bwm, slot.table.name).nbytes:
            spans[slot.table.name] = int(bwm.header[slot.offset]), size
    return spans


SOUND: dict[str, Callable[[], Bwm]] = {
    "square.wok": square_wok,
    "room.wok": room,
    "chair.pwk": square_pwk,
    "door0.dwk": square_pwk,
}


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("name", "table"),
    [(name, table) for name, build in SOUND.items() for table in tables(build())],
)
def test_flipped_bits_and_swapped_numbers(name: str, table: str) -> None:
    bwm = SOUND[name]()
    start, size = tables(bwm)[table]
    random = np.random.default_rng([len(name), start])
    for number in range(6):
        data = bytearray(bwm.to_bytes())
        for _ in range(random.integers(1, 4)):
            place, other = (start + 4 * random.integers(size // 4, size=2)).tolist()
            if number % 3 == 0:
                data[place + int(random.integers(4))] ^= 1 << int(random.integers(8))
            elif number % 3 == 1:
                data[place : place + 4] = data[other : other + 4]
            else:
                data[place : place + 4] = random.integers(40, dtype="<u4").tobytes()
        damaged = bytes(data)
        for unsafe in (False, True):
            repair = repaired(damaged, name, unsafe=unsafe)
            # Without `unsafe` a fix that would lose a link or a part of the floor is not made.
            if not unsafe or left_of(repair) & HOPELESS:
                continue
            if np.abs(parse_bwm(damaged).vertices).max() < 1e6:
                assert {finding.rule for finding in repair.left if finding.fix} <= LEFT


@each_corpus_file("**/*.2da", "**/*.ascii")
def test_other_formats_are_left_alone(path: Path) -> None:
    assert repair_file(path, Options(), unsafe=True).after == path.read_bytes()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.wok", b""),
        ("a.wok", square_wok().to_bytes()[:300]),
        ("a.lyt", b"beginlayout\nroomcount x\n"),
        ("a.vis", b"  child\n"),
        ("a.txt", b"anything"),
        ("a.2da", b"\xef\xbb\xbf2DA V2.0\n\n walk\n0 1\n"),
    ],
)
def test_unreadable_file_is_left_alone(name: str, data: bytes) -> None:
    repair = repaired(data, name, unsafe=True)
    assert not repair.changed
    assert "FIL001" in left_of(repair) or name == "a.2da"


def test_random_bytes_never_fail() -> None:
    random = np.random.default_rng(5)
    for name in ("a.wok", "a.lyt", "a.vis", "a.2da", "a.wok.ascii"):
        for size in (0, 10, 200, 2000):
            data = random.integers(256, size=size, dtype=np.uint8).tobytes()
            for start in (b"", b"BWM V1.0", b"beginlayout\r\n", b"a 1\r\n"):
                repaired(start + data, name, unsafe=True)


def test_options_hold_for_repairs() -> None:
    bad = b"\xef\xbb\xbf" + GOOD_LYT.replace(b"\r", b"")
    ignoring = Options(ignore=("FIL003",))
    assert repair_data(bad, "a.lyt", ignoring).after == b"\xef\xbb\xbf" + GOOD_LYT
    here = Options(path_ignores=(("rooms/*", ("LYT002",)),))
    assert repair_data(bad, "rooms/a.lyt", here).after == GOOD_LYT.replace(b"\r", b"")


def test_repair_says_what_was_found_done_and_left() -> None:
    repair = repair_data(GOOD_VIS.replace(b"\r", b"").replace(b"b 1", b"b 9"), "a.vis")
    assert {finding.rule for finding in repair.findings} == {"VIS001", "VIS005"}
    assert [(step.text, step.rules) for step in repair.steps] == [
        ("ended every line with CRLF", ("VIS005",)),
        ("set the right counts", ("VIS001",)),
    ]
    assert (repair.left, repair.after, repair.changed) == ((), GOOD_VIS, True)
    assert steps_of(repair) == {"VIS001", "VIS005"}


def test_layout_beside_a_visibility_is_used(tmp_path: Path) -> None:
    (tmp_path / "m.lyt").write_bytes(ROOMS.to_bytes())
    (tmp_path / "m.vis").write_bytes(crlf("a 1", "  x"))
    assert "VIS002" in left_of(repair_file(tmp_path / "m.vis", Options()))


def test_missing_file(tmp_path: Path) -> None:
    done = kl.fix(tmp_path / "none.wok")
    assert [error.source for error in done.errors] == [str(tmp_path / "none.wok")]
    assert "no such file" in str(done.errors[0])
    assert done.files == ()
