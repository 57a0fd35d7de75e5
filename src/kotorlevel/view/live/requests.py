"""What the live viewer's server answers: the page, the scene, questions and edits."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from kotorlevel.view.live.answers import QuestionError
from kotorlevel.view.live.guarded import GuardedHandler, Refused, read_question
from kotorlevel.view.live.owner import RefusedError

if TYPE_CHECKING:
    from kotorlevel.view.live.server import ViewServer
    from kotorlevel.view.scene.scene import Scene

LARGEST_EDIT = 8 * 1024 * 1024
"""Bytes of an edit; one that names a million faces has as many."""

_PAGE_HEADER = "X-KotorLevel-Page"
_EDIT = "/api/edit/"
_FILES = ("/scene.json", "/scene.bin", "/models.json", "/models.bin")


class Handler(GuardedHandler):
    """One connection to a `ViewServer`."""

    server: ViewServer

    def answer_get(self, path: str) -> None:
        """The page, the scene, and the version of it."""
        live = self.server.live
        if path == "/":
            live.look()
            policy = self.server.page_policy
            self.send(HTTPStatus.OK, "text/html; charset=utf-8", self.server.page, policy)
        elif path == "/scene.json":
            self.send(HTTPStatus.OK, "application/json", live.shown.document)
        elif path == "/scene.bin":
            self.send(HTTPStatus.OK, "application/octet-stream", live.shown.scene.buffer)
        elif path == "/models.json":
            self.send(HTTPStatus.OK, "application/json", live.shown.models.to_json().encode())
        elif path == "/models.bin":
            self.send(HTTPStatus.OK, "application/octet-stream", live.shown.models.buffer)
        elif path == "/api/version":
            live.look()
            self.send_json(self.server.status_for(self.headers.get(_PAGE_HEADER, "")[:64]))
        elif path.startswith(_EDIT) or path.removeprefix("/api/") in self._questions():
            raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, "this is asked with POST")
        else:
            raise Refused(HTTPStatus.NOT_FOUND, "there is nothing here")

    def answer_post(self, path: str) -> None:
        """A question, or an edit."""
        if path.startswith(_EDIT):
            self._edit(path.removeprefix(_EDIT))
            return
        ask = self._questions().get(path.removeprefix("/api/"))
        if ask is None or not path.startswith("/api/"):
            if path in ("/", "/api/version", *_FILES):
                raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, "this is asked with GET")
            raise Refused(HTTPStatus.NOT_FOUND, "there is nothing here")
        question = read_question(self.read_body())
        try:
            self.send_json(ask(question))
        except QuestionError as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None

    def _edit(self, name: str) -> None:
        """Do what a page asks for that edits; it must be JSON, which no form of another site is."""
        self.check_is_json()
        act = self.server.find_action(name)
        if act is None:
            raise Refused(HTTPStatus.NOT_FOUND, "there is nothing here")
        question = read_question(self.read_body(LARGEST_EDIT))
        try:
            reply = act(question)
        except RefusedError as error:
            raise Refused(error.status, str(error), **error.more) from None
        except QuestionError as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None
        if reply.scene is None:
            self.send_json(reply.value)
        else:
            self.send(HTTPStatus.OK, "application/octet-stream", _pack(reply.value, reply.scene))

    def _questions(self) -> dict[str, Callable[[dict[str, Any]], object]]:
        live = self.server.live
        return {**live.shown.answers.questions, "check": lambda _: {"findings": live.check()}}


def _pack(value: dict[str, Any], scene: Scene) -> bytes:
    """A reply and its scene as one: the length of the JSON, the JSON, and the scene's buffer."""
    text = json.dumps(value | {"scene": scene.document}, separators=(",", ":"), allow_nan=False)
    data = text.encode()
    data += b" " * (-len(data) % 4)  # the buffer must begin where 32-bit numbers can
    return len(data).to_bytes(4, "little") + data + scene.buffer
