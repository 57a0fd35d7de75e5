"""Places to pixels and back: against the formula written out for each way that may be up."""

from __future__ import annotations

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area_file import with_area_file
from kotorlevel.area.gamemap.fields import read_map_fields
from kotorlevel.formats.gff import GffType, Struct, parse_gff
from support.area.game_maps import PLAIN, make_are, map_area

WORLD = ((-12.5, 40.0), (30.0, -7.25))
PICTURE = ((0.1, 0.2), (0.75, 0.9))


def slow_pixel(place: tuple[float, float], axis: int) -> tuple[float, float]:
    """FACTS 12, a number at a time."""
    (w1x, w1y), (w2x, w2y) = WORLD
    (m1x, m1y), (m2x, m2y) = PICTURE
    x, y = place
    if axis in (0, 1):
        mx = (x - w1x) * (m1x - m2x) / (w1x - w2x) + m1x
        my = (y - w1y) * (m1y - m2y) / (w1y - w2y) + m1y
    else:
        mx = (y - w1y) * (m1x - m2x) / (w1y - w2y) + m1x
        my = (x - w1x) * (m1y - m2y) / (w1x - w2x) + m1y
    return mx * 440, my * 256


@pytest.mark.parametrize("axis", range(4))
def test_places_become_pixels_and_come_back(axis: int) -> None:
    fields = kl.MapFields(WORLD, PICTURE, axis)
    places = [(0.0, 0.0), (3.5, -2.0), *WORLD, (1000.0, -77.0)]
    pixels = fields.to_pixels(places)
    assert np.allclose(pixels, [slow_pixel(place, axis) for place in places], rtol=1e-12)
    assert np.allclose(fields.to_world(pixels), places, atol=1e-9)
    with_height = [(*place, 5.0) for place in places]
    assert np.array_equal(fields.to_pixels(with_height), pixels)
    assert np.array_equal(fields.to_pixels(places[1]), pixels[1:2])


def test_what_places_nothing() -> None:
    assert not PLAIN.fault
    assert kl.MapFields(((1, 2), (1, 3)), PICTURE).fault == "WorldPt1X and WorldPt2X are both 1"
    assert kl.MapFields(WORLD, ((0, 0.5), (1, 0.5))).fault == "MapPt1Y and MapPt2Y are both 0.5"
    nan = kl.MapFields(((0, float("nan")), (1, 1)), PICTURE)
    assert nan.fault == "WorldPt1Y is nan, which is no place"
    nothing = ((0.0, 0.0), (0.0, 0.0))
    assert kl.MapFields(nothing, nothing).is_absent
    assert not PLAIN.is_absent


def test_fields_that_are_missing_or_of_another_type_are_told_and_mended() -> None:
    are = make_are(PLAIN)
    for broken in (
        are["Map"].removed("MapPt2X"),
        are["Map"].retyped("MapPt2X", GffType.STRING, "0.5"),
    ):
        fields = read_map_fields(are.with_value("Map", value=broken))
        assert fields is not None
        assert fields.fault == "MapPt2X is missing, or no FLOAT"
        mended = kl.with_map_fields(are.with_value("Map", value=broken), PLAIN)
        assert read_map_fields(mended) == PLAIN


def test_numbers_that_do_not_fit_the_type_are_not_kept() -> None:
    are = make_are(PLAIN)
    zoom = are["Map"].retyped("MapZoom", GffType.FLOAT, 1e30)
    area = with_area_file(map_area(), are.with_value("Map", value=zoom))
    drawn = kl.redraw_map(area)
    assert drawn.fields.zoom == 1
    assert kl.find_map_fields(drawn.area) == drawn.fields


def test_fields_are_written_and_read_again() -> None:
    fields = kl.MapFields(((1.5, -2.0), (8.25, 64.0)), ((0.125, 0.5), (0.75, 0.25)), 3, 2, 30)
    are = make_are(fields)
    assert [are["Tag"], are["Wind"]] == ["lab", 3]
    again = parse_gff(are.to_bytes())
    area = map_area(fields)
    assert kl.find_map_fields(area) == fields
    assert again["Map"]["MapPt2X"] == 0.75
    changed = kl.with_map_fields(again, PLAIN)
    back = kl.with_map_fields(parse_gff(changed.to_bytes()), fields)
    assert back.to_bytes() == are.to_bytes()


def test_odd_structs_are_completed_and_nothing_else_is_touched() -> None:
    odd = Struct([("MapPt1X", GffType.STRING, "x"), ("Own", GffType.INT, 7)], 3)
    are = make_are(None).replaced(make_are(None).root.added("Map", GffType.STRUCT, odd))
    area = map_area(None)
    assert kl.find_map_fields(area) is None
    set_anew = kl.with_map_fields(are, PLAIN)
    assert set_anew["Map"]["Own"] == 7
    assert set_anew["Map"].id == 3
    assert set_anew["Map"].type_of("MapPt1X") is GffType.FLOAT
    number = make_are(None).replaced(make_are(None).root.added("Map", GffType.INT, 1))
    assert kl.with_map_fields(number, PLAIN)["Map"]["MapResX"] == PLAIN.columns


def test_an_area_without_an_are_has_none() -> None:
    from support.areas import floor, make_area

    assert kl.find_map_fields(make_area({"hall": floor()})) is None
