"""Numbers of an edited area as its files hold them, so that it is what will be read again.

Files have numbers of 32 bits. An area that kept more digits would go on from other places after it
was saved and read than without that, and the same edits would end in other bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from kotorlevel.core.text import as_float32, format_float32

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.objects import PlacedObject
    from kotorlevel.formats.lyt import Layout

AnyObject = TypeVar("AnyObject", bound="PlacedObject")


def with_stored_numbers(area: Area, before: Area) -> Area:
    """The area with all that is new in it, compared to the one ``before``, as files hold it."""
    changes: dict[str, Any] = {}
    if area.layout is not before.layout:
        layout = _with_stored_layout(area.layout, before.layout)
        if layout is not area.layout:
            changes["layout"] = layout
            changes["rooms"] = tuple(
                room if room.position == entry.position else replace(room, position=entry.position)
                for room, entry in zip(area.rooms, layout.rooms, strict=True)
            )
    for name in ("doors", "placeables"):
        if (things := getattr(area, name)) is not getattr(before, name):
            changes[name] = tuple(map(_stored_object, things))
    if area.module is not None and area.module is not before.module:
        entry, way = _floats(area.module.entry), _floats(area.module.direction)
        changes["module"] = replace(area.module, entry=entry, direction=way)
    return replace(area, **changes) if changes else area


def _with_stored_layout(layout: Layout, before: Layout) -> Layout:
    """What was read and not edited keeps all its digits."""
    old = {id(each) for each in (*before.rooms, *before.door_hooks)}
    for number, room in enumerate(layout.rooms):
        position = _texts(room.position)
        if id(room) not in old and position != room.position:
            layout = layout.replaced(number, replace(room, position=position))
    for number, hook in enumerate(layout.door_hooks):
        new = replace(hook, position=_texts(hook.position), orientation=_texts(hook.orientation))
        if id(hook) not in old and new != hook:
            layout = layout.replaced(number, new)
    return layout


def _stored_object(thing: AnyObject) -> AnyObject:
    position, bearing = _floats(thing.position), as_float32(thing.bearing)
    if (position, bearing) == (thing.position, thing.bearing):
        return thing
    return replace(thing, position=position, bearing=bearing)


def _floats(values: Iterable[float]) -> Any:
    return tuple(map(as_float32, values))


def _texts(values: Iterable[float]) -> Any:
    """As a layout writes them: in the fewest digits."""
    return tuple(float(format_float32(value)) for value in values)
