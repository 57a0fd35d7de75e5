"""`LocalServer`: a server of pages for this machine alone, for who knows its token."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import socketserver
import sys
import threading
import time
from collections.abc import Iterator
from enum import Enum
from functools import partial
from http.server import ThreadingHTTPServer
from typing import Any

from kotorlevel.view.live.guarded import HOST, GuardedHandler

MOST_CONNECTIONS = 64
"""Connections at once; a browser opens six. Each has a thread."""

_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
    b"Content-Length: 34\r\nConnection: close\r\nRetry-After: 5\r\n\r\n"
    b'{"error":"too many connections"}\r\n'
)


class _State(Enum):
    """What is known of a connection; the later, the better it is."""

    UNKNOWN = 0
    """Nobody knows who it is: it has said nothing yet, or not to the end, or no token."""
    KNOWN = 1
    """Its last question had the token; it may ask another."""
    ASKING = 2
    """It has the token, and waits for an answer."""


class LocalServer(ThreadingHTTPServer):
    """Answers by ``handler`` at ``address``, until it is closed.

    ``port`` 0 takes a free one. Raises `OSError` where the port is taken. ``heard`` is when it was
    last asked something, by the clock of `time.monotonic`.
    """

    daemon_threads = True
    request_queue_size = 256
    # Windows would let another program listen at the same port.
    allow_reuse_address = os.name != "nt"
    # Newer Pythons would let a second server share it.
    allow_reuse_port = False

    def __init__(self, handler: type[GuardedHandler], port: int = 0) -> None:
        self.token = secrets.token_urlsafe(24)
        self.heard = time.monotonic()
        self._open: dict[socket.socket, _State] = {}
        self._open_lock = threading.Lock()
        self._running: threading.Thread | None = None
        super().__init__((HOST, port), handler)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://{HOST}:{self.port}/?token={self.token}"

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
            with _own_libraries_hidden():
                return webbrowser.open(self.address)
        except (webbrowser.Error, OSError):
            return False

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {self.address}>"

    def __exit__(self, *_: object) -> None:
        self.close()

    def server_bind(self) -> None:
        """Listen, without asking the network what this machine is called."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, self.port

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread of its own, or that there are too many connections.

        Where there are too many, the oldest that waits for nothing makes room: those who hold
        connections without a word would else keep everybody out.
        """
        with self._open_lock:
            is_full = len(self._open) >= MOST_CONNECTIONS and not self._end_oldest()
            if not is_full:
                self._open[request] = _State.UNKNOWN
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
            self._open.pop(request, None)
        super().shutdown_request(request)

    def note(self, request: socket.socket, *, is_asking: bool) -> None:
        """Whoever is at the other end knows the token, and is being answered, or was."""
        with self._open_lock:
            if request in self._open:
                self._open[request] = _State.ASKING if is_asking else _State.KNOWN

    def _end_oldest(self) -> bool:
        """End the oldest of the connections that matter least; False where all are asking."""
        found = min(self._open, key=lambda each: self._open[each].value, default=None)
        if found is None or self._open[found] is _State.ASKING:
            return False
        del self._open[found]
        with contextlib.suppress(OSError):
            found.shutdown(socket.SHUT_RDWR)  # its thread hears of it, and ends
        return True

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


@contextlib.contextmanager
def _own_libraries_hidden() -> Iterator[None]:
    """Meanwhile programs are started with the system's libraries, not those of a one-file program.

    With those inside it a browser of Linux may not start.
    """
    name = "LD_LIBRARY_PATH"
    own = os.environ.get(name)
    if not getattr(sys, "frozen", False) or own is None:
        yield
        return
    before = os.environ.get(f"{name}_ORIG")
    if before is None:
        del os.environ[name]
    else:
        os.environ[name] = before
    try:
        yield
    finally:
        os.environ[name] = own
