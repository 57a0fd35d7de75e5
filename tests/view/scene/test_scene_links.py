"""Links in a scene: their states, and what one can walk through."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import kotorlevel as kl
from kotorlevel.view.scene.scene import build_scene
from support.areas import floor, make_area


def states(rooms: Mapping[str, kl.Walkmesh | None]) -> list[tuple[int, int, int, str]]:
    links = build_scene(make_area(rooms)).document["links"]
    return [(link["room"], link["edge"], link["to"], link["state"]) for link in links]


def test_a_link_both_ways() -> None:
    found = states({"hall": floor(east=1), "yard": floor(4, west=0)})
    assert found == [(0, 1, 1, "ok"), (1, 5, 0, "ok")]


def test_a_link_one_way_leads_one_way() -> None:
    area = make_area({"hall": floor(east=1), "yard": floor(4)})
    scene = build_scene(area)
    across = scene.array("across").reshape(-1).tolist()
    assert [link["state"] for link in scene.document["links"]] == ["one-sided"]
    yard_west = 3 * 2 + 5
    assert across[1] == yard_west
    assert across[yard_west] == -1


@pytest.mark.parametrize(
    ("target", "state"), [(0, "nowhere"), (2, "missing"), (3, "nowhere"), (9, "nowhere")]
)
def test_links_that_nobody_can_walk(target: int, state: str) -> None:
    """To the room itself, to one without a walkmesh, to an empty slot, to none at all."""
    rooms = {"hall": floor(east=target), "yard": floor(4), "sky": None, "****": None}
    assert states(rooms) == [(0, 1, target, state)]
    assert build_scene(make_area(rooms)).array("across").reshape(-1)[1] == -1


def test_a_link_to_a_room_that_is_elsewhere() -> None:
    assert states({"hall": floor(south=1), "yard": floor(4)}) == [(0, 0, 1, "nowhere")]


def test_links_that_miss_by_centimetres_work_as_in_the_game() -> None:
    """Up to 0.1 m, as in one of the games' own levels (FACTS 3)."""
    near = {"hall": floor(east=1), "yard": floor(4.06, west=0)}
    far = {"hall": floor(east=1), "yard": floor(4.2, west=0)}
    assert {state for *_, state in states(near)} == {"ok"}
    assert {state for *_, state in states(far)} == {"nowhere"}


def test_the_ends_of_a_link() -> None:
    link = build_scene(make_area({"hall": floor(z=1.5, east=1)})).document["links"][0]
    assert (link["a"], link["b"]) == ([4, 0, 1.5], [4, 4, 1.5])


def test_the_links_of_one_mesh_lead_to_rooms_that_are_not_here() -> None:
    links = build_scene(floor(east=0, west=7)).document["links"]
    assert [(link["edge"], link["to"], link["state"]) for link in links] == [
        (1, 0, "missing"),
        (5, 7, "missing"),
    ]


def test_a_face_that_nobody_walks_on_is_never_led_to() -> None:
    rooms = {"hall": floor(east=1), "yard": floor(4, west=0, material=7)}
    scene = build_scene(make_area(rooms))
    assert (scene.array("across")[2:] == -1).all()
    assert scene.array("across").reshape(-1)[1] == -1
    assert scene.array("islands").tolist() == [0, 0, -1, -1]
