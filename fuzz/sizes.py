"""Feed readers with large inputs of odd shapes: a second and ten bytes a byte, and no more.

    python fuzz/sizes.py                     every reader, 100 KB
    python fuzz/sizes.py lyt --size 2000000  one, larger

Prints what takes more than a second of CPU time for a megabyte, or more than 50 MB and ten times
its size, or fails; with ``--all`` every shape.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src"), str(HERE.parent / "tests")]

import shapes  # noqa: E402
from catalogue import find_target  # noqa: E402
from judge import MEGABYTE, allowed, measure_memory  # noqa: E402
from target import Target  # noqa: E402

SHAPES: dict[str, Callable[[Target], shapes.Shapes]] = {
    **dict.fromkeys(
        (
            "lyt",
            "vis",
            "lyt-edit",
            "vis-edit",
            "2da-text",
            "csv",
            "ascii",
            "obj",
            "mtl",
            "requests",
        ),
        lambda target: shapes.text_shapes(sorted(target.seeds(), key=len)[-2:]),
    ),
    **dict.fromkeys(
        ("json", "edits"), lambda target: shapes.json_shapes(sorted(target.seeds(), key=len)[-6:])
    ),
    **dict.fromkeys(("bwm", "rebuild"), lambda _: shapes.bwm_shapes()),
    "2da": lambda _: shapes.twoda_shapes(),
    "gff": lambda _: shapes.gff_shapes(),
    "archive": lambda _: shapes.archive_shapes(),
    "key": lambda _: shapes.key_shapes(),
    "tga": lambda _: shapes.picture_shapes(),
    "gltf": lambda _: shapes.gltf_shapes(),
}
"""Target → its shapes."""

_GRACE = 0.25
_WORTH_A_LOOK = 0.5
_GROWTH = 2.5
_STOP = 8.0
"""Seconds for a megabyte after which an input is given up."""


class TooSlowError(BaseException):
    """Not an `Exception`, which code under test might catch."""


def _give_up(*_: object) -> None:
    raise TooSlowError


def judge(target: Target, data: bytes, memory: bool = True) -> tuple[str, str, float, float]:
    """What is wrong, if anything; what is refused; seconds for a megabyte; bytes for a byte."""
    size = len(data) / MEGABYTE
    wrong, told = [], ""
    signal.setitimer(signal.ITIMER_VIRTUAL, _GRACE + _STOP * size)
    before = time.process_time()
    try:
        target.run(data)
    except target.documented as error:
        told = f" (refused: {error!s:.80})"
    except TooSlowError:
        return "slow: given up", "", _STOP, 0.0
    except Exception:
        wrong.append(traceback.format_exc())
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    spent = time.process_time() - before
    if spent > _GRACE + size:
        wrong.append("slow")
    taken = measure_memory(target, data) if memory else 0
    if taken > allowed(data):
        wrong.append("memory")
    return ", ".join(wrong), told, spent / size, taken / len(data)


def main() -> int:
    """The exit code: 1 where anything was found."""
    usage = argparse.ArgumentParser(description=__doc__)
    usage.add_argument("targets", nargs="*", default=list(SHAPES))
    usage.add_argument("--size", type=int, default=100_000)
    usage.add_argument("--all", action="store_true", help="also what is as it should be")
    asked = usage.parse_args()
    signal.signal(signal.SIGVTALRM, _give_up)
    found = 0
    for name in asked.targets:
        target, tried = find_target(name), 0
        worst = most = (0.0, "")
        for shape, make in SHAPES[name](target):
            data = make(asked.size)
            wrong, told, slow, large = judge(target, data)
            less = (
                judge(target, make(asked.size // 4), memory=False)[2]
                if slow > _WORTH_A_LOOK
                else slow
            )
            if slow > _GROWTH * max(less, 0.1):
                wrong += f" {slow / max(less, 0.1):.1f} times as slow as at a quarter of the size"
            tried += 1
            worst, most = max(worst, (slow, shape)), max(most, (large, shape))
            found += bool(wrong)
            if wrong or asked.all:
                print(
                    f"  {name}: {shape}: {slow:.2f} s/MB, {large:.1f} bytes/byte {wrong}{told}",
                    flush=True,
                )
        print(
            f"{name:<10}{tried:>5} shapes; {worst[0]:.2f} s/MB ({worst[1]}), "
            f"{most[0]:.1f} bytes/byte ({most[1]})",
            flush=True,
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
