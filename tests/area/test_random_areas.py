"""Areas made by chance, edited by chance: who is joined with whom stays, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.edit.merge.merge import merge_areas
from kotorlevel.area.edit.rooms import (
    add_room,
    empty_room,
    remove_room,
    rename_room,
    reorder_rooms,
    shift_room,
)
from support.area.room_grids import joined_rooms, make_grid, one_way, slow_meetings
from support.areas import NOWHERE, floor
from support.corpus import CORPUS, needs_corpus

Graph = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class State:
    """An area, and the pairs of rooms that must be joined in it, known without looking at it."""

    area: Area
    graph: Graph


def pairs(names: list[tuple[str, str]]) -> Graph:
    return frozenset((min(pair), max(pair)) for pair in names)


def linked_grid(seed: int) -> State:
    grid = make_grid(seed, degrees=7.3 * seed)
    area, _ = kl.relink(grid.area)
    parents = [kl.VisRoom(room.name) for room in area.rooms]
    area = replace(area, visibility=kl.Visibility(tuple(parents)))
    name = [room.name for room in area.rooms]
    return State(area, pairs([(name[a], name[b]) for a, b in grid.doorways]))


def without(graph: Graph, name: str) -> Graph:
    return frozenset(pair for pair in graph if name not in pair)


def reorder(state: State, random: Random, _: str) -> State:
    order = list(range(len(state.area.rooms)))
    random.shuffle(order)
    return replace(state, area=reorder_rooms(state.area, order).area)


def add(state: State, random: Random, tag: str) -> State:
    mesh = floor(5000 + random.uniform(0, 900), 9 * random.uniform(0, 900))
    at = random.randrange(len(state.area.rooms) + 1)
    return replace(state, area=add_room(state.area, f"new_{tag}", mesh, NOWHERE, at).area)


def remove(state: State, random: Random, _: str) -> State:
    room = random.choice(state.area.rooms)
    return State(remove_room(state.area, room.index).area, without(state.graph, room.name))


def empty(state: State, random: Random, _: str) -> State:
    room = random.choice(state.area.rooms)
    return State(empty_room(state.area, room.index).area, without(state.graph, room.name))


def rename(state: State, random: Random, tag: str) -> State:
    room = random.choice(state.area.rooms)
    if room.is_empty_slot:
        return state
    new = f"named_{tag}"
    names = [(new if a == room.name else a, new if b == room.name else b) for a, b in state.graph]
    return State(rename_room(state.area, room.index, new).area, pairs(names))


def move_and_back(state: State, random: Random, _: str) -> State:
    index, far = random.randrange(len(state.area.rooms)), random.choice([64.0, 512.0, 4096.0])
    there = shift_room(state.area, index, (0, 0, far)).area
    return replace(state, area=shift_room(there, index, (0, 0, -far)).area)


def merge(state: State, random: Random, tag: str) -> State:
    """Two people go on from here, each with one edit, and their areas are merged.

    Renaming and adding do not touch the links of others to each other; to remove does, and both
    graphs say what is gone.
    """
    first, second = (random.choice([reorder, add, remove]) for _ in range(2))
    a, b = first(state, random, f"{tag}a"), second(state, random, f"{tag}b")
    merged = merge_areas(a.area, b.area, state.area)
    # The order is A's, unless B alone changed it.
    areas = (a.area, b.area, state.area)
    mine, theirs, old = (shared_names(area, areas) for area in areas)
    lead, other = (b.area, a.area) if mine == old != theirs else (a.area, b.area)
    kept = [
        room.name
        for room in lead.rooms
        if room.is_empty_slot or other.find_room(room.name) or not state.area.find_room(room.name)
    ]
    assert [room.name for room in merged.area.rooms][: len(kept)] == kept
    return State(merged.area, a.graph & b.graph)


def shared_names(area: Area, areas: tuple[Area, ...]) -> list[str]:
    names = [room.name for room in area.rooms if not room.is_empty_slot]
    return [name for name in names if all(each.find_room(name) for each in areas)]


EDITS: dict[str, Callable[[State, Random, str], State]] = {
    "reorder": reorder,
    "add": add,
    "remove": remove,
    "empty": empty,
    "rename": rename,
    "move": move_and_back,
    "merge": merge,
}


def check(state: State) -> None:
    """The stored links are the graph, both ways, and lie where edges meet: all with all."""
    area = state.area
    assert [room.index for room in area.rooms] == list(range(len(area.rooms)))
    assert [room.name for room in area.rooms] == [room.name for room in area.layout.rooms]
    assert joined_rooms(area) == state.graph
    assert not one_way(area)
    meetings = slow_meetings(area, tolerance=0.01)
    meets = {(m[0], m[1]): (m[2], m[3]) for m in meetings}
    meets |= {there: here for here, there in meets.items()}
    for room in area.rooms:
        if room.mesh is not None:
            for edge in np.flatnonzero(room.mesh.transitions.reshape(-1) != -1).tolist():
                assert meets[room.index, edge][0] == room.mesh.transitions.reshape(-1)[edge]


@settings(max_examples=60)
@given(st.integers(0, 999), st.lists(st.sampled_from(sorted(EDITS)), max_size=7), st.integers())
def test_any_edits_keep_the_graph(seed: int, edits: list[str], chance: int) -> None:
    """And to relink afterwards changes nothing."""
    state, random = linked_grid(seed), Random(chance)
    for number, kind in enumerate(edits):
        if not state.area.rooms:
            break
        state = EDITS[kind](state, random, str(number))
    check(state)
    again, report = kl.relink(state.area, tolerance=0.01)
    assert report.changes == ()
    assert again is state.area


@pytest.mark.parametrize("seed", range(4))
def test_a_grid_in_two_halves_merged(seed: int) -> None:
    """Each side has lost some rooms; without a base all come back, and geometry links them."""
    state, random = linked_grid(seed), Random(seed)
    names = [room.name for room in state.area.rooms]
    random.shuffle(names)
    a = b = state.area
    for name in names[:3]:
        a = remove_room(a, name).area
    for name in names[3:6]:
        b = remove_room(b, name).area
    merged = merge_areas(a, b, link=True).area
    assert {room.name for room in merged.rooms} == set(names)
    check(State(merged, state.graph))


@needs_corpus
@pytest.mark.parametrize("seed", range(5))
def test_a_real_area_shuffled(seed: int) -> None:
    """Every link of every edge still leads to the room of the same name."""
    area = kl.load_area(CORPUS / "area_m10aa")
    order = np.random.default_rng(seed).permutation(len(area.rooms)).tolist()
    shuffled = reorder_rooms(area, order).area
    assert [room.name for room in shuffled.rooms] == [area.rooms[i].name for i in order]

    def leads(level: Area, name: str) -> list[str] | None:
        mesh = level.room(name).mesh
        if mesh is None:
            return None
        numbers = mesh.transitions.reshape(-1).tolist()
        return ["" if number == -1 else level.rooms[number].name for number in numbers]

    linked = 0
    for room in area.rooms:
        before = leads(area, room.name)
        assert leads(shuffled, room.name) == before
        linked += sum(map(bool, before or ()))
    assert linked >= 16
    _, report = kl.relink(shuffled)
    assert report.changes == ()
