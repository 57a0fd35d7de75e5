"""``level.toml``: what is written is read again, and what is wrong is told with its line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.build.plan.keys import TABLES
from kotorlevel.build.plan.reader import parse_plan
from support.build.station import station_plan
from support.corpus import ROOT

GOOD = """\
[module]
name = "lab"

[[room]]
name = "a"
walkmesh = "a.wok"

[[room]]
name = "b"
walkmesh = "b.wok"
join = "a"

[[door]]
between = ["a", "b"]
appearance = 3

[entry]
room = "a"
"""

NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,15}", fullmatch=True)
TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)
NUMBERS = st.floats(-1e6, 1e6)
EDGES = st.none() | st.integers(0, 10_000)


@st.composite
def plans(draw: st.DrawFn) -> kl.LevelPlan:
    rooms = st.builds(
        kl.PlannedRoom,
        NAMES,
        TEXTS,
        position=st.tuples(NUMBERS, NUMBERS, NUMBERS),
        turn=NUMBERS,
        model=st.just("") | TEXTS,
        model_position=st.none() | st.tuples(NUMBERS, NUMBERS, NUMBERS),
    ) | st.builds(kl.PlannedRoom, NAMES, TEXTS, join=NAMES, edge=EDGES, at=EDGES)
    points = st.tuples(NUMBERS, NUMBERS) | st.tuples(NUMBERS, NUMBERS, NUMBERS)
    doors = st.builds(
        kl.PlannedDoor,
        between=st.none() | st.tuples(NAMES, NAMES),
        at=st.none() | points,
        turn=st.none() | NUMBERS,
        template=st.just("") | NAMES,
        appearance=EDGES,
        tag=st.just("") | TEXTS,
        title=TEXTS,
        locked=st.booleans(),
    )
    entries = st.builds(kl.PlannedEntry, at=points, facing=NUMBERS)
    entries |= st.builds(kl.PlannedEntry, room=NAMES)
    return kl.LevelPlan(
        draw(NAMES),
        tuple(draw(st.lists(rooms, min_size=1, max_size=4))),
        draw(st.just("") | NAMES),
        draw(st.just("") | TEXTS),
        draw(st.sampled_from(["k1", "k2"])),
        tuple(draw(st.lists(doors, max_size=3))),
        draw(entries),
        draw(st.sampled_from(["built", "all"])),
        draw(st.booleans()),
    )


@given(plans())
def test_what_is_written_is_read_again(plan: kl.LevelPlan) -> None:
    text = kl.format_plan(plan)
    again = parse_plan(text)
    assert again == plan
    assert kl.format_plan(again) == text


WRONG = {
    "no TOML": (GOOD.replace('"lab"', "lab"), 2, "no TOML"),
    "deep": ("x = " + "[" * 100_000, None, "no TOML"),
    "long number": (f"{GOOD}facing = {'9' * 5000}\n", None, "no TOML"),
    "table": (GOOD + "[entri]\nroom = 1\n", 19, "no table 'entri'. Did you mean 'entry'?"),
    "key": (GOOD.replace("join", "joint"), 11, "no key 'joint'. Did you mean 'join'?"),
    "kind": (GOOD.replace('"a.wok"', "7"), 6, "7 is not a file, in quotes"),
    "missing": (GOOD.replace('walkmesh = "b.wok"', ""), 8, "walkmesh is missing"),
    "no module": (GOOD.replace('name = "lab"', "", 1), 1, "name is missing"),
    "no rooms": ('[module]\nname = "lab"\n', None, "there is no [[room]]"),
    "one bracket": (GOOD.replace("[[door]]", "[door]"), 13, "write [[door]] with two brackets"),
    "pair": (GOOD.replace('["a", "b"]', '["a"]'), 14, "is not two names of rooms"),
    "both": (GOOD + "at = [1, 2]\n", 18, "give room or at, not both"),
    "large": (f"{GOOD}facing = {'9' * 400}\n", 19, "... is not a number"),
    "larger": (f"{GOOD}facing = 0x{'f' * 5000}\n", 19, "thousands of digits is not a number"),
    "nan": (GOOD + "facing = nan\n", 19, "nan is not a number"),
    "infinite": (GOOD.replace('room = "a"', "at = [inf, 2]"), 18, "two or three numbers"),
    "huge": (GOOD.replace("= 3", "= 99999999999999999999"), 15, "is not a whole number"),
    "flag": (GOOD.replace("= 3", "= true"), 15, "True is not a whole number"),
    "date": (GOOD.replace('"a.wok"', "1979-05-27"), 6, "is not a file"),
    "word": (GOOD.replace('"lab"', '"lab"\ngame = "k3"'), 3, "'k3' is not k1 or k2"),
    "table for a value": (GOOD.replace('"a.wok"', "{x = 1}"), 6, "is not a file"),
    "value for a table": ("entry = 3\n" + GOOD.partition("[entry]")[0], 1, "write [entry] once"),
}
"""What is typed, the line that is told, and what is said of it."""


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told_with_its_line(case: str, tmp_path: Path) -> None:
    text, line, message = WRONG[case]
    path = tmp_path / "level.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(kl.errors.FormatError) as caught:
        kl.read_plan(tmp_path)
    assert message in str(caught.value)
    assert caught.value.source == str(path)
    assert caught.value.line == line


REFUSED = {
    "long": (GOOD.replace('name = "b"', f'name = "{"b" * 17}"'), 9, "has 17 characters"),
    "device": (GOOD.replace('name = "b"', 'name = "aux"'), 9, "cannot be the name of a file"),
    "path": (GOOD.replace('name = "b"', 'name = "../b"'), 9, "contains '/'"),
    "empty slot": (GOOD.replace('name = "b"', 'name = "****"'), 9, "cannot be the name"),
    "module": (GOOD.replace('"lab"', '"Module"'), 2, "that is the name of its IFO"),
    "twice": (GOOD.replace('name = "b"', 'name = "A"'), 9, "there is a room 'A' already"),
    "unknown join": (GOOD.replace('join = "a"', 'join = "c"'), 11, "there is no room 'c'"),
    "itself": (GOOD.replace('join = "a"', 'join = "b"'), 11, "joined in a ring, b to b"),
    "ring": (GOOD.replace('"a.wok"', '"a.wok"\njoin = "b"'), 7, "in a ring, a to b to a"),
    "both": (GOOD.replace('join = "a"', 'join = "a"\nturn = 90'), 11, "no position, no turn"),
    "not joined": (GOOD.replace('join = "a"', "edge = 5"), 11, "this is for rooms with join"),
    "unknown in door": (GOOD.replace('["a", "b"]', '["a", "bb"]'), 14, "no room 'bb'"),
    "same in door": (GOOD.replace('["a", "b"]', '["a", "A"]'), 14, "two rooms are needed"),
    "nowhere": (GOOD.replace('between = ["a", "b"]', ""), 13, "say where"),
    "large row": (GOOD.replace("= 3", "= 256"), 15, "room for 0 to 255"),
    "template and row": (GOOD.replace("= 3", '= 3\ntemplate = "x"'), 15, "leave one of them out"),
    "letters": (GOOD.replace('"lab"', '"lab"\ntitle = "日本"'), 3, "Windows-1252"),
    "letters of a door": (GOOD.replace("= 3", '= 3\ntag = "日"'), 16, "Windows-1252"),
    "unknown entry": (GOOD.replace('room = "a"', 'room = "c"'), 18, "there is no room 'c'"),
}
"""Plans that can be read, and cannot be built."""


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_told_before_anything_is_read(case: str) -> None:
    text, line, message = REFUSED[case]
    with pytest.raises(kl.errors.FormatError) as caught:
        kl.build_module(parse_plan(text, source="level.toml"))
    assert message in str(caught.value)
    assert (caught.value.source, caught.value.line) == ("level.toml", line)


def test_a_ring_behind_other_rooms() -> None:
    rooms = [kl.PlannedRoom(str(n), "x.wok", join=str(n + 1)) for n in range(1, 300)]
    plan = kl.LevelPlan("lab", (*rooms, kl.PlannedRoom("300", "x.wok", join="290")))
    with pytest.raises(kl.errors.FormatError, match=r"290 to 291 to .* to 290"):
        kl.build_module(plan)


def test_no_plan_at_all(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        kl.read_plan(tmp_path)
    (tmp_path / "level.toml").write_bytes(b"[module]\nname = '\xff'\n")
    with pytest.raises(kl.errors.FormatError, match="line 2: this is no text in UTF-8"):
        kl.read_plan(tmp_path)
    (tmp_path / "level.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(kl.errors.FormatError, match="at most 1,000,000"):
        kl.read_plan(tmp_path)
    (tmp_path / "level.toml").write_text('[module]\nname = "a"\n' + "[[room]]\n" * 501)
    with pytest.raises(kl.errors.FormatError, match="500 are taken at most"):
        kl.read_plan(tmp_path)


@given(st.text(max_size=200) | st.sampled_from(GOOD.split("\n")).flatmap(
    lambda line: st.text(max_size=20).map(lambda more: GOOD.replace(line, line + more))
))  # fmt: skip
def test_any_text_is_a_plan_or_a_located_error(text: str) -> None:
    try:
        parse_plan(text, source="level.toml")
    except kl.errors.FormatError as error:
        assert error.source == "level.toml"


def test_every_key_is_explained() -> None:
    page = (ROOT / "docs" / "formats" / "module.md").read_text(encoding="utf-8")
    for keys in TABLES.values():
        for name, key in keys.items():
            assert f"`{name}`" in page
            assert key.meaning in page


def test_the_guide_shows_what_is_typed() -> None:
    guides = ROOT / "docs" / "guides"
    typed = (guides / "drawings" / "lab-level.toml").read_text(encoding="utf-8")
    assert f"```toml\n{typed}```" in (guides / "new-module.md").read_text(encoding="utf-8")


def test_defaults_need_not_be_said(tmp_path: Path) -> None:
    plan = station_plan(tmp_path)
    short = replace(plan, doors=(), title="")
    text = kl.format_plan(short)
    assert "turn" not in text
    assert "area" not in text.partition("[module]")[2]
