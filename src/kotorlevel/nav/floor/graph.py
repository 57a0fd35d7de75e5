"""`FaceGraph`: the faces that can be walked on and the ways between them, and no more.

It is what a `Floor` is made of. What hangs together can be told from it alone, in a third of the
time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.nav.floor.assemble import Cells, Ways


class Joined(Protocol):
    """Cells and where one can cross: a `Floor` or a `FaceGraph`.

    From the cell ``owner`` (P,) a passage leads to the cell ``to`` (P,).
    """

    def __len__(self) -> int:
        """The number of cells."""

    @property
    def owner(self) -> NDArray[np.integer]:
        """(P,) the cell that each passage leads out of."""

    @property
    def to(self) -> NDArray[np.integer]:
        """(P,) the cell that each passage leads to."""


@dataclass(frozen=True, eq=False)
class FaceGraph:
    """Each face that can be walked on as one of ``cells``, and the ``ways`` out of them.

    ``unusable`` are rooms whose edges cannot be told, each with the reason.
    """

    cells: Cells
    ways: Ways
    unusable: tuple[tuple[int, str], ...] = ()

    def __len__(self) -> int:
        """The number of cells."""
        return len(self.cells.face)

    @cached_property
    def owner(self) -> NDArray[np.integer]:
        """(P,) the cell that each way leads out of."""
        return self.cells.owner[self.ways.side]

    @property
    def to(self) -> NDArray[np.integer]:
        """(P,) the cell that each way leads to."""
        return self.ways.to
