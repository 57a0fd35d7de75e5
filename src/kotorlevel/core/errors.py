"""The errors that are raised for files and for what was asked, and lesser faults that are not."""

import errno as codes
import os
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


class FormatError(ValueError):
    """A file that cannot be read, or a value that cannot be written, and where.

    ``message`` says what is wrong, ``source`` names the file, ``section`` the part of it,
    and ``offset`` (binary) or ``line`` (text, from 1) the place::

        try:
            mesh = kl.read_walkmesh("m55aa_02.wok")
        except FileNotFoundError:
            mesh = None
        except kl.errors.FormatError as error:  # a ValueError, too
            print(error.source, error.place, error.message)
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
    """A file that could not be opened at all: missing, a folder, no permission.

    ``errno`` is the system's number for it, None where it has none, and ``filename`` the source.
    As with `OSError` itself the number chooses the class, so that what is missing is a
    `FileNotFoundError`, too, and so on.
    """

    def __new__(cls, message: str, *, errno: int | None = None, **_: Any) -> "UnreadableError":
        """An error of the class that goes with ``errno``."""
        kind = _KINDS.get(errno, cls) if cls is UnreadableError else cls
        made = OSError.__new__(kind, message)
        assert isinstance(made, UnreadableError)
        return made

    def __init__(
        self, message: str, *, source: str = "", errno: int | None = None, **place: Any
    ) -> None:
        super().__init__(message, source=source, **place)
        self.errno = errno
        self.strerror = None if errno is None else os.strerror(errno)
        self.filename = source or None

    def __reduce__(self) -> tuple[Any, ...]:
        system = {name: getattr(self, name) for name in ("errno", "strerror", "filename")}
        return _restore, (type(self), self.message, self.__dict__ | system)


class MissingError(UnreadableError, FileNotFoundError):
    """Nothing has that name."""


class FolderError(UnreadableError, IsADirectoryError):
    """A folder where a file is meant."""


class NoFolderError(UnreadableError, NotADirectoryError):
    """A file where a folder is meant."""


class RefusedError(UnreadableError, PermissionError):
    """The system does not let one read it."""


_KINDS: dict[int | None, type[UnreadableError]] = {
    codes.ENOENT: MissingError,
    codes.EISDIR: FolderError,
    codes.ENOTDIR: NoFolderError,
    codes.EACCES: RefusedError,
    codes.EPERM: RefusedError,
}


Need = Literal[
    "archives",
    "write-baseline",
    "",
    "game",
    "no-game",
    "game-and-module",
    "module",
    "module-for-area",
    "game-for-area",
    "scan",
    "extract",
    "info",
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
    "position",
    "into",
    "surface",
]
"""What more a caller has to give, or to do, so that it can be done."""


class InputError(FormatError):
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
    for name, value in state.items():  # not __dict__: the system's numbers stand elsewhere
        setattr(error, name, value)
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
