"""Resource names and types."""

from __future__ import annotations

import itertools
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

import numpy as np
import pytest

from kotorlevel.core.resource import (
    LONGEST_NAME,
    TYPE_EXTENSIONS,
    TYPE_IDS,
    find_name_fault,
    find_safe_filename,
    find_type,
    name_key,
    resource_filename,
    same_name,
    split_filename,
    type_extension,
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


@pytest.mark.parametrize(
    ("extension", "number"),
    [  # FACTS 9
        ("mdl", 2002),
        ("mod", 2011),
        ("are", 2012),
        ("ifo", 2014),
        ("git", 2023),
        ("utd", 2042),
        ("utp", 2044),
        ("dwk", 2052),
        ("pwk", 2053),
        ("sav", 2057),
        ("vis", 3001),
        ("rim", 3002),
        ("pth", 3003),
        ("mdx", 3008),
        ("erf", 9997),
        ("bif", 9998),
        ("key", 9999),
    ],
)
def test_types_of_level_files(extension: str, number: int) -> None:
    assert find_type(extension) == number
    assert type_extension(number) == extension


def test_every_type_works_both_ways() -> None:
    for number in (*TYPE_EXTENSIONS, 5, 1234, 0xFFFF, 0xFFFF_FFFF):
        extension = type_extension(number)
        assert extension == extension.lower()
        assert find_type(extension) == find_type(f".{extension.upper()}") == number
        assert find_type(f"#{number}") == find_type(number) == number
        assert split_filename(resource_filename("a.b", number)) == ("a.b", number)


@pytest.mark.parametrize("kind", ["", ".", "foo", "..wok", "2016", "#", "#x", "#-1", -1, 2**32])
def test_what_is_no_type(kind: str | int) -> None:
    assert find_type(kind) is None


@pytest.mark.parametrize("number", [2.5, None, b"wok"])
def test_a_type_is_text_or_a_whole_number(number: Any) -> None:
    with pytest.raises(TypeError):
        find_type(number)
    whole: Any = np.uint16(2016)
    assert find_type(whole) == 2016


@pytest.mark.parametrize("filename", ["", "wok", "a", "a.", "a.foo", "a.wok.bak", "a.2016"])
def test_file_names_without_a_type(filename: str) -> None:
    assert split_filename(filename) is None


def test_safe_names_stay_in_their_folder() -> None:
    """Whatever a name is made of: if it is safe, it is one part of a path, on Windows as well."""
    letters = ["..", ".", "/", "\\", ":", "a", " ", "con", "\0", "\n", "é", "\udc81", "\u202e", "*"]
    safe = 0
    for parts in itertools.product(letters, repeat=3):
        name = "".join(parts)
        filename = find_safe_filename(name, 2016)
        if filename is None:
            continue
        safe += 1
        assert filename == f"{name}.wok"
        for flavour in (PurePosixPath, PureWindowsPath):
            assert flavour(filename).parts == (filename,)
            assert flavour("folder", filename).parent == flavour("folder")
        assert filename.isprintable()
    assert safe > 20
    assert find_safe_filename("acona", 2016) == "acona.wok"


@pytest.mark.parametrize("name", ["con", "NUL", "com1", "lpt9", "aux ", "prn.x", "con.tar"])
def test_devices_of_windows_are_no_file_names_with_any_extension(name: str) -> None:
    assert find_safe_filename(name, 2016) is None
    assert find_safe_filename(name, 999_999) is None


@pytest.mark.parametrize("name", ["cona", "com", "lpt", "xcon", "nul_", "com10"])
def test_names_that_only_look_like_devices(name: str) -> None:
    assert find_safe_filename(name, 2016) == f"{name}.wok"
