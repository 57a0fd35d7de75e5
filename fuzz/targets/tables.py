"""Tables, trees and archives: 2DA, CSV, GFF, PTH, ERF and RIM, KEY."""

from __future__ import annotations

from collections.abc import Iterator

import kotorlevel as kl
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.archives.key_reader import parse_key
from kotorlevel.formats.twoda import parse_2da
from support.formats.archive_shapes import survives as archive_survives
from support.formats.gff_shapes import small_gff
from support.formats.gff_shapes import survives as gff_survives
from support.formats.pth_shapes import pth_gff
from support.formats.twoda_shapes import survives as twoda_survives
from support.mesh.json_samples import make_samples
from target import Target
from targets.common import check_problems, samples


def read_2da(data: bytes) -> None:
    """The table, and it as CSV and back."""
    table = twoda_survives(data)
    if table is not None:
        try:
            text = kl.to_csv(table)
        except FormatError:
            return
        again = kl.from_csv(text)
        assert again.content[:3] == table.content[:3], "another table after CSV"  # no DEFAULT there


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


def write_edited_gff(data: bytes) -> None:
    """A tree, walked through, written anew, read again."""
    gff_survives(data)


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


_TREES = samples(".git", ".are", ".ifo", ".utd", ".utp")

TARGETS = {
    "2da": Target(read_2da, samples(".2da"), ("corpus/twoda/*",), largest=768),
    "2da-text": Target(read_2da, lambda: [make_samples()["text.2da"]], largest=512),
    "csv": Target(read_csv, csv_seeds, largest=512),
    "gff": Target(
        write_edited_gff,
        lambda: [small_gff().to_bytes(), *_TREES()],
        ("levels/areas/*/*/*.ut?",),
        largest=1100,
    ),
    "pth": Target(
        read_pth,
        lambda: [pth_gff().to_bytes(), *samples(".pth")()],
        ("levels/areas/*/*/*.pth",),
        largest=768,
    ),
    "archive": Target(read_archive, samples(".mod", ".rim"), ("corpus/archives/*",), largest=768),
    "key": Target(read_key, samples(".key"), largest=512),
}
"""Name → target."""
