"""`convert` with binary models: what it takes from the area, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.errors import FormatError, InputError
from support.area.station_models import NODE, write_station
from support.models import Part, make_model

HALL = "station_hall"


@pytest.fixture
def station(tmp_path: Path) -> Path:
    write_station(tmp_path / "station")
    return tmp_path / "station"


def test_a_model_gets_place_seams_and_links_of_its_area(station: Path) -> None:
    old = kl.read_walkmesh(station / f"{HALL}.wok")
    done = kl.convert(station / f"{HALL}.mdl", station / "new.wok")
    mesh = kl.read_walkmesh(station / "new.wok")
    assert np.array_equal(mesh.faces, old.faces)
    assert np.array_equal(mesh.transitions, old.transitions)
    np.testing.assert_allclose(mesh.vertices, old.vertices, atol=1e-5)
    assert mesh.position.tolist() == list(NODE)
    count = int((old.transitions != -1).sum())
    assert count > 0
    assert any("station.lyt has the room" in remark for remark in done.remarks)
    assert f"{count} of {count} link" in " ".join(done.remarks)


@pytest.mark.parametrize("room", ["hall", "corridor", "ramp", "store", "view"])
def test_without_an_older_walkmesh_links_come_from_the_neighbours(station: Path, room: str) -> None:
    path = station / f"station_{room}.wok"
    old = kl.read_walkmesh(path)
    path.unlink()
    done = kl.convert(path.with_suffix(".mdl"), path)
    mesh = kl.read_walkmesh(path)
    assert f"{count_links(old)} link" in done.remarks[-1]
    assert np.array_equal(mesh.transitions, old.transitions)
    assert kl.relink(kl.load_area(station))[1].changes == ()


def bounds(mesh: kl.Walkmesh) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    assert mesh.bounds is not None
    return mesh.bounds


def count_links(mesh: kl.Walkmesh) -> int:
    return int((mesh.transitions != -1).sum())


def test_the_place_has_to_be_known(station: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone" / f"{HALL}.mdl"
    alone.parent.mkdir()
    alone.write_bytes((station / f"{HALL}.mdl").read_bytes())
    target = alone.with_suffix(".wok")
    with pytest.raises(InputError, match="no layout beside it") as error:
        kl.convert(alone, target)
    assert error.value.needs == "position"
    (alone.parent / "a.lyt").write_bytes(kl.Layout().to_bytes())
    with pytest.raises(InputError, match="no layout beside it has a room"):
        kl.convert(alone, target)
    for name in "bc":
        (alone.parent / f"{name}.lyt").write_bytes((station / "station.lyt").read_bytes())
    with pytest.raises(InputError, match=r"several layouts .*b\.lyt.*c\.lyt"):
        kl.convert(alone, target)
    with pytest.raises(InputError, match="has no room"):
        kl.convert(alone, target, layout=alone.parent / "a.lyt")
    with pytest.raises(InputError, match="not both"):
        kl.convert(alone, target, layout=station, position=(0, 0, 0))
    with pytest.raises(InputError, match="three finite"):
        kl.convert(alone, target, position=(0, 0, float("inf")))
    assert not target.exists()
    old = kl.read_walkmesh(station / f"{HALL}.wok")
    (room,) = [r for r in kl.read_layout(station / "station.lyt").rooms if r.name == HALL]
    for more in ({"position": room.position}, {"layout": station}):
        made = kl.convert(alone, target, force=True, **more).mesh
        assert made is not None
        assert len(made.faces) == len(old.faces)
        assert np.abs(bounds(made) - bounds(old)).max() < 1e-5
    origin = kl.convert(alone, target, position=(0, 0, 0), force=True).mesh
    assert origin is not None
    shift = np.asarray(room.position)
    assert np.abs(bounds(origin) + shift - bounds(old)).max() < 1e-4


def test_a_walkmesh_goes_back_into_its_model(station: Path) -> None:
    model = station / f"{HALL}.mdl"
    before = model.read_bytes(), model.with_suffix(".mdx").read_bytes()
    wok = station / f"{HALL}.wok"
    same = kl.convert(wok, model, into=model)
    assert (model.read_bytes(), model.with_suffix(".mdx").read_bytes()) == before
    assert "agrees" in same.remarks[-1]
    mesh = kl.read_walkmesh(wok)
    edited = kl.edit.keep_faces(mesh, np.arange(len(mesh.faces) - 1))
    kl.write_walkmesh(edited, wok)
    kl.convert(wok, model, into=model)
    area = kl.load_area(station)
    index = area.room(HALL).index
    found = kl.find_model(area, index).model
    assert found is not None
    back = kl.walkmesh_from_model(found, area.rooms[index].position, original=edited)
    assert np.array_equal(back.faces, edited.faces)
    # Both files come back together.
    kl.undo(station)
    assert (model.read_bytes(), model.with_suffix(".mdx").read_bytes()) == before


def test_what_does_not_fit_is_refused_before_anything_is_written(
    station: Path, tmp_path: Path
) -> None:
    wok, model = station / f"{HALL}.wok", station / f"{HALL}.mdl"
    door = station / "station_door0.dwk"
    other = tmp_path / "other.mdl"
    for source, target, more, text in (
        (wok, other, {}, "name the model that it goes into"),
        (door, other, {"into": model}, "cannot go into a room's model"),
        (wok, tmp_path / "x.wok", {"into": model}, "must end in .mdl"),
        (wok, tmp_path / "x.wok", {"position": (0, 0, 0)}, "is for binary models"),
        (model, tmp_path / "x.dwk", {}, "no walkmesh of a door or placeable"),
        (model, wok, {}, "exists already"),
    ):
        with pytest.raises(FormatError, match=text):
            kl.convert(source, target, **more)
    other.write_bytes(b"")
    with pytest.raises(InputError, match="exists already"):
        kl.convert(wok, other, into=model)
    broken = tmp_path / f"{HALL}.mdl"
    broken.write_bytes(b"\1" + model.read_bytes()[1:])
    with pytest.raises(FormatError, match="no binary model"):
        kl.convert(broken, tmp_path / "y.wok", position=(0, 0, 0))
    broken.write_bytes(make_model([Part("lamp", "light")])[0])
    with pytest.raises(FormatError, match="no walkmesh in this model"):
        kl.convert(broken, tmp_path / "y.wok", position=(0, 0, 0))
    assert {path.name for path in tmp_path.iterdir()} == {"station", "other.mdl", broken.name}


def test_a_door_model_gives_a_file_a_state(tmp_path: Path) -> None:
    corners = [(-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 0.0, 2.0)]
    parts = [
        Part(f"dor_dwk_wg_{state}", "mesh", vertices=corners, faces=[(0, 1, 2)], materials=[7])
        for state in ("closed", "open1", "open2")
    ]
    source = tmp_path / "dor.mdl"
    source.write_bytes(make_model(parts)[0])
    kl.convert(source, tmp_path / "dor.dwk")
    for digit in "012":
        mesh = kl.read_walkmesh(tmp_path / f"dor{digit}.dwk")
        assert mesh.vertices.tolist() == [list(c) for c in corners]
    with pytest.raises(FormatError, match="no walkmesh in this model"):
        kl.convert(source, tmp_path / "dor.wok", position=(0, 0, 0))


def test_an_area_writes_the_model_with_its_room(station: Path, tmp_path: Path) -> None:
    area = kl.load_area(station)
    room = area.room(HALL)
    model = kl.find_model(area, room.index).model
    assert room.mesh is not None
    assert model is not None
    assert kl.list_changes(area.with_model(HALL, model)) == []
    painted = kl.paint(room.mesh, "Nonwalk", faces=[0]).mesh
    new = kl.put_walkmesh(model, painted, room.position)
    edited = area.with_mesh(HALL, painted).with_model(HALL, new)
    assert kl.find_model(edited, room.index).model is new
    written = kl.write_area(edited, tmp_path / "out")
    names = {name for each in written for name in each.changes}
    assert names == {f"{HALL}.wok", f"{HALL}.mdl", f"{HALL}.mdx"} - (
        {f"{HALL}.mdx"} if new.mdx == model.mdx else set()
    )
    kl.write_area_in_place(edited)
    again = kl.load_area(station)
    found = kl.find_model(again, room.index).model
    assert found is not None
    assert found.data == new.data
    kl.undo(station)
    assert kl.read_model(station / f"{HALL}.mdl").data == model.data
