"""What is said about mods together: files that win, clashes, findings, merges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from kotorlevel.checks.finding import Finding, Severity, severity_of
from kotorlevel.checks.reports.json import finding_to_json
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.area.edit.merge.three_way import Conflict

ClashKind = Literal["links", "room", "position", "model", "sight", "override", "module"]


@dataclass(frozen=True)
class FileWin:
    """A file that several mods have, not alike: ``winner`` has the copy that the game takes.

    ``winner`` is empty where the game takes its own; ``losers`` are in the order of the mods.
    """

    filename: str
    winner: str
    losers: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"file": self.filename, "winner": self.winner or None, "losers": list(self.losers)}


@dataclass(frozen=True)
class Clash:
    """Something that does not fit together because ``winner`` wins over ``loser``.

    ``kind``: ``links`` for walkmeshes that count rooms as in another layout; ``room`` for rooms
    that the layout lacks; ``position`` for walkmeshes of rooms that stand elsewhere; ``model`` for
    rooms seen as in one mod and walked on as in the other; ``sight`` for rooms that the VIS does
    not know; ``override`` for files in a module that another mod's Override hides; ``module`` for
    a MOD that replaces a whole one. ``files`` are those of ``loser`` that it is about.
    """

    kind: ClashKind
    severity: Severity
    winner: str
    loser: str
    files: tuple[str, ...]
    text: str

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "kind": self.kind,
            "severity": self.severity.label,
            "winner": self.winner,
            "loser": self.loser,
            "files": list(self.files),
            "text": self.text,
        }


@dataclass(frozen=True)
class ModFinding:
    """A finding that the game alone does not have, and the ``mods`` that bring it: one, or more."""

    finding: Finding
    mods: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"mods": list(self.mods), **finding_to_json(self.finding)}


@dataclass(frozen=True)
class PairMerge:
    """What merging two mods' versions of an area gives: ``conflicts``, or why it cannot be done.

    ``a`` and ``b`` are the names of the mods, ``paths`` what is merged: two levels, the base being
    the game's own module.
    """

    a: str
    b: str
    paths: tuple[Path, Path]
    conflicts: tuple[Conflict, ...] = ()
    error: str = ""
    has_base: bool = True

    @property
    def is_clean(self) -> bool:
        """True when the merge needs nobody to decide anything."""
        return not self.conflicts and not self.error

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "a": self.a,
            "b": self.b,
            "clean": self.is_clean,
            "conflicts": [
                {"title": each.title, "a": each.a, "b": each.b} for each in self.conflicts
            ],
            "error": self.error or None,
            "paths": [path.as_posix() for path in self.paths],
            "base": self.has_base,
        }


@dataclass(frozen=True)
class ModdedArea:
    """A module that mods change: by whom, which files win, what clashes and what is found.

    ``known`` is the number of findings that the game has without any mod; ``error`` is there where
    the area could not be loaded.
    """

    module: str
    area: str = ""
    mods: tuple[str, ...] = ()
    wins: tuple[FileWin, ...] = ()
    clashes: tuple[Clash, ...] = ()
    findings: tuple[ModFinding, ...] = ()
    merges: tuple[PairMerge, ...] = ()
    known: int = 0
    error: str = ""

    @property
    def together(self) -> tuple[ModFinding, ...]:
        """The findings that no mod has by itself."""
        return tuple(each for each in self.findings if len(each.mods) > 1)

    @property
    def alone(self) -> tuple[ModFinding, ...]:
        """The findings that a mod brings by itself."""
        return tuple(each for each in self.findings if len(each.mods) == 1)

    @property
    def worst(self) -> Severity | None:
        """The worst that clashes and findings have; None where there is nothing."""
        found = [severity_of(each.finding) for each in self.findings]
        return max([*found, *(each.severity for each in self.clashes)], default=None)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        parts = ("wins", "clashes", "findings", "merges")
        return {
            "module": self.module,
            "area": self.area or None,
            "mods": list(self.mods),
            **{part: [each.to_json() for each in getattr(self, part)] for part in parts},
            "known": self.known,
            "error": self.error or None,
        }


@dataclass(frozen=True, repr=False)
class ModsReport:
    """The areas that mods change, as they are with all of the mods in a game.

    ``mods`` are the names in the order in which they are loaded. Areas that no mod touches are not
    looked at; identical copies are not told.
    """

    game: Path
    mods: tuple[str, ...]
    areas: tuple[ModdedArea, ...]

    def __iter__(self) -> Iterator[ModdedArea]:
        return iter(self.areas)

    def __len__(self) -> int:
        return len(self.areas)

    def __repr__(self) -> str:
        clashes = sum(len(each.clashes) for each in self.areas)
        return (
            f"<ModsReport: {count_of(clashes, 'clash')} in {count_of(len(self), 'area')} "
            f"of {count_of(len(self.mods), 'mod')}>"
        )

    @property
    def failed(self) -> tuple[ModdedArea, ...]:
        """The areas that could not be loaded."""
        return tuple(each for each in self.areas if each.error)

    def fails(self, severity: Severity | None) -> bool:
        """True when something is as bad as ``severity``, or worse; None never is."""
        worst = max((each.worst for each in self.areas if each.worst), default=None)
        return severity is not None and worst is not None and worst >= severity

    def to_json(self) -> dict[str, Any]:
        """Plain values, as ``mods.schema.json`` describes them."""
        from kotorlevel import __version__

        return {
            "kotorlevel": __version__,
            "game": self.game.as_posix(),
            "mods": list(self.mods),
            "areas": [each.to_json() for each in self.areas],
        }
