"""What the server of the start page answers: the page, what it asks, and opening a level."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode, urlsplit

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.view.live.answers import Question, QuestionError
from kotorlevel.view.live.guarded import GuardedHandler, Refused, read_question
from kotorlevel.view.live.owner import page_of
from kotorlevel.view.start.folders import list_folder
from kotorlevel.view.start.levels import look_at
from kotorlevel.view.start.opened import make_demo
from kotorlevel.view.start.page import message_page, render_start
from kotorlevel.view.start.recent import RecentLevel, forget

if TYPE_CHECKING:
    from kotorlevel.view.start.server import StartServer

_HOW = {"check": "Checking", "view": "Opening", "edit": "Opening"}
_LONGEST = 600
_FRAMES = "frame-ancestors 'none'"


class StartHandler(GuardedHandler):
    """One connection to a `StartServer`."""

    server: StartServer
    pages = ("/", "/open", "/opened")

    def answer_get(self, path: str) -> None:
        """The page; ``/open`` says that a level is being opened, and ``/opened`` opens it."""
        if path == "/":
            self._send_page(*render_start(self.server.token, self.server.first))
            return
        if path not in self.pages:
            raise Refused(HTTPStatus.NOT_FOUND, "there is nothing here")
        how, level, module = self._asked()
        if path == "/open":
            fields = {"how": how, "path": level, "module": module, "token": self.server.token}
            query = urlencode(fields, errors="surrogateescape")
            name = printable(module or level, 200)
            title = f"{_HOW[how]} {name} …"
            self._send_page(*message_page(title, "", forward=f"/opened?{query}"))
            return
        try:
            self._open(how, level, module)
        except (FormatError, OSError) as error:
            self._send_page(*message_page("This cannot be opened", _tell(error)))

    def _asked(self) -> tuple[str, str, str]:
        query = urlsplit(self.path).query
        try:
            found = parse_qs(query, max_num_fields=8, errors="surrogateescape")
        except ValueError:
            found = {}
        how, path, module = (found.get(name, [""])[0] for name in ("how", "path", "module"))
        if how not in _HOW:
            raise Refused(HTTPStatus.BAD_REQUEST, "how is not check, view or edit")
        return how, path, module

    def _open(self, how: str, path: str, module: str) -> None:
        opened = self.server.opened
        if how == "check":
            # The page has a policy of its own inside.
            self._send_page(opened.report(path, module), _FRAMES)
            return
        address = opened.show(path, module, edit=how == "edit")
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()

    def answer_post(self, path: str) -> None:
        """What the page asks."""
        self.check_is_json()
        ask = self._questions().get(path.removeprefix("/api/"))
        if ask is None or not path.startswith("/api/"):
            raise Refused(HTTPStatus.NOT_FOUND, "there is nothing here")
        question = read_question(self.read_body())
        try:
            self.send_json(ask(question))
        except QuestionError as error:
            raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None
        except (FormatError, OSError) as error:
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _tell(error)) from None

    def _questions(self) -> dict[str, Callable[[Question], dict[str, Any]]]:
        return {
            "state": lambda _: self.server.describe(),
            "here": self._here,
            "list": lambda question: list_folder(_text(question, "path")),
            "look": lambda question: look_at(
                _text(question, "path"), _text(question, "module", "")
            ),
            "forget": self._forget,
            "demo": lambda _: make_demo(),
            "quit": self._quit,
        }

    def _here(self, question: Question) -> dict[str, Any]:
        """``{page, leaving?}``: a page is there, or is being closed."""
        self.server.hear(page_of(question), leaving=question.get("leaving") is True)
        return {}

    def _forget(self, question: Question) -> dict[str, Any]:
        forget(RecentLevel(_text(question, "path"), _text(question, "module", "")))
        return self.server.describe()

    def _quit(self, question: Question) -> dict[str, Any]:
        del question
        self.close_connection = True
        self.server.quit_soon()
        return {}

    def _send_page(self, text: str, policy: str) -> None:
        data = text.encode("utf-8", "replace")
        self.send(HTTPStatus.OK, "text/html; charset=utf-8", data, policy)


def _text(question: Question, name: str, default: str | None = None) -> str:
    value = question.get(name, default)
    if not isinstance(value, str):
        raise QuestionError(f"{name} is not text")
    return value


def _tell(error: Exception) -> str:
    """What is wrong, in a sentence for people."""
    if isinstance(error, OSError) and not isinstance(error, FormatError):
        text = ": ".join(filter(None, (str(error.filename or ""), error.strerror or str(error))))
    else:
        text = str(error)
    return printable(text, _LONGEST)
