"""`Game`: an installation, as it lies on the disk."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kotorlevel.area.install.folders import find_path, is_file, is_folder, list_folder
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.modules import Module, group_modules
from kotorlevel.area.install.sources import ArchiveSource, FolderSource, KeySource, ResourceSource
from kotorlevel.core.errors import UnreadableError
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.area.install.copies import FoundCopies
    from kotorlevel.area.install.listing import Listing

KEY_FILE = "chitin.key"

_INSIDE = (
    (),
    ("swkotor",),
    ("Knights of the Old Republic II",),
    ("steamassets",),  # Aspyr's second game on Linux
    ("Contents", "Assets"),  # Aspyr's on the Mac: below Something.app
    ("Contents", "GameData"),
    ("Contents", "Resources", "GameData"),
)
"""Where the game's own folder may be inside of the one that people point at."""

_MARKS: tuple[tuple[str, Literal["k1", "k2"]], ...] = (
    ("swkotor2.exe", "k2"),
    ("swkotor.exe", "k1"),
    ("streamvoice", "k2"),
    ("streamwaves", "k1"),
    ("modules/001ebo.rim", "k2"),
    ("modules/end_m01aa.rim", "k1"),
)
"""What only one of the games has, the surest first."""


@dataclass(frozen=True)
class Game:
    """An installation at ``root``, the folder with ``chitin.key``.

    Resources are looked for as the game does: Override, ``patch.erf``, the module's files, other
    ERFs, the KEY (FACTS 9). ``extra`` folders come before everything: a mod in the making.
    """

    root: Path
    extra: tuple[Path, ...] = ()
    _archives: dict[Path, ArchiveSource] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __repr__(self) -> str:
        version = self.version or "of unknown version"
        extra = f", with {', '.join(map(str, self.extra))}" if self.extra else ""
        return f"<Game {version} {str(self.root)!r}, {len(self.modules)} modules{extra}>"

    @staticmethod
    def open(path: str | Path, extra: Sequence[str | Path] = ()) -> Game:
        """The installation at ``path``. Raises `UnreadableError` if there is none.

        Also if one of the ``extra`` folders is not there: a mod that nobody reads helps nobody.
        """
        folders = tuple(Path(folder) for folder in extra)
        for folder in folders:
            if not is_folder(folder):
                what = "is a file, not a folder" if is_file(folder) else "no such folder"
                raise UnreadableError(what, source=str(folder), errno=_number(folder))
        root = find_game(Path(path))
        if root is None:
            path = Path(path)
            raise UnreadableError(_what_is(path), source=str(path), errno=_number(path))
        return Game(root, folders)

    @cached_property
    def version(self) -> Literal["k1", "k2"] | None:
        """Which of the games it is; None if nothing tells."""
        for mark, version in _MARKS:
            if find_path(self.root, *mark.split("/")) is not None:
                return version
        return None

    @cached_property
    def key(self) -> KeySource:
        """The KEY and its BIFs."""
        path = find_path(self.root, KEY_FILE)
        if path is None:
            raise UnreadableError(
                f"there is no {KEY_FILE}", source=str(self.root), errno=errno.ENOENT
            )
        return KeySource(self.root, path)

    @cached_property
    def modules(self) -> tuple[Module, ...]:
        """All modules, sorted by name."""
        folder = find_path(self.root, "modules")
        return tuple(group_modules(filter(is_file, list_folder(folder)))) if folder else ()

    def module(self, name: str) -> Module:
        """The module of that name in any case. Raises `KeyError` if there is none."""
        for module in self.modules:
            if name_key(module.name) == name_key(name):
                return module
        raise KeyError(f"there is no module {name!r}")

    def lookup(self, module: str | None = None) -> Lookup:
        """The sources in the order in which the game asks them, with those of ``module``."""
        chosen = self.module(module) if module is not None else None
        if chosen is None:
            return self.arrange(())
        reason = f"replaced by {self.place(chosen.mod)}" if chosen.mod else ""
        replaced = tuple((self.archive(path), reason) for path in chosen.replaced)
        return self.arrange(tuple(map(self.archive, chosen.files)), replaced=replaced)

    def arrange(
        self,
        module: Sequence[ResourceSource],
        first: Sequence[ResourceSource] = (),
        replaced: Sequence[tuple[ResourceSource, str]] = (),
    ) -> Lookup:
        """The order in which the game asks, with these files of a ``module``.

        ``first`` are asked before all others, as what mods would put into Override.
        """
        return Lookup((*first, *self._before, *module, *self._after), tuple(replaced))

    def listing(
        self,
        module: str | None = None,
        *,
        types: Iterable[str | int] | None = None,
        level: bool = False,
        everything: bool = False,
    ) -> Listing:
        """The modules, or the resources of ``types``; of ``module`` what is in its files.

        With ``level`` the files of the module's level, from anywhere; ``everything`` is all that
        the game would find. Raises `InputError` for an unknown module.
        """
        from kotorlevel.area.install.listing import list_place
        from kotorlevel.area.install.place import place_of

        return list_place(place_of(self, module), types, level=level, everything=everything)

    def copies(self, *names: str, module: str | None = None) -> FoundCopies:
        """Every copy of resources in the order in which the game asks, with those of ``module``.

        A name is a file name, or one without an ending for all types of it::

            for row in game.copies("m10aa_01a.wok", module="tar_m10aa").resources[0].copies:
                print(row.place, "is used" if row.used else row.reason)
        """
        from kotorlevel.area.install.copies import find_copies
        from kotorlevel.area.install.place import place_of

        return find_copies(place_of(self, module), names)

    def archive(self, path: Path) -> ArchiveSource:
        """An archive of this installation; the same one each time, so its tables are read once."""
        return self._archives.setdefault(path, ArchiveSource(path, self.place(path)))

    def place(self, path: Path) -> str:
        """How a file of this installation is called in answers: from its folder, with slashes."""
        return path.relative_to(self.root).as_posix()

    @cached_property
    def _before(self) -> tuple[ResourceSource, ...]:
        """What is asked before a module's own files."""
        sources: list[ResourceSource] = [
            FolderSource(path, path.as_posix(), "mod folder", deep=True) for path in self.extra
        ]
        override = find_path(self.root, "override")
        if override is not None:
            # Only the second game looks into the folders below.
            deep = self.version == "k2"
            sources.append(FolderSource(override, override.name, "Override", deep))
        patch = find_path(self.root, "patch.erf")
        if patch is not None and is_file(patch):
            sources.append(self.archive(patch))
        return tuple(sources)

    @cached_property
    def _after(self) -> tuple[ResourceSource, ...]:
        """What is asked after them: texture packs, and everything in the KEY."""
        packs = find_path(self.root, "texturepacks")
        found = filter(is_file, list_folder(packs)) if packs else ()
        archives = [self.archive(path) for path in found if path.suffix.lower() == ".erf"]
        return (*archives, self.key)


def find_game(path: Path) -> Path | None:
    """The folder of a game at or inside ``path`` (or around it, for its KEY); None if none is."""
    if is_file(path):
        return path.parent if path.name.lower() == KEY_FILE else None
    starts = [path, *(each for each in list_folder(path) if each.suffix.lower() == ".app")]
    for start in starts:
        for parts in _INSIDE:
            folder = find_path(start, *parts)
            if folder is not None and is_folder(folder) and find_path(folder, KEY_FILE) is not None:
                return folder
    return None


def _what_is(path: Path) -> str:
    """What is wrong with ``path`` as the folder of a game."""
    if is_file(path):
        return "is a file, not the folder of a game"
    what = "no game here" if is_folder(path) else "no such folder"
    return f"{what}: the folder of a game has {KEY_FILE} in it"


def _number(path: Path) -> int | None:
    """The system's number for what is not the folder that it should be."""
    if is_folder(path):
        return None
    return errno.ENOTDIR if is_file(path) else errno.ENOENT
