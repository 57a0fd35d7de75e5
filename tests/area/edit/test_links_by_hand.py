"""`kl.link_edges` and `kl.unlink_edges`."""

from __future__ import annotations

import pytest

import kotorlevel as kl
from support.areas import floor, make_area
from support.corpus import LEVELS, needs_levels


def links(area: kl.Area) -> dict[tuple[str, int], int]:
    """Every link: room, edge and the room it leads to."""
    return {
        (room.name, edge): target
        for room in area.rooms
        if room.mesh is not None
        for edge, target in enumerate(room.mesh.transitions.reshape(-1).tolist())
        if target != -1
    }


def three() -> kl.Area:
    """A hall that meets a yard at edges 1 and 5, and a shed that lies 3 cm off."""
    return make_area({"hall": floor(), "yard": floor(4), "shed": floor(0, 4.03)})


def test_both_sides_are_linked_and_unlinked() -> None:
    area, report = kl.link_edges(three(), ("hall", 1), (1, 5))
    assert links(area) == {("hall", 1): 1, ("yard", 5): 0}
    assert report.notes == ()
    told = [(c.room, c.edge, c.was, c.now, c.other_room, c.other_edge) for c in report.changes]
    assert told == [(0, 1, -1, 1, 1, 5), (1, 5, -1, 0, 0, 1)]
    assert links(kl.relink(three())[0]) == links(area)
    for edge in (("hall", 1), ("YARD", 5)):
        cut, report = kl.unlink_edges(area, edge)
        assert links(cut) == {}
        assert len(report.changes) == 2
        assert report.notes == ()
    again, report = kl.link_edges(area, ("hall", 1), ("yard", 5))
    assert (again, report.changes) == (area, ())


def test_what_does_not_meet_is_linked_and_told() -> None:
    area, report = kl.link_edges(three(), ("hall", 4), ("shed", 0))
    assert links(area) == {("hall", 4): 2, ("shed", 0): 0}
    assert len(report.notes) == 1
    assert "up to 3.0 cm apart" in report.notes[0]
    cut, report = kl.unlink_edges(area, ("hall", 4))
    assert links(cut) == {("shed", 0): 0}
    assert "no edge that lies on it leads back" in report.notes[0]
    both, report = kl.unlink_edges(area, ("hall", 4), ("shed", 0))
    assert links(both) == {}


def test_a_link_that_was_taken_over_is_told() -> None:
    area, _ = kl.relink(three())
    area, report = kl.link_edges(area, ("hall", 1), ("shed", 0))
    assert links(area) == {("hall", 1): 2, ("shed", 0): 0, ("yard", 5): 0}
    assert "edge 5 of yard lies on edge 1 of hall, and still leads there" in report.notes


@pytest.mark.parametrize(
    ("edges", "text"),
    [
        ((("hall", 2), ("yard", 5)), "edge 2 of hall is no boundary edge of its floor; its door"),
        ((("hall", 99), ("yard", 5)), "edge 99 of hall is no boundary edge"),
        ((("hall", 1), ("hall", 0)), "both edges are of one room"),
        ((("attic", 1), ("hall", 1)), "attic has no walkmesh here"),
        ((("cellar", 1), ("hall", 1)), "has no room 'cellar'"),
    ],
)
def test_what_cannot_be_linked(edges: tuple[tuple[str, int], tuple[str, int]], text: str) -> None:
    area = make_area({"hall": floor(), "yard": floor(4), "attic": None})
    with pytest.raises((ValueError, KeyError), match=text):
        kl.link_edges(area, *edges)
    if edges[0][0] == "hall" and edges[0][1] != 1:
        with pytest.raises(ValueError, match=text):
            kl.unlink_edges(area, edges[0])


def test_an_edge_that_leads_nowhere() -> None:
    with pytest.raises(ValueError, match="edge 1 of hall leads nowhere"):
        kl.unlink_edges(three(), ("hall", 1))


@needs_levels
def test_shipped_links_go_and_come_back() -> None:
    """Each pair of a whole area: unlinked and linked again gives the very files of the game."""
    area = kl.load_area(LEVELS / "areas" / "k1" / "tar_m02ae")
    seams = area.geometry.seams
    table = seams.boundary
    pairs = [
        (one, other)
        for one, other in zip(seams.first.tolist(), seams.second.tolist(), strict=True)
        if table.transition[one] == table.room[other] and table.transition[other] == table.room[one]
    ]
    assert pairs
    changed = area
    for one, other in pairs:
        ends = [(int(table.room[row]), int(table.edge[row])) for row in (one, other)]
        changed, report = kl.unlink_edges(changed, ends[0])
        assert len(report.changes) == 2
    assert len(links(area)) - len(links(changed)) == 2 * len(pairs)
    for one, other in pairs:
        first, second = ((int(table.room[row]), int(table.edge[row])) for row in (one, other))
        changed, report = kl.link_edges(changed, first, second)
        assert report.notes == ()
    assert kl.list_changes(changed) == []
