"""A live server for tests: in a thread of its own, on a free port of this machine."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.view.html import page
from kotorlevel.view.html.page import Bundle
from kotorlevel.view.live.server import ViewServer
from kotorlevel.view.live.watch import Live
from kotorlevel.view.show import load_shown

SMALL = Bundle(
    '<html data-mode="{{MODE}}"><meta http-equiv="Content-Security-Policy" content="{{POLICY}}">'
    '<meta name="kotorlevel-token" content="{{TOKEN}}"><title>{{TITLE}}</title>'
    "<style>{{STYLE}}</style>{{SCENE}}<script>{{SCRIPT}}</script></html>",
    "p { color: red }",
    "start()",
)
"""A page that needs no Node to be built."""


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def json(self) -> Any:
        assert self.headers["Content-Type"] == "application/json"
        return json.loads(self.body)


@dataclass(frozen=True)
class Served:
    """A running server and what it shows."""

    server: ViewServer
    live: Live

    def send(
        self, method: str, path: str, body: bytes | str | None = None, **headers: str
    ) -> Reply:
        """The answer to a request with just these headers; in their names ``_`` is ``-``."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            reply = connection.getresponse()
            return Reply(reply.status, reply.read(), dict(reply.headers))
        finally:
            connection.close()

    def get(self, path: str) -> Reply:
        return self.send("GET", path, X_KotorLevel_Token=self.server.token)

    def ask(self, question: str, /, **fields: Any) -> Any:
        """The answer to a question of the page."""
        reply = self.post(f"/api/{question}", json.dumps(fields))
        assert reply.status == 200, reply.body
        return reply.json

    def post(self, path: str, body: bytes | str) -> Reply:
        return self.send("POST", path, body, X_KotorLevel_Token=self.server.token)


def live_level(path: Path) -> Live:
    """What `kotorlevel view PATH` shows."""
    return Live(lambda: load_shown(path))


@contextmanager
def serve(live: Live, bundle: Bundle = SMALL) -> Iterator[Served]:
    """A server that ends with the ``with`` block."""
    server = ViewServer(live, bundle=bundle)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield Served(server, live)
    finally:
        server.shutdown()
        server.server_close()
        thread.join(20)
        assert not thread.is_alive()


@pytest.fixture
def small_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A viewer that is there without Node."""
    folder = tmp_path / "bundle"
    folder.mkdir()
    for name, text in (
        ("page.html", SMALL.template),
        ("viewer.css", SMALL.style),
        ("viewer.js", SMALL.script),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(page.find_bundle, "__defaults__", (folder,))
    return folder
