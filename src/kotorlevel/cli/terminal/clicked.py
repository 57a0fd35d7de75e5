"""Whether the program was started by a click, not typed: then it opens the start page."""

import os
import sys
from collections.abc import Sequence

_OWN_PROCESSES = 2
"""Processes at a console that nobody else uses: a one-file program and what unpacked it."""


def words_of_click(words: Sequence[str]) -> list[str]:
    """What was typed; of a click, or of something that was dropped on the program, its command."""
    is_plain = not words or (len(words) == 1 and os.path.exists(words[0]))  # noqa: PTH110
    if is_plain and was_clicked():
        return ["start", *words]
    return list(words)


def was_clicked() -> bool:
    """True for the one-file program without a terminal, or with one that was made for it.

    Of macOS, where that cannot be told apart, always: who types there names a command.
    """
    if not getattr(sys, "frozen", False):
        return False
    if sys.platform == "win32":
        return _console_processes() <= _OWN_PROCESSES
    if sys.platform == "darwin":
        return True  # a click opens a terminal there, which looks like any other
    if any(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return False
    # Without a screen, such as on a build server, nobody clicks.
    return _has_screen()


def _has_screen() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _console_processes() -> int:
    """How many processes use this console; 0 where there is none."""
    if sys.platform == "win32":
        import ctypes

        numbers = (ctypes.c_uint32 * 8)()
        return int(ctypes.windll.kernel32.GetConsoleProcessList(numbers, len(numbers)))
    return 0
