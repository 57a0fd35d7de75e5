"""The bytes of a connection to the server of the live page."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from kotorlevel.view.live.requests import Handler
from kotorlevel.view.live.server import ViewServer
from kotorlevel.view.live.watch import Live
from kotorlevel.view.show import load_shown
from support.view.served import SMALL
from target import Target
from targets.station import station_folder


class _Connection:
    """A socket that has one request to say."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)
        self.answer = bytearray()

    def makefile(self, *_: Any, **__: Any) -> io.BytesIO:
        return io.BytesIO()

    def recv_into(self, buffer: Any) -> int:
        return self._data.readinto(buffer)

    def sendall(self, data: Any) -> None:
        self.answer += data

    def settimeout(self, *_: Any) -> None:
        pass

    def setsockopt(self, *_: Any) -> None:
        pass


class _Asked(Handler):
    """The server's handler, which does not hide what fails in it."""

    def log_error(self, format: str, *args: Any) -> None:  # noqa: A002
        del format, args
        error = sys.exc_info()[1]
        if error is not None:
            raise RequestFailedError(repr(error)) from error


class RequestFailedError(Exception):
    """An error that the server would have told the page."""


_TOKEN = "token-of-the-fuzzer"


@cache
def server() -> ViewServer:
    """A server that shows the station, and listens to nobody."""
    folder = station_folder()
    made = ViewServer(Live(lambda: load_shown(folder)), bundle=SMALL)
    made.token = _TOKEN
    made.socket.close()
    made.server_address = ("127.0.0.1", 80)
    made.edit()
    return made


def request(data: bytes) -> None:
    """The bytes of a connection: requests, answered in order."""
    connection = _Connection(data[:65536])
    handler: Any = _Asked
    try:
        handler(connection, ("127.0.0.1", 1), server())
    except RequestFailedError as error:
        raise error.__cause__ or error from None
    assert b"500 Internal" not in connection.answer[:60]


def request_seeds() -> Iterator[bytes]:
    """Every question, and what else a page asks."""
    head = f"Host: 127.0.0.1:80\r\nX-KotorLevel-Token: {_TOKEN}\r\n"
    for path in ("/", "/scene.json", "/scene.bin", "/models.json", "/api/version", "/nothing"):
        yield f"GET {path} HTTP/1.1\r\n{head}\r\n".encode()
    point = {"x": 5, "y": 4, "z": 0, "from": [5, 4, 0], "to": [14, 4, 0], "point": [5, 4, 0]}
    body = json.dumps({**point, "radius": 0.3, "room": 0, "rooms": [0, 1], "page": "p", "turn": 1})
    names = [f"api/{each}" for each in server().live.shown.answers.questions]
    names += [f"api/edit/{each}" for each in ("claim", "do", "undo", "redo", "scene", "findings")]
    for name in names:
        text = f"POST /{name} HTTP/1.1\r\n{head}Content-Type: application/json\r\n"
        yield f"{text}Content-Length: {len(body)}\r\n\r\n{body}".encode()


TARGETS = {
    "requests": Target(request, request_seeds, largest=400, seconds=20.0),
}
"""Name → target."""
