"""Descriptions of areas as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.show.info.files import LONGEST_LIST
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.resource import EMPTY_NAME, same_name
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, short_list

if TYPE_CHECKING:
    from kotorlevel.view.describe import Description

_FILES = {
    "lyt": "layout",
    "vis": "visibility",
    "ifo": "module",
    "git": "objects",
    "pth": "path points",
}
_STATES = {"closed": "closed", "open1": "open", "open2": "open (2)"}
_LONGEST_LIST_OF_LINKS = 8
_MOST_REASONS = 4


def show_areas(described: Sequence[Description], *, full: bool) -> None:
    """Every area in full; with ``full`` all of its doors and placeables, not the first ones."""
    for index, description in enumerate(described):
        if index:
            click.echo()
        click.echo(f"{paint(printable(description['name']), 'file')}  area, {_title(description)}")
        for label, text in _head_rows(description):
            click.echo(f"  {paint(f'{label:<11}', 'dim')}  {text}".rstrip())
        for title, lines in _sections(description, full=full):
            click.echo(f"  {paint(title, 'dim')}")
            for line in lines:
                click.echo(f"    {line}".rstrip())


def show_area_list(described: Sequence[Description]) -> None:
    """One line an area."""
    for d in described:
        problems = f"; {count_of(len(d['problems']), 'problem')}" if d["problems"] else ""
        name = paint(printable(d["name"]), "file")
        click.echo(f"{name}  area in {printable(d['path'], 200)}: {_title(d)}{problems}")


def _title(d: Description) -> str:
    slots = sum(room["name"] == EMPTY_NAME for room in d["rooms"])
    meshes = sum(room["faces"] is not None for room in d["rooms"])
    without = len(d["rooms"]) - slots - meshes
    parts = [f"{meshes} with a walkmesh"]
    parts += [f"{without} without"] if without else []
    parts += [count_of(slots, "empty slot")] if slots else []
    title = f"{count_of(len(d['rooms']), 'room')} ({', '.join(parts)})"
    things = [
        count_of(len(d[key]), noun)
        for key, noun in (("doors", "door"), ("placeables", "placeable"))
        if d[key]
    ]
    return ", ".join([title, *things])


def _head_rows(d: Description) -> Iterator[tuple[str, str]]:
    for kind, label in _FILES.items():
        if kind in d["files"]:
            points = d["path_points"] if kind == "pth" else None
            more = "" if points is None else f", {count_of(points, 'point')}"
            yield label, printable(d["files"][kind], 200) + more
    built_in = "built-in table of the first game"
    yield "surfaces", built_in if d["surfaces"] == "k1" else printable(d["surfaces"], 200)
    entry = d["entry"]
    if entry is not None:
        yield "entry", f"{_place(entry['position'])}, {_entry_floor(d, entry)}"


def _entry_floor(d: Description, entry: Description) -> str:
    """On which floor an entry is."""
    if entry["room"] is None:
        without = sum(r["faces"] is None and r["name"] != EMPTY_NAME for r in d["rooms"])
        unknown = f"; {count_of(without, 'room')} without a walkmesh" if without else ""
        return f"where no floor to walk on is known{unknown}"
    room = f"{printable(d['rooms'][entry['room']]['name'])} (room {entry['room']})"
    above = entry["above_floor"]
    if abs(above) < 0.005:
        return f"on the floor of {room}"
    return f"{abs(above):.2f} m {'above' if above > 0 else 'below'} the floor of {room}"


def _sections(d: Description, *, full: bool) -> Iterator[tuple[str, list[str]]]:
    """A title and lines each, for what there is."""
    yield "rooms", _room_lines(d)
    for title, line_of in (("doors", _door_line), ("placeables", _placeable_line)):
        things = d[title]
        shown = [line_of(each) for each in (things if full else things[:LONGEST_LIST])]
        if len(things) > len(shown):
            shown.append(f"and {len(things) - len(shown):,} more (--full shows all)")
        if things:
            yield title, [*shown, *_reason_lines(things, with_game=d["with_game"])]
    if d["shadows"]:
        yield "copies that differ", [_shadow_line(each) for each in d["shadows"]]
    if d["problems"]:
        yield "problems", [paint(_problem(each), "warning") for each in d["problems"]]


# Rooms


def _room_lines(d: Description) -> list[str]:
    rows = [_room_row(room, d["rooms"]) for room in d["rooms"]]
    head = ("", "name", "faces", "walkable", "links to", "walkmesh in")
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    number, name, faces, walkable, links, _ = widths
    lines = []
    for row in [head, *rows]:
        text = f"{row[0]:>{number}}  {row[1]:<{name}}  {row[2]:>{faces}}  {row[3]:>{walkable}}"
        lines.append(f"{text}  {row[4]:<{links}}  {row[5]}")
    return [paint(lines[0], "dim"), *lines[1:]]


def _room_row(room: Description, rooms: Sequence[Description]) -> tuple[str, ...]:
    index, name = str(room["index"]), printable(room["name"])
    if room["name"] == EMPTY_NAME:
        return index, name, "", "", "", "(empty slot)"
    if room["faces"] is None:
        where = printable(room["error"], 200) if room["error"] else "(no walkmesh)"
        return index, name, "-", "-", "", where
    links = [_link(link, rooms) for link in room["links"]]
    more = ", ..." if len(links) > _LONGEST_LIST_OF_LINKS else ""
    shown = ", ".join(links[:_LONGEST_LIST_OF_LINKS]) + more
    place = printable(room["source"].rpartition(": ")[0] or room["source"], 200)
    return index, name, f"{room['faces']:,}", f"{room['walkable_faces']:,}", shown, place


def _link(link: Description, rooms: Sequence[Description]) -> str:
    """The number of the room, and what is wrong with the way there."""
    number = link["room"]
    if not 0 <= number < len(rooms):
        return f"{number} (no such room)"
    if link["edges_back"] is None:
        slot = rooms[number]["name"] == EMPTY_NAME
        return f"{number} ({'empty slot' if slot else 'no walkmesh'})"
    return f"{number} (one-sided)" if not link["edges_back"] else str(number)


# Objects


def _door_line(door: Description) -> str:
    parts = [_object(door), _STATES[door["state"]]]
    if door["linked_module"]:
        to = f" ({printable(door['linked_to'])})" if door["linked_to"] else ""
        parts.append(f"leads to {printable(door['linked_module'])}{to}")
    return ", ".join([*parts, *_missing(door)])


def _placeable_line(placeable: Description) -> str:
    return ", ".join([_object(placeable), *_missing(placeable)])


def _object(thing: Description) -> str:
    tag, template, model = (printable(thing[key]) for key in ("tag", "template", "model"))
    other = f" ({template})" if tag and template and not same_name(tag, template) else ""
    shape = f" {model}" if model else ""
    return f"{thing['index']:>3}  {tag or template}{other}{shape} at {_place(thing['position'])}"


def _missing(thing: Description) -> list[str]:
    if not thing["missing"]:
        return []
    # A placeable without a walkmesh is as it should be: one walks through it.
    is_fault = thing["missing"] != "walkmesh" or "state" in thing
    text = f"no {thing['missing']}"
    return [paint(text, "warning") if is_fault else text]


def _reason_lines(things: Sequence[Description], *, with_game: bool) -> Iterator[str]:
    """Why something is missing, once for all of ``things`` that miss it."""
    reasons: dict[str, dict[str, None]] = {}
    for thing in things:
        if thing["missing"] and (thing["missing"] != "walkmesh" or "state" in thing):
            why = dict.fromkeys(printable(part, 120) for part in thing["reason"].split("; "))
            reasons.setdefault(thing["missing"], {}).update(why)
    for what, why in reasons.items():
        yield paint(f"no {what}: {short_list(list(why), _MOST_REASONS)}", "dim")
    if reasons and not with_game:
        yield paint("the game may have what is missing here: add --game DIR", "dim")


# The rest


def _shadow_line(shadow: Description) -> str:
    name, winner, loser = (printable(shadow[key], 200) for key in ("file", "winner", "loser"))
    if shadow["game_decides"]:
        return f"{name}: the game takes {winner}, not {loser}"
    return f"{name}: {winner} wins over {loser}"


def _problem(problem: Description) -> str:
    text = printable(problem["text"], 2000)
    return f"{printable(problem['source'], 200)}: {text}" if problem["source"] else text


def _place(values: Sequence[float | str]) -> str:
    shown = (f"{v:.2f}" if isinstance(v, (int, float)) else str(v) for v in values)
    return f"({', '.join(shown)})"
