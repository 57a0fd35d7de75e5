"""`build_module`: all files of a module, made of a plan; the same plan gives the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.gamemap.draw import draw_game_map
from kotorlevel.area.gamemap.fields import MAP_NORTH, MapFields
from kotorlevel.area.gamemap.fit import fit_map
from kotorlevel.area.gamemap.picture import LONGEST_AREA, map_name
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import Level
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.modules import read_module_info
from kotorlevel.area.install.sources import BytesSource
from kotorlevel.area.load import read_level
from kotorlevel.area.write import list_changes
from kotorlevel.build.beside import add_models
from kotorlevel.build.collect import collect_sources
from kotorlevel.build.doors import add_doors
from kotorlevel.build.entry import find_entry
from kotorlevel.build.fields.are import make_are
from kotorlevel.build.fields.git import make_git
from kotorlevel.build.fields.ifo import make_ifo
from kotorlevel.build.output import write_level
from kotorlevel.build.plan.check import check_plan
from kotorlevel.build.plan.reader import read_plan
from kotorlevel.build.plan.values import LevelPlan
from kotorlevel.build.rooms import PlacedRoom, place_rooms
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import split_filename
from kotorlevel.core.types import Vector
from kotorlevel.formats.archives import new_archive
from kotorlevel.formats.images.tga import format_tga
from kotorlevel.formats.vis import Visibility
from kotorlevel.nav.pathpoints.build import build_path_points
from kotorlevel.query.visibility.build import build_visibility

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.write import Written
    from kotorlevel.checks.finding import Report


@dataclass(frozen=True, eq=False)
class BuiltModule:
    """A module that was made of a plan, in memory: ``files`` by name, sorted.

    ``area`` is the level as it is read from these files, ``entry`` where the player enters it,
    ``notes`` what the user has to know or to do. ``plan`` is the one that it was made of, with what
    was chosen on the way; ``placed`` is how its rooms stand.
    """

    plan: LevelPlan
    files: Mapping[str, bytes] = field(repr=False)
    area: Area
    entry: Vector
    notes: tuple[str, ...] = ()
    placed: tuple[PlacedRoom, ...] = field(default=(), repr=False)

    @cached_property
    def mod(self) -> bytes:
        """The MOD with all files in it; it carries no date, so the same files give the same."""
        rows = []
        for filename, data in self.files.items():
            named = split_filename(filename)
            assert named is not None
            rows.append((*named, data))
        return new_archive("MOD", rows).to_bytes()

    @cached_property
    def report(self) -> Report:
        """What check says of it."""
        from kotorlevel.checks.run import check

        return check(self.area, name=self.plan.area_name)

    def write(
        self,
        folder: str | Path,
        *,
        with_plan: bool = False,
        overwrite: bool = False,
        dry_run: bool = False,
    ) -> list[Written]:
        """Write the files to ``folder/module`` and the MOD to ``folder``; all of them or none.

        What an earlier build has left there is replaced, or removed where it is not made any more;
        what is not as that build left it, or is not of one, only with ``overwrite``: else it is an
        `InputError`. `undo` brings back what was replaced. With ``with_plan`` also ``level.toml``
        and copies of all that it names, so that it can be built again from there. With
        ``dry_run`` nothing is written.
        """
        more = collect_sources(self) if with_plan else {}
        return write_level(self, Path(folder), more, overwrite=overwrite, dry_run=dry_run)

    def write_mod(self, path: str | Path) -> None:
        """Write the MOD alone, atomically."""
        write_atomic(path, self.mod)


def build_module(
    plan: LevelPlan | str | Path, *, game: Game | str | Path | None = None
) -> BuiltModule:
    """The module that a plan describes: level files, path points, ARE, GIT, IFO and map.

    ``plan`` is one, or the path of a ``level.toml``. Rooms are placed, joined and linked, sight
    and path points computed, doors put into doorways, and the player on the floor. ``game`` is for
    doors without a template or an appearance, of which one that fits is chosen, and for models.
    Raises `FormatError`, with the line, for a plan that cannot be built::

        module = kl.build_module("station/level.toml")
        module.write("station")            # station/module and station/station.mod
    """
    if not isinstance(plan, LevelPlan):
        plan = read_plan(plan)
    check_plan(plan)
    lookup = _lookup_of(game)
    area, placed = place_rooms(plan)
    area, models = add_models(plan, area, placed, lookup)
    area, doors = add_doors(plan, replace(area, git=make_git()), lookup)
    entry = find_entry(plan, area)
    area = _with_sight(plan, area)
    if plan.path_points:
        area = area.with_path_points(build_path_points(area))
    files = {change.filename.lower(): change.data for change in list_changes(area)}
    fields = fit_map(area, MAP_NORTH.index(plan.map.north))
    files |= _module_files(plan, area, entry, fields)
    picture, map_notes = _draw_map(plan, area, fields)
    for more in (models.files, doors.files, picture):
        _add(plan, files, more)
    files = dict(sorted(files.items()))
    return BuiltModule(
        _with_choices(plan, doors.appearances, models.positions),
        files,
        _read_again(plan, files, lookup),
        entry,
        (*plan.notes, *models.notes, *doors.notes, *map_notes),
        tuple(placed),
    )


def _lookup_of(game: Game | str | Path | None) -> Lookup | None:
    if game is None:
        return None
    return (Game.open(game) if isinstance(game, (str, Path)) else game).lookup()


def _with_sight(plan: LevelPlan, area: Area) -> Area:
    """The area with its visibility, made of nothing but the rooms."""
    names = [room.name for room in area.rooms]
    if plan.visibility == "all":
        return area.with_visibility(Visibility().all_visible(names))
    try:
        return area.with_visibility(build_visibility(area.with_visibility(None)).visibility)
    except ValueError as error:
        raise plan.error(str(error), "visibility") from None


def _module_files(
    plan: LevelPlan, area: Area, entry: Vector, fields: MapFields
) -> dict[str, bytes]:
    """What a module has beside its level."""
    name, title = plan.area_name, plan.title or plan.name
    rooms = [room.name for room in area.rooms]
    are = make_are(name, title, rooms, fields)
    ifo = make_ifo(plan.name, name, title, entry, plan.entry.facing)
    return {f"{name}.are".lower(): are.to_bytes(), "module.ifo": ifo.to_bytes()}


def _draw_map(
    plan: LevelPlan, area: Area, fields: MapFields
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The picture of the area's map, if the plan wants one, and what is to be known of it."""
    if not plan.map.draw:
        return {}, ()
    if len(plan.area_name) > LONGEST_AREA:
        what = f"there is no map: its picture would be called {map_name(plan.area_name)}"
        return {}, (f"{what}, and an area with a map has {LONGEST_AREA} letters at most",)
    return {f"{map_name(plan.area_name)}.tga": format_tga(draw_game_map(area, fields))}, ()


def _add(plan: LevelPlan, files: dict[str, bytes], more: Mapping[str, bytes]) -> None:
    for filename, data in more.items():
        if files.setdefault(filename, data) != data:
            raise FormatError(f"two files of the name {filename} differ", source=plan.source)


def _with_choices(
    plan: LevelPlan, appearances: Mapping[int, int], positions: Mapping[int, Vector]
) -> LevelPlan:
    """The plan with what the game was asked for, so that the next build needs none."""
    doors = [
        replace(door, appearance=appearances.get(number, door.appearance))
        for number, door in enumerate(plan.doors)
    ]
    rooms = [
        replace(room, model_position=positions.get(number, room.model_position))
        for number, room in enumerate(plan.rooms)
    ]
    return replace(plan, doors=tuple(doors), rooms=tuple(rooms))


def _read_again(plan: LevelPlan, files: Mapping[str, bytes], game: Lookup | None) -> Area:
    """The area as anyone would read it from the files."""
    own = BytesSource(files, "")
    lookup = Lookup((own, *(game.sources if game is not None else ())))
    info = read_module_info(Lookup((own,)))
    return read_level(Level(plan.area_name, lookup, (own,), info))
