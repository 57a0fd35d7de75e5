"""Values in a notebook: one line each, and a small plan of meshes and areas."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.errors import InputError
from kotorlevel.formats.archives import new_archive
from kotorlevel.formats.pth import make_path_points
from kotorlevel.mesh.colors import surface_color
from support.areas import floor, make_area, write_folder
from support.builders import square_wok
from support.installation import make_installation


def test_one_line_with_figures(tmp_path: Path) -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    area = make_area({"hall": mesh, "void": None}, name="m01aa")
    game = make_installation(tmp_path)
    git = kl.Gff("GIT", kl.load_area(game.folder, module="sta_m01aa").git.root)  # type: ignore[union-attr]
    faces, corners = len(mesh.faces), len(mesh.vertices)
    walkable = int(mesh.walkable.sum())
    assert [
        repr(value)
        for value in (
            mesh,
            area,
            area.rooms[0],
            area.rooms[1],
            area.layout,
            kl.Visibility((kl.VisRoom("hall", ("a", "b")),)),
            kl.TwoDA(("walk",), ("0",), (("1",),)),
            git,
            make_path_points([(0, 0), (1, 0)], [(0, 1)]),
            new_archive("MOD", [("a", "wok", b"1")]),
            kl.Game.open(game.folder),
        )
    ] == [
        f"<Walkmesh of a room, {faces} faces, {walkable} walkable, {corners} vertices>",
        "<Area 'm01aa', 1 of 2 rooms with a walkmesh>",
        f"<Room 0 'hall', {faces} faces>",
        "<Room 1 'void', no walkmesh>",
        "<Layout 2 rooms>",
        "<Visibility 1 room, 2 pairs>",
        "<TwoDA 1 row, 1 column>",
        f"<Gff 'GIT', {len(git.root)} fields>",
        "<PathPoints 2 points, 1 connection>",
        "<Archive MOD '', 1 entries>",
        f"<Game k1 {str(game.root)!r}, 3 modules>",
    ]


def polygons(html: str) -> list[ElementTree.Element]:
    figure = ElementTree.fromstring(html)
    return [each for each in figure.iter() if each.tag.endswith("polygon")]


def test_a_plan_has_the_faces_in_their_colours_and_places() -> None:
    mesh = kl.Walkmesh.from_arrays(
        [(0, 0, 0), (4, 0, 0), (4, 2, 0), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)], [4, 7]
    )
    first, second = polygons(mesh._repr_html_())
    assert {first.get("fill"), second.get("fill")} == {
        surface_color("Stone", 4),
        surface_color("Nonwalk", 7),
    }
    stone = first if first.get("fill") == surface_color("Stone", 4) else second
    # 4 m are 320 pixels, and north is up: y = 0 is at the bottom.
    assert stone.get("points") == "0.0,160.0 320.0,160.0 320.0,0.0"
    assert float(stone.get("fill-opacity", "")) > 0.9


def test_an_area_shows_every_room_and_names_itself() -> None:
    area = make_area({"hall": floor(), "room": floor(10), "void": None}, name="<b>")
    html = area._repr_html_()
    assert len(polygons(html)) == sum(len(mesh.faces) for mesh in area.meshes if mesh is not None)
    assert "&lt;b&gt;" in html


def test_of_a_large_mesh_the_largest_faces() -> None:
    count = 700
    xs = np.arange(count, dtype=float)
    corners = np.stack([[(x, 0, 0), (x, 1 + x, 0), (x + 1, 0, 0)] for x in xs])
    faces = np.arange(3 * count).reshape(-1, 3)
    mesh = kl.Walkmesh.from_arrays(corners.reshape(-1, 3), faces, [4] * count)
    html = mesh._repr_html_()
    drawn = polygons(html)
    assert len(drawn) == 400
    assert "drawn are the 400 largest of 700 faces" in html
    assert len(html) < 60_000
    assert re.search(r'width="320" height="\d+"|width="\d+" height="322"', html)


@pytest.mark.parametrize("damage", ["corner", "nan", "flat", "empty"])
def test_a_broken_mesh_still_has_a_picture(damage: str) -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    vertices, faces = mesh.vertices.copy(), mesh.faces.copy()
    if damage == "corner":
        faces[0, 0] = 10**6
    elif damage == "nan":
        vertices[0] = np.nan
    elif damage == "flat":
        vertices[:, 1] = 0
    keep = 0 if damage == "empty" else len(faces)
    broken = kl.Walkmesh.from_arrays(vertices, faces[:keep], mesh.materials[:keep])
    assert len(polygons(broken._repr_html_())) < len(mesh.faces)


def test_of_several_layouts_load_area_says_which(tmp_path: Path) -> None:
    for name in ("m01aa", "m02aa"):
        (tmp_path / name).mkdir()
        write_folder(tmp_path / name, make_area({"hall": floor()}, name=name))
    with pytest.raises(InputError, match=r"2 layouts in this folder.*m01aa.lyt.*m02aa.lyt"):
        kl.load_area(tmp_path)
    assert kl.load_area(tmp_path / "m02aa").name == "m02aa"
