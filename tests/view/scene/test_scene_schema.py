"""The document of a scene keeps to docs/schema/scene.schema.json."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from kotorlevel.view.scene.scene import Scene, ScenePath, build_scene
from support.areas import floor, make_area, make_door, make_placeable, plate
from support.corpus import CORPUS, needs_corpus
from support.view.browser import ROOT
from support.view.junctions import fan

SCHEMA = json.loads((ROOT / "docs/schema/scene.schema.json").read_text(encoding="utf-8"))


def validate(scene: Scene) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(scene.to_json())
    jsonschema.validate(document, SCHEMA)
    for name, listed in document["buffers"].items():
        words = SCHEMA["properties"]["buffers"]["properties"][name]["description"]
        kind, width = re.match(r"(\w+)(?:, (\d) )?", words).groups()  # type: ignore[union-attr]
        assert (listed["type"], listed["width"]) == (kind, int(width or 1)), name
    return document


def test_the_schema_itself() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_a_mesh() -> None:
    mesh = floor(east=3)
    way = ScenePath("way", "unreachable", "a wall", float("nan"), [(0, 0, 0), (1, 2, 3)])
    assert validate(build_scene(mesh, report=kl.check(mesh), paths=[way], name="hall"))["links"]
    validate(build_scene(kl.Walkmesh.from_arrays([], [], [])))
    validate(build_scene(plate(hooks=[(0, -1, 0)])))


def test_an_area_with_things_on_it() -> None:
    area = make_area(
        {"hall": floor(), "sky": None, "****": None},
        entry=(1, 1, 0),
        door_hooks=[(1, 1, 0)],
        doors=[make_door((1, 2, 0)), make_door(meshes=(None, None, None), index=1)],
        placeables=[make_placeable((1, 1, 0), mesh=plate()), make_placeable(index=1)],
    )
    document = validate(build_scene(area))
    assert document["doors"]
    assert document["placeables"]
    assert document["hooks"]
    assert validate(build_scene(fan()))["buffers"]["passages"]["count"] == 2


def test_the_broken_station(tmp_path: Path) -> None:
    for name, data in make_broken_station().items():
        (tmp_path / name).write_bytes(data)
    area = kl.load_area(tmp_path)
    document = validate(build_scene(area, report=kl.check(area)))
    assert document["findings"]
    assert document["stops"]


@needs_corpus
def test_a_real_area_keeps_to_it() -> None:
    area = kl.load_area(CORPUS / "area_m10aa")
    document = validate(build_scene(area, report=kl.check(area)))
    assert {link["state"] for link in document["links"]} >= {"ok", "missing"}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("islands", 0, "reached"), -1),
        (("links", 0, "state"), "odd"),
        (("rooms", 0, "faces"), [0]),
        (("buffers", "passages", "offset"), 2),
        (("more",), 1),
    ],
)
def test_what_is_wrong_is_seen(path: tuple[str | int, ...], value: object) -> None:
    document: Any = json.loads(build_scene(fan()).to_json())
    part = document
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, SCHEMA)
