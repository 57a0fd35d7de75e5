"""A live server that edits, asked as its page asks it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import kotorlevel as kl
from kotorlevel.view.html.page import Bundle
from kotorlevel.view.live.edited import EditedLive
from support.view.served import SMALL, Reply, Served

PAGE = "a-page-of-the-tests"


@dataclass
class EditedPage:
    """One page of a server: its name, and which turn it is."""

    served: Served
    page: str = PAGE
    turn: int = 0
    headers: dict[str, str] = field(default_factory=dict)

    def post(self, name: str, **fields: Any) -> Reply:
        """The answer to something below ``api/edit``, just as it is given."""
        headers = {
            "X_KotorLevel_Token": self.served.server.token,
            "Content_Type": "application/json",
            **self.headers,
        }
        return self.served.send("POST", f"/api/edit/{name}", json.dumps(fields), **headers)

    def ask(self, name: str, **fields: Any) -> dict[str, Any]:
        """The answer of the server, which must be a good one; without its scene."""
        reply = self.post(name, page=self.page, **fields)
        assert reply.status == 200, reply.body
        value: dict[str, Any] = unpack(reply)[0]
        return value

    def change(self, name: str, **fields: Any) -> dict[str, Any]:
        """The same for what takes a turn."""
        self.turn += 1
        return self.ask(name, turn=self.turn, **fields)

    def do(self, *edits: kl.edits.Operation) -> dict[str, Any]:
        return self.change("do", edits=[edit.to_json() for edit in edits])

    @property
    def edited(self) -> EditedLive:
        found = self.served.server.edited
        assert found is not None
        return found


def unpack(reply: Reply) -> tuple[dict[str, Any], bytes]:
    """A reply and the buffer of the scene in it."""
    if reply.headers["Content-Type"] == "application/json":
        return reply.json, b""
    length = int.from_bytes(reply.body[:4], "little")
    return json.loads(reply.body[4 : 4 + length]), reply.body[4 + length :]


@contextmanager
def edit(path: Path, bundle: Bundle = SMALL) -> Iterator[EditedPage]:
    """A server that edits the level at ``path``, and a page that has claimed it."""
    with kl.serve(path, browser=False, bundle=bundle, findings=False, edit=True) as server:
        page = EditedPage(Served(server, server.live))
        page.ask("claim")
        yield page
