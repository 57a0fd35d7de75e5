"""All that is below a folder as a value: taken at every step of a run, and put back."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kotorlevel.core import leftovers
from support.core.disk import Disk, Step, watched

Tree = dict[str, tuple[int, bytes]]
"""Path → mode, and the bytes of a file, or where a link leads; nothing for a folder."""


def read_tree(root: Path) -> Tree:
    """Everything below ``root``, with the journal and other hidden things."""
    found: Tree = {}
    folders = [str(root)]
    while folders:
        for entry in os.scandir(folders.pop()):
            mode = entry.stat(follow_symlinks=False).st_mode
            name = os.path.relpath(entry.path, root)
            if stat.S_ISLNK(mode):
                found[name] = mode, os.fsencode(Path(entry.path).readlink())
            elif stat.S_ISDIR(mode):
                found[name] = mode, b""
                folders.append(entry.path)
            else:
                found[name] = mode, Path(entry.path).read_bytes()
    return found


def put_tree(root: Path, tree: Tree) -> None:
    """Make ``root`` what it was."""
    leftovers._swept.clear()
    for entry in [*os.scandir(root)]:
        is_folder = entry.is_dir(follow_symlinks=False)
        shutil.rmtree(entry.path) if is_folder else Path(entry.path).unlink()
    for name, (mode, data) in sorted(tree.items()):
        path = root / name
        if stat.S_ISDIR(mode):
            path.mkdir()
        elif stat.S_ISLNK(mode):
            path.symlink_to(os.fsdecode(data))
        else:
            path.write_bytes(data)
            path.chmod(stat.S_IMODE(mode))


@dataclass(frozen=True)
class Death:
    """How a run left the disk that was gone before its step number ``at``.

    ``by_power`` are those in which what was not sent to the disk is lost.
    """

    at: int
    step: Step
    tree: Tree
    by_power: bool = False

    def __str__(self) -> str:
        return f"before step {self.at} ({self.step}){', by power' if self.by_power else ''}"


def record_deaths(root: Path, act: Callable[[], object]) -> tuple[list[Death], int]:
    """Every state of the disk that a killed run can leave, and how many steps a whole run takes.

    ``act`` runs once: whoever is killed before a step leaves what is there before that step. States
    that are equal are told once.
    """
    deaths: list[Death] = []
    seen: set[int] = set()

    def add(step: Step, tree: Tree, *, by_power: bool) -> None:
        key = hash(tuple(sorted(tree.items())))
        if key not in seen:
            seen.add(key)
            deaths.append(Death(len(disk.steps) - 1, step, tree, by_power))

    def before(step: Step) -> None:
        tree = read_tree(root)
        add(step, tree, by_power=False)
        lost = {name: (mode, b"") for name, (mode, _) in tree.items() if is_unsynced(name)}
        if lost:
            add(step, tree | lost, by_power=True)

    def is_unsynced(name: str) -> bool:
        status = (root / name).lstat()
        return stat.S_ISREG(status.st_mode) and (status.st_dev, status.st_ino) in disk.unsynced

    disk = Disk(root, before)
    leftovers._swept.clear()
    with watched(disk):
        act()
    return deaths, len(disk.steps)


def kill_everywhere(root: Path, act: Callable[[], object]) -> Iterator[Death]:
    """Below ``root`` what each killed run of ``act`` leaves, one after the other; at last all."""
    deaths, _ = record_deaths(root, act)
    whole = read_tree(root)
    for death in deaths:
        put_tree(root, death.tree)
        yield death
    put_tree(root, whole)


def find_rests(root: Path) -> list[str]:
    """What runs have left below ``root`` that did not come to their end."""
    return [
        name
        for name in read_tree(root)
        if name.endswith((leftovers.SUFFIX, "begun.json", ".put"))
        or (Path(name).name.isdecimal() and not (root / name / "entry.json").exists())
    ]
