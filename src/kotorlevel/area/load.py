"""Loading a whole level."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from kotorlevel.area.area import Area, AreaProblem, Room
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import Level
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.resources import Resource
from kotorlevel.area.install.target import find_target, find_target_level
from kotorlevel.area.objects import ObjectReader
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import EMPTY_NAME, name_key
from kotorlevel.formats.gff import parse_gff
from kotorlevel.formats.lyt import Layout, parse_layout
from kotorlevel.formats.pth import read_path_points
from kotorlevel.formats.twoda import parse_2da
from kotorlevel.formats.vis import parse_visibility
from kotorlevel.mesh.io import parse_room_walkmesh
from kotorlevel.mesh.materials import Materials


def load_area(
    path: str | Path,
    game: Game | str | Path | None = None,
    module: str | Path | None = None,
    *,
    override: Sequence[str | Path] = (),
    surfaces: Materials | None = None,
) -> Area:
    """The level at ``path``: a LYT, a folder, an archive, or a game with ``module``.

    What is not there is taken from ``game`` (a `Game` or its folder) if one is given, with
    ``override`` folders before it; ``surfaces`` replace those of the level. A room without a
    walkmesh is no error: mods ship what they change. Raises `FormatError` where there is no layout,
    where there are several (it says which), or where it cannot be read; everything else that is
    wrong is in ``problems``.
    """
    target = find_target(path, game=game, module=module, override=override)
    return read_level(find_target_level(target), surfaces)


def read_level(level: Level, surfaces: Materials | None = None) -> Area:
    """The area of a level that `find_level` found; ``surfaces`` replace those of the level."""
    return _Loader(level, surfaces).load()


class _Loader:
    """Reads one level, noting what is wrong and going on."""

    def __init__(self, level: Level, surfaces: Materials | None = None) -> None:
        self.level = level
        self.surfaces = surfaces
        self.lookup: Lookup = level.lookup
        self.files: dict[str, Resource] = {}
        self.problems: list[AreaProblem] = [*level.problems]

    def load(self) -> Area:
        name = self.level.name
        layout = self._layout(name)
        surfaces = self.surfaces or self._surfaces()
        rooms = self._rooms(layout, surfaces)
        visibility = self._read(name, "vis", parse_visibility)
        git = self._read(name, "git", parse_gff)
        path_points = self._read(
            name, "pth", lambda data, source: read_path_points(parse_gff(data, source))
        )
        source = self.files["git"].source if git else ""
        self._read(name, "are", parse_gff)  # where it is, and that it can be read
        objects = ObjectReader(self.lookup, surfaces, source)
        doors = objects.doors(git) if git else ()
        placeables = objects.placeables(git) if git else ()
        return Area(
            name=name,
            layout=layout,
            visibility=visibility,
            rooms=rooms,
            doors=doors,
            placeables=placeables,
            module=self.level.module,
            git=git,
            path_points=path_points,
            surfaces=surfaces,
            files=self.files,
            lookup=self.lookup,
            problems=(*self.problems, *objects.problems),
            loaded_layout=layout,
            loaded_visibility=visibility,
            loaded_git=git,
            loaded_path_points=path_points,
        )

    def _layout(self, name: str) -> Layout:
        resource = self.lookup.find(name, "lyt")
        if resource is None:
            reason = f" ({self.problems[0]})" if self.problems else ""
            text = f"there is no {name}.lyt: an area needs its layout{reason}"
            raise FormatError(text, source=", ".join(s.place for s in self.level.own) or name)
        self.files["lyt"] = resource
        layout = parse_layout(resource.read(), resource.source)
        if not layout.rooms:
            self._note("no-rooms", "the layout has no rooms", resource.source)
        return layout

    def _surfaces(self) -> Materials:
        resource = self.lookup.find("surfacemat", "2da")
        if resource is None:
            return Materials.default()
        try:
            surfaces = _read_surfaces(resource.read(), resource.source)
        except FormatError as error:
            problem = AreaProblem.of(error, resource.source)
            self._note("unreadable", f"{problem.text}; the built-in table is used", problem.source)
            return Materials.default()
        self.files["2da"] = resource
        return surfaces

    def _rooms(self, layout: Layout, surfaces: Materials) -> tuple[Room, ...]:
        rooms: list[Room] = []
        seen: dict[str, int] = {}
        for index, placed in enumerate(layout.rooms):
            room = Room(index, placed.name, placed.position)
            if placed.name == EMPTY_NAME:
                rooms.append(room)
                continue
            first = seen.setdefault(name_key(placed.name), index)
            if first != index:
                text = f"room {placed.name!r} is listed twice, as {first} and {index}"
                self._note("room-twice", text, self.files["lyt"].source)
                rooms.append(
                    replace(rooms[first], index=index, name=room.name, position=room.position)
                )
            else:
                rooms.append(self._with_mesh(room, surfaces))
        return tuple(rooms)

    def _with_mesh(self, room: Room, surfaces: Materials) -> Room:
        resource = self.lookup.find(room.name, "wok")
        if resource is None:
            return room
        try:
            mesh = parse_room_walkmesh(resource.read(), resource.source, surfaces)
        except FormatError as error:
            self.problems.append(AreaProblem.of(error, resource.source))
            return Room(room.index, room.name, room.position, None, resource, error)
        return Room(room.index, room.name, room.position, mesh, resource, None, mesh)

    def _read(self, name: str, kind: str, parse: Callable[[bytes, str], Any]) -> Any:
        """A file of the area that may be missing; None where it is, or cannot be read."""
        resource = self.lookup.find(name, kind)
        if resource is None:
            return None
        self.files[kind] = resource
        try:
            return parse(resource.read(), resource.source)
        except FormatError as error:
            self.problems.append(AreaProblem.of(error, resource.source))
            return None

    def _note(self, code: str, text: str, source: str) -> None:
        self.problems.append(AreaProblem(code, text, source))


@lru_cache(4)
def _read_surfaces(data: bytes, source: str) -> Materials:
    """The table in ``surfacemat.2da``: the same for all levels of a game."""
    return Materials.from_2da(parse_2da(data, source), source)
