"""``kotorlevel which``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kotorlevel.cli.show import copies
from support.cli.archive_files import read_json
from support.cli.in_process import InProcess
from support.command import run
from support.formats.archive_shapes import RIM, archive_file
from support.installation import Installation, make_installation, mixed_case
from support.sample_area import AREA, MODULE, changed_room

WANTED = "everywhere.wok"
PLACES = {
    "Override": b"override",
    "patch.erf": b"patch",
    "modules/tar_m88zz.mod": b"module",
    "modules/tar_m88zz.rim": b"replaced",
    f"modules/{MODULE}_s.rim": b"other module",
    "TexturePacks/swpc_tex_tpa.erf": b"pack",
    "data/models.bif": b"override",
}
"""A copy in every kind of place; the one in the BIF has the bytes of the first."""


@pytest.fixture
def game(tmp_path: Path) -> Installation:
    more = {place: {WANTED: data} for place, data in PLACES.items()}
    return make_installation(tmp_path, more=more)


def only(document: dict[str, Any]) -> dict[str, Any]:
    (answer,) = document["resources"]
    assert isinstance(answer, dict)
    return answer


def rows(copies: list[dict[str, Any]]) -> list[tuple[str, str | None]]:
    return [(copy["place"], copy["reason"]) for copy in copies]


def test_every_copy_in_the_order_of_the_lookup(game: Installation, kotorlevel: InProcess) -> None:
    document = read_json(kotorlevel, "which", game.folder, WANTED, "--module", "tar_m88zz")
    assert (document["game"], document["module"]) == ("k1", "tar_m88zz")
    answer = only(document)
    shadowed = f"shadowed by Override/{WANTED}"
    assert rows(answer["copies"]) == [
        (f"Override/{WANTED}", None),
        ("patch.erf", shadowed),
        ("modules/tar_m88zz.mod", shadowed),
        ("TexturePacks/swpc_tex_tpa.erf", shadowed),
        ("data/models.bif", shadowed),
        ("modules/tar_m88zz.rim", "replaced by modules/tar_m88zz.mod"),
    ]
    assert [copy["used"] for copy in answer["copies"]] == [True, *[False] * 5]
    assert [copy["same"] for copy in answer["copies"]] == [None, False, False, False, True, False]
    assert [copy["size"] for copy in answer["copies"]] == [8, 5, 6, 4, 8, 8]
    assert answer["modules"] == []


def test_the_answer_in_words(game: Installation, kotorlevel: InProcess) -> None:
    result = kotorlevel("which", game.folder, WANTED, "--module", "tar_m88zz")
    assert (result.code, result.stderr) == (0, "")
    first, *lines = result.stdout.splitlines()
    assert first == (
        f"{WANTED}: the game takes Override/{WANTED}; shadowed: patch.erf, modules/tar_m88zz.mod, "
        "TexturePacks/swpc_tex_tpa.erf, data/models.bif, modules/tar_m88zz.rim."
    )
    marks = [line[:10].strip() for line in lines]
    assert marks == ["takes", "shadowed", "shadowed", "shadowed", "shadowed", "not read"]
    assert lines[4].endswith("KEY, 8 bytes, the same bytes")


def test_without_a_module_those_with_copies_are_told(
    game: Installation, kotorlevel: InProcess
) -> None:
    answer = only(read_json(kotorlevel, "which", game.folder, WANTED))
    assert "modules/tar_m88zz.mod" not in [copy["place"] for copy in answer["copies"]]
    shadowed = f"shadowed by Override/{WANTED}"
    assert {each["module"]: rows(each["copies"]) for each in answer["modules"]} == {
        MODULE: [(f"modules/{MODULE}_s.rim", shadowed)],
        "tar_m88zz": [
            ("modules/tar_m88zz.mod", shadowed),
            ("modules/tar_m88zz.rim", "replaced by modules/tar_m88zz.mod"),
        ],
    }


def test_of_many_modules_the_first_are_told(
    game: Installation, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "LONGEST_LIST", 1)
    lines = kotorlevel("which", game.folder, WANTED).stdout.splitlines()
    assert [line.split(":")[0] for line in lines if "in module" in line] == [
        f"  in module {MODULE}"
    ]
    assert lines[-1] == "  and in 1 more module (--json lists all)"


def test_what_only_modules_have(game: Installation, kotorlevel: InProcess) -> None:
    result = kotorlevel("which", game.folder, f"{AREA}.git", "old.utp")
    assert result.code == 0
    assert result.stdout.splitlines() == [
        f"{AREA}.git: only modules have it.",
        f"  in module {MODULE}: the game takes modules/{MODULE}.rim",
        "",
        "old.utp: only modules have it.",
        "  in module tar_m88zz: the copy in modules/tar_m88zz_s.rim is replaced by "
        "modules/tar_m88zz.mod and is never read",
    ]


def test_a_copy_that_is_never_read(game: Installation, kotorlevel: InProcess) -> None:
    result = kotorlevel("which", game.folder, "old.utp", "--module", "tar_m88zz")
    assert result.code == 0
    assert "old.utp: the game reads no copy." in result.stdout
    assert "not read  modules/tar_m88zz_s.rim" in result.stdout


def test_a_bare_name_means_all_its_types(game: Installation, kotorlevel: InProcess) -> None:
    document = read_json(kotorlevel, "which", game.folder, AREA.upper())
    assert [each["type"] for each in document["resources"]] == ["are", "git", "lyt", "pth", "vis"]
    document = read_json(kotorlevel, "which", game.folder, AREA, "--module", "dan_m77zz")
    assert [each["type"] for each in document["resources"]] == ["lyt", "vis"]


def test_mod_folder_first(game: Installation, kotorlevel: InProcess) -> None:
    name = "station_corridor.wok"
    answer = only(read_json(kotorlevel, "which", game.folder, name, "--override", game.mod))
    first, second = answer["copies"]
    assert (first["what"], first["place"]) == ("mod folder", f"{game.mod}/rooms/{name}")
    assert first["size"] == len(changed_room("station_corridor"))
    assert (second["place"], second["same"]) == ("data/models.bif", False)


def test_any_case_and_any_disk(tmp_path: Path, kotorlevel: InProcess) -> None:
    game = make_installation(tmp_path, version="k2", layout="mac", spelling=mixed_case)
    result = kotorlevel("which", game.folder, "STATION.LYT")
    assert result.code == 0
    assert "layouts.bif" in result.stdout.lower()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("station_hal.wok", "Did you mean 'station_hall.wok'"),
        ("station.gti", "Did you mean 'station.git'"),
        ("qqqqqqqq", "of its modules.\n"),
        ("", "not in this game"),
        ("../../etc/passwd", "not in this game"),
        ("a\x1b[31m.wok", "a\\x1b[31m.wok: not in this game"),
    ],
)
def test_not_found(name: str, hint: str, game: Installation, kotorlevel: InProcess) -> None:
    result = kotorlevel("which", game.folder, name)
    assert (result.code, result.stdout) == (1, "")
    assert hint in result.stderr
    assert not only(read_json(kotorlevel, "which", game.folder, name))["found"]


def test_one_found_and_one_not(game: Installation, kotorlevel: InProcess) -> None:
    result = kotorlevel("which", game.folder, WANTED, "nothing_like_it.wok")
    assert result.code == 1
    assert WANTED in result.stdout
    assert "nothing_like_it.wok: not in this game, and in none of its modules." in result.stderr


def test_a_missing_bif(tmp_path: Path, kotorlevel: InProcess) -> None:
    game = make_installation(tmp_path, without=["data/layouts.bif"])
    result = kotorlevel("which", game.folder, "station.lyt")
    assert result.code == 2
    assert "data/layouts.bif  cannot be read" in result.stdout
    assert "cannot read" in result.stderr
    (copy,) = only(read_json(kotorlevel, "which", game.folder, "station.lyt"))["copies"]
    assert (copy["size"], "layouts.bif" in copy["error"]) == (None, True)


def test_a_broken_module_is_said_and_the_rest_answered(
    tmp_path: Path, kotorlevel: InProcess
) -> None:
    game = make_installation(tmp_path, more={"modules/bad.rim": archive_file(RIM)[:130]})
    result = kotorlevel("which", game.folder, f"{AREA}.git")
    assert result.code == 2
    assert f"in module {MODULE}: the game takes" in result.stdout
    assert len([line for line in result.stderr.splitlines() if "bad.rim" in line]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument"),
        (("game",), "Missing argument"),
        (("nothing", "a.wok"), "nothing: no such folder"),
        ((".", "a.wok", "--override", "none"), "none: no such folder"),
        (("mod", "a.wok"), "no game here: the folder of a game has chitin.key in it"),
        (("mod/readme.md", "a.wok"), "readme.md: is a file, not the folder of a game"),
        (("game", "a.wok", "--module", "tar_m88z"), "Did you mean 'tar_m88zz'?"),
    ],
)
def test_wrong_use(
    arguments: tuple[str, ...],
    message: str,
    game: Installation,
    kotorlevel: InProcess,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(game.folder.parent)
    result = kotorlevel("which", *arguments)
    assert (result.code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_as_a_process_of_its_own(game: Installation) -> None:
    result = run("which", game.root / "chitin.key", WANTED)
    assert (result.code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{WANTED}: the game takes Override/{WANTED}")
