"""Pictures, and drawings of other programs."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator

import kotorlevel as kl
from kotorlevel.formats.gltf.reader import parse_gltf
from kotorlevel.formats.gltf.writer import format_glb
from kotorlevel.formats.images.reader import parse_image
from kotorlevel.formats.obj.materials import parse_mtl
from kotorlevel.formats.obj.reader import parse_obj
from kotorlevel.formats.obj.writer import format_obj
from support.formats.drawings import grid, shape_of
from support.formats.gltf_shapes import TRIANGLE, UBYTE, data_address, glb, indexed, scene
from target import Target
from targets.common import samples


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


TARGETS = {
    "tga": Target(read_image, tga_seeds, largest=1024),
    "tpc": Target(read_image, tpc_seeds, largest=1024),
    "obj": Target(read_obj, obj_seeds, largest=512),
    "mtl": Target(
        read_mtl, lambda: [b"newmtl Metal\nKd 0.5 1 0\nd 0.5\nnewmtl b\nTr 1\n"], largest=512
    ),
    "gltf": Target(read_gltf, gltf_seeds, largest=1024),
}
"""Name → target."""
