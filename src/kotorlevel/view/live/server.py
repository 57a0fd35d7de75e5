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
from functools import partial
from http.server import ThreadingHTTPServer
from typing import Any, Unpack

from kotorlevel.checks.finding import Report
from kotorlevel.core.errors import InputError
from kotorlevel.view.html.page import Bundle, content_policy, find_bundle, render_shell
from kotorlevel.view.live.requests import HOST, Handler
from kotorlevel.view.live.watch import Live
from kotorlevel.view.show import LevelOptions, Showable, load_shown

MOST_CONNECTIONS = 64
"""Connections at once; a browser opens six. Each has a thread."""

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
    b"Content-Length: 34\r\nConnection: close\r\nRetry-After: 5\r\n\r\n"
    b'{"error":"too many connections"}\r\n'
)


def serve(
    source: Showable,
    *,
    port: int = 0,
    browser: bool = True,
    findings: bool | Report = True,
    bundle: Bundle | None = None,
    **level: Unpack[LevelOptions],
) -> ViewServer:
    """The running server of a page on a level that changes by itself when the files do.

    ``source`` is a path, an area or a walkmesh; the path may come with ``game``, ``module``,
    ``paths`` and all that `load_shown` takes. The server listens on this machine only, at a free
    ``port`` or the one that is given, and answers whoever knows its address. It runs beside the
    program, until it is closed or the program ends. ``browser`` opens the page.

        with kl.serve("my_mod") as server:
            print(server.address)
            server.wait()  # until Ctrl-C

    Raises `InputError` where the port is taken, `UnreadableError` where the viewer was not built,
    and what `load_shown` raises.
    """
    bundle = bundle or find_bundle()
    first = load_shown(source, findings=findings, **level)
    try:
        server = ViewServer(Live(first.again or (lambda: first), first), port, bundle)
    except OSError as error:
        text = f"cannot listen at port {port}: {error.strerror or error}"
        raise InputError(text, needs="port") from None
    server.start()
    if browser:
        threading.Thread(target=server.open_browser, daemon=True).start()
    return server


class ViewServer(ThreadingHTTPServer):
    """Serves what ``live`` shows at ``address``, until it is closed; `serve` starts one.

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
        self._running: threading.Thread | None = None
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

    def start(self) -> None:
        """Answer from now on, in a thread of its own, which ends with the program."""
        run = partial(self.serve_forever, poll_interval=0.25)
        self._running = threading.Thread(target=run, daemon=True)
        self._running.start()

    def wait(self) -> None:
        """Return when it has been closed, or at Ctrl-C."""
        with contextlib.suppress(KeyboardInterrupt):
            while self._running is not None and self._running.is_alive():
                self._running.join(0.25)  # without a limit Windows would not hear Ctrl-C

    def close(self) -> None:
        """Stop, and free the port."""
        if self._running is not None:
            self.shutdown()
            self._running.join()
            self._running = None
        self.server_close()

    def open_browser(self) -> bool:
        """Whether a browser could be opened; some come back only when they are closed."""
        import webbrowser

        try:
            return webbrowser.open(self.address)
        except (webbrowser.Error, OSError):
            return False

    def __repr__(self) -> str:
        return f"<ViewServer at {self.address}>"

    def __exit__(self, *_: object) -> None:
        self.close()

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
