"""Modules by their files, and what a module's IFO says."""

from __future__ import annotations

import math
import struct
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.modules import Module, ModuleInfo, group_modules, read_module_info
from kotorlevel.area.install.sources import FolderSource
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.gff import Gff, GffType, LocalizedString, Struct
from support.formats.game_files import GameFile, each_game_file
from support.formats.slow_gff import slow_tree
from support.sample_area import make_ifo

FOLDER = Path("modules")


def grouped(*names: str) -> list[Module]:
    return group_modules([FOLDER / name for name in names])


def test_the_files_of_a_module() -> None:
    modules = grouped("b.mod", "a_dlg.erf", "a_s.rim", "a.rim", "c_s.rim", "c.mod", "c.rim")
    assert modules == [
        Module("a", None, FOLDER / "a.rim", FOLDER / "a_s.rim", FOLDER / "a_dlg.erf"),
        Module("b", FOLDER / "b.mod"),
        Module("c", FOLDER / "c.mod", FOLDER / "c.rim", FOLDER / "c_s.rim"),
    ]
    assert [[path.name for path in module.files] for module in modules] == [
        ["a.rim", "a_s.rim", "a_dlg.erf"],
        ["b.mod"],
        ["c.mod"],
    ]
    assert [[path.name for path in module.replaced] for module in modules] == [
        [],
        [],
        ["c.rim", "c_s.rim"],
    ]


def test_a_mod_replaces_the_dialogs_as_well() -> None:
    (module,) = grouped("x_dlg.erf", "x.mod", "x_s.rim", "x.rim")
    assert [path.name for path in module.files] == ["x.mod"]
    assert [path.name for path in module.replaced] == ["x.rim", "x_s.rim", "x_dlg.erf"]


def test_parts_alone() -> None:
    assert grouped("a_s.rim") == [Module("a", second=FOLDER / "a_s.rim")]
    assert grouped("a_dlg.erf") == [Module("a", dialogs=FOLDER / "a_dlg.erf")]


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("s.rim", "s"),
        ("_s.rim", "_s"),
        ("a_s_s.rim", "a_s"),
        ("a_dlg.rim", "a_dlg"),
        ("a_s.mod", "a_s"),
        ("a.b.rim", "a.b"),
        ("a_.rim", "a_"),
        ("Ä.rim", "Ä"),
        ("with space.mod", "with space"),
        ("x" * 40 + ".mod", "x" * 40),
    ],
)
def test_odd_names(name: str, module: str) -> None:
    assert [found.name for found in grouped(name)] == [module]


@pytest.mark.parametrize(
    "name", [".rim", ".mod", "rim", "a.erf", "a_dlg", "_dlg.erf", "a.rim.bak", "a.txt", "a.sav", ""]
)
def test_what_is_no_module(name: str) -> None:
    assert grouped(name) == []


def test_names_in_any_case_sorted() -> None:
    modules = grouped("B.RIM", "TAR_M10AA.Rim", "a.mod", "tar_m10aa_S.RIM", "Tar_m10aa_Dlg.ERF")
    assert [module.name for module in modules] == ["a", "B", "TAR_M10AA"]
    assert [path.name for path in modules[2].files] == [
        "TAR_M10AA.Rim",
        "tar_m10aa_S.RIM",
        "Tar_m10aa_Dlg.ERF",
    ]


def test_of_files_that_differ_in_case_only_the_first_counts() -> None:
    (module,) = grouped("X.rim", "x.rim", "x_s.rim", "X_s.rim")
    assert [path.name for path in module.files] == ["X.rim", "x_s.rim"]


# IFO


def info_of(folder: Path, data: bytes | None) -> ModuleInfo | None:
    if data is not None:
        (folder / "Module.IFO").write_bytes(data)
    return read_module_info(Lookup((FolderSource(folder, "mod"),)))


def with_fields(*fields: tuple[str, GffType, Any]) -> bytes:
    return Gff("IFO ", Struct(fields)).to_bytes()


def area(value: Any, kind: GffType = GffType.RESREF) -> Struct:
    return Struct([("Area_Name", kind, value)], 6)


def test_area_and_entry(tmp_path: Path) -> None:
    data = make_ifo("m17ae", (1.5, -2.25, 0.125), (0.0, -1.0))
    assert info_of(tmp_path, data) == ModuleInfo(
        area="m17ae",
        areas=("m17ae",),
        entry=(1.5, -2.25, 0.125),
        direction=(0.0, -1.0),
    )


@each_game_file("IFO")
def test_real_modules(tmp_path: Path, file: GameFile) -> None:
    _, fields = slow_tree(file.data)
    plain = {label: value for label, _, value in fields}
    info = info_of(tmp_path, file.data)
    assert info is not None
    assert info.area == plain["Mod_Entry_Area"]
    assert info.areas == (info.area,)
    assert info.entry == tuple(plain[f"Mod_Entry_{axis}"] for axis in "XYZ")
    assert info.direction == tuple(plain[f"Mod_Entry_Dir_{axis}"] for axis in "XY")


def test_no_module(tmp_path: Path) -> None:
    assert info_of(tmp_path, None) is None


def test_nothing_said(tmp_path: Path) -> None:
    nothing = ModuleInfo("", (), (0.0, 0.0, 0.0), (0.0, 0.0))
    assert info_of(tmp_path, with_fields()) == nothing


def test_several_areas_and_no_entry_area(tmp_path: Path) -> None:
    names = [area(""), area("first"), area("second", GffType.STRING), area(7, GffType.INT)]
    areas = [Struct([], 6), *names]
    info = info_of(tmp_path, with_fields(("Mod_Area_list", GffType.LIST, areas)))
    assert info is not None
    assert info.areas == ("", "", "first", "second", "")
    assert info.area == "first"


def test_the_entry_area_need_not_be_in_the_list(tmp_path: Path) -> None:
    fields = [
        ("Mod_Entry_Area", GffType.RESREF, "other"),
        ("Mod_Area_list", GffType.LIST, [area("listed")]),
    ]
    info = info_of(tmp_path, with_fields(*fields))
    assert info is not None
    assert (info.area, info.areas) == ("other", ("listed",))


ODD: list[tuple[GffType, Any]] = [
    (GffType.INT, 5),
    (GffType.DWORD64, 2**64 - 1),
    (GffType.FLOAT, 1.5),
    (GffType.STRING, "text"),
    (GffType.LOCALIZED, LocalizedString(3, ((0, "text"),))),
    (GffType.VOID, b"\1\2"),
    (GffType.STRUCT, Struct([("Area_Name", GffType.RESREF, "x")], 0)),
    (GffType.LIST, []),
    (GffType.VECTOR, (1.0, 2.0, 3.0)),
]


@pytest.mark.parametrize(("kind", "value"), ODD, ids=[kind.name for kind, _ in ODD])
@pytest.mark.parametrize("label", ["Mod_Area_list", "Mod_Entry_Area", "Mod_Entry_X"])
def test_fields_of_another_type(tmp_path: Path, label: str, kind: GffType, value: Any) -> None:
    info = info_of(tmp_path, with_fields((label, kind, value)))
    text = value if isinstance(value, str) and label == "Mod_Entry_Area" else ""
    number = float(value) if isinstance(value, (int, float)) and label == "Mod_Entry_X" else 0.0
    assert info == ModuleInfo(text, (), (number, 0.0, 0.0), (0.0, 0.0))


def test_numbers_that_are_none(tmp_path: Path) -> None:
    fields = [(f"Mod_Entry_{axis}", GffType.FLOAT, math.inf) for axis in "XYZ"]
    info = info_of(tmp_path, with_fields(*fields))
    assert info is not None
    assert info.entry == (math.inf,) * 3


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"IFO V3.2",
        b"IFO V9.9" + bytes(48),
        make_ifo("m17ae", (0.0, 0.0, 0.0))[:-1],
        make_ifo("m17ae", (0.0, 0.0, 0.0))[:100],
        b"IFO V3.2" + struct.pack("<12I", 56, 2**32 - 1, *[56, 0] * 5),
    ],
)
def test_a_broken_ifo(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        info_of(tmp_path, data)
    assert caught.value.source == "mod/Module.IFO"
    assert caught.value.section
    assert caught.value.offset is not None
