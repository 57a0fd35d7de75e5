"""``kotorlevel view``: the file it exports, the server it starts, and how that ends."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

import kotorlevel as kl
from kotorlevel.core.words import count_of
from kotorlevel.view.html import page
from kotorlevel.view.scene.scene import build_scene
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.sample_area import make_ifo
from support.view import served
from support.view.furnished import write_furnished
from support.view.served import small_bundle

__all__ = ["small_bundle"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A hall and a yard that one can walk between, west and south of the origin."""
    place = tmp_path / "mod"
    place.mkdir()
    rooms = {"hall": floor(-4, -4, east=1), "yard": floor(0, -4, west=0)}
    write_folder(place, make_area(rooms))
    return place


def scene_in(path: Path) -> Any:
    found = re.search(r'id="scene">(.*?)</script>', path.read_text(encoding="utf-8"))
    assert found
    return json.loads(found[1])


# One file


def test_export(kotorlevel: InProcess, small_bundle: Path, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "level.html"
    result = kotorlevel("view", folder, "--export", target)
    assert result.code == 0
    assert result.stderr == ""
    area = kl.load_area(folder)
    wanted = build_scene(area, report=kl.check(area)).document
    assert scene_in(target) == wanted
    found = count_of(len(wanted["findings"]), "finding")
    size = f"{target.stat().st_size:,} bytes"
    assert result.stdout == f"wrote {target}: 2 rooms, 4 faces, {found} ({size})\n"
    assert str(folder) not in target.read_text(encoding="utf-8")


def test_export_with_models_says_how_large_it_is_either_way(
    kotorlevel: InProcess, small_bundle: Path, tmp_path: Path
) -> None:
    folder, target = write_furnished(tmp_path / "mod"), tmp_path / "level.html"
    plain = kotorlevel("view", folder, "--export", target)
    size = target.stat().st_size
    assert "rooms" not in scene_in(target)["models"]
    (folder / "lane.mdl").write_bytes(b"\0\0\0\0 cut off")
    full = kotorlevel("view", folder, "--export", target, "--force", "--models")
    assert (plain.code, full.code) == (0, 0)
    assert scene_in(target)["models"]["rooms"]
    larger = target.stat().st_size
    assert larger > size
    assert f"--models) it would have {larger / 1e6:.1f} MB" in plain.stderr
    assert f"the page has {larger / 1e6:.1f} MB, without {size / 1e6:.1f} MB" in full.stderr
    assert "lane.mdl: " in full.stderr
    text = kl.render_page(folder, models=True)
    assert text.encode() == target.read_bytes()


def test_models_that_are_not_here(
    kotorlevel: InProcess, small_bundle: Path, folder: Path, tmp_path: Path
) -> None:
    result = kotorlevel("view", folder, "--export", tmp_path / "a.html", "--models")
    assert result.code == 0
    assert result.stderr == "--models: no room has its model (MDL) here\n"


def test_export_replaces_nothing_unasked(
    kotorlevel: InProcess, small_bundle: Path, folder: Path, tmp_path: Path
) -> None:
    target = tmp_path / "level.html"
    target.write_text("mine")
    result = kotorlevel("view", folder, "--export", target)
    assert (result.code, target.read_text()) == (2, "mine")
    assert "add --force to replace it" in result.stderr
    assert kotorlevel("view", folder, "--export", target, "--force").code == 0
    assert target.read_text() != "mine"


def test_exports_that_cannot_be(
    kotorlevel: InProcess, small_bundle: Path, folder: Path, tmp_path: Path
) -> None:
    refused = {
        tmp_path / "no" / "a.html": "there is no folder",
        tmp_path / "a.svg": "must end in .html or .htm",
        tmp_path: "is a folder; name a file in it",
    }
    for target, text in refused.items():
        result = kotorlevel("view", folder, "--export", target)
        assert result.code == 2
        assert text in result.stderr
    for name, text in {"no.wok": "no such file", "mod/lab.txt": "no such file"}.items():
        result = kotorlevel("view", tmp_path / name, "--export", tmp_path / "a.html")
        assert result.code == 2
        assert text in result.stderr
    assert not (tmp_path / "a.html").exists()


def test_without_the_viewer_it_says_how_to_get_it(
    kotorlevel: InProcess, small_bundle: Path, folder: Path, tmp_path: Path
) -> None:
    (small_bundle / "viewer.js").unlink()
    for options in (["--export", tmp_path / "a.html"], ["--no-browser"]):
        result = kotorlevel("view", folder, *options)
        assert result.code == 2
        assert "viewer.js" in result.stderr
        assert "npm run build" in result.stderr


# Ways


def test_path_between_negative_places(
    kotorlevel: InProcess, small_bundle: Path, folder: Path, tmp_path: Path
) -> None:
    for command in ("view", "map"):
        target = tmp_path / f"{command}.html"
        output = ["--export", target] if command == "view" else ["-o", target.with_suffix(".svg")]
        result = kotorlevel(command, folder, *output, "--path", "-3,-3", "3,-1,0", "--radius", 0)
        assert result.code == 0
        assert result.stderr == ""
    (way,) = scene_in(tmp_path / "view.html")["paths"]
    assert way["name"] == "-3,-3 to 3,-1,0"
    assert way["status"] == "ok"
    assert way["length"] == pytest.approx(40**0.5, abs=0.001)  # 6 m by 2 m
    assert (way["points"][0][:2], way["points"][-1][:2]) == ([-3, -3], [3, -1])
    assert '<g id="paths">' in (tmp_path / "map.svg").read_text(encoding="utf-8")


def test_path_from_the_entry(
    kotorlevel: InProcess, small_bundle: Path, folder: Path, tmp_path: Path
) -> None:
    target = tmp_path / "a.html"
    result = kotorlevel("view", folder, "--export", target, "--path", "entry", "2,-2")
    assert result.code == 2
    assert "no module is known here" in result.stderr
    (folder / "module.ifo").write_bytes(make_ifo("lab", (-2.0, -2.0, 0.0)))
    ways = ["--path", "ENTRY", "2,-2", "--path", "2,-2", "entry"]
    assert kotorlevel("view", folder, "--export", target, *ways).code == 0
    lengths = [way["length"] for way in scene_in(target)["paths"]]
    assert lengths == [4.0, 4.0]


def test_path_between_names(
    kotorlevel: InProcess, small_bundle: Path, folder: Path, tmp_path: Path
) -> None:
    """Ends are what `path` takes: the way is as long as the one that it finds."""
    target = tmp_path / "a.html"
    ways = ["--path", "room:hall", "ROOM:yard", "--path", "hall", "3,-1"]
    assert kotorlevel("view", folder, "--export", target, *ways).code == 0
    shown = scene_in(target)["paths"]
    assert [way["name"] for way in shown] == ["room:hall to ROOM:yard", "hall to 3,-1"]
    for way, ends in zip(shown, (("room:hall", "room:yard"), ("hall", "3,-1")), strict=True):
        asked = json.loads(kotorlevel("path", folder, *ends, "--json").stdout)
        assert way["length"] == pytest.approx(asked["length"], abs=0.001)
    way = ["--path", "hall", "-3,-3"]
    result = kotorlevel("map", folder / "hall.wok", "-o", tmp_path / "a.svg", *way)
    assert (result.code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("ways", "text"),
    [
        (["1,2", "door"], "--path door: there is no place of this name"),
        (["1,2", "room:shed"], "--path room:shed: there is no room of this name"),
        (["door:0", "1,2"], "--path door:0: no doors are known here"),
    ],
)
def test_names_that_mean_nothing(
    kotorlevel: InProcess, folder: Path, tmp_path: Path, ways: list[str], text: str
) -> None:
    result = kotorlevel("map", folder, "-o", tmp_path / "a.svg", "--path", *ways)
    assert result.code == 2
    assert text in result.stderr
    assert not (tmp_path / "a.svg").exists()


def test_no_path_says_what_is_between(
    kotorlevel: InProcess, small_bundle: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "apart"
    folder.mkdir()
    write_folder(folder, make_area({"hall": floor(), "yard": floor(4)}))
    target = tmp_path / "a.html"
    result = kotorlevel("view", folder, "--export", target, "--path", "room:hall", "room:yard")
    assert result.code == 0
    assert "hall and yard meet at (4.0, 2.0), but there is no link [ARE010]" in result.stderr


def test_no_path_is_said_and_the_rest_is_shown(
    kotorlevel: InProcess, small_bundle: Path, folder: Path, tmp_path: Path
) -> None:
    target = tmp_path / "a.html"
    result = kotorlevel("view", folder, "--export", target, "--path", "-2,-2", "50,50")
    assert result.code == 0
    assert "--path -2,-2 to 50,50: the goal is off the floor" in result.stderr
    (way,) = scene_in(target)["paths"]
    assert (way["status"], way["points"], way["length"]) == ("goal-off-floor", [], None)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--path", "1", "2"], "1: 1 number; write X,Y or X,Y,Z, as 12.4,-3 (in PowerShell in q"),
        (["--path", "1,2,3,4", "2,2"], "1,2,3,4: 4 numbers; write X,Y or X,Y,Z"),
        (["--path", "1,nan", "2,2"], "is not a number"),
        (["--path", "1,2"], "requires 2 arguments"),
        (["--radius", "nan"], "is not a number"),
        (["--radius", "-1"], "a body has a radius from 0 to 10 m"),
        (["--port", "70000"], "--port"),
    ],
)
def test_options_that_make_no_sense(
    kotorlevel: InProcess, folder: Path, options: list[str], text: str
) -> None:
    result = kotorlevel("view", folder, "--no-browser", *options)
    assert result.code == 2
    assert text in result.stderr


# Live


@contextmanager
def running(*arguments: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``kotorlevel view ARGUMENTS`` in a process of its own, and the address that it prints."""

    def listen_to_ctrl_c() -> None:  # whoever runs the tests in the background ignores it
        signal.signal(signal.SIGINT, signal.default_int_handler)

    process = subprocess.Popen(
        [sys.executable, "-m", "kotorlevel", "view", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=None if os.name == "nt" else listen_to_ctrl_c,
        env={**os.environ, "BROWSER": "echo opened %s"},
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


def get(address: str, path: str) -> bytes:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=60)
    with closing(connection):
        token = parse_qs(parts.query)["token"][0]
        connection.request("GET", path, headers={"X-KotorLevel-Token": token})
        return connection.getresponse().read()


def needs_bundle() -> None:
    if not all((page.BUNDLE / name).is_file() for name in ("page.html", "viewer.js")):
        pytest.skip("the viewer was not built: npm ci && npm run build in viewer/")


@pytest.mark.skipif(os.name == "nt", reason="a console's Ctrl-C cannot be sent to one process")
def test_ctrl_c_ends_it(folder: Path) -> None:
    needs_bundle()
    with running(folder, "--no-browser") as (process, address):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{32}", address)
        assert json.loads(get(address, "/scene.json"))["name"] == "lab"
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=30)
        assert process.returncode == 0
        assert stdout == ""
        assert stderr.splitlines() == [
            f"lab: 2 rooms, 4 faces, {count_of(len(kl.check(kl.load_area(folder))), 'finding')}",
            "Changes of the files show by themselves. Ctrl-C stops.",
            "",
            "Stopped; the page no longer answers.",
        ]
        with pytest.raises(ConnectionError):
            socket.create_connection(("127.0.0.1", urlsplit(address).port or 0), timeout=5)


@pytest.mark.skipif(os.name == "nt", reason="a console's Ctrl-C cannot be sent to one process")
def test_it_opens_a_browser_and_the_wanted_port(folder: Path) -> None:
    needs_bundle()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with running(folder, "--port", port) as (process, address):
        assert address.startswith(f"http://127.0.0.1:{port}/")
        assert process.stdout is not None
        assert process.stdout.readline() == f"opened {address}\n"
        with running(folder, "--port", port) as (second, nothing):
            assert nothing == ""
            assert second.stderr is not None
            error = second.stderr.read()
            assert f"cannot listen at port {port}" in error
            assert "leave --port out" in error
            assert second.wait(20) == 2


def test_browsers_that_leave_do_not_end_it(folder: Path) -> None:
    """Writing to a connection that is gone is a signal, which ends most programs."""
    needs_bundle()
    with running(folder, "--no-browser") as (process, address):
        parts = urlsplit(address)
        request = (
            f"GET /scene.bin HTTP/1.1\r\nHost: {parts.netloc}\r\n"
            f"X-KotorLevel-Token: {parse_qs(parts.query)['token'][0]}\r\n\r\n"
        ).encode()
        for _ in range(20):
            with socket.create_connection((parts.hostname, parts.port), timeout=20) as leaving:
                leaving.sendall(50 * request)
        assert json.loads(get(address, "/api/version"))["version"] == 1
        assert process.poll() is None


def test_a_browser_that_cannot_be_opened_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import webbrowser

    from kotorlevel.cli.ask import served as asked

    for answer in (lambda _: False, _fail):
        monkeypatch.setattr(webbrowser, "open", answer)
        with served.serve(served.live_level(folder)) as running:
            asked._open_browser(running.server)
        assert "open the address above yourself" in capsys.readouterr().err


def _fail(address: str) -> bool:
    import webbrowser

    raise webbrowser.Error(f"no browser for {address}")


def test_help_has_examples(kotorlevel: InProcess) -> None:
    result = kotorlevel("view", "--help")
    assert result.code == 0
    assert "kotorlevel view my_mod --export my_mod.html" in result.stdout
