"""Measure KotorLevel on real files and write docs/real-files.md.

    python docs/real_files.py

Needs the folders that the tests use: ``KOTORLEVEL_CORPUS`` and ``KOTORLEVEL_LEVELS``, or
``shared/corpus`` and ``shared/levels`` beside the project. They are not part of it.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import kotorlevel as kl
from kotorlevel.area.gamemap.ground import floor_points
from kotorlevel.area.gamemap.survey import is_lit, lit_pixels
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.sources import FolderSource
from kotorlevel.formats.gff import parse_gff
from kotorlevel.formats.twoda import parse_2da

ROOT = Path(__file__).resolve().parents[1]
CORPUS = Path(os.environ.get("KOTORLEVEL_CORPUS", ROOT.parent / "shared" / "corpus"))
LEVELS = Path(os.environ.get("KOTORLEVEL_LEVELS", ROOT.parent / "shared" / "levels"))


def _gff(path: Path) -> bytes:
    return parse_gff(path.read_bytes()).to_bytes()


READERS: dict[str, Callable[[Path], bytes]] = {
    "wok": lambda path: kl.read_walkmesh(path).to_bytes(),
    "dwk": lambda path: kl.read_walkmesh(path).to_bytes(),
    "pwk": lambda path: kl.read_walkmesh(path).to_bytes(),
    "lyt": lambda path: kl.read_layout(path).to_bytes(),
    "vis": lambda path: kl.read_visibility(path).to_bytes(),
    "2da": lambda path: parse_2da(path.read_bytes()).to_bytes(),
    **dict.fromkeys(("git", "are", "ifo", "pth", "utd", "utp"), _gff),
}


def main() -> None:
    """Measure, and write the page."""
    if not (CORPUS.is_dir() and LEVELS.is_dir()):
        sys.exit(f"There are no real files at {CORPUS} and {LEVELS}.")
    areas = sorted(path for path in LEVELS.glob("areas/*/*") if path.is_dir())
    parts = [_HEAD, *_round_trips(), *_tables(), *_links(areas), *_findings(areas), *_models()]
    parts += [*_game_maps(areas), ""]
    (ROOT / "docs" / "real-files.md").write_text("\n".join(parts), encoding="utf-8")


_HEAD = """# On real files

<!-- Made by docs/real_files.py; run it to measure again. -->

What KotorLevel does with the files of the games and of mods that its tests know: whole areas as
shipped, doors, placeables, layouts, and files of other tools. The files are not part of the
project. `./test --all` checks all of this; `./test` a sample.
"""


def _round_trips() -> list[str]:
    lines = ["## Read and written again", "", "| files | read | the same bytes |", "|---|---|---|"]
    for ending, read in READERS.items():
        paths = [*LEVELS.rglob(f"*.{ending}"), *CORPUS.rglob(f"*.{ending}")]
        paths = [path for path in paths if "corrupted" not in path.name]
        same = sum(read(path) == path.read_bytes() for path in paths)
        lines.append(f"| {ending.upper()} | {len(paths):,} | {same:,} |")
    return [*lines, ""]


def _tables() -> list[str]:
    rooms = shapes = 0
    equal: Counter[str] = Counter()
    for path in sorted(LEVELS.glob("areas/*/*/*.wok")):
        mesh = kl.read_walkmesh(path)
        if not len(mesh.faces) or mesh.stored is None:
            continue
        rooms += 1
        stored, derived = mesh.stored, mesh.rebuilt().derived
        equal.update(
            name
            for name in ("adjacency", "edges", "loops")
            if getattr(derived, name).tobytes() == getattr(stored, name).tobytes()
        )
        planes = stored.normals.tobytes() + stored.distances.tobytes()
        games = [mesh.rebuilt(game=game).derived for game in ("k1", "k2")]
        either = [each.normals.tobytes() + each.distances.tobytes() for each in games]
        equal["normals and distances"] += planes in either
        shapes += np.array_equal(derived.nodes["face"], stored.nodes["face"])
    names = ("normals and distances", "adjacency", "edges", "loops")
    rows = [f"| {name} | {equal[name]:,} of {rooms:,} |" for name in names]
    tree = f"| order of faces in the box tree | {shapes:,} of {rooms:,} |"
    why = (
        "The tool of the games built the tree from the model's own numbers and order of faces, "
        "which a WOK does not have; where only ties differ, the tree is as good."
    )
    head = [
        "## Derived tables beside those of the games' tool",
        "",
        "| table | rooms |",
        "|---|---|",
    ]
    return [*head, *rows, tree, "", why, ""]


def _links(areas: list[Path]) -> list[str]:
    shipped = back = added = specks = walled = 0
    for path in areas:
        area = kl.load_area(path)
        bare: dict[int, kl.Walkmesh | None] = {
            room.index: room.mesh.edited(transitions=np.full_like(room.mesh.transitions, -1))
            for room in area.rooms
            if room.mesh is not None
        }
        linked, report = kl.relink(area.with_meshes(bare))
        closed = {edge for pair in report.walled for edge in pair}
        for old, new in zip(area.rooms, linked.rooms, strict=True):
            if old.mesh is None or new.mesh is None:
                continue
            was, now = old.mesh.transitions, new.mesh.transitions
            shipped += int((was != -1).sum())
            back += int(((was != -1) & (now == was)).sum())
            added += int(((now != was) & (now != -1)).sum())
            for face, side in np.argwhere((was != -1) & (now == -1)).tolist():
                is_walled = (old.index, 3 * face + side) in closed
                walled += is_walled
                specks += not is_walled
    return [
        "## Links from nothing",
        "",
        f"In {len(areas)} whole areas all links were taken away and found again by geometry alone: "
        f"{back:,} of {shipped:,} come back, {added} are invented. Of the others {specks} are "
        "edges of less than a tenth of a millimetre, which lead nowhere for anybody, and "
        f"{walled} are closed by a wall behind the doorway.",
        "",
    ]


def _findings(areas: list[Path]) -> list[str]:
    found: Counter[tuple[str, str]] = Counter()
    for path in areas:
        found.update((f.rule, f.severity.label) for f in kl.check(path) if f.severity)
    counts = Counter[str]()
    for (_, label), number in found.items():
        counts[label] += number
    rules = sorted({rule for rule, _ in found})
    rows = [
        f"| {rule} | " + " | ".join(str(found[rule, label] or "") for label in _LABELS) + " |"
        for rule in rules
    ]
    return [
        "## What a check says of areas as shipped",
        "",
        f"{len(areas)} whole areas: {counts['error']} error, {counts['warning']} warnings, "
        f"{counts['info']} infos. Every warning was looked at and is true; the error is the entry "
        "of an area that was cut from the game.",
        "",
        "| rule | errors | warnings | infos |",
        "|---|---|---|---|",
        *rows,
    ]


def _game_maps(areas: list[Path]) -> list[str]:
    """The maps that the games ship beside those that we draw."""
    maps = FolderSource(LEVELS / "maps", "maps")
    rows: list[list[float]] = []
    for path in areas:
        area = kl.load_area(path)
        sources = area.lookup.sources if area.lookup else ()
        area = replace(area, lookup=Lookup((*sources, maps)))
        shipped = kl.survey_game_map(area)
        if shipped is None or shipped.image is None or shipped.on_lit is None:
            continue
        fields = kl.fit_map(area)
        own, same = (lit_pixels(kl.draw_game_map(area, each)) for each in (fields, shipped.fields))
        shown = is_lit(own, fields.to_pixels(floor_points(area))).mean()
        there = lit_pixels(shipped.image)
        both = (same & there).sum()
        shares = both / same.sum(), both / (same | there).sum()
        rows.append([shipped.on_lit, float(there.mean()), float(shown), *map(float, shares)])
    middle, least = np.median(rows, axis=0).tolist(), np.min(rows, axis=0).tolist()
    labels = (
        "floor on lit pixels, shipped picture and fields",
        "lit pixels of the shipped picture: what chance would give",
        "floor on lit pixels, our picture and our fields",
        "what we draw by the shipped fields that is lit in the shipped picture",
        "the same as a share of what is lit in either",
    )
    return [
        f"""
## The game's map

The maps of {len(rows)} areas beside those that `kl.draw_game_map` draws of them. The shipped ones
show more than the floor, in some all around it, so the last row cannot be near 1.

| share | median | least |
|---|---|---|""",
        *(f"| {a} | {b:.1%} | {c:.1%} |" for a, b, c in zip(labels, middle, least, strict=True)),
    ]


def _models() -> list[str]:
    """What the rules on models say, with areas and their models in one folder."""
    found: Counter[tuple[str, str]] = Counter()
    folders = sorted(path for path in LEVELS.glob("models/*/*") if path.is_dir())
    for folder in folders:
        with TemporaryDirectory() as name:
            area = LEVELS / "areas" / folder.parent.name / folder.name
            for path in (*area.iterdir(), *folder.iterdir()):
                shutil.copy(path, name)
            report = kl.check(name, kl.Options(select=("MDL", "MDL010")))
            found.update((f.rule, f.severity.label) for f in report if f.severity)
    rooms = sum(len([*folder.glob("*.mdl")]) for folder in folders)
    rows = [
        f"| {rule.id} | {rule.title} | "
        + " | ".join(str(found[rule.id, label] or "") for label in _LABELS)
        + " |"
        for rule in kl.rules("MDL")
    ]
    return [
        "",
        "## What is seen beside what is walked on",
        "",
        f"{len(folders)} areas with the models of all their {rooms} rooms. The warnings are rocks "
        "of Korriban, which stand on floor that goes on below them. MDL010 is asked for here.",
        "",
        "| rule | | errors | warnings | infos |",
        "|---|---|---|---|---|",
        *rows,
    ]


_LABELS = ("error", "warning", "info")

if __name__ == "__main__":
    main()
