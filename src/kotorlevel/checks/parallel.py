"""Checking many things at once, in several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from kotorlevel.checks.files import Checked, check_file

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from kotorlevel.checks.collect import CheckInputs
    from kotorlevel.checks.options import Options

MOST_WORKERS = 61  # Windows cannot wait for more

_FEW_FILES = 100
_FILES_A_TASK = 16


@dataclass(frozen=True)
class Batch:
    """``check`` is to be called with each of ``jobs``; with fewer than ``few`` of them right here.

    Then starting processes takes longer than the check. A process gets ``a_task`` jobs at a time.
    """

    check: Callable[[Any], Checked]
    jobs: Sequence[Any]
    few: int
    a_task: int = 1


def file_batch(inputs: CheckInputs, options: Options) -> Batch:
    """The files of a check, each by itself."""
    check = partial(check_file, options=options)
    return Batch(check, [*inputs.files], _FEW_FILES, _FILES_A_TASK)


def check_batches(batches: Sequence[Batch], workers: int | None = None) -> Iterator[Checked]:
    """What the check of each job gives, in order: in ``workers`` processes, or one a processor."""
    workers = min(workers or os.cpu_count() or 1, MOST_WORKERS)
    many = [batch for batch in batches if len(batch.jobs) >= batch.few]
    if not many or workers == 1:
        return (checked for batch in batches for checked in map(batch.check, batch.jobs))
    from concurrent.futures import ProcessPoolExecutor  # who checks one file never needs it

    # Processes are started here and not with the first result: by then there may be threads.
    pool = ProcessPoolExecutor(workers)
    try:
        results = {
            id(batch): pool.map(batch.check, batch.jobs, chunksize=batch.a_task) for batch in many
        }
    except (OSError, RuntimeError):  # no more processes to be had
        pool.shutdown(wait=False, cancel_futures=True)
        results = {}
    return _collected(pool, results, batches)


def _collected(
    pool: ProcessPoolExecutor, results: dict[int, Iterator[Checked]], batches: Sequence[Batch]
) -> Iterator[Checked]:
    from concurrent.futures.process import BrokenProcessPool

    try:
        for batch in batches:
            done = 0
            try:
                for checked in results.get(id(batch), ()):
                    done += 1
                    yield checked
            except BrokenProcessPool:  # a worker was killed; go on alone with what is left
                pass
            yield from map(batch.check, batch.jobs[done:])
    finally:
        pool.shutdown(cancel_futures=True)
