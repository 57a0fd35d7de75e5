"""What the reader makes of good text, and what it forgives."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from kotorlevel.formats.ascii import (
    AsciiModel,
    AsciiNode,
    find_walkmesh_nodes,
    parse_ascii,
    read_ascii,
)
from support.formats.ascii_samples import (
    ENGINE,
    MDLEDIT_WOK,
    MODEL,
    PYKOTOR,
    SAMPLES,
    assert_same_model,
    crlf,
)


def only_walkmesh(model: AsciiModel) -> AsciiNode:
    (node,) = find_walkmesh_nodes(model)
    return node


def test_engine_text() -> None:
    model = parse_ascii(ENGINE)
    assert (model.dialect, model.complete, model.model_name) == ("engine", False, "")
    assert model.problems == ()
    node = only_walkmesh(model)
    assert (node.kind, node.name, node.parent, node.line) == ("aabb", "walk", None, 1)
    assert node.position == (1.0, 2.0, 3.0)
    assert node.orientation == (0.0, 0.0, 1.0, 0.5)
    assert node.vertices.dtype == np.float64
    assert node.vertices[2].tolist() == [1.0, 1.0, 0.25]
    assert node.faces.tolist() == [[0, 1, 2], [2, 3, 0]]
    assert node.materials.tolist() == [4, 7]
    assert node.extra.tolist() == [[1, 0, 1, 2], [1, 2, 3, 0]]
    assert node.tree is not None
    assert node.tree[:, -1].tolist() == [-1, 0, 1]
    assert len(node.roomlinks) == 0


def test_whole_model() -> None:
    model = parse_ascii(MODEL, "m55aa_01.mdl.ascii")
    assert (model.dialect, model.complete, model.model_name) == ("model", True, "m55aa_01")
    assert model.layout_position == (10.0, 20.0, 0.5)
    assert model.source == "m55aa_01.mdl.ascii"
    assert model.problems == ()
    assert [(n.kind, n.name, n.parent, n.line) for n in model.nodes] == [
        ("dummy", "m55aa_01", None, 7),
        ("trimesh", "Box01", "m55aa_01", 10),
        ("aabb", "walk9", "Box01", 25),
    ]
    node = only_walkmesh(model)
    assert node.roomlinks.tolist() == [[0, 3], [2, 1]]
    assert node.tree is None


def test_only_walkmeshes_keep_their_geometry() -> None:
    model = parse_ascii(MODEL)
    box = model.nodes[1]
    assert not box.has_geometry
    assert only_walkmesh(model).has_geometry
    assert box.position == (5.0, 0.0, 0.0)


def test_geometry_that_is_not_kept_is_not_checked() -> None:
    broken = MODEL.replace(b"    1 0 0\n    0 1 0\n", b"    1 0 zero\n")
    assert only_walkmesh(parse_ascii(broken)).name == "walk9"


def test_mdledit_room() -> None:
    model = parse_ascii(MDLEDIT_WOK)
    assert (model.dialect, model.complete) == ("model", False)
    node = only_walkmesh(model)
    assert (node.kind, node.name) == ("trimesh", "WALKMESH")
    assert node.vertices[1].tolist() == [102.0, 0.0, 0.0]
    assert node.roomlinks.tolist() == [[1, 2]]
    (problem,) = model.problems
    assert (problem.line, problem.section) == (12, "roomlinks")


def test_pykotor_text() -> None:
    model = parse_ascii(PYKOTOR)
    assert model.dialect == "pykotor"
    node = only_walkmesh(model)
    assert node.name == ""
    assert node.extra.tolist() == [[237, -1, -1, -1]]
    assert node.vertices[1, 2] == -4.00543212890625e-05


@pytest.mark.parametrize(
    ("old", "new", "dialect"),
    [
        (b"node aabb\n", b"node aabb walk\n", "engine"),
        (b"237 -1 -1 -1", b"1 0 0 0", "engine"),
        (b"    verts", b"    parent x\n    verts", "model"),
        (b"node aabb", b"beginmodelgeom x\nnode aabb", "model"),
        (b"node aabb", b"layoutposition 0 0 0\nnode aabb", "model"),
        (b"    aabb", b"    roomlinks\n    aabb", "model"),
        (b"node aabb", b"node trimesh", "model"),
    ],
)
def test_dialect_is_found_by_content(old: bytes, new: bytes, dialect: str) -> None:
    assert parse_ascii(PYKOTOR.replace(old, new, 1)).dialect == dialect


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize(
    "change",
    [
        crlf,
        lambda text: text.replace(b"\n", b"\r"),
        lambda text: text.replace(b" ", b" \t "),
        lambda text: text.replace(b"\n", b"   # 1 2 3 faces\n"),
        lambda text: text.replace(b"\n", b"\n\n  \n# verts 12\n\t#\n"),
        lambda text: text.replace(b"    ", b""),
        lambda text: text.rstrip(),
        lambda text: b"\n" + text + b"\n\n",
    ],
    ids=["CRLF", "CR", "tabs", "comments", "blank lines", "flush", "no last end", "padding"],
)
def test_spacing_does_not_matter(name: str, change: object) -> None:
    text = SAMPLES[name]
    assert callable(change)
    assert_same_model(parse_ascii(change(text)), parse_ascii(text))


def test_case_does_not_matter() -> None:
    loud = parse_ascii(MODEL.upper())
    assert find_walkmesh_nodes(loud)[0].vertices.tolist() == [[0, 0, 0], [2, 0, 0], [0, 2, 0]]
    assert loud.nodes[2].parent == "BOX01"
    assert loud.problems == ()
    assert not any(node.name == "WALK9" for node in loud.nodes[3:])


def test_number_sign_inside_a_name_is_no_comment() -> None:
    assert parse_ascii(ENGINE.replace(b"walk", b"walk#2")).nodes[0].name == "walk#2"


def test_byte_order_mark_is_a_problem_only() -> None:
    model = parse_ascii(b"\xef\xbb\xbf" + ENGINE)
    assert model.dialect == "engine"
    assert [problem.line for problem in model.problems] == [1]


def test_line_ends_are_no_problem() -> None:
    for text in (ENGINE, crlf(ENGINE), ENGINE.rstrip()):
        assert parse_ascii(text).problems == ()


def test_order_of_the_lists_does_not_matter() -> None:
    verts = ENGINE.index(b"  verts")
    faces = ENGINE.index(b"  faces")
    tree = ENGINE.index(b"  aabb")
    swapped = ENGINE[:verts] + ENGINE[faces:tree] + ENGINE[verts:faces] + ENGINE[tree:]
    assert_same_model(parse_ascii(swapped), parse_ascii(ENGINE))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"aabb\n    0.0 0.0 0.0 1.0 1.0 0.25 -1", b"aabb 0.0 0.0 0.0 1.0 1.0 0.25 -1"),
        (b"  aabb\n", b"  aabb 3\n"),
        (b"0.25 -1\n", b"0.25 -1 4 1 1\n"),
    ],
    ids=["root on the keyword's line", "counted", "ten columns"],
)
def test_box_tree_spellings(old: bytes, new: bytes) -> None:
    assert old in ENGINE
    model = parse_ascii(ENGINE.replace(old, new))
    assert model.problems == ()
    assert_same_model(model, parse_ascii(ENGINE))


def test_absent_and_empty_lists() -> None:
    bare = parse_ascii(b"node aabb x\nendnode\n").nodes[0]
    assert (bare.vertices.shape, bare.faces.shape, bare.extra.shape) == ((0, 3), (0, 3), (0, 4))
    assert bare.tree is None
    empty = parse_ascii(b"node aabb x\nverts 0\nfaces 0\naabb\nroomlinks\nendnode\n").nodes[0]
    assert empty.tree is not None
    assert (empty.tree.shape, empty.roomlinks.shape) == ((0, 7), (0, 2))


def test_large_smoothing_masks_are_kept() -> None:
    node = parse_ascii(ENGINE.replace(b"1 2 3 0 7", b"4294967295 2 3 0 7")).nodes[0]
    assert node.extra[1, 0] == 4294967295


def test_arrays_are_read_only() -> None:
    node = parse_ascii(ENGINE).nodes[0]
    for name in ("vertices", "faces", "materials", "extra", "tree", "roomlinks"):
        assert not getattr(node, name).flags.writeable, name


def test_sources(tmp_path: Path) -> None:
    path = tmp_path / "a.wok.ascii"
    path.write_bytes(ENGINE)
    assert read_ascii(path).source == str(path)
    assert read_ascii(io.BytesIO(ENGINE)).nodes[0].name == "walk"
    assert read_ascii(ENGINE).source == ""
