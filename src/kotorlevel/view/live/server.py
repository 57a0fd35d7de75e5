"""The live viewer's server: one page and its API, on this machine, for who knows the token.

It serves the bundle and the scene from memory; no request can name a file.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Unpack, cast, overload

from kotorlevel.checks.finding import Report
from kotorlevel.core.errors import InputError
from kotorlevel.view.html.page import Bundle, content_policy, find_bundle, render_shell
from kotorlevel.view.live.answers import Question
from kotorlevel.view.live.edited import EditedLive, start_editing
from kotorlevel.view.live.local import LocalServer
from kotorlevel.view.live.owner import RefusedError
from kotorlevel.view.live.reply import Reply
from kotorlevel.view.live.requests import Handler
from kotorlevel.view.live.several import SeveralServer
from kotorlevel.view.live.watch import Live
from kotorlevel.view.scene.scene import Scene
from kotorlevel.view.several import Together, load_together
from kotorlevel.view.show import LevelOptions, Showable, load_shown


@overload
def serve(  # type: ignore[overload-overlap]  # a path is a sequence of letters, too
    source: Showable,
    *,
    port: int = 0,
    browser: bool = True,
    findings: bool | Report = True,
    bundle: Bundle | None = None,
    edit: bool = False,
    kits: Sequence[str | Path] = (),
    one_space: bool = False,
    **level: Unpack[LevelOptions],
) -> ViewServer: ...
@overload
def serve(
    source: Sequence[Showable] | Together,
    *,
    port: int = 0,
    browser: bool = True,
    findings: bool | Report = True,
    bundle: Bundle | None = None,
    one_space: bool = False,
    **level: Unpack[LevelOptions],
) -> SeveralServer: ...
def serve(
    source: Showable | Sequence[Showable] | Together,
    *,
    port: int = 0,
    browser: bool = True,
    findings: bool | Report = True,
    bundle: Bundle | None = None,
    edit: bool = False,
    kits: Sequence[str | Path] = (),
    one_space: bool = False,
    **level: Unpack[LevelOptions],
) -> ViewServer | SeveralServer:
    """The running server of a page on a level that changes by itself when the files do.

    ``source`` is a path, an area or a walkmesh; the path may come with ``game``, ``module``,
    ``paths`` and all that `load_shown` takes. The server listens on this machine only, at a free
    ``port`` or the one that is given, and answers whoever knows its address. It runs beside the
    program, until it is closed or the program ends. ``browser`` opens the page. With ``edit`` the
    level can be edited in the page from the start, else when its button *Edit* is pressed; new
    rooms come from the folders ``kits``. Several levels in a list are shown beside each other, or
    in ``one_space``: to be looked at, not edited, and as their files are when the page is loaded.

        with kl.serve("my_mod") as server:
            print(server.address)
            server.wait()  # until Ctrl-C

    Raises `InputError` where the port is taken, `UnreadableError` where the viewer was not built,
    and what `load_shown` raises.
    """
    bundle = bundle or find_bundle()
    if isinstance(source, (list, tuple, Together)):
        return _serve_together(source, port, browser, bundle, findings, one_space, edit, level)
    first = load_shown(cast("Showable", source), findings=findings, **level)
    try:
        server = ViewServer(Live(first.again or (lambda: first), first), port, bundle)
    except OSError as error:
        raise _refused(port, error) from None
    server.kits = tuple(map(str, kits))
    if edit:
        try:
            server.edit()
        except BaseException:
            server.server_close()
            raise
    server.start()
    if browser:
        threading.Thread(target=server.open_browser, daemon=True).start()
    return server


def _serve_together(
    source: Sequence[Showable] | Together,
    port: int,
    browser: bool,
    bundle: Bundle,
    findings: bool | Report,
    one_space: bool,
    edit: bool,
    level: LevelOptions,
) -> SeveralServer:
    if edit:
        raise InputError("several levels are shown together to be looked at; edit one of them")
    if not isinstance(source, Together):
        source = load_together(source, one_space=one_space, findings=findings, **level)
    try:
        server = SeveralServer(source, port, bundle)
    except OSError as error:
        raise _refused(port, error) from None
    server.start()
    if browser:
        threading.Thread(target=server.open_browser, daemon=True).start()
    return server


def _refused(port: int, error: OSError) -> InputError:
    text = f"cannot listen at port {port}: {error.strerror or error}"
    return InputError(text, needs="port")


class ViewServer(LocalServer):
    """Serves what ``live`` shows at ``address``, until it is closed; `serve` starts one.

    ``port`` 0 takes a free one. Raises `OSError` where the port is taken, and `UnreadableError`
    where the viewer was not built.
    """

    def __init__(self, live: Live, port: int = 0, bundle: Bundle | None = None) -> None:
        self.live = live
        self.bundle = bundle or find_bundle()
        self.kits: tuple[str, ...] = ()
        self._start_lock = threading.Lock()
        super().__init__(Handler, port)

    @property
    def scene(self) -> Scene:
        """What is shown now."""
        return self.live.shown.scene

    @property
    def page(self) -> bytes:
        """The viewer's page, without a level in it."""
        title = self.live.shown.scene.document["name"] or "KotorLevel"
        return render_shell(title=title, token=self.token, bundle=self.bundle).encode()

    @property
    def page_policy(self) -> str:
        """What the browser lets the page do."""
        policy = content_policy("live", self.bundle.script, self.bundle.style)
        return f"{policy}; frame-ancestors 'none'"

    # Editing

    @property
    def edited(self) -> EditedLive | None:
        """The level that is being edited; None as long as it is only looked at."""
        return self.live if isinstance(self.live, EditedLive) else None

    def edit(self) -> EditedLive:
        """Let the level be edited from now on. Raises `InputError` where it cannot be."""
        with self._start_lock:
            if isinstance(self.live, EditedLive):
                return self.live
            edited = start_editing(self.live.shown, self.kits)
            edited.version = self.live.version + 1
            self.live = edited
            return edited

    def status_for(self, page: str) -> dict[str, Any]:
        """What the page asks every second."""
        edited = self.edited
        if edited is not None:
            return edited.status_for(page)
        return self.live.status | {"edit": None, "editable": self.live.shown.origin is not None}

    def find_action(self, name: str) -> Callable[[Question], Reply] | None:
        """What does that which is asked for below ``api/edit/``."""
        if name == "start":
            return self._start_editing
        edited = self.edited
        if edited is None:
            return None
        return edited.actions.get(name)

    def _start_editing(self, question: Question) -> Reply:
        try:
            edited = self.edit()
        except InputError as error:
            text = error.message
            raise RefusedError(f"this level {text}" if text.startswith("is ") else text) from None
        except OSError as error:
            text = f"nothing can be written beside this level: {error.strerror or error}"
            raise RefusedError(text) from None
        return edited.claim(question)

    def close(self) -> None:
        """Stop, and free the port and the level."""
        super().close()
        if self.edited is not None:
            self.edited.close()
