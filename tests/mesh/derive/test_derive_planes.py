from __future__ import annotations

import math
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from conformance.reference import slow_plane
from kotorlevel.mesh.derive import Game, derive_planes
from support.mesh.derive_shapes import Shape, as_faces, shapes

GAMES: tuple[Game, Game] = ("k1", "k2")


def slow_planes(vertices: list[Any], faces: list[Any], game: str) -> tuple[bytes, bytes]:
    planes = [slow_plane([vertices[v] for v in face], game) for face in faces]
    normals = np.array([normal for normal, _ in planes], np.float32)
    return normals.tobytes(), np.array([d for _, d in planes], np.float32).tobytes()


@given(shapes(), st.sampled_from(GAMES))
def test_planes_are_the_slow_ones_to_the_bit(shape: Shape, game: Game) -> None:
    normals, distances = derive_planes(shape.vertices, shape.faces, game)
    slow = slow_planes(shape.vertices.tolist(), shape.faces.tolist(), game)
    assert (normals.tobytes(), distances.tobytes()) == slow
    assert normals.shape == shape.faces.shape
    assert normals.dtype == distances.dtype == np.float32


def test_the_games_round_differently() -> None:
    rng = np.random.default_rng(5)
    vertices = rng.uniform(-100, 100, (600, 3)).astype(np.float32)
    faces = np.arange(600).reshape(200, 3)
    k1, k2 = derive_planes(vertices, faces, "k1")[0], derive_planes(vertices, faces, "k2")[0]
    assert (k1 != k2).any()
    np.testing.assert_allclose(k1, k2, atol=1e-4)


def test_a_floor_looks_up_and_knows_its_height() -> None:
    vertices = np.array([[0, 0, 2], [1, 0, 2], [0, 1, 2]], np.float32)
    normals, distances = derive_planes(vertices, as_faces([(0, 1, 2), (0, 2, 1)]))
    assert normals.tolist() == [[0, 0, 1], [0, 0, -1]]
    assert distances.tolist() == [-2, 2]


def test_a_face_without_area_looks_along_x() -> None:
    vertices = np.array([[3, 0, 0], [4, 0, 0], [5, 0, 0]], np.float32)
    normals, distances = derive_planes(vertices, as_faces([(0, 1, 2), (1, 1, 2)]))
    assert normals.tolist() == [[1, 0, 0], [1, 0, 0]]
    assert distances.tolist() == [-3, -4]


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 3e38, 1e25])
@pytest.mark.parametrize("game", GAMES)
def test_absurd_coordinates_pass_quietly(bad: float, game: Game) -> None:
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, bad, 0], [bad, -bad, bad]], np.float32)
    faces = as_faces([(0, 1, 2), (0, 1, 3), (3, 2, 1), (3, 3, 3)])
    normals, distances = derive_planes(vertices, faces, game)
    assert np.isfinite(normals).all()
    again = derive_planes(vertices, faces, game)
    assert (normals.tobytes(), distances.tobytes()) == (again[0].tobytes(), again[1].tobytes())


@pytest.mark.parametrize("number", [3, -1])
def test_a_vertex_that_does_not_exist_is_an_error(number: int) -> None:
    with pytest.raises(ValueError, match=f"face 1 names vertex {number}; there are 3 vertices"):
        derive_planes(np.zeros((3, 3), np.float32), as_faces([(0, 1, 2), (0, 1, number)]))


def test_an_unknown_game_is_an_error() -> None:
    with pytest.raises(ValueError, match="k3"):
        derive_planes(np.zeros((0, 3), np.float32), as_faces([]), "k3")  # type: ignore[arg-type]
