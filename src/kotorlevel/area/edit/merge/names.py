"""What transitions mean in several areas: a code for every room name, whatever its number is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.resource import EMPTY_NAME, name_key

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.mesh.walkmesh import Walkmesh

_SLOT = 1 << 40
_NO_ROOM = 1 << 41
"""Codes from here on: a number of an empty slot, and one that no room has."""


@dataclass(frozen=True, eq=False)
class Version:
    """One side's walkmesh of a room, and what its transitions mean, (F, 3)."""

    mesh: Walkmesh
    codes: NDArray[np.int64]


class RoomNames:
    """A number for every room name of several areas: what transitions mean in all of them."""

    def __init__(self, areas: Iterable[Area | None]) -> None:
        keys = (name_key(room.name) for area in areas if area for room in area.rooms)
        self._spelt = [key for key in dict.fromkeys(keys) if key != EMPTY_NAME]
        self._codes = {key: code for code, key in enumerate(self._spelt)}

    def codes(self, area: Area, mesh: Walkmesh) -> NDArray[np.int64]:
        """(F, 3) what each transition of a mesh of ``area`` means, -1 for nothing."""
        of_room = np.array(
            [
                _SLOT + room.index if room.is_empty_slot else self._codes[name_key(room.name)]
                for room in area.rooms
            ],
            np.int64,
        )
        numbers = mesh.transitions.astype(np.int64)
        known = (numbers >= 0) & (numbers < len(of_room))
        codes = np.where(numbers < 0, numbers, _NO_ROOM + numbers)
        codes[known] = of_room[numbers[known]]
        return codes

    def numbers(
        self,
        codes: NDArray[np.int64],
        index: Mapping[str, int],
        slots: Mapping[int, int],
        count: int,
    ) -> NDArray[np.int64]:
        """The transitions that ``codes`` are in an area of ``count`` rooms, -1 for rooms not there.

        ``index`` gives the rooms by name, ``slots`` the empty slots by their old number. A number
        that no room had stays, unless a room has it now: that would lead where nobody meant.
        """
        of_code = np.array([index.get(key, -1) for key in self._spelt] or [-1], np.int64)
        numbers = codes.copy()
        named = (codes >= 0) & (codes < _SLOT)
        numbers[named] = of_code[codes[named]]
        for at in np.flatnonzero(((codes >= _SLOT) & (codes < _NO_ROOM)).reshape(-1)).tolist():
            numbers.reshape(-1)[at] = slots.get(int(codes.reshape(-1)[at]) - _SLOT, -1)
        beyond = codes >= _NO_ROOM
        numbers[beyond] -= _NO_ROOM
        numbers[beyond & (numbers < count)] = -1
        return numbers

    def without(
        self, version: Version | None, area: Area, kept: Collection[str] = ()
    ) -> Version | None:
        """A version of the base as ``area`` leaves it: without links to rooms that it removed.

        To clear those is no change of its own, so they must not count as one. Rooms of ``kept``
        are in the merged area all the same.
        """
        if version is None:
            return None
        here = {name_key(room.name) for room in area.rooms} | set(kept)
        gone = [code for key, code in self._codes.items() if key not in here]
        codes = np.where(np.isin(version.codes, gone), -1, version.codes)
        return Version(version.mesh, codes)

    def restored(
        self, version: Version | None, base: Version | None, kept: Collection[str]
    ) -> Version | None:
        """A version with the base's links to rooms of ``kept``, which it cleared with these rooms.

        Only where the faces are those of the base: else nobody can tell the edges.
        """
        if version is None or base is None or not kept:
            return version
        if not np.array_equal(version.mesh.faces, base.mesh.faces):
            return version
        codes = [self._codes[key] for key in kept]
        lost = np.isin(base.codes, codes) & (version.codes == -1)
        return Version(version.mesh, np.where(lost, base.codes, version.codes))

    def tell(self, code: int) -> str:
        """A transition in words."""
        if code < 0:
            return "leads nowhere"
        if code >= _SLOT:
            return f"leads to number {code % _SLOT}, which is no room"
        return f"leads to {self._spelt[code]}"
