"""A layout as a value; every edit returns a new one."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from kotorlevel.core.errors import Problem
from kotorlevel.core.resource import EMPTY_NAME, find_name_fault, same_name
from kotorlevel.core.text import as_float32
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.formats.stored import Stored

Quaternion = tuple[float, float, float, float]

VANILLA_PREAMBLE = ("#MAXLAYOUT ASCII",)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A named model at a position in metres. ``comments`` are the lines kept before it."""

    name: str
    position: Vector
    comments: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "position", _as_floats(self.position))


class LayoutRoom(_Placed):
    """A room: ``name`` is that of its model and walkmesh, or ``****`` for an empty slot."""

    __slots__ = ()
    section: ClassVar[str] = "rooms"


class LayoutTrack(_Placed):
    """A track of a swoop race or turret game."""

    __slots__ = ()
    section: ClassVar[str] = "tracks"


class LayoutObstacle(_Placed):
    """An obstacle of a swoop race or turret game."""

    __slots__ = ()
    section: ClassVar[str] = "obstacles"


@dataclass(frozen=True, slots=True)
class DoorHook:
    """A place for a door. ``name`` is the door's; ``orientation`` is (w, x, y, z).

    ``extra`` are the numbers behind those ten fields that some tools write; they are kept.
    """

    room: str
    name: str
    position: Vector
    orientation: Quaternion = (1.0, 0.0, 0.0, 0.0)
    unknown: int = 0
    comments: tuple[str, ...] = ()
    extra: tuple[float, ...] = ()
    section: ClassVar[str] = "door_hooks"

    def __post_init__(self) -> None:
        object.__setattr__(self, "position", _as_floats(self.position))
        object.__setattr__(self, "orientation", _as_floats(self.orientation))
        if hasattr(self.unknown, "__index__"):  # whole numbers of NumPy, too
            object.__setattr__(self, "unknown", operator.index(self.unknown))


def _as_floats(values: Iterable[float]) -> tuple[float, ...]:
    """A vector in the one form that compares and prints as expected, also from an array.

    How many numbers there are, and whether a layout can hold them, is for edits and the writer to
    say (`find_number_fault`).
    """
    if type(values) is tuple and all(type(value) is float for value in values):
        return values
    try:
        return tuple(float(value) for value in values)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"expected several numbers, not {values!r}") from None


Entry = LayoutRoom | LayoutTrack | LayoutObstacle | DoorHook
AnyEntry = TypeVar("AnyEntry", bound=Entry)


@dataclass(frozen=True)
class Layout:
    """The rooms of an area in order, with tracks, obstacles and door hooks.

    ``others`` are the lines of the section ``othercount``, which KotorBlender writes and the game
    does not read; None without one. ``preamble`` are the lines before ``beginlayout``, ``epilogue``
    those after ``donelayout``, and ``section_comments`` the kept lines before a section's own
    line, by its keyword.

    Edits name an entry by its kind and by its name or its number in the section::

        layout = layout.moved(LayoutRoom, "m55aa_02", (10.0, 0.0, 0.0))
        layout = layout.removed(DoorHook, 3)

    They change the layout alone, and refuse with a `ValueError` what no layout can hold. Room
    numbers are what walkmesh transitions refer to: after adding, removing or reordering rooms, the
    walkmeshes of the area have to follow.
    """

    rooms: tuple[LayoutRoom, ...] = ()
    tracks: tuple[LayoutTrack, ...] = ()
    obstacles: tuple[LayoutObstacle, ...] = ()
    door_hooks: tuple[DoorHook, ...] = ()
    preamble: tuple[str, ...] = VANILLA_PREAMBLE
    section_comments: tuple[tuple[str, str], ...] = ()
    epilogue: tuple[str, ...] = ()
    others: tuple[str, ...] | None = None
    stored: Stored | None = field(default=None, repr=False, compare=False)
    problems: tuple[Problem, ...] = field(default=(), repr=False, compare=False)

    def __repr__(self) -> str:
        nouns = ("room", "track", "obstacle", "door hook")
        lists = (self.rooms, self.tracks, self.obstacles, self.door_hooks)
        parts = [count_of(len(e), n) for e, n in zip(lists, nouns, strict=True) if e]
        return f"<Layout {', '.join(parts) or 'without rooms'}>"

    @property
    def content(self) -> tuple[object, ...]:
        """All that is written to a file; equal contents are equal layouts."""
        return (
            self.rooms,
            self.tracks,
            self.obstacles,
            self.door_hooks,
            self.preamble,
            self.section_comments,
            self.epilogue,
            self.others,
        )

    def to_bytes(self) -> bytes:
        """The file: as it was read when unedited, else in the games' own form."""
        from kotorlevel.formats.lyt.writer import format_layout

        return format_layout(self)

    # Finding

    def index(self, kind: type[AnyEntry], name: str) -> int | None:
        """The number of the first ``kind`` called ``name``, in any case; None if absent."""
        entries = self._section(kind)
        return next((i for i, entry in enumerate(entries) if same_name(entry.name, name)), None)

    def find(self, kind: type[AnyEntry], name: str) -> AnyEntry | None:
        """The first entry of ``kind`` called ``name``, in any case; None if absent."""
        index = self.index(kind, name)
        return None if index is None else self._section(kind)[index]

    def find_nearest_room(self, point: Sequence[float]) -> LayoutRoom | None:
        """The room whose position is nearest to ``point`` (x, y or x, y, z); None if there is none.

        Empty slots do not count. This goes by the layout's positions, not by the walkmeshes.
        """
        if len(point) not in (2, 3) or not all(map(math.isfinite, point)):
            raise ValueError(f"a point is two or three finite numbers, not {point!r}")
        rooms = [room for room in self.rooms if room.name != EMPTY_NAME]
        size = len(point)
        return min(rooms, key=lambda room: math.dist(room.position[:size], point), default=None)

    # Editing

    def added(self, entry: Entry, at: int | None = None) -> Layout:
        """A layout with ``entry`` before number ``at`` of its section, or at the end."""
        entries = list(self._section(type(entry)))
        if at is not None and not 0 <= at <= len(entries):
            raise IndexError(f"{entry.section}: {at} is outside 0 to {len(entries)}")
        _check(entry)
        entries.insert(len(entries) if at is None else at, entry)
        return self._with(type(entry), entries)

    def removed(self, kind: type[AnyEntry], which: int | str) -> Layout:
        """A layout without that entry. A removed room's door hooks stay; remove them as well.

        The comments above it stay: they go to the entry behind it, or to the end of its section.
        """
        entries = list(self._section(kind))
        number = self._number(kind, which)
        comments = entries.pop(number).comments
        if not comments:
            return self._with(kind, entries)
        if number == len(entries):
            return self._with(kind, entries)._with_end_of(kind, comments)
        behind = entries[number]
        entries[number] = replace(behind, comments=comments + behind.comments)
        return self._with(kind, entries)

    def replaced(self, which: int | str, entry: AnyEntry) -> Layout:
        """A layout in which ``entry`` stands where ``which`` of the same kind stood.

        It takes over the comments of the old one if it has none.
        """
        entries = list(self._section(type(entry)))
        _check(entry)
        number = self._number(type(entry), which)
        comments = entry.comments or entries[number].comments
        entries[number] = replace(entry, comments=comments) if comments else entry
        return self._with(type(entry), entries)

    def renamed(self, kind: type[AnyEntry], which: int | str, name: str) -> Layout:
        """A layout with that entry called ``name``. The door hooks of a room follow it."""
        number = self._number(kind, which)
        old = self._section(kind)[number]
        layout = self.replaced(number, replace(old, name=name))
        if kind is not LayoutRoom or EMPTY_NAME in (old.name, name):
            return layout
        hooks = [
            replace(h, room=name) if same_name(h.room, old.name) else h for h in self.door_hooks
        ]
        return layout._with(DoorHook, hooks)

    def moved(self, kind: type[AnyEntry], which: int | str, position: Vector) -> Layout:
        """A layout with that entry at ``position``. Door hooks are moved on their own."""
        number = self._number(kind, which)
        entries = list(self._section(kind))
        entries[number] = replace(entries[number], position=position)
        _check_numbers(entries[number])
        return self._with(kind, entries)

    def reordered(self, kind: type[AnyEntry], order: Sequence[int]) -> Layout:
        """A layout whose entry i is the old entry ``order[i]``; ``order`` names each once."""
        entries = self._section(kind)
        if sorted(order) != list(range(len(entries))):
            raise ValueError(f"{kind.section}: the order must name each of {len(entries)} once")
        return self._with(kind, [entries[i] for i in order])

    def _section(self, kind: type[AnyEntry]) -> tuple[AnyEntry, ...]:
        return cast("tuple[AnyEntry, ...]", getattr(self, kind.section))

    def _with(self, kind: type[Any], entries: Sequence[Entry]) -> Layout:
        changes: dict[str, Any] = {kind.section: tuple(entries)}
        return replace(self, problems=(), **changes)

    def _with_end_of(self, kind: type[Any], comments: Sequence[str]) -> Layout:
        """The layout with ``comments`` behind the last entry of ``kind``."""
        from kotorlevel.formats.lyt.reader import END, OTHERS, SECTIONS

        order = (*SECTIONS, OTHERS, END) if self.others is not None else (*SECTIONS, END)
        after = order[tuple(SECTIONS.values()).index(kind) + 1]
        kept = [*((after, text) for text in comments), *self.section_comments]
        kept.sort(key=lambda comment: order.index(comment[0]))
        return replace(self, section_comments=tuple(kept))

    def _number(self, kind: type[AnyEntry], which: int | str) -> int:
        entries = self._section(kind)
        if isinstance(which, int):
            if not 0 <= which < len(entries):
                raise IndexError(f"{kind.section}: there is no number {which}, only {len(entries)}")
            return which
        numbers = [i for i, entry in enumerate(entries) if same_name(entry.name, which)]
        if len(numbers) != 1:
            found = (
                f"is there {len(numbers)} times, as numbers {numbers}"
                if numbers
                else "is not there"
            )
            raise KeyError(f"{kind.section}: {which!r} {found}")
        return numbers[0]


def find_number_fault(entry: Entry) -> str | None:
    """Why the numbers of ``entry`` cannot stand in a layout, or None when they can."""
    parts: list[tuple[str, tuple[float, ...], int]] = [("position", entry.position, 3)]
    if isinstance(entry, DoorHook):
        parts += [("orientation", entry.orientation, 4), ("extra", entry.extra, len(entry.extra))]
        if type(entry.unknown) is not int:
            return f"unknown: {entry.unknown!r} is not a whole number"
    for part, values, size in parts:
        if len(values) != size:
            return f"{part}: {len(values)} numbers, expected {size}"
        if not all(math.isfinite(as_float32(value)) for value in values):
            return f"{part}: {values} are not all finite 32-bit numbers"
    return None


def _check(entry: Entry) -> None:
    """Refuse what the game cannot use. What came from a file is left alone."""
    for name in (entry.name, entry.room) if isinstance(entry, DoorHook) else (entry.name,):
        if fault := find_name_fault(name):
            raise ValueError(fault)
    _check_numbers(entry)


def _check_numbers(entry: Entry) -> None:
    if fault := find_number_fault(entry):
        raise ValueError(fault)
