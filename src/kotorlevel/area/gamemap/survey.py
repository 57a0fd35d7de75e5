"""`survey_game_map`: whether what the map shows is where its fields say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.area import AreaProblem
from kotorlevel.area.gamemap.fields import HEIGHT, WIDTH, MapFields, find_map_fields
from kotorlevel.area.gamemap.ground import floor_points
from kotorlevel.area.gamemap.picture import find_map_file, find_map_picture
from kotorlevel.core.errors import FormatError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Floats
    from kotorlevel.formats.images import Image

LIT = 24
"""A pixel is lit where one of its colours is above this, of 255."""


@dataclass(frozen=True)
class MapSurvey:
    """How the map of an area fits its floor.

    ``on_picture`` is the share of the floor that lies within the picture, ``on_lit`` the share on
    its lit pixels and ``lit`` the share of the picture that is lit: what chance would give; both
    None without a picture. ``entry`` is where one enters, as column and row, and ``entry_lit``
    whether that pixel or one beside it is lit. All but ``fault`` say nothing where there is one.
    ``problem`` is why the picture could not be read.
    """

    fields: MapFields
    fault: str = ""
    on_picture: float = 0.0
    on_lit: float | None = None
    lit: float | None = None
    entry: tuple[float, float] | None = None
    entry_lit: bool | None = None
    picture: str = ""
    problem: str = ""
    image: Image | None = field(default=None, repr=False, compare=False)

    @property
    def is_entry_shown(self) -> bool:
        """True where the entry, if there is one, is within the picture."""
        return self.entry is None or bool(is_on_picture(np.array([self.entry]))[0])


def survey_game_map(area: Area, fields: MapFields | None = None) -> MapSurvey | None:
    """The map of an area measured against its floor and its picture, if one is at hand.

    By its own fields, or by others. None where it has no fields, all of them are 0, or nothing of
    it can be walked on. Raises `FormatError` where the ARE cannot be read.

        survey = kl.survey_game_map(kl.load_area("my_mod"))
        survey.on_picture, survey.on_lit                # (1.0, 0.98)
    """
    fields = find_map_fields(area) if fields is None else fields
    places = floor_points(area)
    if fields is None or fields.is_absent or not len(places):
        return None
    file = find_map_file(area)
    source = file.source if file is not None else ""
    if fields.fault:
        return MapSurvey(fields, fields.fault, picture=source)
    pixels = fields.to_pixels(places)
    shown = float(is_on_picture(pixels).mean())
    entry = area.entry
    at = None if entry is None or not np.isfinite(entry).all() else fields.to_pixels(entry)[0]
    spot = None if at is None else (float(at[0]), float(at[1]))
    try:
        image = find_map_picture(area)
    except FormatError as error:
        return MapSurvey(
            fields, "", shown, entry=spot, picture=source, problem=AreaProblem.of(error).text
        )
    if image is None:
        return MapSurvey(fields, "", shown, entry=spot)
    lit = lit_pixels(image)
    return MapSurvey(
        fields,
        "",
        shown,
        float(is_lit(lit, pixels).mean()),
        float(lit.mean()),
        spot,
        None if at is None else bool(is_lit(_grown(lit), at[None])[0]),
        source,
        image=image,
    )


def is_on_picture(pixels: Floats) -> NDArray[np.bool_]:
    """Which pixels (n, 2) are within the part of the picture that counts."""
    inside = (pixels >= 0) & (pixels < np.array([WIDTH, HEIGHT]))
    return np.asarray(inside.all(axis=1))


def lit_pixels(image: Image) -> NDArray[np.bool_]:
    """Which pixels (256, 440) of a picture are lit, whatever size it is stored in."""
    if (image.width, image.height) != (512, HEIGHT):
        image = image.resized(512, HEIGHT)
    return np.asarray(image.pixels[:, :WIDTH, :3].max(axis=2) > LIT)


def is_lit(lit: NDArray[np.bool_], pixels: Floats) -> NDArray[np.bool_]:
    """Which of some places (n, 2), in pixels, are on lit ones."""
    inside = is_on_picture(pixels)
    columns, rows = np.where(inside[:, None], pixels, 0).astype(np.int64).T
    return np.asarray(inside & lit[rows, columns])


def _grown(lit: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """With the pixels beside them."""
    wide = np.pad(lit, 1)
    shifted = [wide[y : y + HEIGHT, x : x + WIDTH] for y in range(3) for x in range(3)]
    return np.asarray(np.any(shifted, axis=0))
