"""`OpenedLevels`: the levels that were opened from the start page, each with its own server."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kotorlevel.area.sample import make_broken_station
from kotorlevel.core.errors import InputError
from kotorlevel.core.journal.undo import recover
from kotorlevel.core.together import write_files
from kotorlevel.view.html.report import render_report
from kotorlevel.view.live.server import ViewServer, serve
from kotorlevel.view.start.levels import look_at
from kotorlevel.view.start.recent import RecentLevel, remember, state_folder

if TYPE_CHECKING:
    from kotorlevel.view.html.page import Bundle

MOST = 16
"""Levels that are open at once; each has a port and is in memory."""

_HINT = "To repair: press Edit on the start page, then Mend; or type `kotorlevel fix` and the path."


class OpenedLevels:
    """Servers of levels, made when they are first asked for; one level is opened at a time."""

    def __init__(self, bundle: Bundle | None = None) -> None:
        self._bundle = bundle
        self._lock = threading.Lock()
        self._servers: dict[RecentLevel, ViewServer] = {}

    @property
    def servers(self) -> Iterable[ViewServer]:
        """Those that run."""
        return list(self._servers.values())

    def show(self, path: str, module: str = "", *, edit: bool = False) -> str:
        """The address of a level's page. Raises `FormatError` or `OSError` where there is none."""
        level = _find(path, module)
        with self._lock:
            server = self._servers.get(level)
            if server is None:
                if len(self._servers) >= MOST:
                    raise InputError(f"{MOST} levels are open: quit, and start again")
                server = serve(
                    level.path,
                    module=level.module or None,
                    browser=False,
                    bundle=self._bundle,
                    findings=not edit,  # what is edited is checked in the page
                    edit=edit,
                )
                self._servers[level] = server
            elif edit:
                server.edit()
        remember(level)
        return server.address

    def report(self, path: str, module: str = "") -> str:
        """The page on what check finds in a level."""
        level = _find(path, module)
        given: dict[str, Any] = {"module": level.module} if level.module else {}
        # This process has threads, from among which others cannot safely be started.
        text = render_report(level.path, hint=_HINT, bundle=self._bundle, workers=1, **given)
        remember(level)
        return text

    def close(self) -> None:
        """End all servers; edits that were not saved are kept for the next time."""
        with self._lock:
            for server in self._servers.values():
                server.close()
            self._servers.clear()


def make_demo() -> dict[str, Any]:
    """The broken station, written to a folder of the user's: what `look_at` says of it."""
    folder = state_folder() / "demo" / "broken station"
    recover(folder)
    missing = {folder / name: data for name, data in make_broken_station().items()}
    for path in [path for path in missing if path.exists()]:  # one that is being mended stays
        del missing[path]
    write_files(missing)
    return look_at(str(folder))


def _find(path: str, module: str) -> RecentLevel:
    level = look_at(path, module)["level"]
    if level is None:
        raise InputError("several levels are here: choose one", source=path)
    return RecentLevel(level["path"], level["module"])
