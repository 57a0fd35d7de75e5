"""One target, in a process of its own, which `run.py` starts: ``worker.py MODE TARGET ...``.

MODE ``guided`` is libFuzzer (Atheris): what reaches new code is kept and mutated further. MODE
``quick`` mutates what that has kept, without counting coverage and so several times as fast. A
fault ends neither: the input is kept once for each place that fails.
"""

from __future__ import annotations

import hashlib
import random
import sys
import time
from contextlib import nullcontext, suppress
from pathlib import Path

MODE, NAME, SECONDS, SEED, RUNS, FOLDER = sys.argv[1:7]
folder = Path(FOLDER)
corpus, seeds = folder / "corpus", folder / "seeds"

if MODE == "guided":
    import atheris

    from watch import watching
else:
    watching = nullcontext  # type: ignore[assignment]

from catalogue import find_target, find_watched  # noqa: E402

with watching(find_watched(NAME)):
    target = find_target(NAME)

from judge import Judge  # noqa: E402
from mutate import mutate  # noqa: E402

_WARMING = 20
"""Seeds that are run before anything is timed."""


def write_seeds(made: list[bytes]) -> None:
    """The seeds as files, as libFuzzer wants them."""
    for each in (corpus, seeds):
        each.mkdir(parents=True, exist_ok=True)
    for data in made:
        (seeds / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)


def fuzz_guided(judge: Judge) -> None:
    """Until the time is over; libFuzzer ends the process."""
    options = [
        f"-max_total_time={SECONDS}",
        f"-runs={int(RUNS) or -1}",
        f"-seed={SEED}",
        f"-max_len={judge.target.largest}",
        "-timeout=300",
        "-rss_limit_mb=3000",
        "-print_final_stats=1",
        "-verbosity=1",
        f"-artifact_prefix={folder}/stopped-",
    ]

    def feed(data: bytes) -> None:
        judge(data)
        if not judge.executions % 16:
            judge.report(folder / "done.json", every=1.0)

    atheris.Setup([sys.argv[0], *options, str(corpus), str(seeds)], feed)
    atheris.Fuzz()


def fuzz_quickly(judge: Judge) -> None:
    """Until the time is over."""
    files = sorted([*corpus.glob("*"), *seeds.glob("*")])
    found = [path.read_bytes() for path in files]
    chance = random.Random(f"{NAME} {SEED}")
    end = time.monotonic() + float(SECONDS)
    most = int(RUNS) or sys.maxsize
    while time.monotonic() < end and judge.executions < most:
        for _ in range(16):
            judge(mutate(found, chance, judge.target.largest))
        judge.report(folder / "done.json", every=1.0)
    judge.report(folder / "done.json")


if __name__ == "__main__":
    made = list(target.all_seeds())
    write_seeds(made)
    for each in (b"", *made[:_WARMING]):  # what is imported and made once is no input's fault
        with suppress(Exception):
            target.run(each)
    judge = Judge(target, folder / "faults")
    fuzz_guided(judge) if MODE == "guided" else fuzz_quickly(judge)
