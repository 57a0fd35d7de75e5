"""`Ownership`: which page edits a level, and that it asks for everything once.

A page takes turns: every edit has the next number, so that a request which is sent again, by a
browser or by somebody who has listened, does nothing.
"""

from __future__ import annotations

import time
from http import HTTPStatus
from typing import Any

from kotorlevel.view.live.answers import Question, QuestionError

SILENT = 8.0
"""Seconds after which a page that asks nothing any more may be gone."""


class RefusedError(QuestionError):
    """Something that cannot be done now; ``more`` goes along with the answer."""

    def __init__(self, text: str, status: HTTPStatus = HTTPStatus.CONFLICT, **more: Any) -> None:
        super().__init__(text)
        self.status = status
        self.more = more


class Ownership:
    """The page that edits; used by one thread at a time."""

    def __init__(self) -> None:
        self.turn = 0
        self._page = ""
        self._heard = 0.0

    @property
    def is_free(self) -> bool:
        """True where no page edits, or none that is still heard of."""
        return not self._page or time.monotonic() - self._heard > SILENT

    def has(self, page: str) -> bool:
        """True for the page that edits."""
        return bool(page) and page == self._page

    def hear(self, page: str) -> None:
        """That page is still there."""
        if self.has(page):
            self._heard = time.monotonic()

    def claim(self, question: Question) -> str:
        """The page that asks, which edits from now on: if none does, or with ``force``."""
        page = page_of(question)
        if not self.has(page):
            if not (self.is_free or question.get("force") is True):
                raise RefusedError("this level is being edited in another window")
            self._page, self.turn = page, 0
        self._heard = time.monotonic()
        return page

    def leave(self, question: Question) -> None:
        """The page that asks is closed."""
        if self.has(page_of(question)):
            self._page, self.turn = "", 0

    def take_turn(self, question: Question) -> str:
        """The page that asks, if it is the one that edits, and has not asked the same before."""
        page, turn = page_of(question), question.get("turn")
        if not self.has(page):
            raise RefusedError("this level is being edited in another window", role="reader")
        if isinstance(turn, bool) or not isinstance(turn, int) or turn != self.turn + 1:
            raise RefusedError("this was asked before, or out of turn", turn=self.turn)
        self.turn = turn
        self._heard = time.monotonic()
        return page


def page_of(question: Question) -> str:
    """The name of the page that asks. Raises `QuestionError` for what is none."""
    page = question.get("page")
    if not isinstance(page, str) or not 8 <= len(page) <= 64:
        raise QuestionError("page is not the name of a page")
    return page
