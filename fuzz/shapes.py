"""Large inputs of shapes that small ones never take: what repeats, nests, is long, is shared."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator

from support.formats.archive_shapes import MOD, RIM, Row, archive_file, key_file
from support.formats.gff_shapes import gff_bytes, words
from support.formats.gltf_shapes import TRIANGLE, glb, scene
from support.formats.twoda_shapes import binary

_MOST_LINES = 16

Shapes = Iterator[tuple[str, Callable[[int], bytes]]]
"""Pairs of a name, and what makes an input of about so many bytes."""


def text_shapes(seeds: Iterable[bytes]) -> Shapes:
    """Every line of every seed: many times, under many names, with many words, with long ones."""
    for number, seed in enumerate(seeds):
        lines = seed.splitlines(keepends=True)
        firsts = {line.split(b" ")[0]: at for at, line in reversed(list(enumerate(lines)))}
        for at in sorted(firsts.values())[:_MOST_LINES]:
            for name, make in _LINES.items():
                yield f"{name} of line {at} of seed {number}", _in_place(lines, at, make)
    for letter in b"\n \t\"'#/\\[{(,:0-\0\xff":
        yield f"only {bytes([letter])!r}", lambda size, letter=letter: bytes([letter]) * size


def _in_place(
    lines: list[bytes], at: int, make: Callable[[bytes, int], bytes]
) -> Callable[[int], bytes]:
    before, line, after = b"".join(lines[:at]), lines[at], b"".join(lines[at + 1 :])
    return lambda size: before + make(line, size) + after


def _repeated(line: bytes, size: int) -> bytes:
    return line * (size // len(line))


def _numbered(line: bytes, size: int) -> bytes:
    """The line under many names: every word that begins with a letter gets a number."""
    parts = line.split(b" ")
    named = [part[:1].isalpha() for part in parts]
    made, total, number = [], 0, 0
    while total < size:
        tail = b"%d" % number
        one = b" ".join(
            part.rstrip() + tail + part[len(part.rstrip()) :] if is_name else part
            for part, is_name in zip(parts, named, strict=True)
        )
        made.append(one)
        total += len(one)
        number += 1
    return b"".join(made)


def _worded(line: bytes, size: int) -> bytes:
    """The line with its last word many times."""
    bare = line.rstrip()
    last = b" " + (bare.split() or [b"x"])[-1]
    return bare + last * (size // len(last)) + line[len(bare) :]


def _long(letter: bytes) -> Callable[[bytes, int], bytes]:
    def make(line: bytes, size: int) -> bytes:
        bare = line.rstrip()
        return bare + letter * size + line[len(bare) :]

    return make


def _counted(line: bytes, size: int) -> bytes:
    """The line with a count that is too large, and as many lines as there is room for behind it."""
    return line.rstrip() + b"9" + line[len(line.rstrip()) :] + b"x 1 2 3\n" * (size // 8)


_LINES: dict[str, Callable[[bytes, int], bytes]] = {
    "repeats": _repeated,
    "names": _numbered,
    "words": _worded,
    "a long word": _long(b"x"),
    "a long number": _long(b"1"),
    "a count": _counted,
}


def json_shapes(seeds: Iterable[bytes]) -> Shapes:
    """Depth, numbers, texts and keys without end; and every piece of a seed many times."""
    for opening, closing in ((b"[", b"]"), (b'{"a":', b"}")):
        yield (
            f"nested {opening!r}",
            lambda size, a=opening, b=closing: (
                a * (size // len(a + b)) + b"1" + b * (size // len(a + b))
            ),
        )
    yield "a long number", lambda size: b'{"format":' + b"9" * size + b"}"
    yield "a long text", lambda size: b'{"format":"' + b"x" * size + b'"}'
    yield "escapes", lambda size: b'{"format":"' + b"\\u00e9" * (size // 6) + b'"}'
    yield "keys", lambda size: b"{" + b",".join(b'"%d":1' % i for i in range(size // 9)) + b"}"
    for number, seed in enumerate(seeds):
        for at in [i for i, letter in enumerate(seed) if letter == ord("[")][:40]:
            end = _closing(seed, at)
            inner = seed[at + 1 : end].strip()
            if inner:
                yield (
                    f"a list at {at} of seed {number}",
                    lambda size, a=seed[: at + 1], b=inner, c=seed[end:]: (
                        a + b",".join([b] * max(1, size // (len(b) + 1))) + c
                    ),
                )


def _closing(text: bytes, at: int) -> int:
    depth, quoted = 0, False
    for place in range(at, len(text)):
        letter = text[place : place + 1]
        if letter == b'"' and text[place - 1 : place] != b"\\":
            quoted = not quoted
        elif not quoted and letter in b"[{":
            depth += 1
        elif not quoted and letter in b"]}":
            depth -= 1
            if not depth:
                return place
    return len(text)


# Binary forms: counts that are true, and tables that are shared


def bwm_shapes() -> Shapes:
    """A floor of many faces without a tree, and faces that are all the same."""

    def faces(size: int, *, same: bool) -> bytes:
        count = size // 28
        points = b"".join(struct.pack("<3f", i % 1000, i // 1000, 0) for i in range(count // 2))
        corners = (0, 1, 2) if same else None
        rows = b"".join(
            words(*(corners or (i % (count // 2), (i + 1) % (count // 2), (i * 7) % (count // 2))))
            for i in range(count)
        )
        tables = [(count // 2, points), (count, rows), (count, words(*[4] * count))]
        tables += [(count, bytes(12 * count)), (count, bytes(4 * count))]
        place, head, body = 136, b"", b""
        for number, (many, data) in enumerate(tables):
            head += words(many, place) if number < 2 else words(place)
            place += len(data)
            body += data
        head += words(0, place, 0, 0, place, 0, place, 0, place)
        start = b"BWM V1.0" + words(1) + bytes(60)
        return (start + head).ljust(136, b"\0")[:136] + body

    yield "many faces", lambda size: faces(size, same=False)
    yield "one face many times", lambda size: faces(size, same=True)


def gff_shapes() -> Shapes:
    """Structs in structs, lists of all, texts that share their bytes."""

    def nested(size: int) -> bytes:
        count = size // 24
        structs = [(i, i, 1) for i in range(count)]
        fields = [(14, 0, i + 1) for i in range(count - 1)] + [(0, 0, 0)]
        return gff_bytes(structs, fields, [b"A"])

    def wide(size: int) -> bytes:
        count = size // 28
        structs = [(0xFFFFFFFF, 0, 1)] + [(1, 1, 1)] * count
        return gff_bytes(
            structs, [(15, 0, 0), (0, 0, 1)], [b"A"], lists=words(count, *range(1, count + 1))
        )

    def shared(size: int, kind: int) -> bytes:
        half = size // 2
        count = half // 16
        text = (
            words(half) + b"x" * half
            if kind != 12
            else (
                words(8 + 9 * (half // 9), 0xFFFFFFFF, half // 9)
                + (words(0, 1) + b"x") * (half // 9)
            )
        )
        fields = [(kind, 0, 0)] * count
        indices = words(*range(count))
        return gff_bytes([(0xFFFFFFFF, 0, count)], fields, [b"A"], data=text, indices=indices)

    def one_list(size: int) -> bytes:
        count = size // 32
        structs = [(0xFFFFFFFF, 0, count)] + [(1, 0, 0)] * count
        fields = [(15, 0, 0)] * count
        return gff_bytes(
            structs, fields, [b"A"], indices=words(*range(count)),
            lists=words(count, *range(1, count + 1)),
        )  # fmt: skip

    def one_label(size: int) -> bytes:
        count = size // 32
        fields = [(0, i, 0) for i in range(count)]
        return gff_bytes(
            [(0xFFFFFFFF, 0, count)], fields, [b"%d" % i for i in range(count)],
            indices=words(*range(count)),
        )  # fmt: skip

    yield "structs in structs", nested
    yield "a list of many", wide
    yield "texts that share bytes", lambda size: shared(size, 10)
    yield "bytes that are shared", lambda size: shared(size, 13)
    yield "localized texts that are shared", lambda size: shared(size, 12)
    yield "lists that are shared", one_list
    yield "many labels", one_label


def archive_shapes() -> Shapes:
    """Many entries; entries that are the whole file; the same name again and again."""
    for magic in (MOD, RIM):
        label = magic[:3].decode()
        yield (
            f"{label}: many entries",
            lambda size, m=magic: archive_file(
                m, [Row(b"e%d" % i, 2016) for i in range(size // 32)]
            ),
        )
        yield (
            f"{label}: one name",
            lambda size, m=magic: archive_file(m, [Row(b"e", 2016)] * (size // 32)),
        )
        yield (
            f"{label}: entries that share bytes",
            lambda size, m=magic: archive_file(
                m, [Row(b"e%d" % i, 2016, b"", 0, size // 2) for i in range(size // 32)]
            ),
        )


def key_shapes() -> Shapes:
    """Many BIFs, many keys."""
    yield (
        "many keys",
        lambda size: key_file(
            [(b"data\\a.bif", 9, 1)], [(b"k%d" % i, 2016, i) for i in range(size // 22)]
        ),
    )
    yield (
        "many BIFs",
        lambda size: key_file([(b"data\\b%d.bif" % i, 9, 1) for i in range(size // 24)], []),
    )
    yield "one key", lambda size: key_file([(b"a.bif", 9, 1)], [(b"k", 2016, 0)] * (size // 22))


def twoda_shapes() -> Shapes:
    """Rows, columns, cells that share their text."""
    yield "rows", lambda size: binary(
        b"a\t\0", size // 10, b"".join(b"%d\t" % i for i in range(size // 10)),
        (0,) * (size // 10), pool=b"x\0",
    )  # fmt: skip
    yield "columns", lambda size: binary(
        b"".join(b"c%d\t" % i for i in range(size // 10)) + b"\0", 1, b"0\t", (0,) * (size // 10),
        pool=b"x\0",
    )  # fmt: skip
    yield "cells that share bytes", lambda size: binary(
        b"a\t\0", size // 4, b"\t" * (size // 4), tuple(i % 60000 for i in range(size // 4)),
        pool=b"x" * 65000 + b"\0", size=65001,
    )  # fmt: skip


def picture_shapes() -> Shapes:
    """Runs that stand for far more pixels than bytes, and plain ones."""

    def tga(kind: int, bits: int, width: int, height: int, body: bytes) -> bytes:
        head = bytes([0, 0, kind]) + bytes(9) + struct.pack("<HHBB", width, height, bits, 0)
        return head + body

    def runs(size: int) -> bytes:
        side = max(1, min(16384, int((128 * (size // 5)) ** 0.5)))
        return tga(10, 32, side, side, b"\xff\1\2\3\4" * (size // 5))

    def short_runs(size: int) -> bytes:
        side = int((size // 5) ** 0.5)
        return tga(10, 32, side, side, b"\x80\1\2\3\4" * (size // 5))

    def grey(size: int) -> bytes:
        side = int(size**0.5)
        return tga(3, 8, side, side, bytes(side * side))

    def tpc(size: int, encoding: int, compressed: bool) -> bytes:
        side = 4
        while side * side * 4 <= size * (2 if compressed else 1):
            side *= 2
        body = bytes(size)
        stored = side * side // 2 if compressed else 0
        head = struct.pack("<IfHHBB", stored, 1.0, side, side, encoding, 1) + bytes(114)
        return head + body.ljust(side * side * 4, b"\1")[: max(size, stored or size)]

    yield "TGA: runs", runs
    yield "TGA: short runs", short_runs
    yield "TGA: grey", grey
    yield "TPC: blocks", lambda size: tpc(size, 2, True)
    yield "TPC: grey", lambda size: tpc(size, 1, False)


def gltf_shapes() -> Shapes:
    """Many meshes over one buffer, many nodes of one mesh, nodes below nodes."""

    def meshes(size: int) -> bytes:
        data = TRIANGLE * max(1, size // 2 // len(TRIANGLE))
        made = scene()
        made["accessors"][0]["count"] = len(data) // 12
        made["bufferViews"][0]["byteLength"] = made["buffers"][0]["byteLength"] = len(data)
        count = size // 2 // 60
        made["meshes"] = made["meshes"] * count
        made["nodes"] = [{"mesh": i} for i in range(count)]
        made["scenes"] = [{"nodes": list(range(count))}]
        return glb(made, data)

    def nodes(size: int) -> bytes:
        made = scene()
        count = size // 30
        made["nodes"] = [{"mesh": 0, "translation": [i, 0, 0]} for i in range(count)]
        made["scenes"] = [{"nodes": list(range(count))}]
        return glb(made, TRIANGLE)

    def chain(size: int) -> bytes:
        made = scene()
        count = size // 24
        made["nodes"] = [{"children": [i + 1]} for i in range(count - 1)] + [{"mesh": 0}]
        made["scenes"] = [{"nodes": [0]}]
        return glb(made, TRIANGLE)

    yield "meshes over one buffer", meshes
    yield "nodes of one mesh", nodes
    yield "nodes below nodes", chain
