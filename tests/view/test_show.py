"""The library shows what the commands show: the same bytes, whatever it is given."""

from __future__ import annotations

import html
import http.client
import re
import socket
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from kotorlevel.errors import FormatError, InputError
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.installation import make_archive, make_installation
from support.sample_area import MODULE
from support.view.served import small_bundle

__all__ = ["small_bundle"]

WAY = kl.Way((2.0, 2.0), (9.0, 4.0), "2,2 to 9,4")


@pytest.fixture
def kotorlevel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> InProcess:
    return InProcess(monkeypatch, capsys)


@pytest.fixture
def station(tmp_path: Path) -> Path:
    place = tmp_path / "station"
    place.mkdir()
    for name, data in make_broken_station().items():
        (place / name).write_bytes(data)
    return place


@pytest.fixture(params=["folder", "lyt", "wok", "pwk", "mod", "module"])
def level(request: pytest.FixtureRequest, station: Path, tmp_path: Path) -> tuple[Path, str | None]:
    """Something to show, and its module."""
    what: str = request.param
    if what == "mod":
        archive = tmp_path / "station.mod"
        archive.write_bytes(make_archive("station.mod", make_broken_station()).to_bytes())
        return archive, None
    if what == "module":
        return make_installation(tmp_path).folder, MODULE
    files = {"lyt": "station.lyt", "wok": "station_hall.wok", "pwk": "station_crate.pwk"}
    return station / files.get(what, ""), None


def test_the_same_everywhere(
    kotorlevel: InProcess, small_bundle: Path, level: tuple[Path, str | None], tmp_path: Path
) -> None:
    path, module = level
    options = ["--module", module] if module else []
    drawn, page = tmp_path / "a.svg", tmp_path / "a.html"
    report = tmp_path / "report.html"
    assert kotorlevel("map", path, *options, "-o", drawn).code == 0
    assert kotorlevel("view", path, *options, "--export", page).code == 0
    assert kotorlevel("check", path, *options, "--html", report).code in (0, 1)
    assert kl.draw_map(path, module=module).encode() == drawn.read_bytes()
    assert kl.render_page(path, module=module).encode() == page.read_bytes()
    told = report.read_text("utf-8")
    hints = re.findall(r'<p class="hint">(.*?)</p>', told.partition("<section")[0])
    given = [hint for hint in hints if "reached from the entry" not in hint]
    plain = html.unescape(re.sub("</?code>", "`", given[0])) if given else ""
    assert kl.render_report(path, module=module, hint=plain) == told


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_maps_with_all_options(
    kotorlevel: InProcess, station: Path, tmp_path: Path, ending: str
) -> None:
    target = tmp_path / f"a.{ending}"
    words = ("--dark", "--size", "500", "--no-findings", "--path", "2,2", "9,4", "--radius", "0")
    assert kotorlevel("map", station, "-o", target, *words, "--materials", "mdlops").code == 0
    shown = kl.load_shown(station, findings=False, paths=[WAY], radius=0.0, surfaces="mdlops")
    if ending == "svg":
        drawn = kl.draw_map(shown, theme="dark", width=500, findings=False).encode()
    else:
        drawn = kl.draw_map(shown, format="png", theme="dark", width=500, findings=False)
    assert drawn == target.read_bytes()


def test_values_are_drawn_as_their_files(station: Path) -> None:
    area = kl.load_area(station / "station.lyt")
    report = kl.check(station)
    assert kl.draw_map(area, findings=report) == kl.draw_map(station)
    scene = kl.build_scene(area, report=report)
    assert kl.draw_map(scene) == kl.draw_map(station)
    assert kl.draw_map(scene, findings=False) == kl.draw_map(area, findings=False)
    mesh = kl.read_walkmesh(station / "station_hall.wok")
    report = kl.check(station / "station_hall.wok")
    drawn = kl.draw_map(mesh, name="station_hall", findings=report)
    assert drawn == kl.draw_map(station / "station_hall.wok")


def test_a_value_is_checked_by_itself() -> None:
    area = make_area({"hall": floor(), "yard": floor(4)})
    found = kl.load_shown(area).scene.document["findings"]
    assert {each["rule"] for each in found} == {each.rule for each in kl.check(area)} != set()
    assert kl.load_shown(area, findings=False).scene.document["findings"] == []


def test_a_report_of_values_and_of_reports(small_bundle: Path, station: Path) -> None:
    area = kl.load_area(station / "station.lyt")
    of_area = kl.render_report(area, title="station")
    assert '<div class="map light">' in of_area
    report = kl.check(station)
    assert kl.render_report(report, title="station") == kl.render_report(station)


def test_ways_by_name(station: Path) -> None:
    way = kl.Way("room:station_hall", (9.0, 4.0))
    (found,) = kl.load_shown(station, paths=[way]).scene.document["paths"]
    assert found["name"] == "room:station_hall to 9,4"
    journey = kl.find_journey(
        kl.load_area(station / "station.lyt"), "room:station_hall", (9.0, 4.0), radius=0.25
    )
    assert found["status"] == journey.path.status
    with pytest.raises(InputError, match="nope"):
        kl.load_shown(station, paths=[kl.Way("room:nope", (9.0, 4.0))])


def test_what_should_be_known_is_told(kotorlevel: InProcess, station: Path, tmp_path: Path) -> None:
    (station / "station_hall.wok").write_bytes(b"BWM V1.0")
    notes = kl.load_shown(station).notes
    assert len(notes) == 1
    assert "station_hall.wok" in notes[0]
    assert notes[0] in kotorlevel("map", station, "-o", tmp_path / "a.svg").stderr


def test_errors_name_no_options(tmp_path: Path) -> None:
    with pytest.raises(InputError) as lacking:
        kl.draw_map(tmp_path)
    write_folder(tmp_path, make_area({"hall": floor()}))
    (tmp_path / "hall.wok").unlink()
    with pytest.raises(InputError) as empty:
        kl.draw_map(tmp_path)
    with pytest.raises(InputError) as surfaces:
        kl.draw_map(floor(), surfaces="nope")
    for caught in (lacking, empty, surfaces):
        assert "--" not in str(caught.value)


def test_a_scene_is_drawn_as_it_is() -> None:
    scene = kl.build_scene(floor())
    with pytest.raises(TypeError, match="module"):
        kl.draw_map(scene, module="tar_m10aa")
    with pytest.raises(ValueError, match="svg or png"):
        kl.draw_map(scene, format="gif")  # type: ignore[call-overload]


def test_scenes_are_short_in_a_notebook(station: Path) -> None:
    area = make_area({"hall": floor(), "yard": floor(4)})
    assert repr(kl.build_scene(area)) == f"<Scene {area.name!r}: 2 rooms, 4 faces, 0 findings>"


def get(address: str, path: str = "") -> tuple[int, bytes]:
    url = urlsplit(address)
    with closing(http.client.HTTPConnection(url.hostname or "", url.port, timeout=20)) as asked:
        asked.request("GET", path or f"{url.path}?{url.query}")
        reply = asked.getresponse()
        return reply.status, reply.read()


def test_a_server_in_the_background(small_bundle: Path, station: Path) -> None:
    with kl.serve(station, browser=False) as server:
        assert urlsplit(server.address).hostname == "127.0.0.1"
        assert get(server.address)[0] == 200
        assert get(server.address, "/scene.json")[0] == 403  # without the token
        assert server.live.shown.scene.document["findings"]
        port = server.port
        with pytest.raises(InputError, match=f"cannot listen at port {port}"):
            kl.serve(floor(), port=port, browser=False)
    with pytest.raises(ConnectionError):
        socket.create_connection(("127.0.0.1", port), timeout=5).close()


def test_a_server_reads_again(small_bundle: Path, station: Path) -> None:
    with kl.serve(station, browser=False, findings=False) as server:
        (station / "station_hall.wok").write_bytes(floor().to_bytes())
        server.live.check()
        assert server.live.version == 2
        assert server.live.shown.scene.document["findings"] == []  # asked as before


def test_without_the_viewer_nothing_is_read(tmp_path: Path, small_bundle: Path) -> None:
    (small_bundle / "viewer.js").unlink()
    for show in (kl.render_page, kl.serve):
        with pytest.raises(FormatError, match="npm"):
            show(tmp_path / "nothing")


def test_surfaces_count_for_values_as_for_files(station: Path) -> None:
    """What is walkable differs: the drawn floor does, too."""
    area = kl.load_area(station / "station.lyt")
    plain = kl.draw_map(area, findings=False)
    none = kl.Materials.from_2da(kl.read_2da(b"2DA V2.0\n\n   label walk\n0  none  0\n"))
    changed = kl.draw_map(area, findings=False, surfaces=none)
    assert changed != plain
    assert changed == kl.draw_map(station, findings=False, surfaces=none)
    told = kl.draw_map(area, findings=False, options=kl.Options(surfaces=none))
    assert told == changed
