"""`scan`: checking every module of a game, several at a time."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property
from importlib import import_module
from multiprocessing import get_start_method
from pathlib import Path

from kotorlevel.area.area import Area
from kotorlevel.area.exits import ModuleEnds, Transitions, join_ends, read_game_ends
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import find_level
from kotorlevel.area.install.modules import find_module
from kotorlevel.area.install.place import Place, open_game
from kotorlevel.area.load import read_level
from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.checks.levels import check_level
from kotorlevel.checks.line_ends import tell_line_ends_once
from kotorlevel.checks.options import Options
from kotorlevel.checks.parallel import MOST_WORKERS
from kotorlevel.checks.rule import all_rules
from kotorlevel.checks.run import Progress
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.resource import name_key
from kotorlevel.core.words import count_of

_LATE_IMPORTS = ("nav.causes.find", "nav.causes.narrow", "nav.pathpoints.survey", "query.ground")
"""What rules import when they are first asked."""
DIED = "the process that checked it died"

DrawModule = Callable[[Area, Sequence[Finding]], str]
"""What makes a picture of a module, while its area is at hand: an SVG, or nothing."""


def scan(
    game: Game | str | Path,
    *,
    modules: str | Iterable[str] | None = None,
    override: Sequence[str | Path] = (),
    options: Options | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    picture: DrawModule | None = None,
) -> Scan:
    """The check of every module of a game: its level files, and its area as a whole.

    ``game`` is an installation or its folder, ``override`` are folders that come before it.
    ``modules`` are names or patterns (``"tar_*"``) of the modules that are meant. ``workers`` is
    how many are checked at a time (one a processor), ``progress`` is told how far it is. With a
    ``picture``, such as `draw_small_map`, every module has one. A module that cannot be checked
    has an ``error``. Raises `FormatError` where there is no game or module.

        for module in kl.scan("swkotor", modules="tar_*"):
            print(module.module, module.count(kl.Severity.ERROR))
    """
    extra = game.extra if isinstance(game, Game) else ()
    root = game.root if isinstance(game, Game) else Path(game)
    place = open_game(root, None, [*map(Path, override), *extra])
    assert place.game is not None
    names = choose_modules(place.game, [modules] if isinstance(modules, str) else modules)
    found: dict[str, ModuleScan] = {}
    for each in scan_modules(place.game, names, options or Options(), workers, picture):
        found[each.module] = each
        if progress is not None:
            progress(len(found), len(names))
    return Scan(place, tuple(found[name] for name in names))


def choose_modules(game: Game, wanted: Iterable[str] | None) -> list[str]:
    """The names of the modules that are meant, sorted; all of them where none is named.

    Raises `InputError` for a name or pattern that means none, and where there are none.
    """
    names = [module.name for module in game.modules]
    if not names:
        raise InputError("this game has no modules", source=str(game.root))
    chosen = set()
    for word in wanted or ("*",):
        found = [name for name in names if fnmatchcase(name_key(name), name_key(word))]
        chosen.update(found or [find_module(game, word).name])
    return [name for name in names if name in chosen]


@dataclass(frozen=True)
class ModuleScan:
    """What a module's check found: its ``files`` and ``findings``, or why there are none.

    ``rooms`` is the number of rooms in the layout of its ``area``, ``faces`` those of their
    walkmeshes. ``ends`` are its ways out, and where others arrive in it. ``picture`` is an SVG,
    where one was asked for and there is something to be drawn.
    """

    module: str
    area: str = ""
    rooms: int = 0
    files: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = field(default=(), repr=False)
    error: str = ""
    faces: int = 0
    ends: ModuleEnds | None = field(default=None, repr=False)
    picture: str = field(default="", repr=False)

    def count(self, severity: Severity) -> int:
        """How many findings have exactly this severity."""
        return sum(finding.severity is severity for finding in self.findings)


def scan_module(
    game: Game, module: str, options: Options, picture: DrawModule | None = None
) -> ModuleScan:
    """The check of one module; what cannot be loaded is in ``error``."""
    scan = ModuleScan(module)
    try:
        level = find_level(game.root, game, module)
        scan = replace(scan, area=level.name)
        area = read_level(level)
        scan = replace(scan, ends=ModuleEnds.of(module, level.name, area.git))
        checked = list(check_level(level, area, options))
    except FormatError as error:
        return replace(scan, error=str(error))
    except Exception as error:  # one module must not end the scan of a hundred others
        return replace(scan, error=f"KotorLevel failed on it: {type(error).__name__}: {error}")
    findings = tuple(tell_line_ends_once(f for each in checked for f in each.findings))
    return replace(
        scan,
        rooms=len(area.rooms),
        faces=sum(len(mesh.faces) for mesh in area.meshes if mesh is not None),
        files=tuple(dict.fromkeys(each.name for each in checked)),
        findings=findings,
        picture=_draw(picture, area, findings),
    )


def _draw(picture: DrawModule | None, area: Area, findings: Sequence[Finding]) -> str:
    """The picture of a module; none where it fails: what was found counts more."""
    if picture is None:
        return ""
    try:
        return picture(area, findings)
    except Exception:  # as above
        return ""


def scan_modules(
    game: Game,
    modules: Sequence[str],
    options: Options,
    workers: int | None = None,
    picture: DrawModule | None = None,
) -> Iterator[ModuleScan]:
    """`scan_module` for each of ``modules``, as they are done.

    A module whose process dies is reported with an error, and the others go on. One module alone,
    and all of them with one worker asked for, are checked in this process.
    """
    if workers == 1 or len(modules) <= 1:
        yield from (scan_module(game, module, options, picture) for module in modules)
        return
    workers = min(workers or os.cpu_count() or 1, MOST_WORKERS, len(modules))
    if get_start_method() == "fork":  # then no process has to import this itself
        all_rules()
        for name in _LATE_IMPORTS:
            import_module(f"kotorlevel.{name}")
    # Without what this process has read already.
    fresh = (Game(game.root, game.extra), options, picture)
    doubtful: list[str] = []
    left = list(modules)
    while left:
        done, broken = yield from _scan_some(fresh, left, workers)
        if not done and not broken:
            doubtful += left
            break
        left = [module for module in left if module not in done and module not in broken]
        doubtful += broken
    # Whichever of these killed its process does so again when it is alone.
    for module in doubtful:
        done, _ = yield from _scan_some(fresh, [module], 1)
        if not done:
            yield ModuleScan(module, error=DIED)


_Given = tuple[Game, Options, DrawModule | None]
"""What is the same for all modules of a scan."""


def _scan_some(
    given: _Given, modules: Sequence[str], workers: int
) -> Generator[ModuleScan, None, tuple[set[str], list[str]]]:
    """The scans until all are done or a process dies; returns what is done and what was running."""
    done: set[str] = set()
    waiting = list(reversed(modules))
    running: dict[Future[ModuleScan], str] = {}
    pool = ProcessPoolExecutor(workers, initializer=_begin, initargs=(given,))
    try:
        while waiting or running:
            while waiting and len(running) < 2 * workers:
                running[pool.submit(_scan_next, waiting[-1])] = waiting[-1]
                waiting.pop()
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                scan = future.result()
                done.add(running.pop(future))
                yield scan
    except BrokenProcessPool:
        return done, list(running.values())
    except OSError:  # no more processes to be had
        game, options, picture = given
        left = [each for each in modules if each not in done]
        yield from (scan_module(game, each, options, picture) for each in left)
        return set(modules), []
    finally:
        pool.shutdown(cancel_futures=True)
    return done, []


# In the processes: one game for all modules, so that its KEY is read once.

_given: _Given | None = None


def _begin(given: _Given) -> None:
    global _given
    _given = given


def _scan_next(module: str) -> ModuleScan:
    assert _given is not None
    game, options, picture = _given
    return scan_module(game, module, options, picture)


# All modules together


@dataclass(frozen=True)
class RuleCount:
    """How often a rule was broken: ``findings``, each counted once, in how many ``modules``."""

    rule: str
    name: str
    findings: int
    modules: int
    worst: Severity


@dataclass(frozen=True, repr=False)
class Scan:
    """The checks of the modules of a game, one after the other by name.

    ``place`` is the game as it was opened. What several modules share counts once in ``report``.
    """

    place: Place
    modules: tuple[ModuleScan, ...]

    def __len__(self) -> int:
        return len(self.modules)

    def __iter__(self) -> Iterator[ModuleScan]:
        return iter(self.modules)

    def __repr__(self) -> str:
        words = ", ".join(self.report.counts) or "no faults"
        return f"<Scan: {words} in {count_of(len(self), 'module')}>"

    @cached_property
    def report(self) -> Report:
        """One report on all modules; what several of them share is in it once."""
        findings: dict[tuple[object, ...], Finding] = {}
        for each in self.modules:
            findings |= dict(_identify(each.findings))
        files = tuple(file for each in self.modules for file in each.files)
        return Report(tuple(findings.values()), files)

    @cached_property
    def rules(self) -> tuple[RuleCount, ...]:
        """How often each rule was broken, by rule."""
        modules = Counter(rule for each in self.modules for rule in {f.rule for f in each.findings})
        found = {rule: self.report.of_rule(rule) for rule in sorted(modules)}
        return tuple(
            RuleCount(
                rule,
                same[0].name,
                len(same),
                modules[rule],
                max(finding.severity or Severity.INFO for finding in same),
            )
            for rule, same in found.items()
        )

    @property
    def failed(self) -> tuple[ModuleScan, ...]:
        """The modules that could not be checked."""
        return tuple(each for each in self.modules if each.error)

    @cached_property
    def transitions(self) -> Transitions:
        """Where the doors and triggers of these modules lead to, also to modules not checked."""
        game = self.place.game
        assert game is not None
        ends = [
            each.ends or ModuleEnds(each.module, each.area, error=each.error or "not checked")
            for each in self.modules
        ]
        names = [module.name for module in game.modules]
        return join_ends(ends, names, lambda name: read_game_ends(game, name))

    def list_modules(self, finding: Finding) -> list[str]:
        """The modules that have a finding of ``report``."""
        return self._sharers[id(finding)]

    @cached_property
    def _sharers(self) -> dict[int, list[str]]:
        modules: dict[tuple[object, ...], list[str]] = {}
        same_as: dict[int, tuple[object, ...]] = {}
        for each in self.modules:
            for same, finding in _identify(each.findings):
                modules.setdefault(same, []).append(each.module)
                same_as[id(finding)] = same
        return {number: modules[same] for number, same in same_as.items()}


def _identify(findings: Iterable[Finding]) -> Iterator[tuple[tuple[object, ...], Finding]]:
    """The findings of one module, each with what makes it the same as that of another module."""
    seen: Counter[tuple[object, ...]] = Counter()
    for f in findings:
        same = (f.file, f.rule, f.text, f.place, f.numbers, f.section, f.offset, f.line)
        seen[same] += 1
        yield (*same, seen[same]), f  # equal ones within one module are several all the same
