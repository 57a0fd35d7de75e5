"""Commands on an area that have actions: ``kotorlevel layout AREA show``, ``vis``, ``pth``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel import __version__
from kotorlevel.cli.ask.levels import Given, load_given_area
from kotorlevel.core.text import printable
from kotorlevel.core.words import join_words

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.cli.ask.edits import Target

DEFAULT = "show"


@dataclass(frozen=True)
class Subject:
    """The area that an action is about."""

    path: Path
    given: Given
    materials_table: str | None = None

    def load(self, target: Target | None = None) -> Area:
        """The area; others wait while it is edited in place."""
        to_edit = target is not None and target.is_edit
        return load_given_area(self.path, self.given, self.materials_table, to_edit=to_edit)

    def head(self, area: Area, action: str) -> dict[str, str]:
        """How the JSON of every action begins."""
        path = self.path.as_posix()
        return {"kotorlevel": __version__, "path": path, "area": area.name, "action": action}


class AreaActions(click.Group):
    """A group ``NAME AREA ACTION``, which also understands ``NAME ACTION AREA``.

    Without an action it shows the area. Options of the group, such as --game, may stand anywhere.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The options of the group, then AREA, the action and what belongs to it."""
        own, rest = self._split_own(ctx, args)
        wants_help = any(word in ctx.help_option_names for word in rest)
        if wants_help:
            action = next((word for word in rest if word in self.commands), None)
            rest = ["AREA", action, "--help"] if action else ["--help"]
        elif rest:
            rest = self._in_order(ctx, rest)
            self._check_options(ctx, rest)
        return super().parse_args(ctx, own + rest)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The actions in their own order, not by the alphabet."""
        del ctx
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The action; for one that is not there, what may have been meant."""
        if args and args[0] not in self.commands:
            names = self._shown()
            close = get_close_matches(args[0].lower(), names, n=1)
            hint = f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(names)}."
            ctx.fail(f"There is no action {printable(args[0])!r}. {hint}")
        return super().resolve_command(ctx, args)

    def _shown(self) -> list[str]:
        return [name for name, each in self.commands.items() if not each.hidden]

    def _split_own(self, ctx: click.Context, args: list[str]) -> tuple[list[str], list[str]]:
        """The options of the group with their values, and all other words."""
        names = _options(self)
        own: list[str] = []
        rest: list[str] = []
        words = iter(args)
        for word in words:
            name, equals, _ = word.partition("=")
            if name not in names:
                rest.append(word)
                continue
            own.append(word)
            if not equals:
                value = next(words, None)
                if value is None:
                    raise click.BadOptionUsage(name, f"Option {name!r} requires an argument.", ctx)
                own.append(value)
        return own, rest

    def _words_first(self, rest: list[str]) -> list[str]:
        """The words, with options that stand before AREA or before the action behind them."""
        action = next((word for word in rest if word in self.commands), DEFAULT)
        values = _options(self.commands[action])
        words: list[str] = []
        options: list[str] = []
        while rest and len(words) < 2:
            count = 1 + values.get(rest[0], 0) if rest[0].startswith("-") else 1
            (options if rest[0].startswith("-") else words).extend(rest[:count])
            rest = rest[count:]
        return words + rest + options

    def _in_order(self, ctx: click.Context, rest: list[str]) -> list[str]:
        """AREA and the action, in this order, and what follows."""
        rest = self._words_first(rest)
        if rest[0].startswith("-"):
            ctx.fail("Missing argument 'AREA'.")
        first, second = rest[0], rest[1] if len(rest) > 1 else "-"
        has_second = not second.startswith("-")
        if first in self.commands and not Path(first).exists() and not has_second:
            ctx.fail(f"AREA is missing: kotorlevel {ctx.info_name} AREA {first}")
        if not has_second:
            return [first, DEFAULT, *rest[1:]]
        is_area = second in self.commands and (first not in self.commands or Path(first).exists())
        if first in self.commands and not is_area:
            return [second, first, *rest[2:]]
        return rest

    def _check_options(self, ctx: click.Context, rest: list[str]) -> None:
        """Refuse an option of another action, with the name of that."""
        if rest[1] not in self.commands:
            return
        known = _options(self.commands[rest[1]])
        for word in rest[2:]:
            name = word.partition("=")[0]
            if name.startswith("-") and name not in known:
                others = [each for each in self._shown() if name in _options(self.commands[each])]
                if others:
                    ctx.fail(f"{name} goes with {join_words(others)}")


def _options(command: click.Command) -> dict[str, int]:
    """Every spelling of the options of a command, and how many values it takes."""
    return dict(_each_option(command))


def _each_option(command: click.Command) -> Iterator[tuple[str, int]]:
    for option in command.params:
        if isinstance(option, click.Option):
            yield from ((name, 0 if option.is_flag else option.nargs) for name in option.opts)
