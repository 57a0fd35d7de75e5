"""Writing a level: what was built is replaced, what somebody else made is not; all or none."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import STORE
from kotorlevel.build.output import RECORD
from support.build.station import station_plan


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> tuple[kl.BuiltModule, kl.BuiltModule]:
    """The station, and the same without its store."""
    plan = station_plan(tmp_path_factory.mktemp("rooms"))
    less = tuple(room for room in plan.rooms if room.name != STORE)
    return kl.build_module(plan), kl.build_module(replace(plan, rooms=less, doors=()))


def contents(folder: Path) -> dict[str, bytes]:
    """All files but those of the journal."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".kotorlevel" not in path.relative_to(folder).parts
    }


def test_a_build_replaces_the_one_before(
    modules: tuple[kl.BuiltModule, kl.BuiltModule], tmp_path: Path
) -> None:
    first, second = modules
    folder = tmp_path / "new" / "station"
    written = first.write(folder, dry_run=True)
    assert not folder.exists()
    assert [each.path for each in written] == [each.path for each in first.write(folder)]
    before = contents(folder)
    assert before["station.mod"] == first.mod
    assert first.write(folder) == []
    (folder / "notes.txt").write_text("mine")
    names = {each.changes[0] for each in second.write(folder)}
    assert f"module/{STORE}.wok" in names
    after = contents(folder)
    assert {name: after[f"module/{name}"] for name in second.files} == second.files
    assert {*after} == {f"module/{n}" for n in second.files} | {"station.mod", RECORD, "notes.txt"}
    kl.undo(folder)
    assert {name: data for name, data in contents(folder).items() if name != "notes.txt"} == before


def test_what_others_made_is_kept(
    modules: tuple[kl.BuiltModule, kl.BuiltModule], tmp_path: Path
) -> None:
    first, second = modules
    (tmp_path / "station.mod").write_bytes(b"somebody's")
    with pytest.raises(kl.errors.InputError, match=r"station\.mod is not as a build has left it"):
        first.write(tmp_path)
    assert contents(tmp_path) == {"station.mod": b"somebody's"}
    first.write(tmp_path, overwrite=True)
    changed = tmp_path / "module" / f"{STORE}.wok"
    changed.write_bytes(b"by hand")
    with pytest.raises(kl.errors.InputError, match=f"{STORE}.wok is not as a build has left it"):
        first.write(tmp_path)
    second.write(tmp_path)
    assert changed.read_bytes() == b"by hand"  # no longer a file of the build, and not removed
    assert first.write(tmp_path, overwrite=True)
    assert changed.read_bytes() == first.files[changed.name]


@pytest.mark.parametrize(
    "name", ["../outside.txt", "module/../../outside.txt", "/etc/x.y", "module/sub/x.y", ".x"]
)
def test_a_record_that_lies_removes_nothing(
    name: str, modules: tuple[kl.BuiltModule, kl.BuiltModule], tmp_path: Path
) -> None:
    folder = tmp_path / "level"
    modules[0].write(folder)
    victim = tmp_path / "outside.txt"
    victim.write_bytes(b"")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    record = json.loads((folder / RECORD).read_bytes())
    record["files"][name] = empty
    (folder / RECORD).write_text(json.dumps(record))
    modules[1].write(folder)
    assert victim.exists()


@pytest.mark.parametrize("text", ["", "[]", '{"files": 3}', '{"files": {"a.b": {}}}', "[" * 9999])
def test_a_record_that_is_none(
    text: str, modules: tuple[kl.BuiltModule, kl.BuiltModule], tmp_path: Path
) -> None:
    modules[0].write(tmp_path)
    (tmp_path / RECORD).write_text(text)
    with pytest.raises(kl.errors.InputError, match="not as a build has left"):
        modules[1].write(tmp_path)
    assert modules[0].write(tmp_path) == []  # the same files: there is nothing to lose
    assert modules[1].write(tmp_path)


def test_nothing_is_written_through_links(
    modules: tuple[kl.BuiltModule, kl.BuiltModule], tmp_path: Path
) -> None:
    folder, elsewhere = tmp_path / "level", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    (folder / "module").symlink_to(elsewhere, target_is_directory=True)
    with pytest.raises(kl.errors.InputError, match="is a link"):
        modules[0].write(folder, overwrite=True)
    assert not any(elsewhere.iterdir())
    (tmp_path / "file").write_text("")
    with pytest.raises(kl.errors.InputError, match="is a file"):
        modules[0].write(tmp_path / "file")


def test_with_its_plan_it_can_be_built_again(
    modules: tuple[kl.BuiltModule, kl.BuiltModule], tmp_path: Path
) -> None:
    module = modules[0]
    module.write(tmp_path, with_plan=True)
    again = kl.build_module(tmp_path)
    assert again.mod == module.mod
    assert again.write(tmp_path) == []
    module.write_mod(tmp_path / "alone.mod")
    assert (tmp_path / "alone.mod").read_bytes() == module.mod
    (tmp_path / "level.toml").write_text("# changed by its owner")
    with pytest.raises(kl.errors.InputError, match=r"level\.toml is not as a build"):
        module.write(tmp_path, with_plan=True)
