"""`Shown`: a level as it is shown: read from where it is, checked, and made into a scene.

Map, page and live page all begin here, so that they cannot disagree.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, cast

from kotorlevel.area.area import Area, Room
from kotorlevel.area.install.target import Target, find_layouts, find_target, find_target_level
from kotorlevel.area.load import read_level
from kotorlevel.checks.config import find_config, load_options
from kotorlevel.checks.facts.area.causes import explain_path
from kotorlevel.checks.finding import Report
from kotorlevel.checks.options import Options
from kotorlevel.checks.run import check
from kotorlevel.core.errors import InputError, Need
from kotorlevel.core.humanoid import BODY
from kotorlevel.core.text import printable
from kotorlevel.formats.detect import find_files
from kotorlevel.mesh.io import load_surfaces, read_single_walkmesh
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.view.live.watch import Watched, watch_level
from kotorlevel.view.scene.models import Bounds, SceneModels, find_scene_models
from kotorlevel.view.scene.scene import Scene, ScenePath, build_scene

if TYPE_CHECKING:
    from kotorlevel.nav.navigator import Navigator
    from kotorlevel.view.live.answers import Answers

Place = str | Sequence[float]
"""x, y or x, y, z in metres; or a name, as `find_journey` takes it."""

_MANY_FACES = 4000
"""From here on a search takes longer than Numba does to start."""


@dataclass(frozen=True)
class Way:
    """A way that is to be found and shown, between places as `find_journey` takes them."""

    start: Place
    goal: Place
    name: str = ""


class LevelOptions(TypedDict, total=False):
    """What goes with a level that is to be shown; `load_shown` says what each is."""

    game: str | Path | None
    module: str | None
    override: Sequence[str | Path]
    options: Options | None
    surfaces: Materials | str | None
    paths: Sequence[ScenePath | Way]
    radius: float
    name: str


@dataclass(frozen=True, eq=False)
class Origin:
    """Which level of the disk is shown, as it was asked for."""

    path: Path
    game: str | Path | None
    module: str | None
    override: Sequence[str | Path]
    options: Options
    surfaces: Materials | None


class SeenModels:
    """The models of a level's rooms, made when they are first asked for."""

    def __init__(self, area: Area | None, bounds: Bounds) -> None:
        self._area, self._bounds = area, bounds
        self._lock = threading.Lock()
        self._made: SceneModels | None = None

    def make(self) -> SceneModels:
        """The models, from then on without waiting."""
        with self._lock:
            if self._made is None:
                self._made = find_scene_models(self._area, self._bounds)
                self._area = None
            return self._made


@dataclass(frozen=True, eq=False)
class Shown:
    """A level as it was read, its scene, and where on the disk it comes from.

    ``surfaces`` says what is walkable instead of the level's own table. ``notes`` tell what should
    be known about it, and ``again`` reads it anew. ``origin`` is where it was read from; ``seen``
    the models of its rooms, where others have found them already.
    """

    source: Walkmesh | Area
    scene: Scene
    surfaces: Materials | None = field(default=None, repr=False)
    watched: Watched = field(default_factory=Watched, repr=False)
    notes: tuple[str, ...] = ()
    again: Callable[[], Shown] | None = field(default=None, repr=False)
    origin: Origin | None = field(default=None, repr=False)
    seen: SeenModels | None = field(default=None, repr=False)

    def with_scene(self, scene: Scene) -> Shown:
        """The same level with another scene of it."""
        return replace(self, scene=scene)

    @cached_property
    def document(self) -> bytes:
        """The scene's document as JSON."""
        return self.scene.to_json().encode()

    @cached_property
    def models(self) -> SceneModels:
        """The models of its rooms, which the scene leaves out: they are made when asked for."""
        if self.seen is not None:
            return self.seen.make()
        area = self.source if isinstance(self.source, Area) else None
        bounds = self.scene.document["bounds"]
        return find_scene_models(area, (bounds["min"], bounds["max"]))

    @cached_property
    def answers(self) -> Answers:
        """What answers questions about it."""
        from kotorlevel.view.live.answers import Answers

        return Answers(self.source, self.scene, self.surfaces)


Showable = str | PathLike[str] | Walkmesh | Area | Shown
"""What can be shown: the path of a level, or a level that has been read."""


def load_shown(
    source: Showable,
    *,
    findings: bool | Report = True,
    game: str | Path | None = None,
    module: str | None = None,
    override: Sequence[str | Path] = (),
    options: Options | None = None,
    surfaces: Materials | str | None = None,
    paths: Sequence[ScenePath | Way] = (),
    radius: float = BODY,
    name: str = "",
) -> Shown:
    """The level that is meant, with the scene that map and page are drawn from.

    ``source`` is the path of a layout, a folder, an archive, a walkmesh, or of a game with a
    ``module``; ``game`` gives what it lacks, and ``override`` folders come before that. Or it is
    an area, or a walkmesh called ``name``. ``findings`` are those of `check` with these
    ``options`` (by default what the nearest ``kotorlevel.toml`` says), those of a report, or none.
    ``surfaces`` says what is walkable: a table, the path of a 2DA, or the name of a preset. Of
    ``paths`` each `Way` is searched for a body of this ``radius`` in metres.

        shown = kl.load_shown("my_mod", paths=[kl.Way("entry", (20.0, -3.5))])
        print(shown.scene.summary, *shown.notes, sep="; ")

    Raises `InputError` or `FormatError` where there is nothing to be shown.
    """
    again = partial(load_shown, **locals())  # asked as now
    if isinstance(source, Shown):
        return source
    given = {"game": game, "module": module, "override": override}
    level = _read(source, given, options, surfaces, name)
    report = None if isinstance(findings, bool) else findings
    if findings is True:
        report = _check(source, given, level)
    scene = build_scene(
        level.source,
        report=report,
        paths=_find_ways(level, paths, radius),
        name=level.name,
        surfaces=level.surfaces,
    )
    origin = None
    if level.path is not None:
        table = load_surfaces(surfaces) if isinstance(surfaces, str) else surfaces
        origin = Origin(level.path, game, module, override, level.options, table)
    return Shown(level.source, scene, level.surfaces, level.watched, level.notes, again, origin)


def scene_of(
    source: Showable | Scene | Sequence[Showable],
    findings: bool | Report,
    level: LevelOptions,
    *,
    models: bool = False,
    one_space: bool = False,
) -> Scene:
    """The scene of what is to be drawn; one that has been made is drawn as it is.

    That of several levels has them beside each other, or in ``one_space``.
    """
    from kotorlevel.view.several import is_several, load_together

    if is_several(source, level):
        if models:
            raise InputError("the models of several levels are not shown together")
        return load_together(source, one_space=one_space, findings=findings, **level).scene
    if not isinstance(source, Scene):
        shown = load_shown(cast("Showable", source), findings=findings, **level)
        return shown.scene.with_models(shown.models) if models else shown.scene
    given = [*level, *(["models"] if models else [])]
    if given:
        raise TypeError(f"a scene is drawn as it is: {', '.join(given)} cannot change it")
    return source


@dataclass(frozen=True, eq=False)
class _Level:
    """A level that was read, with the options of its check."""

    source: Walkmesh | Area
    name: str
    options: Options
    surfaces: Materials | None = None
    watched: Watched = field(default_factory=Watched)
    notes: tuple[str, ...] = ()
    path: Path | None = None


def _read(
    source: str | PathLike[str] | Walkmesh | Area,
    given: dict[str, Any],
    options: Options | None,
    surfaces: Materials | str | None,
    name: str,
) -> _Level:
    """The level that is meant, read if it is the path of one."""
    table = load_surfaces(surfaces) if isinstance(surfaces, str) else surfaces
    replaced: dict[str, Any] = {} if table is None else {"surfaces": table}
    if isinstance(source, (Walkmesh, Area)):
        told = replace(options or Options(), **replaced)
        return _Level(source, name, told, told.surfaces)
    path = Path(source)
    told = replace(options or load_options(path), **replaced)
    others = [find_config(path) if options is None else None]
    others += [Path(surfaces) if isinstance(surfaces, str) else None]
    also = [each for each in others if each is not None and each.is_file()]
    return replace(_read_target(find_target(path, **given), told, also), path=path)


def _read_target(target: Target, options: Options, also: Sequence[Path]) -> _Level:
    """The level that is there; a change of ``also`` counts as one of its files, too."""
    _refuse_without_layout(target)
    if not (target.is_area or target.path.is_dir()):
        mesh, notes = read_single_walkmesh(target.path, options.surfaces)
        name = target.path.name.split(".")[0]
        return _Level(mesh, name, options, None, Watched((target.path, *also)), notes)
    level = find_target_level(target)
    area = read_level(level)
    if not any(room.mesh is not None for room in area.rooms):
        raise _no_floor(area)
    notes = tuple(f"left out: {each.error}" for each in _broken_rooms(area))
    return _Level(area, area.name, options, options.surfaces, watch_level(level, also), notes)


def _refuse_without_layout(target: Target) -> None:
    """Raise `InputError` for a folder without a level, and say what can be shown instead."""
    path = target.path
    alone = target.game is None and target.module is None and path.is_dir()
    if not alone or find_layouts(path):
        return
    rooms = [file for file in find_files(path) if file.suffix.lower() == ".wok"]
    example = f", such as {printable(rooms[0].as_posix(), 200)}" if rooms else ""
    text = "no layout (LYT) in this folder, and an area needs one"
    instead = f"; without one, only a single .wok can be shown{example}"
    raise InputError(f"{text}{instead}", source=path.as_posix(), needs="game-and-module")


def _no_floor(area: Area) -> InputError:
    needs: Need = "check" if _broken_rooms(area) else "rooms"
    return InputError(why_no_floor(area), source=area.files["lyt"].source, needs=needs)


def why_no_floor(area: Area) -> str:
    """Why an area without one readable walkmesh cannot be drawn."""
    broken = _broken_rooms(area)
    if not broken:
        return "none of its rooms has a walkmesh here, so there is nothing to draw"
    # The folder is known from what comes before; the name of the file is enough.
    error = broken[0].error
    text = "" if error is None else f"{error.place}: " * bool(error.place) + error.message
    name = "" if broken[0].resource is None else broken[0].resource.filename
    many = (
        "its walkmesh cannot" if len(broken) == 1 else f"none of its {len(broken):,} walkmeshes can"
    )
    return f"{many} be read: {printable(name)}: {printable(text, 400)}"


def _broken_rooms(area: Area) -> list[Room]:
    """The rooms whose walkmesh cannot be read, once each."""
    broken = [room for room in area.rooms if room.error is not None]
    return list({str(room.error): room for room in broken}.values())


# What is shown on a level


def _check(
    source: str | PathLike[str] | Walkmesh | Area, given: dict[str, Any], level: _Level
) -> Report:
    """What `check` finds there.

    In this process alone: a server has threads, and others cannot safely be started from among
    them.
    """
    area = level.source if isinstance(level.source, Area) else None
    return check(source, level.options, **given, name=level.name, area=area, workers=1)


def _find_ways(level: _Level, paths: Sequence[ScenePath | Way], radius: float) -> list[ScenePath]:
    """The ways as the scene has them; where there is none, its ``reason`` says why."""
    if not paths:
        return []
    from kotorlevel.nav.navigator import Navigator

    source = level.source
    meshes = source.meshes if isinstance(source, Area) else (source,)
    is_large = sum(len(mesh.faces) for mesh in meshes if mesh is not None) >= _MANY_FACES
    navigator = Navigator(source, surfaces=level.surfaces, fast=None if is_large else False)
    return [
        each if isinstance(each, ScenePath) else _find_way(level, navigator, each, radius)
        for each in paths
    ]


def _find_way(level: _Level, navigator: Navigator, way: Way, radius: float) -> ScenePath:
    try:
        path = navigator.journey(way.start, way.goal, radius, name=level.name).path
    except InputError as error:
        error.argument = "paths"
        raise
    name = way.name or f"{_in_words(way.start)} to {_in_words(way.goal)}"
    return ScenePath(name, path.status, explain_path(path), path.length, path.points.tolist())


def _in_words(place: Place) -> str:
    if isinstance(place, str):
        return printable(place)
    return ",".join(f"{value:g}" for value in place)
