"""The drawn map: its colours where floor, walls, doors and ways out are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

import kotorlevel as kl
from kotorlevel.area.gamemap.draw import DOOR, EXIT, FLOOR, WALL
from kotorlevel.formats.gff import Gff, GffType, Struct
from support.area.game_maps import PLAIN, map_area
from support.areas import floor, make_area, make_door

BLACK = (0, 0, 0)


def color_at(image: kl.Image, column: int, row: int) -> tuple[int, ...]:
    return tuple(image.pixels[row, column, :3].tolist())


def test_a_hall() -> None:
    image = kl.draw_game_map(map_area(), PLAIN)
    assert (image.width, image.height) == (512, 256)
    assert (image.pixels[..., 3] == 255).all()
    assert not image.pixels[:, 440:, :3].any()
    assert color_at(image, 160, 128) == FLOOR
    for column, row in ((20, 128), (300, 128), (160, 20), (160, 250)):
        assert color_at(image, column, row) == BLACK
    # Two pixels share the white line on columns 110 and 220: it lies between them.
    for row in (80, 128, 180):
        for column in (110, 220):
            pair = image.pixels[row, column - 1 : column + 1, :3].astype(int)
            assert pair.min() > 60
            assert pair.max() <= max(WALL)
    lit = image.pixels[..., :3].max(axis=2) > 24
    rows, columns = np.nonzero(lit)
    assert (columns.min(), columns.max(), rows.min(), rows.max()) == (109, 220, 63, 192)
    assert (~lit[63:193, 109:221]).sum() <= 4  # corners


def test_linked_edges_are_no_walls() -> None:
    area = make_area({"hall": floor(east=1), "yard": floor(4, west=0)})
    image = kl.draw_game_map(area, PLAIN)
    assert color_at(image, 220, 128) == FLOOR  # between the rooms
    assert color_at(image, 160, 64) != FLOOR


def test_doors_and_ways_out() -> None:
    inner = make_door(position=(2.0, 2.0, 0.0))
    outer = replace(make_door(position=(3.0, 1.0, 0.0)), linked_module="tar_m02aa")
    image = kl.draw_game_map(map_area(doors=(inner, outer)), PLAIN)
    assert color_at(image, 165, 128) == DOOR
    assert color_at(image, 192, 160) == EXIT


def test_triggers_that_lead_out() -> None:
    corners = [(-0.5, -0.1), (0.5, -0.1), (0.5, 0.1), (-0.5, 0.1)]
    points = [
        Struct([("PointX", GffType.FLOAT, x), ("PointY", GffType.FLOAT, y)], 3) for x, y in corners
    ]

    def trigger(x: float, module: str) -> Struct:
        rows: list[tuple[str, GffType, Any]] = [("XPosition", GffType.FLOAT, x)]
        rows += [("YPosition", GffType.FLOAT, 2.0)]
        rows += [("ZPosition", GffType.FLOAT, 0.0), ("LinkedToModule", GffType.RESREF, module)]
        return Struct([*rows, ("Geometry", GffType.LIST, points)], 1)

    triggers = [trigger(1.0, "tar_m02aa"), trigger(3.0, "")]
    git = Gff("GIT", Struct([("TriggerList", GffType.LIST, triggers)]))
    image = kl.draw_game_map(map_area(git=git), PLAIN)
    assert color_at(image, 137, 128) == EXIT
    assert color_at(image, 192, 128) == FLOOR


def test_one_map_is_drawn_as_another_is_laid_out() -> None:
    """The same level turned by a quarter, and the map with another way up: the same picture."""
    hall = floor(0, 0, 9, 4)
    turned = hall.rotated(90)
    one = kl.draw_game_map(make_area({"hall": hall}))
    other = kl.draw_game_map(
        make_area({"hall": turned}), kl.fit_map(make_area({"hall": turned}), 3)
    )
    assert np.abs(one.pixels.astype(int) - other.pixels).max() <= 40
    assert np.mean(one.pixels == other.pixels) > 0.99
