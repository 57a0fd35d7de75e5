"""The kernels, compiled by Numba where it is installed (``kotorlevel[fast]``) or as they are."""

import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple
from zlib import crc32

from kotorlevel.query.engine.kernels import (
    floor,
    floor_stream,
    lanes,
    nearest,
    overlap,
    ray,
    ray_stream,
    sweep,
)


class Kernels(NamedTuple):
    """What `Ground` calls, in one of the two ways."""

    compiled: bool
    find_floors: Callable[..., None]
    find_floors_near: Callable[..., None]
    stream_floors: Callable[..., None]
    ask_floor: Callable[..., tuple[int, float]]
    ask_floor_near: Callable[..., tuple[int, float]]
    list_floors: Callable[..., int]
    aim: Callable[..., Any]
    cast_rays: Callable[..., None]
    ask_ray: Callable[..., tuple[int, float, float, float, float]]
    stream_rays: Callable[..., int]
    list_hits: Callable[..., int]
    find_nearest: Callable[..., tuple[int, float, float, float]]
    list_overlaps: Callable[..., int]
    keep_in_boxes: Callable[..., int]
    keep_near: Callable[..., int]
    closest_points: Callable[..., None]
    ask_in_box: Callable[..., int]
    ask_near: Callable[..., int]
    sweep_spheres: Callable[..., None]
    ask_sweep: Callable[..., tuple[int, float]]


def can_compile() -> bool:
    """True where Numba is installed; it is not imported to find out."""
    return find_spec("numba") is not None


@cache
def load_kernels(compiled: bool) -> Kernels:
    """The kernels, compiled or not. Compiling takes seconds the first time and is kept on disk."""
    found: dict[str, Any] = {}
    for module in (floor, floor_stream, ray, ray_stream, nearest, overlap, sweep):
        found |= compile_module(module) if compiled else vars(module)
    return Kernels(compiled, *(found[name] for name in Kernels._fields[1:]))


@cache
def compile_module(module: ModuleType) -> dict[str, Any]:
    """The names of a module of kernels, its functions compiled and calling each other so.

    They are copies: the module keeps its plain functions.
    """
    import numba

    names: dict[str, Any] = dict(vars(module))
    if module is lanes:
        from kotorlevel.query.engine import simd

        return names | {name: getattr(simd, name) for name in names if hasattr(simd, name)}
    functions = {name: each for name, each in names.items() if isinstance(each, FunctionType)}
    others = {each.__module__ for each in functions.values()} - {module.__name__}
    stamp = _stamp(sys.modules[name] for name in sorted(others) if ".kernels." in name)
    for name, function in functions.items():
        if function.__module__ != module.__name__:
            if ".kernels." in function.__module__:
                names[name] = compile_module(sys.modules[function.__module__])[name]
        else:
            copy = FunctionType(function.__code__, names, name)
            copy.__qualname__ = f"{name}{stamp}"
            # As in NumPy, a division by zero is no exception; a check would prevent vectors.
            try:
                names[name] = numba.njit(copy, nogil=True, error_model="numpy", cache=True)
            except RuntimeError:  # nowhere to keep the result: compiled anew in every process
                names[name] = numba.njit(copy, nogil=True, error_model="numpy")
    return names


def _stamp(modules: Iterable[ModuleType]) -> str:
    """What tells apart versions of other modules of kernels, in names of compiled functions.

    What Numba keeps on disk goes with the file of a function, but has those of others inside.
    """
    seen: dict[str, bytes] = {}
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module.__name__ not in seen and module.__file__:
            seen[module.__name__] = Path(module.__file__).read_bytes()
            if module is lanes:
                seen["simd"] = Path(module.__file__).parents[1].joinpath("simd.py").read_bytes()
            names = {getattr(each, "__module__", "") for each in vars(module).values()}
            waiting += [sys.modules[name] for name in names if name and ".kernels." in name]
    return f"_{crc32(b''.join(seen[name] for name in sorted(seen))):x}" if seen else ""
