"""Files of every format, compared by their content."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.diff.files import diff_data
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.gff import Gff, GffType, LocalizedString, Struct
from kotorlevel.formats.twoda import TwoDA
from support.corpus import each_corpus_file, each_level_file
from support.installation import make_archive
from support.mesh.renumbered import grid


def told(found: kl.Diff) -> list[tuple[str, str]]:
    return [(each.kind, each.thing) for each in found.changes]


def test_2da_cells_rows_and_columns() -> None:
    old = TwoDA(("a", "b"), ("0", "1"), (("1", "x"), ("2", "y")))
    new = TwoDA(("a", "c"), ("0", "1", "2"), (("1", ""), ("3", ""), ("4", "z")))
    found = kl.diff_bytes(old.to_bytes(), new.to_bytes(), "t.2da")
    assert set(told(found)) == {
        ("column-removed", "b"),
        ("column-added", "c"),
        ("cell-changed", "row 1, a"),
        ("row-added", "row 2"),
    }
    text = kl.diff_bytes(old.to_bytes(), old.to_bytes("text"), "t.2da")
    assert told(text) == [("form-changed", "text or binary")]


def field(label: str, value: object, kind: GffType = GffType.INT) -> tuple[str, GffType, object]:
    return label, kind, value


def are(**changes: object) -> Gff:
    rows = [Struct([field("N", n)], 1) for n in changes.get("rows", (1, 2, 3))]  # type: ignore[attr-defined]
    fields = [
        field("Wind", changes.get("wind", 1)),
        field("Name", LocalizedString(5, ((0, "x"),)), GffType.LOCALIZED),
        field("Rows", rows, GffType.LIST),
        field("Map", Struct([field("Zoom", changes.get("zoom", 1))], 2), GffType.STRUCT),
    ]
    return Gff("ARE", Struct(fields))


def test_gff_fields_by_their_paths() -> None:
    old = are().to_bytes()
    found = kl.diff_bytes(old, are(wind=2, zoom=9).to_bytes(), "x.are")
    assert told(found) == [("field-changed", "Map.Zoom"), ("field-changed", "Wind")] or told(
        found
    ) == [("field-changed", "Wind"), ("field-changed", "Map.Zoom")]
    assert (found.changes[0].old, found.changes[0].new) == (1, 2)
    found = kl.diff_bytes(old, are(rows=(1, 3)).to_bytes(), "x.are")
    assert told(found) == [("struct-removed", "Rows[1]")]
    found = kl.diff_bytes(old, are(rows=(1, 2, 3, 4)).to_bytes(), "x.are")
    assert told(found) == [("struct-added", "Rows[3]")]
    found = kl.diff_bytes(old, are(rows=(1, 7, 3)).to_bytes(), "x.are")
    assert told(found) == [("field-changed", "Rows[1].N")]


def test_layouts_and_visibilities_that_say_the_same() -> None:
    text = b"#MAXLAYOUT ASCII\r\nbeginlayout\r\n   roomcount 1\r\n      a 0.0 0.0 0.0\r\n"
    text += b"   trackcount 0\r\n   obstaclecount 0\r\n   doorhookcount 0\r\ndonelayout\r\n"
    found = kl.diff_bytes(text, text.replace(b"\r\n", b"\n"), "a.lyt")
    assert [each.kind for each in found.changes] == ["form-changed"]
    assert not found.same
    assert "nothing that is noticed in the game" in found.headline
    sight = b"a 1\r\n  b\r\nb 1\r\n  a\r\n"
    spaces = "line ends, spaces, counts, order or spelling"
    for other, form in (
        (sight.replace(b"  ", b"   "), spaces),
        (b"b 1\r\n  a\r\na 1\r\n  b\r\n", "the order of the rooms"),
        (sight + b"c 0\r\n", "rooms that see nothing"),
        (b"# mine\r\n" + sight, "comments"),
    ):
        found = kl.diff_bytes(sight, other, "a.vis")
        assert told(found) == [("form-changed", form)]


def test_archives_entry_by_entry_and_archives_in_archives() -> None:
    floor = grid(3)
    painted = kl.paint(floor, "Grass", faces=[0]).mesh
    inner = [make_archive("i.erf", {"r.wok": m.to_bytes()}).to_bytes() for m in (floor, painted)]
    old = make_archive("o.mod", {"i.erf": inner[0], "same.txt": b"1", "gone.txt": b"2"})
    new = make_archive("o.mod", {"i.erf": inner[1], "same.txt": b"1", "come.txt": b"2"})
    found = kl.diff(old, new)
    assert {(each.kind, each.file) for each in found.changes} == {
        ("faces-painted", "i.erf: r.wok"),
        ("file-removed", "gone.txt"),
        ("file-added", "come.txt"),
    }


def test_unknown_bytes_by_where_they_differ() -> None:
    found = kl.diff_bytes(b"abcdef" * 100, b"abcdef" * 50 + b"X" + b"abcdef" * 60, "x.bin")
    (change,) = found.changes
    assert (change.kind, change.count, change.old, change.new) == ("file-changed", 300, 600, 661)
    assert change.text == "bytes differ from 0x12c on, 600 → 661 bytes"


def test_binary_and_ascii_of_one_mesh(tmp_path: Path) -> None:
    kl.write_walkmesh(grid(3), tmp_path / "r.wok")
    kl.convert(tmp_path / "r.wok", tmp_path / "r.wok.ascii").write()
    found = kl.diff(tmp_path / "r.wok", tmp_path / "r.wok.ascii")
    assert all(each.is_harmless for each in found.changes)
    assert not found.same


def test_values_of_two_kinds_are_refused() -> None:
    with pytest.raises(kl.errors.FormatError, match="two of a kind"):
        kl.diff(grid(2), kl.Layout())
    with pytest.raises(kl.errors.FormatError, match="two versions"):
        kl.diff(Path(__file__))


@each_corpus_file("**/*.wok", "lyt/*", "vis/*", "twoda/*", "archives/*", "pwk/*", "ascii/*")
def test_hostile_bytes_give_an_answer_or_a_located_error(path: Path) -> None:
    data = path.read_bytes()
    if len(data) > 200_000:
        data = data[:200_000]
    random = np.random.default_rng(len(data))
    for _ in range(3):
        broken = bytearray(data)
        for at in random.integers(0, max(len(data), 1), 8).tolist():
            broken[at] = int(random.integers(0, 256))
        for old, new in ((data, bytes(broken)), (bytes(broken), data)):
            try:
                found = kl.diff_bytes(old, new, path.name)
            except FormatError:
                continue
            assert found.same == (old == new)
            assert found.to_json()
            assert found.lines()


@each_level_file("models/k1/tar_m10aa/m10aa_01a.mdl", "models/k2/740kor/*.mdl")
def test_models(path: Path) -> None:
    model = kl.read_model(path)
    mesh = kl.walkmesh_from_model(model)
    face = int(np.flatnonzero(mesh.walkable)[0]) if mesh.walkable.any() else 0
    after = kl.put_walkmesh(model, kl.paint(mesh, "Grass", faces=[face]).mesh)
    found = kl.diff(model, after)
    assert {each.kind for each in found.changes} - {"mesh-renumbered"} == {"faces-painted"}
    assert kl.diff(model, model).same


def test_of_two_files_the_broken_one_is_named(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.wok", tmp_path / "bad.wok"
    kl.write_walkmesh(grid(), good)
    bad.write_bytes(b"{}")
    for pair in ((good, bad), (bad, good)):
        with pytest.raises(FormatError) as caught:
            kl.diff(*pair)
        assert caught.value.source == bad.as_posix()


def test_equal_bytes_are_not_read() -> None:
    assert diff_data(b"nothing that can be read", b"nothing that can be read", "a.wok") == []
