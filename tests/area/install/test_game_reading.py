"""Reading out of an installation: from many threads and processes, and nothing left open."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from threading import Barrier

import pytest

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.modules import read_module_info
from kotorlevel.core.errors import FormatError
from support.area.watched_files import Read, watch_files
from support.installation import Installation, make_installation
from support.sample_area import AREA, MODULE

OPEN_FILES = Path("/proc/self/fd")


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    return make_installation(tmp_path, version="k2", shadowed=True)


def everything(game: Game) -> dict[tuple[str, str], bytes]:
    """Place and name → bytes of all that a module can use."""
    return {(r.place, r.filename): r.read() for r in game.lookup(MODULE).resources()}


def expected(made: Installation) -> dict[tuple[str, str], bytes]:
    """The same, from what was put there."""
    found: dict[tuple[str, str], bytes] = {}
    other = ("modules/301", "modules/dan", "modules/tar")
    for place, files in made.contents.items():
        if isinstance(files, bytes) or place.startswith(other):
            continue
        for name, data in files.items():
            if name != "notes":
                found[(f"Override/{name}" if place == "Override" else place, name)] = data
    del found["data/models.bif", "station_hall.wok"]
    return found


def test_every_byte_of_every_resource(made: Installation) -> None:
    assert everything(Game.open(made.folder)) == expected(made)


@pytest.mark.skipif(not OPEN_FILES.is_dir(), reason="no list of open files on this system")
def test_nothing_is_left_open(made: Installation) -> None:
    before = sorted(path.name for path in OPEN_FILES.iterdir())
    game = Game.open(made.folder, extra=[made.mod])
    assert len(everything(game)) > 30
    assert read_module_info(game.lookup("301nzz")) is not None
    assert len(game.lookup(MODULE).copies("station_hall", "wok")) == 2
    made.path("modules/dan_m77zz.mod").write_bytes(b"MOD V1.0")
    with pytest.raises(FormatError):
        game.lookup("dan_m77zz").find("module", "ifo")
    assert sorted(path.name for path in OPEN_FILES.iterdir()) == before


def test_only_what_is_needed_is_read(made: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.open(made.folder)
    log = watch_files(monkeypatch)
    assert game.modules
    assert game.version == "k2"
    assert log == []
    lookup = game.lookup(MODULE)
    assert log == []
    layout = lookup.find(AREA, "lyt")
    assert layout is not None
    assert not any(read.name.endswith(".bif") for read in log)
    log.clear()
    data = layout.read()
    # A BIF of one resource: magic, header, one row, then the layout, which is the last in it.
    size = made.path("data/layouts.bif").stat().st_size
    assert log[-1] == Read("layouts.bif", size - len(data), len(data))
    assert sum(read.size for read in log) == 8 + 20 + 16 + len(data)


def test_one_resource_of_a_module_leaves_the_others_alone(
    made: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    lookup = Game.open(made.folder).lookup(MODULE)
    log = watch_files(monkeypatch)
    found = lookup.find("module", "ifo")
    assert found is not None
    ifo = found.read()
    rim = [read for read in log if read.name == "sta_m01aa.rim"]
    assert sum(read.size for read in rim) == 8 + 120 + 3 * 32 + len(ifo)
    assert {read.name for read in log} == {"sta_m01aa.rim", "patch.erf"}


@pytest.fixture
def often() -> Iterator[None]:
    """Threads that change places as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("often")
def test_many_threads_on_one_game(made: Installation) -> None:
    wanted = expected(made)
    for _ in range(5):
        game = Game.open(made.folder)
        start = Barrier(6)

        def work(game: Game = game, start: Barrier = start) -> dict[tuple[str, str], bytes]:
            start.wait(timeout=60)
            return everything(game)

        with ThreadPoolExecutor(6) as pool:
            results = [pool.submit(work) for _ in range(6)]
            assert all(result.result(timeout=60) == wanted for result in results)


@pytest.mark.usefixtures("often")
def test_all_threads_get_the_same_archive(made: Installation) -> None:
    path = made.path("modules/sta_m01aa.rim")
    for _ in range(20):
        game = Game.open(made.folder)
        with ThreadPoolExecutor(6) as pool:
            found = list(pool.map(game.archive, [path] * 6))
        assert len({id(archive) for archive in found}) == 1


@pytest.mark.parametrize("used", [False, True])
def test_a_game_pickles(made: Installation, used: bool) -> None:
    game = Game.open(made.folder, extra=[made.mod])
    if used:
        assert everything(game)
        assert game.lookup("tar_m88zz").copies("m88zz", "pth")
    again: Game = pickle.loads(pickle.dumps(game))
    assert again == game
    assert hash(again) == hash(game)
    assert again.version == "k2"
    assert [module.name for module in again.modules] == list(made.modules)
    corridor = again.lookup(MODULE).find("station_corridor", "wok")
    assert corridor is not None
    assert corridor.path == made.mod / "rooms/station_corridor.wok"
    assert everything(again) == everything(game)


@pytest.mark.parametrize("used", [False, True])
def test_a_lookup_pickles(made: Installation, used: bool) -> None:
    lookup = Game.open(made.folder).lookup(MODULE)
    if used:
        assert len(list(lookup.resources())) == len(expected(made))
    again = pickle.loads(pickle.dumps(lookup))
    assert {(r.place, r.filename): r.read() for r in again.resources()} == expected(made)


def test_in_another_process(made: Installation) -> None:
    lookup = Game.open(made.folder).lookup(MODULE)
    names = [("station_hall", "wok"), ("module", "ifo"), ("station", "lyt")]
    found = [lookup.find(*name) for name in names]
    places = ["Override", "modules/sta_m01aa.rim", "data/layouts.bif"]
    files = ["station_hall.wok", "module.ifo", "station.lyt"]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        read = [pool.submit(each.read) for each in found if each is not None]
        again = pool.submit(lookup.find, *names[0]).result(timeout=60)
        assert [each.result(timeout=60) for each in read] == [
            made.data(place, file) for place, file in zip(places, files, strict=True)
        ]
    assert again == found[0]
    assert again is not None
    assert again.read() == made.data("Override", "station_hall.wok")


def test_errors_come_back_from_other_processes(made: Installation) -> None:
    made.path("data/models.bif").unlink()
    found = Game.open(made.folder).lookup().find("station_store", "wok")
    assert found is not None
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(FormatError, match="is not there") as caught,
    ):
        pool.submit(found.read).result(timeout=60)
    assert (caught.value.section, caught.value.offset) == ("files", 64)


def test_a_file_that_changes_meanwhile_is_an_error(made: Installation) -> None:
    game = Game.open(made.folder)
    found = game.lookup().find(AREA, "lyt")
    assert found is not None
    assert found.read()
    bif = made.path("data/layouts.bif")
    bif.write_bytes(bif.read_bytes() + b"more")
    with pytest.raises(FormatError, match="has changed"):
        found.read()
    again = Game.open(made.folder).lookup().find(AREA, "lyt")
    assert again is not None
    assert again.read() == made.data("data/layouts.bif", f"{AREA}.lyt")
