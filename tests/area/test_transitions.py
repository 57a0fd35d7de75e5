"""Doors and triggers that lead from one module to another."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.transitions import list_arrivals, list_transitions
from kotorlevel.errors import FormatError
from kotorlevel.formats.gff import Gff, GffType, Struct, parse_gff
from support.area.leading import (
    MODULES,
    leading_contents,
    make_leading_git,
    write_leading_folders,
)
from support.corpus import LEVELS, needs_levels
from support.installation import make_installation

EXPECTED = {
    ("aaa_m01aa", "to_b", "bbb_m01aa", "ok", True),
    ("aaa_m01aa", "lost", "zzz_m09zz", "no-module", False),
    ("aaa_m01aa", "inside", "aaa_m01aa", "ok", True),
    ("bbb_m01aa", "back", "aaa_m01aa", "ok", True),
    ("bbb_m01aa", "wrong", "ccc_m01aa", "no-target", False),
    ("ccc_m01aa", "gate", "aaa_m01aa", "ok", False),
}


def told(found: kl.Transitions) -> set[tuple[str, str, str, str, bool]]:
    return {
        (each.module, each.transition.tag, each.to, each.state, each.has_way_back)
        for each in found.exits
    }


def test_a_git() -> None:
    git = parse_gff(make_leading_git(**MODULES["aaa_m01aa"]), "a.git")
    found = list_transitions(git)
    assert [(each.kind, each.number, each.tag) for each in found] == [
        ("door", 0, "to_b"),
        ("trigger", 0, "lost"),
        ("trigger", 1, "inside"),
    ]
    assert (found[0].module, found[0].target, found[0].flags) == ("BBB_m01aa", "From_A", 2)
    assert found[0].position == (1.0, 1.0, 1.0)
    assert list_arrivals(git) == {"to_b", "plain", "here", "from_b"}


def test_lists_that_are_none() -> None:
    odd = Gff(
        "GIT ", Struct([("Door List", GffType.STRING, "none"), ("TriggerList", GffType.INT, 3)])
    )
    assert list_transitions(odd) == ()
    assert list_arrivals(odd) == frozenset()


def test_folders_of_modules(tmp_path: Path) -> None:
    found = kl.find_transitions(write_leading_folders(tmp_path))
    assert told(found) == EXPECTED
    assert [each.module for each in found.modules] == sorted(MODULES)
    assert [each.transition.tag for each in found.leaving("BBB_M01AA")] == ["back", "wrong"]
    assert {each.module for each in found.entering("aaa_m01aa")} == {"bbb_m01aa", "ccc_m01aa"}
    words = {each.transition.tag: each.text for each in found.faulty}
    assert words == {
        "lost": "trigger 0 lost leads to zzz_m09zz, and there is no such module",
        "wrong": "door 1 wrong leads to ccc_m01aa, where no waypoint or door is called "
        "'no_such_tag'",
    }


def test_a_game_and_its_archives(tmp_path: Path) -> None:
    made = make_installation(tmp_path, more=leading_contents())
    assert told(kl.find_transitions(made.folder)) >= EXPECTED
    assert told(kl.find_transitions(made.path("modules"))) >= EXPECTED


def test_override_and_modules_that_cannot_be_read(tmp_path: Path) -> None:
    made = make_installation(tmp_path, more=leading_contents())
    mod = tmp_path / "fix"
    mod.mkdir()
    (mod / "m01aa.git").write_bytes(make_leading_git())
    assert kl.find_transitions(made.folder, override=[mod]).leaving("aaa_m01aa") == ()
    made.path("modules/ccc_m01aa.mod").write_bytes(b"MOD V1.0")
    found = kl.find_transitions(made.folder)
    states = {each.transition.tag: each.state for each in found.leaving("bbb_m01aa")}
    assert states == {"back": "ok", "wrong": "unknown"}
    assert not [each for each in found.faulty if each.transition.tag == "wrong"]


def test_what_holds_no_modules(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for path in (tmp_path, tmp_path / "file", tmp_path / "none"):
        with pytest.raises(FormatError):
            kl.find_transitions(path)


@needs_levels
def test_shipped_modules_arrive_where_they_lead() -> None:
    """Of all that lead to a module that is at hand, every one finds its waypoint."""
    found = kl.find_transitions(LEVELS / "areas/k1")
    counts = Counter((each.state, each.has_way_back) for each in found.exits)
    assert counts == {("no-module", False): 45, ("ok", True): 14, ("ok", False): 5}
