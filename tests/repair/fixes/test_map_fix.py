"""The map's fields set anew: only where that helps, and nothing else of the ARE."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.formats.gff import parse_gff
from kotorlevel.formats.images.tga import format_tga
from support.area.game_maps import PLAIN, make_are, make_picture
from support.area.level_files import AREA, lab, put

FAULTY = {
    "MAP001": replace(PLAIN, world=((0.0, 2.0), (4.0, 2.0))),
    "MAP002": replace(PLAIN, world=((100.0, 104.0), (104.0, 100.0))),
    "MAP004": replace(PLAIN, picture=((-0.03125, 0.25), (0.96875, 0.75)), columns=30),
}
"""Rule → fields that it tells; the entry of the level is at (1, 2), or (0.1, 2)."""


def level(folder: Path, fields: kl.MapFields, **files: bytes) -> Path:
    from support.sample_area import make_ifo

    more = {f"{AREA}.are": make_are(fields).to_bytes(), **files}
    more["module.ifo"] = make_ifo(AREA, (0.1, 2.0, 0.0))
    return put(folder, lab(more=more))


@pytest.mark.parametrize("rule", FAULTY)
def test_fields_are_set_anew(tmp_path: Path, rule: str) -> None:
    folder = level(tmp_path, FAULTY[rule])
    before = kl.check(folder, options=kl.Options(select=("MAP",)))
    assert [(each.rule, each.fix) for each in before.findings] == [(rule, "unsafe")]
    assert not kl.fix(folder, select=("MAP",), dry_run=True).steps
    done = kl.fix(folder, unsafe=True, select=("MAP",))
    assert [(Path(step.file).name, step.rules) for step in done.steps] == [(f"{AREA}.are", (rule,))]
    assert not done.report.findings
    are = kl.read_gff(folder / f"{AREA}.are")
    area = kl.load_area(folder)
    fields = kl.find_map_fields(area)
    assert fields == kl.fit_map(area, like=FAULTY[rule])
    assert fields is not None
    assert are.root == kl.with_map_fields(make_are(FAULTY[rule]), fields).root
    kl.undo(folder)
    assert kl.find_map_fields(kl.load_area(folder)) == FAULTY[rule]


def test_a_value_is_repaired_as_well(tmp_path: Path) -> None:
    area = kl.load_area(level(tmp_path, FAULTY["MAP002"]))
    done = kl.fix(area, unsafe=True, select=("MAP",))
    assert done.area is not None
    assert kl.find_map_fields(done.area) == kl.fit_map(area, like=FAULTY["MAP002"])
    assert [change.filename for change in kl.list_changes(done.area)] == [f"{AREA}.are"]


def test_no_fix_where_a_picture_says_otherwise(tmp_path: Path) -> None:
    """A picture that was drawn for other fields: setting them would put the floor into the dark."""
    picture = format_tga(make_picture(0, 0, 60, 256))
    folder = level(tmp_path, FAULTY["MAP002"], **{f"lbl_map{AREA}.tga": picture})
    report = kl.check(folder, options=kl.Options(select=("MAP",)))
    assert [(each.rule, each.fix) for each in report.findings] == [("MAP002", "")]
    done = kl.fix(folder, unsafe=True, select=("MAP",))
    assert not done.steps
    assert parse_gff((folder / f"{AREA}.are").read_bytes()).root == make_are(FAULTY["MAP002"]).root
