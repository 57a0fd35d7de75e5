"""`GuardedHandler`: who may ask a server of this machine, how, and how much; answers are JSON."""

from __future__ import annotations

import contextlib
import hmac
import io
import json
import time
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    import socket

    from kotorlevel.view.live.local import LocalServer

HOST = "127.0.0.1"
LARGEST_BODY = 64 * 1024
"""Bytes of a question; the largest that the page asks has a few hundred."""

_LARGEST_SPILL = 1024 * 1024
"""Bytes of a refused question that are read, so that whoever sent them gets to know why."""

_NAMES = (HOST, "localhost")
_TOKEN_HEADER = "X-KotorLevel-Token"
_PATIENCE = 30.0
"""Seconds that a connection may say nothing, and that a request may take to arrive."""

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_JSON_POLICY = "default-src 'none'; frame-ancestors 'none'"


class Refused(Exception):  # noqa: N818
    """An answer that is none: its status, and why."""

    def __init__(self, status: HTTPStatus, text: str, **more: Any) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.more = more


class _Arriving(io.RawIOBase):
    """The bytes of a connection, as long as each request arrives in time.

    A limit on every single read would not do: a byte now and then keeps such a connection forever.
    """

    def __init__(self, connection: socket.socket) -> None:
        super().__init__()
        self._connection = connection
        self._deadline: float | None = None

    def expect_request(self) -> None:
        """From here on another request comes; its time begins with its first byte."""
        self._deadline = None

    def readable(self) -> bool:
        """True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Raises `TimeoutError` when the request has taken too long."""
        left = _PATIENCE if self._deadline is None else self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request takes too long")
        self._connection.settimeout(left)
        count = self._connection.recv_into(buffer)
        self._connection.settimeout(_PATIENCE)  # for answers
        if self._deadline is None:
            self._deadline = time.monotonic() + _PATIENCE
        return count


class GuardedHandler(BaseHTTPRequestHandler):
    """One connection to a `LocalServer`: `answer_get` and `answer_post` say what it answers.

    Both raise `Refused`. ``pages`` are the paths that a browser may open by an address with the
    token in it; all else has the token in a header, which no other site can send.
    """

    server: LocalServer
    pages: tuple[str, ...] = ("/",)
    protocol_version = "HTTP/1.1"
    timeout = _PATIENCE
    _is_read = True
    _is_known = False

    def setup(self) -> None:
        """Read with a limit on the time of a whole request."""
        super().setup()
        self.rfile.close()  # which leaves the connection open
        self._arriving = _Arriving(self.connection)
        self.rfile = io.BufferedReader(self._arriving)

    def handle_one_request(self) -> None:
        """Read a request and answer it."""
        self._arriving.expect_request()
        super().handle_one_request()
        if self._is_known:
            self.server.note(self.connection, is_asking=False)

    def do_GET(self) -> None:
        """The page, the scene, and the version of it."""
        self._is_read = not self._has_body
        self._answer(self.answer_get)
        self._spill()

    def do_POST(self) -> None:
        """A question."""
        self._is_read = False
        self._answer(self.answer_post)
        self._spill()

    def _spill(self) -> None:
        """Read what nobody wants to know, or the answer would be lost with the connection."""
        if not self._is_read:
            self.rfile.read(min(self._length or 0, _LARGEST_SPILL))

    def _answer(self, work: Callable[[str], None]) -> None:
        """Do ``work`` for the path of the request, if whoever sent it may ask."""
        try:
            self._check_sender()
            path, query = self._split_address()
            self._check_token(path, query)
            work(path)
        except Refused as refused:
            self._refuse(refused.status, refused.text, **refused.more)
        except ConnectionError:
            self.close_connection = True
        except Exception as error:  # whatever it is: the page is told, not left alone
            self.log_error("%s", repr(error))
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, f"the question failed: {error}")

    def _check_sender(self) -> None:
        """Refuse other names for this machine, and other sites' pages, even with the token."""
        hosts = {f"{name}:{self.server.port}" for name in _NAMES}
        given = self.headers.get_all("Host", [])
        if len(given) != 1 or given[0].lower() not in hosts:
            raise Refused(HTTPStatus.FORBIDDEN, "this server is asked by another name")
        origins = self.headers.get_all("Origin", [])
        if any(origin.lower() not in {f"http://{host}" for host in hosts} for origin in origins):
            raise Refused(HTTPStatus.FORBIDDEN, "another site asks")

    def _split_address(self) -> tuple[str, str]:
        """The path and the query of what is asked for, in a request that is clear about itself."""
        if len(self.headers.get_all("Content-Length", [])) > 1:
            raise Refused(HTTPStatus.BAD_REQUEST, "the request says twice how long it is")
        try:
            url = urlsplit(self.path)
        except ValueError:
            raise Refused(HTTPStatus.BAD_REQUEST, "this is no address") from None
        return url.path, url.query

    def _check_token(self, path: str, query: str) -> None:
        """Refuse who does not know the token: in the header, for the page itself in its address."""
        given = self.headers.get(_TOKEN_HEADER, "")
        if path in self.pages and not given:
            try:
                given = parse_qs(query, max_num_fields=8).get("token", [""])[0]
            except ValueError:
                given = ""
        wanted = self.server.token.encode()
        if not hmac.compare_digest(given.encode("utf-8", "replace"), wanted):
            text = "the token is missing or wrong: open the address that `kotorlevel` printed"
            raise Refused(HTTPStatus.FORBIDDEN, text)
        self.server.heard = time.monotonic()
        self._is_known = True
        self.server.note(self.connection, is_asking=True)

    def answer_get(self, path: str) -> None:
        """Send what is at this path."""
        raise NotImplementedError

    def answer_post(self, path: str) -> None:
        """Send the answer to a question."""
        raise NotImplementedError

    def check_is_json(self) -> None:
        """Refuse all but JSON, which no form of another site is."""
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            text = "this is sent as application/json"
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, text)

    def read_body(self, largest: int = LARGEST_BODY) -> bytes:
        """The body of the request, read to its end."""
        length = self._length
        if length is None:
            raise Refused(HTTPStatus.LENGTH_REQUIRED, "the question does not say how long it is")
        if length > largest:
            text = f"a question has at most {largest:,} bytes"
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, text)
        self._is_read = True
        body = self.rfile.read(length)
        if len(body) < length:
            self.close_connection = True
            raise Refused(HTTPStatus.BAD_REQUEST, "the question is cut off")
        return body

    @property
    def _has_body(self) -> bool:
        """Whether bytes come behind the headers; what is not clear about it counts as yes."""
        return "Transfer-Encoding" in self.headers or any(
            length.strip() != "0" for length in self.headers.get_all("Content-Length", [])
        )

    @property
    def _length(self) -> int | None:
        """Bytes of the body; None where the request does not say."""
        length = self.headers.get("Content-Length", "")
        if "Transfer-Encoding" in self.headers or not (length.isascii() and length.isdecimal()):
            return None
        return int(length[:18])

    # Answers

    def send_json(self, value: object) -> None:
        """Send an answer."""
        data = json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
        self.send(HTTPStatus.OK, "application/json", data)

    def send(self, status: HTTPStatus, kind: str, data: bytes, policy: str = _JSON_POLICY) -> None:
        """Send ``data`` of that kind."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", policy)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        if status is HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, POST")
        if self.close_connection or not self._is_read:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _refuse(self, status: HTTPStatus, text: str, **more: Any) -> None:
        self.send(status, "application/json", json.dumps({"error": text} | more).encode())

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the standard library refuses by itself, as JSON like everything else."""
        del explain
        self.close_connection = True
        if code == HTTPStatus.NOT_IMPLEMENTED:  # of methods
            code, message = HTTPStatus.METHOD_NOT_ALLOWED, "only GET and POST"
        self.request_version = self.protocol_version  # or it would be an answer without a status
        self.command = self.command or ""
        with contextlib.suppress(ConnectionError):
            status = HTTPStatus(code)
            self._refuse(status, message or status.phrase)

    def version_string(self) -> str:
        """Who answers; which Python it runs on is nobody's business."""
        return "kotorlevel"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nothing: the terminal belongs to the user."""


def read_question(body: bytes) -> dict[str, Any]:
    """The JSON object in the body of a request."""
    try:
        question = json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Refused(HTTPStatus.BAD_REQUEST, "the question is not JSON") from None
    if not isinstance(question, dict):
        raise Refused(HTTPStatus.BAD_REQUEST, "the question is not a JSON object")
    return question


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
