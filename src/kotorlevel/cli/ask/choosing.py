"""Which resources the NAMEs of a command mean."""

from __future__ import annotations

import fnmatch
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kotorlevel.area.install.game import Game
    from kotorlevel.area.install.place import Place
    from kotorlevel.area.install.resources import Resource


def choose_resources(
    names: Sequence[str], resources: Iterable[Resource]
) -> tuple[list[Resource], list[str]]:
    """The resources that ``names`` mean, all where there are none; and names that mean nothing.

    A name is a file name, a name without a type, or a pattern of either, in any case.
    """
    known = list(resources)
    if not names:
        return known, []
    wanted = {name: _matcher(name) for name in names}
    used: set[str] = set()
    chosen = []
    for resource in known:
        meant = [name for name, matches in wanted.items() if _is_meant(resource, matches)]
        used.update(meant)
        if meant:
            chosen.append(resource)
    return chosen, [name for name in wanted if name not in used]


def nothing_found(names: Sequence[str], place: Place, known: Iterable[str]) -> CommandError:
    """An error for names that mean nothing: modules that have them, or names that look alike."""
    name = names[0]
    text = f"there is no '{printable(name)}' in {printable(str(place.path), 200)}"
    if place.module is not None:
        text += f" with module {printable(place.module.name)}"
    elif place.game is not None and (modules := _modules_with(name, place.game)):
        some = ", ".join(map(printable, modules[:5])) + (", ..." if len(modules) > 5 else "")
        return CommandError(f"{text} itself, but in modules: add --module with one of: {some}")
    return CommandError(f"{text}. {did_you_mean(name, known)}".rstrip())


def _modules_with(name: str, game: Game) -> list[str]:
    """The modules whose files hold something that ``name`` means."""
    matches = _matcher(name)
    found = []
    for module in game.modules:
        with suppress(FormatError):  # a broken module is not the one that is looked for
            archives = map(game.archive, module.files)
            if any(_is_meant(each, matches) for source in archives for each in source.resources()):
                found.append(module.name)
    return found


def _matcher(name: str) -> re.Pattern[str]:
    """What matches ``name`` itself, and what it matches as a pattern."""
    key = name_key(name)
    return re.compile(f"{re.escape(key)}|{fnmatch.translate(key)}", re.DOTALL)


def _is_meant(resource: Resource, matches: re.Pattern[str]) -> bool:
    texts = name_key(resource.filename), name_key(resource.name)
    return any(matches.fullmatch(text) for text in texts)
