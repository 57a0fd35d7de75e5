"""The published schemas hold for what is written, and notice what is wrong."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import kotorlevel as kl
from kotorlevel.mesh.jsonform.document import FORMATS
from support.corpus import ROOT, each_corpus_file, each_level_file
from support.mesh.json_samples import make_samples, sample_model

SAMPLES = make_samples()


@cache
def validator(name: str) -> Draft202012Validator:
    path = ROOT / "docs" / "schema" / "files" / f"{name}.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def check(document: dict[str, Any]) -> None:
    read = json.loads(kl.format_json(document))
    validator(document["format"].removeprefix("kotorlevel/")).validate(read)
    for entry in document["entries"] if "archive" in document["format"] else ():
        if "json" in entry:
            check(entry["json"])


def test_every_format_has_one() -> None:
    for name in FORMATS:
        assert validator(name)
    used = {kl.to_json(data, name=name)["format"] for name, data in SAMPLES.items()}
    assert used | {"kotorlevel/model"} == {f"kotorlevel/{name}" for name in FORMATS}


@pytest.mark.parametrize("name", SAMPLES)
def test_made_files(name: str) -> None:
    check(kl.to_json(SAMPLES[name], name=name))


def test_a_model() -> None:
    mdl, mdx = sample_model()
    check(kl.to_json(mdl, name="room.mdl", mdx=mdx))


@each_corpus_file("wok/pykotor/*.wok", "lyt/*.lyt", "vis/*.vis")
def test_files_of_the_corpus(path: Path) -> None:
    try:
        document = kl.to_json(path)
    except kl.errors.FormatError:
        assert path.name.startswith("corrupted")
        return
    check(document)


@pytest.mark.sampled(5)
@each_level_file("areas/*/*/*.wok", "areas/*/*/*.git", "objects/*/*.?wk")
def test_files_of_levels(path: Path) -> None:
    if path.stat().st_size < 200_000:
        check(kl.to_json(path))


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("room.wok", ("faces", 0), [0, 1, 2]),
        ("room.wok", ("vertices", 0, 0), "wide"),
        ("odd.wok", ("stored", "tables", "nodes", "rows", 0, 7), 1.5),
        ("area.lyt", ("rooms", 0, "nme"), "x"),
        ("area.git", ("root", "fields", 3, 2), 4),
        ("area.git", ("root", "fields", 0, 1), "BYT"),
        ("module.mod", ("kind",), "ZIP"),
    ],
)
def test_what_is_wrong_is_noticed(name: str, path: tuple[Any, ...], value: Any) -> None:
    document = copy.deepcopy(kl.to_json(SAMPLES[name], name=name))
    holder: Any = document
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    assert not validator(document["format"].removeprefix("kotorlevel/")).is_valid(document)
