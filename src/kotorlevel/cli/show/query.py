"""Answers of ``kotorlevel query`` as text for people."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import click

from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of
from kotorlevel.query.inquiry import Inquiry
from kotorlevel.query.no_floor import NoFloor, Uncounted, find_nearest_in_plan, find_no_floor
from kotorlevel.query.questions import Found, Limits

Row = tuple[str, str]
"""A label and the text beside it."""

_UNCOUNTED: dict[Uncounted, str] = {
    "not asked for": "not a surface you asked for",
    "not walkable": "not walkable",
    "not checked": "the game does not look for floor on this surface",
    "looks down": "it looks down",
}
_LONGEST_LIST = 8
_MOST_FACES = 40
_NEAR_THE_FLOOR = 0.5
"""Metres: an end of a line of sight so near to what blocks it was meant to be higher."""
_ABSURD = 1e9
"""Metres: from there on millimetres are lost, and no level is so large."""


def show_answer(inquiry: Inquiry, numbers: Sequence[float], found: Sequence[Found]) -> None:
    """The answer in one line, and below it what else is known."""
    tell = {
        "height": _tell_floor,
        "face": _tell_floor,
        "floors": _tell_floors,
        "ray": _tell_ray,
        "sight": _tell_sight,
        "nearest": _tell_nearest,
        "box": _tell_faces,
        "near": _tell_faces,
    }[inquiry.question]
    title, *rows = tell(inquiry, numbers, found)
    click.echo(paint(title[1], "file"))
    width = max((len(label) for label, _ in rows), default=0)
    for label, text in rows:
        click.echo(f"  {paint(f'{label:<{width}}', 'dim')}  {text}".rstrip())


# Floors


def _tell_floor(
    inquiry: Inquiry, numbers: Sequence[float], found: Sequence[Found]
) -> Iterator[Row]:
    if not found:
        yield from _tell_no_floor(inquiry, numbers)
        return
    floor = found[0]
    where = point(numbers[:2])
    but = "" if floor.walkable else ", but nobody can walk on it"
    if inquiry.question == "height":
        yield "", f"The floor at {where} is at height {metres(floor.point[2])}{but}."
    else:
        yield "", f"Face {floor.face} is at {where}{but}."
    yield from _face_rows(inquiry, floor)
    yield from _z_rows(inquiry, numbers, floor)
    if not floor.walkable:
        yield from _nearest_rows(inquiry, find_nearest_in_plan(inquiry, *numbers[:2]))


def _z_rows(inquiry: Inquiry, numbers: Sequence[float], floor: Found) -> Iterator[Row]:
    """How far the floor is from the z that was asked for, and which others there are."""
    x, y, *z = numbers
    height = floor.point[2]
    if z and abs(height - z[0]) >= 0.0005:
        side = "below" if height < z[0] else "above"
        yield "from Z", f"{metres(abs(height - z[0]))} m {side} your Z of {plain(z[0])}"
    others = inquiry.ground.floors(x, y, **inquiry.limits.filters)
    if len(others) > 1:
        heights = list(dict.fromkeys(metres(other.point[2]) for other in others))
        more = ", ..." if len(heights) > _LONGEST_LIST else ""
        why = "this is the nearest to your Z" if z else "as in the game, the first one answers"
        yield (
            "floors",
            f"{len(others)} here, at {', '.join(heights[:_LONGEST_LIST])}{more}: {why}",
        )


def _tell_floors(
    inquiry: Inquiry, numbers: Sequence[float], found: Sequence[Found]
) -> Iterator[Row]:
    if not found:
        yield from _tell_no_floor(inquiry, numbers)
        return
    where = f"at {point(numbers)}"
    below = ", from top to bottom" if len(found) > 1 else ""
    yield "", f"{count_of(len(found), 'floor')} {where}{below}:"
    for floor in found:
        yield f"{metres(floor.point[2]):>9}", f"{_face(inquiry, floor)}, {_walkable(floor)}"


def _tell_no_floor(inquiry: Inquiry, numbers: Sequence[float]) -> Iterator[Row]:
    """That there is none, why, and where the nearest is."""
    x, y = numbers[:2]
    none = find_no_floor(inquiry, x, y)
    if none.faces:
        yield "", f"There is no floor at {point((x, y))} that counts."
        label = "there is"
        for face, reason in none.faces[:_LONGEST_LIST]:
            height = metres(face.point[2])
            yield label, f"{_face(inquiry, face)}, at height {height}: {_UNCOUNTED[reason]}"
            label = ""
    else:
        yield "", f"There is no floor at {point((x, y))}: {_emptiness(none)}."
    if not any(face.walkable for face, _ in none.faces):
        yield from _nearest_rows(inquiry, none.nearest)


def _emptiness(none: NoFloor) -> str:
    """Why there is nothing at a place in the plan."""
    if none.emptiness == "no faces":
        return "there are no faces at all"
    if none.emptiness == "hole":
        return "it is past an edge or in a hole, no face is above or below"
    if none.known < none.rooms:
        return f"it is outside of the {count_of(none.known, 'room')} with a walkmesh"
    return f"it is outside of {f'all {none.known} rooms' if none.known > 1 else 'the walkmesh'}"


def _nearest_rows(inquiry: Inquiry, near: Found | None) -> Iterator[Row]:
    if near is None:
        yield "nearest", "there is nothing to walk on"
    elif (near.distance or 0.0) < _ABSURD:
        where = f"{_away(near)} away at {point(near.point)}: {_face(inquiry, near)}"
        yield "nearest", f"walkable floor {where}"


# Rays and sight


def _tell_ray(inquiry: Inquiry, numbers: Sequence[float], found: Sequence[Found]) -> Iterator[Row]:
    limits = inquiry.limits
    if found:
        yield "", f"The ray hits face {found[0].face} after {_away(found[0])}."
        yield from _face_rows(inquiry, found[0])
        return
    if math.isfinite(limits.max_distance):
        yield "", f"The ray hits nothing within {plain(limits.max_distance)} m."
        yield from _farther_rows(inquiry, numbers)
        return
    yield "", "The ray hits nothing."
    free = inquiry.with_limits(Limits()).ask(numbers)
    for hit in free:
        yield "without limits", f"it would hit {_face(inquiry, hit)} after {_away(hit)}"
    if not free:
        yield "because", "no face lies in that direction"


def _farther_rows(inquiry: Inquiry, numbers: Sequence[float]) -> Iterator[Row]:
    """What would be found without a greatest distance."""
    limits = replace(inquiry.limits, max_distance=math.inf)
    found = inquiry.with_limits(limits).ask(numbers)
    for each in found:
        yield "farther", f"{_face(inquiry, each)}, {_away(each)} away at {point(each.point)}"
    if not found:
        yield "farther", "nothing either"


def _tell_sight(
    inquiry: Inquiry, numbers: Sequence[float], found: Sequence[Found]
) -> Iterator[Row]:
    start, end = numbers[:3], numbers[3:]
    length = math.dist(start, end)
    if found:
        after = f"{_away(found[0])} of {metres(length)} m"
        yield "", f"Blocked: face {found[0].face} is in the way after {after}."
        yield from _face_rows(inquiry, found[0])
        gap = found[0].distance or 0.0
        if found[0].walkable and min(gap, length - gap) < _NEAR_THE_FLOOR:
            yield "hint", "points on the floor see little: add about 1.6 to Z for eye height"
        return
    yield (
        "",
        f"Clear: {point(start)} and {point(end)} can see each other, {metres(length)} m apart.",
    )
    names = [_face(inquiry, each) for each in inquiry.seen_through(start, end)]
    if names:
        more = ", ..." if len(names) > _LONGEST_LIST else ""
        yield "through", f"{', '.join(names[:_LONGEST_LIST])}{more}: does not block sight"
    for x, y, _ in (start, end):
        none = find_no_floor(inquiry, x, y)
        if not none.faces:
            yield "but", f"no floor is at {point((x, y))}: {_emptiness(none)}"


def _tell_nearest(
    inquiry: Inquiry, numbers: Sequence[float], found: Sequence[Found]
) -> Iterator[Row]:
    if found:
        yield "", f"The nearest point to walk on is {_away(found[0])} away."
        yield from _face_rows(inquiry, found[0])
    elif math.isfinite(inquiry.limits.max_distance):
        yield "", f"There is nothing to walk on within {plain(inquiry.limits.max_distance)} m."
        yield from _farther_rows(inquiry, numbers)
    else:
        yield "", "There is nothing to walk on."
        if inquiry.limits != Limits():
            for near in inquiry.with_limits(Limits()).ask(numbers):
                yield "without limits", f"{_face(inquiry, near)}, {_away(near)} away"


# Boxes and spheres


def _tell_faces(
    inquiry: Inquiry, numbers: Sequence[float], found: Sequence[Found]
) -> Iterator[Row]:
    if inquiry.question == "box":
        where = f"in the box from {point(numbers[:3])} to {point(numbers[3:])}"
    else:
        where = f"within {plain(inquiry.limits.radius)} m of {point(numbers)}"
    if not found:
        yield "", f"There is no face {where}."
        if inquiry.limits.filters != Limits().filters:
            free = replace(Limits(), radius=inquiry.limits.radius)
            others = len(inquiry.with_limits(free).ask(numbers))
            yield "without limits", count_of(others, "face") if others else "none either"
        return
    yield "", f"{count_of(len(found), 'face')} {where}:"
    for each in found[:_MOST_FACES]:
        away = f"{_away(each)} away at " if each.distance is not None else "at "
        rest = f"{_surface(each)}, {_walkable(each)}, {away}{point(each.point)}"
        room = f" in {_room(inquiry, each)}" if inquiry.rooms.several else ""
        yield f"face {each.face}", f"{rest}{room}"
    if len(found) > _MOST_FACES:
        yield "...", f"{len(found) - _MOST_FACES:,} more; --json has all"


# Parts of sentences


def _face_rows(inquiry: Inquiry, found: Found) -> Iterator[Row]:
    if inquiry.rooms.several:
        yield inquiry.rooms.owners[found.room][0], _room(inquiry, found)
    yield "face", str(found.face)
    yield "surface", f"{_surface(found)}, {_walkable(found)}"
    yield "point", point(found.point)


def _face(inquiry: Inquiry, found: Found) -> str:
    room = f" in {_room(inquiry, found)}" if inquiry.rooms.several else ""
    return f"face {found.face}, {_surface(found)}{room}"


def _room(inquiry: Inquiry, found: Found) -> str:
    kind, number = inquiry.rooms.owners[found.room]
    return f"{printable(found.room_name)} ({kind} {number})"


def _surface(found: Found) -> str:
    return f"{printable(found.surface)} ({found.material})"


def _walkable(found: Found) -> str:
    return "walkable" if found.walkable else "not walkable"


def _away(found: Found) -> str:
    return f"{metres(found.distance or 0.0)} m"


def metres(value: float) -> str:
    """To the millimetre; without a minus before zero, and short for what is not a place."""
    return f"{round(value, 3) + 0.0:.3f}" if abs(value) < _ABSURD else f"{value:g}"


def plain(value: float) -> str:
    """A number as a person would write it."""
    return f"{value:.9g}"


def point(values: Sequence[float]) -> str:
    """Where something is: two numbers as they were asked for, three to the millimetre."""
    shown = map(plain if len(values) == 2 else metres, values)
    return f"({', '.join(shown)})"
