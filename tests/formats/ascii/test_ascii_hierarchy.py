"""Transforms of nodes, and which of them are walkmeshes."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.formats.ascii import (
    AsciiModel,
    AsciiNode,
    find_use_hooks,
    find_walkmesh_nodes,
    hierarchy,
    is_room,
    node_transform,
    parse_ascii,
)
from support.formats.ascii_samples import ENGINE, MODEL

QUARTER = math.pi / 2


def moved(model: AsciiModel, node: AsciiNode, *point: float) -> NDArray[np.float64]:
    result: NDArray[np.float64] = (node_transform(model, node) @ [*point, 1.0])[:3]
    return result


def test_positions_add_up() -> None:
    model = parse_ascii(MODEL)
    assert moved(model, model.nodes[2], 1, 1, 1).tolist() == [7.0, 1.0, 1.0]


def test_axis_angle_turns_counter_clockwise() -> None:
    model = parse_ascii(ENGINE.replace(b"0.0 0.0 1.0 0.5", f"0 0 2 {QUARTER}".encode()))
    assert moved(model, model.nodes[0], 1, 0, 0) == pytest.approx([1, 3, 3])


def test_parents_turn_their_children() -> None:
    root = AsciiNode("dummy", "Root", None, (10, 0, 0), (0, 0, 1, QUARTER))
    child = AsciiNode("aabb", "walk", "ROOT", (2, 0, 0), (1, 0, 0, QUARTER))
    model = AsciiModel((root, child))
    assert moved(model, child, 0, 0, 0) == pytest.approx([10, 2, 0])
    assert moved(model, child, 0, 1, 0) == pytest.approx([10, 2, 1])


@pytest.mark.parametrize(
    "turn",
    [(0, 0, 0, 0), (0, 0, 0, 1), (1, 0, 0, 0), (-0.0, 0, 0, 3), (9.9e-5, -9.9e-5, 9.9e-5, 3)],
)
def test_no_turn(turn: tuple[float, float, float, float]) -> None:
    node = AsciiNode("aabb", orientation=turn)
    assert np.array_equal(node_transform(AsciiModel((node,)), node), np.eye(4))


def test_transform_is_rigid() -> None:
    node = AsciiNode("aabb", orientation=(0.3, -2.0, 0.7, 4.1))
    turn = node_transform(AsciiModel((node,)), node)[:3, :3]
    assert turn @ turn.T == pytest.approx(np.eye(3))
    assert np.linalg.det(turn) == pytest.approx(1)


def test_a_short_axis_turns() -> None:
    node = AsciiNode("aabb", orientation=(0, 0, 1.1e-4, QUARTER))
    assert moved(AsciiModel((node,)), node, 1, 0, 0) == pytest.approx([0, 1, 0])


def test_absent_parent_is_the_origin() -> None:
    node = AsciiNode("aabb", "walk", "room", (1, 2, 3))
    assert moved(AsciiModel((node,)), node, 0, 0, 0).tolist() == [1, 2, 3]


@pytest.mark.parametrize("names", ["a", "ab", "abc"])
def test_parents_in_a_circle(names: str) -> None:
    text = "".join(
        f"node dummy {name}\nparent {parent}\nendnode\n"
        for name, parent in zip(names, names[1:] + names[0], strict=True)
    )
    model = parse_ascii(text.encode(), "bad.ascii")
    assert len(model.problems) == 1
    with pytest.raises(FormatError, match="lead back") as caught:
        node_transform(model, model.nodes[-1])
    assert caught.value.line
    assert caught.value.source == "bad.ascii"


def test_parent_of_the_same_name_is_another_node() -> None:
    text = b"node dummy room\nposition 1 0 0\nendnode\nnode aabb room\nparent room\nendnode\n"
    model = parse_ascii(text)
    assert moved(model, model.nodes[1], 0, 0, 0).tolist() == [1, 0, 0]


def names_of(*nodes: AsciiNode, complete: bool = True) -> list[str]:
    return [node.name for node in find_walkmesh_nodes(AsciiModel(nodes, complete=complete))]


def test_walkmeshes_of_placeables_and_doors() -> None:
    assert names_of(
        AsciiNode("dummy", "plc_box"),
        AsciiNode("trimesh", "body", "plc_box"),
        AsciiNode("trimesh", "plc_box_WG", "plc_box"),
        AsciiNode("trimesh", "x_DWK_wg_open1", "plc_box"),
        AsciiNode("dummy", "y_wg"),
        AsciiNode("trimesh", "swag", "plc_box"),
    ) == ["plc_box_WG", "x_DWK_wg_open1"]


def test_meshes_below_the_root_of_an_object() -> None:
    assert names_of(
        AsciiNode("trimesh", "deep", "between"),
        AsciiNode("trimesh", "beside", "model"),
        AsciiNode("trimesh", "orphan", "gone_pwk"),
        AsciiNode("dummy", "between", "Model_DWK"),
        AsciiNode("dummy", "model_dwk", "model"),
        AsciiNode("trimesh", "loop", "loop"),
    ) == ["deep", "orphan"]


def test_any_mesh_of_a_walkmesh_alone() -> None:
    mesh = AsciiNode("trimesh", "WALKMESH", "room")
    assert names_of(mesh, complete=False) == ["WALKMESH"]
    assert names_of(mesh, complete=True) == []
    assert names_of(mesh, AsciiNode("aabb", "walk"), complete=False) == ["walk"]


MDLOPS_ROOM = """node trimesh m55aa_02_wg
  parent {parent}
  position 7 8 9
  verts 3
    100 0 0
    101 0 0
    100 1 0
  faces 1
    0 1 2 1 0 0 0 4
endnode
"""


@pytest.mark.parametrize(
    ("source", "parent", "more", "room"),
    [
        ("", "M55AA_02", "", True),
        ("m55aa_02.wok.ascii", "m55aa_02", "", True),
        ("m55aa_02-ascii.wok", "NULL", "", True),
        ("", "NULL", "", False),
        ("", "other", "", False),
        ("m55aa_02.pwk.ascii", "m55aa_02", "", False),
        ("m55aa_02-ascii.PWK", "m55aa_02", "", False),
        ("m55aa_02.wok.ascii", "m55aa_02_pwk", "node dummy m55aa_02_pwk\nendnode\n", False),
        ("", "m55aa_02", "node dummy pwk_use01\nendnode\n", False),
        ("", "m55aa_02", "newmodel m55aa_02\n", False),
    ],
)
def test_room_of_mdlops(source: str, parent: str, more: str, room: bool) -> None:
    model = parse_ascii((more + MDLOPS_ROOM.format(parent=parent)).encode(), source)
    (node,) = find_walkmesh_nodes(model)
    assert is_room(model, node) == room


def test_use_hooks() -> None:
    names = ["x_pwk_use01", "pwk_dp_use_02", "a_DWK_dp_closed_01", "a_dwk_dp_closed_02"]
    names += ["a_DWK_dp_open1_01", "a_DWK_dp_open2_01"]
    model = AsciiModel(tuple(AsciiNode("dummy", name) for name in names))
    found = {
        mesh: [hook and hook.name for hook in find_use_hooks(model, AsciiNode("trimesh", mesh))]
        for mesh in ("plc_wg", "a_DWK_wg_closed", "a_DWK_WG_OPEN1", "a_DWK_wg_open2")
    }
    assert found == {
        "plc_wg": ["x_pwk_use01", "pwk_dp_use_02"],
        "a_DWK_wg_closed": ["a_DWK_dp_closed_01", "a_dwk_dp_closed_02"],
        "a_DWK_WG_OPEN1": ["a_DWK_dp_open1_01", None],
        "a_DWK_wg_open2": ["a_DWK_dp_open2_01", None],
    }


def test_door_hooks_may_leave_out_the_door() -> None:
    names = ["DP_open1_01", "dp_closed_02", "x_dp_open2_01", "dp_open2_010", "xdp_closed_01"]
    model = AsciiModel(tuple(AsciiNode("dummy", name) for name in names))
    found = {
        mesh: [hook and hook.name for hook in find_use_hooks(model, AsciiNode("trimesh", mesh))]
        for mesh in ("a_DWK_wg_closed", "a_DWK_wg_open1", "a_DWK_wg_open2", "a_wg")
    }
    assert found == {
        "a_DWK_wg_closed": [None, "dp_closed_02"],
        "a_DWK_wg_open1": ["DP_open1_01", None],
        "a_DWK_wg_open2": [None, None],
        "a_wg": [None, None],
    }


def test_the_first_node_of_a_hook_counts_and_meshes_are_none() -> None:
    mesh = AsciiNode("trimesh", "pwk_use01")
    first, second = AsciiNode("dummy", "pwk_use01"), AsciiNode("dummy", "pwk_use01")
    assert find_use_hooks(AsciiModel((mesh, first, second)), mesh) == (first, None)


def chain(count: int) -> AsciiModel:
    return AsciiModel(
        tuple(AsciiNode("aabb", f"n{i}", f"n{i + 1}", (1, 0, 0)) for i in range(count))
    )


def test_work_grows_with_the_number_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    work = {"names": 0, "transforms": 0}
    local = hierarchy._local_transform

    def counted_key(name: str) -> str:
        work["names"] += 1
        return name_key(name)

    def counted_local(node: AsciiNode) -> NDArray[np.float64]:
        work["transforms"] += 1
        return local(node)

    monkeypatch.setattr(hierarchy, "name_key", counted_key)
    monkeypatch.setattr(hierarchy, "_local_transform", counted_local)
    model = chain(500)
    nodes = find_walkmesh_nodes(model)
    for node in nodes:
        node_transform(model, node)
        find_use_hooks(model, node)
    assert len(nodes) == 500
    assert work["transforms"] == 500
    assert work["names"] < 10 * 500
    assert moved(model, nodes[0], 0, 0, 0).tolist() == [500, 0, 0]
    assert moved(model, nodes[-1], 0, 0, 0).tolist() == [1, 0, 0]


def test_a_transform_is_the_callers_own() -> None:
    model = chain(2)
    node_transform(model, model.nodes[1])[:] = 7
    assert moved(model, model.nodes[1], 0, 0, 0).tolist() == [1, 0, 0]
    assert moved(model, model.nodes[0], 0, 0, 0).tolist() == [2, 0, 0]


def test_a_node_beside_the_model_has_its_parents() -> None:
    model = chain(2)
    node = AsciiNode("dummy", "new", "N0", (0, 5, 0))
    assert moved(model, node, 0, 0, 0).tolist() == [2, 5, 0]


def test_a_model_survives_pickling() -> None:
    model = chain(3)
    node_transform(model, model.nodes[0])
    copy = pickle.loads(pickle.dumps(model))
    assert moved(copy, copy.nodes[0], 0, 0, 0).tolist() == [3, 0, 0]
