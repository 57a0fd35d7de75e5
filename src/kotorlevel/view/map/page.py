"""A map as a page: title, the level in its panel, legend and findings."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of
from kotorlevel.view.colors import THEMES, Theme, ThemeName
from kotorlevel.view.map.findings import draw_found, draw_list, draw_marks, place_marks
from kotorlevel.view.map.floor import MapFaces, draw_floor, draw_walls
from kotorlevel.view.map.labels import Crowd, Tag, Walls, draw_tags, place_tags
from kotorlevel.view.map.legend import draw_column, draw_rows, list_entries
from kotorlevel.view.map.links import Doorway, arrow_size, draw_links, find_doorways, link_tags
from kotorlevel.view.map.marks import Things, draw_entry, draw_paths, draw_things, find_things
from kotorlevel.view.map.scale import Box, Projection, draw_grid, draw_scale, fit
from kotorlevel.view.map.shapes import Drawing, Layer, Lines, Shape, Words, cut_text, rectangle
from kotorlevel.view.scene.scene import Scene, count_rooms

DRAWN_FOR = 1600
"""Pixels: at this width a unit of the design is one pixel."""
LEAST_WIDTH, MOST_WIDTH = 300, 8000

_GROWTH = 0.75
"""Words shrink and grow less than the picture, so that a small one stays readable."""

_MARGIN = 44
_HEADER = 128
_SIDE = 400
_PADDING = 64
_RIM = 6
"""Within the frame; nothing that stands on the floor is drawn across it."""
_MANY_ROOMS = 30
_MOST_ROOMS = 60
"""Of several levels, rooms that are named."""
_MANY_LEVELS = 8
_TALL = 1.25
"""A level that is not this much wider than high has its legend beside it."""


@dataclass(frozen=True)
class _Page:
    """What all parts of the page need."""

    scene: Scene
    faces: MapFaces
    theme: Theme
    unit: float
    width: float
    findings: list[dict[str, Any]]

    @property
    def inner(self) -> float:
        """Pixels between the margins."""
        return self.width - 2 * _MARGIN * self.unit


def layout_map(
    scene: Scene,
    *,
    theme: ThemeName = "light",
    width: int = DRAWN_FOR,
    findings: bool = True,
    listing: bool = True,
) -> Drawing:
    """The drawing of a scene seen from above, ``width`` pixels wide and as high as it needs.

    Without ``listing`` the findings have their numbers on the map, but no list that explains them.
    Raises `ValueError` for a width that makes no map, or a theme that is none.
    """
    if not LEAST_WIDTH <= width <= MOST_WIDTH:
        raise ValueError(f"a map is {LEAST_WIDTH} to {MOST_WIDTH:,} pixels wide, not {width}")
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}; there are {', '.join(THEMES)}")
    # What a cause explains is counted there; a number at every doorway would hide the level.
    shown = [each for each in scene.document["findings"] if findings and each["cause"] is None]
    unit = (width / DRAWN_FOR) ** _GROWTH
    page = _Page(scene, MapFaces(scene), THEMES[theme], unit, float(width), shown)
    bounds = _bounds(page)
    low, high = bounds["min"], bounds["max"]
    aspect = max(high[0] - low[0], 1e-3) / max(high[1] - low[1], 1e-3)
    beside = bool(page.faces.drawn.any()) and aspect < _TALL
    panel = _panel(page, aspect, beside)
    projection = fit(bounds, panel, _PADDING * unit)
    page = replace(page, findings=[_on_map(each, projection, panel) for each in shown])
    things = Things()
    if page.faces.drawn.any():
        things = find_things(scene, projection, panel.grown(-_RIM * unit))
    layers = [_header(page), *_level(page, panel, projection, things)]
    entries = list_entries(page.faces, things, page.theme, unit, bool(shown))
    left, bottom = _MARGIN * unit, panel.y + panel.height
    if beside:
        x = panel.x + panel.width + 30 * unit
        legend, end = draw_column(entries, x, panel.y, _SIDE * unit, page.theme, unit)
    else:
        legend, end = draw_rows(entries, left, bottom + 18 * unit, page.inner, page.theme, unit)
    bottom = max(bottom, end)
    layers.append(legend)
    if shown and listing:
        listed, bottom = draw_list(
            page.findings, left, bottom + 34 * unit, page.inner, page.theme, unit
        )
        layers.append(listed)
    height = round(bottom + 34 * unit)
    drawn = tuple(layer for layer in layers if layer.shapes)
    return Drawing(width, height, page.theme.page, _title(page), drawn)


def _bounds(page: _Page) -> dict[str, Any]:
    """Of the rooms alone: one crate that stands far off should not shrink the level to a speck."""
    corners = page.faces.corners[page.faces.drawn]
    if not len(corners):
        return dict(page.scene.document["bounds"])
    points = corners.reshape(-1, 3)
    return {"min": points.min(axis=0).tolist(), "max": points.max(axis=0).tolist()}


def _panel(page: _Page, aspect: float, beside: bool) -> Box:
    unit = page.unit
    width = page.inner - ((_SIDE + 30) * unit if beside else 0)
    wanted = (width - 2 * _PADDING * unit) / aspect + 2 * _PADDING * unit
    height = min(max(wanted, 380 * unit), 1350 * unit)
    if not page.faces.drawn.any():
        height = 380 * unit
    return Box(_MARGIN * unit, _HEADER * unit, width, height)


def _header(page: _Page) -> Layer:
    unit, theme = page.unit, page.theme
    x = _MARGIN * unit
    room = page.inner - 430 * unit
    title = cut_text(_title(page), 42 * unit, room / 1.1)
    counts = cut_text(_counts(page), 21 * unit, room)
    return Layer(
        "title",
        (
            Words(x, 64 * unit, title, 42 * unit, theme.ink, bold=True),
            Words(x, 102 * unit, counts, 21 * unit, theme.muted),
        ),
    )


def _title(page: _Page) -> str:
    return printable(page.scene.document["name"]) or "walkmesh"


def _counts(page: _Page) -> str:
    """``8 of 17 rooms  ·  1,204 faces  ·  1,490 m² of floor  ·  2 errors  ·  1 warning``."""
    document, faces = page.scene.document, page.faces
    parts = []
    if "levels" in document:
        parts.append(count_of(len(document["levels"]), "level"))
    if document["kind"] == "area":
        parts.append(count_rooms(document))
    parts.append(count_of(faces.count, "face"))
    parts.append(f"{faces.areas[faces.walkable].sum():,.0f} m² of floor")
    if document["unplaced"]:
        parts.append(f"{count_of(document['unplaced'], 'face')} without a place")
    found = Counter(finding["severity"] for finding in page.findings)
    parts += [count_of(found[name], name) for name in ("error", "warning", "info") if found[name]]
    return "  ·  ".join(parts)


def _on_map(finding: dict[str, Any], projection: Projection, panel: Box) -> dict[str, Any]:
    """The finding; without its place where that is outside the frame."""
    at = finding["at"]
    if at is None or panel.holds(*projection.place(at)):
        return finding
    return finding | {"at": None}


def _level(page: _Page, panel: Box, projection: Projection, things: Things) -> list[Layer]:
    """Everything in the panel, from the lowest layer to the highest."""
    scene, theme, unit, faces = page.scene, page.theme, page.unit, page.faces
    back = Layer("panel", (rectangle(panel.x, panel.y, panel.width, panel.height, theme.panel),))
    if not faces.drawn.any():
        return [back, _nothing(page, panel)]
    doorways = find_doorways(scene, projection)
    crowd = Crowd(80 * unit)
    marks = place_marks(page.findings, projection, crowd, panel, unit)
    _keep_clear(page, projection, doorways, things, crowd)
    tags = [*_level_tags(page, projection), *_room_tags(page, projection)]
    tags += link_tags(scene, doorways, theme, unit)
    walls = draw_walls(faces, projection, theme, unit)
    solid = [run for shape in walls.shapes if isinstance(shape, Lines) for run in shape.runs]
    around = Walls.along(solid, 8 * unit)
    placed = place_tags(tags, crowd, panel.grown(-6 * unit), around)
    right = panel.x + page.inner
    return [
        draw_scale(projection, right, 72 * unit, theme, unit),
        back,
        draw_grid(projection, panel, theme, unit, numbered=not _is_moved(scene)),
        draw_floor(faces, projection, theme),
        walls,
        draw_links(doorways, theme, unit),
        draw_things(things, theme, unit),
        draw_found(page.findings, faces, projection, unit),
        draw_paths(scene, projection, theme, unit),
        draw_entry(things, theme, unit),
        Layer("names", tuple(draw_tags(placed, theme, unit))),
        draw_marks(page.findings, marks, projection, theme, unit),
    ]


def _is_moved(scene: Scene) -> bool:
    """Whether levels stand beside each other: no coordinates are those of all of them."""
    return any(any(level["offset"]) for level in scene.document.get("levels", ()))


def _keep_clear(
    page: _Page, projection: Projection, doorways: list[Doorway], things: Things, crowd: Crowd
) -> None:
    """Names do not cover the entry, the ends of paths or the arrows of links."""
    paths = [path["points"] for path in page.scene.document["paths"]]
    points = [end for path in paths for end in (*path[:1], *path[-1:])]
    places = [projection.place(point) for point in points]
    places += things.entries
    discs = [(*place, 14 * page.unit) for place in places]
    for door in doorways:
        half = arrow_size(door, page.unit)
        x, y = (door.middle - door.outward * half).tolist()
        discs.append((x, y, half))
    for x, y, radius in discs:
        crowd.add(Box(x - radius, y - radius, 2 * radius, 2 * radius))


def _level_tags(page: _Page, projection: Projection) -> list[Tag]:
    """The names of several levels, each above its level, with the letter of its findings."""
    tags = []
    size = (30 if len(page.scene.document.get("levels", ())) <= _MANY_LEVELS else 22) * page.unit
    for level in page.scene.document.get("levels", ()):
        low, high = level["bounds"]["min"], level["bounds"]["max"]
        x, y = projection.place([(low[0] + high[0]) / 2, high[1]])
        name = f"{level['letter']}  {printable(level['name'], 32)}"
        tags.append(Tag(name, x, y - 0.8 * size, size, page.theme.ink, bold=True))
    return tags


def _room_tags(page: _Page, projection: Projection) -> list[Tag]:
    """The names of an area's rooms, the largest first: they are the least in each other's way."""
    document, unit = page.scene.document, page.unit
    too_many = "levels" in document and len(document["rooms"]) > _MOST_ROOMS
    if document["kind"] != "area" or too_many:
        return []
    tags = []
    size = (21 if len(document["rooms"]) <= _MANY_ROOMS else 18) * unit
    for room in sorted(document["rooms"], key=lambda room: -room["faces"][1]):
        if room["label"] is not None:
            x, y = projection.place(room["label"])
            name = printable(room["name"], 24)
            tags.append(Tag(name, x, y, size, page.theme.ink, room["color"], bold=True))
    return tags


def _nothing(page: _Page, panel: Box) -> Layer:
    """What is said where there is nothing to draw."""
    text = "No floor to draw"
    about = "the walkmeshes here have no faces" if not page.faces.count else "no face has an area"
    x, y = panel.x + panel.width / 2, panel.y + panel.height / 2
    head = Words(x, y - 4 * page.unit, text, 30 * page.unit, page.theme.ink, "middle", bold=True)
    shapes: tuple[Shape, ...] = (
        head,
        replace(
            head,
            y=y + 32 * page.unit,
            text=about,
            size=21 * page.unit,
            bold=False,
            color=page.theme.muted,
        ),
    )
    return Layer("nothing", shapes)
