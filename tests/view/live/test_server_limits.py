"""What one program on this machine can take of the live server, and what is unclear to it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from kotorlevel.view.live import guarded, local
from kotorlevel.view.live.guarded import GuardedHandler
from kotorlevel.view.live.watch import Live
from kotorlevel.view.scene.scene import build_scene
from kotorlevel.view.show import Shown
from support.areas import floor, make_area
from support.view.served import Served, serve
from support.view.starting import starting


def shown() -> Shown:
    area = make_area({"hall": floor()})
    return Shown(area, build_scene(area))


@pytest.fixture
def served() -> Iterator[Served]:
    with serve(Live(shown, shown())) as running:
        yield running


def connect(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.server.port), timeout=20)


def headers(served: Served, *more: str) -> str:
    lines = [f"Host: 127.0.0.1:{served.server.port}", *more]
    return "".join(f"{line}\r\n" for line in (*lines, f"X-KotorLevel-Token: {served.server.token}"))


def receive(connection: socket.socket) -> bytes:
    """Everything until the other side ends the connection."""
    answer = b""
    while part := connection.recv(65536):
        answer += part
    return answer


def ask(served: Served, text: str) -> bytes:
    with connect(served) as connection:
        connection.sendall(text.encode())
        return receive(connection)


@pytest.mark.parametrize(
    ("start", "drop"),
    [
        (
            "POST /api/path HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 900000\r\n\r\n",
            "a",
        ),
        ("GET / HTTP/1.1\r\n", "X: y\r\n"),
        ("", "G"),
    ],
)
def test_a_request_cannot_drip_forever(
    served: Served, monkeypatch: pytest.MonkeyPatch, start: str, drop: str
) -> None:
    """A byte now and then is always in time for the next read, but not for the whole request."""
    monkeypatch.setattr(guarded, "_PATIENCE", 0.6)
    with connect(served) as connection:
        connection.sendall(start.format(port=served.server.port).encode())
        connection.settimeout(0.1)
        ended = False
        for _ in range(90):  # headers may be a hundred
            try:
                connection.sendall(drop.encode())
                ended = connection.recv(65536) == b""
            except TimeoutError:
                continue
            except ConnectionError:
                ended = True
            if ended:
                break
        assert ended


def test_a_connection_is_kept_from_question_to_question(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time of a request begins anew with each."""
    monkeypatch.setattr(guarded, "_PATIENCE", 1.5)
    request = f"GET /api/version HTTP/1.1\r\n{headers(served)}\r\n".encode()
    with connect(served) as connection:
        for _ in range(5):
            threading.Event().wait(0.5)
            connection.sendall(request)
            assert receive_version(connection).startswith(b"HTTP/1.1 200")


def receive_version(connection: socket.socket) -> bytes:
    """An answer that ends like JSON, of a connection that stays."""
    answer = b""
    while not answer.endswith(b"}"):
        part = connection.recv(65536)
        assert part
        answer += part
    return answer


def test_there_is_an_end_to_connections(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is being answered keeps the connection; one more is told that there is none."""
    monkeypatch.setattr(local, "MOST_CONNECTIONS", 3)
    asked, answered = threading.Barrier(4, timeout=20), threading.Event()

    def answer_slowly(handler: GuardedHandler, path: str) -> None:
        asked.wait()
        answered.wait(20)
        handler.send_json({"path": path})

    request = f"GET /slow HTTP/1.1\r\n{headers(served, 'Connection: close')}\r\n".encode()
    with monkeypatch.context() as slow:
        slow.setattr(served.server.RequestHandlerClass, "answer_get", answer_slowly)
        waiting = [connect(served) for _ in range(3)]
        for connection in waiting:
            connection.sendall(request)
        asked.wait()
        with connect(served) as one_more:
            answer = receive(one_more)
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 ")
        assert f"Content-Length: {len(body)}".encode() in head
        assert b"too many connections" in body
        answered.set()
        for connection in waiting:
            assert receive(connection).endswith(b'{"path":"/slow"}')
            connection.close()
    for _ in range(100):  # until their threads have seen it
        if served.get("/api/version").status == 200:
            return
        threading.Event().wait(0.05)
    pytest.fail("no connection is free again")


@contextmanager
def crowd(port: int, count: int) -> Iterator[list[socket.socket]]:
    """So many connections: every third says nothing, the others a byte now and then."""
    with ExitStack() as stack:
        here = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
            for _ in range(count)
        ]
        done = threading.Event()

        def trickle() -> None:
            while not done.wait(0.02):
                for number, each in enumerate(here):
                    if number % 3:
                        with suppress(OSError):
                            each.send(b"GET / HTTP/1.1\r\nX: "[number % 20 :][:1])

        thread = threading.Thread(target=trickle)
        thread.start()
        try:
            yield here
        finally:
            done.set()
            thread.join()


def test_200_connections_that_ask_nothing_keep_nobody_out(served: Served) -> None:
    """The page and its questions are answered at once, not when the others have been given up."""
    request = f"GET /api/version HTTP/1.1\r\n{headers(served)}\r\n".encode()
    with connect(served) as page:
        page.sendall(request)
        receive_version(page)
        with crowd(served.server.port, 200):
            for _ in range(5):
                assert served.get("/api/version").status == 200
                page.sendall(request)  # one that is known stays
                assert receive_version(page).startswith(b"HTTP/1.1 200")
    assert len(served.server._open) <= local.MOST_CONNECTIONS


def test_nor_out_of_the_start_page() -> None:
    with starting() as started, crowd(started.server.port, 200):
        for _ in range(5):
            assert started.post("look", path="/nowhere").status == 422


def test_limits_leave_room_for_browsers() -> None:
    assert 16 <= local.MOST_CONNECTIONS <= 256
    assert local.LocalServer.request_queue_size >= 16


@pytest.mark.parametrize("length", ["Content-Length: 31", "Transfer-Encoding: chunked"])
def test_what_comes_behind_a_get_is_no_second_request(served: Served, length: str) -> None:
    hidden = "GET /zzz HTTP/1.1\r\nHost: x\r\n\r\n"
    assert len(hidden) == 30
    text = f"GET /api/version HTTP/1.1\r\n{headers(served, length)}\r\n{hidden}x"
    answer = ask(served, text)
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"Connection: close" in answer
    assert answer.count(b"HTTP/1.1 ") == 1


def test_a_get_without_a_body_says_so_and_stays(served: Served) -> None:
    request = f"GET /api/version HTTP/1.1\r\n{headers(served, 'Content-Length: 0')}\r\n".encode()
    with connect(served) as connection:
        for _ in range(2):
            connection.sendall(request)
            assert receive_version(connection).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("target", ["http://[/", "http://[::1/scene.json"])
def test_addresses_that_are_none(served: Served, target: str) -> None:
    answer = ask(served, f"GET {target} HTTP/1.1\r\n{headers(served, 'Connection: close')}\r\n")
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"no address" in answer


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("second", ["2", "50"])
def test_two_lengths(served: Served, method: str, second: str) -> None:
    lengths = headers(served, "Content-Length: 2", f"Content-Length: {second}")
    answer = ask(served, f"{method} /api/path HTTP/1.1\r\n{lengths}\r\n{{}}")
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"twice" in answer


@pytest.mark.parametrize(("question", "field"), [("path", "openDoors"), ("sight", "doorStates")])
def test_doors_of_a_level_without_doors(served: Served, question: str, field: str) -> None:
    fields = f'{{"a":[1,1,0],"b":[3,1,0],"{field}":[0]}}'
    reply = served.post(f"/api/{question}", fields)
    assert reply.status == 400
    assert reply.json["error"] == f"{field} must be empty: the level has no doors"
    assert served.post(f"/api/{question}", fields.replace("[0]}", "[]}")).status == 200
