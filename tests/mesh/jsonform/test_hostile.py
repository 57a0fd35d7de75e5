"""Documents that anyone may have written: a located error or a sound file, and little memory."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

import kotorlevel as kl
from support.formats.gff_shapes import peak_memory
from support.mesh.json_samples import make_samples, sample_model

SAMPLES = make_samples()
MEAN: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**32,
    10**400,
    1.5,
    float("inf"),
    "",
    "x",
    "nan",
    "\u4e2d",
    "!!!!",
    [],
    [[]],
    [1, 2, 3, 4, 5],
    {},
    {"of": "x"},
)


def all_documents() -> dict[str, dict[str, Any]]:
    found = {name: kl.to_json(data, name=name) for name, data in SAMPLES.items()}
    mdl, mdx = sample_model()
    found["room.mdl"] = kl.to_json(mdl, name="room.mdl", mdx=mdx)
    return found


DOCUMENTS = all_documents()


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every key and item; of a long list the first, the second and the last."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places(each, (*path, key))
    elif isinstance(value, list):
        for number in sorted({0, 1, len(value) - 1} & set(range(len(value)))):
            yield from places(value[number], (*path, number))


def survives(document: Any) -> None:
    """Bytes or a located error; anything else fails the test."""
    try:
        assert isinstance(kl.from_json(document, source="x.json"), bytes)
    except kl.errors.FormatError as error:
        assert error.source == "x.json"
        assert error.message
        assert str(error).isprintable()
        assert len(str(error)) < 600


def changed(document: dict[str, Any], path: tuple[Any, ...]) -> tuple[dict[str, Any], Any]:
    """A copy, and what holds the place in it."""
    new = copy.deepcopy(document)
    holder: Any = new
    for step in path[:-1]:
        holder = holder[step]
    return new, holder


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_anything_in_any_place(name: str) -> None:
    document = DOCUMENTS[name]
    for path in places(document):
        for mean in MEAN:
            new, holder = changed(document, path)
            holder[path[-1]] = mean
            survives(new)
            if path[0] == "stored" or "stored" not in document or isinstance(mean, dict):
                continue
            # The same with the check sum out of the way, so that what was edited is made anew.
            del new["stored"]
            survives(new)


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_anything_missing_or_too_much(name: str) -> None:
    document = DOCUMENTS[name]
    for path in places(document):
        new, holder = changed(document, path)
        del holder[path[-1]]
        survives(new)
        if isinstance(holder, dict):
            holder["something else"] = 1
            with pytest.raises(kl.errors.FormatError):
                kl.from_json(new)


def error_of(document: Any) -> str:
    with pytest.raises(kl.errors.FormatError) as caught:
        kl.from_json(document)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "path", "value", "message"),
    [
        ("room.wok", ("faces", 1, 2), 1.5, "faces[1][2]: 1.5 is not a whole number"),
        ("room.wok", ("faces", 1), [1, 2, 3], "faces[1]: is not a list of 4"),
        ("room.wok", ("vertices", 2, 0), "wide", "vertices[2][0]: 'wide' is not a number"),
        ("room.wok", ("vertices", 2, 0), 1e39, "vertices[2][0]: 1e+39 is too large"),
        ("room.wok", ("faces", 0, 0), 99, "face 0 has corners [99"),
        ("room.wok", ("links", 0, 1), 3, "links[0]: there is no side 3 of face 0"),
        ("room.wok", ("kind",), "rom", "Did you mean 'room'?"),
        ("odd.wok", ("stored", "tables"), {"normls": {}}, "Did you mean 'normals'?"),
        ("area.lyt", ("rooms", 0, "position"), [1, 2], "rooms[0].position: has 2 numbers, not 3"),
        ("area.vis", ("rooms", 0, "sees", 0), 4, "rooms[0].sees[0]: 4 is not a text"),
        ("table.2da", ("rows", 1), ["a"], "rows[1]: has 1 texts: it needs a label and 2 cells"),
        ("table.2da", ("rows", 0, 1), "\u4e2d", "rows[0][1]: '\\u4e2d'"),
        ("area.git", ("root", "fields", 0, 2), 300, "root.fields[0] 'Byte': 300 does not fit"),
        ("area.git", ("root", "fields", 0, 1), "BYT", "Did you mean 'BYTE'?"),
        ("module.mod", ("entries", 2, "base64"), "a", "entries[2].base64: 'a' is no base64"),
        ("module.mod", ("entries", 0, "json", "faces"), 1, "entries[0].json.faces"),
        ("module.mod", ("entries", 0, "type"), "wokk", "entries[0].type: 'wokk' is not a type"),
        ("room.wok", ("format",), "kotorlevel/wlkmesh", "Did you mean 'walkmesh'?"),
        ("room.wok", ("version",), 2, "version: 2 is newer"),
    ],
)
def test_errors_say_where(name: str, path: tuple[Any, ...], value: Any, message: str) -> None:
    new, holder = changed(DOCUMENTS[name], path)
    holder[path[-1]] = value
    assert message in error_of(new)


def test_something_else_in_json_is_told() -> None:
    assert 'it has no "format"' in error_of({"name": "package", "version": "1.0.0"})


def test_structs_without_end_are_refused() -> None:
    struct: dict[str, Any] = {"id": 0, "fields": []}
    for _ in range(120):
        struct = {"id": 0, "fields": [["A", "STRUCT", struct]]}
    document = {"format": "kotorlevel/gff", "version": 1, "kind": "GIT ", "root": struct}
    assert "more than 100 deep" in error_of(document)


@pytest.mark.parametrize("field", ["node_offset", "vertex_offset", "loop_offset"])
def test_an_offset_asks_for_no_memory(field: str) -> None:
    document = copy.deepcopy(DOCUMENTS["odd.wok"])
    document["stored"]["header"][field] = 2**32 - 200
    text = json.dumps(document)
    assert peak_memory(lambda: survives(text)) < 4_000_000
    assert "all parts together" in error_of(document)


@pytest.mark.parametrize("count", [10**6, 2**32 - 1, 2**40])
def test_a_count_asks_for_no_memory(count: int) -> None:
    document = copy.deepcopy(DOCUMENTS["odd.wok"])
    document["stored"]["tables"]["nodes"]["count"] = count
    assert peak_memory(lambda: survives(document)) < 4_000_000
    archive = copy.deepcopy(DOCUMENTS["odd.mod"])
    archive["stored"]["size"] = count
    assert peak_memory(lambda: survives(archive)) < 4_000_000


def test_memory_stays_a_small_multiple_of_the_text() -> None:
    document = copy.deepcopy(DOCUMENTS["room.wok"])
    document["vertices"] = [[0, 0, 0]] * 200_000 + ["x" * 2_000_000]
    text = json.dumps(document)
    assert peak_memory(lambda: survives(text)) < 30 * len(text)


@pytest.mark.parametrize(
    "path", [("format",), ("kind",), ("rounding",), ("vertices",), ("stored", "of"), ("new",)]
)
def test_a_huge_text_costs_little(path: tuple[str, ...]) -> None:
    new, holder = changed(DOCUMENTS["odd.wok"], path)
    holder[path[-1]] = "room" * 2_000_000
    assert peak_memory(lambda: survives(new)) < 30_000_000
    new, holder = changed(DOCUMENTS["odd.wok"], path)
    holder["room" * 2_000_000] = 1
    assert peak_memory(lambda: survives(new)) < 30_000_000


def test_a_link_is_there_once() -> None:
    document = copy.deepcopy(DOCUMENTS["room.wok"])
    document["links"] *= 2
    assert "links[1]: that side of that face has a link already" in error_of(document)


@pytest.mark.parametrize(
    "name", [n for n, d in SAMPLES.items() if "stored" in kl.to_json(d, name=n)]
)
def test_a_damaged_stored_part_never_passes_for_the_file(name: str) -> None:
    document = kl.to_json(SAMPLES[name], name=name)
    for key in document["stored"]:
        damaged = copy.deepcopy(document)
        value = damaged["stored"][key]
        if isinstance(value, list) and value:
            value.pop()
        elif isinstance(value, str) and len(value) > 4:
            damaged["stored"][key] = value[4:]
        else:
            continue
        try:
            made = kl.file_from_json(damaged)
        except kl.errors.FormatError as error:
            assert "stored" in error.section
        else:
            assert not made.is_same or made.data == SAMPLES[name]
