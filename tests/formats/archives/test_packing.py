"""`pack`: an archive out of a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.errors import InputError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "mod"
    (path / "below").mkdir(parents=True)
    for name in ("b.wok", "A.lyt", "module.ifo", ".hidden", "b.wok.bak"):
        (path / name).write_bytes(name.encode())
    return path


def test_there_and_back(folder: Path, tmp_path: Path) -> None:
    packing = kl.pack(folder, tmp_path / "m.mod")
    archive = kl.read_archive(tmp_path / "m.mod")
    assert {e.filename: archive.read(e) for e in archive.entries} == {
        name: name.encode() for name in ("A.lyt", "b.wok", "module.ifo")
    }
    assert packing.skipped == (".hidden", "b.wok.bak", "below")
    assert [note for note in packing.notes if "left out" in note] == list(packing.notes)
    kl.pack(folder, tmp_path / "again.mod")
    assert (tmp_path / "again.mod").read_bytes() == (tmp_path / "m.mod").read_bytes()


def test_nothing_is_written_of_a_plan_or_a_fault(folder: Path, tmp_path: Path) -> None:
    assert len(kl.pack(folder, tmp_path / "m.rim", dry_run=True).archive) == 3
    (folder / "readme").write_bytes(b"")
    with pytest.raises(InputError, match="no known type of resource: readme") as refused:
        kl.pack(folder, tmp_path / "m.rim")
    assert "--" not in str(refused.value)
    assert not (tmp_path / "m.rim").exists()
    assert kl.pack(folder, tmp_path / "m.rim", skip_unknown=True).unknown == ("readme",)
    with pytest.raises(InputError, match=r"exists already$"):
        kl.pack(folder, tmp_path / "m.rim", skip_unknown=True)
