"""What differs between two files, so that a test can say that nothing else does."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher

from kotorlevel.checks.options import Options
from kotorlevel.formats.bwm import Bwm, parse_bwm
from kotorlevel.formats.bwm.tables import SLOTS
from kotorlevel.repair.file import Repair, repair_data

KEPT_FIELDS = ("kind", "position", "relative_hooks", "absolute_hooks", "unknown_6c")


def changed_tables(before: bytes, after: bytes) -> set[str]:
    """The tables and header fields of a walkmesh that differ, and whether what is behind does."""
    old, new = parse_bwm(before), parse_bwm(after)
    names = {slot.table.name for slot in SLOTS if _table(old, slot) != _table(new, slot)}
    names |= {f for f in KEPT_FIELDS if old.header[f].tobytes() != new.header[f].tobytes()}
    if [part for _, part in old.gaps] != [part for _, part in new.gaps]:
        names.add("gaps")
    return names


def _table(bwm: Bwm, slot: object) -> bytes:
    rows: bytes = getattr(bwm, slot.table.name).tobytes()  # type: ignore[attr-defined]
    return rows


def changed_lines(before: bytes, after: bytes) -> list[tuple[list[bytes], list[bytes]]]:
    """The lines of a text that differ: what was there, and what is there now."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(old[a:b], new[c:d]) for kind, a, b, c, d in codes if kind != "equal"]


def repaired(
    data: bytes,
    name: str = "a.wok",
    *rules: str,
    unsafe: bool = False,
    options: Options | None = None,
) -> Repair:
    """The repair by ``rules``, or by all; done a second time it must change nothing."""
    options = replace(options or Options(), select=rules)
    repair = repair_data(data, name, options, unsafe=unsafe)
    again = repair_data(repair.after, name, options, unsafe=unsafe)
    assert not again.changed, [step.text for step in again.steps]
    assert again.steps == ()
    assert repair.changed == bool(repair.steps)
    return repair


def steps_of(repair: Repair) -> set[str]:
    """The rules for which something was done."""
    return {rule for step in repair.steps for rule in step.rules}


def left_of(repair: Repair) -> set[str]:
    """The rules that still find something."""
    return {finding.rule for finding in repair.left}
