"""Areas with a map: fields by hand, the ARE that has them, and pictures of one rectangle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

import kotorlevel as kl
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.sources import BytesSource
from kotorlevel.formats.gff import Gff, GffType, Struct
from kotorlevel.formats.images.tga import format_tga
from support.areas import floor, make_area

PLAIN = kl.MapFields(((0.0, 4.0), (4.0, 0.0)), ((0.25, 0.25), (0.5, 0.75)))
"""The hall of `map_area` is in columns 110 to 220 and rows 64 to 192."""


def make_are(fields: kl.MapFields | None) -> Gff:
    """An ARE with something before and after the map's fields."""
    root = Struct([("Tag", GffType.STRING, "lab"), ("Wind", GffType.INT, 3)])
    are = Gff("ARE", root)
    return are if fields is None else kl.with_map_fields(are, fields)


def make_picture(left: int, top: int, right: int, bottom: int) -> kl.Image:
    """A black picture with one grey rectangle in it."""
    pixels = np.zeros((256, 512, 4), np.uint8)
    pixels[..., 3] = 255
    pixels[top:bottom, left:right, :3] = 120
    return kl.Image(pixels)


def map_area(
    fields: kl.MapFields | None = PLAIN, picture: kl.Image | bytes | None = None, **more: Any
) -> kl.Area:
    """A hall from (0, 0) to (4, 4) with an ARE, and perhaps the picture of its map."""
    rooms = more.pop("rooms", {"hall": floor()})
    area = make_area(rooms, **more)
    area = replace(area, extra={("lab", "are"): make_are(fields).to_bytes()})
    if picture is None:
        return area
    data = picture if isinstance(picture, bytes) else format_tga(picture)
    return replace(area, lookup=Lookup((BytesSource({"lbl_maplab.tga": data}, ""),)))
