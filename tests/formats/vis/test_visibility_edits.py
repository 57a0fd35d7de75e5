from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.formats.vis import Visibility, VisRoom, parse_visibility, read_visibility
from support.corpus import each_corpus_file
from support.formats.vis_strategies import valid_names, valid_visibilities

# a has two entries and sees itself; d is only seen.
MIXED = Visibility(
    (
        VisRoom("A", ("b", "B", "c"), ("# first",)),
        VisRoom("B", ("a",)),
        VisRoom("a", ("d", "C", "a")),
        VisRoom("c"),
    ),
    ("# end",),
)


def keys(names: tuple[str, ...]) -> list[str]:
    return [name.lower() for name in names]


def pair_set(visibility: Visibility) -> set[tuple[str, str]]:
    """The oracle's view: straight from the entries, without the code under test."""
    return {
        (entry.name.lower(), name.lower()) for entry in visibility.entries for name in entry.sees
    }


def parent_list(visibility: Visibility) -> list[str]:
    return list(dict.fromkeys(entry.name.lower() for entry in visibility.entries))


def name_set(visibility: Visibility) -> set[str]:
    return set(parent_list(visibility)) | {name for pair in pair_set(visibility) for name in pair}


# Questions


def test_rooms_and_parents_in_their_first_spelling() -> None:
    assert MIXED.rooms == ("A", "B", "c", "d")
    assert MIXED.parents == ("A", "B", "c")


def test_names_are_found_in_any_case() -> None:
    assert "a" in MIXED
    assert "D" in MIXED
    assert "e" not in MIXED
    assert 3 not in MIXED


def test_sight_is_directed_and_entries_of_one_name_are_merged() -> None:
    assert MIXED.sees("a", "D")
    assert MIXED.sees("A", "b")
    assert MIXED.sees("b", "A")
    assert not MIXED.sees("d", "a")
    assert not MIXED.sees("c", "a")


def test_a_room_sees_itself_only_where_the_file_says_so() -> None:
    assert MIXED.sees("a", "a")
    assert not MIXED.sees("b", "b")


def test_seen_from_and_seen_by() -> None:
    assert MIXED.seen_from("A") == ("B", "c", "d", "A")
    assert MIXED.seen_from("d") == ()
    assert MIXED.seen_by("a") == ("A", "B")
    assert MIXED.seen_by("D") == ("A",)


def test_pairs_come_once_in_the_order_of_the_file() -> None:
    assert MIXED.pairs() == (("A", "B"), ("A", "c"), ("B", "A"), ("A", "d"), ("A", "A"))
    assert MIXED.one_way_pairs() == (("A", "c"), ("A", "d"))


def test_unknown_names_are_key_errors_that_say_which() -> None:
    for ask in (MIXED.seen_from, MIXED.seen_by, MIXED.removed):
        with pytest.raises(KeyError, match="nowhere"):
            ask("nowhere")
    for ask_two in (MIXED.sees, MIXED.with_visible, MIXED.without_visible):
        with pytest.raises(KeyError, match="nowhere"):
            ask_two("a", "nowhere")
        with pytest.raises(KeyError, match="nowhere"):
            ask_two("nowhere", "a")
    with pytest.raises(KeyError, match="nowhere"):
        MIXED.renamed("nowhere", "x")


@given(valid_visibilities)
def test_questions_agree_with_the_set_of_pairs(visibility: Visibility) -> None:
    pairs, rooms = pair_set(visibility), keys(visibility.rooms)
    assert keys(visibility.parents) == parent_list(visibility)
    assert rooms[: len(visibility.parents)] == parent_list(visibility)
    assert set(rooms) == name_set(visibility)
    assert len(set(rooms)) == len(rooms)
    for a in rooms:
        assert set(keys(visibility.seen_from(a))) == {y for x, y in pairs if x == a}
        assert set(keys(visibility.seen_by(a))) == {x for x, y in pairs if y == a}
        assert {b for b in rooms if visibility.sees(a.upper(), b)} == {
            y for x, y in pairs if x == a
        }
    found = [(a.lower(), b.lower()) for a, b in visibility.pairs()]
    assert len(set(found)) == len(found)
    assert set(found) == pairs
    one_way = [(a.lower(), b.lower()) for a, b in visibility.one_way_pairs()]
    assert one_way == [(a, b) for a, b in found if (b, a) not in pairs]


@each_corpus_file("vis/*.vis", "area_*/*.vis")
def test_questions_about_real_files_agree_with_the_set_of_pairs(path: Path) -> None:
    visibility = read_visibility(path)
    pairs = pair_set(visibility)
    assert {(a.lower(), b.lower()) for a, b in visibility.pairs()} == pairs
    assert {(a.lower(), b.lower()) for a, b in visibility.one_way_pairs()} == {
        (a, b) for a, b in pairs if (b, a) not in pairs
    }
    mirrored = visibility.mirrored()
    assert pair_set(mirrored) == pairs | {(b, a) for a, b in pairs}
    assert mirrored.one_way_pairs() == ()


# Edits, one by one


def test_with_visible_adds_what_is_missing_at_the_end() -> None:
    edited = MIXED.with_visible("D", "C")
    assert edited.entries == (
        *MIXED.entries[:3],
        VisRoom("c", ("d",)),
        VisRoom("d", ("c",)),
    )
    assert edited.epilogue == MIXED.epilogue


def test_with_visible_one_way() -> None:
    edited = MIXED.with_visible("b", "d", both=False)
    assert edited.entries[1] == VisRoom("B", ("a", "d"))
    assert edited.parents == MIXED.parents


def test_with_visible_extends_the_first_of_several_entries_and_keeps_comments() -> None:
    edited = Visibility(
        (VisRoom("a", (), ("# x",)), VisRoom("A"), VisRoom("b", ("a",)))
    ).with_visible("a", "b")
    assert edited.entries == (VisRoom("a", ("b",), ("# x",)), VisRoom("A"), VisRoom("b", ("a",)))


def test_a_room_is_never_made_to_see_itself() -> None:
    assert MIXED.with_visible("b", "B") is MIXED
    assert MIXED.added("e", ["E", "a"]).entries[-1] == VisRoom("e", ("a",))
    assert not MIXED.mirrored().sees("b", "b")


def test_without_visible_removes_every_repeat_in_every_entry() -> None:
    edited = MIXED.without_visible("a", "C")
    assert edited.entries == (
        VisRoom("A", ("b", "B"), ("# first",)),
        VisRoom("B", ("a",)),
        VisRoom("a", ("d", "a")),
        VisRoom("c"),
    )


def test_without_visible_one_way() -> None:
    edited = MIXED.without_visible("a", "b", both=False)
    assert not edited.sees("a", "b")
    assert edited.sees("b", "a")
    assert not MIXED.without_visible("b", "a").sees("a", "b")


def test_without_visible_can_drop_a_self_list() -> None:
    assert not MIXED.without_visible("a", "A").sees("a", "a")


def test_mirrored_adds_in_the_order_of_the_file() -> None:
    visibility = Visibility((VisRoom("a", ("z", "b", "y")), VisRoom("b"), VisRoom("c", ("z", "b"))))
    assert visibility.mirrored().entries == (
        VisRoom("a", ("z", "b", "y")),
        VisRoom("b", ("a", "c")),
        VisRoom("c", ("z", "b")),
        VisRoom("z", ("a", "c")),
        VisRoom("y", ("a",)),
    )


def test_all_visible_in_the_order_of_rooms() -> None:
    assert MIXED.all_visible().entries == (
        VisRoom("A", ("B", "c", "d"), ("# first",)),
        VisRoom("B", ("A", "c", "d")),
        VisRoom("c", ("A", "B", "d")),
        VisRoom("d", ("A", "B", "c")),
    )


def test_all_visible_in_a_given_order_without_empty_slots_and_repeats() -> None:
    edited = MIXED.all_visible(["new", "****", "a", "A", "****"])
    assert edited.entries == (VisRoom("new", ("a",)), VisRoom("a", ("new",), ("# first",)))
    assert Visibility().all_visible(["only"]).entries == (VisRoom("only"),)
    assert MIXED.all_visible([]).entries == ()


def test_added_at_a_place() -> None:
    assert MIXED.added("e", ["F", "f", "a"]).entries[-1] == VisRoom("e", ("F", "a"))
    assert MIXED.added("e", at=0).entries == (VisRoom("e"), *MIXED.entries)
    assert MIXED.added("e", at=4).entries == (*MIXED.entries, VisRoom("e"))
    for at in (-1, 5):
        with pytest.raises(IndexError, match="outside 0 to 4"):
            MIXED.added("e", at=at)


def test_added_gives_an_entry_to_a_room_that_is_only_seen() -> None:
    assert MIXED.added("D", ["a"]).sees("d", "a")
    with pytest.raises(ValueError, match="already"):
        MIXED.added("b")


def test_renamed_everywhere() -> None:
    edited = MIXED.renamed("A", "hall")
    assert edited.entries == (
        VisRoom("hall", ("b", "B", "c"), ("# first",)),
        VisRoom("B", ("hall",)),
        VisRoom("hall", ("d", "C", "hall")),
        VisRoom("c"),
    )


def test_renamed_changes_spelling_but_never_joins_two_rooms() -> None:
    assert MIXED.renamed("b", "b").entries[0].sees == ("b", "b", "c")
    with pytest.raises(ValueError, match="already"):
        MIXED.renamed("a", "D")


def test_removed_everywhere() -> None:
    assert MIXED.removed("a").entries == (VisRoom("B"), VisRoom("c"))
    assert MIXED.removed("D").entries[2] == VisRoom("a", ("C", "a"))


@pytest.mark.parametrize(
    "name", ["", "a b", "a_name_of_17_char", "#a", "//a", "****", "caf\u00e9", "a/b", "a\n"]
)
def test_new_names_that_the_game_cannot_use_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        MIXED.added(name)
    with pytest.raises(ValueError, match=r"."):
        MIXED.renamed("a", name)
    if name != "****":
        with pytest.raises(ValueError, match=r"."):
            MIXED.added("e", ["a", name])
        with pytest.raises(ValueError, match=r"."):
            MIXED.all_visible(["a", name])


def test_bad_names_that_came_from_a_file_can_be_edited_away() -> None:
    visibility = parse_visibility(b"my long room name 1\r\n  a\r\na 0\r\n")
    assert visibility.with_visible("MY LONG room name", "a").sees("a", "my long room name")
    assert visibility.all_visible().rooms == visibility.rooms
    assert visibility.all_visible(["a", "my long room name"]).rooms == ("a", "my long room name")
    assert visibility.renamed("my long room name", "hall").rooms == ("hall", "a")
    assert visibility.removed("my long room name").rooms == ("a",)


def test_one_name_is_not_taken_for_several() -> None:
    with pytest.raises(TypeError, match="several names"):
        MIXED.added("e", "abc")
    with pytest.raises(TypeError, match="several names"):
        MIXED.all_visible("abc")


# Edits in general


@dataclass
class Oracle:
    """Parents in order and a set of pairs: all that an edit may change."""

    parents: list[str]
    pairs: set[tuple[str, str]]

    def require(self, *names: str) -> None:
        known = set(self.parents) | {name for pair in self.pairs for name in pair}
        if not known.issuperset(names):
            raise KeyError(names)

    def add(self, *pairs: tuple[str, str]) -> None:
        for a, b in pairs:
            if a != b and (a, b) not in self.pairs:
                self.pairs.add((a, b))
                if a not in self.parents:
                    self.parents.append(a)

    def with_visible(self, a: str, b: str, both: bool) -> None:
        self.require(a, b)
        self.add((a, b))
        if both:
            self.add((b, a))

    def without_visible(self, a: str, b: str, both: bool) -> None:
        self.require(a, b)
        self.pairs -= {(a, b), (b, a)} if both else {(a, b)}

    def added(self, name: str, seen: list[str]) -> None:
        if name in self.parents:
            raise ValueError(name)
        self.parents.append(name)
        self.add(*((name, b) for b in seen))

    def renamed(self, old: str, new: str) -> None:
        self.require(old)
        try:
            self.require(new)
        except KeyError:
            pass
        else:
            if old != new:
                raise ValueError(new)
        change = {old: new}
        self.parents = [change.get(a, a) for a in self.parents]
        self.pairs = {(change.get(a, a), change.get(b, b)) for a, b in self.pairs}

    def removed(self, name: str) -> None:
        self.require(name)
        self.parents = [a for a in self.parents if a != name]
        self.pairs = {pair for pair in self.pairs if name not in pair}

    def all_visible(self, rooms: list[str]) -> None:
        self.parents = list(dict.fromkeys(rooms))
        self.pairs = {(a, b) for a in rooms for b in rooms if a != b}


two_rooms = st.tuples(valid_names, valid_names, st.booleans())
some_rooms = st.lists(valid_names, max_size=4)
edits = st.one_of(
    st.tuples(st.sampled_from(["with_visible", "without_visible"]), two_rooms),
    st.tuples(st.just("added"), st.tuples(valid_names, some_rooms)),
    st.tuples(st.just("renamed"), st.tuples(valid_names, valid_names)),
    st.tuples(st.just("removed"), st.tuples(valid_names)),
    st.tuples(st.just("all_visible"), st.tuples(some_rooms)),
)


def fold(argument: object) -> object:
    if isinstance(argument, str):
        return argument.lower()
    return [fold(item) for item in argument] if isinstance(argument, list) else argument


def outcome(action: Callable[[], object]) -> tuple[object, type[Exception] | None]:
    try:
        return action(), None
    except (KeyError, ValueError) as error:
        return None, type(error)


@given(valid_visibilities, st.lists(edits, max_size=8))
def test_edits_agree_with_a_set_of_pairs(
    visibility: Visibility, steps: list[tuple[str, tuple[object, ...]]]
) -> None:
    oracle = Oracle(parent_list(visibility), pair_set(visibility))
    for name, arguments in steps:
        before = visibility.content
        edited, fault = outcome(lambda: getattr(visibility, name)(*arguments))  # noqa: B023
        _, wanted = outcome(lambda: getattr(oracle, name)(*map(fold, arguments)))  # noqa: B023
        assert fault == wanted
        assert visibility.content == before
        if isinstance(edited, Visibility):
            visibility = edited
        assert parent_list(visibility) == oracle.parents
        assert pair_set(visibility) == oracle.pairs
    assert parse_visibility(visibility.to_bytes()).entries == visibility.merged


@given(valid_visibilities)
def test_mirrored_is_the_smallest_symmetric_visibility(visibility: Visibility) -> None:
    pairs = pair_set(visibility)
    mirrored = visibility.mirrored()
    assert pair_set(mirrored) == pairs | {(b, a) for a, b in pairs}
    assert parent_list(mirrored)[: len(visibility.parents)] == parent_list(visibility)
    assert mirrored.rooms[: len(visibility.parents)] == visibility.parents
    assert set(mirrored.rooms) == set(visibility.rooms)
    assert mirrored.mirrored() is mirrored
    assert mirrored.one_way_pairs() == ()


@given(valid_visibilities, st.data())
def test_an_edit_that_changes_nothing_keeps_bytes_and_problems(
    visibility: Visibility, data: st.DataObject
) -> None:
    # As other tools write it: LF, a wrong first count, wide indentation.
    text = visibility.to_bytes().replace(b"\r\n", b"\n").replace(b"  ", b"    ")
    text = text.replace(b" 1\n", b" 2\n", 1)
    read = parse_visibility(text)
    unchanged = [read.mirrored()] if not read.one_way_pairs() else []
    for a, b in read.pairs():
        unchanged.append(read.with_visible(a.upper(), b.upper(), both=read.sees(b, a)))
    if len(read.rooms) > 1:
        a, b = data.draw(st.permutations(read.rooms))[:2]
        if not read.sees(a, b):
            unchanged.append(read.without_visible(a, b, both=False))
    for edited in unchanged:
        assert edited.to_bytes() == text
        assert edited.problems == read.problems


@given(valid_visibilities, st.lists(edits, max_size=4))
def test_edits_are_idempotent_where_they_can_be(
    visibility: Visibility, steps: list[tuple[str, tuple[object, ...]]]
) -> None:
    for name, arguments in steps:
        if name not in ("with_visible", "without_visible", "all_visible"):
            continue
        once, fault = outcome(lambda: getattr(visibility, name)(*arguments))  # noqa: B023
        if fault or not isinstance(once, Visibility):
            continue
        if all(argument in once for argument in arguments if isinstance(argument, str)):
            assert getattr(once, name)(*arguments) is once


def test_edits_drop_the_problems_of_the_file_that_was_read() -> None:
    visibility = parse_visibility(b"a 7\n  b\n")
    assert visibility.problems
    assert visibility.with_visible("a", "b").problems == ()
    assert visibility.with_visible("a", "b", both=False).problems == visibility.problems


def test_edits_leave_the_original_alone() -> None:
    visibility = replace(MIXED)
    visibility.with_visible("d", "c")
    visibility.without_visible("a", "b")
    visibility.mirrored()
    visibility.all_visible(["x", "y"])
    visibility.added("e")
    visibility.renamed("a", "e")
    visibility.removed("a")
    assert visibility == MIXED
    assert visibility.rooms == MIXED.rooms


def test_a_thousand_rooms_take_no_quadratic_time() -> None:
    names = [f"m55aa_{i:04}" for i in range(1000)]
    full = Visibility().all_visible(names)
    half = Visibility(
        tuple(VisRoom(room.name, room.sees[i:][::8]) for i, room in enumerate(full.entries))
    )
    one_way = half.one_way_pairs()
    assert half.pairs() == one_way
    assert len(half.mirrored().pairs()) == 2 * len(one_way)
    assert not full.without_visible(names[0], names[1]).sees(names[1], names[0])
    assert len(full.removed(names[7]).entries) == 999
    # About 1 s here; any scan of a list for each pair would take minutes.
