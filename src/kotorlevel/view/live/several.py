"""The live page of several levels: one page to look at, made anew when it is loaded again."""

from __future__ import annotations

import threading
from contextlib import suppress
from http import HTTPStatus

from kotorlevel.core.errors import FormatError
from kotorlevel.view.html.page import Bundle, content_policy, find_bundle, render_page
from kotorlevel.view.live.guarded import GuardedHandler, Refused
from kotorlevel.view.live.local import LocalServer
from kotorlevel.view.scene.scene import Scene
from kotorlevel.view.several import Together


class _Handler(GuardedHandler):
    """One connection to a `SeveralServer`."""

    server: SeveralServer

    def answer_get(self, path: str) -> None:
        """The page, which has everything in it."""
        if path != "/":
            raise Refused(HTTPStatus.NOT_FOUND, "there is nothing here")
        html = "text/html; charset=utf-8"
        self.send(HTTPStatus.OK, html, self.server.page, self.server.page_policy)

    def answer_post(self, path: str) -> None:
        """Nothing: the page answers questions by itself, and nothing can be edited in it."""
        del path
        raise Refused(HTTPStatus.NOT_FOUND, "there is nothing here")


class SeveralServer(LocalServer):
    """Serves a page on several levels; who loads it again sees the files as they are then."""

    edited = None

    def __init__(self, together: Together, port: int = 0, bundle: Bundle | None = None) -> None:
        self.together = together
        self.bundle = bundle or find_bundle()
        self._lock = threading.Lock()
        self._made: tuple[Together, bytes] | None = None
        super().__init__(_Handler, port)

    @property
    def scene(self) -> Scene:
        """What is shown."""
        return self.together.scene

    @property
    def page(self) -> bytes:
        """The page; of levels that cannot be read just now, as they were before."""
        with self._lock:
            with suppress(FormatError, OSError):  # being saved, perhaps
                self.together = self.together.renewed()
            if self._made is None or self._made[0] is not self.together:
                page = render_page(self.together.scene, bundle=self.bundle).encode()
                self._made = self.together, page
            return self._made[1]

    @property
    def page_policy(self) -> str:
        """What the browser lets the page do."""
        policy = content_policy("static", self.bundle.script, self.bundle.style)
        return f"{policy}; frame-ancestors 'none'"
