"""Checking every module of a game, several at a time."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from importlib import import_module
from multiprocessing import get_start_method
from typing import TYPE_CHECKING

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import find_level
from kotorlevel.area.load import read_level
from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.checks.levels import check_read_level
from kotorlevel.checks.rule import all_rules
from kotorlevel.checks.run import make_report
from kotorlevel.core.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from kotorlevel.checks.options import Options

_MOST_WORKERS = 61  # Windows cannot wait for more
_LATE_IMPORTS = ("nav.causes.find", "nav.causes.narrow", "nav.pathpoints.audit", "query.ground")
"""What rules import when they are first asked."""
DIED = "the process that checked it died"


@dataclass(frozen=True)
class ModuleScan:
    """What a module's check found: its ``files`` and ``findings``, or why there are none.

    ``rooms`` is the number of rooms in the layout of its ``area``.
    """

    module: str
    area: str = ""
    rooms: int = 0
    files: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = field(default=(), repr=False)
    error: str = ""

    def count(self, severity: Severity) -> int:
        """How many findings have exactly this severity."""
        return sum(finding.severity is severity for finding in self.findings)


def scan_module(game: Game, module: str, options: Options) -> ModuleScan:
    """The check of one module; what cannot be loaded is in ``error``."""
    scan = ModuleScan(module)
    try:
        level = find_level(game.root, game, module)
        scan = replace(scan, area=level.name)
        area = read_level(level)
        checked = list(check_read_level(level, area, options))
    except FormatError as error:
        return replace(scan, error=str(error))
    except Exception as error:  # one module must not end the scan of a hundred others
        return replace(scan, error=f"KotorLevel failed on it: {type(error).__name__}: {error}")
    return replace(
        scan,
        rooms=len(area.rooms),
        files=tuple(dict.fromkeys(name for name, _ in checked)),
        findings=tuple(finding for _, found in checked for finding in found),
    )


def scan_modules(
    game: Game, modules: Sequence[str], options: Options, workers: int | None = None
) -> Iterator[ModuleScan]:
    """`scan_module` for each of ``modules``, as they are done.

    A module whose process dies is reported with an error, and the others go on. One module alone,
    and all of them with one worker asked for, are checked in this process.
    """
    if workers == 1 or len(modules) <= 1:
        yield from (scan_module(game, module, options) for module in modules)
        return
    workers = min(workers or os.cpu_count() or 1, _MOST_WORKERS, len(modules))
    if get_start_method() == "fork":  # then no process has to import this itself
        all_rules()
        for name in _LATE_IMPORTS:
            import_module(f"kotorlevel.{name}")
    fresh = Game(game.root, game.extra)  # without what this process has read already
    doubtful: list[str] = []
    left = list(modules)
    while left:
        done, broken = yield from _scan_some(fresh, left, options, workers)
        if not done and not broken:
            doubtful += left
            break
        left = [module for module in left if module not in done and module not in broken]
        doubtful += broken
    # Whichever of these killed its process does so again when it is alone.
    for module in doubtful:
        done, _ = yield from _scan_some(fresh, [module], options, 1)
        if not done:
            yield ModuleScan(module, error=DIED)


def _scan_some(
    game: Game, modules: Sequence[str], options: Options, workers: int
) -> Generator[ModuleScan, None, tuple[set[str], list[str]]]:
    """The scans until all are done or a process dies; returns what is done and what was running."""
    done: set[str] = set()
    waiting = list(reversed(modules))
    running: dict[Future[ModuleScan], str] = {}
    pool = ProcessPoolExecutor(workers, initializer=_begin, initargs=(game, options))
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
        yield from (scan_module(game, each, options) for each in modules if each not in done)
        return set(modules), []
    finally:
        pool.shutdown(cancel_futures=True)
    return done, []


# In the processes: one game for all modules, so that its KEY is read once.

_given: tuple[Game, Options] | None = None


def _begin(game: Game, options: Options) -> None:
    global _given
    _given = game, options


def _scan_next(module: str) -> ModuleScan:
    assert _given is not None
    game, options = _given
    return scan_module(game, module, options)


# All modules together


@dataclass(frozen=True)
class RuleCount:
    """How often a rule was broken: ``findings``, each counted once, in how many ``modules``."""

    rule: str
    name: str
    findings: int
    modules: int
    worst: Severity


def join_scans(scans: Iterable[ModuleScan]) -> Report:
    """One report on all modules; what several of them share is in it once."""
    findings: dict[tuple[object, ...], Finding] = {}
    files: list[str] = []
    for scan in scans:
        files += scan.files
        findings |= dict(identify(scan.findings))
    return make_report(findings.values(), files)


def count_rules(scans: Sequence[ModuleScan]) -> list[RuleCount]:
    """How often each rule was broken, by rule."""
    report = join_scans(scans)
    modules = Counter(rule for scan in scans for rule in {f.rule for f in scan.findings})
    return [
        RuleCount(
            rule,
            report.of_rule(rule)[0].name,
            len(report.of_rule(rule)),
            modules[rule],
            max(finding.severity or Severity.INFO for finding in report.of_rule(rule)),
        )
        for rule in sorted(modules)
    ]


def list_sharers(scans: Sequence[ModuleScan]) -> dict[int, list[str]]:
    """For each finding of `join_scans`, by its ``id``, the modules that have it."""
    modules: dict[tuple[object, ...], list[str]] = {}
    for scan in scans:
        for same, _ in identify(scan.findings):
            modules.setdefault(same, []).append(scan.module)
    return {
        id(finding): modules[same] for scan in scans for same, finding in identify(scan.findings)
    }


def identify(findings: Iterable[Finding]) -> Iterator[tuple[tuple[object, ...], Finding]]:
    """The findings of one module, each with what makes it the same as that of another module."""
    seen: Counter[tuple[object, ...]] = Counter()
    for f in findings:
        same = (f.file, f.rule, f.text, f.place, f.numbers, f.section, f.offset, f.line)
        seen[same] += 1
        yield (*same, seen[same]), f  # equal ones within one module are several all the same
