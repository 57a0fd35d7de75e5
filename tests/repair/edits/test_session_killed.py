"""A session that is killed while it saves: what was edited is in the files, or offered again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import kotorlevel as kl
from support.area.level_files import content, put, put_archive, two_rooms
from support.core.trees import kill_everywhere

EDITS = (kl.edits.MoveRoom("yard", (0.0, 0.0, 1.0)), kl.edits.RenameRoom("yard", "court"))
EDITS_ALONE = (kl.edits.DivideFace("yard", 0, (7.0, 1.0, 0.0)),)
"""The first of them, done twice, is not what was asked for."""


def in_a_folder(root: Path) -> Path:
    return put(root / "mod", two_rooms())


def in_a_mod(root: Path) -> Path:
    return put_archive(root / "lab.mod", two_rooms())


def alone(root: Path) -> Path:
    return put(root / "mod", {"yard.wok": two_rooms()["yard.wok"]}) / "yard.wok"


@pytest.mark.parametrize("place", [in_a_folder, in_a_mod, alone])
def test_nothing_is_lost_and_nothing_done_twice(
    place: Callable[[Path], Path], tmp_path: Path
) -> None:
    level = place(tmp_path)
    session = kl.EditSession(level)
    for edit in EDITS_ALONE if place is alone else EDITS:
        session.do(edit)
    before = content(tmp_path)
    endings = set()
    for death in kill_everywhere(tmp_path, session.save):
        again = kl.EditSession(level)
        was_saved = content(tmp_path) != before
        if again.has_unsaved:
            again.recover()
            again.save()
        assert not again.has_unsaved, str(death)
        endings.add((was_saved, str(death), tuple(sorted(content(tmp_path).items()))))
    after = tuple(sorted(content(tmp_path).items()))
    for _, where, found in endings:
        assert found == after, where
    assert {was_saved for was_saved, _, _ in endings} == {False, True}
