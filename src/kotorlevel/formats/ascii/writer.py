"""`AsciiModel` → bytes, as the engine's own text or as a model for the modding tools."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.core.atomic import Target, write_target
from kotorlevel.core.errors import FormatError
from kotorlevel.core.lines import encode_lines
from kotorlevel.core.text import encode_text, printable
from kotorlevel.formats.ascii.geometry import FACES, LINKS, TREE, VERTS
from kotorlevel.formats.ascii.hierarchy import ROOM_KIND
from kotorlevel.formats.ascii.model import AsciiModel, AsciiNode
from kotorlevel.formats.ascii.text import LONGEST_LINE

_FIRST_LINE = "# Written by KotorLevel"
_INDENT = "  "
_ROW_INDENT = "    "


def write_ascii(model: AsciiModel, target: Target) -> None:
    """Write ``model`` to a path (atomically) or to an open binary file, in its dialect."""
    if model.dialect == "model":
        data = format_ascii_model(model)
    elif model.dialect == "engine" and len(model.nodes) == 1:
        data = format_ascii_engine(model.nodes[0])
    elif model.dialect == "engine":
        raise FormatError(f"engine text holds one node, not {len(model.nodes)}")
    else:
        raise FormatError(f"the {model.dialect} dialect is read, but never written")
    write_target(data, target)


def format_ascii_engine(node: AsciiNode) -> bytes:
    """The node as the engine's own walkmesh text: ``node aabb`` to ``endnode`` and nothing else.

    Engine text has neither parents nor room links: raises `FormatError` for a node with them,
    because they would be lost.
    """
    if node.kind != ROOM_KIND:
        raise FormatError(f"engine text holds an 'aabb' node, not a '{printable(node.kind)}'")
    if node.parent is not None:
        raise FormatError("engine text has no parents; apply the transform first", section="parent")
    if len(node.roomlinks):
        raise FormatError("engine text has no room links", section=LINKS)
    data = encode_lines(_node_lines(node, parent=False))
    longest = max(map(len, data.splitlines()))
    if longest > LONGEST_LINE:
        raise FormatError(f"a line of {longest} bytes; the game reads {LONGEST_LINE}")
    return data


def format_ascii_model(model: AsciiModel) -> bytes:
    """The nodes as model text, framed by the model's name if there is one.

    Raises `FormatError` for what cannot be written: a number that is not finite or too large, a
    name that would not read back.
    """
    return encode_lines(_model_lines(model))


def _model_lines(model: AsciiModel) -> Iterator[str]:
    name = _word(model.model_name, "model name") if model.model_name else ""
    if model.complete and not name:
        raise FormatError("a whole model needs a name", section="model name")
    yield _FIRST_LINE
    if model.complete:
        yield f"newmodel {name}"
    if name:
        yield f"beginmodelgeom {name}"
    if model.layout_position is not None:
        yield f"{_INDENT}layoutposition {_vector(model.layout_position, 3, 'layoutposition')}"
    for node in model.nodes:
        try:
            yield from _node_lines(node, parent=True)
        except FormatError as error:
            shown = printable(node.name)
            raise FormatError(f"node {shown!r}: {error.message}", section=error.section) from None
    if name:
        yield f"endmodelgeom {name}"
    if model.complete:
        yield f"donemodel {name}"


def _node_lines(node: AsciiNode, *, parent: bool) -> Iterator[str]:
    name = f" {_word(node.name, 'name')}" if node.name or parent else ""
    yield f"node {_word(node.kind, 'kind')}{name}"
    if parent:
        above = "NULL" if node.parent is None else _word(node.parent, "parent")
        yield f"{_INDENT}parent {above}"
    yield f"{_INDENT}position {_vector(node.position, 3, 'position')}"
    yield f"{_INDENT}orientation {_vector(node.orientation, 4, 'orientation')}"
    if node.has_geometry or node.kind == ROOM_KIND:
        yield from _table(VERTS, _float_texts(node.vertices, VERTS), 3)
        yield from _table(FACES, _face_texts(node), 8)
    if node.tree is not None:
        yield f"{_INDENT}{TREE}"
        yield from _rows(_tree_texts(node.tree), 7)
    if len(node.roomlinks):
        # Without a number: of one with two digits MDLOps reads the first.
        yield f"{_INDENT}{LINKS}"
        yield from _rows(_integer_texts(node.roomlinks, LINKS), 2)
        yield f"{_INDENT}endlist"
    yield "endnode"


def _table(keyword: str, texts: list[str], columns: int) -> Iterator[str]:
    yield f"{_INDENT}{keyword} {len(texts) // columns}"
    yield from _rows(texts, columns)


def _rows(texts: list[str], columns: int) -> Iterator[str]:
    values = iter(texts)
    for row in zip(*[values] * columns, strict=True):
        yield _ROW_INDENT + " ".join(row)


def _face_texts(node: AsciiNode) -> list[str]:
    corners = node.faces
    if len(corners) and (corners.min() < 0 or corners.max() >= len(node.vertices)):
        raise FormatError(f"a corner outside the {len(node.vertices):,} vertices", section=FACES)
    if len(node.materials) and node.materials.min() < 0:
        raise FormatError("a material below 0", section=FACES)
    return _integer_texts(np.column_stack((corners, node.extra, node.materials)), FACES)


def _tree_texts(tree: NDArray[np.float64]) -> list[str]:
    texts = _float_texts(tree, TREE)
    faces = tree[:, -1]
    if (faces != np.floor(faces)).any():
        raise FormatError("a face that is no whole number", section=TREE)
    texts[6::7] = _integer_texts(faces.astype(np.int64), TREE)
    return texts


def _integer_texts(values: NDArray[Any], section: str) -> list[str]:
    if values.size and (values.min() < -(2**31) or values.max() >= 2**32):
        raise FormatError("a number that does not fit 32 bits", section=section)
    return [str(value) for value in values.ravel().tolist()]


def _float_texts(values: ArrayLike, section: str) -> list[str]:
    """Each number as the shortest text that reads back to the same float32."""
    with np.errstate(over="ignore"):
        rounded = np.asarray(values, np.float64).astype(np.float32)
    if not np.isfinite(rounded).all():
        raise FormatError("a number that is not finite, or too large for 32 bits", section=section)
    texts: list[str] = rounded.ravel().astype("U32").tolist()
    return texts


def _vector(values: Sequence[float], size: int, section: str) -> str:
    if len(values) != size:
        raise FormatError(f"{len(values)} values, expected {size}", section=section)
    return " ".join(_float_texts(values, section))


def _word(text: str, section: str) -> str:
    """``text`` if it reads back as the same word."""
    data = encode_text(text, section)
    if data.split() != [data] or data.startswith(b"#") or b"\0" in data:
        raise FormatError(f"'{printable(text)}' cannot stand as one word", section=section)
    if section == "parent" and text.lower() == "null":
        raise FormatError("NULL stands for no parent", section=section)
    return text
