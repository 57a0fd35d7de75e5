"""`move_entry`: another place for the player to enter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kotorlevel.core.errors import InputError
from kotorlevel.formats.gff import Struct, parse_gff

if TYPE_CHECKING:
    from kotorlevel.area.area import Area

_PLACE = ("Mod_Entry_X", "Mod_Entry_Y", "Mod_Entry_Z")
_DIRECTION = ("Mod_Entry_Dir_X", "Mod_Entry_Dir_Y")


def move_entry(
    area: Area, place: Sequence[float], direction: Sequence[float] | None = None
) -> Area:
    """The area whose player enters at ``place`` (x, y, z), looking in ``direction`` (x, y).

    It is in ``module.ifo``, which is written with the area. Raises `InputError` where there is
    none, or where the module begins in another area::

        kl.write_area(kl.move_entry(kl.load_area("my_mod"), (2, 3, 0)), "moved")
    """
    resource = area.lookup.find("module", "ifo") if area.lookup is not None else None
    if resource is None or area.module is None or area.entry is None:
        text = "no module.ifo that begins in this area: there is no entry to be moved"
        raise InputError(text, source=area.name)
    gff = parse_gff(area.extra.get(("module", "ifo"), resource.read()), resource.source)
    root = _with_numbers(gff.root, _PLACE, place)
    looks = area.module.direction
    if direction is not None:
        root, looks = _with_numbers(root, _DIRECTION, direction), (direction[0], direction[1])
    x, y, z = place
    return replace(
        area,
        module=replace(area.module, entry=(x, y, z), direction=looks),
        extra={**area.extra, ("module", "ifo"): gff.replaced(root).to_bytes()},
    )


def _with_numbers(root: Struct, labels: Sequence[str], values: Sequence[float]) -> Struct:
    missing = [label for label in labels if label not in root]
    if missing:
        raise InputError(f"module.ifo has no {missing[0]}")
    return root.replaced(dict(zip(labels, map(float, values), strict=True)))
