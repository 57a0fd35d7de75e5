"""What is in a game, a module, an archive or a folder: modules, resources, and a level's files."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.modules import Module, ModuleInfo, read_module_info
from kotorlevel.area.install.place import Place, find_key_sizes, find_size, known_size, open_place
from kotorlevel.area.install.resources import Resource
from kotorlevel.area.install.sources import KeySource, ResourceSource
from kotorlevel.area.objects import ObjectReader, list_object_files
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.resource import EMPTY_NAME, TYPE_IDS, find_types, name_key
from kotorlevel.core.table import plain
from kotorlevel.formats.gff import parse_gff
from kotorlevel.formats.lyt import parse_layout
from kotorlevel.mesh.materials import Materials

_LEVEL_TYPES = ("are", "git", "pth", "lyt", "vis")
"""What an area has one of, under its own name (FACTS 9)."""


@dataclass(frozen=True)
class Listed:
    """One copy of a resource; ``size`` in bytes, None where it is not known.

    ``shadowed_by`` is the place of the copy that the game takes instead, ``shadows`` are the places
    of the copies that it does not take because of this one.
    """

    resource: Resource
    size: int | None
    source: ResourceSource
    shadowed_by: str = ""
    shadows: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "name": self.resource.name,
            "type": self.resource.extension,
            "type_id": self.resource.type,
            "size": self.size,
            "place": self.resource.place,
            "shadowed_by": self.shadowed_by or None,
            "shadows": list(self.shadows),
        }


@dataclass(frozen=True)
class ListedModule:
    """A module and what its IFO says; ``info`` is None without an IFO or with an ``error``."""

    module: Module
    files: tuple[str, ...]
    replaced: tuple[str, ...]
    info: ModuleInfo | None
    error: FormatError | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "name": self.module.name,
            "files": list(self.files),
            "replaced": list(self.replaced),
            "area": self.info.area if self.info else None,
            "entry": plain(list(self.info.entry)) if self.info else None,
        }


@dataclass(frozen=True)
class LevelFiles:
    """The files of a level: those that are there, and the names of those that are not."""

    area: str
    listed: tuple[Listed, ...]
    missing: tuple[str, ...]
    errors: tuple[FormatError, ...]


@dataclass(frozen=True)
class Listing:
    """What a place holds: the ``modules`` of a game, or ``resources``.

    ``head`` describes the module whose resources they are; ``area`` and ``missing`` are of a level.
    ``errors`` say what could not be read.
    """

    place: Place
    resources: tuple[Listed, ...] = ()
    modules: tuple[ListedModule, ...] | None = None
    head: ListedModule | None = None
    area: str = ""
    missing: tuple[str, ...] = ()
    errors: tuple[FormatError, ...] = ()

    def __repr__(self) -> str:
        modules = f"{len(self.modules):,} modules" if self.modules is not None else ""
        return (
            f"<Listing {str(self.place.path)!r}, {modules or f'{len(self.resources):,} resources'}>"
        )

    def to_json(self) -> dict[str, Any]:
        """Plain values, as ``ls.schema.json`` describes them."""
        place = self.place
        modules = self.modules
        return {
            "path": place.path.as_posix(),
            "what": place.what,
            "kind": place.archive.kind if place.archive else None,
            "game": place.game.version if place.game else None,
            "module": self.head.to_json() if self.head else None,
            "area": self.area or None,
            "modules": None if modules is None else [each.to_json() for each in modules],
            "resources": None if modules is not None else [r.to_json() for r in self.resources],
            "missing": list(self.missing),
            "errors": [{"path": error.source, "message": error.message} for error in self.errors],
        }


def list_resources(
    path: str | Path,
    *,
    module: str | None = None,
    types: Iterable[str | int] | None = None,
    level: bool = False,
    everything: bool = False,
    override: Sequence[str | Path] = (),
) -> Listing:
    """What is in an archive, a KEY, a folder or a game; of a game its modules.

    ``types`` are those of the resources to list, by extension or number. Of ``module``, one of
    a game's, what is in its files, and what shadows it; with ``level`` the files of its level,
    wherever they are. ``everything`` is all that the game would find::

        for listed in kl.list_resources("tar_m10aa.mod", types=["wok"]).resources:
            print(listed.resource.filename, listed.size)

    Raises `InputError` or `FormatError` where nothing of the kind is there.
    """
    place = open_place(Path(path), module, [Path(each) for each in override])
    return list_place(place, types, level=level, everything=everything)


def list_place(
    place: Place,
    types: Iterable[str | int] | None = None,
    *,
    level: bool = False,
    everything: bool = False,
) -> Listing:
    """The same of a place that is open."""
    wanted = find_types(types)
    if level and place.module is None:
        raise InputError("the files of a level are those of a module; none was named")
    if place.game is None:
        return Listing(place, list_copies(place.lookup, wanted))
    if place.module is None:
        if everything or wanted is not None:
            return Listing(place, list_winners(place.lookup, wanted))
        modules = tuple(list_module(place.game, module) for module in place.game.modules)
        errors = tuple(each.error for each in modules if each.error)
        return Listing(place, modules=modules, errors=errors)
    head = list_module(place.game, place.module)
    if level:
        found = list_level(place, wanted)
        return Listing(place, found.listed, None, head, found.area, found.missing, found.errors)
    chosen = list_winners(place.lookup, wanted) if everything else list_module_files(place, wanted)
    return Listing(place, chosen, head=head, errors=(head.error,) if head.error else ())


def list_module(game: Game, module: Module) -> ListedModule:
    """What a module consists of, and its area and entry point."""
    info, error = None, None
    try:
        info = read_module_info(game.lookup(module.name))
    except FormatError as found:
        error = found
    files, replaced = (
        tuple(game.place(path) for path in paths) for paths in (module.files, module.replaced)
    )
    return ListedModule(module, files, replaced, info, error)


def sort_key(resource: Resource) -> tuple[str, str]:
    """By name, then by type; copies of one resource stay in the order of the lookup."""
    return name_key(resource.name), resource.extension


class Met(NamedTuple):
    """One copy, the copy of the same resource that wins, its source, and its number in there."""

    resource: Resource
    winner: Resource
    source: ResourceSource
    number: int

    @property
    def is_first(self) -> bool:
        """True for the copy that wins."""
        return self.winner is self.resource


def walk(sources: Iterable[ResourceSource]) -> Iterator[Met]:
    """Every copy in the order of the lookup."""
    first: dict[tuple[str, int], Resource] = {}
    for source in sources:
        for number, resource in enumerate(source.resources()):
            winner = first.setdefault((name_key(resource.name), resource.type), resource)
            yield Met(resource, winner, source, number)


def list_winners(lookup: Lookup, types: frozenset[int] | None = None) -> tuple[Listed, ...]:
    """The copy that the game takes of everything, sorted."""
    return _sorted(each for each in _list_all(lookup.sources, types) if not each.shadowed_by)


def list_copies(lookup: Lookup, types: frozenset[int] | None = None) -> tuple[Listed, ...]:
    """Every copy in an archive or a folder, sorted; of several of a name the first counts."""
    return _sorted(_list_all(lookup.sources, types))


def list_module_files(place: Place, types: frozenset[int] | None = None) -> tuple[Listed, ...]:
    """Every resource in the files of the module, sorted, and what shadows it."""
    sources, own = _module_sources(place)
    return _sorted(
        each for each in _list_all(sources, types) if any(each.source is source for source in own)
    )


def list_module_winners(place: Place, types: frozenset[int] | None = None) -> tuple[Listed, ...]:
    """What the game takes of everything that the files of the module name, sorted."""
    sources, own = _module_sources(place)
    named = {
        (name_key(resource.name), resource.type) for each in own for resource in each.resources()
    }
    return _sorted(
        each
        for each in _list_all(sources, types)
        if not each.shadowed_by and (name_key(each.resource.name), each.resource.type) in named
    )


def list_level(place: Place, types: frozenset[int] | None = None) -> LevelFiles:
    """The files of the module's level.

    IFO, ARE, GIT, PTH, LYT, VIS, the WOKs of the rooms, and templates and walkmeshes of the doors
    and placeables that the GIT places.

    Raises `InputError` where the module does not say which area it has.
    """
    info = read_module_info(place.lookup)
    if info is None or not info.area:
        name = place.module.name if place.module else ""
        why = "its module.ifo names no area" if info else "it has no module.ifo"
        raise InputError(f"{why}, so its level is not known", source=f"module {name}")
    wanted = [("module", "ifo"), *((info.area, kind) for kind in _LEVEL_TYPES)]
    errors: list[FormatError] = []
    try:
        wanted += [(room, "wok") for room in _rooms(place.lookup, info.area)]
        wanted += _objects(place.lookup, info.area)
    except FormatError as error:
        errors.append(error)
    found: list[Listed] = []
    missing: list[str] = []
    for name, kind in wanted:
        if types is not None and TYPE_IDS[kind] not in types:
            continue
        copies = place.lookup.copies(name, kind)
        if not copies or not copies[0].used:
            missing.append(f"{name}.{kind}")
        else:
            size = find_size(copies[0].resource, copies[0].source)
            others = tuple(copy.resource.place for copy in copies[1:])
            found.append(Listed(copies[0].resource, size, copies[0].source, shadows=others))
    return LevelFiles(info.area, tuple(found), tuple(missing), tuple(errors))


def _objects(lookup: Lookup, area: str) -> list[tuple[str, str]]:
    """The templates and walkmeshes of doors and placeables, each once.

    Many placeables have no walkmesh, and some doors none: these are not missing.
    """
    git = lookup.find(area, "git")
    if git is None:
        return []
    reader = ObjectReader(lookup, Materials.default())
    placed = parse_gff(git.read(), git.source)
    wanted = list_object_files(reader.doors(placed), reader.placeables(placed))
    once = dict.fromkeys((name.lower(), kind) for name, kind in wanted)
    return [each for each in once if each[1] in ("utd", "utp") or lookup.find(*each) is not None]


def _rooms(lookup: Lookup, area: str) -> list[str]:
    """The rooms in the layout of an area, each once; none where there is no layout."""
    resource = lookup.find(area, "lyt")
    if resource is None:
        return []
    layout = parse_layout(resource.read(), resource.source)
    names = {name_key(room.name): room.name for room in layout.rooms if room.name != EMPTY_NAME}
    return list(names.values())


def _module_sources(place: Place) -> tuple[list[ResourceSource], list[ResourceSource]]:
    """The sources down to the module's own files, and those files."""
    if place.game is None or place.module is None:
        return [], []
    own: list[ResourceSource] = [place.game.archive(path) for path in place.module.files]
    sources = list(place.lookup.sources)
    last = max((number for number, each in enumerate(sources) if each in own), default=-1)
    return sources[: last + 1], own


def _list_all(sources: Sequence[ResourceSource], types: frozenset[int] | None) -> Iterator[Listed]:
    """Every copy of these types, in the order of the lookup."""
    sizes = {id(s): find_key_sizes(s) for s in sources if isinstance(s, KeySource)}
    for resource, winner, source, number in walk(sources):
        if types is None or resource.type in types:
            in_key = sizes.get(id(source))
            size = known_size(resource) if in_key is None else in_key[number]
            yield Listed(resource, size, source, "" if winner is resource else winner.place)


def _sorted(listed: Iterable[Listed]) -> tuple[Listed, ...]:
    return tuple(sorted(listed, key=lambda each: sort_key(each.resource)))
