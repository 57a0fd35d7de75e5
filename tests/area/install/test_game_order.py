"""Which copy the game takes, with one in every place: FACTS 9, written down by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotorlevel.area.install.game import Game
from kotorlevel.area.install.lookup import Lookup
from support.installation import SHADOWED, Contents, make_installation, mixed_case, needs_case
from support.sample_area import changed_room

WANTED = "everywhere.wok"

RIMS = [
    "Override/everywhere.wok",
    "patch.erf",
    "modules/301nzz.rim",
    "modules/301nzz_s.rim",
    "modules/301nzz_dlg.erf",
    "TexturePacks/swpc_tex_gui.erf",
    "TexturePacks/swpc_tex_tpa.erf",
    "data/models.bif",
]
"""The order for a module of RIMs, behind the extra folders."""

MOD = [*RIMS[:2], "modules/301nzz.mod", *RIMS[5:]]
"""The order for one with a MOD beside its RIMs."""

ELSEWHERE = ["modules/dan_m77zz.mod", "modules/tar_m88zz.rim", "data/2da.bif"]
"""Places of other modules, which are never asked, and of a BIF that the KEY names later."""


def everywhere(places: list[str]) -> dict[str, dict[str, bytes]]:
    """A copy in each place, with the place as its content."""
    more = {}
    for place in places:
        folder, _, name = place.rpartition("/")
        more[folder if name == WANTED else place] = {WANTED: place.encode()}
    return more


def places_of(lookup: Lookup) -> list[str]:
    """The places of all copies in their order; each has its own bytes."""
    copies = lookup.copies("everywhere", "wok")
    for copy in copies:
        assert copy.resource.read().decode() == copy.resource.place
    return [copy.resource.place for copy in copies]


@pytest.mark.parametrize("order", [RIMS, MOD], ids=["rims", "mod"])
def test_each_wins_when_those_before_it_are_gone(tmp_path: Path, order: list[str]) -> None:
    for number in range(len(order) + 1):
        more = everywhere([*order[number:], *ELSEWHERE[:2]])
        made = make_installation(tmp_path / str(number), version="k2", more=more)
        lookup = Game.open(made.folder).lookup("301NZZ")
        assert places_of(lookup) == order[number:]
        found = lookup.find("EVERYWHERE", "wok")
        assert (found.place if found else None) == next(iter(order[number:]), None)


def test_reasons(tmp_path: Path) -> None:
    made = make_installation(tmp_path, version="k2", more=everywhere(RIMS[2:4]))
    copies = Game.open(made.folder).lookup("301nzz").copies("everywhere", "wok")
    assert [(c.resource.place, c.used, c.reason) for c in copies] == [
        ("modules/301nzz.rim", True, ""),
        ("modules/301nzz_s.rim", False, "shadowed by modules/301nzz.rim"),
    ]


def test_a_mod_replaces_the_rims(tmp_path: Path) -> None:
    rims = RIMS[2:5]
    mod = {"modules/301nzz.mod": {"other.wok": b"other"}}
    made = make_installation(tmp_path, version="k2", more={**everywhere(rims), **mod})
    lookup = Game.open(made.folder).lookup("301nzz")
    assert lookup.find("everywhere", "wok") is None
    copies = lookup.copies("everywhere", "wok")
    assert [(c.resource.place, c.used, c.reason) for c in copies] == [
        (place, False, "replaced by modules/301nzz.mod") for place in rims
    ]
    assert all(r.place not in rims for r in lookup.resources())
    talk = lookup.copies("talk", "dlg")
    assert [(c.resource.place, c.used) for c in talk] == [("modules/301nzz_dlg.erf", False)]


def test_a_mod_and_its_rims_both_with_a_copy(tmp_path: Path) -> None:
    made = make_installation(tmp_path, version="k2", more=everywhere([*MOD, *RIMS[2:5]]))
    copies = Game.open(made.folder).lookup("301nzz").copies("everywhere", "wok")
    shadowed = "shadowed by Override/everywhere.wok"
    replaced = "replaced by modules/301nzz.mod"
    assert [(c.resource.place, c.reason) for c in copies] == [
        ("Override/everywhere.wok", ""),
        ("patch.erf", shadowed),
        ("modules/301nzz.mod", shadowed),
        ("TexturePacks/swpc_tex_gui.erf", shadowed),
        ("TexturePacks/swpc_tex_tpa.erf", shadowed),
        ("data/models.bif", shadowed),
        ("modules/301nzz.rim", replaced),
        ("modules/301nzz_s.rim", replaced),
        ("modules/301nzz_dlg.erf", replaced),
    ]


def test_without_a_module_no_module_is_asked(tmp_path: Path) -> None:
    made = make_installation(tmp_path, version="k2", more=everywhere([*RIMS, *ELSEWHERE[:2]]))
    assert places_of(Game.open(made.folder).lookup()) == [*RIMS[:2], *RIMS[5:]]


def test_extra_folders_come_first_in_their_order(tmp_path: Path) -> None:
    made = make_installation(tmp_path, version="k2", more=everywhere(RIMS))
    first, second = tmp_path / "first", tmp_path / "second"
    for folder, name in ((first, "deep/Everywhere.WOK"), (second, "everywhere.wok")):
        path = folder / name
        path.parent.mkdir(parents=True)
        path.write_bytes(f"{folder}/{name}".encode())
    game = Game.open(made.folder, extra=[str(first), second])
    extra = [f"{first}/deep/Everywhere.WOK", f"{second}/everywhere.wok"]
    assert places_of(game.lookup("301nzz")) == [*extra, *RIMS]
    assert places_of(game.lookup()) == [*extra, *RIMS[:2], *RIMS[5:]]
    (found,) = {r.place for r in game.lookup().resources() if r.filename.lower() == WANTED}
    assert found == extra[0]


def test_of_two_bifs_the_first_in_the_key_counts(tmp_path: Path) -> None:
    made = make_installation(tmp_path, more=everywhere([RIMS[-1], ELSEWHERE[2]]))
    found = Game.open(made.folder).lookup().find("everywhere", "wok")
    assert found is not None
    assert found.read() == b"data/models.bif"


def test_the_same_in_mixed_case(tmp_path: Path) -> None:
    needs_case(tmp_path)
    more: Contents = everywhere(RIMS)
    made = make_installation(tmp_path, version="k2", more=more, spelling=mixed_case)
    copies = Game.open(made.folder).lookup("301nzz").copies("everywhere", "wok")
    assert [c.resource.place for c in copies] == [
        "OvErRiDe/EvErYwHeRe.wOk",
        "PaTcH.ErF",
        "MoDuLeS/301nZz.rIm",
        "MoDuLeS/301nZz_s.rIm",
        "MoDuLeS/301nZz_dLg.eRf",
        "TeXtUrEpAcKs/SwPc_tEx_gUi.eRf",
        "TeXtUrEpAcKs/SwPc_tEx_tPa.eRf",
        "data/models.bif",  # as the KEY spells it
    ]
    assert [c.resource.read().decode() for c in copies] == RIMS


def test_a_room_shadowed_by_override(tmp_path: Path) -> None:
    made = make_installation(tmp_path, shadowed=True)
    name = SHADOWED.removesuffix(".wok")
    copies = Game.open(made.folder).lookup("sta_m01aa").copies(name, "wok")
    assert [(c.resource.place, c.reason) for c in copies] == [
        (f"Override/{SHADOWED}", ""),
        ("data/models.bif", f"shadowed by Override/{SHADOWED}"),
    ]
    data = [c.resource.read() for c in copies]
    assert data == [changed_room(name), made.data("data/models.bif", SHADOWED)]
    assert data[0] != data[1]


def test_the_winner_of_every_resource_of_a_module(tmp_path: Path) -> None:
    made = make_installation(tmp_path, shadowed=True)
    resources = list(Game.open(made.folder).lookup("dan_m77zz").resources())
    names = [(r.name.lower(), r.type) for r in resources]
    assert len(set(names)) == len(names)
    found = {r.filename: r.place for r in resources}
    expected = {
        SHADOWED: f"Override/{SHADOWED}",
        "readme.txt": "Override/readme.txt",
        "patched.2da": "patch.erf",
        "module.ifo": "modules/dan_m77zz.mod",
        "m77zz.git": "modules/dan_m77zz.mod",
        "gui_wall.tpc": "TexturePacks/swpc_tex_gui.erf",
        "station_wall.tpc": "TexturePacks/swpc_tex_tpa.erf",
        "station_store.wok": "data/models.bif",
        "station.vis": "data/lightmaps3.bif",
        "surfacemat.2da": "data/2da.bif",
    }
    assert {name: found.get(name) for name in expected} == expected
    assert "station.git" not in found
    assert "notes" not in found
    for resource in resources:
        assert resource.read()
