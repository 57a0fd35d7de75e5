"""A real installation, where ``KOTOR_GAME`` says; skipped, visibly, where it says nothing."""

from __future__ import annotations

import os

import pytest

import kotorlevel as kl
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.modules import read_module_info

WHERE = os.environ.get("KOTOR_GAME", "")

pytestmark = pytest.mark.skipif(not WHERE, reason="KOTOR_GAME names no installation")


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.open(WHERE)


def test_it_is_one_of_the_games(game: Game) -> None:
    assert game.version in ("k1", "k2")
    assert len(game.key.key.entries) > 10_000
    assert len(game.modules) > 50


def test_every_module_has_an_area_with_rooms(game: Game) -> None:
    wrong = []
    for module in game.modules:
        lookup = game.lookup(module.name)
        info = read_module_info(lookup)
        area = info.area if info else ""
        wrong += [
            f"{module.name}: no {area}.{kind}"
            for kind in ("are", "git", "lyt")
            if not area or lookup.find(area, kind) is None
        ]
    # Mods leave behind parts of modules; most modules are whole.
    assert len(wrong) < len(game.modules) / 4, wrong


def test_rooms_are_read_and_written_back(game: Game) -> None:
    rooms = 0
    for module in game.modules[::10]:
        lookup = game.lookup(module.name)
        info = read_module_info(lookup)
        found = lookup.find(info.area, "lyt") if info else None
        for room in kl.read_layout(found.read()).rooms if found else ():
            resource = lookup.find(room.name, "wok")
            if resource is not None:
                data = resource.read()
                assert kl.read_walkmesh(data).to_bytes() == data, resource.source
                rooms += 1
    assert rooms > 10


def test_the_winner_of_every_resource(game: Game) -> None:
    names = [(r.name.lower(), r.type) for r in game.lookup().resources()]
    assert len(names) == len(set(names)) > 10_000
