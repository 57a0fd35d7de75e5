"""Faults to plant: small changes of the code that a test ought to notice.

A fault is a flipped comparison, a constant that is one off, `and` for `or`, a condition turned
round, a statement left out, another sign, or nothing returned. None is planted in annotations,
decorators, texts for people and what only type checkers see.
"""

from __future__ import annotations

import ast
import random
from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path("src/kotorlevel")
FEWEST = 6
"""Faults that a layer gets at least, be it as small as it may."""

_FLIPPED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OTHER_SIGN = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}
_LAID_OUT = {"ljust", "rjust", "center", "wrap", "fill", "indent", "shorten", "secho", "style"}
"""Calls whose numbers only say how a text is laid out."""


@dataclass(frozen=True)
class Fault:
    """Where, what, the file with it, and the lines whose tests should notice it."""

    path: Path
    line: int
    what: str
    tree: ast.Module
    lines: range
    names: tuple[str, ...]
    """Where the line runs when the file is loaded: what other lines call that which it makes."""

    @property
    def name(self) -> str:
        """Where and what, in a line."""
        return f"{self.path}:{self.line} {self.what}"

    @property
    def layer(self) -> str:
        """The package below ``kotorlevel`` that it is in."""
        return self.path.relative_to(PACKAGE).parts[0]


def choose(layer: str, count: int, seed: int) -> list[Fault]:
    """So many faults, spread over the layers by how much could be wrong in each."""
    sites: dict[str, list[tuple[Path, int]]] = defaultdict(list)
    trees: dict[Path, ast.Module] = {}
    for path in sorted((ROOT / PACKAGE / layer).rglob("*.py")):
        below = path.relative_to(ROOT / PACKAGE).parts
        if len(below) > 1:
            trees[path] = ast.parse(path.read_text("utf-8"))
            found = enumerate(_list_sites(trees[path]))
            sites[below[0]] += [(path, number) for number, _ in found]
    total = sum(map(len, sites.values()))
    chosen: list[tuple[Path, int]] = []
    for name, every in sites.items():
        share = max(min(FEWEST, count), round(count * len(every) / total))
        chosen += random.Random(f"{seed} {name}").sample(every, min(share, len(every)))
    return [_make(path, number) for path, number in chosen]


def _make(path: Path, number: int) -> Fault:
    tree = ast.parse(path.read_text("utf-8"))
    node = list(_list_sites(tree))[number]
    lines, names = _find_users(tree, node)
    line = getattr(node, "lineno", 0)
    what = _plant(tree, node)
    ast.fix_missing_locations(tree)
    return Fault(path.relative_to(ROOT), line, what, tree, lines, names)


def _list_sites(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that can be made wrong."""
    hidden: set[int] = set()
    waiting: deque[ast.AST] = deque([tree])
    while waiting:
        node = waiting.popleft()
        hidden.update(map(id, _hide(node)))
        if id(node) not in hidden:
            if _is_site(node):
                yield node
            waiting.extend(ast.iter_child_nodes(node))


def _hide(node: ast.AST) -> list[ast.AST]:
    """What below a node no fault is planted in."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        if node.name in ("__repr__", "__str__"):
            return [node]
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        given += filter(None, (node.args.vararg, node.args.kwarg))
        annotated = [node.returns, *(each.annotation for each in given)]
        return [*node.decorator_list, *filter(None, annotated)]
    if isinstance(node, ast.ClassDef):
        return list(node.decorator_list)
    if isinstance(node, ast.AnnAssign):
        return [node.annotation]
    if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
        return [node]
    if isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        return [node] if called in _LAID_OUT else []
    # Words for people, and what must never happen.
    return [node] if isinstance(node, (ast.Raise, ast.Assert, ast.JoinedStr)) else []


def _is_site(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return type(node.ops[0]) in _FLIPPED
    if isinstance(node, ast.BinOp):
        return type(node.op) in _OTHER_SIGN and not isinstance(node.left, ast.Constant)
    if isinstance(node, ast.Constant):
        return type(node.value) in (int, float, bool)
    if isinstance(node, ast.Return):
        return node.value is not None and not _is_nothing(node.value)
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, (ast.BoolOp, ast.If, ast.AugAssign, ast.IfExp))


def _is_nothing(node: ast.expr) -> bool:
    """Of what is returned: None in its place is the same to most."""
    return isinstance(node, ast.Constant) and not node.value


def _plant(tree: ast.Module, node: ast.AST) -> str:
    """Make a node of the tree wrong; what was done."""
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


def _find_users(tree: ast.Module, site: ast.AST) -> tuple[range, tuple[str, ...]]:
    """The lines that run when a site does, or what is called as what it makes.

    What runs when a file is loaded runs in whatever test comes first, which says nothing. Defaults
    of a function count with its lines, constants and fields with the lines that name them.
    """
    above = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    chain = [site]
    while id(chain[-1]) in above:
        chain.append(above[id(chain[-1])])
    statement = next(node for node in chain if isinstance(node, ast.stmt))
    for inner, node in pairwise(chain):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if isinstance(inner, ast.arguments):
                return range(node.body[0].lineno, (node.end_lineno or 0) + 1), ()
            end = statement.end_lineno or statement.lineno
            if isinstance(statement, ast.If):
                end = statement.test.end_lineno or end
            elif hasattr(statement, "body"):
                end = statement.body[0].lineno - 1
            return range(statement.lineno, max(end, statement.lineno) + 1), ()
    aims = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    named = [n for aim in aims if aim for n in ast.walk(aim) if isinstance(n, ast.Name)]
    return range(0), tuple(node.id for node in named)
