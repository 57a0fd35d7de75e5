"""`diff`: what changed between two versions of whatever a path or a value can be."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kotorlevel.area.area import Area
from kotorlevel.area.diff.areas import diff_areas
from kotorlevel.area.diff.contents import Contents, is_container, list_contents
from kotorlevel.area.diff.files import bytes_differ, diff_values, read_value, tell_data
from kotorlevel.area.diff.levels import find_in_game, load_areas, load_with_game
from kotorlevel.area.diff.values import Change, Diff, FileDiff, RoomDiff, Status, in_order
from kotorlevel.area.install.game import Game, find_game
from kotorlevel.area.install.target import is_missing, missing_error
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.source import load_source
from kotorlevel.formats.archives import Archive
from kotorlevel.formats.gff import Gff
from kotorlevel.formats.lyt import Layout
from kotorlevel.formats.mdl import Model
from kotorlevel.formats.pth import PathPoints
from kotorlevel.formats.twoda import TwoDA
from kotorlevel.formats.vis import Visibility
from kotorlevel.mesh.diff.compare import diff_meshes
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.mesh.materials import Materials

Value = Walkmesh | Area | Layout | Visibility | PathPoints | Gff | TwoDA | Model | Archive
Comparable = str | Path | Value
_VALUES = (Walkmesh, Area, Layout, Visibility, PathPoints, Gff, TwoDA, Model, Archive)


def diff(
    a: Comparable,
    b: Comparable | None = None,
    *,
    game: Game | str | Path | None = None,
    module: str | Path | None = None,
    override: Sequence[str | Path] = (),
    surfaces: Materials | None = None,
) -> Diff:
    """What changed from ``a`` to ``b``, in the level's own terms.

    Both are files of any known format, folders, archives, or values such as `Walkmesh` and `Area`;
    a folder can also be compared with an archive. Where both hold areas these are compared as
    such. A mod is compared with the game by giving ``game`` and no ``b``, or the game's folder as
    ``a`` or ``b``: then it is the level as the game has it, and as it is with the mod in it;
    ``module`` says which level where that is not clear. With ``game`` beside two paths, what both
    lack is taken from there. ``surfaces`` decide what is walkable::

        kl.diff("before.wok", "after.wok").changes
        kl.diff("my_mod", game="swkotor", module="tar_m10aa").to_markdown()

    Raises `FormatError` where something cannot be read, `InputError` for what cannot be compared.
    """
    if isinstance(a, _VALUES) or isinstance(b, _VALUES):
        return _diff_given(a, b)
    if b is None:
        return _diff_with_game(Path(a), game, module, override, surfaces)
    paths = Path(a), Path(b)
    for path in paths:
        if is_missing(path):
            raise missing_error(path)
    games = [path.is_dir() and find_game(path) is not None for path in paths]
    if any(games):
        return _diff_games(*paths, games, module, override, surfaces)
    containers = [is_container(path) for path in paths]
    if all(containers):
        named: Any = {"module": module, "override": override, "surfaces": surfaces}
        areas = [load_areas(path, game=game, **named) for path in paths]
        return _diff_containers(*paths, _pair_areas(*areas), surfaces)
    if any(containers):
        folder, file = paths if containers[0] else (paths[1], paths[0])
        what = "a folder" if folder.is_dir() else "an archive"
        text = f"is {what}, but {file.as_posix()} is a single file: give two of a kind"
        raise InputError(text, source=folder.as_posix())
    return _diff_files(*paths, surfaces)


def _diff_files(a: Path, b: Path, surfaces: Materials | None) -> Diff:
    old, new = load_source(a), load_source(b)
    file = b.name
    return diff_bytes(old.data, new.data, file, (a.as_posix(), b.as_posix()), surfaces)


def diff_bytes(
    a: bytes,
    b: bytes,
    file: str,
    names: tuple[str, str] | None = None,
    surfaces: Materials | None = None,
) -> Diff:
    """What changed in a file called ``file`` from the bytes ``a`` to ``b``.

    ``names`` are what the two versions are called. Raises `FormatError` where one is broken.
    """
    called = names or (file, file)
    if a == b:
        return Diff(*called, files=(FileDiff(file, "same"),))
    old, new = called
    values = _read_named(a, file, old, surfaces), _read_named(b, file, new, surfaces)
    changes = diff_values(*values, file) or [bytes_differ(a, b, file)]
    rooms = _of_meshes(*values, file.split(".")[0])
    return Diff(*called, in_order(changes), (FileDiff(file, _status(changes)),), rooms=rooms)


def _read_named(data: bytes, file: str, name: str, surfaces: Materials | None) -> Any:
    """What is in a file; errors call it ``name``, as both versions go by one file name."""
    try:
        return read_value(data, file, surfaces)
    except FormatError as error:
        error.source = name
        raise


def _of_meshes(a: Any, b: Any, name: str) -> tuple[RoomDiff, ...]:
    """What pictures need of two files with walkmeshes in them; nothing of others."""
    if not (isinstance(a, dict) and isinstance(b, dict)):
        return ()
    return (RoomDiff(name, 0, 0, diff_meshes(*(next(iter(each.values())) for each in (a, b)))),)


def _diff_given(a: Any, b: Any) -> Diff:
    """Two values of one type."""
    if type(a) is not type(b):
        what = [type(each).__name__ if each is not None else "nothing" for each in (a, b)]
        raise InputError(f"a {what[0]} cannot be compared with {what[1]}: give two of a kind")
    if isinstance(a, Area):
        found = diff_areas(a, b)
        files = tuple(_file_diffs(found.changes, found.files))
        return Diff(a.name, b.name, in_order([*found.changes]), files, a, b, found.rooms)
    if isinstance(a, Walkmesh):
        meshes = {"": a}, {"": b}
        return Diff("A", "B", in_order(diff_values(*meshes)), rooms=_of_meshes(*meshes, ""))
    return Diff("A", "B", in_order(diff_values(a, b)))


# Folders and archives


def _diff_containers(
    a: Path, b: Path, pairs: list[tuple[Area, Area]], surfaces: Materials | None
) -> Diff:
    flat = a.is_dir() != b.is_dir()
    old, new = list_contents(a, flat=flat), list_contents(b, flat=flat)
    return _joined((a.as_posix(), b.as_posix()), old, new, pairs, surfaces)


def _pair_areas(a: dict[str, Area], b: dict[str, Area]) -> list[tuple[Area, Area]]:
    """Areas of one name; those of two names where each side has one."""
    if len(a) == len(b) == 1:
        return [(next(iter(a.values())), next(iter(b.values())))]
    return [(a[name], b[name]) for name in a if name in b]


def _joined(
    names: tuple[str, str],
    old: Contents,
    new: Contents,
    pairs: list[tuple[Area, Area]],
    surfaces: Materials | None,
) -> Diff:
    """The changes of areas, and of all files that belong to none."""
    changes: list[Change] = []
    rooms: list[RoomDiff] = []
    told: set[str] = set()
    files: list[FileDiff] = []
    for mine, theirs in pairs:
        found = diff_areas(mine, theirs)
        changes += found.changes
        rooms = rooms or list(found.rooms)  # pictures show the first area
        files += _file_diffs(found.changes, found.files)
        told |= {name.lower() for name in found.files} | _names_of(mine) | _names_of(theirs)
    more, others = _diff_contents(old, new, told, surfaces)
    area_a, area_b = pairs[0] if pairs else (None, None)
    ordered = in_order([*changes, *more])
    return Diff(*names, ordered, (*files, *others), area_a, area_b, tuple(rooms))


def _names_of(area: Area) -> set[str]:
    """The files that the comparison of areas has told about."""
    own = {f"{area.name}.{ending}" for ending in ("lyt", "vis", "git", "pth", "are")}
    names = own | {f"{room.name}.wok" for room in area.rooms} | {"module.ifo"}
    return {name.lower() for name in names}


def _diff_contents(
    a: Contents, b: Contents, told: Collection[str], surfaces: Materials | None
) -> tuple[list[Change], list[FileDiff]]:
    changes: list[Change] = []
    files: list[FileDiff] = []
    for key in dict.fromkeys([*a, *b]):
        old, new = a.get(key), b.get(key)
        item = new or old
        assert item is not None
        if item.filename.lower() in told:
            continue
        if old is None or new is None:
            found = [Change("file-added" if old is None else "file-removed", item.name)]
        else:
            found = _tell_item(old.read, new.read, item.name, surfaces)
        changes += found
        files.append(FileDiff(item.name, _status(found)))
    return changes, files


def _tell_item(old: Any, new: Any, name: str, surfaces: Materials | None) -> list[Change]:
    try:
        return tell_data(old(), new(), name, surfaces)
    except FormatError as error:
        return [Change("file-unreadable", name, new=str(error))]


def _file_diffs(changes: Sequence[Change], names: Sequence[str]) -> list[FileDiff]:
    by_file: dict[str, list[Change]] = {name: [] for name in names}
    for change in changes:
        by_file.setdefault(change.file, []).append(change)
    return [FileDiff(name, _status(found)) for name, found in by_file.items()]


def _status(changes: Sequence[Change]) -> Status:
    kinds = {change.kind for change in changes}
    if not kinds:
        return "same"
    for kind, status in (("file-added", "added"), ("file-removed", "removed")):
        if kinds == {kind}:
            return "added" if status == "added" else "removed"
    if "file-unreadable" in kinds:
        return "unreadable"
    return "form" if all(change.is_harmless for change in changes) else "changed"


# With a game


def _diff_games(
    a: Path,
    b: Path,
    games: list[bool],
    module: str | Path | None,
    override: Sequence[str | Path],
    surfaces: Materials | None,
) -> Diff:
    """A level of a game and what a mod makes of it, or the same level of two games."""
    if all(games):
        areas = [load_areas(path, module=module, surfaces=surfaces) for path in (a, b)]
        return _joined((a.as_posix(), b.as_posix()), {}, {}, _pair_areas(*areas), surfaces)
    if games[0]:
        return _diff_with_game(b, a, module, override, surfaces)
    return _diff_with_game(a, b, module, override, surfaces, forward=False)


def _diff_with_game(
    mod: Path,
    game: Game | str | Path | None,
    module: str | Path | None,
    override: Sequence[str | Path],
    surfaces: Materials | None,
    *,
    forward: bool = True,
) -> Diff:
    """The level as the game has it and as it is with the mod; the other way round on request."""
    if is_missing(mod):
        raise missing_error(mod)
    if game is None:
        text = "two versions are needed: give another path, or a game to compare this with"
        raise InputError(text, source=mod.as_posix(), needs="game")
    if not is_container(mod):
        resource = find_in_game(mod, game, module, override)
        versions = [(resource.read(), resource.source), (load_source(mod).data, mod.as_posix())]
        (a, old), (b, new) = versions if forward else versions[::-1]
        return diff_bytes(a, b, mod.name, (old, new), surfaces)
    plain, modded, shadowed = load_with_game(mod, game, module, override, surfaces)
    own = list_contents(mod, flat=True)
    names = f"{plain.name} of the game", f"with {mod.as_posix()}"
    if forward:
        return _joined(names, shadowed(own), own, [(plain, modded)], surfaces)
    return _joined(names[::-1], own, shadowed(own), [(modded, plain)], surfaces)
