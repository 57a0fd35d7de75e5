"""`Place`: something that holds resources, opened: an archive, a KEY, a game, a folder."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from errno import ENOENT
from functools import partial
from pathlib import Path
from typing import Literal

from kotorlevel.area.install.folders import find_path
from kotorlevel.area.install.game import KEY_FILE, Game, find_game
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.modules import Module, find_module
from kotorlevel.area.install.resources import Resource
from kotorlevel.area.install.sources import ArchiveSource, FolderSource, KeySource, ResourceSource
from kotorlevel.core.errors import FormatError, InputError, UnreadableError
from kotorlevel.core.resource import find_type, same_name
from kotorlevel.formats.archives import KEY_MAGIC, Archive, find_kind, read_key
from kotorlevel.formats.archives.key import ROW_BITS
from kotorlevel.formats.detect import detect_format

_GAMES = {"k1": "Knights of the Old Republic", "k2": "Knights of the Old Republic II", None: "game"}


@dataclass(frozen=True)
class Place:
    """Something that holds resources, and the order in which its sources are asked.

    ``archive`` is there for an archive, ``game`` for a game, with a ``module`` if one was named.
    """

    path: Path
    what: Literal["archive", "key", "game", "folder"]
    lookup: Lookup
    archive: Archive | None = None
    game: Game | None = None
    module: Module | None = None

    @property
    def title(self) -> str:
        """What it is, for people: ``MOD archive``, ``Knights of the Old Republic``."""
        if self.archive is not None:
            return f"{self.archive.kind} archive"
        if self.game is not None:
            return _GAMES[self.game.version]
        return {"key": "KEY"}.get(self.what, "folder")


def open_place(path: Path, module: str | None = None, override: Sequence[Path] = ()) -> Place:
    """What ``path`` stands for. A ``module`` and ``override`` folders go with a game only.

    Raises `InputError` or `FormatError` where there is nothing of the kind.
    """
    if path.is_dir():
        if module is not None or override or find_game(path) is not None:
            return open_game(path, module, override)
        return Place(path, "folder", Lookup((FolderSource(path, "", deep=True),)))
    if not path.exists():
        raise UnreadableError("no such file or folder", source=str(path), errno=ENOENT)
    if module is not None or override:
        what = "`module`" if module is not None else "`override`"
        raise InputError(f"is a file; {what} goes with the folder of a game", source=str(path))
    if path.is_file() and _starts_with(path, KEY_MAGIC):
        return Place(path, "key", Lookup((KeySource(path.parent, path),)))
    if path.is_file() and _is_level_file(path):
        raise InputError("is a file of a level, and no archive", source=str(path), needs="info")
    source = ArchiveSource(path, path.as_posix())
    archive = source.archive
    found = source if archive.shape.named else _name_entries(path, archive) or source
    return Place(path, "archive", Lookup((found,)), archive)


def open_game(path: Path, module: str | None = None, override: Sequence[Path] = ()) -> Place:
    """The game at ``path``, with the sources of ``module``.

    Raises `FormatError` where there is none, `InputError` for an unknown module.
    """
    return place_of(Game.open(path, override), module, path)


def place_of(game: Game, module: str | None = None, path: Path | None = None) -> Place:
    """An open game, with the sources of ``module``. Raises `InputError` for an unknown one."""
    chosen = find_module(game, module) if module is not None else None
    lookup = game.lookup(chosen.name if chosen else None)
    return Place(path or game.root, "game", lookup, game=game, module=chosen)


def find_key_sizes(source: KeySource) -> list[int | None]:
    """The size of each resource of a KEY, in its order; None where nobody knows.

    The KEY itself has no sizes: all its BIFs are opened, and their tables read.
    """
    import numpy as np

    ids = source.key.keys["id"].astype(np.int64)
    numbers, rows = ids >> ROW_BITS, ids & ((1 << ROW_BITS) - 1)
    types = source.key.keys["type"]
    sizes = np.full(len(ids), -1, np.int64)
    for number in np.unique(numbers).tolist():
        with suppress(FormatError):  # said when one of its resources is read
            bif = source.open_bif(number)
            own = np.flatnonzero((numbers == number) & (rows < len(bif)))
            own = own[bif.column("type")[rows[own]] == types[own]]
            sizes[own] = bif.column("size")[rows[own]]
    return [None if size < 0 else size for size in sizes.tolist()]


def find_size(resource: Resource, source: ResourceSource) -> int | None:
    """The size of one resource in bytes, also where its BIF has to be asked."""
    if not isinstance(source, KeySource):
        return known_size(resource)
    entry = source.key.find(resource.name, resource.type)
    try:
        return source.key.locate(entry, source.open_bif(entry.bif)).size if entry else None
    except FormatError:  # said when it is read
        return None


def known_size(resource: Resource) -> int | None:
    """The size of a resource in bytes, if that is known without opening anything."""
    return resource.size if resource.size >= 0 else None


def _is_level_file(path: Path) -> bool:
    """True for a walkmesh, a layout and such: by its first bytes, or by its name."""
    with path.open("rb") as file:
        start = file.read(16)
    return find_kind(start[:8]) is None and detect_format(start, path.name) is not None


def _starts_with(path: Path, magic: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(magic)) == magic


# BIFs


class _NamedBif:
    """A BIF with the names that its KEY has for its rows."""

    what = "BIF"

    def __init__(self, bif: Archive, place: str, names: dict[int, str]) -> None:
        self.place = place
        self._bif = bif
        self._names = names

    def find_all(self, name: str, kind: str | int) -> list[Resource]:
        """The resources of that name and type."""
        return [
            each
            for each in self.resources()
            if same_name(each.name, name) and each.type == find_type(kind)
        ]

    def resources(self) -> Iterator[Resource]:
        """All resources; what the KEY does not name goes by its row."""
        for entry in self._bif.entries:
            name = self._names.get(entry.number, entry.name)
            opener = partial(self._bif.read, entry)
            yield Resource(name, entry.type, self.place, opener, entry.size)


def _name_entries(path: Path, bif: Archive) -> _NamedBif | None:
    """The BIF with names, if the game's KEY lies beside it or one folder above."""
    own = path.absolute()
    for folder in (own.parent, own.parent.parent):
        key_path = find_path(folder, KEY_FILE)
        if key_path is None or not key_path.is_file():
            continue
        try:
            key = read_key(key_path)
        except FormatError:  # the BIF can be read without it
            continue
        for number, known in enumerate(key.bifs):
            found = find_path(folder, *known.parts) if known.parts else None
            if found is not None and found.samefile(path):
                entries = key.entries_of(number)
                return _NamedBif(bif, path.as_posix(), {each.row: each.name for each in entries})
    return None
