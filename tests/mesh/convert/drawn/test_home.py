"""Drawings that come home to the walkmesh they were made of, edited and not."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from kotorlevel import edit
from kotorlevel.area.sample import make_rooms
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.formats.drawing import Shape
from kotorlevel.mesh.convert.drawn.from_shapes import DrawnMesh, mesh_from_shapes
from kotorlevel.mesh.convert.drawn.links import _resolved
from kotorlevel.mesh.convert.drawn.names import MaterialNames
from kotorlevel.mesh.convert.drawn.snap import find_vertices
from kotorlevel.mesh.convert.drawn.to_shape import shape_from_mesh
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh

NAMES = MaterialNames(Materials.default())


def hall(name: str = "station_hall") -> Walkmesh:
    """A room as it is read from a file."""
    mesh = make_rooms()[name]
    return Walkmesh.from_bytes(mesh.to_bytes())


def drawn(mesh: Walkmesh) -> Shape:
    return shape_from_mesh(mesh, "hall", NAMES)


def read(shape: Shape, original: Walkmesh | None) -> DrawnMesh:
    return mesh_from_shapes([shape], NAMES, original)


def shuffled(shape: Shape, seed: int, *, digits: int | None = 6) -> Shape:
    """The shape as another program may write it: other order, other first corners, rounded."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(shape.points))
    row = np.argsort(order)
    polygons = np.split(row[shape.corners], np.cumsum(shape.sizes)[:-1])
    chosen = rng.permutation(len(polygons))
    points = shape.points[order]
    return replace(
        shape,
        points=points if digits is None else np.round(points, digits),
        corners=np.concatenate([np.roll(polygons[i], rng.integers(4)) for i in chosen]),
        sizes=shape.sizes[chosen],
        materials=shape.materials[chosen],
    )


def content(mesh: Walkmesh) -> list[object]:
    """The faces, their surfaces and links, whatever their numbers."""
    rows: list[object] = []
    corners = mesh.vertices[mesh.faces].tolist()
    for points, links, material in zip(
        corners, mesh.transitions.tolist(), mesh.materials.tolist(), strict=True
    ):
        turns = [(*map(tuple, points[k:] + points[:k]), *(links[k:] + links[:k])) for k in range(3)]
        rows.append((min(turns), material))
    return sorted(rows, key=repr)


@pytest.mark.parametrize("seed", range(5))
def test_an_untouched_drawing_is_its_original(seed: int) -> None:
    mesh = hall()
    assert read(drawn(mesh), mesh).mesh is mesh
    assert read(shuffled(drawn(mesh), seed), mesh).mesh is mesh
    apart = replace(shuffled(drawn(mesh), seed), shares_vertices=False)
    assert read(apart, mesh).mesh is mesh


@pytest.mark.parametrize("seed", range(5))
def test_without_the_original_faces_surfaces_and_links_are_the_same(seed: int) -> None:
    mesh = hall()
    made = read(shuffled(drawn(mesh), seed, digits=None), None)
    assert content(made.mesh) == content(mesh)


def test_a_repainted_face_is_the_only_change() -> None:
    mesh = hall()
    shape = drawn(mesh)
    face = int(np.flatnonzero(mesh.walkable)[3])
    names = (*shape.material_names, "Water.002")
    materials = shape.materials.copy()
    materials[face] = len(names) - 1
    made = read(replace(shape, materials=materials, material_names=names), mesh)
    assert made.mesh.same_as(edit.repaint(mesh, [face], 6))
    assert made.home is not None
    assert (made.home.repainted, made.home.new, made.home.gone) == (1, 0, 0)


def test_deleted_faces_are_the_only_change() -> None:
    mesh = hall()
    shape = drawn(mesh)
    gone = [2, 5, 6]
    faces = np.delete(shape.corners[: 3 * len(mesh.faces)].reshape(-1, 3), gone, axis=0)
    made = read(
        replace(
            shape,
            corners=np.concatenate([faces.reshape(-1), shape.corners[3 * len(mesh.faces) :]]),
            sizes=shape.sizes[3:],
            materials=np.delete(shape.materials, gone),
        ),
        mesh,
    )
    wanted = edit.delete_faces(mesh, gone)
    assert np.array_equal(made.mesh.faces, wanted.faces)
    assert np.array_equal(made.mesh.vertices, wanted.vertices)
    assert np.array_equal(made.mesh.materials, wanted.materials)


@pytest.mark.parametrize("seed", range(4))
def test_a_moved_vertex_keeps_its_number_and_its_faces(seed: int) -> None:
    mesh = hall()
    shape = drawn(mesh)
    vertex = int(mesh.faces[seed * 3][0])
    points = shape.points.copy()
    same = (points == points[vertex]).all(axis=1)
    points[same] += (0.05, 0.03, 0.2)
    made = read(shuffled(replace(shape, points=points), seed), mesh)
    wanted = mesh.vertices.copy()
    wanted[same[: len(wanted)]] = points[vertex]
    assert np.allclose(made.mesh.vertices, wanted, atol=1e-6)
    assert np.array_equal(made.mesh.faces, mesh.faces)
    assert made.home is not None
    assert (made.home.new, made.home.gone) == (0, 0)
    assert made.home.moved == pytest.approx(np.linalg.norm((0.05, 0.03, 0.2)), abs=1e-5)


def test_a_region_that_was_raised_keeps_its_numbers() -> None:
    mesh = hall()
    shape = drawn(mesh)
    floor = shape.points[:, 2] == 0
    middle = np.abs(shape.points[:, :2] - shape.points[:, :2].mean(axis=0)).max(axis=1) < 2.5
    points = shape.points + np.where(floor & middle, 0.4, 0.0)[:, None] * (0, 0, 1)
    made = read(replace(shape, points=points), mesh)
    assert (floor & middle).sum() > 3
    assert np.array_equal(made.mesh.faces, mesh.faces)
    assert np.allclose(made.mesh.vertices, points[: len(mesh.vertices)], atol=1e-6)


def test_a_room_that_was_moved_as_a_whole() -> None:
    mesh = hall()
    shape = drawn(mesh)
    made = read(shuffled(replace(shape, points=shape.points + np.array((5, -2.5, 1))), 3), mesh)
    assert made.moved == (5.0, -2.5, 1.0)
    assert np.array_equal(made.mesh.faces, mesh.faces)
    assert np.allclose(made.mesh.vertices, mesh.vertices + np.array((5, -2.5, 1)))
    assert np.array_equal(made.mesh.transitions, mesh.transitions)


def test_a_mirrored_room_was_not_moved() -> None:
    mesh = hall()
    shape = drawn(mesh)
    corners = np.concatenate(
        [part[::-1] for part in np.split(shape.corners, np.cumsum(shape.sizes)[:-1])]
    )
    made = read(replace(shape, points=shape.points * (-1, 1, 1), corners=corners), mesh)
    assert made.moved is None
    assert content(made.mesh) == content(mesh.flipped(x=True))


@pytest.mark.parametrize("turn", ["up", "down"])
def test_a_drawing_on_its_side_is_stood_up(turn: str) -> None:
    mesh = hall()
    shape = drawn(mesh)
    x, y, z = shape.points.T
    points = np.stack([x, z, -y] if turn == "up" else [x, -z, y], axis=1)
    made = read(replace(shape, points=points), mesh)
    assert made.is_turned
    assert made.mesh is mesh


def test_faces_turned_over_keep_their_place_and_links() -> None:
    mesh = hall()
    shape = drawn(mesh)
    count = len(mesh.faces)
    faces = shape.corners[: 3 * count].reshape(-1, 3)[:, ::-1]
    made = read(
        replace(shape, corners=np.concatenate([faces.reshape(-1), shape.corners[3 * count :]])),
        mesh,
    )
    assert made.home is not None
    assert (made.home.turned, made.home.new, made.home.gone) == (count, 0, 0)
    assert (made.mesh.transitions != -1).sum() == (mesh.transitions != -1).sum()
    a, b, c = made.mesh.geometry.corners.transpose(1, 0, 2)
    assert np.allclose(np.cross(b - a, c - a), -mesh.geometry.crosses)


def two_squares() -> Walkmesh:
    """Side by side, with vertices of their own where they meet: a seam."""
    left = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    points = [*left, *((x + 1, y, z) for x, y, z in left)]
    faces = [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7)]
    return Walkmesh.from_bytes(Walkmesh.from_arrays(points, faces, [10] * 4).to_bytes())


def test_a_seam_that_was_moved_keeps_both_its_vertices() -> None:
    mesh = two_squares()
    shape = drawn(mesh)
    points = shape.points.copy()
    points[[1, 2, 4, 7]] += (0, 0, 0.3)
    made = read(replace(shape, points=points), mesh)
    assert made.home is not None
    assert (made.home.reshaped, made.home.new, made.home.gone) == (4, 0, 0)
    assert np.array_equal(made.mesh.faces, mesh.faces)
    assert np.allclose(made.mesh.vertices, points)


def test_a_seam_that_was_opened_has_one_side_as_before() -> None:
    mesh = two_squares()
    shape = drawn(mesh)
    points = shape.points.copy()
    points[[4, 7]] += (0.2, 0, 0.3)
    made = read(replace(shape, points=points), mesh)
    assert made.home is not None
    assert made.home.kept == 2
    corners = made.mesh.vertices[made.mesh.faces]
    assert np.allclose(corners, points[mesh.faces])


def with_a_line() -> Walkmesh:
    """Two triangles far apart, and faces with a vertex twice: at one of them, and on its own."""
    points = [
        (0, 0, 0),
        (1, 0, 0),
        (1, 1, 0),
        (5, 5, 0),
        (6, 5, 0),
        (6, 6, 0),
        (9, 9, 0),
        (9, 8, 0),
    ]
    faces = [(0, 1, 2), (3, 4, 5), (3, 3, 4), (6, 6, 7)]
    return Walkmesh.from_bytes(Walkmesh.from_arrays(points, faces, [10] * 4).to_bytes())


def test_faces_without_area_stay_until_those_around_them_go() -> None:
    mesh = with_a_line()
    shape = drawn(mesh)
    assert read(shape, mesh).mesh is mesh
    one = replace(
        shape, corners=shape.corners[:3], sizes=shape.sizes[:1], materials=np.zeros(1, int)
    )
    made = read(one, mesh)
    assert made.home is not None
    assert (made.home.kept, made.home.unseen, made.home.gone) == (2, 1, 2)
    assert made.mesh.vertices[made.mesh.faces].max(axis=(1, 2)).tolist() == [1, 9]


def test_a_great_many_vertices_at_one_place_do_not_take_long() -> None:
    """Each point compared with each vertex would take minutes."""
    count = 100
    x, y = np.meshgrid(np.arange(count + 1) * 1e-7, np.arange(count + 1) * 1e-7)
    points = np.stack([x.ravel(), y.ravel(), 0 * x.ravel()], axis=1)
    first = (np.arange(count)[:, None] * (count + 1) + np.arange(count)).ravel()
    faces = np.stack([first, first + 1, first + count + 2], axis=1)
    mesh = Walkmesh.from_bytes(Walkmesh.from_arrays(points, faces, [10] * len(faces)).to_bytes())
    began = time.process_time()
    read(replace(drawn(mesh), points=drawn(mesh).points + 1e-6), mesh)
    assert time.process_time() - began < 5


def test_a_vertex_is_found_beside_many_at_one_place() -> None:
    """A hundred vertices in a pile are one place, and do not hide the next."""
    pile = np.tile((1.0, 2.0, 3.0), (100, 1))
    vertices = np.concatenate([pile, [(1.0, 2.0, 3.00004)]])
    points = np.array([(1.0, 2.0, 3.00005), (1.0, 2.0, 2.99999)])
    assert find_vertices(points, vertices).tolist() == [100, 0]


def test_no_shape_at_all_has_no_face() -> None:
    with pytest.raises(FormatError, match="no face"):
        mesh_from_shapes([], NAMES)


def test_seams_stay_apart_also_where_the_format_splits_all_vertices() -> None:
    """Equal places with different numbers are meant to be apart (FACTS 2)."""
    mesh = two_squares()
    soup = replace(shuffled(drawn(mesh), 1), shares_vertices=False)
    assert read(soup, mesh).mesh is mesh
    corners = soup.corners.reshape(-1, 3)
    low = corners[(soup.points[corners][:, :, 0] >= 1).all(axis=1)]  # only the right square
    right = replace(soup, corners=low.reshape(-1), sizes=np.full(2, 3), materials=np.zeros(2, int))
    left = read(right, mesh).mesh
    assert len(left.vertices) == 4
    assert len(left.faces) == 2


def test_faces_that_programs_throw_away_are_kept() -> None:
    points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (1, 1, 0)]
    faces = [(0, 1, 2), (0, 2, 3), (1, 2, 4), (2, 1, 0)]
    mesh = Walkmesh.from_bytes(Walkmesh.from_arrays(points, faces, [10] * 4).to_bytes())
    shape = drawn(mesh)
    seen = replace(
        shape, corners=shape.corners[:6], sizes=shape.sizes[:2], materials=shape.materials[:2]
    )
    made = read(seen, mesh)
    assert made.mesh is mesh
    assert made.home is not None
    assert made.home.unseen == 2


def test_new_floor_is_joined_to_the_old() -> None:
    mesh = hall()
    shape = drawn(mesh)
    edge = mesh.edges[mesh.edges["transition"] == -1][0]["edge"]
    a = mesh.vertices[mesh.faces[edge // 3, edge % 3]].astype(float)
    b = mesh.vertices[mesh.faces[edge // 3, (edge + 1) % 3]].astype(float)
    far = (a + b) / 2 + np.cross(b - a, (0, 0, 1))
    more = replace(
        shape,
        points=np.concatenate([shape.points, [b, a, far]]),
        corners=np.concatenate([shape.corners, len(shape.points) + np.arange(3)]),
        sizes=np.append(shape.sizes, 3),
        materials=np.append(shape.materials, shape.materials[edge // 3]),
    )
    made = read(more, mesh)
    assert len(made.mesh.vertices) == len(mesh.vertices) + 1
    assert len(made.mesh.edges) == len(mesh.edges) + 1
    assert made.home is not None
    assert (made.home.kept, made.home.new) == (len(mesh.faces), 1)


def test_without_gates_links_come_from_the_original() -> None:
    mesh = hall()
    none = np.full(mesh.transitions.shape, -1, np.int32)
    shape = drawn(mesh.edited(transitions=none))
    assert read(shape, mesh).mesh is mesh
    lifted = replace(shape, points=shape.points + np.array((0, 0, 0.00001)))
    assert read(lifted, mesh).mesh is mesh
    assert (read(shape, None).mesh.transitions == -1).all()


def test_a_deleted_gate_is_a_link_less_and_no_other_byte() -> None:
    mesh = hall("station_corridor")
    shape = drawn(mesh)
    fewer = replace(
        shape,
        corners=shape.corners[:-4],
        sizes=shape.sizes[:-1],
        materials=shape.materials[:-1],
    )
    made = read(fewer, mesh).mesh
    edge = np.flatnonzero(mesh.transitions.reshape(-1) != -1)[-1]
    wanted = mesh.with_transition(int(edge // 3), int(edge % 3), -1)
    assert made.to_bytes() == wanted.to_bytes()


def test_copies_of_an_object_are_one_room() -> None:
    mesh = hall()
    shape = drawn(mesh)
    made = mesh_from_shapes([shape, replace(shape, name="hall.001")], NAMES, mesh)
    assert made.mesh is mesh
    assert made.dropped == len(mesh.faces)
    away = replace(shape, points=shape.points + np.array((100, 0, 0)))
    made = mesh_from_shapes([shape, away], NAMES, mesh)
    assert len(made.mesh.faces) == 2 * len(mesh.faces)
    assert made.home is not None
    assert made.home.kept == len(mesh.faces)


def test_a_soup_is_welded_and_says_how_much() -> None:
    mesh = hall()
    shape = drawn(mesh)
    corners = shape.corners[: 3 * len(mesh.faces)]
    soup = replace(
        shape,
        points=shape.points[corners],
        corners=np.arange(len(corners)),
        sizes=shape.sizes[: len(mesh.faces)],
        materials=shape.materials[: len(mesh.faces)],
    )
    made = read(soup, None)
    used = len(np.unique(mesh.vertices[np.unique(mesh.faces)], axis=0))
    assert len(made.mesh.vertices) == used
    assert made.welded == len(corners) - used


def test_unknown_materials_are_refused_or_replaced() -> None:
    mesh = hall()
    shape = replace(drawn(mesh), material_names=("Mettal", *drawn(mesh).material_names[1:]))
    with pytest.raises(InputError, match=r"Mettal.*Did you mean 'Metal'") as caught:
        read(shape, mesh)
    assert caught.value.needs == "surface"
    made = mesh_from_shapes([shape], NAMES, mesh, surface=4)
    assert set(made.mesh.materials.tolist()) >= {4}


def test_nothing_but_gates_and_what_is_too_far_away_are_refused() -> None:
    mesh = hall()
    shape = drawn(mesh)
    gates = replace(
        shape, corners=shape.corners[-4:], sizes=shape.sizes[-1:], materials=shape.materials[-1:]
    )
    with pytest.raises(FormatError, match="no face"):
        read(gates, mesh)
    with pytest.raises(FormatError, match="km away"):
        read(replace(shape, points=shape.points * 1e7), mesh)


def test_a_drawing_without_objects_is_refused() -> None:
    with pytest.raises(FormatError, match="no face"):
        mesh_from_shapes([], NAMES)


def test_too_many_objects_for_one_walkmesh_are_refused() -> None:
    with pytest.raises(FormatError, match="join them"):
        mesh_from_shapes([drawn(hall())] * 5001, NAMES)


@pytest.mark.parametrize("step", [0.0, 1e-9])
def test_a_crowd_of_vertices_at_one_place_takes_no_time(step: float) -> None:
    count = 12_000
    vertices = np.zeros((count, 3)) + step * np.arange(count)[:, None]
    start = time.process_time()
    find_vertices(vertices + 1e-5, vertices)
    assert time.process_time() - start < 10


def test_of_vertices_at_one_place_the_first_is_found() -> None:
    vertices = np.array([(9.0, 0, 0), (1.0, 0, 0), (1.0, 0, 0), (0.0, 0, 0)])
    assert find_vertices(np.array([(1.00001, 0, 0), (5.0, 0, 0)]), vertices).tolist() == [1, -1]


def test_a_name_that_no_layout_knows_is_the_room_of_all_its_edges() -> None:
    flat = SimpleNamespace(links=("a", 7, "b", "c"))
    links, old = np.array([0, 0, 1, 2, 2, 3]), np.array([4, 4, 5, 4, 6, -1])
    assert _resolved(flat, links, old).tolist() == [4, 4, 7, -1, -1, -1]  # type: ignore[arg-type]
