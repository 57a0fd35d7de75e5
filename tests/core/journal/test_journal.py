"""Edits are undone and done again, old ones go, and a stranger's journal does no harm."""

from __future__ import annotations

import json
import os
import shutil
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import InputError
from kotorlevel.core.journal import journal as journal_module
from kotorlevel.core.journal.naming import edit_named
from kotorlevel.core.together import write_together
from support.area.level_files import content
from support.core.windows import refuse_to_replace


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    (tmp_path / "mod").mkdir()
    for name in ("a.wok", "b.wok"):
        (tmp_path / "mod" / name).write_bytes(f"{name} 0".encode())
    return tmp_path / "mod"


def edit(folder: Path, *names: str, number: int, level: str | None = None) -> None:
    """An edit of these files, which have its number in them then."""
    writes = {
        folder / name: partial(write_atomic, data=f"{name} {number}".encode()) for name in names
    }
    with edit_named(f"edit {number}"):
        write_together(writes, level=None if level is None else folder / level)


def numbers(folder: Path) -> dict[str, int]:
    return {name: int(data.split()[-1]) for name, data in content(folder).items()}


def test_back_step_by_step_and_forward_again(mod: Path) -> None:
    edit(mod, "a.wok", "b.wok", number=1)
    edit(mod, "b.wok", "new.wok", number=2)
    edit(mod, "a.wok", number=3)
    states = [
        {"a.wok": 0, "b.wok": 0},
        {"a.wok": 1, "b.wok": 1},
        {"a.wok": 1, "b.wok": 2, "new.wok": 2},
        {"a.wok": 3, "b.wok": 2, "new.wok": 2},
    ]
    for state in (2, 1, 0):
        (done,) = kl.undo(mod)
        assert (done.what, done.is_undone) == (f"edit {state + 1}", True)
        assert numbers(mod) == states[state]
    with pytest.raises(InputError, match="nothing to undo"):
        kl.undo(mod)
    for state in (1, 2, 3):
        (done,) = kl.redo(mod)
        assert (done.what, done.is_undone) == (f"edit {state}", False)
        assert numbers(mod) == states[state]
    with pytest.raises(InputError, match="nothing to do again"):
        kl.redo(mod)
    assert [each.what for each in kl.list_edits(mod)] == ["edit 3", "edit 2", "edit 1"]


def test_a_new_edit_drops_what_was_undone(mod: Path) -> None:
    edit(mod, "a.wok", number=1)
    edit(mod, "b.wok", number=2)
    kl.undo(mod)
    kl.undo(mod)
    edit(mod, "b.wok", number=3)
    with pytest.raises(InputError, match="nothing to do again"):
        kl.redo(mod / "b.wok")
    kl.redo(mod)  # the first had nothing to do with it
    assert numbers(mod) == {"a.wok": 1, "b.wok": 3}


def test_what_is_done_again_drops_nothing(mod: Path) -> None:
    edit(mod, "a.wok", number=1, level="lab.lyt")
    edit(mod, "b.wok", number=2, level="lab.lyt")
    kl.undo(mod / "a.wok")
    kl.undo(mod / "b.wok")
    kl.redo(mod / "b.wok")
    kl.redo(mod / "a.wok")
    assert numbers(mod) == {"a.wok": 1, "b.wok": 2}


def test_of_one_level_or_file_only(mod: Path) -> None:
    """Archives in one folder share a journal, but not their edits."""
    edit(mod, "one.mod", number=1, level="one.mod")
    edit(mod, "two.mod", number=2, level="two.mod")
    edit(mod, "a.wok", number=3, level="lab.lyt")
    assert [each.what for each in kl.list_edits(mod / "one.mod")] == ["edit 1"]
    assert [each.what for each in kl.list_edits(mod / "lab.lyt")] == ["edit 3"]
    assert [each.what for each in kl.list_edits(mod / "a.wok")] == ["edit 3"]
    kl.undo(mod / "one.mod")
    assert numbers(mod) == {"a.wok": 3, "b.wok": 0, "two.mod": 2}
    assert kl.list_edits(mod.parent / "elsewhere") == []


def test_files_in_several_folders(mod: Path) -> None:
    (mod / "data").mkdir()
    (mod / "rooms").mkdir()
    (mod / "rooms/c.wok").write_bytes(b"c 0")
    edit(mod, "data/lab.lyt", "rooms/c.wok", number=1, level="data/lab.lyt")
    assert [path.parent.name for path in mod.rglob(".kotorlevel")] == ["mod"]
    for path in (mod, mod / "data", mod / "rooms", mod / "data/lab.lyt", mod / "rooms/c.wok"):
        assert len(kl.list_edits(path)) == 1
    kl.undo(mod / "rooms/c.wok")
    assert numbers(mod) == {"a.wok": 0, "b.wok": 0, "rooms/c.wok": 0}


def test_one_run_is_undone_at_once(mod: Path) -> None:
    for name in ("one", "two"):
        (mod / name).mkdir()
    with edit_named("both"):
        edit(mod / "one", "a.wok", number=1)
        edit(mod / "two", "a.wok", number=1)
    assert len(kl.undo(mod)) == 2
    assert numbers(mod) == {"a.wok": 0, "b.wok": 0}
    kl.redo(mod / "one")
    assert numbers(mod) == {"a.wok": 0, "b.wok": 0, "one/a.wok": 1}


def test_changed_since(mod: Path) -> None:
    edit(mod, "a.wok", "b.wok", number=1)
    (mod / "b.wok").write_bytes(b"mine 7")
    with pytest.raises(InputError, match=r"changed since edit 1 \(edit 1\), so nothing .*b\.wok"):
        kl.undo(mod)
    assert numbers(mod) == {"a.wok": 1, "b.wok": 7}
    kl.undo(mod, force=True)
    assert numbers(mod) == {"a.wok": 0, "b.wok": 0}
    kl.redo(mod)  # what was mine is not lost
    assert numbers(mod) == {"a.wok": 1, "b.wok": 7}


def test_what_is_gone_since(mod: Path) -> None:
    edit(mod, "a.wok", "new.wok", number=1)
    (mod / "a.wok").unlink()
    (mod / "new.wok").unlink()  # as it was before: that is no reason to refuse
    with pytest.raises(InputError, match=r"a\.wok"):
        kl.undo(mod)
    kl.undo(mod, force=True)
    assert numbers(mod) == {"a.wok": 0, "b.wok": 0}


def test_an_undo_that_fails_changes_nothing(mod: Path) -> None:
    edit(mod, "a.wok", "b.wok", number=1)
    with pytest.MonkeyPatch.context() as patch:
        refuse_to_replace(patch, "b.wok")
        with pytest.raises(PermissionError) as caught:
            kl.undo(mod)
    assert caught.value.filename == str(mod / "b.wok")
    assert numbers(mod) == {"a.wok": 1, "b.wok": 1}
    kl.undo(mod)
    assert numbers(mod) == {"a.wok": 0, "b.wok": 0}


# What is kept


def test_so_many_edits_of_a_level(mod: Path) -> None:
    for number in range(1, 26):
        edit(mod, "a.wok", number=number, level="lab.lyt")
    edit(mod, "b.wok", number=1, level="other.lyt")
    kept = [int(each.what.split()[1]) for each in kl.list_edits(mod / "lab.lyt")]
    assert kept == list(range(25, 5, -1))
    assert len(list((mod / ".kotorlevel").glob("[0-9]*"))) == 21


def test_so_many_bytes(mod: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest go first; the last one stays, however large it is."""
    monkeypatch.setattr(journal_module, "MOST_BYTES", 1500)
    for number in range(1, 7):
        edit(mod, "a.wok", number=number)
    kept = [int(each.what.split()[1]) for each in kl.list_edits(mod)]
    assert kept == list(range(6, 6 - len(kept), -1))
    assert 1 < len(kept) < 6
    (mod / "a.wok").write_bytes(bytes(2000))
    edit(mod, "a.wok", number=7)
    assert [each.what for each in kl.list_edits(mod)] == ["edit 7"]


def test_only_the_old_bytes_are_kept(mod: Path) -> None:
    edit(mod, "a.wok", "new.wok", number=1)
    names = {path.name for path in (mod / ".kotorlevel").rglob("*")}
    assert names == {"0001", "entry.json", "0.before", ".gitignore", "lock"}
    assert (mod / ".kotorlevel/.gitignore").read_text().splitlines()[-1] == "*"


def test_the_journal_is_no_part_of_a_level(mod: Path) -> None:
    files = kl.make_station()
    for name, data in files.items():
        (mod / name).write_bytes(data)
    before = kl.check(mod).files
    edit(mod, "a.wok", number=1)
    hidden = mod / ".kotorlevel/0001"
    for name, data in files.items():
        (hidden / name).write_bytes(data)
    assert kl.check(mod).files == before
    packing = kl.pack(mod, mod.parent / "x.mod", dry_run=True)
    assert packing.skipped == ()
    assert not any(".kotorlevel" in str(each.path) for each in packing.files)
    assert {room.source for room in kl.load_area(mod).rooms if room.mesh} == {
        (mod / f"{room.name}.wok").as_posix() for room in kl.load_area(mod).rooms if room.mesh
    }


# Somebody else's


def forge(mod: Path, name: str, path: str, **more: object) -> None:
    """A journal that says that an edit of ``path`` was begun, or done."""
    folder = mod / ".kotorlevel"
    (folder / "0001").mkdir(parents=True)
    (folder / "0001/0.after").write_bytes(b"evil")
    (folder / "0001/0.before").write_bytes(b"evil")
    digest = sha256(b"evil").hexdigest()
    before = sha256((mod / path).read_bytes()).hexdigest() if (mod / path).exists() else None
    value = {
        "version": 1,
        "number": 1,
        "when": "2026-01-01T00:00:00+00:00",
        "what": "x",
        "run": "x",
        "level": None,
        "undone": False,
        "keep": True,
        "files": [{"path": path, "before": before, "after": digest}],
    }
    if name == "0001/entry.json":
        value["files"] = [{"path": path, "before": digest, "after": before}]
    (folder / name).write_text(json.dumps(value | more), encoding="utf-8")


@pytest.mark.parametrize("path", ["../victim", "/victim", "link", "folder/victim"])
def test_it_never_reaches_out_of_its_folder(mod: Path, path: str) -> None:
    victim = mod.parent / "victim"
    victim.write_bytes(b"precious")
    if os.name != "nt":
        (mod / "link").symlink_to(victim)
        (mod / "folder").symlink_to(mod.parent)
    target = path.replace("/victim", str(victim)) if path.startswith("/") else path
    forge(mod, "begun.json", target)
    (done,) = kl.recover(mod)
    assert len(done.left_alone) == 1
    assert victim.read_bytes() == b"precious"
    shutil.rmtree(mod / ".kotorlevel")
    forge(mod, "0001/entry.json", target)
    with pytest.raises(InputError, match=r"not below this folder|nothing to undo"):
        kl.undo(mod)
    assert victim.read_bytes() == b"precious"
    assert not (mod.parent / ".kotorlevel").exists()


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"files": 1}', "[" * 100_000, '{"number": "x"}', "null"],
    ids=lambda text: text[:9],
)
def test_a_journal_that_cannot_be_read(mod: Path, text: str) -> None:
    forge(mod, "begun.json", "a.wok")
    (mod / ".kotorlevel/begun.json").write_text(text)
    with pytest.raises(InputError, match=r"take the folder .*\.kotorlevel away"):
        kl.recover(mod)
    (mod / ".kotorlevel/begun.json").rename(mod / ".kotorlevel/0001/entry.json")
    assert kl.list_edits(mod) == []
    edit(mod, "a.wok", number=2)
    kl.undo(mod)
    assert numbers(mod)["a.wok"] == 0


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, ".", "..", ""])
def test_strange_names_in_a_journal(mod: Path, name: str) -> None:
    forge(mod, "begun.json", "a.wok", files=[{"path": name, "before": None, "after": "0"}])
    before = content(mod)
    kl.recover(mod)
    assert content(mod) == before


def test_a_link_is_no_journal(mod: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (mod / ".kotorlevel").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="is not a folder"):
        edit(mod, "a.wok", number=1)
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert numbers(mod) == {"a.wok": 0, "b.wok": 0}
