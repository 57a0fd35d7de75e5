"""The checkers of these tests see every fault: each is put into a sound file, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.core.remember import Shared
from kotorlevel.formats.bwm import Bwm, build_bwm
from kotorlevel.formats.bwm.tables import SLOTS
from kotorlevel.mesh import derived, geometry, transforms
from kotorlevel.mesh.derive import Adjacency, Boundary
from support.mesh.moved import SAME, find_move_faults, turn
from support.meshes import links
from support.soundness import find_faults

Tables = dict[str, Any]


def room() -> kl.Walkmesh:
    """Five by four cells with a hole and a far island, some cells unwalkable, three transitions."""
    points, faces, materials = [], [], []
    for y in range(5):
        points += [(x + 0.1 * ((x * y) % 2), y, 0.3 * ((x + 2 * y) % 3)) for x in range(6)]
    for y in range(4):
        for x in range(5):
            if (x, y) in ((1, 1), (3, 2), (3, 3), (3, 0), (3, 1)):
                continue
            a = 6 * y + x
            faces += [(a, a + 1, a + 7), (a, a + 7, a + 6)]
            materials += [7 if (x, y) == (2, 3) else 4] * 2
    mesh = kl.Walkmesh.from_arrays(points, faces, materials, position=(3, 4, 5))
    for row, across in ((0, 6), (5, 2), (len(mesh.edges) - 1, 9)):
        face, side = divmod(int(mesh.edges["edge"][row]), 3)
        mesh = mesh.with_transition(face, side, across)
    return mesh


def door() -> kl.Walkmesh:
    return kl.Walkmesh.from_arrays(
        [(0, 0, 0), (2, 0, 0.5), (2, 1, 0)],
        [(0, 1, 2)],
        [7],
        kind=0,
        position=(1, 2, 3),
        relative_hooks=((1, -1, 0), (1, 2, 0)),
        absolute_hooks=((2, 1, 3), (2, 4, 3)),
    )


ROOM = room()


def tables() -> Tables:
    bwm = ROOM.to_bwm()
    return {slot.table.name: getattr(bwm, slot.table.name).copy() for slot in SLOTS}


def test_the_room_is_sound_and_difficult() -> None:
    assert find_faults(ROOM.to_bwm()) == []
    assert find_faults(build_bwm(1, tables())) == []
    assert find_faults(door().to_bwm()) == []
    assert len(ROOM.loops) >= 3
    assert 0 < ROOM.domain < len(ROOM.faces)
    assert sum(links(ROOM).values()) == 3


# Tables


def all_alone(t: Tables) -> None:
    t["adjacency"][:] = -1


def one_alone(t: Tables) -> None:
    """A pair that does not know of each other, and everything else made to fit."""
    edge = int(np.flatnonzero(t["adjacency"].reshape(-1) >= 0)[0])
    other = t["adjacency"].reshape(-1)[edge]
    t["adjacency"].reshape(-1)[[edge, other]] = -1


def fewer_rows(t: Tables) -> None:
    t["adjacency"] = t["adjacency"][:-1]


def more_rows(t: Tables) -> None:
    t["adjacency"] = np.concatenate([t["adjacency"], [[-1, -1, -1]]])


def no_rows(t: Tables) -> None:
    for name in ("adjacency", "edges", "loops"):
        t[name] = t[name][:0]


def one_sided(t: Tables) -> None:
    slots = t["adjacency"].reshape(-1)
    slots[np.flatnonzero(slots >= 0)[0]] = -1


def face_numbers(t: Tables) -> None:
    """Faces instead of edges: what some documents say."""
    t["adjacency"][t["adjacency"] >= 0] //= 3


def sides_shifted(t: Tables) -> None:
    t["adjacency"] = np.roll(t["adjacency"], 1, axis=1)


def no_normals(t: Tables) -> None:
    t["normals"][:] = 0


def normals_down(t: Tables) -> None:
    t["normals"][3] *= -1


def other_normal(t: Tables) -> None:
    t["normals"][2] = (0.6, 0, 0.8)


def long_normal(t: Tables) -> None:
    t["normals"][1] *= 1.01


def no_distances(t: Tables) -> None:
    t["distances"][:] = 0


def distances_negated(t: Tables) -> None:
    t["distances"] *= -1


def leaf_zero(t: Tables) -> None:
    t["nodes"]["face"][t["nodes"]["face"] >= 0] = 0


def leaves_swapped(t: Tables) -> None:
    first, *_, last = np.flatnonzero(t["nodes"]["face"] >= 0)
    faces = t["nodes"]["face"]
    faces[first], faces[last] = int(faces[last]), int(faces[first])


def children_swapped(t: Tables) -> None:
    left, right = (int(t["nodes"][name][0]) for name in ("left", "right"))
    t["nodes"]["left"][0], t["nodes"]["right"][0] = right, left


def wrong_child(t: Tables) -> None:
    t["nodes"]["right"][0] += 1


def cyclic_child(t: Tables) -> None:
    t["nodes"]["right"][1] = 0


def children_from_one(t: Tables) -> None:
    inner = t["nodes"]["face"] < 0
    t["nodes"]["left"][inner] += 1
    t["nodes"]["right"][inner] += 1


def leaf_with_children(t: Tables) -> None:
    leaf = np.flatnonzero(t["nodes"]["face"] >= 0)[0]
    t["nodes"]["left"][leaf] = 0


def no_boxes(t: Tables) -> None:
    t["nodes"]["box_min"] = t["nodes"]["box_max"] = 0


def one_box_zero(t: Tables) -> None:
    leaf = np.flatnonzero(t["nodes"]["face"] >= 0)[-1]
    t["nodes"]["box_max"][leaf] = 0


def boxes_not_grown(t: Tables) -> None:
    t["nodes"]["box_min"] += np.float32(0.01)
    t["nodes"]["box_max"] -= np.float32(0.01)


def boxes_inverted(t: Tables) -> None:
    low = t["nodes"]["box_min"][:, 2].copy()
    t["nodes"]["box_min"][:, 2] = t["nodes"]["box_max"][:, 2]
    t["nodes"]["box_max"][:, 2] = low


def root_too_large(t: Tables) -> None:
    t["nodes"]["box_max"][0] += 1


def axis_numbers(t: Tables) -> None:
    t["nodes"]["plane"] = np.select(
        [t["nodes"]["plane"] & mask != 0 for mask in (9, 18, 36)], [1, 2, 3], 0
    )


def plane_backwards(t: Tables) -> None:
    inner = np.flatnonzero(t["nodes"]["face"] < 0)[0]
    plane = int(t["nodes"]["plane"][inner])
    t["nodes"]["plane"][inner] = plane << 3 if plane < 8 else plane >> 3


def unknown_zero(t: Tables) -> None:
    t["nodes"]["unknown_1c"] = 0


def nodes_missing(t: Tables) -> None:
    t["nodes"] = t["nodes"][:-2]


def no_tree(t: Tables) -> None:
    t["nodes"] = t["nodes"][:0]


def first_loop_only(t: Tables) -> None:
    t["loops"] = t["loops"][:1]


def no_loops(t: Tables) -> None:
    t["loops"] = t["loops"][:0]


def first_loop_and_its_edges_only(t: Tables) -> None:
    t["loops"] = t["loops"][:1]
    t["edges"] = t["edges"][: t["loops"][0]]


def loops_as_one(t: Tables) -> None:
    t["loops"] = t["loops"][-1:]


def loop_counts(t: Tables) -> None:
    """Lengths instead of ends."""
    t["loops"] = np.diff(t["loops"], prepend=0)


def loop_started_elsewhere(t: Tables) -> None:
    end = int(t["loops"][0])
    t["edges"][:end] = np.roll(t["edges"][:end], 1)


def loops_exchanged(t: Tables) -> None:
    first, second = (int(end) for end in t["loops"][:2])
    edges = t["edges"].copy()
    t["edges"][: second - first] = edges[first:second]
    t["edges"][second - first : second] = edges[:first]
    t["loops"][0] = second - first


def loop_backwards(t: Tables) -> None:
    end = int(t["loops"][0])
    t["edges"][1:end] = t["edges"][1:end][::-1].copy()


def edge_missing(t: Tables) -> None:
    t["edges"] = t["edges"][:-1]
    t["loops"][-1] -= 1


def edge_twice(t: Tables) -> None:
    t["edges"]["edge"][1] = t["edges"]["edge"][0]


def unwalkable_first(t: Tables) -> None:
    t["materials"] = t["materials"][::-1]


def domain_painted(t: Tables) -> None:
    t["materials"][ROOM.domain - 1] = 7


def corner_outside(t: Tables) -> None:
    t["faces"][0, 0] = len(t["vertices"])


def corners_reversed(t: Tables) -> None:
    t["faces"][0] = t["faces"][0][::-1].copy()


def vertex_moved(t: Tables) -> None:
    t["vertices"][t["faces"][0, 0]] += (0, 0, 0.5)


FAULTS: list[tuple[Callable[[Tables], None], str]] = [
    (all_alone, "has no neighbour, but"),
    (one_alone, "has no neighbour, but"),
    (fewer_rows, "rows for"),
    (more_rows, "rows for"),
    (no_rows, "rows for"),
    (one_sided, "does not name it back"),
    (face_numbers, "not the reverse"),
    (sides_shifted, "not the reverse"),
    (no_normals, "normal of face"),
    (normals_down, "normal of face 3"),
    (other_normal, "normal of face 2"),
    (long_normal, "normal of face 1"),
    (no_distances, "distance of face"),
    (distances_negated, "distance of face"),
    (leaf_zero, "every face once"),
    (leaves_swapped, "bounds grown"),
    (children_swapped, "pre-order"),
    (wrong_child, "pre-order"),
    (cyclic_child, "pre-order"),
    (children_from_one, "pre-order"),
    (leaf_with_children, "has children"),
    (no_boxes, "bounds grown"),
    (one_box_zero, "bounds grown"),
    (boxes_not_grown, "bounds grown"),
    (boxes_inverted, "bounds grown"),
    (root_too_large, "union"),
    (axis_numbers, "plane of node"),
    (plane_backwards, "plane of node 0"),
    (unknown_zero, "at 0x1c"),
    (nodes_missing, "nodes for"),
    (no_tree, "nodes for"),
    (first_loop_only, "loops end at"),
    (no_loops, "loops end at"),
    (first_loop_and_its_edges_only, "free slots"),
    (loops_as_one, "does not end where"),
    (loop_counts, "loop"),
    (loop_started_elsewhere, "not at its lowest"),
    (loops_exchanged, "order of their first"),
    (loop_backwards, "does not end where"),
    (edge_missing, "free slots"),
    (edge_twice, "free slots"),
    (unwalkable_first, "not first"),
    (domain_painted, "rows for"),
    (corner_outside, "do not exist"),
    (corners_reversed, "normal of face 0"),
    (vertex_moved, "of face 0"),
]


@pytest.mark.parametrize(("inject", "words"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_fault_in_a_table_is_found(inject: Callable[[Tables], None], words: str) -> None:
    broken = tables()
    inject(broken)
    faults = find_faults(build_bwm(1, broken))
    assert any(words in fault for fault in faults), faults
    # The tolerance for trees of the games hides none of them.
    assert find_faults(build_bwm(1, broken), box_tolerance=0.002)


def test_tables_that_are_not_packed_are_found() -> None:
    bwm = ROOM.to_bwm()
    header = bwm.header.copy()
    header["loop_offset"] += 4
    faults = find_faults(replace(bwm, header=header))
    assert any("loop table at" in fault for fault in faults), faults
    trailing = replace(bwm, gaps=((len(bwm.to_bytes()), b"more"),))
    assert any("the file at" in fault for fault in find_faults(trailing))


def test_tables_that_an_object_must_not_have() -> None:
    broken = tables()
    faults = find_faults(build_bwm(0, broken))
    assert {f"an object has {name}" for name in ("nodes", "adjacency", "edges")} <= set(faults)


# Functions


def rebuilt_with(monkeypatch: pytest.MonkeyPatch, name: str, wrong: Callable[..., object]) -> Bwm:
    """The room with one derive function replaced, all the way into the file."""
    module = geometry if name == "derive_adjacency" else derived
    original = getattr(module, name)
    monkeypatch.setattr(module, name, lambda *arguments: wrong(original(*arguments)))
    monkeypatch.setattr(geometry, "_SHAPES", Shared())  # what is known already is not derived again
    return ROOM.rebuilt().to_bwm()


def lonely(adjacency: Adjacency) -> Adjacency:
    return replace(adjacency, table=np.full_like(adjacency.table, -1))


def short(boundary: Boundary) -> Boundary:
    first = int(boundary.loops[0])
    return Boundary(boundary.edges[:first], boundary.loops[:1])


def unsorted(boundary: Boundary) -> Boundary:
    return Boundary(np.sort(boundary.edges), boundary.loops)


def box_not_grown(nodes: Any) -> Any:
    nodes["box_max"][nodes["face"] >= 0] -= np.float32(0.01)
    return nodes


@pytest.mark.parametrize(
    ("name", "wrong", "words"),
    [
        ("derive_adjacency", lonely, "has no neighbour, but"),
        ("derive_boundary", short, "free slots"),
        ("derive_boundary", unsorted, "loop"),
        ("derive_planes", lambda planes: (planes[0] * 0, planes[1]), "normal of face"),
        ("derive_planes", lambda planes: (planes[0], planes[1] * 0), "distance of face"),
        ("derive_tree", box_not_grown, "bounds grown"),
        ("derive_tree", lambda nodes: nodes[:-1], "nodes for"),
    ],
)
def test_fault_in_a_derive_function_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: Callable[..., object], words: str
) -> None:
    faults = find_faults(rebuilt_with(monkeypatch, name, wrong))
    assert any(words in fault for fault in faults), faults


def flip_faults(mesh: kl.Walkmesh) -> list[str]:
    mirror = ((-1, 0, 0), (0, 1, 0), (0, 0, 1))
    return find_move_faults(mesh, mesh.flipped(x=True), mirror, (0, 0, 0))


def turn_faults(mesh: kl.Walkmesh) -> list[str]:
    return find_move_faults(mesh, mesh.rotated(30), turn(30), (0, 0, 0))


def test_moves_without_faults() -> None:
    for mesh in (ROOM, door()):
        assert flip_faults(mesh) == []
        assert turn_faults(mesh) == []
        assert find_move_faults(mesh, mesh.translated((1, 2, 3)), SAME, (1, 2, 3)) == []


def test_flip_that_forgets_the_sides_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transforms, "REVERSED_SIDES", [0, 1, 2])
    assert any("transitions are on" in fault for fault in flip_faults(ROOM))


def test_flip_that_forgets_the_winding_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transforms, "REVERSED_CORNERS", [0, 1, 2])
    assert any("looks to" in fault for fault in flip_faults(ROOM))


def test_moves_that_forget_the_hooks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transforms, "_moved_hooks", lambda *_: {})
    for faults in (turn_faults(door()), flip_faults(door())):
        for hook in ("relative hook 0", "relative hook 1", "absolute hook 0", "absolute hook 1"):
            assert any(hook in fault for fault in faults), hook


def test_moves_that_forget_or_carry_the_position_are_found() -> None:
    for mesh, wrong in ((ROOM, ROOM.position), (door(), door().rotated(30).position + 1)):
        after = replace(mesh.rotated(30), position=wrong)
        faults = find_move_faults(mesh, after, turn(30), (0, 0, 0))
        assert [fault for fault in faults if "position is" in fault]


def test_moves_in_single_precision_are_found() -> None:
    far = ROOM.translated((4000, -3000, 7))
    linear = np.array(turn(30), np.float32)
    after = replace(far.rotated(30), vertices=far.vertices @ linear.T)
    assert any("vertex" in fault for fault in find_move_faults(far, after, turn(30), (0, 0, 0)))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda t: np.roll(t, 1, axis=1),
        lambda t: np.roll(t, 1, axis=0),
        lambda t: np.roll(t.reshape(-1), 1).reshape(-1, 3),
        lambda t: np.where(t >= 0, t + 1, t),
        lambda t: t * 0 - 1,
    ],
)
def test_transitions_off_by_one_are_found(wrong: Callable[[Any], Any]) -> None:
    after = replace(ROOM.rotated(30), transitions=wrong(ROOM.transitions).astype(np.int32))
    faults = find_move_faults(ROOM, after, turn(30), (0, 0, 0))
    assert any("transitions are on" in fault for fault in faults)
    assert links(replace(ROOM, transitions=after.transitions)) != links(ROOM)


def test_faces_in_another_order_are_found() -> None:
    turned = ROOM.rotated(30)
    after = replace(turned, faces=turned.faces[::-1])
    assert "faces have other corners, or another order" in find_move_faults(
        ROOM, after, turn(30), (0, 0, 0)
    )
    smaller = replace(turned, domain=turned.domain - 1)
    assert "kind or domain changed" in find_move_faults(ROOM, smaller, turn(30), (0, 0, 0))
    painted = replace(turned, materials=turned.materials * 0)
    assert "materials changed" in find_move_faults(ROOM, painted, turn(30), (0, 0, 0))
