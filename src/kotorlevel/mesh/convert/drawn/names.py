"""What the names of materials and objects in a drawing mean: surfaces, links, rooms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from kotorlevel.core.resource import EMPTY_NAME, name_key
from kotorlevel.mesh.materials import Materials

LINK = "link_"
"""What the material of a gate begins with; the room behind it follows."""

_PREFIX = re.compile(r"^(?:wok|walkmesh|surface)[_ ]", re.IGNORECASE)
_SUFFIX = re.compile(r"\.\d{3,}$")
"""What programs put behind a name that is taken already."""

_LARGEST = 2**31 - 1


def base_name(name: str) -> str:
    """``m55aa_02`` for ``m55aa_02.001``, also where a program did that more than once."""
    name = name.strip()
    while (shorter := _SUFFIX.sub("", name)) != name and shorter:
        name = shorter
    return name


@dataclass(frozen=True)
class MaterialNames:
    """The names of materials for surfaces, by their table, and for links, by the ``rooms``.

    ``rooms`` are the names of the layout in its order; a room without one is told by its number.
    """

    surfaces: Materials
    rooms: tuple[str, ...] = ()

    def of_surface(self, material: int) -> str:
        """The label of a surface, or its number where no label stands for it alone."""
        label = self.surfaces.label(material)
        return label if self._by_label.get(label.lower()) == material else str(material)

    def of_link(self, room: int) -> str:
        """The material of a gate to a room: ``link_m55aa_03``, or ``link_3``."""
        name = self.rooms[room] if 0 <= room < len(self.rooms) else ""
        return f"{LINK}{name if self._by_room.get(name_key(name)) == room else room}"

    def find_surface(self, name: str) -> int | None:
        """The surface that a material's name means; None where it means none.

        ``Metal``, ``metal.001``, ``wok_Metal`` and ``10`` are one.
        """
        label = base_name(name)
        for each in (label, _PREFIX.sub("", label)):
            found = self._by_label.get(each.lower())
            found = _number(each) if found is None else found
            if found is not None:
                return found
        return None

    def find_link(self, name: str) -> int | str | None:
        """The room that the material of a gate names; None for other materials.

        A name as it stands there where the layout has no such room.
        """
        name = base_name(name)
        if not name.lower().startswith(LINK):
            return None
        room = name[len(LINK) :]
        found = self._by_room.get(name_key(room), self._by_spaced_room.get(name_key(room)))
        found = _number(room) if found is None else found
        return room if found is None else found

    @cached_property
    def _by_label(self) -> dict[str, int]:
        """Label in small letters → number, where it stands for one surface and is no number."""
        return _once_each(
            (surface.label.lower(), surface.id)
            for surface in self.surfaces.surfaces
            if _is_plain(surface.label)
        )

    @cached_property
    def _by_spaced_room(self) -> dict[str, int]:
        """The same with _ for spaces, as Blender writes them into an OBJ."""
        return _once_each((key.replace(" ", "_"), room) for key, room in self._by_room.items())

    @cached_property
    def _by_room(self) -> dict[str, int]:
        names = [(name_key(name), number) for number, name in enumerate(self.rooms)]
        return _once_each((key, number) for key, number in names if key != EMPTY_NAME)


def _is_plain(label: str) -> bool:
    """Whether a label can be a material's name that is read back as it was written."""
    is_taken = label.isdecimal() or label.lower().startswith(LINK) or label == "unknown"
    return bool(label) and label == base_name(label) and label.isprintable() and not is_taken


def _number(text: str) -> int | None:
    """The number that a name is; None where it is none, or none of the game's."""
    digits = text.lstrip("0") or text[:1]
    # Python refuses to read thousands of digits.
    is_short = digits.isdecimal() and len(digits) <= len(str(_LARGEST))
    return int(digits) if is_short and int(digits) <= _LARGEST else None


def _once_each(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    twice: set[str] = set()
    for key, number in pairs:
        if key in found:
            twice.add(key)
        found[key] = number
    return {key: number for key, number in found.items() if key not in twice}


def room_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names of a layout's rooms that can stand in a material's name; "" for the others."""
    return tuple(name if name == base_name(name) and name.isprintable() else "" for name in names)
