"""``kotorlevel layout AREA move``: a room goes elsewhere, and what stands on it, if asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.layout import Outcome, Subject, json_option, room_argument, room_index, run
from kotorlevel.cli.ask.write_area import parse_vector, target_options
from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.show.parted import describe_move, find_parted, mending_note, parted_notes
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.cli.ask.write_area import Target
    from kotorlevel.query.standing import Standing

_EXAMPLES = """
\b
Examples:
  kotorlevel layout my_mod move m55aa_02 --by 0,0,0.5 --dry-run
  kotorlevel layout my_mod move m55aa_02 --to 20,0,0 --objects --in-place
"""


@click.command("move", epilog=_EXAMPLES)
@room_argument
@click.option("--by", metavar="X,Y,Z", help="How far, in metres.")
@click.option("--to", metavar="X,Y,Z", help="The new position in the layout.")
@click.option(
    "--objects", is_flag=True, help="Also move what the GIT and the PTH put on its floor."
)
@target_options
@json_option
@click.pass_obj
def move(
    subject: Subject,
    room: str,
    by: str | None,
    to: str | None,
    objects: bool,
    target: Target,
    as_json: bool,
) -> None:
    """Move a room with its walkmesh and its door hooks, and link it to all that it meets then."""
    from kotorlevel.area.edit.join import join_room
    from kotorlevel.area.edit.rooms import move_room

    if (by is None) == (to is None):
        raise click.UsageError("give either --by or --to")
    vector = parse_vector(by or to or "", "--by" if by else "--to")

    def edit(area: Area) -> Outcome:
        index = room_index(area, room)
        x, y, z = vector
        if to is not None:
            old = area.rooms[index].position
            x, y, z = (a - b for a, b in zip(vector, old, strict=True))
        moved = move_room(area, index, (x, y, z))
        name = area.rooms[index].name
        text = describe_move(name, (x, y, z))
        notes = parted_notes(area, find_parted(area, index, (x, y, z)))
        if notes and target.in_place:
            notes.append(mending_note(subject.path, name, (x, y, z)))
        moved = replace(moved, notes=(*moved.notes, *notes))
        if not objects:
            return Outcome(join_room(moved, index), [text])
        standing, changed = _with_objects(area, moved.area, index, (x, y, z))
        done = join_room(
            replace(moved, area=changed, notes=(*moved.notes, *_notes(standing))), index
        )
        return Outcome(done, [text, *_lines(standing)], {"objects": _to_json(standing)})

    run(subject, "move", edit, target, as_json=as_json)


def _with_objects(
    before: Area, moved: Area, index: int, offset: tuple[float, float, float]
) -> tuple[Standing, Area]:
    """What stood on the room before it moved, and the area in which that has moved along."""
    from kotorlevel.area.instances import move_instances
    from kotorlevel.query.standing import find_standing

    standing = find_standing(before, index)
    if not any(offset[:2]):  # path points have no height
        standing = replace(standing, path_points=())
    area = move_instances(moved, standing.instances, offset)
    if area.path_points is not None and standing.path_points:
        points = area.path_points.points.astype("f8")
        points[list(standing.path_points)] += offset[:2]
        area = replace(area, path_points=area.path_points.replaced(points))
    return standing, area


def _lines(standing: Standing) -> list[str]:
    kinds = _kinds(standing)
    parts = [f"{number:,} of {printable(name)}" for name, number in kinds.items()]
    if standing.path_points:
        parts.append(count(len(standing.path_points), "path point"))
    return [f"moved along: {', '.join(parts) or 'nothing stands on it'}"]


def _notes(standing: Standing) -> list[str]:
    notes = []
    if standing.nowhere:
        things = count(standing.nowhere, "thing")
        notes.append(f"{things} of the GIT over no floor of any room stayed where they are")
    if standing.has_entry:
        notes.append("the module's entry is on this room: module.ifo still has the old place")
    return notes


def _kinds(standing: Standing) -> Counter[str]:
    return Counter(
        each.list_name if each.spawn_point < 0 else "spawn points" for each in standing.instances
    )


def _to_json(standing: Standing) -> dict[str, object]:
    return {
        "lists": dict(_kinds(standing)),
        "path_points": len(standing.path_points),
        "nowhere": standing.nowhere,
    }
