"""How much of the floor a map shows: by hand for a hall, and for the maps that the games ship."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.gamemap.survey import is_on_picture, lit_pixels
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.sources import BytesSource, FolderSource
from kotorlevel.formats.images.tga import format_tga
from support.area.game_maps import PLAIN, make_picture, map_area
from support.corpus import LEVELS, each_area, each_level_file, needs_levels

WHOLE, WEST_HALF = make_picture(110, 64, 220, 192), make_picture(0, 0, 165, 256)


def test_a_hall() -> None:
    survey = kl.survey_game_map(map_area(PLAIN, WHOLE, entry=(1, 3, 0)))
    assert survey is not None
    assert (survey.on_picture, survey.entry_lit) == (1, True)
    assert survey.on_lit == pytest.approx(1, abs=0.001)
    assert survey.entry == pytest.approx((137.5, 96))
    assert survey.lit == pytest.approx(110 * 128 / (440 * 256))
    half = kl.survey_game_map(map_area(PLAIN, WEST_HALF))
    assert half is not None
    assert half.on_lit == pytest.approx(0.5, abs=0.005)
    assert half.entry is None
    # Laid out so that a quarter of the hall is beyond the left edge.
    beyond = replace(PLAIN, picture=((-0.25, 0.25), (0.75, 0.75)))
    moved = kl.survey_game_map(map_area(beyond, WHOLE, entry=(0.5, 3, 0)))
    assert moved is not None
    assert moved.on_picture == pytest.approx(0.75, abs=0.005)
    assert not moved.is_entry_shown


def test_what_cannot_be_measured() -> None:
    nothing = ((0.0, 0.0), (0.0, 0.0))
    assert kl.survey_game_map(map_area(None)) is None
    assert kl.survey_game_map(map_area(kl.MapFields(nothing, nothing), WHOLE)) is None
    assert kl.survey_game_map(map_area(rooms={"hall": None})) is None
    without = kl.survey_game_map(map_area())
    assert without is not None
    assert (without.on_picture, without.on_lit, without.picture) == (1, None, "")
    broken = kl.survey_game_map(map_area(PLAIN, b"no picture at all"))
    assert broken is not None
    assert broken.problem


def with_maps(path: Path) -> kl.Area:
    area = kl.load_area(path)
    assert area.lookup is not None
    maps = FolderSource(LEVELS / "maps", "maps")
    return replace(area, lookup=Lookup((*area.lookup.sources, maps)))


@needs_levels
@each_area()
def test_our_maps_show_the_floor_as_those_of_the_games_do(path: Path) -> None:
    area = with_maps(path)
    fields = kl.fit_map(area)
    drawn = kl.draw_game_map(area, fields)
    lookup = Lookup((BytesSource({f"lbl_map{area.name}.tga": format_tga(drawn)}, ""),))
    own = kl.survey_game_map(replace(area, lookup=lookup), fields)
    assert own is not None
    assert own.on_lit is not None
    assert own.on_picture == 1
    assert own.on_lit > 0.999
    shipped = kl.survey_game_map(area)
    if shipped is None or shipped.on_lit is None:
        return
    assert own.on_lit >= shipped.on_lit
    # Under the shipped fields, what we draw is lit in the shipped picture, too.
    assert shipped.image is not None
    same = lit_pixels(kl.draw_game_map(area, shipped.fields))
    both = (same & lit_pixels(shipped.image)).sum() / same.sum()
    assert both > 0.4  # 0.46 to 1, the median is 0.97
    assert both > shipped.lit - 0.01  # type: ignore[operator]


@needs_levels
@each_level_file("maps/*.tga")
def test_shipped_pictures_come_back_byte_for_byte(path: Path) -> None:
    image = kl.read_image(path)
    assert format_tga(image) == path.read_bytes()
    assert (image.pixels[..., 3] == 255).all()


@needs_levels
def test_places_are_spread_evenly() -> None:
    """The share of the floor on the picture, against the exact one of a clipped rectangle."""
    area = map_area(replace(PLAIN, picture=((-0.1, 0.3), (0.2, 1.2))))
    fields = kl.find_map_fields(area)
    assert fields is not None
    survey = kl.survey_game_map(area)
    assert survey is not None
    assert survey.on_picture == pytest.approx((0.2 / 0.3) * (0.7 / 0.9), abs=0.01)
    assert np.array_equal(
        is_on_picture(np.array([[0.0, 0.0], [440.0, 1.0], [1.0, 256.0]])), [True, False, False]
    )
