"""Judge a program by the cases of the suite.

    python -m conformance.judge "python my_program.py"
    python -m conformance.judge "python -m conformance.programs.pykotor" --json out.json

The program is called with a task (``rewrite``, ``rebuild`` or ``compile``), the file to read and
the file to write. It ends with 0 when it has written it, with 3 when it does not know this task or
format, and with anything else when it refuses the file. A traceback, a signal and more than
20 seconds count as a crash. Python alone is needed.
"""

from __future__ import annotations

import argparse
import json
import math
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from conformance import bwm, texts
from conformance.make import CASES, Case

CANNOT = 3
SECONDS = 20.0
NEAR = 1e-5
"""How far floats may be off where a text was compiled: programs round places differently."""

GOOD = ("bytes", "values", "refused")
"""Verdicts that pass: the same bytes, the same values in other bytes, a refusal that was due."""


@dataclass(frozen=True)
class Verdict:
    """What a program made of a case: ``result`` in a word, and where it differs."""

    case: str
    result: str
    details: str = ""

    @property
    def passed(self) -> bool:
        """True where what came out is right."""
        return self.result in GOOD


def load_cases(folder: Path = CASES) -> list[Case]:
    """The cases of the manifest."""
    return [Case(**row) for row in json.loads((folder / "cases.json").read_text(encoding="utf-8"))]


def judge(program: Sequence[str], folder: Path = CASES, workers: int = 2) -> list[Verdict]:
    """The verdict on every case, in the order of the manifest."""
    with tempfile.TemporaryDirectory() as out, ThreadPoolExecutor(workers) as pool:
        return [
            *pool.map(
                lambda case: _judge_case(program, case, folder, Path(out)), load_cases(folder)
            )
        ]


def _judge_case(program: Sequence[str], case: Case, folder: Path, out: Path) -> Verdict:
    source = folder / case.task / case.source
    ending = _binary_ending(source) if case.task == "compile" else source.suffix
    target = out / case.task / f"{source.name.partition('.')[0]}{ending}"
    target.parent.mkdir(exist_ok=True)
    task = "rewrite" if case.task == "refuse" else case.task
    try:
        run = subprocess.run(
            [*program, task, str(source.resolve()), str(target)],
            capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Verdict(case.name, "crash", f"no answer within {SECONDS:.0f} s")
    said = run.stderr.strip().splitlines()[-1:] or [""]
    if run.returncode == CANNOT:
        return Verdict(case.name, "cannot")
    if run.returncode < 0 or "Traceback (most recent call last)" in run.stderr:
        return Verdict(case.name, "crash", said[0])
    if case.task == "refuse":
        if run.returncode == 0:
            return Verdict(case.name, "accepted", "the file cannot be read, and nothing was said")
        return Verdict(case.name, "refused", said[0])
    if run.returncode or not target.is_file():
        return Verdict(case.name, "refusal", said[0] or f"ended with {run.returncode}")
    return _compare(case, source, target.read_bytes(), folder)


def _binary_ending(source: Path) -> str:
    return ".pwk" if ".pwk" in source.suffixes else ".wok"


def _compare(case: Case, source: Path, data: bytes, folder: Path) -> Verdict:
    if case.task == "rewrite" and data == source.read_bytes():
        return Verdict(case.name, "bytes")
    expected = json.loads((folder / case.task / case.expected).read_text(encoding="utf-8"))
    expected.pop("offsets", None)
    try:
        found = _read(case, data)
    except ValueError as error:
        return Verdict(case.name, "differs", f"cannot be read again: {error}")
    # Where corners are equal on the axis, several orders of the tree are right.
    near = NEAR if case.task == "compile" else 0.0
    differing = [name for name in expected if not _is_same(expected[name], found.get(name), near)]
    if "nodes" in differing and case.task != "rewrite" and not (fault := find_tree_fault(found)):
        differing.remove("nodes")
    elif "nodes" in differing and case.task != "rewrite":
        differing[differing.index("nodes")] = f"nodes ({fault})"
    if {"vertices", "faces"} & {*differing} and _corners(expected) == _corners(found):
        # Numbers of vertices are free where a mesh is made, and to be kept where it is not.
        differing = [name for name in differing if name not in ("vertices", "faces")]
        differing += ["numbers of vertices"] if case.task == "rewrite" else []
    if differing:
        return Verdict(case.name, "differs", ", ".join(differing))
    return Verdict(case.name, "values")


def _read(case: Case, data: bytes) -> dict[str, Any]:
    if case.source.endswith(".lyt"):
        return texts.read_layout(data)
    if case.source.endswith(".vis"):
        return texts.read_visibility(data)
    return bwm.unpack(data)


def _corners(tables: dict[str, Any]) -> list[list[Any]]:
    vertices = dict(enumerate(tables.get("vertices", ())))
    return [[vertices.get(v) for v in face] for face in tables.get("faces", ())]


def _is_same(a: Any, b: Any, near: float) -> bool:
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(lambda x, y: _is_same(x, y, near), a, b))
    if isinstance(a, int | float) and isinstance(b, int | float):
        return a == b or math.isclose(a, b, rel_tol=near, abs_tol=near)
    return bool(a == b)


def find_tree_fault(tables: bwm.Tables) -> str:
    """What is wrong with a tree, in a few words; empty for every tree that the game can use.

    Each face in one leaf, children after their parent, flags 1 to 32, and boxes that hold their
    faces and are grown by 0.01.
    """
    nodes, faces, vertices = tables["nodes"], tables["faces"], tables["vertices"]
    if len(nodes) != max(0, 2 * len(faces) - 1):
        return f"{len(nodes)} nodes for {len(faces)} faces"
    leaves = sorted(node[6] for node in nodes if node[6] >= 0)
    if leaves != list(range(len(faces))):
        return "not every face has one leaf"
    for number, (*box, face, _, plane, left, right) in enumerate(nodes):
        if face >= 0:
            corners = [vertices[v] for v in faces[face]]
            low = [min(c[i] for c in corners) - 0.01 for i in range(3)]
            high = [max(c[i] for c in corners) + 0.01 for i in range(3)]
            if not _is_same([*low, *high], list(box), 1e-4):
                return "boxes of leaves"
        elif not (number < left < len(nodes) and number < right < len(nodes)):
            return "numbers of children"
        elif plane not in (1, 2, 4, 8, 16, 32):
            return "planes"
        else:
            pair = nodes[left], nodes[right]
            low = [min(child[i] for child in pair) for i in range(3)]
            high = [max(child[i] for child in pair) for i in range(3, 6)]
            if not _is_same([*low, *high], list(box), 1e-4):
                return "boxes of inner nodes"
    return ""


def summarise(verdicts: Sequence[Verdict]) -> dict[str, dict[str, int]]:
    """How many of each result, by task."""
    counts: dict[str, dict[str, int]] = {}
    for verdict in verdicts:
        task = counts.setdefault(verdict.case.partition("/")[0], {})
        task[verdict.result] = task.get(verdict.result, 0) + 1
    return counts


def main() -> int:
    """Judge the program that was named and print what it made of every case."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("program", help="the command that is called with TASK IN OUT")
    parser.add_argument("--name", default="", help="what the program is called")
    parser.add_argument("--json", type=Path, help="write the verdicts here, too")
    arguments = parser.parse_args()
    name = arguments.name or arguments.program
    verdicts = judge(shlex.split(arguments.program))
    width = max(len(verdict.case) for verdict in verdicts)
    for verdict in verdicts:
        sign = "ok  " if verdict.passed else "    " if verdict.result == "cannot" else "FAIL"
        print(f"{sign} {verdict.case:{width}}  {verdict.result:8} {verdict.details[:100]}")
    passed = sum(verdict.passed for verdict in verdicts)
    print(f"{name}: {passed} of {len(verdicts)}; {summarise(verdicts)}")
    if arguments.json:
        rows = [asdict(verdict) for verdict in verdicts]
        content = {"program": name, "passed": passed, "cases": len(verdicts), "verdicts": rows}
        arguments.json.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 0 if passed == len(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
