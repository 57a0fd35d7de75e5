"""What limits an answer: materials, walkability, direction, and tables of surfaces."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from support.query.oracle import BLOCKS_SIGHT, WALKABLE, WALKCHECK
from support.query.ray_checks import check_hits
from support.query.shapes import (
    DOOR,
    METAL,
    NONWALK,
    OBSCURING,
    STONE,
    TRANSPARENT,
    both_ways,
    joined,
    plan_points,
    rays,
    rectangle,
    soup,
    stacked,
    upside_down,
    zoo_ground,
    zoo_model,
)

ABOVE, DOWN = (1.5, 0.5, 9.0), (0.0, 0.0, -1.0)
FILTERS: list[dict[str, Any]] = [
    {"materials": [STONE]},
    {"materials": {NONWALK, OBSCURING}},
    {"materials": (DOOR, 99)},
    {"materials": []},
    {"walkable": True},
    {"upward": True},
    {"walkable": True, "upward": True},
    {"materials": np.array([STONE, NONWALK]), "walkable": True},
]


def tower(fast: bool, **settings: Any) -> kl.Ground:
    """Level floors of six materials, at the height of their place in the list; 5 looks down."""
    floors = [METAL, STONE, NONWALK, OBSCURING, TRANSPARENT]
    meshes = [rectangle(0, 0, 2, 2, z, material) for z, material in enumerate(floors)]
    meshes.append(upside_down(rectangle(0, 0, 2, 2, 5, DOOR)))
    return kl.Ground(joined(*meshes), fast=fast, **settings)


@pytest.mark.parametrize("filters", FILTERS, ids=str)
@pytest.mark.parametrize("name", ["soup", "stacked", "walled", "rooms"])
@both_ways
def test_only_what_passes_all_filters_answers(
    name: str, filters: dict[str, Any], fast: bool
) -> None:
    ground, model = zoo_ground(name, fast), zoo_model(name)
    passing = np.ones(len(model), bool)
    if "materials" in filters:
        passing &= model.having(set(np.asarray(filters["materials"]).tolist()))
    if filters.get("walkable"):
        passing &= model.having(WALKABLE)
    if filters.get("upward"):
        passing &= model.upward
    origins, directions = rays(model, 100, seed=6)
    check_hits(model, passing, origins, directions, ground.raycasts(origins, directions, **filters))
    # Heights ask the surfaces that the game checks, unless surfaces are named.
    standing = passing if "materials" in filters else passing & model.having(WALKCHECK)
    for x, y in plan_points(model, 15, seed=7)[:30].tolist():
        wanted = {floor.face for floor in model.floors(x, y, standing)}
        found = {model.row(ref.room, ref.face) for ref in ground.floors(x, y, **filters)}
        assert found == wanted, (x, y)
        first = ground.find_face(x, y, **filters)
        if wanted:
            assert first is not None
            assert model.row(first.room, first.face) == min(wanted)


@both_ways
def test_filters_of_single_and_batch_queries(fast: bool) -> None:
    ground = tower(fast)

    def heights(**filters: Any) -> list[float]:
        return [ref.point[2] for ref in ground.floors(1.5, 0.5, **filters)]

    assert heights() == [5, 4, 2, 1, 0]  # not the ceiling of material 2
    assert heights(walkable=True) == [5, 1, 0]
    assert heights(upward=True) == [4, 2, 1, 0]
    assert heights(walkable=True, upward=True) == [1, 0]
    assert heights(materials=[OBSCURING, STONE]) == [3, 1]
    assert heights(materials=[OBSCURING, STONE], walkable=True) == [1]
    assert heights(materials=[]) == []
    assert ground.height(1.5, 0.5, 9, upward=True, walkable=True) == 1
    assert ground.heights([(1.5, 0.5)], [9], upward=True, walkable=True).tolist() == [1]
    assert ground.heights([(1.5, 0.5)], materials=[NONWALK]).tolist() == [2]
    assert np.isnan(ground.heights([(1.5, 0.5)], materials=[99])).all()
    found = ground.find_faces([(1.5, 0.5)], [9], materials=[OBSCURING])
    assert found.point.tolist() == [[1.5, 0.5, 3.0]]


@both_ways
def test_filters_of_rays(fast: bool) -> None:
    """Without filters rays meet everything, also what the game does not check."""
    ground = tower(fast)

    def heights(**filters: Any) -> list[float]:
        hits = ground.all_hits(ABOVE, DOWN, **filters)
        first = ground.raycast(ABOVE, DOWN, **filters)
        assert first == (hits[0] if hits else None)
        assert ground.any_hit(ABOVE, DOWN, **filters) is bool(hits)
        batch = ground.raycasts([ABOVE], [DOWN], **filters)
        assert batch.face.tolist() == [hits[0].face if hits else -1]
        return [hit.point[2] for hit in hits]

    assert heights() == [5, 4, 3, 2, 1, 0]
    assert heights(materials=[OBSCURING]) == [3]
    assert heights(materials=[99]) == []
    assert heights(walkable=True) == [5, 1, 0]
    assert heights(upward=True) == [4, 3, 2, 1, 0]
    assert heights(back_faces=False) == [4, 3, 2, 1, 0]
    assert heights(walkable=True, upward=True, materials=[STONE, DOOR]) == [1]


@both_ways
def test_the_materials_of_a_ground_limit_every_answer(fast: bool) -> None:
    ground = tower(fast, materials=[OBSCURING, STONE])
    assert ground.height(1.5, 0.5) == 1  # the lower number
    assert [ref.point[2] for ref in ground.floors(1.5, 0.5)] == [3, 1]
    assert [hit.point[2] for hit in ground.all_hits(ABOVE, DOWN)] == [3, 1]
    assert ground.line_of_sight(ABOVE, (1.5, 0.5, -1)).point == (1.5, 0.5, 3.0)
    near = ground.nearest(ABOVE)
    assert near is not None
    assert near.point[2] == 1
    # A query limits it further, never less.
    assert [ref.point[2] for ref in ground.floors(1.5, 0.5, materials=[STONE, METAL])] == [1]
    assert ground.height(1.5, 0.5, materials=[METAL]) is None
    assert ground.raycast(ABOVE, DOWN, materials=[METAL]) is None
    assert [ref.point[2] for ref in ground.floors(1.5, 0.5, walkable=True)] == [1]


@both_ways
def test_a_single_number_names_a_material(fast: bool) -> None:
    assert tower(fast, materials=STONE).height(1.5, 0.5) == 1
    assert tower(fast).height(1.5, 0.5, materials=NONWALK) == 2  # type: ignore[arg-type]
    assert tower(fast).height(1.5, 0.5, materials=np.int64(NONWALK)) == 2  # type: ignore[arg-type]


@both_ways
@pytest.mark.parametrize(
    "materials",
    [
        [STONE, NONWALK],
        (NONWALK, STONE),
        {STONE, NONWALK},
        frozenset({STONE, NONWALK}),
        np.array([STONE, NONWALK]),
        np.array([STONE, NONWALK], np.uint32),
        {STONE: "floor", NONWALK: "wall"},
        range(STONE, NONWALK + 1),
    ],
    ids=lambda materials: type(materials).__name__,
)
def test_materials_are_any_collection_of_numbers(materials: Any, fast: bool) -> None:
    assert [ref.point[2] for ref in tower(fast).floors(1.5, 0.5, materials=materials)] == [2, 1]
    ground = tower(fast, materials=materials)
    assert [hit.point[2] for hit in ground.all_hits(ABOVE, DOWN)] == [2, 1]


@both_ways
def test_a_ground_of_no_materials_never_answers(fast: bool) -> None:
    ground = tower(fast, materials=[])
    assert ground.height(1.5, 0.5) is None
    assert ground.raycast(ABOVE, DOWN) is None
    assert ground.nearest(ABOVE) is None
    assert ground.line_of_sight(ABOVE, (1.5, 0.5, -1))


@both_ways
@pytest.mark.parametrize("by", ["materials", "surfaces"])
def test_a_table_of_surfaces_decides_what_is_floor(by: str, fast: bool) -> None:
    """With a table in which metal is not checked, not walkable and blocks nothing."""
    default = kl.Materials.default()
    table = replace(
        default,
        surfaces=tuple(
            replace(s, walk=False, walkcheck=False, blocks_sight=False) if s.id == METAL else s
            for s in default.surfaces
        ),
    )
    ground = tower(fast, **{by: table})
    assert ground.height(1.5, 0.5) == 1
    assert tower(fast).height(1.5, 0.5) == 0
    assert ground.nearest((1.5, 0.5, -1)) == kl.FaceRef(2, 0, (1.5, 0.5, 1.0))
    assert ground.line_of_sight((1.5, 0.5, -1), (1.5, 0.5, 2)).point == (1.5, 0.5, 1.0)
    assert ground.raycast((1.5, 0.5, -1), (0, 0, 1)) is not None


@both_ways
def test_a_mesh_is_judged_by_the_table_it_was_read_with(fast: bool) -> None:
    tools = kl.Materials.preset("kotorblender")
    pit = rectangle(0, 0, 2, 2, 0, 16)
    assert kl.Ground(pit, fast=fast).nearest((1, 1, 1)) is None
    assert kl.Ground(pit.rebuilt(tools), fast=fast).nearest((1, 1, 1)) is not None
    rooms = [pit, pit.rebuilt(tools)]
    found = kl.Ground(rooms, fast=fast).nearest((1, 1, 1))
    assert found is not None
    assert found.room == 1
    everywhere = kl.Ground(rooms, surfaces=tools, fast=fast).nearest((1, 1, 1))
    assert everywhere is not None
    assert everywhere.room == 0


@both_ways
@pytest.mark.parametrize("material", range(33))
def test_each_surface_takes_part_where_its_row_says(material: int, fast: bool) -> None:
    """By the table of FACTS 5, and by nothing for ids that no table knows."""
    ground = kl.Ground(rectangle(0, 0, 2, 2, 0, material), fast=fast)
    assert (ground.height(0.5, 1.5) is not None) is (material in WALKCHECK)
    assert (ground.nearest((1, 1, 1)) is not None) is (material in WALKABLE)
    assert (not ground.line_of_sight((1, 0.5, 1), (1, 0.5, -1))) is (material in BLOCKS_SIGHT)
    assert ground.raycast((1, 0.5, 1), DOWN) is not None
    assert (ground.height(0.5, 1.5, walkable=True) is not None) is (material in WALKABLE)


@both_ways
def test_filters_do_not_stick(fast: bool) -> None:
    """The same ground answers by what it is asked, in any order and again."""
    ground = tower(fast)
    asked: list[tuple[dict[str, Any], float | None]] = [
        ({}, 0),
        ({"materials": [STONE]}, 1),
        ({"materials": [NONWALK]}, 2),
        ({"materials": [NONWALK], "walkable": True}, None),
        ({"walkable": True}, 0),
        ({"materials": {STONE, NONWALK}}, 1),
        ({"materials": [DOOR], "upward": True}, None),
        ({"materials": [DOOR]}, 5),
        ({"materials": [OBSCURING]}, 3),
    ]
    for filters, wanted in [*asked, *reversed(asked), *asked]:
        assert ground.height(1.5, 0.5, **filters) == wanted


def test_a_ground_says_what_it_holds() -> None:
    ground = kl.Ground(joined(soup(), stacked()))
    assert len(ground) == len(soup().faces) + len(stacked().faces)
    assert repr(ground) == f"Ground({len(ground)} faces, 1 room)"
    assert repr(kl.Ground([rectangle(0, 0, 1, 1), None, soup()])) == "Ground(26 faces, 2 rooms)"
    assert len(ground.faces) == len(ground)
