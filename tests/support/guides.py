"""Pages of the documentation, read as what a reader does step by step.

In a block ```` ```console ```` a line ``$ kotorlevel …`` is a command, and the lines below it are
what it prints; ``…`` stands for lines, or for a part of one, that are left out. What readers do by
hand, how a command ends, and which picture of the guide it makes, is said in comments, which nobody
sees:

    <!-- by hand: copy kotorlevel-demo/fixed my_mod -->
    <!-- by hand: fresh kotorlevel-demo/fixed my_mod -->   the same, in place of an older copy
    <!-- by hand: typed lab-level.toml lab/level.toml -->  what was typed, from docs/guides/drawings
    <!-- by hand: run paint my_mod/a.wok … -->       a command that is not shown
    <!-- exit: 1 -->                                for the next block
    <!-- picture: broken.svg -> images/broken.svg -->
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import kotorlevel as kl
from support.corpus import ROOT

GUIDES = ROOT / "docs" / "guides"

_STEP = re.compile(r"<!-- (by hand|exit|picture): (.*?) -->|^```console\n(.*?)^```", re.M | re.S)


@dataclass(frozen=True)
class Command:
    """A command line, what it prints by the guide, and its exit code."""

    arguments: tuple[str, ...]
    output: str
    code: int


@dataclass(frozen=True)
class ByHand:
    """What readers do without a command: a verb and what it takes."""

    verb: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """A file that a command has made, and the picture of the guide that is the same."""

    made: str
    shown: str


def read_steps(text: str) -> Iterator[Command | ByHand | Picture]:
    """The steps of a guide in order."""
    code = 0
    for kind, said, block in _STEP.findall(text):
        if kind == "exit":
            code = int(said)
        elif kind == "by hand":
            verb, *arguments = said.split()
            hidden = Command(tuple(arguments), "…\n", 0)
            yield hidden if verb == "run" else ByHand(verb, tuple(arguments))
        elif kind == "picture":
            made, _, shown = said.partition(" -> ")
            yield Picture(made, shown)
        else:
            yield from _read_block(block, code)
            code = 0


def _read_block(block: str, code: int) -> Iterator[Command]:
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        name, *arguments = shlex.split(command)
        if name == "kotorlevel":
            yield Command(tuple(arguments), output, code)


def prints(shown: str, printed: str) -> bool:
    """Whether ``printed`` is what the guide shows, but for what is left out and for backslashes."""
    pattern = "".join(_pattern(line) for line in shown.replace("\\", "/").splitlines())
    lines = "".join(line.rstrip() + "\n" for line in printed.replace("\\", "/").splitlines())
    return re.fullmatch(pattern, lines) is not None


def _pattern(line: str) -> str:
    if line.strip() == "…":
        return r"(?:.*\n)*?"
    return ".*?".join(map(re.escape, line.rstrip().split("…"))) + r"\n"


def do(step: ByHand) -> None:
    """Do it in the working folder."""
    _VERBS[step.verb](*step.arguments)


def _copy(source: str, target: str) -> None:
    shutil.copytree(source, target)


def _copy_anew(source: str, target: str) -> None:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)


def _copy_file(source: str, target: str) -> None:
    shutil.copyfile(source, target)


def _move_mesh(path: str, *offset: str) -> None:
    x, y, z = map(float, offset)
    kl.write_walkmesh(kl.read_walkmesh(path).translated((x, y, z)).rebuilt(), path)


def _save_in_blender(drawing: str, target: str) -> None:
    """What Blender has saved; the guide says what was done there."""
    shutil.copyfile(GUIDES / "drawings" / drawing, target)


def _move_line(path: str, line: str, before: str) -> None:
    lines = Path(path).read_bytes().splitlines(keepends=True)
    lines.insert(int(before) - 1, lines.pop(int(line) - 1))
    Path(path).write_bytes(b"".join(lines))


def _remove(path: str) -> None:
    Path(path).unlink()


_VERBS: dict[str, Callable[..., None]] = {
    "copy": _copy,
    "copy-file": _copy_file,
    "fresh": _copy_anew,
    "move-mesh": _move_mesh,
    "remove": _remove,
    "blender": _save_in_blender,
    "typed": _save_in_blender,
    "move-line": _move_line,
}
