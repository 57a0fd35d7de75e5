"""A file of every format that has a JSON form, made in code: canonical ones and odd ones."""

from __future__ import annotations

import kotorlevel as kl
from kotorlevel.formats.twoda import TwoDA
from support.builders import square_pwk, square_wok
from support.formats.archive_shapes import MOD, RIM, Row, archive_file, key_file
from support.formats.ascii_samples import PYKOTOR
from support.formats.gff_shapes import gff_bytes, small_gff
from support.models import room_model

LAYOUT = (
    b"#MAXLAYOUT ASCII\r\nfiledependancy x.max\r\nbeginlayout\r\n   roomcount 2\r\n"
    b"      m55aa_01 0.0 1.5 2.0\r\n      m55aa_02 4.0 0.0 0.0\r\n   trackcount 0\r\n"
    b"   obstaclecount 0\r\n   doorhookcount 1\r\n"
    b"      m55aa_01 door_01 0 1.0 2.0 3.0 1.0 0.0 0.0 0.0\r\ndonelayout\r\n"
)
VISIBILITY = b"m55aa_01 1\r\n  m55aa_02\r\nm55aa_02 1\r\n  m55aa_01\r\n"
TABLE = TwoDA(
    ("label", "walk"), ("0", "1"), (("Dirt", "1"), ("", "caf\u00e9, \u201cmud\u201d"))
).to_bytes()
TEXT_TABLE = b'2DA V2.0\n\n  label   walk\n0 Dirt 1\n1   "Wet Dirt" ****\n'
TGA = bytes([0, 0, 2]) + bytes(9) + bytes([2, 0, 1, 0, 24, 0]) + bytes(range(6))


def sample_room() -> kl.Walkmesh:
    """A floor of two faces with a link to room 3, with all tables derived."""
    return kl.read_walkmesh(square_wok().to_bytes()).rebuilt()


def make_samples() -> dict[str, bytes]:
    """File name → bytes. What the name says is odd is what no writer would write."""
    room = sample_room().to_bytes()
    odd_room = bytearray(square_wok().to_bytes() + b"behind")
    odd_room[0x6C:0x70] = b"junk"
    gff = small_gff().to_bytes()
    # Two fields in the other order, a byte with junk above it, and a label that nobody uses.
    odd_gff = gff_bytes(
        [(0xFFFFFFFF, 0, 2)],
        [(0, 1, 0x11223344), (8, 0, 0x7FC00001)],
        [b"A", b"B", b"C"],
        indices=b"\1\0\0\0\0\0\0\0",
    )
    # Only the order differs: the second field of the root was made first.
    made_gff = gff_bytes(
        [(0xFFFFFFFF, 0, 2)],
        [(0, 0, 7), (5, 1, 9)],
        [b"B", b"A"],
        indices=b"\1\0\0\0\0\0\0\0",
    )
    inner = (Row(b"room", 2016, room), Row(b"area", 2023, gff), Row(b"note", 10, b"hello"))
    return {
        "room.wok": room,
        "odd.wok": bytes(odd_room),
        "thing.pwk": square_pwk().to_bytes(),
        "area.lyt": LAYOUT,
        "odd.lyt": LAYOUT.replace(b"\r\n", b"\n").replace(b"roomcount 2", b"roomcount 9"),
        "area.vis": VISIBILITY,
        "odd.vis": VISIBILITY.replace(b"_02 1", b"_02 7"),
        "table.2da": TABLE,
        "odd.2da": TABLE + b"more\0",
        "text.2da": TEXT_TABLE,
        "area.git": gff,
        "odd.git": odd_gff,
        "odd_order.git": made_gff,
        "module.mod": archive_file(MOD, inner, built=(103, 12, 5)),
        "odd.mod": archive_file(MOD, inner, gaps={"keys": b"gap", "end": b"end"}, reserved=b"junk"),
        "module.rim": archive_file(RIM, inner, order=["keys", 2, 1, 0], unknown=4),
        "chitin.key": key_file([(b"data\\a.bif", 20, 1)], [(b"room", 2016, 0)]),
        "room.wok.ascii": PYKOTOR,
        "map.tga": TGA,
    }


def sample_model() -> tuple[bytes, bytes]:
    """The MDL and MDX of a room."""
    return room_model(sample_room())
