"""What the commands ``map`` and ``view`` show: a level read, checked, and made into a scene."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

import kotorlevel as kl
from kotorlevel.cli.ask.shown_ways import find_ways
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.humanoid import BODY
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.area.install.target import Target
    from kotorlevel.checks.finding import Report
    from kotorlevel.checks.options import Options
    from kotorlevel.cli.ask.levels import Given
    from kotorlevel.cli.ask.shown_ways import Way
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.view.live.live import Shown
    from kotorlevel.view.live.watch import Watched
    from kotorlevel.view.scene.scene import Scene


@dataclass(frozen=True)
class Asked:
    """What is to be shown: PATH with the options that go with it."""

    path: Path
    given: Given
    materials_table: str | None = None
    findings: bool = True
    ways: tuple[Way, ...] = ()
    radius: float = BODY


@dataclass(frozen=True, eq=False)
class _Read:
    """A level that was read and checked, and what should be told of it."""

    source: Walkmesh | Area
    name: str
    surfaces: Materials | None
    report: Report | None
    watched: Watched
    notes: tuple[str, ...] = ()


def make_shown(asked: Asked) -> tuple[Shown, tuple[str, ...]]:
    """The level that is asked for with its scene, and notes on it.

    Raises `CommandError` or `FormatError`.
    """
    from kotorlevel.view.live.live import Shown
    from kotorlevel.view.scene.scene import build_scene

    read = _read(asked)
    ways = find_ways(read.source, read.surfaces, asked.ways, asked.radius, read.name)
    scene = build_scene(
        read.source, report=read.report, paths=ways, name=read.name, surfaces=read.surfaces
    )
    nowhere = (f"--path {way.name}: {way.reason}" for way in ways if way.status != "ok")
    return Shown(read.source, scene, read.surfaces, read.watched), (*read.notes, *nowhere)


def make_scene(asked: Asked) -> Scene:
    """The scene of what is asked for; what should be known is said on stderr."""
    shown, notes = make_shown(asked)
    tell(notes)
    return shown.scene


def tell(notes: tuple[str, ...]) -> None:
    """Say what should be known."""
    for note in notes:
        click.secho(printable(note, 2000), fg="yellow", err=True)


def describe_scene(scene: Scene) -> str:
    """``8 of 17 rooms, 1,204 faces, 3 findings``."""
    from kotorlevel.view.map.page import count_rooms

    document = scene.document
    parts = []
    if document["kind"] == "area":
        parts.append(count_rooms(document))
    parts.append(count_of(sum(room["faces"][1] for room in document["rooms"]), "face"))
    parts.append(count_of(len(document["findings"]), "finding"))
    return ", ".join(parts)


def _read(asked: Asked) -> _Read:
    from kotorlevel.area.install.target import is_archive
    from kotorlevel.cli.ask.options import load_materials

    options = kl.load_options(asked.path, materials=load_materials(asked.materials_table))
    where = asked.given.find(asked.path)
    _refuse_without_layout(where)
    is_area = where.is_game or where.path.is_dir() or where.path.suffix.lower() == ".lyt"
    if is_area or is_archive(where.path):
        return _read_area(where, options, asked)
    return _read_file(where.path, options, asked)


def _refuse_without_layout(where: Target) -> None:
    """Raise `CommandError` for a folder without a level, and say what can be shown instead."""
    from kotorlevel.area.install.target import find_layouts
    from kotorlevel.cli.ask.levels import quoted
    from kotorlevel.formats.detect import find_files

    path = where.path
    if where.game is not None or where.module is not None or not path.is_dir():
        return
    if find_layouts(path):
        return
    rooms = [file for file in find_files(path) if file.suffix.lower() == ".wok"]
    example = f", such as {quoted(rooms[0])}" if rooms else ""
    raise CommandError(
        f"{path.as_posix()}: no layout (LYT) in this folder, and an area needs one; to take it "
        f"from the game add --game DIR and --module NAME, or name one .wok{example}"
    )


def _read_area(where: Target, options: Options, asked: Asked) -> _Read:
    from kotorlevel.area.install.target import find_target_level
    from kotorlevel.area.load import read_level
    from kotorlevel.view.live.watch import watch_level

    level = find_target_level(where)
    area = read_level(level)
    if not any(room.mesh is not None for room in area.rooms):
        raise CommandError(f"{area.files['lyt'].source}: {why_no_floor(area, asked.path)}")
    report = None
    if asked.findings:
        # One process does it all: a server has threads, and processes cannot safely be started
        # from among them.
        report = kl.check(asked.path, options, **asked.given.named, workers=1, area=area)
    watched = watch_level(level, _other_files(asked))
    notes = tuple(f"left out: {each.error}" for each in _broken_rooms(area))
    return _Read(area, area.name, options.materials, report, watched, notes)


def why_no_floor(area: Area, path: Path | None = None) -> str:
    """Why an area without one readable walkmesh cannot be drawn; ``path`` is what `check` takes."""
    from kotorlevel.cli.ask.levels import quoted

    broken = _broken_rooms(area)
    if not broken:
        return (
            "none of its rooms has a walkmesh here, so there is nothing to draw; "
            "--game DIR adds those of the game"
        )
    # The folder is known from what comes before; the name of the file is enough.
    error = broken[0].error
    text = "" if error is None else f"{error.place}: " * bool(error.place) + error.message
    name = "" if broken[0].resource is None else broken[0].resource.filename
    many = (
        "its walkmesh cannot" if len(broken) == 1 else f"none of its {len(broken):,} walkmeshes can"
    )
    lists = "" if path is None else f"; `kotorlevel check {quoted(path)}` lists all that is wrong"
    return f"{many} be read: {printable(name)}: {printable(text, 400)}{lists}"


def _broken_rooms(area: Area) -> list[Room]:
    """The rooms whose walkmesh cannot be read, once each."""
    broken = [room for room in area.rooms if room.error is not None]
    return list({str(room.error): room for room in broken}.values())


def _read_file(path: Path, options: Options, asked: Asked) -> _Read:
    from kotorlevel.cli.queries.rooms import load_rooms
    from kotorlevel.view.live.watch import Watched

    rooms = load_rooms(path, options.materials, asked.given)
    mesh = rooms.meshes[0]
    assert mesh is not None  # a file that is no walkmesh has been refused
    report = None
    if asked.findings:
        report = kl.check(path, options, **asked.given.named, workers=1)
    watched = Watched((path, *_other_files(asked)))
    return _Read(mesh, rooms.names[0], None, report, watched, rooms.notes)


def _other_files(asked: Asked) -> list[Path]:
    """Files that change what is shown without being part of the level: settings and surfaces."""
    from kotorlevel.checks.config import find_config

    given = [
        find_config(asked.path),
        Path(asked.materials_table) if asked.materials_table else None,
    ]
    return [path for path in given if path is not None and path.is_file()]
