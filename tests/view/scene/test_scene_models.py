"""The models in a scene: against the parts they were made of, damaged, and of real areas."""

from __future__ import annotations

import itertools
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.view.scene.clusters import cluster_faces
from kotorlevel.view.scene.models import CELLS, LARGEST, MARGIN
from kotorlevel.view.scene.scene import Scene, build_scene
from kotorlevel.view.scene.textures import SIDE, texture_color
from support.areas import floor, make_area
from support.corpus import LEVELS, needs_levels
from support.models import Part
from support.schemas import validate
from support.view.browser import ROOT
from support.view.furnished import TRIANGLES, hall_parts, write_furnished, write_model

SCHEMA = json.loads((ROOT / "docs/schema/scene.schema.json").read_text(encoding="utf-8"))
Triangle = tuple[tuple[float, ...], ...]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_furnished(tmp_path / "mod")


def build(folder: Path) -> Scene:
    scene = build_scene(kl.load_area(folder), models=True)
    validate(json.loads(scene.to_json()), SCHEMA)
    return scene


def triangles(scene: Scene, room: dict[str, Any], level: int = 0) -> list[tuple[Triangle, str]]:
    """Each triangle of a room by the scene's own words, in metres, and the paint's name."""
    first, count = room["levels"][level]["faces"]
    start = room["vertices"][0]
    rows = scene.array("modelVertices").astype(float)
    paints = scene.document["models"]["paints"]
    found = []
    for face in scene.array("modelFaces")[first : first + count].tolist():
        corners = [rows[start + row] for row in face]
        places = tuple(
            tuple(o + room["step"] * v for o, v in zip(room["origin"], c[:3], strict=True))
            for c in corners
        )
        assert len({c[3] for c in corners}) == 1
        found.append((places, paints[int(corners[0][3])]["name"]))
    return found


def turned(triangle: Triangle) -> Triangle:
    """The same triangle, its lowest corner first; to the millimetre."""
    near = [tuple(round(value, 2) + 0.0 for value in point) for point in triangle]
    at = near.index(min(near))
    return (near[at], near[(at + 1) % 3], near[(at + 2) % 3])


def test_what_is_drawn_is_what_the_parts_are(folder: Path) -> None:
    scene = build(folder)
    seen = scene.document["models"]
    assert (seen["here"], seen["reason"], seen["failed"]) == (1, "", [])
    (room,) = seen["rooms"]
    assert room["room"] == 0
    wanted = set()
    for part in hall_parts()[:3]:
        for face in part.faces:
            corners = [part.vertices[i] for i in face]
            if part.name == "turned":  # a quarter to the left, then moved
                corners = [(3.0 - y, 0.5 + x, z) for x, y, z in corners]
            wanted.add((turned(tuple(corners)), part.texture))
    found = [(turned(places), name) for places, name in triangles(scene, room)]
    assert len(found) == TRIANGLES
    assert set(found) == wanted
    assert seen["leftOut"] == 4  # the sky and the sea


def test_rooms_stand_where_the_layout_says(folder: Path) -> None:
    layout = kl.read_layout(folder / "lab.lyt")
    low = np.array(build(folder).document["models"]["rooms"][0]["origin"])
    text = layout.to_bytes().replace(b"hall 0.0 0.0 0.0", b"hall 1.5 -2.0 3.0")
    assert text != layout.to_bytes()
    (folder / "lab.lyt").write_bytes(text)
    moved = np.array(build(folder).document["models"]["rooms"][0]["origin"])
    assert moved - low == pytest.approx([1.5, -2.0, 3.0])


def test_nothing_else_changes_with_models(folder: Path) -> None:
    area = kl.load_area(folder)
    plain, full = build_scene(area), build_scene(area, models=True)
    assert full.buffer.startswith(plain.buffer)
    assert plain.document["models"] == {"here": 1, "reason": ""}
    own = {name for name in full.document["buffers"] if name.startswith("model")}
    assert own | plain.document["buffers"].keys() == full.document["buffers"].keys()
    for key in plain.document.keys() - {"models", "buffers"}:
        assert plain.document[key] == full.document[key]


def test_a_model_that_cannot_be_read_is_told_and_the_rest_drawn(folder: Path) -> None:
    (folder / "lane.mdl").write_bytes((folder / "hall.mdl").read_bytes()[:300])
    seen = build(folder).document["models"]
    assert [each["room"] for each in seen["failed"]] == [1]
    assert "0x" in seen["failed"][0]["text"]
    assert [room["room"] for room in seen["rooms"]] == [0]
    assert seen["here"] == 2


def test_no_models_and_why() -> None:
    alone = build_scene(floor(), models=True).document["models"]
    assert alone == {"here": 0, "reason": "one walkmesh is shown, not an area with its rooms"}
    nowhere = build_scene(make_area({"hall": floor()}), models=True).document["models"]
    assert "MDL" in nowhere["reason"]
    assert nowhere["rooms"] == []


def test_places_that_are_none(folder: Path) -> None:
    corners = [(0.0, 0.0, 0.0), (1e30, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)]
    bad = float("nan")
    uv = [(bad, 0.0), (0.0, float("inf")), (0.0, 0.0), (1.0, 1.0)]
    part = Part("odd", "mesh", vertices=corners, faces=[(0, 1, 2), (0, 3, 2)], uv=uv, texture="sea")
    write_model(folder, "hall", [part])
    write_tga(folder / "sea.tga", (9, 9, 9))
    scene = build(folder)
    assert len(triangles(scene, scene.document["models"]["rooms"][0])) == 1
    assert np.isfinite(scene.array("modelUvs")).all()


# Textures


def write_tga(path: Path, colour: tuple[int, ...], above: tuple[int, ...] = ()) -> None:
    """A picture of 256 x 2 pixels: the lower row in one colour, the upper perhaps in another."""
    header = struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, 256, 2, 24, 0)
    path.write_bytes(header + bytes(colour[::-1]) * 256 + bytes((above or colour)[::-1]) * 256)


def test_a_texture_at_hand_is_taken(folder: Path) -> None:
    write_tga(folder / "LDA_Wall01.tga", (200, 100, 50), (1, 2, 3))
    (folder / "lda_crate02.tga").write_bytes(b"not a picture at all, but longer than a header")
    scene = build(folder)
    seen = scene.document["models"]
    painted = {paint["name"]: paint["texture"] for paint in seen["paints"]}
    assert painted == {"lda_wall01": 0, "lda_crate02": None, "": None}
    pixels = scene.array("modelTextures").reshape(-1, SIDE, SIDE, 3)
    assert len(pixels) == 1
    assert (pixels[0, : SIDE // 2] == (200, 100, 50)).all()  # rows from the bottom
    assert (pixels[0, SIDE // 2 :] == (1, 2, 3)).all()
    rows, uvs = scene.array("modelVertices"), scene.array("modelUvs")
    wall = next(i for i, paint in enumerate(seen["paints"]) if paint["name"] == "lda_wall01")
    ground = rows[:, 3] == wall
    step = seen["rooms"][0]["step"]
    assert ground.sum() == 4
    assert uvs[ground] == pytest.approx(rows[ground, :2] * step, abs=2 * step)


def test_colours_are_muted_and_stay() -> None:
    assert texture_color("LDA_Wall01") == texture_color("lda_wall01") == texture_color("lda_wall01")
    assert texture_color("lda_wall01") != texture_color("lda_rock01")
    for name in ("", "lda_wall01", "per_pw01", "ü"):
        parts = [int(texture_color(name)[at : at + 2], 16) for at in (1, 3, 5)]
        assert max(parts) - min(parts) < 60
        assert 90 < np.mean(parts) < 190


# Coarser forms


def test_coarser_forms_by_a_slow_rule() -> None:
    random = np.random.default_rng(5)
    points = random.uniform(0, 3, (400, 3))
    groups = random.integers(0, 3, 400)
    faces = random.integers(0, 400, (900, 3))
    for cell in (0.1, 0.5, 1.7, 9.0):
        low = points.min(axis=0)
        home = {
            row: (*(((point - low) // cell).astype(int).tolist()), int(groups[row]))
            for row, point in enumerate(points)
        }
        wanted = {
            min((a, b, c), (b, c, a), (c, a, b))
            for a, b, c in ([home[row] for row in face] for face in faces.tolist())
            if len({a, b, c}) == 3
        }
        found = cluster_faces(points, groups, faces, cell).tolist()
        keys = [[home[row] for row in face] for face in found]
        assert {min((a, b, c), (b, c, a), (c, a, b)) for a, b, c in keys} == wanted
        assert len(found) == len(wanted)
        chosen = {row for face in found for row in face}
        assert len({home[row] for row in chosen}) == len(chosen)  # one a cell
        for row in chosen:
            mates = points[[other for other, cell_of in home.items() if cell_of == home[row]]]
            away = np.linalg.norm(mates - mates.mean(axis=0), axis=1)
            own = np.linalg.norm(points[row] - mates.mean(axis=0))
            assert own <= away.min() + 1e-9


# Real areas


def real(name: str, into: Path) -> Path:
    """An area and its models in one folder."""
    for kind, path in itertools.product(("areas", "models"), ("k1", "k2")):
        for file in sorted((LEVELS / kind / path / name).glob("*")):
            if file.is_file():
                (into / file.name).symlink_to(file)
    return into


@needs_levels
@pytest.mark.parametrize("name", ["tar_m10aa", "740kor"])
def test_every_drawn_face_of_real_rooms(name: str, tmp_path: Path) -> None:
    area = kl.load_area(real(name, tmp_path))
    scene = build_scene(area, models=True)
    seen = scene.document["models"]
    assert not seen["failed"]
    by_room = {room["room"]: room for room in seen["rooms"]}
    assert len(by_room) >= 9
    bounds = scene.document["bounds"]
    low, high = np.array(bounds["min"]) - MARGIN, np.array(bounds["max"]) + MARGIN
    for room in area.rooms:
        model = kl.find_model(area, room.index).model
        assert model is not None
        corners = [
            (node.world_vertices() + np.array(room.position))[node.mesh.corners.astype(int)]
            for node in model.nodes
            if node.mesh is not None and node.mesh.is_drawn
        ]
        every = np.concatenate(corners)
        inside = ((every >= low) & (every <= high)).all(axis=(1, 2))
        wanted = every[inside & (np.ptp(every, axis=1).max(axis=1) <= LARGEST)]
        if not len(wanted):
            assert room.index not in by_room
            continue
        told = by_room[room.index]
        sizes = [level["faces"][1] for level in told["levels"]]
        assert sizes == sorted(sizes, reverse=True)
        assert {level["cell"] for level in told["levels"]} <= {0.0, *CELLS}
        first, count = told["levels"][0]["faces"]
        rows = scene.array("modelVertices")[told["vertices"][0] :][: told["vertices"][1], :3]
        drawn = (told["origin"] + told["step"] * rows)[scene.array("modelFaces")[first:][:count]]
        assert told["step"] < 0.01
        # Nothing is lost but what has no area at this fineness, or is there twice.
        assert _area(drawn) == pytest.approx(_area(wanted), rel=0.02)
        for end in (np.min, np.max):
            assert end(drawn, axis=(0, 1)) == pytest.approx(end(wanted, axis=(0, 1)), abs=0.02)


def _area(triangles: Any) -> float:
    a, b, c = (triangles[:, i] for i in range(3))
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)
