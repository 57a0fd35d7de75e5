"""Loading a whole level: where each piece comes from, and going on where one cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.install.game import Game
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.lyt import Layout, LayoutRoom
from support import sample_area
from support.area.level_files import lab, put, put_archive, station
from support.area.watched_files import watch_files
from support.areas import floor
from support.installation import make_installation, mixed_case, needs_case
from support.sample_area import ROOMS, WALKABLE_ROOMS

LOADED: dict[str, Callable[[Path], Area]] = {
    "layout": lambda at: kl.load_area(put(at, station()) / "station.lyt"),
    "flat folder": lambda at: kl.load_area(put(at, station())),
    "nested folder": lambda at: kl.load_area(
        put(at, {f"{name[-3:]}/of/{name}": data for name, data in station().items()})
    ),
    "archive": lambda at: kl.load_area(put_archive(at / "station.mod", station())),
    "two RIMs": lambda at: kl.load_area(_two_rims(at)),
    "game": lambda at: kl.load_area(make_installation(at).folder, module=sample_area.MODULE),
    "game object": lambda at: kl.load_area(
        (made := make_installation(at, version="k2")).folder,
        Game.open(made.folder),
        sample_area.MODULE,
    ),
    "mod and game": lambda at: kl.load_area(
        (made := make_installation(at)).mod, made.folder, sample_area.MODULE
    ),
    "folder and module": lambda at: _folder_and_module(at),
}


def _two_rims(folder: Path) -> Path:
    files = station()
    first = {name: files[name] for name in ("module.ifo", "station.are", "station.git")}
    rest = {name: data for name, data in files.items() if name not in first}
    put_archive(folder / "sta_s.rim", rest)
    return put_archive(folder / "sta.rim", first)


def _folder_and_module(at: Path) -> Area:
    """A folder with the rooms, and the module as it is in the game."""
    files = sample_area.station_files()
    rims = {place: files[place] for place in files if place.endswith(".rim")}
    for place, inside in rims.items():
        put_archive(at / Path(place).name, inside)
    folder = put(
        at / "part", {k: v for place in files.keys() - rims for k, v in files[place].items()}
    )
    return kl.load_area(folder, module=at / "sta_m01aa.rim")


@pytest.mark.parametrize("way", LOADED)
def test_the_whole_level(tmp_path: Path, way: str) -> None:
    """Every way of pointing at it gives the same level, told by hand in `sample_area`."""
    area = LOADED[way](tmp_path)
    assert area.name == "station"
    assert area.problems == ()
    assert [room.index for room in area.rooms] == list(range(7))
    assert tuple(room.name for room in area.rooms) == ROOMS
    assert [room.position for room in area.rooms] == [(10.0 * n, 1.0, 0.5) for n in range(7)]
    assert [room.name for room in area.rooms if room.mesh is not None] == list(WALKABLE_ROOMS)
    assert area.entry == sample_area.ENTRY
    assert area.module is not None
    assert area.module.direction == sample_area.DIRECTION
    assert [door.tag for door in area.doors] == ["gate", "hatch", "exit"]
    assert [placeable.tag for placeable in area.placeables] == ["crate", "sign"]
    assert area.path_points is not None
    points = [tuple(point) for point in area.path_points.points.tolist()]
    assert points == list(sample_area.PATH_POINTS)
    assert area.visibility is not None
    assert "station_hall" in area.visibility
    assert area.surfaces.label(sample_area.OWN_SURFACE[0]) == sample_area.OWN_SURFACE[1]
    assert area.layout.door_hooks[0].position == (24.0, 4.0, 1.5)
    assert area.layout is area.loaded_layout
    assert area.visibility is area.loaded_visibility
    assert not any(room.is_changed for room in area.rooms)


@pytest.mark.parametrize("way", [way for way in LOADED if way != "mod and game"])
def test_meshes_are_the_bytes_of_the_files(tmp_path: Path, way: str) -> None:
    """In area space: the position in the layout is not added (FACTS 1)."""
    area = LOADED[way](tmp_path)
    for room in area.rooms:
        if room.mesh is not None:
            assert room.mesh.to_bytes() == station()[f"{room.name}.wok"]
            assert room.mesh is room.loaded
            assert room.resource is not None
            assert room.resource.read() == station()[f"{room.name}.wok"]
            assert room.mesh.surfaces is area.surfaces
    hall = area.room("station_hall").mesh
    assert hall is not None
    assert hall.vertices[:, :2].min(axis=0).tolist() == [0.0, 0.0]
    assert hall.vertices[:, :2].max(axis=0).tolist() == [10.0, 8.0]


# Where it comes from


def test_places_in_a_game(tmp_path: Path) -> None:
    area = LOADED["game"](tmp_path)
    assert [room.source for room in area.rooms] == ["data/models.bif"] * 5 + ["", ""]
    assert {kind: resource.source for kind, resource in area.files.items()} == {
        "lyt": "data/layouts.bif: station.lyt",
        "vis": "data/lightmaps3.bif: station.vis",
        "are": "modules/sta_m01aa.rim: station.are",
        "git": "modules/sta_m01aa.rim: station.git",
        "pth": "modules/sta_m01aa_s.rim: station.pth",
        "2da": "data/2da.bif: surfacemat.2da",
    }
    assert area.surfaces.name == "data/2da.bif: surfacemat.2da"
    assert area.doors[0].sources == ("data/models.bif",) * 3
    assert area.placeables[0].source == "data/models.bif"


def test_places_in_folders(tmp_path: Path) -> None:
    area = LOADED["nested folder"](tmp_path)
    assert area.rooms[0].source == (tmp_path / "wok/of/station_hall.wok").as_posix()
    assert area.files["lyt"].source == (tmp_path / "lyt/of/station.lyt").as_posix()
    assert area.surfaces.name == (tmp_path / "2da/of/surfacemat.2da").as_posix()


def test_places_in_archives(tmp_path: Path) -> None:
    area = LOADED["two RIMs"](tmp_path)
    second = (tmp_path / "sta_s.rim").as_posix()
    assert area.rooms[0].source == second
    assert area.files["git"].source == f"{(tmp_path / 'sta.rim').as_posix()}: station.git"
    assert area.files["pth"].source == f"{second}: station.pth"


def test_a_mod_over_a_game(tmp_path: Path) -> None:
    area = LOADED["mod and game"](tmp_path)
    own = (tmp_path / "mod/rooms/station_corridor.wok").as_posix()
    assert [room.source for room in area.rooms[:3]] == [
        "data/models.bif",
        own,
        "data/models.bif",
    ]
    corridor = area.rooms[1].mesh
    assert corridor is not None
    assert 9 in corridor.materials.tolist()  # the mod's carpet, where the game has metal
    assert 10 not in corridor.materials.tolist()


def test_override_shadows(tmp_path: Path) -> None:
    made = make_installation(tmp_path, shadowed=True)
    area = kl.load_area(made.folder, module=sample_area.MODULE)
    assert area.rooms[0].source == "Override/station_hall.wok"
    assert area.rooms[0].mesh is not None
    assert area.rooms[0].mesh.to_bytes() == made.data("Override", "station_hall.wok")
    assert area.lookup is not None
    copies = area.lookup.copies("station_hall", "wok")
    assert [copy.reason for copy in copies] == ["", "shadowed by Override/station_hall.wok"]


def test_a_mod_replaces_the_rims(tmp_path: Path) -> None:
    made = make_installation(tmp_path)
    area = kl.load_area(made.folder, module="tar_m88zz")
    assert area.entry == (1.5, 0.5, 0.0)
    assert area.path_points is None  # there is one, in the RIM that is not read
    assert area.rooms[0].source == "modules/tar_m88zz.mod"
    assert area.rooms[0].position == (5.0, 6.0, 7.0)


def test_missing_walkmeshes_are_no_problem(tmp_path: Path) -> None:
    files = {"station.lyt": station()["station.lyt"], "station_ramp.wok": b""}
    files["station_ramp.wok"] = station()["station_ramp.wok"]
    alone = kl.load_area(put(tmp_path / "part", files))
    assert [room.name for room in alone.rooms if room.mesh is not None] == ["station_ramp"]
    assert [room.source for room in alone.rooms].count("") == 6
    assert alone.problems == ()
    assert (alone.visibility, alone.git, alone.path_points, alone.module) == (None,) * 4
    assert alone.entry is None
    assert set(alone.files) == {"lyt"}
    made = make_installation(tmp_path)
    whole = kl.load_area(tmp_path / "part", made.folder)
    assert [room.source for room in whole.rooms[:3]] == [
        "data/models.bif",
        "data/models.bif",
        (tmp_path / "part/station_ramp.wok").as_posix(),
    ]
    assert whole.visibility is not None
    assert whole.module is None  # nobody said which module


def test_names_in_any_case(tmp_path: Path) -> None:
    files = {name.upper(): data for name, data in station().items()}
    area = kl.load_area(put(tmp_path, files))
    assert [room.mesh is not None for room in area.rooms] == [True] * 5 + [False] * 2
    assert [door.missing for door in area.doors] == ["", "", "walkmesh"]
    assert area.surfaces.label(31) == "Catwalk"


def test_a_game_in_any_case(tmp_path: Path) -> None:
    needs_case(tmp_path)
    made = make_installation(tmp_path, spelling=mixed_case)
    area = kl.load_area(made.folder, module=sample_area.MODULE.upper())
    assert sum(room.mesh is not None for room in area.rooms) == 5
    assert len(area.doors) == 3


def test_surfaces_without_a_table(tmp_path: Path) -> None:
    area = kl.load_area(put(tmp_path, lab(without=["surfacemat.2da"])))
    assert area.surfaces is kl.Materials.default()
    assert "2da" not in area.files


def test_the_table_decides_what_is_walkable(tmp_path: Path) -> None:
    """Surface 31 is floor by the game's table, and unknown without it."""
    room = {"hall.wok": floor(material=31).to_bytes()}
    with_table = kl.load_area(put(tmp_path / "a", lab(more=room))).rooms[0].mesh
    without = kl.load_area(put(tmp_path / "b", lab(more=room, without=["surfacemat.2da"])))
    assert with_table is not None
    assert with_table.walkable.all()
    assert without.rooms[0].mesh is not None
    assert not without.rooms[0].mesh.walkable.any()


# Odd layouts


def layout_of(*names: str) -> bytes:
    rooms = tuple(LayoutRoom(name, (1.0 * n, 0.0, 0.0)) for n, name in enumerate(names))
    return Layout(rooms).to_bytes()


def test_empty_slots_keep_their_number(tmp_path: Path) -> None:
    """And are not looked for, whatever lies there."""
    names = ("****", "hall", "****", "hall2")
    more = {"lab.lyt": layout_of(*names), "****.wok": b"x", "hall2.wok": floor(4).to_bytes()}
    area = kl.load_area(put_archive(tmp_path / "lab.mod", lab(more={**more})))
    assert [(r.index, r.is_empty_slot, r.mesh is not None) for r in area.rooms] == [
        (0, True, False),
        (1, False, True),
        (2, True, False),
        (3, False, True),
    ]
    assert area.problems == ()


def test_a_layout_without_rooms(tmp_path: Path) -> None:
    area = kl.load_area(put(tmp_path, lab(more={"lab.lyt": layout_of()})))
    assert area.rooms == ()
    (problem,) = area.problems
    assert (problem.code, problem.source) == ("no-rooms", (tmp_path / "lab.lyt").as_posix())
    assert len(area.doors) == 1


def test_rooms_listed_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told, and read once however often."""
    put(tmp_path, lab(more={"lab.lyt": layout_of("hall", "yard", "HALL", "hall")}))
    log = watch_files(monkeypatch)
    area = kl.load_area(tmp_path)
    assert [room.index for room in area.rooms] == [0, 1, 2, 3]
    assert [room.name for room in area.rooms] == ["hall", "yard", "HALL", "hall"]
    assert [room.position[0] for room in area.rooms] == [0.0, 1.0, 2.0, 3.0]
    assert [room.mesh is None for room in area.rooms] == [False, True, False, False]
    assert [(p.code, p.text) for p in area.problems] == [
        ("room-twice", "room 'HALL' is listed twice, as 0 and 2"),
        ("room-twice", "room 'hall' is listed twice, as 0 and 3"),
    ]
    assert sum(read.size for read in log if read.name == "hall.wok") == len(lab()["hall.wok"])


def test_a_layout_that_cannot_be_read(tmp_path: Path) -> None:
    put(tmp_path, lab(more={"lab.lyt": b"beginlayout\r\n roomcount 1\r\n hall 0 zero 0\r\n"}))
    with pytest.raises(FormatError) as raised:
        kl.load_area(tmp_path)
    assert raised.value.source == (tmp_path / "lab.lyt").as_posix()
    assert raised.value.line == 3


def test_a_layout_that_is_not_there(tmp_path: Path) -> None:
    made = make_installation(tmp_path, without=["data/layouts.bif"])
    with pytest.raises(FormatError, match=r"layouts\.bif"):
        kl.load_area(made.folder, module=sample_area.MODULE)
    ifo = sample_area.make_ifo("nowhere", (0.0, 0.0, 0.0))
    bare = make_installation(tmp_path / "b", more={"modules/x.mod": {"module.ifo": ifo}})
    with pytest.raises(FormatError, match=r"there is no nowhere\.lyt") as raised:
        kl.load_area(bare.folder, module="x")
    assert raised.value.source == "nowhere"
