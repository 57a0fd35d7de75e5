"""`recover_layout`: positions and numbers of rooms from their models and walkmeshes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.errors import InputError
from support.area.station_models import write_station
from support.models import Point


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Point]:
    return write_station(tmp_path / "station")


@pytest.fixture
def station(tmp_path: Path, places: dict[str, Point]) -> Path:
    assert places
    return tmp_path / "station"


def test_a_right_layout_stays(station: Path) -> None:
    done = kl.recover_layout(station)
    assert not done.changed
    assert not done.unknown
    assert len(done.rooms) == 5
    assert kl.list_changes(done.area) == []


def test_only_wrong_numbers_change(station: Path, places: dict[str, Point]) -> None:
    path = station / "station.lyt"
    right = path.read_bytes().replace(b"beginlayout", b"# kept  as it is \r\nbeginlayout")
    lines = right.splitlines(keepends=True)
    row = next(n for n, line in enumerate(lines) if b"station_ramp" in line)
    lines[row] = b"\t station_ramp   1.5\t-2 3e1  \r\n"
    path.write_bytes(b"".join(lines))
    done = kl.recover_layout(station)
    (ramp,) = done.changed
    assert (ramp.name, ramp.before) == ("station_ramp", (1.5, -2.0, 30.0))
    assert ramp.position == pytest.approx(places["station_ramp"], abs=0.0005)
    assert done.area.room("station_ramp").position == ramp.position
    written = done.area.layout.to_bytes().splitlines(keepends=True)
    assert written[:row] + written[row + 1 :] == lines[:row] + lines[row + 1 :]
    x, y, z = (f"{value}".encode() for value in places["station_ramp"])
    assert written[row] == b"\t station_ramp   %b\t%b %b  \r\n" % (x, y, z)
    assert [change.filename for change in kl.list_changes(done.area)] == ["station.lyt"]


def test_a_lost_layout_has_places_and_numbers_again(
    station: Path, places: dict[str, Point]
) -> None:
    layout = kl.read_layout(station / "station.lyt")
    (station / "station.lyt").unlink()
    done = kl.recover_layout(station)
    assert done.is_new
    assert done.area.name == "station"  # as its VIS
    assert [room.name for room in done.area.rooms] == [room.name for room in layout.rooms]
    assert [r.name for r in layout.rooms] != sorted(r.name for r in layout.rooms)
    for room in done.area.rooms:
        assert room.position == pytest.approx(places[room.name], abs=0.0005)
    kl.write_area(done.area, station, overwrite=False)
    again = kl.load_area(station)
    assert kl.relink(again)[1].changes == ()
    assert not kl.recover_layout(again).changed


def test_rooms_that_are_not_here_keep_their_numbers(station: Path) -> None:
    for path in (*station.glob("station_corridor.*"), station / "station.lyt"):
        path.unlink()
    names = [room.name for room in kl.recover_layout(station, "lab").area.rooms]
    # Only the corridor leads to the hall and the view: nobody says their numbers.
    assert len(names) >= 4
    assert names.index("station_store") == 3
    assert names.index("station_ramp") == 2
    assert "****" not in names[2:4]


def test_what_cannot_be_told_is_said(station: Path) -> None:
    store = station / "station_store.wok"
    mesh = kl.read_walkmesh(store)
    bent = mesh.vertices * np.array((1.5, 1, 1), np.float32)
    kl.write_walkmesh(mesh.edited(vertices=bent), store)
    (station / "station_view.mdl").unlink()
    (station / "station_ramp.mdl").write_bytes(bytes(50))
    kl.write_walkmesh(kl.edit.keep_faces(mesh, []), station / "station_hall.wok")
    reasons = {room.name: room.reason for room in kl.recover_layout(station).unknown}
    assert "differ by" in reasons.pop("station_store")
    assert reasons.pop("station_view") == "its model is not here"
    assert "station_ramp.mdl" in reasons.pop("station_ramp")
    assert reasons.pop("station_hall") == "its walkmesh has no floor"
    assert not reasons


def test_a_folder_without_rooms_is_no_area(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        kl.recover_layout(tmp_path)
