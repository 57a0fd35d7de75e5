"""A small but complete installation, made in code: KEY, BIFs, modules, Override, a mod.

    made = make_installation(tmp_path)                      # K1, as on Windows
    made = make_installation(tmp_path, version="k2", layout="linux", spelling=mixed_case)
    made = make_installation(tmp_path, more={"Override": {"a.wok": b"…"}}, without=["data/2da.bif"])
    Game.open(made.folder, extra=[made.mod]).lookup(sample_area.MODULE)

A *place* is an archive or a folder in the game's own spelling, whatever the disk has:
``modules/sta_m01aa.rim``, ``Override``. What is in the module ``sta_m01aa`` is told by
`sample_area`: rooms, doors, placeables, the entry.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest

from kotorlevel.formats.archives import Archive, build_key_and_bifs, new_archive
from support.sample_area import Files, changed_room, small_area, station_files

Version = Literal["k1", "k2"]
Contents = Mapping[str, Files | bytes]
"""Place → what is in it, by file name; or the bytes of a plain file."""

K1_MODULES = ("dan_m77zz", "sta_m01aa", "tar_m88zz")
K2_MODULES = ("301nzz", *K1_MODULES)
"""The names of all modules. The first of K1's is a MOD; the last has RIMs and a MOD instead."""

RIM_ENTRY, MOD_ENTRY = (1.0, 1.0, 0.0), (1.5, 0.5, 0.0)
"""Where the player enters ``tar_m88zz`` by its RIM, which is replaced, and by its MOD."""

SHADOWED = "station_hall.wok"
"""The room that ``shadowed`` puts into Override."""

IN_MOD = "rooms/station_corridor.wok"
"""The room in the mod folder."""


@dataclass(frozen=True)
class Disk:
    """Where a shop puts the game: ``inside`` of the folder that people point at, by version."""

    inside: Mapping[Version, str]
    marks: Mapping[Version, tuple[str, ...]]


_STREAMS: dict[Version, tuple[str, ...]] = {
    "k1": ("streamwaves/line.wav",),
    "k2": ("StreamVoice/line.wav",),
}
_PROGRAMS: dict[Version, tuple[str, ...]] = {
    "k1": ("swkotor.exe", *_STREAMS["k1"]),
    "k2": ("swkotor2.exe", *_STREAMS["k2"]),
}
_K1, _K2 = "Knights of the Old Republic", "Knights of the Old Republic II"
LAYOUTS = {
    "windows": Disk({"k1": "", "k2": ""}, _PROGRAMS),
    "gog": Disk(
        {"k1": "", "k2": ""},
        {"k1": ("goggame-1.info", *_PROGRAMS["k1"]), "k2": ("gog.ico", *_PROGRAMS["k2"])},
    ),
    "steam": Disk({"k1": "swkotor", "k2": _K2}, _PROGRAMS),
    "mac": Disk({"k1": f"{_K1}.app/Contents/Assets", "k2": f"{_K2}.app/Contents/Assets"}, _STREAMS),
    "mac gamedata": Disk(
        {"k1": f"{_K1}.app/Contents/GameData", "k2": "KOTOR2.app/Contents/GameData"}, _STREAMS
    ),
    "linux": Disk({"k1": "steamassets", "k2": "steamassets"}, _STREAMS),
}
"""Shops and systems. Proton has the folders of Windows."""


@dataclass(frozen=True)
class Installation:
    """An installation on the disk, and everything that was put into it.

    ``folder`` is what people point at, ``root`` has ``chitin.key`` in it, ``mod`` is the folder of
    a mod in the making, outside of the game. ``contents`` are in the game's own spelling.
    """

    folder: Path
    root: Path
    mod: Path
    version: Version | None
    contents: dict[str, Files | bytes] = field(repr=False)
    spelling: Callable[[str], str] = field(repr=False)

    @property
    def modules(self) -> tuple[str, ...]:
        """The names of the modules in the game's spelling, sorted."""
        return K2_MODULES if self.version == "k2" else K1_MODULES

    def path(self, place: str) -> Path:
        """Where a place is on the disk."""
        return self.root / self.spelled(place)

    def spelled(self, place: str) -> str:
        """A place in the spelling of the disk."""
        return "/".join(map(self.spelling, place.split("/")))

    def data(self, place: str, filename: str) -> bytes:
        """The bytes that were put there."""
        files = self.contents[place]
        assert not isinstance(files, bytes)
        return files[filename]


def make_installation(
    folder: Path,
    *,
    version: Version | None = "k1",
    layout: str = "windows",
    spelling: Callable[[str], str] = str,
    shadowed: bool = False,
    more: Contents | None = None,
    without: Iterable[str] = (),
) -> Installation:
    """An installation in ``folder/game``, and a mod in ``folder/mod``.

    ``version`` None leaves out everything that tells the games apart. ``shadowed`` puts another
    hall into Override. ``more`` adds files to places, or whole places. ``without`` are places, or
    folders of them, that are left out on the disk; a BIF is still named in the KEY.
    """
    contents = _merged(sample_contents(version), more or {})
    if shadowed:
        hall = changed_room(SHADOWED.removesuffix(".wok"))
        contents = _merged(contents, {"Override": {SHADOWED: hall}})
    disk = LAYOUTS[layout]
    inside = disk.inside[version or "k1"]
    top = folder / "game"
    made = Installation(top, top / inside, folder / "mod", version, contents, spelling)
    key, bifs = build_key_and_bifs(_bif_contents(contents))
    files: dict[str, bytes] = {"chitin.key": key.to_bytes()}
    files |= dict.fromkeys(disk.marks[version] if version else (), b"")
    for place, given in contents.items():
        files |= _files_of(place, given, bifs)
    missing = tuple(without)
    for place, data in files.items():
        if not any(place == gone or place.startswith(f"{gone}/") for gone in missing):
            _write(made.path(place), data)
    for name, data in _mod_files().items():
        _write(made.mod / name, data)
    return made


def sample_contents(version: Version | None = "k1") -> dict[str, Files | bytes]:
    """Everything in an installation but the KEY."""
    contents: dict[str, Files | bytes] = {**station_files()}
    contents |= {
        "Override": {"readme.txt": b"Files here win.", "notes": b"no resource"},
        "patch.erf": {"patched.2da": b"2DA V2.b of the patch"},
        "TexturePacks/swpc_tex_gui.erf": {"gui_wall.tpc": b"small"},
        "TexturePacks/swpc_tex_tpa.erf": {"station_wall.tpc": b"large"},
        "TexturePacks/readme.txt": b"no archive",
        "dialog.tlk": b"TLK V3.0",
        "modules/dan_m77zz.mod": small_area("m77zz"),
        "modules/tar_m88zz.rim": small_area("m88zz", RIM_ENTRY),
        "modules/tar_m88zz_s.rim": {"m88zz.pth": b"of the RIM", "old.utp": b"of the RIM"},
        "modules/tar_m88zz.mod": small_area("m88zz", MOD_ENTRY),
    }
    if version == "k2":
        area = small_area("301nzz")
        ifo = {"module.ifo": area.pop("module.ifo")}
        contents |= {
            "modules/301nzz.rim": ifo,
            "modules/301nzz_s.rim": area,
            "modules/301nzz_dlg.erf": {"talk.dlg": b"hello"},
        }
    return contents


def _mod_files() -> Files:
    """One room, in a folder below, and what is no resource."""
    return {
        IN_MOD: changed_room("station_corridor"),
        "readme.md": b"A new floor for the corridor.",
        ".git/station_store.wok": b"not part of the mod",
    }


def mixed_case(name: str) -> str:
    """``name`` with every other letter large: ``MoDuLeS``."""
    turns = itertools.cycle((str.upper, str.lower))
    return "".join(next(turns)(letter) for letter in name)


def make_archive(place: str, files: Files) -> Archive:
    """A new archive of the kind that its extension says."""
    kind = place.rpartition(".")[2].upper()
    return new_archive(kind, [(*split(name), data) for name, data in files.items()])


def split(filename: str) -> tuple[str, str]:
    """Name and extension."""
    name, _, extension = filename.rpartition(".")
    return name, extension


def needs_case(folder: Path) -> None:
    """Skip the test, visibly, on a disk that does not tell A from a."""
    probe = folder / "tells A from a"
    probe.touch()
    if probe.with_name(probe.name.upper()).exists():
        pytest.skip("this disk does not tell A from a")


def _merged(first: Contents, second: Contents) -> dict[str, Files | bytes]:
    """Both; of a place in both all files, the second's where they have one name."""
    both = dict(first)
    for place, files in second.items():
        old = both.get(place, {})
        both[place] = files if isinstance(files, bytes) else {**_as_files(old), **files}
    return both


def _as_files(given: Files | bytes) -> Files:
    return {} if isinstance(given, bytes) else given


def _bif_contents(contents: Contents) -> dict[str, list[tuple[str, str, bytes]]]:
    return {
        place: [(*split(name), data) for name, data in _as_files(files).items()]
        for place, files in contents.items()
        if place.endswith(".bif")
    }


def _files_of(place: str, given: Files | bytes, bifs: Mapping[str, Archive]) -> dict[str, bytes]:
    """The files on the disk that a place stands for."""
    if isinstance(given, bytes):
        return {place: given}
    if place in bifs:
        return {place: bifs[place].to_bytes()}
    if place.endswith((".rim", ".mod", ".erf")):
        return {place: make_archive(place, given).to_bytes()}
    return {f"{place}/{name}": data for name, data in given.items()}


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
