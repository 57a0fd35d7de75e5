"""How a level is named in commands that are printed to be copied."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotorlevel.cli.ask.levels import Given, as_typed


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (Given(), '"my mod"'),
        (Given(Path("swkotor"), "tar_m10aa"), '"my mod" --game swkotor --module tar_m10aa'),
        (Given(override=(Path("a b"), Path("c"))), '"my mod" --override "a b" --override c'),
    ],
)
def test_all_options_are_named(given: Given, text: str) -> None:
    assert as_typed(Path("my mod"), given) == text
