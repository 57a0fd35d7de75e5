"""Checking many files at once, in several processes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from kotorlevel.check.finding import Finding
from kotorlevel.check.options import Options
from kotorlevel.check.run import run_rules, subjects_of_file

_FEW_FILES = 100
"""Below this, starting processes takes longer than the check."""
_FILES_A_TASK = 16

Named = tuple[Path, str]
"""A file and what reports call it."""


def check_files(files: Sequence[Named], options: Options) -> Iterator[tuple[str, list[Finding]]]:
    """For each file, in order, its name and its findings."""
    workers = os.cpu_count() or 1
    if len(files) < _FEW_FILES or workers == 1:
        yield from map(check_one, files, [options] * len(files))
        return
    done = 0
    try:
        with ProcessPoolExecutor(workers) as pool:
            for result in pool.map(
                check_one, files, [options] * len(files), chunksize=_FILES_A_TASK
            ):
                done += 1
                yield result
    except BrokenProcessPool:  # a worker was killed; go on alone with what is left
        yield from map(check_one, files[done:], [options] * len(files))


def check_one(file: Named, options: Options) -> tuple[str, list[Finding]]:
    """The name of a file and its findings."""
    path, name = file
    return name, run_rules(subjects_of_file(path, name, options), options, name)
