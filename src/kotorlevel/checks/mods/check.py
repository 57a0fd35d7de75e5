"""`check_mods`: several mods in one game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import combinations
from pathlib import Path

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.mods import Mod, open_mods
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.mods.clashes import find_clashes, list_held, list_wins
from kotorlevel.checks.mods.merging import try_merge
from kotorlevel.checks.mods.touched import find_touched
from kotorlevel.checks.mods.values import ModdedArea, ModFinding, ModsReport, PairMerge
from kotorlevel.checks.mods.views import FoundKey, ModuleViews, View
from kotorlevel.checks.options import Options
from kotorlevel.checks.run import Progress
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key

_MOST_PAIRS = 15
"""Pairs of mods of one area that are looked at by themselves, to say which of them it takes."""


def check_mods(
    game: Game | str | Path,
    mods: Iterable[str | Path],
    *,
    modules: str | Iterable[str] | None = None,
    options: Options | None = None,
    progress: Progress | None = None,
) -> ModsReport:
    """What several mods do to each other in a game: which file wins, and what breaks by it.

    ``mods`` are folders (files for Override, modules, or folders ``Override`` and ``Modules``) or
    single MODs, in the order in which they are installed: of equal names the last one counts, but
    Override comes before all modules. Only areas that a mod touches are looked at; ``modules`` are
    names or patterns of those that are meant. Findings that the game has without any mod are only
    counted; those that no mod brings by itself name the mods that it takes. Each pair of mods that
    does not go together is merged for trial. Raises `FormatError` where there is no game or mod.

        report = kl.check_mods("swkotor", ["mod_a", "mod_b"])
        [clash.text for area in report for clash in area.clashes]
    """
    opened = open_mods(mods)
    game = game if isinstance(game, Game) else Game.open(game)
    patterns = [modules] if isinstance(modules, str) else list(modules or ("*",))
    touched = [
        (module, touching)
        for module, touching in find_touched(game, opened)
        if any(fnmatchcase(name_key(module), name_key(pattern)) for pattern in patterns)
    ]
    areas = []
    for done, (module, touching) in enumerate(touched, 1):
        areas.append(_look_at(ModuleViews(game, module, touching, options or Options())))
        if progress is not None:
            progress(done, len(touched))
    return ModsReport(game.root, tuple(mod.name for mod in opened), tuple(areas))


def _look_at(views: ModuleViews) -> ModdedArea:
    """Everything about one module with the mods that touch it."""
    names = tuple(mod.name for mod in views.mods)
    try:
        area = views.all.area
    except FormatError as error:
        return ModdedArea(views.module, mods=names, error=str(error))
    held = list_held(views)
    wins, clashes = tuple(list_wins(held)), tuple(find_clashes(views, held))
    findings = tuple(_attribute(views))
    known = views.game_only.findings if views.game_only else {}
    pairs = {frozenset((each.winner, each.loser)) for each in clashes}
    pairs |= {frozenset((win.winner, loser)) for win in wins for loser in win.losers}
    pairs |= {frozenset(pair) for each in findings for pair in combinations(each.mods, 2)}
    return ModdedArea(
        views.module,
        area.name,
        names,
        wins,
        clashes,
        findings,
        tuple(_merges(views, pairs)),
        known=sum(key in known for key in views.all.findings),
    )


def _attribute(views: ModuleViews) -> Iterator[ModFinding]:
    """The findings with all mods that the game does not have, each with the mods it takes."""
    known = views.game_only.findings if views.game_only else {}
    new = {key: each for key, each in views.all.findings.items() if key not in known}
    for key, finding in new.items():
        own = [mod for mod in _nearest_first(views, finding) if _has(views.alone(mod), key)]
        yield ModFinding(finding, (own[0].name,) if own else _find_pair(views, key, finding))


def _has(view: View | None, key: FoundKey) -> bool:
    return view is not None and key in view.findings


def _nearest_first(views: ModuleViews, finding: Finding) -> list[Mod]:
    """The mods, first those that the file of a finding belongs to, then the last ones."""

    def is_of(mod: Mod) -> bool:
        path = mod.path.as_posix()
        return finding.file.startswith((f"{path}/", f"{path}: "))

    return sorted(views.mods, key=lambda mod: (not is_of(mod), -views.mods.index(mod)))


def _find_pair(views: ModuleViews, key: FoundKey, finding: Finding) -> tuple[str, ...]:
    """The two mods that have a finding together; all of them where no two do."""
    pairs = list(combinations(_nearest_first(views, finding), 2))
    for pair in pairs if len(pairs) <= _MOST_PAIRS else ():
        in_order = tuple(mod for mod in views.mods if mod in pair)
        if _has(views.with_mods(in_order), key):
            return tuple(mod.name for mod in in_order)
    return tuple(mod.name for mod in views.mods)


def _merges(views: ModuleViews, wanted: set[frozenset[str]]) -> Iterator[PairMerge]:
    pairs: Sequence[tuple[Mod, Mod]] = list(combinations(views.mods, 2))
    for a, b in pairs:
        if frozenset((a.name, b.name)) in wanted:
            merge = try_merge(views, a, b)
            if merge is not None:
                yield merge
