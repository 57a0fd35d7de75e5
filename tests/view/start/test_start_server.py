"""The start page's server: whom it refuses, what it opens, and when it ends."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

import kotorlevel as kl
from kotorlevel.view.live.guarded import LARGEST_BODY
from kotorlevel.view.start import server as start_server
from kotorlevel.view.start.recent import MOST, RecentLevel, list_recent, remember, state_folder
from support.installation import make_installation
from support.view.starting import Starting, starting


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "state"
    monkeypatch.setenv("KOTORLEVEL_STATE", str(folder))
    return folder


@pytest.fixture
def served() -> Iterator[Starting]:
    with starting() as each:
        yield each


@pytest.fixture
def station(tmp_path: Path) -> Path:
    folder = tmp_path / "my mods" / "station <b>"
    folder.mkdir(parents=True)
    for name, data in kl.make_broken_station().items():
        (folder / name).write_bytes(data)
    return folder


# Who may ask


@pytest.mark.parametrize("page", ["", "open", "opened"])
def test_pages_need_the_token(served: Starting, page: str) -> None:
    assert served.send("GET", f"/{page}").status == 403
    assert served.send("GET", f"/{page}?token=wrong&how=view&path=/").status == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"X_KotorLevel_Token": "wrong", "Content_Type": "application/json"}, 403),
        ({"X_KotorLevel_Token": "TOKEN"}, 415),
        ({"X_KotorLevel_Token": "TOKEN", "Content_Type": "text/plain"}, 415),
        ({"X_KotorLevel_Token": "TOKEN", "Host": "evil.example"}, 403),
        ({"X_KotorLevel_Token": "TOKEN", "Origin": "http://evil.example"}, 403),
    ],
)
@pytest.mark.parametrize("question", ["state", "list", "quit", "demo"])
def test_others_are_refused(
    served: Starting, headers: dict[str, str], status: int, question: str
) -> None:
    sent = {name: value.replace("TOKEN", served.server.token) for name, value in headers.items()}
    assert served.send("POST", f"/api/{question}", '{"path": "/"}', **sent).status == status


def test_questions_are_not_asked_by_address(served: Starting) -> None:
    """The token in an address opens pages, and nothing else."""
    assert served.send("GET", f"/api/state?token={served.server.token}").status == 403
    assert served.send("POST", f"/?token={served.server.token}", "{}").status == 415


def test_large_and_odd_questions(served: Starting) -> None:
    assert served.post("list", path="x" * LARGEST_BODY).status == 413
    assert served.post("list", path=7).status == 400
    assert served.post("list").status == 400
    assert served.post("here", page="x").status == 400
    assert served.post("nothing").status == 404
    assert served.open("delete", "/").status == 400
    for path in ("", "relative/path", "/nowhere/at all", "a\0b", "\udcff"):
        reply = served.post("look", path=path)
        assert reply.status == 422
        assert reply.json["error"]


def test_the_page_lets_nothing_else_run(served: Starting) -> None:
    reply = served.send("GET", f"/?token={served.server.token}")
    policy = reply.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert re.search(rb"\{\{[A-Z]+\}\}", reply.body) is None


# What it lists and opens


def test_folders_and_level_files_are_listed(served: Starting, station: Path) -> None:
    (station / ".hidden").mkdir()
    (station / "notes.txt").write_bytes(b"")
    found = served.ask("list", path=str(station))
    names = [each["name"] for each in found["entries"]]
    assert names == sorted(each for each in names)
    assert set(names) == {
        name for name in kl.make_broken_station() if name[-4:] in (".lyt", ".wok", ".pwk", ".dwk")
    }
    above = served.ask("list", path=found["above"])
    assert [(each["name"], each["kind"]) for each in above["entries"]] == [
        ("station <b>", "folder")
    ]


def test_what_a_path_is(served: Starting, station: Path) -> None:
    level = served.ask("look", path=f'"{station}"')["level"]
    assert level == {
        "path": str(station),
        "module": "",
        "name": "station <b>",
        "editable": True,
    }
    (station.parent / "second.mod").write_bytes(b"MOD V1.0")
    found = served.ask("look", path=str(station.parent))
    assert found["level"] is None
    names = [each["name"] for each in found["choices"]]
    assert names == ["station <b>/station.lyt", "second.mod"]
    (station.parent / "empty").mkdir()
    assert served.post("look", path=str(station.parent / "empty")).status == 422


def test_a_large_folder_is_not_searched_to_its_end(
    served: Starting, station: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kotorlevel.view.start.levels.MOST_LOOKED_AT", 3)
    found = served.ask("look", path=str(station))
    assert found["level"] is None
    assert len(found["choices"]) <= 3


def test_view_and_edit_share_a_server(served: Starting, station: Path) -> None:
    first = served.open("view", station)
    assert first.status == 303
    address = first.headers["Location"]
    assert not address.startswith(f"http://127.0.0.1:{served.server.port}/")
    with urlopen(address, timeout=30) as page:
        assert b"station" in page.read()
    assert served.open("edit", station).headers["Location"] == address
    (server,) = served.server.opened.servers
    assert server.edited is not None
    assert list_recent() == [RecentLevel(str(station))]
    assert [each["name"] for each in served.ask("state")["recent"]] == ["station <b>"]
    assert served.ask("forget", path=str(station))["recent"] == []


def test_check_gives_the_report(served: Starting, station: Path) -> None:
    reply = served.open("check", station)
    assert reply.status == 200
    assert b"BWM004" in reply.body
    assert b"station &lt;b&gt;" in reply.body
    assert b"station <b>" not in reply.body


def test_opening_is_said_before_it_is_done(served: Starting, station: Path) -> None:
    reply = served.open("view", station, page="open")
    assert b"station &lt;b&gt;" in reply.body
    assert b"station <b>" not in reply.body
    assert list(served.server.opened.servers) == []
    forward = re.search(rb'content="0;url=([^"]+)"', reply.body)
    assert forward is not None
    address = forward[1].decode().replace("&amp;", "&")
    assert served.send("GET", address).status == 303


def test_what_cannot_be_opened_is_said(served: Starting, tmp_path: Path) -> None:
    path = tmp_path / "<i>bad.wok"
    path.write_bytes(b"BWM V1.0" + b"\xff" * 200)
    for how in ("view", "edit"):
        reply = served.open(how, path)
        assert reply.status == 200
        assert b"This cannot be opened" in reply.body
        assert b"<i>bad" not in reply.body


def test_modules_of_a_game(served: Starting, tmp_path: Path) -> None:
    game = make_installation(tmp_path / "game").root
    found = served.ask("look", path=str(game))
    names = [each["module"] for each in found["choices"]]
    assert names == sorted(each.name for each in kl.Game.open(game).modules)
    level = served.ask("look", path=str(game), module=names[0])["level"]
    assert not level["editable"]
    assert served.post("look", path=str(game), module="nothing").status == 422


def test_the_demo_is_a_level_that_stays_as_it_is_mended(served: Starting) -> None:
    path = Path(served.ask("demo")["level"]["path"])
    assert path.is_relative_to(state_folder())
    kl.fix(path).write()
    mended = {each.name: each.read_bytes() for each in path.iterdir() if each.is_file()}
    served.ask("demo")
    assert {each.name: each.read_bytes() for each in path.iterdir() if each.is_file()} == mended


def test_the_first_level_is_in_the_page(station: Path) -> None:
    with starting({"path": str(station), "module": ""}) as served:
        page = served.send("GET", f"/?token={served.server.token}").body.decode()
    assert "station &lt;b&gt;" in page
    assert "<b>&" not in page


# What is remembered


def test_recent_levels(state: Path) -> None:
    for number in range(MOST + 5):
        remember(RecentLevel(f"/level {number % 15}"))
    found = list_recent()
    assert len(found) == MOST
    assert found[0] == RecentLevel("/level 1")
    assert len(set(found)) == MOST
    for bad in (b"", b"{}", b'{"levels": 7}', b'{"levels": [1]}', b"[" * 100_000, b"\xff"):
        (state / "recent.json").write_bytes(bad)
        assert list_recent() == []


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="everything may be written here")
def test_nothing_is_remembered_where_nothing_can_be_written(state: Path) -> None:
    state.mkdir(mode=0o500)
    remember(RecentLevel("/level"))
    assert list_recent() == []


# Its end


def test_quit_ends_it_and_its_levels(station: Path) -> None:
    server = kl.start(station, browser=False)
    served = Starting(server)
    address = served.open("edit", station).headers["Location"]
    assert served.ask("quit") == {}
    waiting = threading.Thread(target=server.wait)
    waiting.start()
    waiting.join(20)
    assert not waiting.is_alive()
    server.close()
    with pytest.raises(OSError, match="refused"):
        urlopen(address, timeout=5)


def test_it_ends_when_nobody_looks(served: Starting, station: Path) -> None:
    server = served.server
    soon, later = start_server.GRACE + 1, start_server.SILENCE + 1
    assert not server.is_deserted(server.heard + soon)  # the browser may be slow to start
    served.ask("here", page="page-number-one")
    assert not server.is_deserted(server.heard + soon)
    assert server.is_deserted(server.heard + later)
    served.ask("here", page="page-number-one", leaving=True)
    assert server.is_deserted(server.heard + soon)
    served.open("view", station)  # this page is still there
    heard = max(server.heard, *(each.heard for each in server.opened.servers))
    assert not server.is_deserted(heard + soon)
    assert server.is_deserted(heard + later)


def test_a_port_that_is_taken() -> None:
    with pytest.raises(kl.errors.InputError, match="cannot listen"), starting() as served:
        kl.start(port=served.server.port, browser=False)


@pytest.mark.parametrize("before", [None, "/usr/own"])
def test_the_browser_gets_the_libraries_of_the_system(
    before: str | None, served: Starting, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def fake_open(address: str) -> bool:
        seen.append((address, os.environ.get("LD_LIBRARY_PATH")))
        return True

    monkeypatch.setattr("webbrowser.open", fake_open)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/tmp/_MEI")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    if before is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    assert served.server.open_browser()
    assert seen == [(served.server.address, before)]
    assert os.environ["LD_LIBRARY_PATH"] == "/tmp/_MEI"
