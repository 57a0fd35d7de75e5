"""Real files: a KOTORMax model against the walkmesh compiled from it, and PyKotor's text."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.ascii import (
    AsciiNode,
    find_walkmesh_nodes,
    format_ascii_engine,
    node_transform,
    parse_ascii,
    read_ascii,
    write_ascii,
)
from kotorlevel.formats.bwm import read_bwm
from support.corpus import CORPUS, each_corpus_file, needs_corpus
from support.formats.ascii_samples import assert_same_model

MODEL = CORPUS / "ascii" / "m13aa_04a_kotormax.mdl.ascii"
COMPILED = CORPUS / "wok" / "modtools" / "m13aa_04a_from_ascii.wok"
PYKOTOR = CORPUS / "ascii" / "203tel_pykotor_dialect.wok.ascii"


def in_area(path: Path) -> tuple[AsciiNode, NDArray[np.float64]]:
    """The walkmesh node of a whole model, and its vertices in area space."""
    model = read_ascii(path)
    (node,) = find_walkmesh_nodes(model)
    matrix = node_transform(model, node)
    assert model.layout_position is not None
    return node, node.vertices @ matrix[:3, :3].T + matrix[:3, 3] + model.layout_position


def nearest(points: NDArray[np.float64], targets: NDArray[np.float64]) -> NDArray[np.intp]:
    """For each point the one target that is within a millimetre of it."""
    distances = np.abs(points[:, None] - targets[None]).max(axis=2)
    assert distances.min(axis=1).max() < 1e-3
    found: NDArray[np.intp] = distances.argmin(axis=1)
    return found


def corners(faces: NDArray[np.intp], materials: NDArray[np.int64]) -> Counter[tuple[object, ...]]:
    """How often each triangle stands there: its corners in turn, lowest first, and material."""
    counted: Counter[tuple[object, ...]] = Counter()
    for face, material in zip(faces.tolist(), materials.tolist(), strict=True):
        turn = face.index(min(face))
        counted[(*face[turn:], *face[:turn], material)] += 1
    return counted


@needs_corpus
def test_kotormax_model() -> None:
    model = read_ascii(MODEL)
    assert (model.dialect, model.complete, model.model_name) == ("model", True, "M13aa_04a")
    assert model.layout_position == (95.25, 48.75, 5.0)
    assert model.problems == ()
    assert len(model.nodes) == 73
    assert sum(node.has_geometry for node in model.nodes) == 1
    (node,) = find_walkmesh_nodes(model)
    assert (node.name, node.line, len(node.vertices), len(node.faces)) == ("walk9", 520, 1463, 522)
    assert len(np.unique(node.vertices, axis=0)) == 265
    assert node.roomlinks.tolist() == [[6, 3], [84, 14]]


@needs_corpus
def test_kotormax_model_is_the_compiled_walkmesh() -> None:
    node, vertices = in_area(MODEL)
    compiled = read_bwm(COMPILED)
    places = compiled.vertices.astype(np.float64)
    match = nearest(vertices, places)
    assert len(np.unique(match)) == len(places) == 265
    assert corners(match[node.faces], node.materials) == corners(
        compiled.faces.astype(np.intp), compiled.materials.astype(np.int64)
    )


@needs_corpus
def test_room_links_number_the_faces_of_the_file() -> None:
    """The compiler sorts walkable faces first; a link follows its edge, not its number."""
    node, vertices = in_area(MODEL)
    compiled = read_bwm(COMPILED)
    match = nearest(vertices, compiled.vertices.astype(np.float64))[node.faces]

    def ends(faces: NDArray[np.intp], edge: int) -> tuple[int, int]:
        face, side = divmod(edge, 3)
        return int(faces[face, side]), int(faces[face, (side + 1) % 3])

    written = {ends(match, edge): room for edge, room in node.roomlinks.tolist()}
    linked = compiled.edges[compiled.edges["transition"] >= 0]
    stored = {
        ends(compiled.faces.astype(np.intp), int(row["edge"])): int(row["transition"])
        for row in linked
    }
    assert written == stored
    assert sorted(linked["edge"].tolist()) == [0, 6]


@needs_corpus
def test_pykotor_text() -> None:
    model = read_ascii(PYKOTOR)
    assert (model.dialect, model.complete) == ("pykotor", False)
    assert [(problem.code, problem.line) for problem in model.problems] == [("pykotor", 1)]
    (node,) = find_walkmesh_nodes(model)
    assert (len(node.vertices), len(node.faces)) == (677, 1209)
    assert node.tree is not None
    assert node.tree.shape == (2 * 1209 - 1, 7)
    assert (node.extra[:, 3] == -1).all()  # adjacency fills three of the four integers
    assert node.extra[:, :3].max() < 3 * len(node.faces)


@each_corpus_file("ascii/*.ascii")
def test_real_files_read_back(path: Path) -> None:
    model = read_ascii(path)
    if model.dialect == "pykotor":
        (node,) = model.nodes
        assert_same_model(parse_ascii(format_ascii_engine(node)), model)
    else:
        target = io.BytesIO()
        write_ascii(model, target)
        assert_same_model(parse_ascii(target.getvalue()), model)


@each_corpus_file("ascii/*.ascii")
def test_every_line_is_counted_right(path: Path) -> None:
    """A fault put into a vertex far down is reported at its very line."""
    lines = path.read_bytes().splitlines(keepends=True)
    (node,) = find_walkmesh_nodes(read_ascii(path))
    start = next(i for i in range(node.line, len(lines)) if lines[i].split()[:1] == [b"verts"])
    at = start + len(node.vertices)
    lines[at] = b"    0 0 O\n"
    with pytest.raises(FormatError, match=f"line {at + 1}, verts: 'O' is not a number"):
        parse_ascii(b"".join(lines))
