"""Whole areas as targets: an input says how the files of a small area are damaged.

Eight bytes are one damage: which file, what is done to it, where, and with what. So every input is
an area that is mostly whole, and reaches what comes behind the readers. Real areas are cut down to
a few rooms, so that thousands can be tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import kotorlevel as kl
from kotorlevel.formats.lyt import parse_layout
from kotorlevel.formats.vis import parse_visibility
from support.view.served import SMALL
from target import REAL, Target
from targets.station import LEVEL, Files, Place, level_files

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


@cache
def bases() -> tuple[Files, ...]:
    """The areas that are damaged: the station, and what is left of real ones."""
    real = sorted((REAL["levels"] / "areas").glob("*/*"))
    return (level_files(), *filter(None, map(cut_area, real)))


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
        n: d for n, d in files.items() if n.endswith(LEVEL) and (n[:-4] in kept or len(d) < 20_000)
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
    """Every area, and one damage of each kind to a file of each kind of the first."""
    yield from (bytes([base]) for base in range(len(bases())))
    endings = len({Path(name).suffix for name in bases()[0]})
    yield from (bytes([0, e, 0, what, 9, 0, 5, 1, 0]) for e in range(endings) for what in range(8))


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


_SIZE = 1 + _MOST * _DAMAGE
_SECONDS = 20.0
"""For what asks a whole area: kernels may have to be compiled first."""

TARGETS = {
    name: Target(on_area(do), program_seeds, largest=_SIZE, seconds=_SECONDS)
    for name, do in (("area", load), ("check", check), ("fix", fix), ("page", page), ("map", draw))
}
"""Name → target."""
