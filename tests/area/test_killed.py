"""A process that is killed while it writes a level leaves what the next one makes whole."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.write import write_area_in_place
from kotorlevel.formats.pth import make_path_points
from support.area.level_files import content, put, put_archive, station
from support.core.disk import Disk, watched
from support.core.trees import kill_everywhere, put_tree, read_tree, record_deaths

EDITS: dict[str, Callable[[Area], Area]] = {
    "rename": lambda area: kl.rename_room(area, "station_ramp", "station_rise").area,
    "remove": lambda area: kl.remove_room(area, "station_hall").area,
    "move": lambda area: kl.move_room(area, "station_ramp", (0.0, 0.0, 0.5), objects=True).area,
    "reorder": lambda area: kl.reorder_rooms(area, [4, 3, 2, 1, 0, 5, 6]).area,
    "link": lambda area: kl.relink(area)[0],
    "vis": lambda area: area.with_visibility(kl.build_visibility(area, samples=2).visibility),
    "pth": lambda area: area.with_path_points(make_path_points([(2, 2)], [])),
}
SEVERAL = ("rename", "remove", "move", "reorder", "link", "fix")
"""Edits of more than one file."""


def level_files(edit: str) -> dict[str, bytes]:
    return kl.make_broken_station() if edit in ("link", "fix") else station()


class Level:
    """A level that is put back whenever it is asked for, and the edit of it."""

    def __init__(self, root: Path, edit: str, kind: str) -> None:
        self.files, self.root = level_files(edit), root
        self.path = root / "mod" if kind == "folder" else root / "station.mod"
        self.reset()
        self.before = content(root)
        if edit == "fix":
            repairs = kl.fix(self.path, dry_run=True)
            self.write: Callable[[], object] = repairs.write
        else:
            area = EDITS[edit](kl.load_area(self.path))
            self.write = lambda: write_area_in_place(area)
        self.write()
        self.after = content(root)

    def reset(self) -> None:
        for each in self.root.iterdir():
            shutil.rmtree(each) if each.is_dir() else each.unlink()
        put(self.path, self.files) if not self.path.suffix else put_archive(self.path, self.files)

    @property
    def now(self) -> str:
        found = content(self.root)
        return "before" if found == self.before else "after" if found == self.after else "mixed"


@pytest.fixture
def level(request: pytest.FixtureRequest, tmp_path: Path) -> Level:
    edit, kind = request.param
    return Level(tmp_path, edit, kind)


ALL = [(edit, kind) for edit in EDITS for kind in ("folder", "mod")] + [("fix", "folder")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("level", ALL, indirect=True, ids="-".join)
def test_killed_at_any_step(level: Level, request: pytest.FixtureRequest) -> None:
    assert level.before != level.after
    seen = []
    level.reset()
    for steps in kill_everywhere(level.root, level.write):
        cut_off = level.now
        done = kl.recover(level.path)
        assert level.now in ("before", "after"), (steps, cut_off)
        assert cut_off == "mixed" or cut_off == level.now or done, steps
        seen.append((cut_off, level.now))
        if level.now == "after":  # and then it can be undone
            assert kl.undo(level.path)
            assert level.now == "before"
    assert level.now == "after"
    assert {"before", "after"} == {now for _, now in seen}
    if request.node.callspec.id.split("-")[0] in SEVERAL and "folder" in request.node.name:
        assert ("mixed", "after") in seen  # else this proves nothing


@pytest.mark.parametrize("level", [("rename", "folder")], indirect=True)
def test_killed_again_while_it_is_made_whole(level: Level) -> None:
    level.reset()
    again = 0
    deaths, _ = record_deaths(level.root, level.write)
    for death in deaths:
        put_tree(level.root, death.tree)
        seconds, _ = record_deaths(level.root, lambda: kl.recover(level.path))
        for second in seconds:
            put_tree(level.root, second.tree)
            kl.recover(level.path)
            assert level.now in ("before", "after"), f"{death}, then {second}"
            again += 1
    assert again > 20  # else this proves nothing


@pytest.mark.sampled(2)
@pytest.mark.parametrize("turn", [kl.undo, kl.redo])
@pytest.mark.parametrize("level", [("rename", "folder"), ("rename", "mod")], indirect=True)
def test_killed_while_it_is_undone(level: Level, turn: Callable[[Path], object]) -> None:
    level.reset()
    level.write()
    if turn is kl.redo:
        kl.undo(level.path)
    for steps in kill_everywhere(level.root, lambda: turn(level.path)):
        kl.recover(level.path)
        now = level.now
        (edit,) = kl.list_edits(level.path)
        assert now == edit.goal, steps
        other = kl.redo if edit.is_undone else kl.undo
        other(level.path)
        assert {now, level.now} == {"before", "after"}, steps


@pytest.mark.parametrize("level", [("reorder", "folder")], indirect=True)
def test_what_somebody_changed_since_is_left_alone(level: Level) -> None:
    """Wherever it was cut off, a file that is neither old nor new stays, and is told."""
    told = 0
    level.reset()
    for _ in kill_everywhere(level.root, level.write):
        mine = level.path / "station.lyt"
        mine.write_bytes(b"mine")
        for done in kl.recover(level.path):
            assert done.left_alone == (mine,)
            told += 1
        assert mine.read_bytes() == b"mine"
        rest = {name: data for name, data in content(level.root).items() if "lyt" not in name}
        sides = [
            {n: d for n, d in side.items() if "lyt" not in n}
            for side in (level.before, level.after)
        ]
        assert rest in sides
    assert told > 5


@pytest.mark.parametrize("level", [("reorder", "folder")], indirect=True)
def test_nothing_is_written_over_a_level_that_was_cut_off(level: Level) -> None:
    """Who has read half of the one and half of the other must read again."""
    level.reset()
    for _ in kill_everywhere(level.root, level.write):
        if level.now != "mixed":
            continue
        with pytest.raises(kl.errors.InputError, match=r"cut off before .* is finished now"):
            level.write()
        assert level.now == "after"
        return
    raise AssertionError("it was never cut off")


@pytest.mark.parametrize("level", [("reorder", "folder")], indirect=True)
def test_who_edits_reads_a_whole_level(level: Level) -> None:
    level.reset()
    for _ in kill_everywhere(level.root, level.write):
        if level.now == "mixed":
            with kl.editing(level.path):
                assert level.now == "after"
                kl.write_area_in_place(kl.rename_room(kl.load_area(level.path), 0, "x").area)
            last, _ = kl.list_edits(level.path)
            assert "x.wok" in {each.path.name for each in last.files}
            return
    raise AssertionError("it was never cut off")


def test_the_steps_are_seen(tmp_path: Path) -> None:
    """The tests above are only as good as what they count."""

    def act() -> None:
        (tmp_path / "a").write_bytes(b"12")
        (tmp_path / "a").rename(tmp_path / "b")
        (tmp_path / "b").read_bytes()
        (tmp_path / "b").unlink()

    with watched(Disk(tmp_path)) as disk:
        act()
    kinds = ["open", "write", "rest of write", "close", "rename", "remove"]
    assert [step.kind for step in disk.steps] == kinds
    states = [
        {name: data for name, (_, data) in death.tree.items()}
        for death in record_deaths(tmp_path, act)[0]
    ]
    assert states == [{}, {"a": b""}, {"a": b"1"}, {"a": b"12"}, {"b": b"12"}, {"b": b""}]
    assert read_tree(tmp_path) == {}
