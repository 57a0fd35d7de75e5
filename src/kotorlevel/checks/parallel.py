"""Checking many files at once, in several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import repeat
from pathlib import Path
from typing import TypeVar

from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.checks.run import run_rules, subjects_of_file

_FEW_FILES = 100
"""Below this, starting processes takes longer than the check."""
_FILES_A_TASK = 16
_MOST_WORKERS = 61  # Windows cannot wait for more

T = TypeVar("T")
Named = tuple[Path, str]
"""A file and what reports call it."""
Checked = tuple[str, list[Finding]]
"""What reports call a file, and its findings."""


def check_files(files: Sequence[Named], options: Options) -> Iterator[Checked]:
    """For each file, in order, its name and its findings."""
    return check_each(check_one, files, options, _FEW_FILES, _FILES_A_TASK)


def check_each(
    function: Callable[[T, Options], Checked],
    jobs: Sequence[T],
    options: Options,
    few: int,
    a_task: int = 1,
) -> Iterator[Checked]:
    """``function`` of each job, in order: here where they are few, else in several processes.

    A process gets ``a_task`` jobs at a time.
    """
    workers = min(os.cpu_count() or 1, _MOST_WORKERS)
    if len(jobs) < few or workers == 1:
        return map(function, jobs, repeat(options))
    # Processes are started here and not with the first result: by then there may be threads.
    pool = ProcessPoolExecutor(workers)
    try:
        results = pool.map(function, jobs, repeat(options), chunksize=a_task)
    except (OSError, RuntimeError):  # no more processes to be had
        pool.shutdown(wait=False, cancel_futures=True)
        return map(function, jobs, repeat(options))
    return _collected(pool, results, function, jobs, options)


def _collected(
    pool: ProcessPoolExecutor,
    results: Iterator[Checked],
    function: Callable[[T, Options], Checked],
    jobs: Sequence[T],
    options: Options,
) -> Iterator[Checked]:
    done = 0
    try:
        for result in results:
            done += 1
            yield result
    except BrokenProcessPool:  # a worker was killed; go on alone with what is left
        yield from map(function, jobs[done:], repeat(options))
    finally:
        pool.shutdown(cancel_futures=True)


def check_one(file: Named, options: Options) -> Checked:
    """The name of a file and its findings."""
    path, name = file
    return name, run_rules(subjects_of_file(path, name, options), options, name)
