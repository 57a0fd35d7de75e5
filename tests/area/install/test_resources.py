"""One copy of a resource: what it is called, and what errors call it."""

from __future__ import annotations

import operator
import pickle
from functools import partial

import pytest

from kotorlevel.area.install.resources import Resource


def make(name: str, kind: int, place: str = "Override/x.wok") -> Resource:
    return Resource(name, kind, place, partial(operator.mul, b"ab", 2))


def test_names() -> None:
    resource = make("M10aa_01a", 2016)
    assert resource.extension == "wok"
    assert resource.filename == "M10aa_01a.wok"
    assert resource.safe_filename == "M10aa_01a.wok"
    assert (resource.size, resource.path) == (-1, None)
    assert make("thing", 1234).filename == "thing.#1234"


@pytest.mark.parametrize("name", ["..\\up", "../up", "/root", "a\0b", "con", "", "c:x"])
def test_names_that_no_file_should_have(name: str) -> None:
    assert make(name, 2016).safe_filename is None


@pytest.mark.parametrize(
    ("place", "name", "source"),
    [
        ("Override/m10aa_01a.wok", "m10aa_01a", "Override/m10aa_01a.wok"),
        ("Override/M10AA_01A.WOK", "m10aa_01a", "Override/M10AA_01A.WOK"),
        ("m10aa_01a.wok", "m10aa_01a", "m10aa_01a.wok"),
        ("modules/tar.rim", "m10aa_01a", "modules/tar.rim: m10aa_01a.wok"),
        ("data/models.bif", "m10aa_01a", "data/models.bif: m10aa_01a.wok"),
        # The end of the place is not the name.
        ("modules/room.wok", "om", "modules/room.wok: om.wok"),
    ],
)
def test_what_errors_call_it(place: str, name: str, source: str) -> None:
    assert make(name, 2016, place).source == source


def test_reading_and_sending_it_to_another_process() -> None:
    resource = make("a", 2016)
    assert resource.read() == b"abab"
    again = pickle.loads(pickle.dumps(resource))
    assert again == resource
    assert again.read() == b"abab"


def test_copies_are_equal_by_what_and_where() -> None:
    first = Resource("a", 2016, "x.rim", partial(bytes, 1))
    assert first == Resource("a", 2016, "x.rim", partial(bytes, 2))
    assert first != Resource("a", 2016, "y.rim", partial(bytes, 1))
    assert "partial" not in repr(first)
