"""Every copy of a resource, in the order in which the game asks, and what modules have of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key, resource_filename, split_filename, type_extension
from kotorlevel.core.words import find_close_names

if TYPE_CHECKING:
    from kotorlevel.area.install.game import Game
    from kotorlevel.area.install.lookup import Copy
    from kotorlevel.area.install.place import Place
    from kotorlevel.area.install.resources import Resource
    from kotorlevel.area.install.sources import ResourceSource


@dataclass(frozen=True)
class CopyRow:
    """One copy: where it is, whether the game takes it, and if not, why.

    ``same`` says whether its bytes are those of the first copy, None for that one; ``error`` is
    there if it cannot be read.
    """

    place: str
    what: str
    used: bool
    reason: str
    size: int | None = None
    same: bool | None = None
    error: FormatError | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "place": self.place,
            "what": self.what,
            "used": self.used,
            "reason": self.reason or None,
            "size": self.size,
            "same": self.same,
            "error": str(self.error) if self.error else None,
        }


@dataclass(frozen=True)
class InModule:
    """The copies in the files of one module, in the order of its lookup."""

    module: str
    copies: tuple[CopyRow, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"module": self.module, "copies": [row.to_json() for row in self.copies]}


@dataclass(frozen=True)
class Copies:
    """All copies of one resource, the winner first; ``close`` are names for one not found.

    ``type`` is None for a name without a type that nothing has.
    """

    name: str
    type: int | None
    copies: tuple[CopyRow, ...] = ()
    modules: tuple[InModule, ...] = ()
    close: tuple[str, ...] = ()

    @property
    def filename(self) -> str:
        """Name and extension."""
        return self.name if self.type is None else resource_filename(self.name, self.type)

    @property
    def found(self) -> bool:
        """True when there is a copy anywhere."""
        return bool(self.copies or self.modules)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "name": self.name,
            "type": None if self.type is None else type_extension(self.type),
            "type_id": self.type,
            "found": self.found,
            "copies": [row.to_json() for row in self.copies],
            "modules": [each.to_json() for each in self.modules],
            "close": list(self.close),
        }


@dataclass(frozen=True)
class FoundCopies:
    """The copies of each resource that was asked for, and what could not be read on the way.

    ``module`` is the name of the module whose files were asked as well; None for all of them.
    """

    resources: tuple[Copies, ...]
    module: str | None = None
    errors: tuple[FormatError, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "module": self.module,
            "resources": [each.to_json() for each in self.resources],
            "errors": [{"path": error.source, "message": error.message} for error in self.errors],
        }


def find_copies(place: Place, names: Iterable[str]) -> FoundCopies:
    """The copies of each resource, or of each type of a bare name; and what could not be read."""
    errors: dict[str, FormatError] = {}
    answers: list[Copies] = []
    sources = list(_readable(_all_sources(place), errors))
    for text in names:
        named = split_filename(text)
        wanted = [named] if named else _types_of(text, sources)
        found = [_copies_of(place, name, kind, errors) for name, kind in wanted]
        if not any(each.found for each in found):
            known = {r.filename for s in sources for r in s.resources()}
            name, kind = named or (text, None)
            found = [Copies(name, kind, close=tuple(find_close_names(text, known)))]
        answers += found
    module = place.module.name if place.module else None
    return FoundCopies(tuple(answers), module, tuple(errors.values()))


def _all_sources(place: Place) -> Iterator[ResourceSource]:
    """Every source of the lookup, also those never asked; without a module, those of all."""
    yield from place.lookup.sources
    yield from (source for source, _ in place.lookup.replaced)
    if place.game is not None and place.module is None:
        for module in place.game.modules:
            yield from map(place.game.archive, (*module.files, *module.replaced))


def _readable(
    sources: Iterable[ResourceSource], errors: dict[str, FormatError]
) -> Iterator[ResourceSource]:
    """The sources that can be read; the others leave an error."""
    for source in sources:
        try:
            source.find_all("", 0)  # an archive is opened when it is first asked
        except FormatError as error:
            errors[str(error)] = error
        else:
            yield source


def _types_of(name: str, sources: Sequence[ResourceSource]) -> list[tuple[str, int]]:
    """The types under which a name occurs, sorted by extension; the first spelling counts."""
    found: dict[int, Resource] = {}
    wanted = name_key(name)
    for source in sources:
        for resource in source.resources():
            if name_key(resource.name) == wanted:
                found.setdefault(resource.type, resource)
    rows = sorted(found.values(), key=lambda each: each.extension)
    return [(each.name, each.type) for each in rows]


def _copies_of(place: Place, name: str, kind: int, errors: dict[str, FormatError]) -> Copies:
    copies = _rows(place.lookup.copies(name, kind), errors)
    if place.game is None or place.module is not None:
        return Copies(name, kind, copies)
    return Copies(name, kind, copies, tuple(_in_modules(place.game, name, kind, errors)))


def _in_modules(
    game: Game, name: str, kind: int, errors: dict[str, FormatError]
) -> Iterator[InModule]:
    """The modules whose files have a copy."""
    for module in game.modules:
        own = [game.archive(path) for path in (*module.files, *module.replaced)]
        try:
            if not any(source.find_all(name, kind) for source in own):
                continue
            copies = game.lookup(module.name).copies(name, kind)
        except FormatError as error:
            errors[str(error)] = error
            continue
        yield InModule(module.name, _rows([c for c in copies if c.source in own], errors))


def _rows(copies: Iterable[Copy], errors: dict[str, FormatError]) -> tuple[CopyRow, ...]:
    """The copies as they are shown, each read and compared with the first."""
    rows: list[CopyRow] = []
    first: bytes | None = None
    for number, copy in enumerate(copies):
        data, error = None, None
        try:
            data = copy.resource.read()
        except FormatError as found:
            error = errors[str(found)] = found
        if number == 0:
            first = data
        same = None if number == 0 or data is None or first is None else data == first
        size = None if data is None else len(data)
        place, what = copy.resource.place, copy.source.what
        rows.append(CopyRow(place, what, copy.used, copy.reason, size, same, error))
    return tuple(rows)
