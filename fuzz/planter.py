"""A pytest plugin that plants faults in the running code: each in a process forked for it.

Tests are collected once, which takes most of the time of a few quick ones. Then, for each fault, a
copy of this process puts the code of the changed functions in the place of theirs, and runs tests
until one fails. What is made when a file is loaded, a constant or a default, cannot be changed so.

Loaded by `mutants.py` with ``-p planter``; ``PLANTED`` in the environment is the file that says
what to plant and which tests to run.
"""

from __future__ import annotations

import ast
import gc
import importlib
import json
import os
import pickle
import re
import resource
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import TextIO

import pytest
from _pytest.runner import runtestprotocol

PLANTED = "KOTORLEVEL_PLANTED"
NO_END = "no end"
"""Of tests that took too long: a loop that the fault made endless."""
NOT_HERE = "not here"
"""Of a fault in what is made when a file is loaded."""
BROKEN = "could not be tried: "
"""Of a fault that could not be planted, and why."""
LIMIT = 60
"""CPU seconds, beyond what the tests are known to take, after which there is no end."""
MEMORY = 4 << 30
"""Bytes that a fault may take, for it is not alone on the machine."""


@dataclass
class Trial:
    """A file and what is made of it (None: nothing is changed), and the tests to run.

    They take so many seconds of CPU time; ``to_the_end``: all run, even after one that fails.
    """

    name: str
    path: Path
    tree: ast.Module | None
    tests: list[str]
    seconds: float = 0.0
    to_the_end: bool = False


def pytest_configure(config: pytest.Config) -> None:
    """Take the place of what runs the tests."""
    if planted := os.environ.get(PLANTED):
        config.pluginmanager.register(_Planter(Path(planted)))


class _Planter:
    def __init__(self, planted: Path) -> None:
        self._planted = planted

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        jobs, trials, told = pickle.loads(self._planted.read_bytes())
        items = {item.nodeid: item for item in session.items}
        gc.collect()
        gc.freeze()  # collecting garbage in the copies would copy all memory
        running: dict[int, tuple[Trial, str, Path]] = {}
        with told.open("a", encoding="utf-8") as results:
            for trial in trials:
                if len(running) == jobs:
                    _tell(results, *_wait(running))
                place = tempfile.mkdtemp(prefix="kotorlevel-planted-")
                answer = Path(place, "answer")
                child = os.fork()
                if child == 0:
                    _try(trial, items, answer)
                running[child] = trial, place, answer
            while running:
                _tell(results, *_wait(running))
        return True


def _wait(running: dict[int, tuple[Trial, str, Path]]) -> tuple[Trial, list[str]]:
    """The next trial that ends."""
    child, _ = os.wait()
    trial, place, answer = running.pop(child)
    failed = json.loads(answer.read_text("utf-8")) if answer.exists() else [NO_END]
    shutil.rmtree(place, ignore_errors=True)
    return trial, failed


def _tell(results: TextIO, trial: Trial, failed: list[str]) -> None:
    print(json.dumps([trial.name, failed]), file=results, flush=True)
    if trial.tree is not None:
        told = ", ".join(failed) or f"SURVIVES {len(trial.tests)} tests"
        print(f"{trial.name}  {told}", flush=True)


def _try(trial: Trial, items: dict[str, pytest.Item], answer: Path) -> None:
    """In the forked process: plant, run, answer, end."""
    try:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(answer.parent)
        seconds = int(3 * trial.seconds) + LIMIT
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nowhere, number)
        answer.write_text(json.dumps(_run(trial, items)), "utf-8")
    except Exception as error:
        answer.write_text(json.dumps([f"{BROKEN}{error!r}"]), "utf-8")
    finally:
        os._exit(0)


def _run(trial: Trial, items: dict[str, pytest.Item]) -> list[str]:
    if trial.tree is not None and not plant(trial.path, trial.tree):
        return [NOT_HERE]
    chosen = [items[name] for name in trial.tests if name in items]
    failed = []
    for item, following in zip(chosen, [*chosen[1:], None], strict=True):
        reports = runtestprotocol(item, log=False, nextitem=following)
        if any(report.failed and not _lacks_numba(report) for report in reports):
            failed.append(item.nodeid)
            if not trial.to_the_end:
                break
    return failed


def plant(path: Path, tree: ast.Module) -> bool:
    """Give functions of a module the code of a changed one; False where none changes."""
    parts = path.with_suffix("").parts
    if "kernels" in parts:
        # Compiling takes long, and Numba would keep the fault on disk for later.
        sys.modules["numba"] = None  # type: ignore[assignment]
    name = ".".join(parts[parts.index("kotorlevel") :]).removesuffix(".__init__")
    module = importlib.import_module(name)
    new = {_key(code): code for code in _walk(compile(tree, str(module.__file__), "exec"))}
    changed = False
    for function in [each for each in _functions() if each.__code__.co_filename == module.__file__]:
        code = new.get(_key(function.__code__))
        if code is not None and code != function.__code__:
            if code.co_freevars != function.__code__.co_freevars:
                return False
            function.__code__ = code
            changed = True
    return changed


def _lacks_numba(report: pytest.TestReport) -> bool:
    """Not a fault: Numba was taken away."""
    return sys.modules.get("numba", pytest) is None and bool(
        re.search(r"(ImportError|ModuleNotFoundError):.*numba", report.longreprtext, re.IGNORECASE)
    )


def _functions() -> Iterator[FunctionType]:
    gc.unfreeze()
    yield from (each for each in gc.get_objects() if isinstance(each, FunctionType))


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _walk(code: CodeType) -> Iterator[CodeType]:
    """All functions of a module that are made when it is loaded."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _walk(each)
