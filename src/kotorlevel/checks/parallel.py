"""Checking many things at once, in several processes."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from kotorlevel.checks.files import Checked

MOST_WORKERS = 61  # Windows cannot wait for more


@dataclass(frozen=True)
class Batch:
    """``check`` is to be called with each of ``jobs``; with fewer than ``few`` of them right here.

    Then starting processes takes longer than the check. A process gets ``a_task`` jobs at a time.
    """

    check: Callable[[Any], Checked]
    jobs: Sequence[Any]
    few: int
    a_task: int = 1


def check_batches(batches: Sequence[Batch], workers: int | None = None) -> Iterator[Checked]:
    """What the check of each job gives, in order: in ``workers`` processes, or one a processor."""
    workers = min(workers or os.cpu_count() or 1, MOST_WORKERS)
    many = [batch for batch in batches if len(batch.jobs) >= batch.few]
    if not many or workers == 1:
        return (checked for batch in batches for checked in map(batch.check, batch.jobs))
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
