"""Repairing what holds the rooms of an area together: check, fix, check again, as for one file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kotorlevel.area.area import Area
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import Level
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.resources import Resource
from kotorlevel.area.install.sources import ResourceSource
from kotorlevel.area.load import read_level
from kotorlevel.checks.files import WRONG_FLOOR, run_rules, unreadable
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.levels import check_area_alone, with_surfaces
from kotorlevel.checks.options import Options
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.core.errors import FormatError
from kotorlevel.repair.chosen import ALL, Chosen
from kotorlevel.repair.fixes.causes import CAUSE_FIX
from kotorlevel.repair.fixes.doors import DOOR_FIX
from kotorlevel.repair.fixes.game_map import MAP_FIX
from kotorlevel.repair.fixes.links import CLEAR_FIX, LINK_FIX
from kotorlevel.repair.fixes.path_points import DROP_FIX, MEND_FIX
from kotorlevel.repair.fixes.shapes import MOVE_FIX, SNAP_FIX, SPLIT_FIX
from kotorlevel.repair.fixes.sight import SIGHT_FIX
from kotorlevel.repair.fixes.things import THING_FIX
from kotorlevel.repair.progress import is_better, is_wanted
from kotorlevel.repair.step import AreaFiles, AreaFix, FileChange, Step

if TYPE_CHECKING:
    from kotorlevel.repair.file import Repair


AREA_FIXES = (
    CAUSE_FIX,
    MOVE_FIX,
    SNAP_FIX,
    SPLIT_FIX,
    LINK_FIX,
    CLEAR_FIX,
    SIGHT_FIX,
    DROP_FIX,
    MEND_FIX,
    DOOR_FIX,
    THING_FIX,
    MAP_FIX,
)
"""Every fix, in the order in which they are tried; a fix must not make work for those before it."""

_MOST_STEPS = 100

_SINGLE = ("lyt", "vis", "pth", "git", "are")
"""The files of an area beside its walkmeshes, in the order of `AreaFiles`."""


@dataclass
class AreaRepair:
    """What was done to the files of one area: their new bytes, and the steps of each.

    ``notes`` tell what could have been repaired in files that are not to be changed.
    """

    after: dict[Path, bytes] = field(default_factory=dict)
    steps: dict[Path, list[Step]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, changes: Mapping[Path, FileChange]) -> None:
        """One more step in some files."""
        for path, change in changes.items():
            self.after[path] = change.after
            self.steps.setdefault(path, []).append(change.step)


class AnyLayout(Protocol):
    """The layout of an area that is to be repaired: its file, and what finds its level."""

    @property
    def path(self) -> Path:
        """The layout file; for an area that is a value, what stands for it."""

    def find_level(self, game: Game | None) -> Level:
        """The level, with what is missing from ``game``. Raises `FormatError`."""


class RepairableArea:
    """The area of a layout file, with the repairs of its files as they are so far.

    What is not there is taken from ``game``, if one is given.
    """

    def __init__(
        self, layout: AnyLayout, repairs: Mapping[Path, Repair], game: Game | None = None
    ) -> None:
        self.layout = layout
        self.game = game
        self.known = {path.resolve(): path for path in repairs}
        self.contents = {full: repairs[path].after for full, path in self.known.items()}
        self._level: Level | None = None
        self._area: Area | None = None

    def read(self) -> Area:
        """The area as it will be. Raises `FormatError` where there is none."""
        if self._level is None:
            self._level = self.layout.find_level(self.game)
        if self._area is None:
            self._area = read_level(overlaid(self._level, self.contents))
        return self._area

    def changed(self, changes: Mapping[Path, FileChange]) -> RepairableArea:
        """The same with some files changed once more."""
        other = RepairableArea(self.layout, {}, self.game)
        other.known, other._level = self.known, self._level
        other.contents = self.contents | {p.resolve(): c.after for p, c in changes.items()}
        return other

    def find_files(self, area: Area) -> dict[int, Path]:
        """Room index → the file among those given that holds its walkmesh."""
        paths = {room.index: room.resource.path for room in area.rooms if room.resource}
        files = {room: path and self.known.get(path.resolve()) for room, path in paths.items()}
        return {room: path for room, path in files.items() if path is not None}

    def find_file(self, area: Area, kind: str) -> Path | None:
        """The file of the area with that extension, if it is among those given."""
        found = area.files.get(kind)
        return self.known.get(found.path.resolve()) if found and found.path else None

    def list_files(self) -> set[Path]:
        """The files among those given that make up the area; where there is none, its layout."""
        files = {self.layout.path}
        try:
            area = self.read()
        except FormatError:
            return files
        kinds = (self.find_file(area, kind) for kind in ("vis", "pth", "git", "are"))
        return files | {*self.find_files(area).values()} | {path for path in kinds if path}

    def check(self, options: Options) -> list[Finding]:
        """What the rules on areas find; nothing where the layout itself cannot be read."""
        name = self.layout.path.as_posix()
        try:
            area = self.read()
        except FormatError as error:
            is_layout = error.source in (name, str(self.layout.path))
            return [] if is_layout else unreadable(error, options, name)
        return check_area_alone(area, options)[1]


def find_shared(areas: Iterable[RepairableArea]) -> set[Path]:
    """The walkmeshes that are rooms of several areas: a link cannot be right in all of them."""
    counts: Counter[Path] = Counter()
    for each in areas:
        try:
            counts.update(set(each.find_files(each.read()).values()))
        except FormatError:  # told where the layout is checked
            continue
    return {path for path, count in counts.items() if count > 1}


def repair_area(
    area: RepairableArea,
    options: Options,
    *,
    unsafe: bool = False,
    clear: bool = False,
    shared: set[Path] | None = None,
    fixes: Sequence[AreaFix] = AREA_FIXES,
    chosen: Chosen = ALL,
) -> AreaRepair:
    """The repair of an area: every safe one of ``fixes``, and with ``unsafe`` the others.

    Only with ``clear`` links are taken out, and with them a way of the player.

    One fix at a time, with a check in between. A fix is kept only if it leaves fewer findings of
    its own rules and no more of those before it. Only ``chosen`` findings are repaired.
    """
    done = AreaRepair()
    rules = [rule for fix in fixes for rule in fix.rules if options.wants(rule)]
    if not rules:
        return done
    # The rules on floors that are missing say of some findings that they are not to be fixed.
    options = replace(options, select=(*rules, *filter(options.wants, WRONG_FLOOR)))
    try:
        subject, left = _look(area, options)
    except FormatError:  # told where the layout is checked
        return done
    tried = steps = 0
    while tried < len(fixes) and steps < _MOST_STEPS:
        fix = fixes[tried]
        asked = clear and fix is CLEAR_FIX
        wanted = [f for f in left if f.rule in fix.rules and chosen.wants(f)]
        wanted = [f for f in wanted if asked or is_wanted(f, unsafe=unsafe)]
        files = _files(area, subject.area, shared or set())
        changes = _apply(fix, subject, wanted, files, options) if wanted else {}
        if changes:
            after = area.changed(changes)
            subject_after, found = _look(after, options)
            tried_rules = [each.rules for each in fixes[: tried + 1]]
            if is_better(tried_rules, left, found):
                done.add(changes)
                area, subject, left, tried, steps = after, subject_after, found, 0, steps + 1
                continue
        tried += 1
    done.notes = _list_untouched(area, subject, left, shared or set(), unsafe=unsafe)
    return done


def _apply(
    fix: AreaFix,
    subject: AreaSubject,
    findings: Sequence[Finding],
    files: AreaFiles,
    options: Options,
) -> dict[Path, FileChange]:
    """What the fix changes; nothing where it cannot be made."""
    try:
        return fix.apply(subject, findings, files, with_surfaces(options, subject.area))
    except FormatError:
        return {}


def _look(area: RepairableArea, options: Options) -> tuple[AreaSubject, list[Finding]]:
    """The area as rules see it, and what they find."""
    loaded = area.read()
    subject = AreaSubject(loaded.files["lyt"].source, loaded)
    return subject, run_rules([subject], with_surfaces(options, loaded), subject.name)


def _files(area: RepairableArea, loaded: Area, shared: set[Path]) -> AreaFiles:
    rooms = {i: path for i, path in area.find_files(loaded).items() if path not in shared}
    return AreaFiles(rooms, *(area.find_file(loaded, kind) for kind in _SINGLE))


def _list_untouched(
    area: RepairableArea,
    subject: AreaSubject,
    left: Sequence[Finding],
    shared: set[Path],
    *,
    unsafe: bool,
) -> list[str]:
    """Why files stay as they are that have something which could be repaired."""
    own = {subject.file_of(room): room.index for room in subject.area.rooms}
    files = area.find_files(subject.area)
    notes: dict[str, None] = {}
    for finding in left:
        room = own.get(finding.file)
        if room is None or not is_wanted(finding, unsafe=unsafe):
            continue
        if room not in files:
            notes[f"{finding.file}: is not among the given files, so it stays as it is"] = None
        elif files[room] in shared:
            text = "is a room of several layouts here, so its links stay as they are"
            notes[f"{finding.file}: {text}"] = None
    return [*notes]


def overlaid(level: Level, contents: Mapping[Path, bytes]) -> Level:
    """The level with other ``contents`` in some files, by their resolved paths."""

    def as_written(resource: Resource) -> Resource:
        data = None if resource.path is None else contents.get(resource.path.resolve())
        if data is None:
            return resource
        return replace(resource, opener=partial(bytes, data), size=len(data))

    sources = tuple(SwappedSource(source, as_written) for source in level.lookup.sources)
    return replace(level, lookup=Lookup(sources, level.lookup.replaced))


class SwappedSource:
    """A source some of whose resources are others: ``swap`` says what each of them is."""

    def __init__(self, source: ResourceSource, swap: Callable[[Resource], Resource]) -> None:
        self._source = source
        self._swap = swap
        self.place = source.place
        self.what = source.what

    def find_all(self, name: str, kind: str | int) -> list[Resource]:
        """The copies of a resource."""
        return [self._swap(resource) for resource in self._source.find_all(name, kind)]

    def resources(self) -> Iterator[Resource]:
        """All resources."""
        return map(self._swap, self._source.resources())
