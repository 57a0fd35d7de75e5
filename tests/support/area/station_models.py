"""The sample station on a disk with a model for each of its rooms, away from where they stand."""

from __future__ import annotations

from pathlib import Path

import kotorlevel as kl
from support.models import Point, room_model

NODE = (0.5, -2.0, 0.25)


def write_station(folder: Path, game: str = "k1") -> dict[str, Point]:
    """Write it; where the layout has each room."""
    folder.mkdir(exist_ok=True)
    for name, data in kl.make_station().items():
        (folder / name).write_bytes(data)
    layout = kl.read_layout(folder / "station.lyt")
    places: dict[str, Point] = {}
    for index, room in enumerate(layout.rooms):
        place = (10.25 * index - 3.0, 40.5, 0.125 * index)
        layout = layout.moved(kl.LayoutRoom, index, place)
        places[room.name] = place
        mesh = kl.read_walkmesh(folder / f"{room.name}.wok")
        mdl, mdx = room_model(mesh, place, NODE, game)
        (folder / f"{room.name}.mdl").write_bytes(mdl)
        (folder / f"{room.name}.mdx").write_bytes(mdx)
    (folder / "station.lyt").write_bytes(layout.to_bytes())
    return places
