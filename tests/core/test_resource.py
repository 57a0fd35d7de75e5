"""Resource names and types."""

from __future__ import annotations

import pytest

from kotorlevel.core.resource import (
    LONGEST_NAME,
    TYPE_EXTENSIONS,
    TYPE_IDS,
    find_name_fault,
    name_key,
    same_name,
)


@pytest.mark.parametrize("name", ["m10aa_01", "M55AA", "a", "x" * LONGEST_NAME, "a-b.c", "****"])
def test_good_names(name: str) -> None:
    assert find_name_fault(name) is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "empty"),
        ("x" * (LONGEST_NAME + 1), "17 characters; the game keeps 16"),
        ("a b", "contains ' '"),
        ("a\tb", r"contains '\t'"),
        ("../../etc", "contains '/'"),
        ("..\\x", "contains"),
        ("c:x", "contains ':'"),
        ("a\0", r"contains '\x00'"),
        ("café", r"contains '\xe9'"),
        ("a?", "contains '?'"),
        ("\x7f", r"contains '\x7f'"),
    ],
)
def test_bad_names_are_refused_with_the_reason(name: str, reason: str) -> None:
    fault = find_name_fault(name)
    assert fault is not None
    assert reason in fault
    assert fault.isprintable()


def test_names_are_equal_in_any_case() -> None:
    assert same_name("M10aa_01", "m10AA_01")
    assert not same_name("m10aa_01", "m10aa_02")
    assert name_key("M10AA") == name_key("m10aa")


def test_types_have_one_number_each() -> None:
    assert len(TYPE_EXTENSIONS) == len(TYPE_IDS)
    assert all(TYPE_IDS[extension] == number for number, extension in TYPE_EXTENSIONS.items())
    assert (TYPE_IDS["wok"], TYPE_IDS["lyt"], TYPE_EXTENSIONS[2017]) == (2016, 3000, "2da")
