"""A small level with models: two rooms on the disk, furnished."""

from __future__ import annotations

from pathlib import Path

from support.areas import floor, make_area, write_folder
from support.models import Part, box, level_floor, make_model

TURN = (0.7071067811865476, 0.0, 0.0, 0.7071067811865476)
"""A quarter about z."""

TRIANGLES = 2 + 12 + 12
"""That are drawn in the hall."""


def hall_parts(texture: str = "lda_wall01") -> list[Part]:
    """A floor, a crate, another one turned and moved, and things that nobody is to see."""
    ground, two = level_floor((0, 0), (4, 4))
    crate, twelve = box((1, 1, 0), (2, 3, 1))
    far, one = level_floor((900, 900), (905, 905))
    wide, both = level_floor((-30, -30), (100, 100))
    uv = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    return [
        Part("ground", "mesh", vertices=ground, faces=two, texture=texture, uv=uv),
        Part("crate", "mesh", vertices=crate, faces=twelve, texture="lda_crate02"),
        Part("turned", "mesh", (3.0, 0.5, 0.0), TURN, vertices=crate, faces=twelve),
        Part("hidden", "mesh", vertices=crate, faces=twelve, is_drawn=False),
        Part("far", "mesh", vertices=far, faces=one, texture="lda_sky"),
        Part("sea", "mesh", vertices=wide, faces=both, texture="lda_sea"),
        Part("walk", "walkmesh", vertices=ground, faces=two, materials=[4, 4], is_drawn=False),
    ]


def write_furnished(folder: Path) -> Path:
    """A hall and a lane side by side, the hall furnished, in a folder that it returns."""
    folder.mkdir(exist_ok=True)
    write_folder(folder, make_area({"hall": floor(east=1), "lane": floor(4, west=0)}))
    write_model(folder, "hall", hall_parts())
    return folder


def write_model(folder: Path, room: str, parts: list[Part]) -> None:
    mdl, mdx = make_model(parts, name=room)
    (folder / f"{room}.mdl").write_bytes(mdl)
    (folder / f"{room}.mdx").write_bytes(mdx)
