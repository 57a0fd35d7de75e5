"""Walkmeshes, the text that they are made from, and models."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import suppress

import kotorlevel as kl
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.ascii.reader import parse_ascii
from kotorlevel.formats.ascii.writer import format_ascii_model
from kotorlevel.formats.bwm import parse_bwm
from kotorlevel.formats.mdl.reader import parse_model
from kotorlevel.mesh.io import parse_room_walkmesh, read_walkmeshes
from support.builders import square_pwk, square_wok
from support.formats import ascii_samples
from support.mesh.json_samples import sample_model, sample_room
from support.sample_area import station_files
from target import Target
from targets.common import check_problems, samples


def read_bwm(data: bytes) -> None:
    """The tables, and the same bytes again."""
    bwm = parse_bwm(data, "x.wok")
    assert bwm.to_bytes() == data, "not the same bytes"
    check_problems(bwm.problems)


def rebuild(data: bytes) -> None:
    """The mesh, and every derived table anew."""
    mesh = parse_room_walkmesh(data, "x.wok")
    assert mesh.to_bytes() == data, "not the same bytes"
    again = mesh.rebuilt().to_bytes()
    assert parse_room_walkmesh(again, "x.wok").rebuilt().to_bytes() == again, (
        "another mesh when rebuilt"
    )


def bwm_seeds() -> Iterator[bytes]:
    """Rooms, an object, and what no writer would write."""
    yield from (square_wok().to_bytes(), square_pwk().to_bytes(), sample_room().to_bytes())
    yield from samples(".wok", ".pwk", ".dwk")()


def read_ascii(data: bytes) -> None:
    """The text, the nodes, the walkmeshes in them."""
    model = parse_ascii(data, "x.ascii")
    check_problems(model.problems)
    format_ascii_model(model)
    for mesh in read_walkmeshes(data).values():
        mesh.to_bytes()


def ascii_seeds() -> Iterator[bytes]:
    """Every sample of the tests."""
    yield from (v for v in vars(ascii_samples).values() if isinstance(v, bytes))


def read_mdl(data: bytes) -> None:
    """The model, with its MDX behind it: the first four bytes say where that begins."""
    size = int.from_bytes(data[:4], "little")
    mdl, mdx = data[4 : 4 + size], data[4 + size :]
    model = parse_model(mdl, "x.mdl", mdx)
    check_problems(model.problems)
    for node in model.nodes:
        _ = node.name, node.mesh
    with suppress(FormatError):
        kl.walkmesh_from_model(model).to_bytes()


def mdl_seeds() -> Iterator[bytes]:
    """Models of rooms."""
    everything: dict[str, bytes] = {}
    for files in station_files().values():
        everything |= files
    pairs = [sample_model()]
    pairs += [(d, everything[n[:-3] + "mdx"]) for n, d in everything.items() if n[-4:] == ".mdl"]
    yield from (struct.pack("<I", len(mdl)) + mdl + mdx for mdl, mdx in pairs)


_ROOMS = ("corpus/wok/**/*.wok", "corpus/pwk/*")

TARGETS = {
    "bwm": Target(read_bwm, bwm_seeds, _ROOMS, largest=1600),
    "rebuild": Target(rebuild, bwm_seeds, _ROOMS, largest=2600),
    "ascii": Target(read_ascii, ascii_seeds, ("corpus/ascii/*",), largest=1024),
    "mdl": Target(read_mdl, mdl_seeds, largest=6200),
}
"""Name → target."""
