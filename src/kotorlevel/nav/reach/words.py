"""What can be reached, in words: the whole, each part that is cut off, traps and doors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, short_list
from kotorlevel.nav.causes.words import Mark, describe_cause, describe_remedy, room_name
from kotorlevel.nav.journey.words import door_name

if TYPE_CHECKING:
    from kotorlevel.nav.causes.cause import Cause
    from kotorlevel.nav.causes.find import CutOff
    from kotorlevel.nav.reach.islands import Island
    from kotorlevel.nav.reach.report import Reach, Trap

_WHOLE = 0.999
"""The share of a room that is all of it."""

_STARTS = {
    "entry": "the entry",
    "given": "",
    "largest": "the largest part of the floor, at",
}


def square_metres(area: float) -> str:
    """``48 m²``; of small ones more digits."""
    if area >= 10:
        return f"{area:,.0f} m²"
    return f"{area:.1f} m²" if area >= 0.1 else f"{area:.2g} m²"


def place(at: Sequence[float]) -> str:
    """``(18.0, 2.0, 0.0)``."""
    return f"({', '.join(f'{value + 0.0:.1f}' for value in at)})"


def room_names(reach: Reach) -> list[str]:
    """The names of all rooms."""
    return [room.name for room in reach.area.rooms]


def describe_whole(reach: Reach) -> str:
    """``From the entry (2.0, 2.0, 0.0): 3 of 5 rooms, 52 of 68 m².``."""
    rooms = sum(area > 0 for area in reach.reached_areas.values())
    where = f"{_STARTS[reach.start.kind]} {place(reach.start.at)}".strip()
    whole = square_metres(reach.whole_area)
    return (
        f"From {where}: {rooms} of {count_of(len(reach.room_areas), 'room')}, "
        f"{square_metres(reach.reached.area).removesuffix(' m²')} of {whole}."
    )


def describe_island(reach: Reach, island: Island) -> str:
    """``storage (48 m²)``, ``a part of hall (12 of 48 m²)``, or several of these."""
    words = []
    for room, area, share in island.rooms:
        name = printable(reach.area.rooms[room].name)
        if share >= _WHOLE:
            words.append(f"{name} ({square_metres(area)})")
        else:
            whole = square_metres(reach.room_areas[room])
            size = square_metres(area).removesuffix(" m²")
            words.append(f"a part of {name} ({size} of {whole})")
    return short_list(words)


def describe_part(reach: Reach, part: CutOff, mark: Mark | None = None) -> tuple[str, str]:
    """``Cut off:`` or ``Perhaps cut off:``, and what, where, and what is in the nearest way in."""
    head = "Perhaps cut off:" if part.uncertain else "Cut off:"
    text = f"{describe_island(reach, part.island)}, {place(part.island.point)}."
    cause = part.cause
    if cause is None:
        return head, f"{text} No way in was found: other floors are too far away, or too many."
    names = room_names(reach)
    text += f" Nearest way in: {describe_cause(cause, names, mark, into=True)}."
    if part.behind is not None:
        text += f" The floor of {room_name(names, cause.rooms[0])} there is cut off itself."
    if part.uncertain and cause.kind != "absent":
        absent = next((each for each in part.ways if each.kind == "absent"), None)
        unknown = [room_name(names, room) for room in absent.unknown] if absent else ["rooms"]
        text += (
            f" Perhaps another way leads through {' and '.join(unknown)}: no walkmesh of it could "
            "be read here, so nobody can tell."
        )
    return head, text


def describe_trap(reach: Reach, trap: Trap, mark: Mark | None = None) -> tuple[str, str]:
    """``One way:``, and from what no way leads back, and for want of what."""
    text = f"no way leads back from {describe_island(reach, trap.island)}."
    if not trap.links:
        return "One way:", text
    link = trap.links[0]
    here, there = (printable(reach.area.rooms[room].name) for room in link.rooms)
    edges = [str(edge) for _, edge in link.edges[0]]
    which = f"edge {short_list(edges, 3)} of {here} lacks" if edges else "it lacks"
    marked = f" [{mark(link)}]" if mark else ""
    x, y, _ = link.at
    return "One way:", (
        f"{text} The link at ({x:.1f}, {y:.1f}) leads from {there} to {here} only: "
        f"{which} the way back{marked}."
    )


def describe_specks(reach: Reach) -> str:
    """``3 specks cut off besides, 0.2 m² together``; empty where there are none."""
    if not reach.specks:
        return ""
    size = square_metres(sum(reach.specks))
    return f"{count_of(len(reach.specks), 'speck')} cut off besides, {size} together"


def describe_doors(reach: Reach) -> list[str]:
    """How many doors can be walked to, and which cannot; nothing where there are none."""
    if not reach.doors:
        return []
    reached = sum(each.is_reached for each in reach.doors)
    lines = [f"Doors: {reached} of {len(reach.doors)} can be walked to."]
    for is_cut, why in ((True, "Cut off"), (False, "No floor is known before")):
        names = [
            f"{door_name(each.door)} at {place(each.door.position)}"
            for each in reach.doors
            if not each.is_reached and each.has_floor is is_cut
        ]
        lines += [f"{why}: {short_list(names)}."] if names else []
    return lines


def describe_reach(reach: Reach) -> str:
    """All of it, a line for each part, and below it what mends it."""
    lines = [describe_whole(reach)]
    for part in reach.cut_off:
        lines += [" ".join(describe_part(reach, part)), *_remedy(reach, part.cause)]
    specks = describe_specks(reach)
    lines += [f"{specks}."] if specks else []
    for trap in reach.traps:
        lines += [
            " ".join(describe_trap(reach, trap)),
            *_remedy(reach, next(iter(trap.links), None)),
        ]
    lines += describe_doors(reach)
    if not reach.cut_off and not reach.specks:
        lines.append("Nothing is cut off.")
    return "\n".join(lines)


def _remedy(reach: Reach, cause: Cause | None) -> Iterator[str]:
    if cause is not None and cause.remedy is not None:
        yield f"  What mends it: {describe_remedy(cause.remedy, room_names(reach))}."
