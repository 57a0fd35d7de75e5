"""JSON of every file and back; and which format a file is."""

from __future__ import annotations

import json
from collections.abc import Iterator

import kotorlevel as kl
from kotorlevel.formats.detect import detect_data_format, detect_drawing_format, detect_format
from support.mesh.json_samples import make_samples, sample_model
from target import Target
from targets.pictures import gltf_seeds, obj_seeds


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


def detect(data: bytes) -> None:
    """What a file is, by its content."""
    detect_format(data)
    detect_data_format(data[:8])
    detect_drawing_format(data)


def every_seed() -> Iterator[bytes]:
    """A sample of every format."""
    yield from make_samples().values()
    yield from (*obj_seeds(), *gltf_seeds())


TARGETS = {
    "json": Target(read_json, json_seeds, largest=1024),
    "to-json": Target(to_json_and_back, to_json_seeds, largest=700),
    "detect": Target(detect, every_seed, largest=600),
}
"""Name → target."""
