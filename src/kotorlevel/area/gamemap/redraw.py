"""`redraw_map`: the game's map of an area drawn anew, and the ARE with the fields for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kotorlevel.area.area_file import read_area_file, with_area_file
from kotorlevel.area.gamemap.draw import draw_game_map
from kotorlevel.area.gamemap.fields import MAP_NORTH, MapFields, read_map_fields, with_map_fields
from kotorlevel.area.gamemap.fit import fit_map
from kotorlevel.area.gamemap.picture import LONGEST_AREA, map_name
from kotorlevel.core.errors import InputError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.formats.images import Image


@dataclass(frozen=True, eq=False)
class GameMap:
    """A map drawn anew: its ``image`` and its ``fields``, and those that the ARE had ``before``.

    ``area`` is the area with these fields in its ARE; the same where it has none. ``notes`` tell
    what the game will make of it.
    """

    image: Image
    fields: MapFields
    before: MapFields | None
    area: Area = field(repr=False)
    notes: tuple[str, ...] = ()

    @property
    def filename(self) -> str:
        """What the game looks for: ``lbl_mapm55aa.tga``."""
        return f"{map_name(self.area.name)}.tga"


def redraw_map(area: Area, *, north: str = "", keep: bool = False) -> GameMap:
    """The map of an area with fields of `fit_map`, or to ``keep`` with those that its ARE has.

    ``north`` is which way is up, one of `MAP_NORTH`; by default as in the ARE, or else +y. Raises
    `InputError` where there is no floor, or no fields to keep, and `FormatError` for an ARE that
    cannot be read.

        drawn = kl.redraw_map(kl.load_area("my_mod"))
        kl.write_image(drawn.image, f"my_mod/{drawn.filename}")
        kl.write_area_in_place(drawn.area)
    """
    if north and north not in MAP_NORTH:
        raise ValueError(f"north is one of {', '.join(MAP_NORTH)}, not {printable(repr(north))}")
    are = read_area_file(area)
    before = None if are is None else read_map_fields(are)
    if keep:
        if before is None or before.is_absent:
            raise InputError(f"{printable(area.name)} has no fields of a map to keep")
        fields = before
    else:
        axis = before.north_axis if before is not None else 0
        axis = MAP_NORTH.index(north) if north else axis if 0 <= axis < len(MAP_NORTH) else 0
        fields = fit_map(area, axis, like=before)
    if are is not None and fields != before:
        area = with_area_file(area, with_map_fields(are, fields))
    return GameMap(draw_game_map(area, fields), fields, before, area, _notes(area.name))


def _notes(name: str) -> tuple[str, ...]:
    if len(name) <= LONGEST_AREA:
        return ()
    shown = printable(map_name(name))
    text = f"{shown} is too long a name for a file of the game: an area with a map has"
    return (f"{text} {LONGEST_AREA} letters at most",)
