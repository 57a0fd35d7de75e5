"""Welding against every pair of vertices; cutting against groups of corners, one by one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import kotorlevel as kl
from kotorlevel.mesh.derive import derive_adjacency
from kotorlevel.mesh.edit import label_faces, merge, split_edges, weld
from support.builders import square_wok
from support.meshes import (
    Authored,
    Point,
    authored_rooms,
    exploded,
    face_records,
    links,
    rooms,
    stored,
)
from support.soundness import find_faults


def slow_groups(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """For each thing the lowest one that pairs connect it with; no trees, no ranks."""
    group = list(range(count))
    for a, b in pairs:
        low, high = sorted((group[a], group[b]))
        if low != high:
            group = [low if g == high else g for g in group]
    return group


def slow_targets(points: Sequence[Point], tolerance: float) -> list[int]:
    near = (
        (a, b)
        for a in range(len(points))
        for b in range(a)
        if sum((p - q) ** 2 for p, q in zip(points[a], points[b], strict=True)) <= tolerance**2
    )
    return slow_groups(len(points), near)


def soup(points: Sequence[Point], faces: Sequence[Sequence[int]]) -> kl.Walkmesh:
    return kl.Walkmesh.from_arrays(points, faces, [4 + 3 * (n % 2) for n in range(len(faces))])


@st.composite
def crowds(draw: st.DrawFn) -> tuple[list[Point], list[tuple[int, ...]]]:
    """Few places and many vertices, in eighths of a metre; anywhere, also far out."""
    eighths = st.integers(-6, 6).map(lambda n: n / 8)
    far = draw(st.sampled_from([0.0, -0.125, 100.0, -1e5, 65536.0]))
    spread = draw(st.sampled_from([1, 4]))
    number = eighths.map(lambda x: far + spread * x)
    points: list[Point] = draw(
        st.lists(st.tuples(number, number, eighths), min_size=1, max_size=25)
    )
    corner = st.integers(0, len(points) - 1)
    return points, draw(st.lists(st.tuples(corner, corner, corner), max_size=12))


@settings(max_examples=80)
@given(crowds(), st.sampled_from([0.0, 0.01, 0.125, 0.13, 0.2, 0.25, 0.5]))
def test_weld_joins_what_is_near(
    crowd: tuple[list[Point], list[tuple[int, ...]]], tolerance: float
) -> None:
    """At the very distance too: eighths are exact, and so is their comparison."""
    points, faces = crowd
    mesh = soup(points, faces)
    after, report = weld(mesh, tolerance)
    target = slow_targets(points, tolerance)
    gone = [v for v, into in enumerate(target) if v != into]
    assert report.joined.tolist() == [[v, target[v]] for v in gone]
    moved = [
        (tuple(points[target[v]] for v in face), material, tuple(rooms_across))
        for face, material, rooms_across in zip(
            mesh.faces.tolist(), mesh.materials.tolist(), mesh.transitions.tolist(), strict=True
        )
    ]
    collapsed = [
        number
        for number, face in enumerate(mesh.faces.tolist())
        if len(set(face)) == 3 > len({target[v] for v in face})
    ]
    assert report.collapsed.tolist() == collapsed
    assert face_records(after) == [r for n, r in enumerate(moved) if n not in collapsed]
    assert after.domain == mesh.domain - sum(number < mesh.domain for number in collapsed)
    left = [f for n, f in enumerate(mesh.faces.tolist()) if n not in collapsed]
    lost = {target[v] for n in collapsed for v in mesh.faces[n].tolist()}
    lost -= {target[v] for face in left for v in face}
    assert after.vertices.tolist() == [
        list(point) for v, point in enumerate(points) if v not in gone and v not in lost
    ]


@settings(max_examples=40)
@given(st.lists(st.tuples(*[st.floats(-2, 2, width=32)] * 3), max_size=30), st.floats(0.01, 1.5))
def test_weld_joins_any_points(points: list[Point], tolerance: float) -> None:
    report = weld(soup(points, []), tolerance).report
    wanted = slow_targets(points, tolerance)
    assert report.joined.tolist() == [[v, into] for v, into in enumerate(wanted) if v != into]
    assert not report.collapsed.size


@pytest.mark.parametrize("seed", range(2))
def test_weld_of_a_large_cloud(seed: int) -> None:
    generator = np.random.default_rng(seed)
    cloud = generator.uniform(-1, 1, (300, 3)) * (10, 5, 0.1)
    cloud = np.concatenate([cloud, cloud[:150] + generator.normal(0, 2e-3, (150, 3))])
    points = [tuple(point) for point in generator.permutation(cloud.astype("f4")).tolist()]
    report = weld(soup(points, []), 5e-3).report
    wanted = slow_targets(points, 5e-3)
    assert report.joined.tolist() == [[v, into] for v, into in enumerate(wanted) if v != into]
    assert len(report.joined) > 50


def test_chains_join_though_their_ends_are_far_apart() -> None:
    chain = [(n / 8, 0.0, 0.0) for n in range(20)]
    assert weld(soup(chain, []), 0.125).mesh.vertices.tolist() == [[0, 0, 0]]
    assert len(weld(soup(chain, []), 0.1249).mesh.vertices) == 20


def test_zero_has_no_sign() -> None:
    mesh = soup([(0.0, 0.0, 1.0), (-0.0, 0.0, 1.0)], [])
    for tolerance in (0.0, 0.1):
        assert weld(mesh, tolerance).report.joined.tolist() == [[1, 0]]


def shuffled(authored: Authored, chance: Sequence[int]) -> Authored:
    """The same faces over the vertices in another order."""
    order = sorted(range(len(authored.vertices)), key=lambda v: (chance[v % len(chance)], v))
    number = {old: new for new, old in enumerate(order)}
    return replace(
        authored,
        vertices=[authored.vertices[old] for old in order],
        faces=[tuple(number[v] for v in face) for face in authored.faces],
    )


@settings(max_examples=40)
@given(authored_rooms(), st.binary(min_size=1, max_size=20), st.booleans())
def test_weld_puts_an_exploded_mesh_together_again(
    authored: Authored, chance: bytes, shaken: bool
) -> None:
    """Neighbours, boundary and loops as before; vertex numbers may differ."""
    whole = authored.mesh()
    loose = shuffled(exploded(authored), list(chance))
    tolerance = 0.0
    if shaken:
        # In x, by less than half the tolerance; vertices of the mesh are far more apart.
        tolerance = 0.02
        loose = replace(
            loose,
            vertices=[(x + (n % 5 - 2) / 256, y, z) for n, (x, y, z) in enumerate(loose.vertices)],
        )
    apart = loose.mesh()
    assert (apart.adjacency == -1).all()
    mesh, report = weld(apart, tolerance)
    assert mesh.adjacency.tolist() == whole.adjacency.tolist()
    assert mesh.edges.tolist() == whole.edges.tolist()
    assert mesh.loops.tolist() == whole.loops.tolist()
    used = {v for face in authored.faces for v in face}
    assert len(mesh.vertices) == len(used)
    assert len(report.joined) == 3 * len(authored.faces) - len(used)
    assert not report.collapsed.size
    assert find_faults(mesh.to_bwm()) == []
    if not shaken:
        assert face_records(mesh) == face_records(whole)
        assert links(mesh) == links(whole)


def test_two_halves_of_a_room_grow_together() -> None:
    half = kl.read_walkmesh(square_wok().to_bytes())
    both = merge(half, half.translated((2, 0, 0)))
    assert len(set(label_faces(both).tolist())) == 2
    joined = weld(both).mesh
    assert len(joined.vertices) == 6
    assert len(set(label_faces(joined).tolist())) == 1
    assert (joined.adjacency == -1).sum() == 6


@pytest.mark.parametrize("tolerance", [-1e-9, math.nan, math.inf, -math.inf])
def test_tolerances_that_are_no_distances(tolerance: float) -> None:
    with pytest.raises(ValueError, match="distance"):
        weld(soup([(0, 0, 0)], []), tolerance)


def test_tolerance_too_large() -> None:
    grid = [(x / 4, y / 4, 0.0) for x in range(30) for y in range(30)]
    with pytest.raises(ValueError, match="too large"):
        weld(soup(grid, []), 100.0)
    few = grid[:9]
    assert len(weld(soup(few, []), 100.0).mesh.vertices) == 1


@pytest.mark.parametrize("tolerance", [1e-5, 1e-18, 1e-200, 5e-324])
def test_small_tolerances_on_large_meshes(tolerance: float) -> None:
    """A tolerance far below the size of the mesh joins what is that near, and no more."""
    ends = [(1000, 0, 0), (0, 1000, 0), (-500, 0, 1000), (1000, -1000, 1000)]
    near = (1000, 6e-5, 0)
    mesh = soup([(0, 0, 0), *ends, near, (0, 0, 0)], [])
    assert weld(mesh, tolerance).report.joined.tolist() == [[6, 0]]
    assert weld(mesh, 1e-4).report.joined.tolist() == [[5, 1], [6, 0]]


def test_vertices_that_are_not_finite() -> None:
    for bad in (math.nan, math.inf):
        with pytest.raises(ValueError, match="finite"):
            weld(soup([(0, 0, bad)], []), 0.1)


def test_nothing_to_weld() -> None:
    for tolerance in (0.0, 1.0):
        mesh, report = weld(kl.Walkmesh.from_arrays([], [], []), tolerance)
        assert (len(mesh.vertices), report.joined.shape) == (0, (0, 2))
    square = kl.read_walkmesh(square_wok().to_bytes())
    assert weld(square, 0.5).mesh is square


def test_collapsed_faces_are_named_and_those_that_were_flat_stay() -> None:
    points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 0.01, 0)]
    mesh = kl.Walkmesh.from_arrays(points, [(0, 1, 2), (1, 3, 0), (1, 1, 2)], [4, 4, 4])
    after, report = weld(mesh, 0.02)
    assert report.collapsed.tolist() == [1]
    assert report.joined.tolist() == [[3, 1]]
    assert after.faces.tolist() == [[0, 1, 2], [1, 1, 2]]


# Cutting


def following(edge: int) -> int:
    return edge - 2 if edge % 3 == 2 else edge + 1


def slow_corner_groups(across: Sequence[int], cut: set[int]) -> list[int]:
    """For each corner the lowest corner that it hangs together with over edges that stay."""
    pairs = []
    for edge, other in enumerate(across):
        if other >= 0 and edge not in cut:
            pairs += [(edge, following(other)), (following(edge), other)]
    return slow_groups(len(across), pairs)


def all_neighbours(mesh: kl.Walkmesh) -> list[int]:
    table: list[int] = derive_adjacency(mesh.faces, len(mesh.faces)).table.reshape(-1).tolist()
    return table


def some(count: int, most: int) -> st.SearchStrategy[list[int]]:
    number = st.integers(0, count - 1)
    return st.lists(number, max_size=most) if count else st.just([])


@settings(max_examples=80)
@given(rooms(), st.data())
def test_split_edges(mesh: kl.Walkmesh, data: st.DataObject) -> None:
    across = all_neighbours(mesh)
    chosen = data.draw(st.one_of(some(len(across), 1), some(len(across), 40)))
    cut = {*chosen, *(across[e] for e in chosen if across[e] >= 0)}
    group = slow_corner_groups(across, cut)
    # An edge inside the floor whose ends are not cut either cannot open.
    shut = [
        edge
        for edge in chosen
        if across[edge] >= 0
        and group[edge] == group[following(across[edge])]
        and group[following(edge)] == group[across[edge]]
    ]
    if shut:
        with pytest.raises(ValueError, match="edge"):
            split_edges(mesh, chosen)
        return
    after = split_edges(mesh, chosen)
    assert all_neighbours(after) == [-1 if e in cut else o for e, o in enumerate(across)]
    assert face_records(after) == face_records(mesh)
    assert after.vertices[: len(mesh.vertices)].tolist() == mesh.vertices.tolist()
    assert after.domain == mesh.domain
    corners = mesh.faces.reshape(-1).tolist()
    touched = {corners[c] for edge in chosen for c in (edge, following(edge))}
    groups = {(corners[c], group[c]) for c in range(len(corners)) if corners[c] in touched}
    new = len(groups) - len(touched)
    assert len(after.vertices) == len(mesh.vertices) + new
    unmoved = [v not in touched for v in corners]
    assert after.faces.reshape(-1)[unmoved].tolist() == mesh.faces.reshape(-1)[unmoved].tolist()
    assert find_faults(after.to_bwm()) == []
    if not new:
        assert after is mesh


def test_a_cut_across_a_room_makes_two_parts() -> None:
    square = stored(kl.read_walkmesh(square_wok().to_bytes()))
    for edge in (2, 3):
        cut = split_edges(square, [edge])
        assert (cut.adjacency == -1).all()
        assert cut.vertices.tolist()[4:] == [[0, 0, 0], [2, 2, 0]]
        assert len(set(label_faces(cut).tolist())) == 2
        assert links(cut) == links(square)


def test_one_edge_inside_a_floor_cannot_open() -> None:
    """Both ends are held together all around: the game would still see one edge."""
    fan = [(0, 1 + k, 1 + (k + 1) % 6) for k in range(6)]
    fan += [(1 + k, 7 + k, 1 + (k + 1) % 6) for k in range(6)]
    fan += [(1 + (k + 1) % 6, 7 + k, 7 + (k + 1) % 6) for k in range(6)]
    rings = [(r * math.cos(k), r * math.sin(k), 0.0) for r in (1, 2) for k in range(6)]
    mesh = kl.Walkmesh.from_arrays([(0, 0, 0), *rings], fan, [4] * len(fan))
    with pytest.raises(ValueError, match="edge 0"):
        split_edges(mesh, [0])
    # From the middle 0→1, and on to the rim 1→7.
    opened = split_edges(mesh, [0, 18])
    assert opened.vertices.tolist()[13:] == [mesh.vertices[v].tolist() for v in (1, 7)]
    assert (all_neighbours(opened).count(-1), all_neighbours(mesh).count(-1)) == (10, 6)


@pytest.mark.parametrize("wrong", [[6], [-1], [0, 99], [0.5], ["0"]])
def test_edges_that_do_not_exist(wrong: list[object]) -> None:
    with pytest.raises(ValueError, match="edge"):
        split_edges(kl.read_walkmesh(square_wok().to_bytes()), wrong)  # type: ignore[arg-type]


BOOKS = st.lists(st.booleans(), min_size=2, max_size=6)


@settings(max_examples=40)
@given(BOOKS)
def test_crowded_edges_are_split(pages: list[bool]) -> None:
    """A book: pages, running either way, all on the edge 0–1."""
    points = [(0, 0, 0), (0, 1, 0), *((math.cos(k), 0, math.sin(k)) for k in range(len(pages)))]
    faces = [(0, 1, 2 + k) if page else (1, 0, 2 + k) for k, page in enumerate(pages)]
    mesh = kl.Walkmesh.from_arrays(points, faces, [4] * len(faces))
    before = derive_adjacency(mesh.faces, len(faces))
    after = split_edges(mesh)
    adjacency = derive_adjacency(after.faces, len(faces))
    assert not adjacency.crowded.size
    assert adjacency.table.tolist() == before.pairs.tolist()
    assert face_records(after) == face_records(mesh)
    pairs = min(sum(pages), len(pages) - sum(pages))
    assert len(after.vertices) == len(points) + 2 * (len(pages) - pairs - 1)


def test_four_faces_on_one_edge() -> None:
    points = [(0, 0, 0), (0, 1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)]
    faces = [(0, 1, 3), (1, 0, 2), (0, 1, 4), (1, 0, 5)]
    mesh = kl.Walkmesh.from_arrays(points, faces, [4] * 4)
    assert mesh.derived.crowded.tolist() == [0, 3, 6, 9]
    after = split_edges(mesh)
    assert after.derived.crowded.tolist() == []
    assert after.faces.tolist() == [[0, 1, 3], [1, 0, 2], [6, 7, 4], [7, 6, 5]]
    assert after.vertices.tolist()[6:] == [[0, 0, 0], [0, 1, 0]]
    assert after.adjacency.tolist() == mesh.geometry.adjacency.pairs.tolist()


def test_nothing_to_split() -> None:
    empty = kl.Walkmesh.from_arrays([], [], [])
    assert split_edges(empty) is empty
    assert split_edges(empty, []) is empty
