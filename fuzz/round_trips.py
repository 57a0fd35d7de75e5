"""Damaged layouts and visibilities, edited, written, read again: only the edit may differ.

    python fuzz/round_trips.py --count 38000 --seed 1

Real files where they are, else those of the samples, are damaged line by line and word by word.
Prints how many were readable, how many came back the same, and every kind of difference.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src"), str(HERE.parent / "tests")]

import kotorlevel as kl  # noqa: E402
from kotorlevel.errors import FormatError  # noqa: E402
from kotorlevel.formats.lyt import parse_layout  # noqa: E402
from kotorlevel.formats.vis import parse_visibility  # noqa: E402
from mutate import mutate  # noqa: E402
from support.mesh.json_samples import make_samples  # noqa: E402
from target import REAL  # noqa: E402

LARGEST = 6000
WORDS = (
    b"****", b"1e39", b"-1", b"99", b"nan", b"# x", b"donelayout", b"roomcount 1", b"roomcount",
    b"x y", b"othercount 2", b"// y", b"", b"doorhookcount 3", b"beginlayout", b"0", b"x 1",
    b"1.23456789012", b"trackcount 2", b"a b 1 2 3", b"#", b"\x85", b"\xa0", b"obstaclecount 1",
    b'"x"', b"1", b"  x", b"  x 2", b"m55aa V3.28", b"\t",
)  # fmt: skip
KINDS = (kl.LayoutRoom, kl.LayoutTrack, kl.LayoutObstacle, kl.DoorHook)
LAYOUT_PARTS = (
    "rooms", "tracks", "obstacles", "door_hooks", "preamble", "section_comments", "epilogue",
    "others",
)  # fmt: skip


def damage(data: bytes, chance: random.Random) -> bytes:
    """Lines repeated, lost, swapped, put in between; words lost, replaced; letters mutated."""
    lines = data.split(b"\r\n")
    for _ in range(1 + int(chance.random() ** 2 * 6)):
        at, other = (int(chance.random() * len(lines)) for _ in range(2))
        kind = chance.random()
        if kind < 0.15:
            lines.insert(at, lines[other])
        elif kind < 0.3 and len(lines) > 1:
            del lines[at]
        elif kind < 0.4:
            lines[at], lines[other] = lines[other], lines[at]
        elif kind < 0.55:
            lines.insert(at, chance.choice(WORDS))
        elif kind < 0.8:
            lines[at] = _damage_words(lines[at], chance)
        else:
            lines[at] = mutate([lines[at], lines[other]], chance, 300)
    return chance.choice([b"\r\n", b"\r\n", b"\r\n", b"\n", b"\r"]).join(lines)


def _damage_words(line: bytes, chance: random.Random) -> bytes:
    words = line.split(b" ")
    at = int(chance.random() * len(words))
    kind = chance.random()
    words[at : at + (kind < 0.75)] = [] if kind < 0.25 else [chance.choice(WORDS)]
    return b" ".join(words)


def edit_layout(layout: kl.Layout, chance: random.Random) -> kl.Layout:
    """The layout after an edit of any kind of any entry."""
    kinds: list[Any] = [kind for kind in KINDS if getattr(layout, kind.section)]
    what = int(chance.random() * 6) if kinds else 3
    if what == 3:
        return layout.added(kl.LayoutRoom("new_room", (1.0, 2.0, 3.0)))
    if what == 5:
        return layout.added(kl.DoorHook("new_room", "door_1", (1.0, 2.0, 3.0)))
    kind = chance.choice(kinds)
    count = len(getattr(layout, kind.section))
    number = int(chance.random() * count)
    if what == 0:
        return layout.moved(kind, number, (1.5, 2.5, 3.5))
    if what == 1:
        return layout.removed(kind, number)
    if what == 2:
        return layout.renamed(kind, number, "new_name")
    return layout.reordered(kind, chance.sample(range(count), count))


def edit_visibility(sight: kl.Visibility, chance: random.Random) -> kl.Visibility:
    """The visibility after an edit of any kind of any room."""
    rooms = sight.rooms
    what = int(chance.random() * 6) if rooms else 0
    if what == 0:
        return sight.added("new_room", rooms[:2])
    one, other = chance.choice(rooms), chance.choice(rooms)
    if what == 1:
        return sight.with_visible(one, other)
    if what == 2:
        return sight.without_visible(one, other, both=False)
    if what == 3:
        return sight.renamed(one, "new_name")
    return sight.removed(one) if what == 4 else sight.mirrored()


def layout_parts(layout: kl.Layout) -> dict[str, Any]:
    """What a layout says, number by number."""
    return {part: getattr(layout, part) for part in LAYOUT_PARTS}


def visibility_parts(sight: kl.Visibility) -> dict[str, Any]:
    """What a visibility says; entries of one room count as one, as they are written."""
    return {"entries": sight.merged, "epilogue": sight.epilogue}


def run(
    name: str,
    bases: list[bytes],
    count: int,
    chance: random.Random,
    parse: Callable[[bytes], Any],
    edit: Callable[[Any, random.Random], Any],
    parts: Callable[[Any], dict[str, Any]],
) -> int:
    """Try ``count`` damaged files, and print what came of them; how many were different."""
    told: Counter[str] = Counter()
    for _ in range(count):
        data = damage(chance.choice(bases), chance)
        try:
            read = parse(data)
        except FormatError:
            told["unreadable"] += 1
            continue
        try:
            edited = edit(read, chance)
        except ValueError:  # such as a name that is there already
            told["edit refused"] += 1
            continue
        try:
            again = parse(edited.to_bytes())
        except FormatError as error:
            told["writing refused"] += 1
            if told["writing refused"] < 4:
                print(f"  writing refused: {error}")
            continue
        wanted, found = parts(edited), parts(again)
        odd = [part for part in wanted if wanted[part] != found[part]]
        told["different" if odd else "same"] += 1
        if odd and told["different"] < 6:
            print(f"  different {odd}: {data!r:.300}")
    print(f"{name}: {count:,} damaged;", ", ".join(f"{n:,} {k}" for k, n in told.most_common()))
    return told["different"]


def main() -> int:
    """The exit code: 1 where anything came back different."""
    usage = argparse.ArgumentParser(description=__doc__)
    usage.add_argument("--count", type=int, default=2000, help="of each format")
    usage.add_argument("--seed", type=int, default=1)
    asked = usage.parse_args()
    chance = random.Random(asked.seed)
    different = 0
    for ending, parse, edit, parts in (
        ("lyt", parse_layout, edit_layout, layout_parts),
        ("vis", parse_visibility, edit_visibility, visibility_parts),
    ):
        paths = [*REAL["levels"].glob(f"areas/*/*/*.{ending}"), *REAL["corpus"].glob(f"{ending}/*")]
        bases = [path.read_bytes() for path in sorted(paths)]
        bases += [data for name, data in make_samples().items() if name.endswith(ending)]
        bases = [data for data in bases if len(data) <= LARGEST]
        different += run(ending, bases, asked.count, chance, parse, edit, parts)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
