"""What ``check`` calls fixable is what ``fix`` repairs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.sample import RAMP, VIEW, make_broken_station, make_rooms, make_station
from kotorlevel.checks.options import Options
from support.areas import floor, make_area, write_folder
from support.cases.area_links import LINKS, between, nudged, sideways
from support.cases.tables import CASES as TABLES
from support.cli.in_process import InProcess
from support.corpus import CORPUS, needs_corpus
from support.installation import make_archive, make_installation

Make = Callable[[Path], object]


pytestmark = pytest.mark.usefixtures("inside_tmp_path")


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).write_bytes(data)


def station(folder: Path) -> None:
    write_files(folder, make_station())


def moved(folder: Path, room: str, by: tuple[float, float, float]) -> None:
    path = folder / f"{room}.wok"
    kl.write_walkmesh(kl.read_walkmesh(path).translated(by), path)


def station_with_moved(folder: Path, room: str, by: tuple[float, float, float]) -> None:
    station(folder)
    moved(folder, room, by)


def swapped(folder: Path) -> None:
    """The lines of two rooms have changed places in the layout, and the links did not follow."""
    station(folder)
    path = folder / "station.lyt"
    lines = path.read_bytes().split(b"\r\n")
    a, b = (
        next(n for n, line in enumerate(lines) if line.strip().startswith(name))
        for name in (b"station_corridor ", b"station_ramp ")
    )
    lines[a], lines[b] = lines[b], lines[a]
    path.write_bytes(b"\r\n".join(lines))


def of(build: Callable[[], Area]) -> Make:
    return lambda folder: write_folder(folder, build())


def too_thin() -> Area:
    """The yard overlaps the hall by 5 cm and is 4 cm wide: moved out of it, it would turn over."""
    return make_area({"hall": floor(), "yard": floor(3.95, width=0.04)})


AREAS: dict[str, Make] = {
    "broken station": lambda folder: write_files(folder, make_broken_station()),
    "ramp 5 cm east": lambda folder: station_with_moved(folder, "station_ramp", (0.05, 0, 0)),
    "ramp 5 cm up": lambda folder: station_with_moved(folder, "station_ramp", (0, 0, 0.05)),
    "view 5 cm aside": lambda folder: station_with_moved(folder, "station_view", (0.05, 0, 0)),
    "corridor 5 cm aside": lambda folder: station_with_moved(
        folder, "station_corridor", (0, 0.05, 0)
    ),
    "swapped": swapped,
    "linked, and another room there": of(
        lambda: make_area(
            {"hall": floor(east=1), "yard": floor(4.05, west=0), "cell": floor(4.03, width=1)}
        )
    ),
    "a corner that two rooms want": of(
        lambda: make_area({"hall": floor(), "yard": floor(4.03), "cell": floor(4.06, width=1)})
    ),
    "a face that would be turned over": of(lambda: too_thin()),
    "sideways": of(lambda: sideways(0.05)),
    "nudged": of(lambda: nudged((0.03, 0.04, 0))),
    "nudged, not linked": of(lambda: nudged((0.03, 0.04, 0), links=False)),
    "between": of(lambda: between((0, 0.05, 0), links=False)),
    "beyond the last room, at a seam": of(
        lambda: make_area({"hall": floor(east=7), "yard": floor(4, west=1)})
    ),
    "beyond the last room, at a wall": of(
        lambda: make_area({"hall": floor(east=7), "yard": floor(40)})
    ),
}
CASES = {
    f"{rule}: {case.name}": of(case.build)
    for rule, cases in LINKS.items()
    for case in cases
    if case.found and case.name != "a doorway without a floor"
}


def findings(kotorlevel: InProcess, *arguments: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(kotorlevel("check", *arguments, "--json").stdout)[
        "findings"
    ]
    return found


def place_of(finding: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(finding[name]) for name in ("rule", "file", "text", "numbers", "line"))


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", [*AREAS, *CASES])
def test_what_is_called_fixable_is_gone_after_fix(
    kotorlevel: InProcess, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "mod"
    folder.mkdir()
    (AREAS | CASES)[name](folder)
    before = {place_of(f) for f in findings(kotorlevel, "mod") if f["fix"]}
    kotorlevel("fix", "mod", "--unsafe")
    after = findings(kotorlevel, "mod")
    assert not before & {place_of(finding) for finding in after}
    assert [place_of(finding) for finding in after if finding["fix"]] == []


@pytest.mark.parametrize(("rise", "fix"), [(0.08, "unsafe"), (0.3, "")])
def test_a_linked_room_that_is_far_off_stays(
    kotorlevel: InProcess, tmp_path: Path, rise: float, fix: str
) -> None:
    """It may be a step; what is off by a few centimetres is none."""
    folder = tmp_path / "mod"
    folder.mkdir()
    station_with_moved(folder, "station_view", (0, 0, rise))
    before = (folder / "station_view.wok").read_bytes()
    (found,) = (f for f in findings(kotorlevel, "mod") if f["rule"] == "ARE013")
    assert (found["severity"], found["fix"] or "") == ("info", fix)
    assert ("fix --unsafe" in found["text"]) == bool(fix)
    kotorlevel("fix", "mod", "--unsafe")
    # All of its doorways agree on the way back: that is a cause, and undone when asked for.
    assert (folder / "station_view.wok").read_bytes() != before


@pytest.mark.sampled(2)
@needs_corpus
@pytest.mark.parametrize("by", [(0.05, 0, 0), (0, 0.03, 0), (0, 0, 0.04), (0.02, 0.02, 0.02)])
def test_room_of_the_game_that_stands_off_is_put_back(
    kotorlevel: InProcess, tmp_path: Path, by: tuple[float, float, float]
) -> None:
    """To a tenth of a millimetre: no vertex is farther from where it was than that."""
    shutil.copytree(CORPUS / "area_m10aa", tmp_path / "mod", copy_function=shutil.copyfile)
    path = tmp_path / "mod/m10aa_06a.wok"
    path.chmod(0o644)
    (tmp_path / "mod").chmod(0o755)
    was = kl.read_walkmesh(path).vertices
    moved(tmp_path / "mod", "m10aa_06a", by)
    found = [f for f in findings(kotorlevel, "mod") if f["rule"] == "ARE013"]
    assert [Path(f["file"]).name for f in found] == ["m10aa_06a.wok"]
    shutil.copytree(tmp_path / "mod", tmp_path / "other")
    kotorlevel("fix", "mod", "--unsafe")
    text = found[0]["text"]
    command = text.partition("`kotorlevel ")[2].partition("`")[0].replace("AREA", "other")
    assert kotorlevel(*command.split()).code == 0
    for name in ("mod", "other"):
        now = kl.read_walkmesh(tmp_path / name / "m10aa_06a.wok").vertices
        assert abs(now - was).max() < 1e-4
        assert [f for f in findings(kotorlevel, name) if f["rule"] in ("ARE005", "ARE013")] == []


@needs_corpus
def test_areas_of_the_game_stand_where_they_are(kotorlevel: InProcess) -> None:
    found = findings(kotorlevel, CORPUS / "area_m10aa")
    assert not [f for f in found if f["rule"] in ("ARE005", "ARE013")]


@pytest.mark.parametrize("by", [(0.05, 0.0, 0.0), (0.0, 0.0, 0.05)])
def test_snap_that_a_finding_names_closes_it(
    kotorlevel: InProcess, tmp_path: Path, by: tuple[float, float, float]
) -> None:
    folder = tmp_path / "mod"
    folder.mkdir()
    yard = floor(4, west=0).translated(by)
    write_folder(folder, make_area({"hall": floor(east=1), "yard": yard}))
    (found,) = findings(kotorlevel, "mod", "--select", "ARE005,ARE013")
    command = found["text"].partition("`kotorlevel ")[2].partition("`")[0]
    assert command.startswith("link AREA --snap 0.05")
    kotorlevel(*command.replace("AREA", "mod").split())
    assert findings(kotorlevel, "mod", "--select", "ARE005,ARE013") == []


def test_what_snap_refuses_is_not_called_fixable() -> None:
    (found,) = kl.check(too_thin(), Options(select=("ARE005",))).findings
    assert "they overlap by 5.0 cm" in found.text
    assert found.fix == ""


# What the summary counts


def summary(kotorlevel: InProcess, *arguments: object) -> str:
    lines = kotorlevel("check", *arguments).stdout.splitlines()
    return "\n".join(lines[-2:] if lines[-2] else lines[-1:])


def test_several_files_are_named_one_by_one(kotorlevel: InProcess, tmp_path: Path) -> None:
    (tmp_path / "my mod").mkdir()
    write_files(tmp_path, {"a.vis": b"a 0\n", "sound.vis": b"a 0\r\n"})
    (tmp_path / "my mod/b.vis").write_bytes(b"b 0\n")
    text = summary(kotorlevel, "a.vis", "sound.vis", "my mod/b.vis")
    assert text.endswith('1 can be fixed by `kotorlevel fix a.vis "my mod/b.vis"`.')


def test_a_rule_that_has_to_be_asked_for(kotorlevel: InProcess, tmp_path: Path) -> None:
    """Not told by itself or with its family, but by its id and by the project's file."""
    ((turned, *_), _) = TABLES["BWM012"]
    write_files(tmp_path, {"a.wok": turned().to_bytes()})
    for quiet in ((), ("--select", "BWM")):
        assert "BWM012" not in kotorlevel("check", "a.wok", *quiet).stdout
    asked = summary(kotorlevel, "a.wok", "--select", "BWM012")
    assert asked.endswith("1 can be fixed by `kotorlevel fix a.wok --select BWM012`.")
    write_files(tmp_path, {"kotorlevel.toml": b'[check]\nalso = ["BWM012"]\n'})
    asked = summary(kotorlevel, "a.wok", "--severity", "info")
    assert asked.endswith("1 can be fixed by `kotorlevel fix a.wok`.")
    assert kotorlevel("fix", "a.wok").code == 0
    assert "BWM012" not in kotorlevel("check", "a.wok").stdout


def test_loose_files_beside_an_archive_are_fixed_where_they_are(
    kotorlevel: InProcess, tmp_path: Path
) -> None:
    """An archive that cannot be read has nothing that could be taken out."""
    write_files(tmp_path, {"a.vis": b"a 0\n", "x.mod": b"MOD V1.0" + bytes(9)})
    text = summary(kotorlevel, "a.vis", "x.mod")
    assert text.endswith("1 can be fixed by `kotorlevel fix a.vis`.")
    assert "extract" not in text


def test_loose_files_and_an_archive_with_faults(kotorlevel: InProcess, tmp_path: Path) -> None:
    packed = make_archive("b.mod", {"b.vis": b"b 0\n"}).to_bytes()
    write_files(tmp_path, {"a.vis": b"a 0\n", "b.mod": packed})
    text = summary(kotorlevel, "a.vis", "b.mod")
    assert "; 1 can be fixed by `kotorlevel fix a.vis`." in text
    assert text.endswith(
        "1 more can be fixed once the files are taken out: kotorlevel extract b.mod -o DIR, "
        "copy yours over them, then kotorlevel fix DIR"
    )


@needs_corpus
def test_corrupted_files_of_the_corpus(
    kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(CORPUS)
    paths = ["lyt/corrupted.lyt", "vis/corrupted.vis", "archives/corrupted.erf"]
    text = summary(kotorlevel, *paths, "twoda/corrupted.2da")
    assert text.endswith("`kotorlevel fix lyt/corrupted.lyt vis/corrupted.vis`.")
    assert "extract" not in text


def test_what_is_in_the_game_is_not_counted_as_the_mods(
    kotorlevel: InProcess, tmp_path: Path
) -> None:
    """The game's view room has lost its link; the mod brings a ramp without one and a bad VIS.

    `fix` knows no game: of all that only the lines of the VIS are its business.
    """
    rooms = make_rooms()
    view, ramp = (_unlinked(rooms[name]) for name in (VIEW, RAMP))
    make_installation(tmp_path, more={"Override": {f"{VIEW}.wok": view}})
    mod = tmp_path / "patch"
    mod.mkdir()
    write_files(mod, {f"{RAMP}.wok": ramp, "x.vis": b"x 0\n"})
    with_game = ("patch", "--game", "game", "--module", "sta_m01aa")
    found = [(f["file"], f["rule"]) for f in findings(kotorlevel, *with_game) if f["fix"]]
    assert ("patch/x.vis", "VIS005") in found
    assert {(f"patch/{RAMP}.wok", "ARE003"), (f"Override/{VIEW}.wok", "ARE003")} < set(found)
    text = kotorlevel("check", *with_game).stdout
    assert "; 1 can be fixed by `kotorlevel fix patch`." in text
    rest = f"{len(found) - 1} more can be fixed once the files are taken out: "
    assert f"{rest}kotorlevel extract game --module sta_m01aa --level -o DIR" in text
    assert "\n1 file of 2" in kotorlevel("fix", "patch", "--unsafe").stdout


def _unlinked(mesh: kl.Walkmesh) -> bytes:
    return replace(mesh, transitions=np.full_like(mesh.transitions, -1)).to_bytes()
