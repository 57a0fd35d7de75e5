"""Everything that writes, on a disk that fails at each single step in turn, in three ways.

The step alone fails; the disk is full from there on; nothing can be written from there on. Then the
run says so and all is as before, or it says nothing and all is as it should be.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.write import write_area_in_place
from kotorlevel.core.errors import FormatError
from support.area.level_files import content, put, put_archive, two_rooms
from support.areas import floor
from support.core.disk import FAULTS, TAKING_SPACE, Disk, Fault, watched
from support.core.trees import put_tree, read_tree

FILES = two_rooms()

Write = Callable[[], object]
Prepare = Callable[[Path], Write]
"""Puts a level below a folder, and gives what writes it, with all that takes long done before."""

PATHS: dict[str, Prepare] = {}


def path(prepare: Prepare) -> Prepare:
    PATHS[prepare.__name__.removeprefix("_")] = prepare
    return prepare


def renamed(place: Path) -> kl.Area:
    return kl.rename_room(kl.load_area(place), "yard", "court").area


@path
def _walkmesh(root: Path) -> Write:
    put(root, {"hall.wok": FILES["hall.wok"]})
    return lambda: kl.write_walkmesh(floor(2), root / "hall.wok")


@path
def _in_place(root: Path) -> Write:
    area = renamed(put(root / "mod", FILES))
    return lambda: write_area_in_place(area)


@path
def _in_a_mod(root: Path) -> Write:
    area = renamed(put_archive(root / "lab.mod", FILES))
    return lambda: write_area_in_place(area)


@path
def _to_a_folder(root: Path) -> Write:
    area = renamed(put(root / "mod", FILES))
    return lambda: kl.write_area(area, root / "deep" / "out")


@path
def _over_a_folder(root: Path) -> Write:
    area = renamed(put(root / "mod", FILES))
    put(root / "out", {"lab.lyt": b"old", "court.wok": b"old"})
    return lambda: kl.write_area(area, root / "out")


@path
def _to_an_archive(root: Path) -> Write:
    area = renamed(put_archive(root / "lab.mod", FILES))
    (root / "new.mod").write_bytes(b"old")
    return lambda: kl.write_area(area, root / "new.mod", archive=root / "lab.mod")


@path
def _fix(root: Path) -> Write:
    repairs = kl.fix(put(root / "mod", FILES | {"hall.wok": floor().to_bytes()}), dry_run=True)
    return lambda: _raise_errors(repairs.write())


def _raise_errors(done: kl.Repairs) -> None:
    for error in done.errors:
        raise error


@path
def _undo(root: Path) -> Write:
    write_area_in_place(renamed(put(root / "mod", FILES)))
    return lambda: kl.undo(root / "mod")


@path
def _redo(root: Path) -> Write:
    write_area_in_place(renamed(put(root / "mod", FILES)))
    kl.undo(root / "mod")
    return lambda: kl.redo(root / "mod")


@path
def _rebuild(root: Path) -> Write:
    put(root / "mod", FILES)
    return lambda: kl.rebuild_files(root / "mod", root / "out")


@path
def _convert_folder(root: Path) -> Write:
    put(root / "mod", FILES)
    return lambda: kl.convert_folder(root / "mod", root / "out")


@path
def _extract(root: Path) -> Write:
    put_archive(root / "lab.mod", FILES)
    put(root / "out", {"lab.lyt": b"old"})
    return lambda: kl.extract(root / "lab.mod", output=root / "out", force=True)


@path
def _pack(root: Path) -> Write:
    put(root / "mod", FILES)
    (root / "lab.mod").write_bytes(b"old")
    return lambda: kl.pack(root / "mod", root / "lab.mod", force=True)


@path
def _session(root: Path) -> Write:
    put(root / "mod", FILES)

    def save() -> None:
        session = kl.EditSession(root / "mod")
        session.do(kl.edits.RenameRoom("yard", "court"))
        session.save()

    return save


@pytest.mark.sampled(14)
@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("kind", FAULTS)
def test_a_disk_that_fails_at_any_step(name: str, kind: str, tmp_path: Path) -> None:
    write = PATHS[name](tmp_path)
    start, before = read_tree(tmp_path), content(tmp_path)
    with watched(Disk(tmp_path)) as disk:
        write()
    after = content(tmp_path)
    assert before != after
    steps, struck = disk.steps, 0
    for at in range(len(steps)):
        if kind == "full" and steps[at].kind not in TAKING_SPACE:
            continue  # as at the next step that takes space
        put_tree(tmp_path, start)
        fault = Fault(kind, at)
        told = ""
        try:
            with watched(Disk(tmp_path, fault)):
                write()
        except (OSError, FormatError) as error:
            told = str(error)
        where = f"{kind} at {at}, {steps[at]}: {told or 'no error'}"
        struck += fault.struck > 0
        right = [before] if told else [after]
        if "The next command on these files puts that right" in told:
            right = [before, after]
        else:  # it could be taken back at once
            assert without_rests(content(tmp_path)) in right, where
        for done in kl.recover(tmp_path):
            assert not done.left_alone, where
        assert without_rests(content(tmp_path)) in right, where
    assert struck > 3


def without_rests(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if not name.endswith(".tmp")}
