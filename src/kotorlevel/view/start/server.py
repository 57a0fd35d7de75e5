"""The server of the start page: it opens levels, and ends when nobody looks any more."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

from kotorlevel import __version__
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.view.html.page import Bundle, find_bundle
from kotorlevel.view.live.local import LocalServer
from kotorlevel.view.start.folders import list_places
from kotorlevel.view.start.opened import OpenedLevels
from kotorlevel.view.start.recent import list_recent
from kotorlevel.view.start.requests import StartHandler

GRACE = 20.0
"""Seconds after the start page was closed, where no level is open: it may only be loaded again."""

SILENCE = 600.0
"""Seconds in which no page asked anything; browsers let pages in the background ask seldom."""

_TICK = 1.0
_ASLEEP = 30.0
"""Seconds between two ticks, from which on the computer must have slept."""


def start(
    path: str | Path | None = None,
    *,
    module: str = "",
    port: int = 0,
    browser: bool = True,
    bundle: Bundle | None = None,
) -> StartServer:
    """The running server of the start page: choose a level, check it, view it, edit it.

    ``path`` with ``module`` is a level that is chosen already. The server listens on this machine
    only, at a free ``port`` or the one that is given, answers whoever knows its address, and ends
    when Quit is pressed or some time after the last page was closed. ``browser`` opens the page.

        with kl.start() as server:
            server.wait()

    Raises `InputError` where the port is taken.
    """
    first = None if path is None else {"path": str(Path(path).resolve()), "module": module}
    try:
        server = StartServer(first, port, bundle)
    except OSError as error:
        text = f"cannot listen at port {port}: {error.strerror or error}"
        raise InputError(text, needs="port") from None
    server.start()
    if browser:
        threading.Thread(target=server.open_browser, daemon=True).start()
    return server


class StartServer(LocalServer):
    """Serves the start page at ``address``, and the levels that are opened there; see `start`."""

    def __init__(
        self, first: dict[str, str] | None = None, port: int = 0, bundle: Bundle | None = None
    ) -> None:
        super().__init__(StartHandler, port)
        self.first = first
        self.opened = OpenedLevels(bundle)
        self._bundle = bundle
        self._pages: set[str] = set()
        self._had_page = False
        self._ended = threading.Event()
        self._closing = threading.Lock()

    def start(self) -> None:
        """Answer from now on, and end when nobody looks any more."""
        super().start()
        threading.Thread(target=self._watch_pages, daemon=True).start()

    def describe(self) -> dict[str, Any]:
        """What the page shows at first: levels opened last, where to look for others."""
        levels = [
            {"path": each.path, "module": each.module, "name": each.module or Path(each.path).name}
            for each in list_recent()
        ]
        return {"version": __version__, "recent": levels, "places": list_places()} | {
            "missing": self._what_is_missing()
        }

    def hear(self, page: str, *, leaving: bool = False) -> None:
        """That page is there, or is being closed."""
        if leaving:
            self._pages.discard(page)
        elif len(self._pages) < 1000:
            self._had_page = True
            self._pages.add(page)

    def quit_soon(self) -> None:
        """Close when the answer that is being given has been sent."""
        threading.Timer(0.3, self.close).start()

    def close(self) -> None:
        """Stop, free the port, and close all levels that were opened."""
        with self._closing:  # who comes second waits until all is closed
            if not self._ended.is_set():
                self._ended.set()
                super().close()
                self.opened.close()

    def is_deserted(self, now: float) -> bool:
        """True where nobody looks at a page any more."""
        servers = list(self.opened.servers)
        quiet = now - max(self.heard, *(server.heard for server in servers), self.heard)
        if self._had_page and not self._pages and not servers:
            return quiet > GRACE
        return quiet > SILENCE

    def _what_is_missing(self) -> str:
        try:
            self._bundle = self._bundle or find_bundle()
        except FormatError as error:
            return f"Levels can be checked, but not viewed: {error.message}."
        return ""

    def _watch_pages(self) -> None:
        before = time.monotonic()
        while not self._ended.wait(_TICK):
            now = time.monotonic()
            if now - before > _ASLEEP:
                self.heard = now  # pages slept as well
            before = now
            if self.is_deserted(now):
                self.close()
