"""Settings for all tests."""

import gc
import os
import signal
from collections import defaultdict
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from support.quick import EVERYTHING

QUICK_EXAMPLES = 15

# Timings differ from machine to machine; a slow example is not a failure.
settings.register_profile("all", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples every time, so that a change is blamed for what it did and for nothing else.
settings.register_profile(
    "quick", settings.get_profile("all"), max_examples=QUICK_EXAMPLES, derandomize=True
)

MARKERS = (
    "thorough: runs only with --all, because other tests catch nearly everything it does",
    "sampled(count): so many of its cases, evenly spread, unless with --all",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--all``: every test on every real file instead of a sample."""
    parser.addoption("--all", action="store_true", help="every test and real file, not a sample")


def pytest_configure(config: pytest.Config) -> None:
    """Say so before the tests are collected, because they are made for each file."""
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    if config.getoption("--all"):
        os.environ[EVERYTHING] = "1"
    settings.load_profile("all" if EVERYTHING in os.environ else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only ``--all`` runs; a test that is asked for by its name runs always."""
    if EVERYTHING in os.environ or any("::" in each for each in config.args):
        return
    left_out = {item.nodeid for item in items if item.get_closest_marker("thorough")}
    for cases, count in [*_sampled(items), *_seeds(items), *_in_browser(items)]:
        kept = {cases[index * len(cases) // count] for index in range(count)}
        left_out.update(case for case in cases if case not in kept)
    for item in items:
        _take_fewer_examples(item)
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
        items[:] = [item for item in items if item.nodeid not in left_out]


def pytest_sessionstart() -> None:
    """Nothing becomes garbage while thousands of tests are collected: looking for it is in vain."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Nor later, as they stay until the end; what is made from now on is looked at as ever."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """A test that calls the command must not leave its way to end: see `end_quietly`.

    Tests after it would end the whole process by writing to a connection that is gone, in silence.
    """
    yield
    if hasattr(signal, "SIGPIPE") and signal.getsignal(signal.SIGPIPE) is not signal.SIG_IGN:
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        pytest.fail(f"{item.nodeid} leaves SIGPIPE changed: use support.command.run_inside")


def _sampled(items: list[pytest.Item]) -> list[tuple[list[str], int]]:
    """The cases of each test that has too many for the quick run, and how many it may have."""
    cases: dict[str, list[str]] = defaultdict(list)
    counts: dict[str, int] = {}
    for item in items:
        if marker := item.get_closest_marker("sampled"):
            name = item.nodeid.partition("[")[0]
            cases[name].append(item.nodeid)
            counts[name] = int(marker.args[0])
    return [(cases[name], count) for name, count in counts.items() if count < len(cases[name])]


def _seeds(items: list[pytest.Item]) -> list[tuple[list[str], int]]:
    """Cases that differ only in the seed of random numbers: two of them are enough."""
    cases: dict[tuple[str, str], list[str]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled"):
            continue
        if (spec := getattr(item, "callspec", None)) and "seed" in spec.params:
            others = {name: id(value) for name, value in spec.params.items() if name != "seed"}
            cases[item.nodeid.partition("[")[0], repr(others)].append(item.nodeid)
    return [(each, 2) for each in cases.values() if len(each) > 2]


def _in_browser(items: list[pytest.Item]) -> list[tuple[list[str], int]]:
    """Cases of one test of a page, which takes seconds: of sizes, themes, levels every third."""
    cases: dict[str, list[str]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled"):
            continue
        if "browser" in getattr(item, "fixturenames", ()):
            cases[item.nodeid.partition("[")[0]].append(item.nodeid)
    return [(each, (len(each) + 2) // 3) for each in cases.values() if len(each) > 1]


def _take_fewer_examples(item: pytest.Item) -> None:
    """Where a test asks Hypothesis for many examples, the quick run has fewer."""
    test = getattr(getattr(item, "obj", None), "__func__", getattr(item, "obj", None))
    name = "_hypothesis_internal_use_settings"
    asked = getattr(test, name, None)
    if isinstance(asked, settings) and asked.max_examples > QUICK_EXAMPLES:
        setattr(test, name, settings(asked, max_examples=QUICK_EXAMPLES))
