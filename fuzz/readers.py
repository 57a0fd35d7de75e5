"""The readers as targets: what is read can be asked, and is written as it was."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import kotorlevel as kl
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.archives.key_reader import parse_key
from kotorlevel.formats.ascii.reader import parse_ascii
from kotorlevel.formats.ascii.writer import format_ascii_model
from kotorlevel.formats.bwm import parse_bwm
from kotorlevel.formats.detect import (
    detect_data_format,
    detect_drawing_format,
    detect_format,
)
from kotorlevel.formats.gltf.reader import parse_gltf
from kotorlevel.formats.gltf.writer import format_glb
from kotorlevel.formats.images.reader import parse_image
from kotorlevel.formats.lyt import parse_layout
from kotorlevel.formats.mdl.reader import parse_model
from kotorlevel.formats.obj.materials import parse_mtl
from kotorlevel.formats.obj.reader import parse_obj
from kotorlevel.formats.obj.writer import format_obj
from kotorlevel.formats.twoda import parse_2da
from kotorlevel.formats.vis import parse_visibility
from kotorlevel.mesh.io import parse_room_walkmesh, read_walkmeshes
from support.builders import square_pwk, square_wok
from support.formats import ascii_samples
from support.formats.archive_shapes import survives as archive_survives
from support.formats.drawings import grid, shape_of
from support.formats.gff_shapes import survives as gff_survives
from support.formats.gltf_shapes import TRIANGLE, UBYTE, data_address, glb, indexed, scene
from support.formats.pth_shapes import pth_gff
from support.formats.twoda_shapes import survives as twoda_survives
from support.mesh.json_samples import make_samples, sample_model, sample_room
from support.sample_area import station_files
from target import Target

Seeds = Callable[[], Iterator[bytes]]


def check_problems(problems: Any) -> None:
    """Problems are texts for people, of one line each."""
    for problem in problems:
        assert str(problem).isprintable(), "a problem is not printable"


def samples(*endings: str) -> Seeds:
    """The sample files and those of the station with these extensions."""

    def made() -> Iterator[bytes]:
        everything = dict(make_samples())
        for files in station_files().values():
            everything |= files
        yield from (data for name, data in everything.items() if name.endswith(endings))

    return made


# Walkmeshes, and the text that they are made from


def read_bwm(data: bytes) -> None:
    """The tables, the mesh, and what is derived from it."""
    bwm = parse_bwm(data, "x.wok")
    assert bwm.to_bytes() == data, "not the same bytes"
    check_problems(bwm.problems)
    mesh = parse_room_walkmesh(data, "x.wok")
    assert mesh.to_bytes() == data, "not the same bytes"
    mesh.rebuilt().to_bytes()


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


# Layouts and visibility: also edited, written, and read again


def edit_layout(data: bytes) -> None:
    """Read; move the first entry of a section; everything else must come back."""
    layout = parse_layout(data, "x.lyt")
    assert layout.to_bytes() == data, "not the same bytes"
    check_problems(layout.problems)
    for kind in (kl.LayoutRoom, kl.DoorHook):
        entries: Any = getattr(layout, kind.section)
        if entries:
            moved: Any = layout.moved(kind, 0, (1.5, 2.5, 3.5))
            check_same_layout(moved, parse_layout(moved.to_bytes()))


def check_same_layout(layout: kl.Layout, again: kl.Layout) -> None:
    """The content is the same, with numbers as the game holds them."""
    from kotorlevel.formats.lyt.writer import _comparable

    assert _comparable(layout) == _comparable(again), "reads back different"


def edit_visibility(data: bytes) -> None:
    """Read; let the first room see the last, mirror; everything else must come back."""
    sight = parse_visibility(data, "x.vis")
    assert sight.to_bytes() == data, "not the same bytes"
    check_problems(sight.problems)
    if rooms := sight.rooms:
        for edited in (sight.with_visible(rooms[0], rooms[-1]), sight.mirrored()):
            again = parse_visibility(edited.to_bytes())
            assert set(again.pairs()) == set(edited.pairs()), "reads back different"
            assert again.epilogue == edited.epilogue, "reads back different"


# Tables and trees


def read_2da(data: bytes) -> None:
    """The table, and it as CSV and back."""
    table = twoda_survives(data)
    if table is not None:
        try:
            text = kl.to_csv(table)
        except FormatError:
            return
        again = kl.from_csv(text)
        assert again.content == table.content, "another table after CSV"


def read_csv(data: bytes) -> None:
    """The table, and it as a file and back."""
    table = kl.from_csv(data)
    again = parse_2da(table.to_bytes())
    assert again.content == table.content, "another table after 2DA"


def csv_seeds() -> Iterator[bytes]:
    """Tables as CSV."""
    for data in samples(".2da")():
        try:
            yield kl.to_csv(parse_2da(data))
        except FormatError:
            continue


def read_pth(data: bytes) -> None:
    """The points; moved, written and read again."""
    points = kl.read_path_points(data)
    assert points.to_bytes() == data, "not the same bytes"
    check_problems(points.problems)
    assert len(points.points) >= 0


def read_json(data: bytes) -> None:
    """The file of a document, and the document of that file."""
    made = kl.file_from_json(data)
    kl.to_json(made.data, name="x.vis", mdx=made.mdx)


def json_seeds() -> Iterator[bytes]:
    """Every sample as JSON, in short lines."""
    for name, data in make_samples().items():
        text = kl.format_json(kl.to_json(data, name=name))
        yield text if isinstance(text, bytes) else text.encode()
    mdl, mdx = sample_model()
    yield json.dumps(kl.to_json(mdl, mdx=mdx)).encode()


_NAMES = ("x", "x.vis", "x.lyt", "x.wok", "x.2da", "x.git", "x.tga", "x.mod", "x.mdl", "x.key")


def to_json_and_back(data: bytes) -> None:
    """Any file as JSON, whose name the first byte says: the same bytes come back."""
    name = _NAMES[data[0] % len(_NAMES)] if data else "x"
    content = data[1:]
    document = kl.to_json(content, name=name)
    made = kl.file_from_json(kl.format_json(document))
    assert made.data == content, "not the same bytes"


def to_json_seeds() -> Iterator[bytes]:
    """Every sample behind the number of its name."""
    for name, data in make_samples().items():
        ending = name[name.rfind(".") :]
        numbers = [i for i, each in enumerate(_NAMES) if each.endswith(ending)]
        yield bytes(numbers[:1] or [0]) + data


# Models, pictures, drawings


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


def read_image(data: bytes) -> None:
    """The pixels."""
    image = parse_image(data, "x")
    assert image.pixels.shape[2] in (1, 3, 4)


def tga_seeds() -> Iterator[bytes]:
    """Small pictures: plain, run-length, with an alpha channel, grey."""
    yield from samples(".tga")()
    for kind, depth in ((2, 24), (2, 32), (3, 8), (10, 24), (10, 32), (11, 8)):
        head = bytes([0, 0, kind]) + bytes(9) + bytes([4, 0, 2, 0, depth, 0])
        pixel = bytes(range(depth // 8))
        yield head + (b"\x83" + pixel + b"\x03" + pixel * 4 if kind > 8 else pixel * 8)


def tpc_seeds() -> Iterator[bytes]:
    """Small pictures: grey, RGB, RGBA, DXT1 and DXT5, with a text behind."""
    for encoding, size, length in ((1, 0, 16), (2, 0, 48), (4, 0, 64), (2, 8, 8), (4, 16, 16)):
        head = struct.pack("<IfHHBB", size, 1.0, 4, 4, encoding, 1) + bytes(114)
        yield head + bytes(range(length)) + b"mipmap 0\n"


def read_obj(data: bytes) -> None:
    """The drawing, written and read again."""
    drawing = parse_obj(data, "x.obj")
    again = parse_obj(format_obj(drawing), "x.obj")
    assert count_faces(again) == count_faces(drawing), "reads back different"


def count_faces(drawing: kl.Drawing) -> int:
    """The triangles of all shapes; glTF is written without those that have no extent."""
    return sum(int((shape.sizes - 2).sum()) for shape in drawing.shapes)


def obj_seeds() -> Iterator[bytes]:
    """Drawings as we and others write them."""
    square = shape_of([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)])
    for shapes in ((square,), (grid(2), square)):
        made = format_obj(kl.Drawing(shapes))
        yield made if isinstance(made, bytes) else made[0]
    points = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\n"
    yield b"o a\n" + points + b"g x\ns 1\nusemtl Metal\nf 1/1/1 2//1 -1\n"
    yield b"mtllib x.mtl\nv 0 0 0 1\nv 1 0 0\nv 1 1 0 \\\n\nv 0 1 0\nl 1 2\nf 1 2 3 4\n"


def read_mtl(data: bytes) -> None:
    """The looks of materials."""
    parse_mtl(data)


def read_gltf(data: bytes) -> None:
    """The drawing, written and read again."""
    drawing = parse_gltf(data, "x.gltf")
    again = parse_gltf(format_glb(drawing))
    assert count_faces(again) <= count_faces(drawing), "reads back different"


def gltf_seeds() -> Iterator[bytes]:
    """GLB and .gltf: of triangles, with indices, with a node tree, with buffers inside."""
    yield glb(scene(), TRIANGLE)
    yield indexed(TRIANGLE, 3, bytes([0, 1, 2]), UBYTE)
    nodes = [
        {"name": "a", "children": [1], "rotation": [0, 0, 0, 1], "scale": [1, 2, 1]},
        {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]},
    ]
    yield glb(scene(nodes=nodes, materials=[{"name": "Metal"}]), TRIANGLE)
    yield format_glb(kl.Drawing((grid(2),), (kl.Mark("door_1", (1.0, 2.0, 3.0)),)))
    inside = [{"byteLength": len(TRIANGLE), "uri": data_address(TRIANGLE)}]
    yield json.dumps(scene(buffers=inside)).encode()


# Archives


def read_archive(data: bytes) -> None:
    """Every entry; one replaced, the others must be the same."""
    archive = archive_survives(data)
    if archive is None or not archive.entries:
        return
    first = archive.entries[0]
    changed = kl.read_archive(archive.replaced(first, b"changed").to_bytes())
    assert len(changed.entries) == len(archive.entries), "another number of entries"


def read_key(data: bytes) -> None:
    """The KEY."""
    key = parse_key(data, "chitin.key")
    assert key.to_bytes() == data, "not the same bytes"
    check_problems(key.problems)


# Which format it is


def detect(data: bytes) -> None:
    """What a file is, by its content."""
    detect_format(data)
    detect_data_format(data[:8])
    detect_drawing_format(data)


def every_seed() -> Iterator[bytes]:
    """A sample of every format."""
    yield from make_samples().values()
    yield from (*obj_seeds(), *gltf_seeds())


def write_edited_gff(data: bytes) -> None:
    """A tree, walked through, written anew, read again."""
    gff_survives(data)


TARGETS = {
    "bwm": Target(read_bwm, bwm_seeds, ("corpus/wok/**/*.wok", "corpus/pwk/*"), largest=2600),
    "ascii": Target(read_ascii, ascii_seeds, ("corpus/ascii/*",)),
    "lyt": Target(edit_layout, samples(".lyt"), ("corpus/lyt/*",), largest=700),
    "vis": Target(edit_visibility, samples(".vis"), ("corpus/vis/*",), largest=500),
    "2da": Target(read_2da, samples(".2da"), ("corpus/twoda/*",), largest=2048),
    "2da-text": Target(read_2da, lambda: [make_samples()["text.2da"]], largest=1024),
    "csv": Target(read_csv, csv_seeds, largest=1024),
    "gff": Target(
        write_edited_gff,
        samples(".git", ".are", ".ifo", ".utd", ".utp"),
        ("levels/areas/*/*/*.ut?",),
    ),
    "pth": Target(
        read_pth,
        lambda: [pth_gff().to_bytes(), *samples(".pth")()],
        ("levels/areas/*/*/*.pth",),
    ),
    "mdl": Target(read_mdl, mdl_seeds, largest=16384),
    "tga": Target(read_image, tga_seeds, largest=2048),
    "tpc": Target(read_image, tpc_seeds, largest=2048),
    "obj": Target(read_obj, obj_seeds, largest=2048),
    "mtl": Target(read_mtl, lambda: [b"newmtl Metal\nKd 0.5 1 0\nd 0.5\nnewmtl b\nTr 1\n"]),
    "gltf": Target(read_gltf, gltf_seeds),
    "archive": Target(read_archive, samples(".mod", ".rim"), ("corpus/archives/*",)),
    "key": Target(read_key, samples(".key")),
    "json": Target(read_json, json_seeds, largest=8192),
    "to-json": Target(to_json_and_back, to_json_seeds),
    "detect": Target(detect, every_seed),
}
"""Name → target."""
