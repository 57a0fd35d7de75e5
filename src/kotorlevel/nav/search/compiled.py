"""The kernels of walking, compiled by Numba where it is installed or as they are."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from kotorlevel.nav.search.kernels import (
    cell_search,
    clearance,
    corner_search,
    funnel,
    interval_search,
    walk,
)
from kotorlevel.query.engine.compiled import compile_module


class NavKernels(NamedTuple):
    """What searches call, in one of the two ways; both give the same numbers to the last bit."""

    compiled: bool
    search_corners: Callable[..., tuple[int, Any]]
    search_intervals: Callable[..., tuple[Any, float, int]]
    search_cells: Callable[..., tuple[Any, float]]
    flood: Callable[..., Any]
    pull_string: Callable[..., tuple[Any, Any]]
    walk_straight: Callable[..., tuple[Any, bool, int, int, float]]
    walk_along: Callable[..., tuple[Any, bool]]
    find_nearest_wall: Callable[..., tuple[int, float]]


@cache
def load_nav_kernels(compiled: bool) -> NavKernels:
    """The kernels, compiled or not. Compiling takes seconds the first time and is kept on disk."""
    found: dict[str, Any] = {}
    for module in (corner_search, interval_search, cell_search, funnel, walk, clearance):
        found |= compile_module(module) if compiled else vars(module)
    return NavKernels(compiled, *(found[name] for name in NavKernels._fields[1:]))
