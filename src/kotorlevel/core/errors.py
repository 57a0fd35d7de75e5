"""The errors that are raised for files and for what was asked, and lesser faults that are not."""

from dataclasses import dataclass
from typing import Any, Literal


def describe_place(section: str = "", offset: int | None = None, line: int | None = None) -> str:
    """A place in a file as people write it: ``distances at 0x1d8``, ``line 12``."""
    parts = []
    if line is not None:
        parts.append(f"line {line}")
    if section:
        parts.append(section)
    place = ", ".join(parts)
    if offset is not None:
        place = f"{place} at 0x{offset:x}" if place else f"at 0x{offset:x}"
    return place


class FormatError(Exception):
    """A file that cannot be read, or a value that cannot be written, and where.

    ``message`` says what is wrong, ``source`` names the file, ``section`` the part of it,
    and ``offset`` (binary) or ``line`` (text, from 1) the place.
    """

    def __init__(
        self,
        message: str,
        *,
        source: str = "",
        section: str = "",
        offset: int | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.source = source
        self.section = section
        self.offset = offset
        self.line = line

    @property
    def place(self) -> str:
        """The place inside the file, without the file's name."""
        return describe_place(self.section, self.offset, self.line)

    def __str__(self) -> str:
        return ": ".join(part for part in (self.source, self.place, self.message) if part)

    def __reduce__(self) -> tuple[Any, ...]:
        # Keyword arguments are lost by the default pickling; worker processes send errors back.
        return _restore, (type(self), self.message, self.__dict__)


class UnreadableError(FormatError, OSError):
    """A file that could not be opened at all: missing, a folder, no permission."""


Need = Literal[
    "",
    "game",
    "no-game",
    "game-and-module",
    "module",
    "module-for-area",
    "game-for-area",
    "scan",
    "extract",
    "extract-and-fix",
    "list",
    "rules",
    "rooms",
    "check",
    "port",
    "force",
    "overwrite",
    "restore",
    "in-place",
    "all-rooms",
]
"""What more a caller has to give, or to do, so that it can be done."""


class InputError(FormatError, ValueError):
    """What was asked for cannot be done with what was given; ``needs`` says what would help.

    The message is for everybody. Who knows how it was asked, such as the command line, adds how
    to give what it ``needs``. ``argument`` names what was given wrongly, ``lacks`` what would have
    helped: a "module", say.
    """

    def __init__(
        self,
        message: str,
        *,
        source: str = "",
        needs: Need = "",
        argument: str = "",
        lacks: str = "",
    ) -> None:
        super().__init__(message, source=source)
        self.needs = needs
        self.argument = argument
        self.lacks = lacks


def _restore(kind: type[FormatError], message: str, state: dict[str, Any]) -> FormatError:
    error = kind(message)
    error.__dict__.update(state)
    return error


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a file that can still be read: what, and where.

    ``code`` names the kind of problem for programs (each reader's own words), and ``value`` is the
    right number where a number is wrong.
    """

    text: str
    section: str = ""
    offset: int | None = None
    line: int | None = None
    code: str = ""
    value: int | None = None

    @property
    def place(self) -> str:
        """The place inside the file."""
        return describe_place(self.section, self.offset, self.line)

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text
