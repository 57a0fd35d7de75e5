"""Files that are broken, exchanged, hidden by an older copy, or that place things wrongly."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import numpy as np

import kotorlevel as kl
from support.corpus import LEVELS
from support.damage.layout import insert_room
from support.damage.level import Damage, Level, accident
from support.damage.links import clear_link
from support.formats.archive_shapes import key_file


@accident("unreadable")
def truncate(level: Level, nth: int = 0, part: float = 0.6) -> Damage:
    """A walkmesh of which only the first part was copied; nothing at all with 0."""
    room = level.linked(nth)
    data = level.read(f"{room}.wok")
    level.write(f"{room}.wok", data[: int(len(data) * part)])
    return Damage(room, "none", "the rest of the file is gone", {"part": part, "of": len(data)})


@accident("wrong-file")
def copy_over(level: Level, nth: int = 0, other: int = 1) -> Damage:
    """The walkmesh of another room saved under this room's name."""
    room, source = level.linked(nth), level.linked(other)
    level.write(f"{room}.wok", level.read(f"{source}.wok"))
    return Damage(room, "none", "the room's own walkmesh is gone", {"source": source})


@accident("foreign-file")
def copy_from_elsewhere(level: Level, nth: int, area: str, room: str) -> Damage:
    """The walkmesh of a room of another area saved under this room's name."""
    own = level.linked(nth)
    level.write(f"{own}.wok", (LEVELS / "areas" / area / f"{room}.wok").read_bytes())
    return Damage(own, "none", "the room's own walkmesh is gone", {"source": room})


@accident("entry-off-floor")
def misplace_entry(level: Level) -> Damage:
    """An entry point in ``module.ifo`` that has no floor under it: the rooms moved, it did not."""
    data = bytearray(level.read("module.ifo"))
    fields = {name: _float_field(data, name) for name in ("Mod_Entry_X", "Mod_Entry_Y")}
    x, y = (struct.unpack_from("<f", data, at)[0] for at in fields.values())
    assert level.on_floor(np.array([x, y])), "the entry was off the floor before"
    steps = (np.array([x + 5.0 * k, y]) for k in range(1, 400))
    spot = next(point for point in steps if not level.on_floor(point))
    for at, value in zip(fields.values(), spot, strict=True):
        struct.pack_into("<f", data, at, value)
    level.write("module.ifo", bytes(data))
    about = {"was": (x, y), "is": spot.tolist()}
    return Damage("module.ifo", "none", "where the player should enter is lost", about)


def _float_field(data: bytearray, label: str) -> int:
    """Where a GFF stores the float of that label."""
    fields, count, labels = struct.unpack_from("<III", data, 16)
    for row in range(count):
        kind, name = struct.unpack_from("<II", data, fields + 12 * row)
        text = data[labels + 16 * name : labels + 16 * name + 16].rstrip(b"\0").decode()
        if kind == 8 and text == label:
            return int(fields + 12 * row + 8)
    raise AssertionError(f"there is no {label}")


def add_objects(level: Level) -> None:
    """Put the walkmeshes of the area's doors and placeables into the folder (no damage)."""
    for path in LEVELS.glob("twoda/k1/*.2da"):
        shutil.copyfile(path, level.folder / path.name)
    area = kl.load_area(level.folder)
    names = {f"{door.model}{state}.dwk".lower() for door in area.doors for state in range(3)}
    names |= {f"{placeable.model}.pwk".lower() for placeable in area.placeables}
    for path in LEVELS.glob("objects/*/*"):
        if path.name.lower() in names:
            shutil.copyfile(path, level.folder / path.name)


@accident("door-state-missing")
def lose_door_state(level: Level) -> Damage:
    """The closed state of the first door whose model is at hand is deleted."""
    doors = kl.load_area(level.folder).doors
    models = (door.model.lower() for door in doors if door.model)
    model = next(name for name in models if (level.folder / f"{name}0.dwk").is_file())
    level.remove(f"{model}0.dwk")
    return Damage(f"{model}0.dwk", "none", "the file is gone", {"model": model})


def _install(level: Level, older: dict[str, bytes]) -> str:
    """Make a game of the folder: the level in a MOD, the older files in Override."""
    module = level.folder.name
    work = level.folder.parent / f"{module}_packed"
    work.mkdir()
    for name in level.files():
        (level.folder / name).rename(work / name)
    for folder in ("modules", "override"):
        (level.folder / folder).mkdir()
    kl.pack(work, level.folder / "modules" / f"{module}.mod")
    shutil.rmtree(work)
    level.write("chitin.key", key_file([], []))
    for name, data in older.items():
        level.write(f"override/{name}", data)
    level.check = {"module": module}
    return module


@accident("older-copy-wins")
def leave_older_copy(level: Level, nth: int = 0, *, inserted: bool = True) -> Damage:
    """A newer level in a MOD, of which Override holds an older walkmesh.

    The newer one has a room more, with all links right; or the older copy lacks a doorway's links.
    """
    before = level.files()
    room = level.linked(nth)
    if inserted:
        insert_room("start").on(level)
        for name, data in level.goals[0].items():
            level.write(name, data)
        older = before[f"{room}.wok"]
    else:
        clear_link(nth).on(level)
        older = level.read(f"{room}.wok")
        level.write(f"{room}.wok", before[f"{room}.wok"])
    assert older != level.read(f"{room}.wok")
    module = _install(level, {f"{room}.wok": older})
    fixed = {n: d for n, d in level.files().items() if Path(n).parent.name != "override"}
    level.goals = [fixed]
    why = "the newer copy is in the MOD: remove the older one"
    return Damage(f"override/{room}.wok", "all", why, {"module": module, "inserted": inserted})
