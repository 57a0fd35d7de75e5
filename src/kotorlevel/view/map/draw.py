"""`draw_map`: a level seen from above, as SVG or PNG."""

from collections.abc import Sequence
from typing import Literal, Unpack, overload

from kotorlevel.checks.finding import Report
from kotorlevel.view.colors import ThemeName
from kotorlevel.view.map.page import DRAWN_FOR, layout_map
from kotorlevel.view.map.png import load_pillow, write_png
from kotorlevel.view.map.svg import write_svg
from kotorlevel.view.scene.scene import Scene
from kotorlevel.view.show import LevelOptions, Showable, scene_of


@overload
def draw_map(
    source: Showable | Scene | Sequence[Showable],
    *,
    format: Literal["svg"] = "svg",
    theme: ThemeName = "light",
    width: int = DRAWN_FOR,
    findings: bool | Report = True,
    listing: bool = True,
    one_space: bool = False,
    **level: Unpack[LevelOptions],
) -> str: ...
@overload
def draw_map(
    source: Showable | Scene | Sequence[Showable],
    *,
    format: Literal["png"],
    theme: ThemeName = "light",
    width: int = DRAWN_FOR,
    findings: bool | Report = True,
    listing: bool = True,
    one_space: bool = False,
    **level: Unpack[LevelOptions],
) -> bytes: ...
def draw_map(
    source: Showable | Scene | Sequence[Showable],
    *,
    format: Literal["svg", "png"] = "svg",  # noqa: A002
    theme: ThemeName = "light",
    width: int = DRAWN_FOR,
    findings: bool | Report = True,
    listing: bool = True,
    one_space: bool = False,
    **level: Unpack[LevelOptions],
) -> str | bytes:
    """A level from above: surfaces, walls, links, rooms, doors, and what is wrong where.

    ``source`` is a path, an area, a walkmesh or a scene; the path may come with ``game``,
    ``module``, ``paths`` and all that `load_shown` takes. Several in a list, or a game with a
    pattern of modules (``module="tar_*"``), are drawn beside each other, or with ``one_space`` as
    they lie in their own coordinates. The text of an SVG file, or the bytes of
    a PNG, which needs Pillow. ``theme`` is "light" or "dark", ``width`` in pixels; the height
    follows. Without ``findings`` there are no marks, without ``listing`` no words that explain
    them. The same level gives the same bytes.

        Path("map.svg").write_text(kl.draw_map("my_mod"), "utf-8")
        Path("map.png").write_bytes(kl.draw_map(area, format="png", theme="dark", width=1200))

    Raises `ValueError` for a width or a theme that makes no map, `PillowMissingError`, and what
    `load_shown` raises.
    """
    if format not in ("svg", "png"):
        raise ValueError(f"a map is svg or png, not {format!r}")
    if format == "png":
        load_pillow()  # or say that it is missing, before anything is read
    scene = scene_of(source, findings, level, one_space=one_space)
    marked = findings is not False
    drawing = layout_map(scene, theme=theme, width=width, findings=marked, listing=listing)
    return write_svg(drawing) if format == "svg" else write_png(drawing)
