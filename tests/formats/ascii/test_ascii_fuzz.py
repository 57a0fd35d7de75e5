"""Mutated text: the reader answers or raises `FormatError`, and what it answers can be written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.ascii import (
    find_use_hooks,
    find_walkmesh_nodes,
    format_ascii_model,
    node_transform,
    parse_ascii,
)
from support.corpus import corpus_files
from support.formats.ascii_samples import SAMPLES, assert_same_model

REAL = {path.name: path.read_bytes() for path in corpus_files("ascii/*.ascii")}
WORDS = [b"node", b"endnode", b"verts", b"faces", b"aabb", b"parent", b"roomlinks 3", b"newanim x"]
WORDS += [b"nan", b"-1", b"99999999999", b"1e39", b"#", b"\0", b"\n", b"\r", b"\x0b", b"\xa0"]
WORDS += [b" ", b".", b"", b"endlist", b"newmodel", b"position 1", b"doneanim", b"\xef\xbb\xbf"]


def exercise(data: bytes) -> None:
    try:
        model = parse_ascii(data, "fuzz")
    except FormatError as error:
        assert error.line is not None
        assert error.source == "fuzz"
        return
    for node in find_walkmesh_nodes(model):
        assert not len(node.faces) or node.faces.max() < len(node.vertices)
        try:
            node_transform(model, node)
            find_use_hooks(model, node)
        except FormatError:
            assert model.problems
    try:
        written = format_ascii_model(model)
    except FormatError:
        return
    assert_same_model(parse_ascii(written), model)


@st.composite
def mutated(draw: st.DrawFn, texts: list[bytes]) -> bytes:
    """A text with a few lines or words deleted, doubled, moved or replaced."""
    parts = draw(st.sampled_from(texts)).splitlines(keepends=True)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(parts) - 1))
        action = draw(st.sampled_from(["delete", "double", "move", "word", "bytes"]))
        if action == "delete" and len(parts) > 1:
            del parts[at]
        elif action == "double":
            parts.insert(at, parts[at])
        elif action == "move":
            parts.insert(draw(st.integers(0, len(parts) - 1)), parts.pop(at))
        elif action == "word":
            words = parts[at].split(b" ")
            words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(WORDS))
            parts[at] = b" ".join(words)
        else:
            cut = draw(st.integers(0, len(parts[at])))
            parts[at] = parts[at][:cut] + draw(st.binary(max_size=4)) + parts[at][cut:]
    return b"".join(parts)


@settings(max_examples=400)
@given(mutated(list(SAMPLES.values())))
def test_mutated_samples(data: bytes) -> None:
    exercise(data)


@settings(max_examples=200)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    exercise(data)


@settings(max_examples=200)
@given(st.lists(st.sampled_from([*WORDS, b"\n", b" ", b"1", b"2"]), max_size=60))
def test_any_words(words: list[bytes]) -> None:
    exercise(b" ".join(words))


@pytest.mark.parametrize("name", SAMPLES)
def test_every_truncation_of_the_samples(name: str) -> None:
    text = SAMPLES[name]
    for end in range(len(text)):
        exercise(text[:end])


def cut_model(data: bytes) -> bytes:
    """The real model around its walkmesh: enough to break, small enough to break often."""
    lines = data.splitlines(keepends=True)
    return b"".join(lines[:700] + lines[2000:2100] + lines[5980:6020])


@pytest.mark.skipif(not REAL, reason="no corpus: ascii/*.ascii")
@settings(max_examples=60)
@given(st.data())
def test_mutated_real_files(data: st.DataObject) -> None:
    cut = [text[:20_000] + text[-2000:] for text in REAL.values()]
    exercise(data.draw(mutated(cut + [cut_model(text) for text in REAL.values()])))


@pytest.mark.skipif(not REAL, reason="no corpus: ascii/*.ascii")
@settings(max_examples=40)
@given(st.data())
def test_truncated_real_files(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(list(REAL.values())))
    exercise(text[: data.draw(st.integers(0, len(text)))])
