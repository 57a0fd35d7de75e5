"""Whole areas as targets: an input says how the files of a small area are damaged.

Eight bytes are one damage: which file, what is done to it, where, and with what. So every input is
an area that is mostly whole, and reaches what comes behind the readers. Real areas are cut down to
a few rooms, so that thousands can be tried.
"""

from __future__ import annotations

import atexit
import io
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import kotorlevel as kl
from kotorlevel.formats.lyt import parse_layout
from kotorlevel.formats.vis import parse_visibility
from kotorlevel.repair.edits.log import apply_one
from kotorlevel.repair.edits.operation import OPERATIONS
from kotorlevel.view.live.requests import Handler
from kotorlevel.view.live.server import ViewServer
from kotorlevel.view.live.watch import Live
from kotorlevel.view.show import load_shown
from support.area.level_files import put
from support.sample_area import station_files
from support.view.served import SMALL
from target import REAL, Target

Files = dict[str, bytes]

_DAMAGE = 8
_MOST = 6
"""Damages of one input; more hide each other."""

_VALUES = (0, 1, 2, 0xFF, 0xFFFFFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F7FFFFF, 0x00000001)
_WORDS = (
    b"",
    b"****",
    b"1e39",
    b"-1",
    b"99",
    b"nan",
    b"# x",
    b"donelayout",
    b"roomcount 1",
    b"x y",
)
_LEVEL = (".lyt", ".vis", ".wok", ".git", ".pth", ".ifo", ".are", ".dwk", ".pwk", ".utd", ".utp")


@cache
def bases() -> tuple[Files, ...]:
    """The areas that are damaged: the station, and what is left of real ones."""
    station: Files = {}
    for files in station_files().values():
        station |= {name: data for name, data in files.items() if name.endswith(_LEVEL)}
    real = sorted((REAL["levels"] / "areas").glob("*/*"))
    return (station, *filter(None, map(cut_area, real)))


def cut_area(folder: Path, rooms: int = 3) -> Files | None:
    """The files of a real area with its smallest rooms only; links to others stay, and dangle."""
    files = {path.name.lower(): path.read_bytes() for path in folder.iterdir()}
    name = next((each for each in files if each.endswith(".lyt")), None)
    if name is None:
        return None
    layout = parse_layout(files[name])
    names = [room.name.lower() for room in layout.rooms]
    sizes = {each: len(files.get(f"{each}.wok", b"")) for each in names}
    kept = sorted((n for n in sizes if sizes[n] > 1000), key=lambda n: sizes[n])[:rooms]
    if not kept:
        return None
    for number in range(len(layout.rooms) - 1, -1, -1):
        if layout.rooms[number].name.lower() not in kept:
            layout = layout.removed(kl.LayoutRoom, number)
    cut = {
        n: d for n, d in files.items() if n.endswith(_LEVEL) and (n[:-4] in kept or len(d) < 20_000)
    }
    cut = {n: d for n, d in cut.items() if not n.endswith(".wok") or n[:-4] in kept}
    cut[name] = layout.to_bytes()
    sight = f"{name[:-4]}.vis"
    if sight in files:
        visibility = parse_visibility(files[sight])
        for each in visibility.rooms:
            if each.lower() not in kept and each in visibility:
                visibility = visibility.removed(each)
        cut[sight] = visibility.to_bytes()
    return cut


def damage(files: Mapping[str, bytes], program: bytes) -> Files:
    """The files after what ``program`` says."""
    damaged = dict(files)
    for start in range(0, min(len(program), _MOST * _DAMAGE), _DAMAGE):
        step = program[start : start + _DAMAGE].ljust(_DAMAGE, b"\0")
        endings = sorted({Path(name).suffix for name in damaged})
        if not endings:
            break
        of_kind = [n for n in sorted(damaged) if n.endswith(endings[step[0] % len(endings)])]
        name = of_kind[step[1] % len(of_kind)]
        damaged[name] = _damage_file(name, damaged[name], step[2:])
        if step[2] == 0xFF:
            del damaged[name]
    return damaged


def _damage_file(name: str, data: bytes, step: bytes) -> bytes:
    what, place, value = step[0] % 8, int.from_bytes(step[1:3], "little"), step[3:6]
    if what == 0:
        return b""
    if what == 1:
        return data[: place % (len(data) + 1)]
    if name.endswith((".lyt", ".vis")) and what != 2:
        return _damage_lines(data, what, place, value)
    made = bytearray(data)
    if what == 2:
        at = place % (len(data) + 1)
        made[at : at + 1] = value[:1]
    else:  # a number of a table, behind the header more often than in it
        at = 4 * (place % (len(data) // 4 + 1))
        number = _VALUES[value[0] % len(_VALUES)] if value[1] % 2 else value[0] % 64
        made[at : at + 4] = number.to_bytes(4, "little")
    return bytes(made)


def _damage_lines(data: bytes, what: int, place: int, value: bytes) -> bytes:
    lines = data.split(b"\r\n")
    at, other = place % len(lines), value[0] % len(lines)
    if what == 3:
        lines.insert(at, lines[other])
    elif what == 4:
        del lines[at]
    elif what == 5:
        lines[at], lines[other] = lines[other], lines[at]
    elif what == 6:
        lines.insert(at, _WORDS[value[0] % len(_WORDS)])
    else:
        words = lines[at].split(b" ")
        words[value[1] % len(words)] = _WORDS[value[0] % len(_WORDS)]
        lines[at] = b" ".join(words)
    return b"\r\n".join(lines)


def program_seeds() -> Iterator[bytes]:
    """One damage of each kind, to the first areas."""
    for base in range(len(bases())):
        yield bytes([base])
        yield from (
            bytes([base, kind, 0, what, 9, 0, 5, 1, 0]) for kind in range(4) for what in range(8)
        )


class Place:
    """A folder that holds one area after another; only files that differ are written."""

    def __init__(self) -> None:
        shared = Path("/dev/shm")
        where = shared if shared.is_dir() else None
        self._kept = tempfile.TemporaryDirectory(prefix="kotorlevel-fuzz-", dir=where)
        atexit.register(self._kept.cleanup)
        self.path = Path(self._kept.name, "area")

    def hold(self, files: Files) -> Path:
        """The folder, with just these files in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        self.path.mkdir()
        return put(self.path, files)


@cache
def place() -> Place:
    """The folder of this process."""
    return Place()


def damaged_area(data: bytes) -> Path:
    """The folder of the area that an input says: by its first byte, damaged by the others."""
    base = bases()[data[0] % len(bases())] if data else bases()[0]
    return place().hold(damage(base, data[1:]))


def on_area(do: Callable[[Path], Any]) -> Callable[[bytes], None]:
    """What feeds a damaged area to ``do``."""

    def run(data: bytes) -> None:
        do(damaged_area(data))

    return run


def load(path: Path) -> None:
    """Load, and write nothing: no file has changed."""
    area = kl.load_area(path)
    assert not kl.list_changes(area), "an area that was only read has changes"


def fix(path: Path) -> None:
    """Repair in place; what was repaired can be loaded, and a second time nothing is left to do."""
    kl.fix(path)
    again = kl.fix(path, dry_run=True)
    left = [each.target for each in again.files if each.changed]
    assert not left, "a second fix has something to do"


def check(path: Path) -> None:
    """Check, and write the report in every form."""
    report = kl.check(path, workers=1)
    for finding in report.findings:
        assert str(finding.text).isprintable(), "a finding is not printable"


def page(path: Path) -> None:
    """The page with everything that it shows, and the map."""
    kl.render_page(path, bundle=SMALL, findings=True)


def draw(path: Path) -> None:
    """The map."""
    kl.draw_map(path)


# Edits


@cache
def station_place() -> Place:
    """A folder of its own for the station, which no input damages."""
    return Place()


@cache
def station_folder() -> Path:
    """The station."""
    return station_place().hold(bases()[0])


@cache
def station() -> kl.Area:
    """The station, loaded once."""
    return kl.load_area(station_folder())


def edit(data: bytes) -> None:
    """A file of edits, read and applied to the station; then written."""
    operations = kl.read_edits(data)
    area = station()
    for number, operation in enumerate(operations[:8], 1):
        area = apply_one(area, operation, station_folder(), number).area
    for room in area.rooms:
        if room.mesh is not None:
            room.mesh.to_bytes()
    area.layout.to_bytes()


def edit_seeds() -> Iterator[bytes]:
    """Every operation once, with plain arguments."""
    room = "station_hall"
    values: dict[str, Any] = {
        "int": 1, "str": room, "float": 1.0, "bool": True, "int | str": room,
        "Vector": [1.0, 2.0, 0.0], "Numbers": [0, 1], "Places": [[1.0, 2.0, 0.0]], "Names": [room],
    }  # fmt: skip
    for name, kind in OPERATIONS.items():
        document: dict[str, Any] = {"op": name}
        for each in fields(kind):
            given = str(each.type).replace(" | None", "")
            document[each.name] = values.get(given, room)
        for each in ("material", "surface"):
            if each in document:
                document[each] = 4
        yield json.dumps({"format": "kotorlevel-edits", "edits": [document]}).encode()


# The server


class _Connection:
    """A socket that has one request to say."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)
        self.answer = bytearray()

    def makefile(self, *_: Any, **__: Any) -> io.BytesIO:
        return io.BytesIO()

    def recv_into(self, buffer: Any) -> int:
        return self._data.readinto(buffer)

    def sendall(self, data: Any) -> None:
        self.answer += data

    def settimeout(self, *_: Any) -> None:
        pass

    def setsockopt(self, *_: Any) -> None:
        pass


class _Asked(Handler):
    """The server's handler, which does not hide what fails in it."""

    def log_error(self, format: str, *args: Any) -> None:  # noqa: A002
        del format, args
        error = sys.exc_info()[1]
        if error is not None:
            raise RequestFailedError(repr(error)) from error


class RequestFailedError(Exception):
    """An error that the server would have told the page."""


_TOKEN = "token-of-the-fuzzer"


@cache
def server() -> ViewServer:
    """A server that shows the station, and listens to nobody."""
    folder = station_folder()
    made = ViewServer(Live(lambda: load_shown(folder)), bundle=SMALL)
    made.token = _TOKEN
    made.socket.close()
    made.server_address = ("127.0.0.1", 80)
    made.edit()
    return made


def request(data: bytes) -> None:
    """The bytes of a connection: requests, answered in order."""
    connection = _Connection(data[:65536])
    handler: Any = _Asked
    try:
        handler(connection, ("127.0.0.1", 1), server())
    except RequestFailedError as error:
        raise error.__cause__ or error from None
    assert b"500 Internal" not in connection.answer[:60]


def request_seeds() -> Iterator[bytes]:
    """Every question, and what else a page asks."""
    head = f"Host: 127.0.0.1:80\r\nX-KotorLevel-Token: {_TOKEN}\r\n"
    for path in ("/", "/scene.json", "/scene.bin", "/models.json", "/api/version", "/nothing"):
        yield f"GET {path} HTTP/1.1\r\n{head}\r\n".encode()
    point = {"x": 5, "y": 4, "z": 0, "from": [5, 4, 0], "to": [14, 4, 0], "point": [5, 4, 0]}
    body = json.dumps({**point, "radius": 0.3, "room": 0, "rooms": [0, 1], "page": "p", "turn": 1})
    names = [f"api/{each}" for each in server().live.shown.answers.questions]
    names += [f"api/edit/{each}" for each in ("claim", "do", "undo", "redo", "scene", "findings")]
    for name in names:
        text = f"POST /{name} HTTP/1.1\r\n{head}Content-Type: application/json\r\n"
        yield f"{text}Content-Length: {len(body)}\r\n\r\n{body}".encode()


_SIZE = 1 + _MOST * _DAMAGE
_SECONDS = 20.0
"""For what asks a whole area: kernels may have to be compiled first."""

TARGETS = {
    "edits": Target(edit, edit_seeds, largest=1024, seconds=_SECONDS),
    "requests": Target(request, request_seeds, largest=1024, seconds=_SECONDS),
    "area": Target(on_area(load), program_seeds, largest=_SIZE, seconds=_SECONDS),
    "check": Target(on_area(check), program_seeds, largest=_SIZE, seconds=_SECONDS),
    "fix": Target(on_area(fix), program_seeds, largest=_SIZE, seconds=_SECONDS),
    "page": Target(on_area(page), program_seeds, largest=_SIZE, seconds=_SECONDS),
    "map": Target(on_area(draw), program_seeds, largest=_SIZE, seconds=_SECONDS),
}
"""Name → target."""
