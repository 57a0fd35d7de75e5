"""`watch`: a drawing that is being edited elsewhere, converted, linked and checked on every save.

The level as it was at the start stays the original of every conversion, so that an edit which is
taken back in the modelling program is taken back in the level, to the byte.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from kotorlevel.area.area import Area
from kotorlevel.area.conversion.beside import find_layout
from kotorlevel.area.conversion.convert import convert
from kotorlevel.area.conversion.drawings import choose_shapes
from kotorlevel.area.drawn.apply import DrawnArea, apply_drawing
from kotorlevel.area.drawn.files import DRAWING_ENDINGS, Up, is_drawing_file, read_drawing
from kotorlevel.area.editing import editing
from kotorlevel.area.install.target import find_target, is_missing, missing_error
from kotorlevel.area.load import load_area
from kotorlevel.area.write import as_changed, list_changes, write_area_in_place
from kotorlevel.checks.finding import Report
from kotorlevel.checks.run import check as check_level
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.words import either
from kotorlevel.mesh.io import read_walkmesh
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.view.live.watch import Fingerprint, Watched

INTERVAL = 0.3
"""Seconds between two looks. A file that is the same at two of them is whole."""


@dataclass(frozen=True, eq=False)
class WatchUpdate:
    """What a save has come to: ``files`` that were written, ``remarks`` and ``warnings``.

    ``report`` is that of the check, None where there was none; ``error`` says why nothing could be
    written. ``seconds`` is how long it took.
    """

    saved: tuple[Path, ...]
    files: tuple[Path, ...] = ()
    remarks: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    report: Report | None = field(default=None, repr=False)
    error: FormatError | OSError | None = None
    seconds: float = 0.0


def watch(
    source: str | Path,
    output: str | Path,
    *,
    relink: bool = True,
    check: bool = True,
    surface: int | str | None = None,
    surfaces: Materials | None = None,
    up: Up = "z",
    interval: float = INTERVAL,
) -> Iterator[WatchUpdate]:
    """An `WatchUpdate` at once, and after every save of ``source``; without end.

    ``source`` is an OBJ, a GLB or a folder of them, ``output`` the walkmesh of a room or the level
    (a folder, a LYT or an archive) that it is a drawing of. Walkmeshes are written where they are;
    `undo` takes a save back. With ``relink``, edited rooms are linked wherever they meet others,
    and with ``check`` the level is checked::

        for update in kl.watch("m55aa_02.obj", "my_mod/m55aa_02.wok"):
            print(update.files, update.error or update.report)

    Raises `InputError` where the two do not fit; what goes wrong later is in the updates.
    """
    follower = Follower(
        Path(source), Path(output), relink=relink, check=check, surface=surface,
        surfaces=surfaces, up=up,
    )  # fmt: skip
    yield follower.update()
    while True:
        time.sleep(interval)
        if (update := follower.look()) is not None:
            yield update


class Follower:
    """Brings what was saved into a level; `look` does so when something was."""

    def __init__(
        self,
        source: Path,
        output: Path,
        *,
        relink: bool = True,
        check: bool = True,
        surface: int | str | None = None,
        surfaces: Materials | None = None,
        up: Up = "z",
    ) -> None:
        self.source, self.output = source, output
        self._relink, self._check, self._surface = relink, check, surface
        self._surfaces, self._up = surfaces, up
        self._drawings = _find_drawings(source)
        is_room = output.suffix.lower() == ".wok" and not output.is_dir()
        self._room = output.name.split(".")[0] if is_room else ""
        self.home = self._find_home()
        self._start = None if self.home is None else load_area(self.home, surfaces=surfaces)
        self._original = self._read_original()
        self._wrote: Mapping[str, bytes] = {} if self._start is None else _bytes_of(self._start)
        self._further: dict[tuple[str, str], bytes] = {}  # further files as they were before
        self._seen: Fingerprint = {}
        self._waiting: Fingerprint | None = None

    def _find_home(self) -> Path | None:
        """The level that is written to; None for a walkmesh that belongs to none."""
        if self._room:
            if self.source.is_dir():
                text = "a folder of drawings goes into a level, not into one walkmesh"
                raise InputError(text, source=str(self.output))
            try:
                return find_layout(self._room, (self.output,))
            except FormatError:
                return None
        if not self.output.exists() or not find_target(self.output).is_area:
            text = "is neither a level (a folder, a LYT, an archive) nor a walkmesh (.wok)"
            raise InputError(text, source=str(self.output))
        return self.output

    def _read_original(self) -> Walkmesh | None:
        if self.home is not None or not self.output.is_file():
            return None
        try:
            return read_walkmesh(self.output, self._surfaces)
        except FormatError:  # it is to be replaced, perhaps for that
            return None

    def look(self) -> WatchUpdate | None:
        """An update if drawings were saved, and are the same as at the last look; else None."""
        if self.source.is_dir():
            self._drawings = _find_drawings(self.source, empty=True)
        now = Watched(self._drawings).fingerprint()
        if now == self._seen or not now:
            self._waiting = None
            return None
        if now != self._waiting:  # whoever saves is given the time to finish
            self._waiting = now
            return None
        self._waiting = None
        return self.update()

    def update(self) -> WatchUpdate:
        """Convert, link and check what the drawings say now."""
        started = time.monotonic()
        now = Watched(self._drawings).fingerprint()
        saved = tuple(Path(path) for path in now if now[path] != self._seen.get(path))
        self._seen = now
        try:
            update = self._convert_alone() if self._start is None else self._convert_in_area()
            if self._check:
                update = replace(update, report=check_level(self.home or self.output))
        except (FormatError, OSError) as error:
            update = WatchUpdate((), error=error)
        return replace(update, saved=saved, seconds=time.monotonic() - started)

    def _convert_alone(self) -> WatchUpdate:
        done = convert(
            self._drawings[0],
            self.output,
            original=self._original,
            surface=self._surface,
            surfaces=self._surfaces,
            up=self._up,
            force=True,
            dry_run=True,
        )
        is_new = not self.output.is_file() or self.output.read_bytes() != done.data
        if is_new:
            done.write()
        return WatchUpdate((), (self.output,) if is_new else (), done.remarks, done.notes)

    def _convert_in_area(self) -> WatchUpdate:
        assert self.home is not None
        with editing(self.home):
            current = load_area(self.home, surfaces=self._surfaces)
            noticed = self._notice_others(current)
            drawn = self._apply_all()
            for name, kind in drawn.area.extra.keys() - self._further.keys():
                self._further[name, kind] = _read(current, name, kind)
            extra = {**self._further, **drawn.area.extra}
            wanted = replace(drawn.area, extra=extra)
            files = tuple(each.path for each in write_area_in_place(as_changed(wanted)))
        self._wrote = _bytes_of(wanted)
        return WatchUpdate((), files, (*noticed, *drawn.remarks), drawn.warnings)

    def _notice_others(self, current: Area) -> list[str]:
        """The level as others have changed it meanwhile is the new start."""
        now = _bytes_of(current)
        changed = sorted(name for name in now if now[name] != self._wrote.get(name, b""))
        if not changed:
            return []
        self._start = current
        return [f"{', '.join(changed[:3])} changed by something else: taken as it is now"]

    def _apply_all(self) -> DrawnArea:
        assert self._start is not None
        area = self._start
        remarks: list[str] = []
        warnings: list[str] = []
        for path in self._drawings:
            drawing = read_drawing(path, up=self._up)
            room = self._room or (path.stem if area.find_room(path.stem) else "")
            if room:
                shapes = [replace(each, name=room) for each in choose_shapes(drawing, room)]
                drawing = replace(drawing, shapes=tuple(shapes))
            surface = None
            if self._surface is not None:
                surface = area.surfaces.find(self._surface).id
            is_part = bool(room) or len(self._drawings) > 1
            drawn = apply_drawing(
                area, drawing, surface=surface, relink=self._relink, is_part=is_part
            )
            area = drawn.area
            remarks += drawn.remarks
            if drawn.relinked is not None and drawn.relinked.changes:
                remarks.append(f"linked where rooms meet: {drawn.relinked}")
            warnings += drawn.warnings
        return DrawnArea(area, {}, tuple(remarks), tuple(warnings))


def _find_drawings(source: Path, *, empty: bool = False) -> tuple[Path, ...]:
    if not source.is_dir():
        if not is_drawing_file(source):
            text = f"a drawing ends in {either(DRAWING_ENDINGS)}"
            raise InputError(text, source=str(source))
        if is_missing(source):
            raise missing_error(source)
        return (source,)
    found = tuple(sorted(path for path in source.iterdir() if is_drawing_file(path)))
    if not found and not empty:
        text = f"no drawings in this folder ({' '.join(DRAWING_ENDINGS)})"
        raise InputError(text, source=str(source))
    return found


def _read(area: Area, name: str, kind: str) -> bytes:
    found = area.lookup.find(name, kind) if area.lookup is not None else None
    return b"" if found is None else found.read()


def _bytes_of(area: Area) -> dict[str, bytes]:
    """The files of an area that a drawing can change."""
    rooms = tuple(replace(room, resource=None) for room in area.rooms)
    fresh = as_changed(replace(area, files={}, rooms=rooms, extra={}))
    return {each.filename.lower(): each.data for each in list_changes(fresh)}
