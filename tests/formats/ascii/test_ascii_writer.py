"""What is written reads back as the same values, or is refused."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import format_float32
from kotorlevel.formats.ascii import (
    AsciiModel,
    AsciiNode,
    build_door_model,
    build_placeable_model,
    build_room_model,
    find_use_hooks,
    find_walkmesh_nodes,
    format_ascii_engine,
    format_ascii_model,
    parse_ascii,
    write_ascii,
)
from kotorlevel.formats.ascii.writer import _float_texts
from support.formats.ascii_samples import (
    ENGINE,
    MODEL,
    PYKOTOR,
    SAMPLES,
    assert_same_model,
    assert_same_node,
    crlf,
)

FLOAT32 = st.floats(width=32, allow_nan=False, allow_infinity=False)
INT32 = st.integers(-(2**31), 2**32 - 1)
VECTOR = st.tuples(FLOAT32, FLOAT32, FLOAT32)
NAME = st.from_regex(r"[A-Za-z0-9_][A-Za-z0-9_#.é-]{0,15}", fullmatch=True).filter(
    lambda name: name.lower() != "null"
)


@st.composite
def nodes(draw: st.DrawFn, kind: str = "aabb", linked: bool = True) -> AsciiNode:
    count = draw(st.integers(1, 6))
    face_count = draw(st.integers(0, 5))
    face = st.integers(0, count - 1)
    tree = draw(st.none() | hnp.arrays(np.float64, (draw(st.integers(0, 4)), 7), elements=FLOAT32))
    if tree is not None:
        tree[:, 6] = draw(st.integers(-1, 5))
    links = draw(st.integers(0, 3)) if linked else 0
    return AsciiNode(
        kind,
        draw(NAME),
        None,
        draw(VECTOR),
        draw(st.tuples(FLOAT32, FLOAT32, FLOAT32, FLOAT32)),
        draw(hnp.arrays(np.float64, (count, 3), elements=FLOAT32)),
        draw(hnp.arrays(np.int64, (face_count, 3), elements=face)),
        draw(hnp.arrays(np.int64, (face_count,), elements=st.integers(0, 2**32 - 1))),
        draw(hnp.arrays(np.int64, (face_count, 4), elements=INT32)),
        tree,
        draw(hnp.arrays(np.int64, (links, 2), elements=INT32)),
    )


@given(nodes(linked=False))
def test_engine_text_reads_back(node: AsciiNode) -> None:
    data = format_ascii_engine(node)
    model = parse_ascii(data)
    (read,) = model.nodes
    assert_same_node(read, node)
    assert model.dialect == "engine"
    assert format_ascii_engine(read) == data


@given(st.lists(nodes(), min_size=1, max_size=3), NAME, st.none() | VECTOR, st.booleans())
def test_model_text_reads_back(
    drawn: list[AsciiNode],
    name: str,
    layout_position: tuple[float, float, float] | None,
    complete: bool,
) -> None:
    drawn[1:] = [replace(node, parent=drawn[0].name) for node in drawn[1:]]
    model = AsciiModel(tuple(drawn), name, layout_position, complete=complete)
    data = format_ascii_model(model)
    read = parse_ascii(data)
    assert_same_model(read, model)
    assert read.dialect == "model"
    assert format_ascii_model(read) == data


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_keep_their_values(name: str) -> None:
    model = parse_ascii(SAMPLES[name])
    if model.dialect == "pykotor":
        nodes = tuple(replace(node, name="walk") for node in model.nodes)
        model = replace(model, nodes=nodes, dialect="engine")
    target = io.BytesIO()
    write_ascii(model, target)
    read = parse_ascii(target.getvalue())
    assert_same_model(read, model)
    assert read.dialect == model.dialect


def test_engine_text_is_exact() -> None:
    text = crlf(ENGINE)
    assert format_ascii_engine(parse_ascii(ENGINE).nodes[0]) == text


def test_model_text_is_exact() -> None:
    mesh = AsciiNode(
        "aabb",
        vertices=np.array([[0, 0, 0], [1, 0, 0], [0, 0.1, 1e-7]]),
        faces=np.array([[0, 1, 2]]),
        materials=np.array([4]),
        roomlinks=np.array([[2, 1]]),
    )
    data = format_ascii_model(build_room_model("m55aa_01", mesh, (10, 0, 0.5)))
    assert data == crlf(b"""\
# Written by KotorLevel
beginmodelgeom m55aa_01
  layoutposition 10.0 0.0 0.5
node dummy m55aa_01
  parent NULL
  position 0.0 0.0 0.0
  orientation 1.0 0.0 0.0 0.0
endnode
node aabb walkmesh
  parent m55aa_01
  position 0.0 0.0 0.0
  orientation 1.0 0.0 0.0 0.0
  verts 3
    0.0 0.0 0.0
    1.0 0.0 0.0
    0.0 0.1 1e-07
  faces 1
    0 1 2 1 0 0 0 4
  roomlinks
    2 1
  endlist
endnode
endmodelgeom m55aa_01
""")


@given(nodes("trimesh"), st.lists(VECTOR, max_size=2))
def test_placeable_reads_back(mesh: AsciiNode, hooks: list[tuple[float, float, float]]) -> None:
    model = build_placeable_model("plc_box", mesh, hooks)
    read = parse_ascii(format_ascii_model(model))
    assert_same_model(read, model)
    (found,) = find_walkmesh_nodes(read)
    assert (found.name, found.parent) == ("plc_box_wg", "plc_box_pwk")
    assert [hook.position for hook in find_use_hooks(model, found) if hook] == hooks


def test_door_reads_back() -> None:
    faces, materials = np.array([[0, 1, 2]]), np.array([7])
    mesh = AsciiNode("aabb", vertices=np.eye(3), faces=faces, materials=materials)
    hooks = {"closed": [(1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)], "open2": [(0.0, 1.0, 0.0)]}
    model = build_door_model("door_x", {"open2": mesh, "closed": mesh}, hooks)
    assert [node.name for node in model.nodes] == [
        "door_x_DWK",
        "door_x_DWK_wg_closed",
        "door_x_DWK_dp_closed_01",
        "door_x_DWK_dp_closed_02",
        "door_x_DWK_wg_open2",
        "door_x_DWK_dp_open2_01",
    ]
    read = parse_ascii(format_ascii_model(model))
    assert_same_model(read, model)
    closed, opened = find_walkmesh_nodes(read)
    assert [hook and hook.position for hook in find_use_hooks(read, closed)] == hooks["closed"]
    assert find_use_hooks(read, opened)[1] is None


def test_impossible_objects_are_refused() -> None:
    mesh = AsciiNode("trimesh")
    with pytest.raises(FormatError, match="no such door state: ajar"):
        build_door_model("d", {"ajar": mesh})
    with pytest.raises(FormatError, match="without a mesh: open1"):
        build_door_model("d", {"closed": mesh}, {"open1": [(0, 0, 0)]})
    with pytest.raises(FormatError, match="3 use hooks"):
        build_placeable_model("p", mesh, [(0, 0, 0)] * 3)


def test_numbers_read_back_to_the_same_float32() -> None:
    """The bulk spelling against the slow one that is known to be right."""
    bits = np.random.default_rng(7).integers(0, 2**32, 20_000, dtype=np.uint32)
    edges = np.array([0.0, -0.0, 1e-45, 1.1754944e-38, 3.4028235e38, 16777216, 0.1, 1e16, 2.0**87])
    values = np.concatenate([bits.view(np.float32), edges.astype(np.float32)])
    values = values[np.isfinite(values)]
    texts = _float_texts(values, "verts")
    back = np.array([float(text) for text in texts]).astype(np.float32)
    assert back.tobytes() == values.tobytes()
    for text, value in zip(texts, values.tolist(), strict=True):
        assert float(text) == pytest.approx(float(format_float32(value)), rel=1e-7)
        assert sum(map(str.isdigit, text.split("e")[0].replace("0", ""))) <= 9


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"position": (0, float("nan"), 0)}, "not finite"),
        ({"position": (0, 1e39, 0)}, "too large"),
        ({"position": (0, 0)}, "2 values, expected 3"),
        ({"orientation": (0, 0, 0)}, "3 values, expected 4"),
        ({"vertices": np.full((4, 3), np.inf)}, "not finite"),
        ({"vertices": np.zeros((3, 3))}, "a corner outside the 3 vertices"),
        ({"faces": np.array([[0, 1, -1], [0, 1, 2]])}, "a corner outside"),
        ({"materials": np.array([4, 2**32])}, "does not fit 32 bits"),
        ({"materials": np.array([4, -1])}, "a material below 0"),
        ({"tree": np.full((1, 7), 0.5)}, "no whole number"),
        ({"name": "two words"}, "cannot stand as one word"),
        ({"name": "#walk"}, "cannot stand as one word"),
        ({"name": "walk\n"}, "cannot stand as one word"),
        ({"name": "żółw"}, "Windows-1252"),
        ({"kind": ""}, "cannot stand as one word"),
        ({"parent": "null"}, "NULL stands for no parent"),
        ({"parent": ""}, "cannot stand as one word"),
    ],
)
def test_what_cannot_be_written(changes: dict[str, object], message: str) -> None:
    node = replace(parse_ascii(ENGINE).nodes[0], **changes)  # type: ignore[arg-type]
    with pytest.raises(FormatError, match=message):
        format_ascii_model(AsciiModel((node,), "m"))


def test_unnamed_nodes_are_engine_text_only() -> None:
    node = replace(parse_ascii(ENGINE).nodes[0], name="")
    assert format_ascii_engine(node).startswith(b"node aabb\r\n")
    with pytest.raises(FormatError, match="one word"):
        format_ascii_model(AsciiModel((node,)))


def test_engine_text_refuses_to_lose_values() -> None:
    node = parse_ascii(MODEL).nodes[2]
    with pytest.raises(FormatError, match="no parents"):
        format_ascii_engine(node)
    with pytest.raises(FormatError, match="no room links"):
        format_ascii_engine(replace(node, parent=None))
    with pytest.raises(FormatError, match="not a 'trimesh'"):
        format_ascii_engine(replace(node, kind="trimesh"))


def test_models_that_cannot_be_written(tmp_path: Path) -> None:
    model = parse_ascii(PYKOTOR)
    path = tmp_path / "x.ascii"
    with pytest.raises(FormatError, match="never written"):
        write_ascii(model, path)
    with pytest.raises(FormatError, match="one node, not 2"):
        write_ascii(replace(model, dialect="engine", nodes=model.nodes * 2), path)
    with pytest.raises(FormatError, match="needs a name"):
        write_ascii(replace(model, dialect="model", complete=True), path)
    assert not path.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"vertices": np.zeros((2, 2))},
        {"vertices": np.zeros(3)},
        {"vertices": [["a", "b", "c"]]},
        {"faces": np.array([[0.5, 1, 2]]), "materials": np.array([1])},
        {"faces": np.array([[0, 1, 2]])},
        {"materials": np.array([1])},
        {
            "faces": np.array([[0, 1, 2]]),
            "materials": np.array([1]),
            "extra": np.zeros((2, 4), int),
        },
        {"tree": np.zeros((1, 6))},
        {"roomlinks": np.array([1, 2])},
    ],
)
def test_nodes_check_their_shapes(changes: dict[str, object]) -> None:
    with pytest.raises(FormatError):
        AsciiNode("aabb", **changes)  # type: ignore[arg-type]
