"""Plant faults in a copy of the project, one at a time, and see whether a test fails.

    python fuzz/mutants.py --count 200 --seed 1             over all layers
    python fuzz/mutants.py --count 20 --layer formats/lyt   in one package

A fault is a flipped comparison, a constant that is one off, `and` for `or`, a condition turned
round, a statement left out, another sign, or nothing returned. For each, the tests that name what
stands in the file run first, then all tests of the folder that mirrors it, until one fails. Faults
that no test sees are listed: each is either a missing test or a change that changes no answer.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path("src/kotorlevel")
COPIED = ("src", "tests", "docs", "fuzz", "pyproject.toml", "README.md", "CHANGELOG.md")
MOST_FILES = 4
"""Test files that name what a file defines, which are run first."""

NO_END = "no end"
"""Of tests that took too long: a loop that the fault made endless, or a busy machine."""

_FLIPPED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OTHER_SIGN = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}


@dataclass(frozen=True)
class Mutant:
    """A planted fault: where, what, and the file with it."""

    path: Path
    line: int
    what: str
    text: str


def list_sites(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that can be made wrong, without annotations and what only type checkers see."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        hidden: list[ast.AST | None] = []
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            hidden += [node.returns, *node.decorator_list]
            hidden += [each.annotation for each in (*node.args.args, *node.args.kwonlyargs)]
        elif isinstance(node, ast.AnnAssign):
            hidden.append(node.annotation)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            hidden.append(node)
        elif isinstance(node, (ast.Raise, ast.Assert, ast.JoinedStr)):
            hidden.append(node)  # words for people, and what must never happen
        for each in filter(None, hidden):
            skipped.update(id(inner) for inner in ast.walk(each))
    yield from (n for n in ast.walk(tree) if id(n) not in skipped and _is_site(n))


def _is_site(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return type(node.ops[0]) in _FLIPPED
    if isinstance(node, ast.BinOp):
        return type(node.op) in _OTHER_SIGN and not isinstance(node.left, ast.Constant)
    if isinstance(node, ast.Constant):
        return type(node.value) in (int, float, bool)
    if isinstance(node, ast.Return):
        return node.value is not None
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, (ast.BoolOp, ast.If, ast.AugAssign, ast.IfExp))


def plant(tree: ast.Module, number: int) -> str:
    """Make site ``number`` of the tree wrong; what was done."""
    node = list(list_sites(tree))[number]
    before = ast.unparse(node).split("\n")[0][:60]
    if isinstance(node, ast.Compare):
        node.ops[0] = _FLIPPED[type(node.ops[0])]()
    elif isinstance(node, ast.BinOp):
        node.op = _OTHER_SIGN[type(node.op)]()
    elif isinstance(node, ast.Constant):
        value = node.value
        node.value = not value if isinstance(value, bool) else value + 1  # type: ignore[operator]
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, (ast.If, ast.IfExp)):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Return):
        node.value = ast.Constant(None)
    else:
        _leave_out(tree, node)
        return f"left out: {before}"
    return f"{before}  →  {ast.unparse(node).split(chr(10))[0][:60]}"


def _leave_out(tree: ast.Module, unwanted: ast.AST) -> None:
    for node in ast.walk(tree):
        for _, value in ast.iter_fields(node):
            if isinstance(value, list) and any(each is unwanted for each in value):
                value[[each is unwanted for each in value].index(True)] = ast.Pass()


def choose(layer: str, count: int, seed: int) -> list[Mutant]:
    """So many faults, evenly over the sites of all files of a layer."""
    sites: list[tuple[Path, int]] = []
    trees: dict[Path, ast.Module] = {}
    for path in sorted((ROOT / PACKAGE / layer).rglob("*.py")):
        trees[path] = ast.parse(path.read_text("utf-8"))
        sites += [(path, number) for number, _ in enumerate(list_sites(trees[path]))]
    chosen = random.Random(seed).sample(sites, min(count, len(sites)))
    made = []
    for path, number in chosen:
        tree = copy.deepcopy(trees[path])
        line = getattr(list(list_sites(tree))[number], "lineno", 0)
        what = plant(tree, number)
        text = ast.unparse(ast.fix_missing_locations(tree))
        made.append(Mutant(path.relative_to(ROOT), line, what, text))
    return made


def find_tests(path: Path) -> list[list[str]]:
    """Which tests to run for a source file: those that name what it defines, then its mirror."""
    text = (ROOT / path).read_text("utf-8")
    names = re.findall(r"^(?:def|class) ([A-Za-z]\w+)", text, re.MULTILINE)
    module = ".".join(path.with_suffix("").parts[1:])
    # A private file of a package is tested by the names of the package, too.
    ranked = []
    for test in sorted((ROOT / "tests").rglob("test_*.py")):
        if "browser" in test.name or test.parent.name == "real":
            continue
        content = test.read_text("utf-8")
        score = 20 * content.count(module) + sum(content.count(name) for name in names)
        if score:
            ranked.append((-score, str(test.relative_to(ROOT))))
    first = [name for _, name in sorted(ranked)[:MOST_FILES]]
    mirror = Path("tests", *path.parts[2:-1])
    while not (ROOT / mirror).is_dir():
        mirror = mirror.parent
    rest = [
        str(p.relative_to(ROOT))
        for p in sorted((ROOT / mirror).glob("test_*.py"))
        if "browser" not in p.name and str(p.relative_to(ROOT)) not in first
    ]
    return [files for files in (first, rest) if files]


def is_caught(mutant: Mutant, folder: Path, seconds: float) -> str:
    """Why the fault was noticed, or nothing: a test that fails, or that never ends."""
    place = folder / mutant.path
    original = place.read_text("utf-8")
    place.write_text(mutant.text, encoding="utf-8")
    shared = ROOT.parent / "shared"
    environment = {
        "KOTORLEVEL_CORPUS": str(shared / "corpus"),
        "KOTORLEVEL_LEVELS": str(shared / "levels"),
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder / "src"), str(folder / "tests")]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
    ]
    try:
        for files in find_tests(mutant.path):
            ended = subprocess.run(
                [*command, *files],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
            )
            if ended.returncode in (1, 2, 3, 4):
                failed = re.search(r"^(?:FAILED|ERROR) (\S+)", ended.stdout, re.MULTILINE)
                return failed[1] if failed else "the tests could not run"
    except subprocess.TimeoutExpired:
        return NO_END
    finally:
        place.write_text(original, encoding="utf-8")
    return ""


def main() -> int:
    """The exit code: 0, whatever was found."""
    usage = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    usage.add_argument("--count", type=int, default=20)
    usage.add_argument("--layer", default="", help="a package, such as formats/lyt; all if absent")
    usage.add_argument("--seed", type=int, default=1)
    usage.add_argument("--seconds", type=float, default=300.0, help="that tests of one may take")
    asked = usage.parse_args()
    caught, endless, survivors = 0, 0, []
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kotorlevel-mutants-") as place:
        folder = Path(place, "project")
        folder.mkdir()
        for name in COPIED:
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
        for number, mutant in enumerate(choose(asked.layer, asked.count, asked.seed), 1):
            why = is_caught(mutant, folder, asked.seconds)
            caught += bool(why) and why != NO_END
            endless += why == NO_END
            if not why:
                survivors.append(mutant)
            told = why or "SURVIVES"
            print(f"{number:>4} {mutant.path}:{mutant.line}  {mutant.what}  {told}", flush=True)
    total = caught + endless + len(survivors)
    seconds = time.monotonic() - began
    print(f"\n{caught} of {total} caught, {endless} without an end in time; {seconds:.0f} s\n")
    print("| where | what |\n|---|---|")
    for mutant in survivors:
        print(f"| {mutant.path}:{mutant.line} | `{mutant.what}` |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
