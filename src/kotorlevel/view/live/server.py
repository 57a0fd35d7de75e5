"""The live viewer's server: one page and its API, on this machine, for who knows the token.

It serves the bundle and the scene from memory; no request can name a file.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import socketserver
import sys
import threading
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from kotorlevel.view.html.page import content_policy, find_bundle, render_shell
from kotorlevel.view.live.requests import HOST, Handler

if TYPE_CHECKING:
    from kotorlevel.view.html.page import Bundle
    from kotorlevel.view.live.watch import Live

MOST_CONNECTIONS = 64
"""Connections at once; a browser opens six. Each has a thread."""

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
    b"Content-Length: 34\r\nConnection: close\r\nRetry-After: 5\r\n\r\n"
    b'{"error":"too many connections"}\r\n'
)


class ViewServer(ThreadingHTTPServer):
    """Serves what ``live`` shows at ``address``, until it is closed.

    ``port`` 0 takes a free one. Raises `OSError` where the port is taken, and `UnreadableError`
    where the viewer was not built.
    """

    daemon_threads = True
    request_queue_size = 32
    # Windows would let another program listen at the same port.
    allow_reuse_address = os.name != "nt"
    # Newer Pythons would let a second server share it.
    allow_reuse_port = False

    def __init__(self, live: Live, port: int = 0, bundle: Bundle | None = None) -> None:
        self.live = live
        self.bundle = bundle or find_bundle()
        self.token = secrets.token_urlsafe(24)
        self._open: set[socket.socket] = set()
        self._open_lock = threading.Lock()
        super().__init__((HOST, port), Handler)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://{HOST}:{self.port}/?token={self.token}"

    @property
    def page(self) -> bytes:
        """The viewer's page, without a level in it."""
        title = self.live.shown.scene.document["name"] or "KotorLevel"
        return render_shell(title=title, token=self.token, bundle=self.bundle).encode()

    @property
    def page_policy(self) -> str:
        """What the browser lets the page do."""
        policy = content_policy("live", self.bundle.script, self.bundle.style)
        return f"{policy}; frame-ancestors 'none'"

    def server_bind(self) -> None:
        """Listen, without asking the network what this machine is called."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, self.port

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread of its own, or that there are too many connections."""
        with self._open_lock:
            is_full = len(self._open) >= MOST_CONNECTIONS
            if not is_full:
                self._open.add(request)
        if is_full:
            with contextlib.suppress(OSError):
                request.settimeout(0.0)  # this is the thread that lets everyone in
                request.send(_FULL)
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """End a connection."""
        with self._open_lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        """Free the port, and end the connections that wait for another question."""
        super().server_close()
        with self._open_lock:
            waiting = list(self._open)
        for request in waiting:
            with contextlib.suppress(OSError):
                request.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of browsers that leave, and one line of everything else."""
        del request, client_address
        error = sys.exc_info()[1]
        if not isinstance(error, (ConnectionError, TimeoutError)):
            print(f"kotorlevel: a question failed: {error!r}", file=sys.stderr)
