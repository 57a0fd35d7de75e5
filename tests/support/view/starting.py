"""The server of the start page, asked as its page asks it."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from kotorlevel.view.start.server import StartServer
from support.view.served import SMALL, Reply


@dataclass(frozen=True)
class Starting:
    """A running server."""

    server: StartServer

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

    def post(self, question: str, /, **fields: Any) -> Reply:
        return self.send(
            "POST",
            f"/api/{question}",
            json.dumps(fields),
            X_KotorLevel_Token=self.server.token,
            Content_Type="application/json",
        )

    def ask(self, question: str, /, **fields: Any) -> Any:
        reply = self.post(question, **fields)
        assert reply.status == 200, reply.body
        return reply.json

    def open(self, how: str, path: Path | str, module: str = "", page: str = "opened") -> Reply:
        fields = {"how": how, "path": str(path), "module": module, "token": self.server.token}
        return self.send("GET", f"/{page}?{urlencode(fields)}")


@contextmanager
def starting(first: dict[str, str] | None = None) -> Iterator[Starting]:
    """A server that ends with the ``with`` block, with a page that needs no Node."""
    with StartServer(first, bundle=SMALL) as server:
        server.start()
        yield Starting(server)
