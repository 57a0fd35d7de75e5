"""``kotorlevel demo``: real files, made and looked into."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from command import run
from kotorlevel.cli.station import ROOMS, make_layout, make_rooms, make_station
from kotorlevel.formats.lyt import read_layout
from kotorlevel.formats.vis import read_visibility
from kotorlevel.mesh.io import read_walkmesh


def test_demo_runs_and_stays_in_its_folder(tmp_path: Path) -> None:
    result = run("demo", "place", cwd=tmp_path)
    assert result.code == 0, result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["place"]
    assert {path.name for path in (tmp_path / "place").iterdir()} == set(make_station())
    assert result.stdout.count("identical") == len(make_station())
    assert "DIFFERENT" not in result.stdout
    assert "the file ends at" in result.stdout
    assert run("demo", "place", cwd=tmp_path).stdout == result.stdout


def test_demo_refuses_a_file(tmp_path: Path) -> None:
    (tmp_path / "place").write_text("mine")
    result = run("demo", "place", cwd=tmp_path)
    assert result.code == 2
    assert "is a file" in result.stderr
    assert (tmp_path / "place").read_text() == "mine"


def test_station_files_are_sound(tmp_path: Path) -> None:
    for name, data in make_station().items():
        (tmp_path / name).write_bytes(data)
    layout = read_layout(tmp_path / "station.lyt")
    assert layout.problems == ()
    assert tuple(room.name for room in layout.rooms) == ROOMS
    visibility = read_visibility(tmp_path / "station.vis")
    assert visibility.problems == ()
    assert visibility.one_way_pairs() == ()
    for name in ROOMS:
        mesh = read_walkmesh(tmp_path / f"{name}.wok")
        assert mesh.stored is not None
        assert mesh.stored.problems == ()
        assert not (np.diff(mesh.walkable.astype(int)) > 0).any()


def test_station_links_meet(tmp_path: Path) -> None:
    """Each link's edge is an edge of the far room, reversed, which leads back."""
    rooms = list(make_rooms().values())
    links = {
        (index, edge["transition"].item()): _ends(mesh, edge["edge"].item())
        for index, mesh in enumerate(rooms)
        for edge in mesh.edges
        if edge["transition"] != -1
    }
    assert set(links) == {(0, 1), (1, 0), (1, 2), (2, 1)}
    for (here, there), (start, end) in links.items():
        assert links[there, here] == (end, start)
    assert len(make_layout().rooms) == len(rooms)


def _ends(mesh: object, edge: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    face, side = divmod(edge, 3)
    corners = mesh.vertices[mesh.faces[face]].tolist()  # type: ignore[attr-defined]
    return tuple(corners[side]), tuple(corners[(side + 1) % 3])
