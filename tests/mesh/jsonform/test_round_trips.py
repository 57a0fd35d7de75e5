"""Every file comes back from its JSON byte for byte: made ones, odd ones, real ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kotorlevel as kl
from support.corpus import each_corpus_file, each_level_file
from support.formats.game_files import GameFile, each_game_file
from support.mesh.json_samples import make_samples, sample_model

SAMPLES = make_samples()
CORPUS_FILES = (
    "wok/*/*.wok",
    "area_m10aa/*",
    "pwk/*",
    "lyt/*.lyt",
    "vis/*.vis",
    "twoda/*.2da",
    "archives/*",
    "ascii/*",
)
LEVEL_FILES = tuple(
    f"**/*.{ending}"
    for ending in "wok dwk pwk lyt vis git are ifo pth utd utp 2da mdl tga".split()  # noqa: SIM905
)


def come_back(data: bytes, name: str) -> kl.JsonFile:
    """The file out of the text of its document."""
    text = kl.format_json(kl.to_json(data, name=name))
    return kl.file_from_json(text.encode("utf-8"))


@pytest.mark.parametrize("name", SAMPLES)
def test_a_made_file_comes_back(name: str) -> None:
    document = kl.to_json(SAMPLES[name], name=name)
    assert come_back(SAMPLES[name], name).data == SAMPLES[name]
    assert kl.from_json(document) == SAMPLES[name]
    assert ("stored" in document) == name.startswith(("odd", "text", "thing", "module.rim"))


def test_a_model_comes_back_with_its_second_file(tmp_path: Path) -> None:
    mdl, mdx = sample_model()
    path = tmp_path / "room.mdl"
    path.write_bytes(mdl)
    assert kl.file_from_json(kl.to_json(path)).mdx is None
    path.with_suffix(".mdx").write_bytes(mdx)
    file = kl.file_from_json(kl.format_json(kl.to_json(path)))
    assert (file.data, file.mdx, file.is_same) == (mdl, mdx, True)


@pytest.mark.sampled(14)
@each_corpus_file(*CORPUS_FILES)
def test_a_file_of_the_corpus_comes_back(path: Path) -> None:
    data = path.read_bytes()
    if path.name.startswith("corrupted"):
        try:
            document = kl.to_json(path)
        except kl.errors.FormatError as error:
            assert error.source == str(path)
            return
        assert kl.from_json(kl.format_json(document)) == data
        return
    assert come_back(data, path.name).data == data


@pytest.mark.sampled(14)
@each_level_file(*LEVEL_FILES)
def test_a_file_of_a_level_comes_back(path: Path) -> None:
    file = kl.file_from_json(kl.format_json(kl.to_json(path)))
    assert file.data == path.read_bytes()
    if path.suffix == ".mdl":
        assert file.mdx == path.with_suffix(".mdx").read_bytes()


@pytest.mark.sampled(30)
@each_game_file()
def test_a_file_in_an_archive_comes_back(file: GameFile) -> None:
    assert come_back(file.data, str(file)).data == file.data


@pytest.mark.parametrize("name", ["room.wok", "odd.wok", "area.lyt", "odd.git", "odd.mod"])
def test_the_text_may_be_laid_out_otherwise(name: str) -> None:
    """What a formatter or jq does to it is no edit: spaces, and 1 for 1.0."""
    document = kl.to_json(SAMPLES[name], name=name)
    squeezed = json.dumps(document, separators=(",", ":")).replace(".0,", ",").replace(".0]", "]")
    assert squeezed != kl.format_json(document)
    assert kl.from_json(squeezed) == SAMPLES[name]


def test_what_is_stored_is_as_little_as_it_can_be() -> None:
    """An order as numbers, a text as its lines, tables as the rows that differ."""
    stored = {
        name: set(kl.to_json(data, name=name)["stored"]) - {"of", "file"}
        for name, data in SAMPLES.items()
        if name.startswith(("odd", "module.rim"))
    }
    assert stored["odd_order.git"] == {"order"}
    assert stored["odd.git"] == {"bytes"}
    assert stored["odd.lyt"] == stored["odd.vis"] == {"line_end", "lines"}
    assert stored["odd.wok"] == {"links", "header", "tables", "gaps"}
    assert stored["odd.mod"] == {"header", "tables", "gaps", "size"}
    assert stored["module.rim"] == {"header", "tables", "gaps", "size"}
    lines = kl.to_json(SAMPLES["odd.lyt"], name="x.lyt")["stored"]
    assert lines["line_end"] == "\n"
    assert lines["lines"] == SAMPLES["odd.lyt"].decode().split("\n")
    mixed = SAMPLES["area.vis"].replace(b"\r\n", b"\n", 1)
    found = kl.to_json(mixed, name="x.vis")["stored"]
    assert found["line_end"] == ""
    assert found["lines"][:2] == ["m55aa_01 1\n", "  m55aa_02\r\n"]


def test_what_is_no_known_file_is_told() -> None:
    with pytest.raises(kl.errors.InputError, match="none of the formats"):
        kl.to_json(b"PK\3\4 something", name="mod.zip")
    with pytest.raises(kl.errors.InputError, match="give its `name`"):
        kl.to_json(SAMPLES["area.vis"])


def test_a_resource_that_cannot_be_read_stays_as_bytes() -> None:
    """A broken walkmesh in an archive does not keep one from reading the others."""
    from kotorlevel.formats.archives import new_archive

    data = new_archive("MOD", [("bad", "wok", b"BWM V1.0"), ("good", "lyt", b"x")]).to_bytes()
    document = kl.to_json(data)
    assert [sorted(each) for each in document["entries"]] == [["base64", "name", "type"]] * 2
    assert kl.from_json(document) == data
