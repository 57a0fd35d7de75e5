"""Gates and the edges below them."""

from dataclasses import replace

import numpy as np
import pytest

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.drawing import Shape
from kotorlevel.mesh.convert.drawn.from_shapes import DrawnMesh, mesh_from_shapes
from kotorlevel.mesh.convert.drawn.names import MaterialNames
from kotorlevel.mesh.convert.drawn.to_shape import shape_from_mesh
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh

NAMES = MaterialNames(Materials.default(), ("hall", "yard", "store"))


def strip(count: int = 4) -> Walkmesh:
    """A row of squares along x, 1 m each, with links on two edges of the lower side."""
    points = [(x, y, 0.1 * x) for x in range(count + 1) for y in (0, 1)]
    faces = [
        face
        for x in range(count)
        for face in ((2 * x, 2 * x + 2, 2 * x + 3), (2 * x, 2 * x + 3, 2 * x + 1))
    ]
    links = np.full((len(faces), 3), -1)
    links[0, 0], links[4, 0] = 1, 2
    return Walkmesh.from_arrays(points, faces, [10] * len(faces), links)


def read(shape: Shape, original: Walkmesh | None = None) -> DrawnMesh:
    return mesh_from_shapes([shape], NAMES, original)


def gate(shape: Shape, feet: list[tuple[float, float, float]], room: str) -> Shape:
    """The shape with a gate of its own vertices added."""
    start, end = np.array(feet, float)
    top = np.array((0, 0, 0.4))
    quad = np.array([start, end, end + top, start + top])
    return replace(
        shape,
        points=np.concatenate([shape.points, quad]),
        corners=np.concatenate([shape.corners, len(shape.points) + np.arange(4)]),
        sizes=np.append(shape.sizes, 4),
        materials=np.append(shape.materials, len(shape.material_names)),
        material_names=(*shape.material_names, room),
    )


def bare(mesh: Walkmesh) -> Shape:
    """The shape of a mesh without gates."""
    none = np.full(mesh.transitions.shape, -1, np.int32)
    return shape_from_mesh(mesh.edited(transitions=none), "strip", NAMES)


def links(mesh: Walkmesh) -> list[tuple[tuple[float, ...], int]]:
    """Each link by the middle of its edge."""
    found = []
    for edge in np.flatnonzero(mesh.transitions.reshape(-1) != -1).tolist():
        a, b = (mesh.vertices[mesh.faces[edge // 3, (edge + k) % 3]] for k in (0, 1))
        middle = tuple(np.round((a + b) / 2, 3).tolist())
        found.append((middle, int(mesh.transitions.reshape(-1)[edge])))
    return sorted(found)


def test_each_link_is_a_quad_on_its_edge() -> None:
    shape = shape_from_mesh(strip(), "strip", NAMES)
    assert shape.sizes.tolist() == [3] * 8 + [4] * 2
    quads = shape.corners[-8:].reshape(2, 4)
    for corners, x, room in zip(quads, (0, 2), ("yard", "store"), strict=True):
        a, b, top_b, top_a = shape.points[corners]
        assert (a[:2].tolist(), b[:2].tolist()) == ([x, 0], [x + 1, 0])
        assert np.allclose(top_a - a, (0, 0, 0.4), atol=1e-6)
        assert np.allclose(top_b - b, (0, 0, 0.4), atol=1e-6)
        row = shape.materials[-2 + (x == 2)]
        assert shape.material_names[row] == f"link_{room}"


def test_links_come_back_from_gates_alone() -> None:
    mesh = strip()
    assert links(read(shape_from_mesh(mesh, "strip", NAMES)).mesh) == links(mesh)


def test_a_gate_of_its_own_vertices_and_a_split_one() -> None:
    shape = gate(bare(strip()), [(1.0, 0, 0.1), (3.0, 0, 0.3)], "link_store")
    made = read(shape)
    assert [room for _, room in links(made.mesh)] == [2, 2]
    assert [at[0] for at, _ in links(made.mesh)] == [1.5, 2.5]


@pytest.mark.parametrize(("off", "count"), [(0.0015, 1), (0.003, 0)])
def test_how_far_a_gate_may_be_off(off: float, count: int) -> None:
    feet = [(1.0, -off, 0.1), (2.0, -off, 0.2)]
    made = read(gate(bare(strip()), feet, "link_yard"))
    assert made.links == count
    assert len(made.loose) == 1 - count


def test_a_gate_inside_the_floor_and_one_to_nowhere_are_told() -> None:
    shape = gate(bare(strip()), [(1.0, 0, 0.1), (1.0, 1, 0.1)], "link_yard")
    shape = gate(shape, [(0.0, 0, 0.0), (1.0, 0, 0.1)], "link_cellar")
    shape = gate(shape, [(1.25, 1, 0.125), (1.75, 1, 0.175)], "link_hall")
    made = read(shape)
    assert made.links == 0
    told = {(loose.room, loose.reason) for loose in made.loose}
    places = {loose.room: loose.at for loose in made.loose}
    assert places["yard"] == pytest.approx((1, 0.5, 0.1))
    assert places["hall"] == pytest.approx((1.5, 1, 0.15))
    assert told == {("yard", "no edge"), ("cellar", "no room"), ("hall", "long edge")}


def test_a_name_that_no_layout_has_is_what_the_original_has_there() -> None:
    mesh = strip()
    names = MaterialNames(Materials.default(), ("x", "y", "z"))
    shape = shape_from_mesh(mesh, "strip", names)
    made = mesh_from_shapes([shape], MaterialNames(Materials.default()), mesh)
    assert made.mesh is mesh
    assert made.loose == ()


def test_of_two_edges_on_one_place_the_one_that_runs_as_the_gate() -> None:
    """Two squares side by side that share no vertex: their edges there run to and fro."""
    points = [
        (0, 0, 0),
        (1, 0, 0),
        (1, 1, 0),
        (0, 1, 0),
        (1, 0, 0),
        (2, 0, 0),
        (2, 1, 0),
        (1, 1, 0),
    ]
    faces = [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7)]
    transitions = np.full((4, 3), -1)
    transitions[0, 1] = 1  # from (1, 0) to (1, 1), seen from the left square
    mesh = Walkmesh.from_arrays(points, faces, [10] * 4, transitions)
    made = read(shape_from_mesh(mesh, "two", NAMES))
    assert np.array_equal(made.mesh.transitions, transitions)


def test_the_very_edge_of_a_gate_is_its_only_one() -> None:
    """Two floors on one place that share no vertex; the edges of the second are half as long."""
    points = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)]
    points += [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)]
    faces = [(0, 1, 2), (0, 2, 3), (4, 5, 8), (5, 6, 7), (5, 7, 8)]
    transitions = np.full((5, 3), -1)
    transitions[0, 0] = 1
    mesh = Walkmesh.from_arrays(points, faces, [10] * 5, transitions)
    made = read(shape_from_mesh(mesh, "x", NAMES))
    assert np.array_equal(made.mesh.transitions, transitions)


def test_short_neighbours_of_a_gate_stay_without_link() -> None:
    """Edges of a millimetre beside a gate are within its reach, but not on it."""
    points = [(0, 0, 0), (1, 0, 0), (1.001, 0, 0), (1.001, 1, 0), (0, 1, 0)]
    faces = [(0, 1, 4), (1, 2, 3), (1, 3, 4)]
    transitions = np.full((3, 3), -1)
    transitions[0, 0] = 1
    mesh = Walkmesh.from_arrays(points, faces, [10] * 3, transitions)
    made = read(shape_from_mesh(mesh, "x", NAMES))
    assert np.array_equal(made.mesh.transitions, transitions)


def test_gates_hang_down_where_a_level_was_mirrored_upside_down() -> None:
    mesh = strip()
    shape = shape_from_mesh(mesh, "strip", NAMES)
    quads = shape.corners.reshape(-1)[: 3 * 8].reshape(-1, 3)[:, ::-1].reshape(-1)
    mirrored = replace(
        shape,
        points=shape.points * (1, 1, -1),
        corners=np.concatenate([quads, shape.corners[24:]]),
    )
    assert read(mirrored).links == 2


def test_a_gate_that_lies_flat_is_told() -> None:
    """It has no foot; and nobody may lose a link without a word."""
    shape = gate(bare(strip()), [(0, 0, 0), (1, 0, 0)], "link_yard")
    points = shape.points.copy()
    points[-4:] = [(0, 0, 0), (1, 0, 0), (1, -0.4, 0), (0, -0.4, 0)]
    made = read(replace(shape, points=points))
    (loose,) = made.loose
    assert (made.links, loose.room, loose.reason) == (0, "yard", "lies flat")
    assert loose.at == pytest.approx((0.5, -0.2, 0), abs=0.01)


def test_a_gate_that_was_left_behind_does_not_hold_its_vertex() -> None:
    """The floor went and the gate stayed: the face is the same one, with a corner moved."""
    mesh = Walkmesh.from_bytes(strip().to_bytes())
    shape = gate(bare(mesh), [(0, 0, 0), (1, 0, 0.1)], "link_yard")
    points = shape.points.copy()
    points[0] += (0, -0.3, 0.2)
    made = read(replace(shape, points=points), mesh)
    assert made.home is not None
    assert (made.home.reshaped, made.home.new, made.home.gone) == (2, 0, 0)
    assert [each.reason for each in made.loose] == ["no edge"]


def test_a_drawing_far_too_small_has_no_link_by_place() -> None:
    """In other units by mistake, and without gates: it lies at one place, beside all edges."""
    mesh = strip(300)
    shape = bare(mesh)
    made = read(replace(shape, points=shape.points * 1e-6), mesh)
    assert (made.links, made.old_links) == (0, 2)


def test_one_gate_stands_and_one_hangs() -> None:
    shape = gate(bare(strip()), [(0.0, 0, 0.0), (1.0, 0, 0.1)], "link_yard")
    hanging = [(2.0, 0.0, 0.2 - 0.4), (3.0, 0.0, 0.3 - 0.4)]  # its head is on the edge
    made = read(gate(shape, hanging, "link_store"))
    assert links(made.mesh) == links(strip())
    assert made.loose == ()


def test_a_great_many_gates_and_edges_at_one_place_are_refused() -> None:
    """Thousands of squares in a pile, each with a gate: nobody draws that, and it must not hang."""
    count = 5_000
    square = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], float)
    faces = np.array([(0, 1, 2), (0, 2, 3)]) + 4 * np.arange(count)[:, None, None]
    links = np.full((2 * count, 3), -1)
    links[::2, 0] = 1
    pile = Walkmesh.from_arrays(
        np.tile(square, (count, 1)), faces.reshape(-1, 3), [10] * (2 * count), links
    )
    with pytest.raises(FormatError, match="too many to tell"):
        read(shape_from_mesh(pile, "pile", NAMES))


def test_what_cannot_be_drawn_says_so() -> None:
    mesh = strip().edited(vertices=np.full((10, 3), np.nan, np.float32))
    with pytest.raises(FormatError, match="cannot be drawn"):
        shape_from_mesh(mesh, "strip", NAMES)
