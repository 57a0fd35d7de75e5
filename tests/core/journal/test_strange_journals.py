"""A journal that came with a stranger's level, or that a disk has damaged, does no harm."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.core import leftovers
from kotorlevel.core.atomic import discard, write_atomic
from kotorlevel.core.errors import InputError
from kotorlevel.core.journal.journal import Journal
from kotorlevel.core.journal.lock import hold
from kotorlevel.core.journal.naming import edit_named
from kotorlevel.core.together import write_together
from support.area.level_files import content

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    """A level of two files, the first of which was edited once."""
    folder = tmp_path / "mod"
    folder.mkdir()
    for name in ("a.wok", "b.wok"):
        (folder / name).write_bytes(b"old")
    edit(folder, b"new")
    return folder


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """Somebody's folder, whose files have the names that a journal gives its own."""
    folder = tmp_path / "victim"
    folder.mkdir()
    for name in ("0.before", "0.after", "entry.json", "precious"):
        (folder / name).write_bytes(b"precious")
        (folder / name).chmod(0o644)
    return folder


def edit(folder: Path, data: bytes) -> None:
    with edit_named("edit"):
        write_together({folder / "a.wok": partial(write_atomic, data=data)})


def begin(mod: Path, **changes: object) -> None:
    """The journal says that its edit is being carried out."""
    journal = mod / ".kotorlevel"
    value = json.loads((journal / "0001/entry.json").read_text())
    (journal / "begun.json").write_text(json.dumps(value | changes))


def everything(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        path.name: (path.read_bytes(), path.stat().st_mode) for path in sorted(folder.iterdir())
    }


def try_all(mod: Path) -> None:
    """What people do with a level; nothing but a located error may come of it."""
    acts: list[Callable[[], object]] = [
        lambda: kl.recover(mod),
        lambda: kl.undo(mod),
        lambda: kl.redo(mod),
        lambda: kl.undo(mod, force=True),
        lambda: edit(mod, b"newer"),
        lambda: kl.list_edits(mod),
    ]
    for act in acts:
        try:
            act()
        except (InputError, OSError) as error:
            assert str(mod) in str(error)


@pytest.mark.parametrize(
    "name",
    ["lock", "begun.json", ".gitignore", "0001/0.after", "0001/0.before", "0001/0.put", "0002"],
)
@pytest.mark.parametrize("target", ["precious", "new", "."])
def test_a_link_in_it_leads_nobody_out(mod: Path, victim: Path, name: str, target: str) -> None:
    link = mod / ".kotorlevel" / name
    link.unlink(missing_ok=True)
    link.symlink_to(victim / target)
    before = everything(victim)
    with pytest.raises(InputError, match=rf"{link.name} in it is a link .* take this folder away"):
        edit(mod, b"newer")
    try_all(mod)
    assert everything(victim) == before


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("number", [2, -1])
def test_an_edit_that_is_a_link(mod: Path, victim: Path, keep: bool, number: int) -> None:
    """Who finishes an edit that was cut off clears its folder."""
    (mod / f".kotorlevel/{number:04d}").symlink_to(victim)
    begin(mod, number=number, keep=keep)
    before = everything(victim)
    try_all(mod)
    assert everything(victim) == before


def test_what_is_discarded_keeps_the_mode_behind_a_link(mod: Path, victim: Path) -> None:
    (mod / "link").symlink_to(victim / "precious")
    before = everything(victim)
    assert discard(mod / "link") is None
    assert not (mod / "link").is_symlink()
    assert everything(victim) == before


@pytest.mark.parametrize("name", ["a.wok", ".kotorlevel/begun.json", ".kotorlevel/0001/entry.json"])
def test_nobody_waits_for_a_pipe(mod: Path, name: str) -> None:
    if name == "a.wok":
        begin(mod)
    (mod / name).unlink(missing_ok=True)
    os.mkfifo(mod / name)
    try_all(mod)


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 1e400},
        {"number": 10**200},
        {"when": "0001-01-01T00:00:00+14:00"},
        {"files": [{"path": "a.wok"}]},
        {"files": [7]},
    ],
    ids=str,
)
def test_numbers_and_times_that_nobody_has(mod: Path, wrong: dict[str, object]) -> None:
    begin(mod, **wrong)
    before = content(mod)
    try_all(mod)
    assert content(mod)["b.wok"] == before["b.wok"]
    (mod / ".kotorlevel/begun.json").unlink(missing_ok=True)
    edit(mod, b"newest")


@pytest.mark.parametrize("how", ["flipped", "short", "gone", "folder"])
def test_bytes_that_are_no_longer_what_was_kept(mod: Path, how: str) -> None:
    kept = mod / ".kotorlevel/0001/0.before"
    data = kept.read_bytes()
    kept.unlink()
    if how == "folder":
        kept.mkdir()
    elif how != "gone":
        kept.write_bytes(data[:-1] if how == "short" else bytes([data[0] ^ 1, *data[1:]]))
    for force in (False, True):
        with pytest.raises(InputError, match=r"damaged or gone in the journal, .*: a\.wok"):
            kl.undo(mod, force=force)
    assert content(mod) == {"a.wok": b"new", "b.wok": b"old"}


def test_a_folder_in_the_place_of_a_file(mod: Path) -> None:
    (mod / "a.wok").unlink()
    (mod / "a.wok").mkdir()
    with pytest.raises(InputError, match=r"changed since edit 1 .*a\.wok"):
        kl.undo(mod)
    with pytest.raises(OSError, match="is no file"):
        kl.undo(mod, force=True)


def test_an_edit_under_another_number(mod: Path) -> None:
    """Its bytes are not where its entry says: it is no edit, and the next one has its own."""
    (mod / ".kotorlevel/0001").rename(mod / ".kotorlevel/0007")
    assert kl.list_edits(mod) == []
    edit(mod, b"newer")
    assert [each.number for each in kl.list_edits(mod)] == [8]
    (mod / ".kotorlevel/0009").write_bytes(b"no folder")
    edit(mod, b"newest")
    assert [each.number for each in kl.list_edits(mod)] == [10, 8]


def test_what_a_killed_process_has_left_goes(mod: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftovers, "LEAST_AGE", -1.0)
    leftovers._swept.clear()
    (mod / ".kotorlevel/.kotorlevel-0123.tmp").write_bytes(b"half of an entry")
    edit(mod, b"newer")
    assert not [*(mod / ".kotorlevel").glob("*.tmp")]


def cut_off(mod: Path) -> None:
    """An edit of both files that was killed when the first was in its place."""
    writes = {mod / name: partial(write_atomic, data=b"cut") for name in ("a.wok", "b.wok")}
    real, journal = os.replace, Journal(mod)

    def replaced(source: str, target: str) -> None:
        if Path(target) == mod / "b.wok":
            raise SystemExit
        real(source, target)

    with pytest.MonkeyPatch.context() as patch, hold(journal.folder):
        patch.setattr(os, "replace", replaced)
        patch.setattr(Journal, "_take_back", lambda *_: [])
        edit = journal.prepare(writes, None, keep=True)
        with pytest.raises(SystemExit):
            journal.carry_out(edit)
    assert content(mod) == {"a.wok": b"cut", "b.wok": b"old"}


def test_undo_takes_back_what_was_cut_off(mod: Path) -> None:
    cut_off(mod)
    kl.undo(mod)
    assert content(mod) == {"a.wok": b"new", "b.wok": b"old"}


def test_what_can_neither_be_finished_nor_taken_back_is_told(mod: Path) -> None:
    """Somebody has taken the bytes out of the journal: then the files stay as they are."""
    cut_off(mod)
    for name in ("0.before", "1.after"):
        (mod / ".kotorlevel/0002" / name).unlink()
    (done,) = kl.recover(mod)
    assert (done.is_finished, done.left_alone) == (False, (mod / "a.wok",))
    assert content(mod) == {"a.wok": b"cut", "b.wok": b"old"}
    assert kl.recover(mod) == []
