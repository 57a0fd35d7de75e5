"""Repairing several files: each by itself, and then the areas that they make up."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from kotorlevel.area.install.game import Game
from kotorlevel.checks.files import check_data, layout_beside
from kotorlevel.checks.options import Options
from kotorlevel.checks.run import Progress
from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import load_source
from kotorlevel.formats.lyt import Layout, parse_layout
from kotorlevel.repair.area import (
    AREA_FIXES,
    AnyLayout,
    AreaRepair,
    RepairableArea,
    find_shared,
    repair_area,
)
from kotorlevel.repair.chosen import ALL, Chosen
from kotorlevel.repair.file import Repair, repair_data
from kotorlevel.repair.step import AreaFix, Step

_MOST_ROUNDS = 4
"""An area's repair gives the single files nothing to do, as a rule: then one round is enough."""


class Repairing:
    """The repairs of several files, by path; nothing is written.

    Only files that were added are changed, also where others belong to an area, and only findings
    that are ``chosen`` repaired. What an area lacks is taken from ``game``. ``notes`` tell what was
    left alone and why.
    ``together`` are files that make up an area, of which all or none are to be written: links are
    numbers of rooms, and half of them would be worse than none. No file is in two of these sets.
    """

    def __init__(
        self,
        options: Options,
        layouts: Iterable[AnyLayout] = (),
        *,
        unsafe: bool = False,
        clear: bool = False,
        game: Game | None = None,
        chosen: Chosen = ALL,
    ) -> None:
        self.options = options
        self.chosen = chosen
        self.unsafe = unsafe
        self.clear = clear
        self.game = game
        self.repairs: dict[Path, Repair] = {}
        self.notes: dict[str, None] = {}
        self.together: list[frozenset[Path]] = []
        self._given = [*layouts]

    def add(self, path: Path, data: bytes, name: str, target: Path | None = None) -> None:
        """Add a file, which is as it is until `repair_all`."""
        self.repairs[path] = Repair(name, data, data, (), (), (), path, target)

    @property
    def layouts(self) -> list[AnyLayout]:
        """The layouts among the files, whose areas are repaired."""
        return [layout for layout in self._given if layout.path in self.repairs]

    def repair_all(self, progress: Progress | None = None) -> None:
        """Repair what causes have done, then files, areas, and files again where more is to do.

        Causes come first: the tables of a file that somebody painted or turned over tell how it
        was, and would be made anew if the file were repaired by itself.
        """
        # One area after the other: all the areas of a game at once would need a lot of memory.
        shared = find_shared(map(self._area, self.layouts)) if len(self.layouts) > 1 else set()
        for layout in self.layouts:
            done = self._repair_area(layout, shared, AREA_FIXES[:1])
            for path, data in done.after.items():
                steps = tuple(done.steps[path])
                self.repairs[path] = replace(self.repairs[path], after=data, steps=steps)
        # A visibility is checked with its layout, and that may be repaired.
        for number, path in enumerate(sorted(self.repairs, key=is_visibility), 1):
            self._go_on(path, self.repairs[path].after, ())
            if progress is not None:
                progress(number, len(self.repairs))
        for layout in self.layouts:
            for _ in range(_MOST_ROUNDS):
                done = self._repair_area(layout, shared)
                changed = [
                    self._go_on(path, done.after[path], done.steps[path])
                    for path in sorted(done.after, key=is_visibility)
                ]
                if layout.path in done.after:
                    changed += [self._check_sight(layout)]
                if not any(changed):
                    break
            # Of the last round: what was said before may be done.
            self.notes |= dict.fromkeys(done.notes)
        for layout in self.layouts:
            area = self._area(layout)
            self._add_left(area)
            self._join(area.list_files())

    def give_up(self, unwritten: Collection[Path]) -> None:
        """Take back the repairs of files of which nothing has come.

        Nothing was done to them then, and what is left is what a check finds in them as they are.
        """
        for path in unwritten:
            old = self.repairs[path]
            data = _load(path, old.before)
            self.repairs[path] = replace(old, before=data, after=data, steps=(), left=())
        for path in unwritten:
            old = self.repairs[path]
            if not _takes_an_area(path):
                left = check_data(old.after, old.name, self.options, self._find_layout(path))
                self.repairs[path] = replace(old, left=tuple(left))
        for layout in self.layouts:
            if layout.path in unwritten:
                self._add_left(self._area(layout))

    def _repair_area(
        self, layout: AnyLayout, shared: set[Path], fixes: Sequence[AreaFix] = AREA_FIXES
    ) -> AreaRepair:
        return repair_area(
            self._area(layout),
            self.options,
            unsafe=self.unsafe,
            clear=self.clear,
            shared=shared,
            fixes=fixes,
            chosen=self.chosen,
        )

    def _check_sight(self, layout: AnyLayout) -> bool:
        """Repair the visibility of a layout that has changed; True where there was something."""
        stem = layout.path.parent, layout.path.stem.lower()
        beside = (path for path in self.repairs if is_visibility(path))
        own = [path for path in beside if (path.parent, path.stem.lower()) == stem]
        found = [self._go_on(path, self.repairs[path].after, ()) for path in own]
        return any(found)

    def _area(self, layout: AnyLayout) -> RepairableArea:
        return RepairableArea(layout, self.repairs, self.game)

    def _go_on(self, path: Path, data: bytes, steps: Sequence[Step]) -> bool:
        """Take what an area's repair made of a file; True where the file had more to repair."""
        old = self.repairs[path]
        new = self._repair_alone(path, data, old.name)
        done = (*old.steps, *steps, *new.steps)
        self.repairs[path] = replace(old, after=new.after, steps=done, left=new.left)
        return new.changed

    def _join(self, group: set[Path]) -> None:
        """Note files that make up an area, together with those areas that share some of them."""
        shared = [each for each in self.together if not each.isdisjoint(group)]
        apart = [each for each in self.together if each.isdisjoint(group)]
        self.together = [*apart, frozenset(group.union(*shared))]

    def _add_left(self, area: RepairableArea) -> None:
        """Give findings on an area to the files that they name, or else to the layout."""
        by_name = {repair.name: path for path, repair in self.repairs.items()}
        for finding in area.check(self.options):
            path = by_name.get(finding.file, area.layout.path)
            old = self.repairs[path]
            self.repairs[path] = replace(old, left=(*old.left, finding))

    def _repair_alone(self, path: Path, data: bytes, name: str) -> Repair:
        """The repair of one file; PTH, GIT and ARE have none without the floor of the area."""
        if _takes_an_area(path) or not self.chosen.looks_into(name):
            return Repair(name, data, data, (), (), ())
        layout, chosen = self._find_layout(path), self.chosen
        return repair_data(
            data, name, self.options, unsafe=self.unsafe, layout=layout, chosen=chosen
        )

    def _find_layout(self, path: Path) -> Layout | None:
        """The layout beside a visibility, as repaired where it is among the files; else none."""
        if not is_visibility(path):
            return None
        wanted = path.parent, path.stem.lower()
        same = [
            p
            for p in self.repairs
            if p.suffix.lower() == ".lyt" and (p.parent, p.stem.lower()) == wanted
        ]
        if len(same) != 1:
            return layout_beside(path)
        try:
            return parse_layout(self.repairs[same[0]].after)
        except FormatError:
            return None


def is_visibility(path: Path) -> bool:
    """True for a VIS: it is checked with its layout, and that may have been repaired."""
    return path.suffix.lower() == ".vis"


def _takes_an_area(path: Path) -> bool:
    return path.suffix.lower() in (".pth", ".git", ".are")


def _load(path: Path, before: bytes) -> bytes:
    """What is in a file now; what was ``before`` where that cannot be told."""
    try:
        return load_source(path).data
    except FormatError:
        return before
