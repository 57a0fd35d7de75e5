"""`load_together`: several levels as they are shown, in one scene.

What is shown together is only looked at: nothing can be edited there, and no way leads from one
level into another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard, Unpack

from kotorlevel.area.install.game import Game, find_game
from kotorlevel.core.errors import InputError
from kotorlevel.view.scene.scene import Scene
from kotorlevel.view.scene.together.join import join_scenes
from kotorlevel.view.show import LevelOptions, Showable, Shown, load_shown

if TYPE_CHECKING:
    from kotorlevel.checks.finding import Report
    from kotorlevel.view.live.watch import Fingerprint

_PATTERN = "*?["


@dataclass(frozen=True, eq=False)
class Together:
    """Several levels that were read, in one ``scene``: beside each other, or in ``one_space``."""

    shown: tuple[Shown, ...]
    scene: Scene
    one_space: bool = False
    _seen: tuple[Fingerprint, ...] = field(default=(), repr=False)

    @staticmethod
    def of(shown: Sequence[Shown], one_space: bool = False) -> Together:
        """These levels together."""
        seen = tuple(each.watched.fingerprint() for each in shown)
        scene = join_scenes([each.scene for each in shown], one_space=one_space)
        return Together(tuple(shown), scene, one_space, seen)

    @property
    def notes(self) -> tuple[str, ...]:
        """What should be known about each level."""
        return tuple(
            f"{each.scene.document['name']}: {note}" for each in self.shown for note in each.notes
        )

    def renewed(self) -> Together:
        """The same with those levels read anew whose files have changed.

        Raises what `load_shown` raises; then this one is still what it was.
        """
        now = tuple(each.watched.fingerprint() for each in self.shown)
        if now == self._seen:
            return self
        shown = [
            each if before == after or each.again is None else each.again()
            for each, before, after in zip(self.shown, self._seen, now, strict=True)
        ]
        return replace(Together.of(shown, self.one_space), _seen=now)


def is_several(source: object, level: LevelOptions) -> TypeGuard[Sequence[Showable]]:
    """True for a list of levels, and for a game with a pattern of modules (``"tar_*"``)."""
    module = level.get("module")
    return isinstance(source, (list, tuple)) or (
        isinstance(source, (str, PathLike)) and bool(module) and _is_pattern(str(module))
    )


def load_together(
    sources: Showable | Sequence[Showable],
    *,
    one_space: bool = False,
    findings: bool | Report = True,
    progress: Callable[[int, int], None] | None = None,
    **level: Unpack[LevelOptions],
) -> Together:
    """Several levels in one scene: beside each other, or in ``one_space`` as they lie.

    Each of ``sources`` is what `load_shown` takes, with what it takes beside it. Where ``module``
    is a pattern such as ``"tar_*"``, a game stands for all of its modules that fit. Findings keep
    the numbers that they have in their level, with its letter before them.

        both = kl.load_together(["tar_m02aa.mod", "tar_m02ac.mod"])
        Path("both.svg").write_text(kl.draw_map(both.scene), "utf-8")

    Raises `InputError` for ways across a level, and what `load_shown` raises.
    """
    if level.get("paths"):
        raise InputError("ways are shown in one level, not in several", argument="paths")
    if not isinstance(findings, bool):
        raise TypeError("the findings of several levels are those of their checks, or none")
    listed = [sources] if isinstance(sources, (str, PathLike)) else sources
    asked = [pair for source in listed for pair in _expand(source, level)]  # type: ignore[union-attr]
    shown = []
    for source, options in asked:
        shown.append(load_shown(source, findings=findings, **options))
        if progress is not None:
            progress(len(shown), len(asked))
    return Together.of(shown, one_space)


def _expand(source: Showable, level: LevelOptions) -> list[tuple[Showable, LevelOptions]]:
    """The levels that a source stands for: itself, or the modules of a game that fit a pattern."""
    from kotorlevel.checks.scan import choose_modules

    module = level.get("module")
    is_path = isinstance(source, (str, PathLike))
    if not (is_path and module and _is_pattern(module)):
        return [(source, level)]
    if find_game(Path(source)) is None:  # type: ignore[arg-type]
        text = f"the modules {module!r} are those of a game, and this is none"
        raise InputError(text, source=str(source))
    game = Game.open(Path(source))  # type: ignore[arg-type]
    names = choose_modules(game, [module])
    return [(source, {**level, "module": name}) for name in names]


def _is_pattern(module: str) -> bool:
    return any(letter in module for letter in _PATTERN)
