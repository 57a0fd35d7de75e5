"""Every real file comes back byte for byte, and what is derived from rooms is what they store."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import kotorlevel as kl
from kotorlevel.formats.gff import parse_gff
from kotorlevel.formats.twoda import parse_2da
from support.corpus import each_level_file

ROOMS = ("areas/*/*/*.wok", "community_fixes/before/*.wok")
PINCHED = (
    "m14ab_02a.wok",
    "m14ab_09a.wok",
    "m01aa_04a.wok",
    "m02ae_02a.wok",
    "m02ae_12a.wok",
    "m17aa_09.wok",
    "m41aa_01a.wok",
    "m41aa_01d.wok",
    "m41ad_03a.wok",
)
"""Rooms whose loops meet themselves in a vertex in a way that tells one rule from another."""


@each_level_file("**/*.wok", "**/*.dwk", "**/*.pwk", also=PINCHED)
def test_a_walkmesh_comes_back(path: Path) -> None:
    assert kl.read_walkmesh(path).to_bytes() == path.read_bytes()


@each_level_file("**/*.lyt")
def test_a_layout_comes_back(path: Path) -> None:
    assert kl.read_layout(path).to_bytes() == path.read_bytes()


@each_level_file("**/*.vis")
def test_a_visibility_file_comes_back(path: Path) -> None:
    assert kl.read_visibility(path).to_bytes() == path.read_bytes()


@each_level_file("**/*.git", "**/*.are", "**/*.ifo", "**/*.pth", "**/*.utd", "**/*.utp")
def test_a_gff_comes_back(path: Path) -> None:
    assert parse_gff(path.read_bytes(), path.name).to_bytes() == path.read_bytes()


@each_level_file("**/*.2da")
def test_a_table_comes_back(path: Path) -> None:
    assert parse_2da(path.read_bytes(), path.name).to_bytes() == path.read_bytes()


@each_level_file(*ROOMS, also=PINCHED)
def test_derived_tables_are_the_stored_ones(path: Path) -> None:
    """Adjacency, edges, loops and planes of BioWare's own rooms (FACTS 3, 4)."""
    mesh = kl.read_walkmesh(path)
    assert mesh.stored is not None
    stored, derived = mesh.stored, mesh.rebuilt().derived
    for name in ("adjacency", "edges", "loops"):
        assert getattr(derived, name).tobytes() == getattr(stored, name).tobytes(), name
    planes = stored.normals.tobytes() + stored.distances.tobytes()
    either = [mesh.rebuilt(game=game).derived for game in ("k1", "k2")]
    assert planes in [each.normals.tobytes() + each.distances.tobytes() for each in either]


@each_level_file(*ROOMS)
def test_derived_trees_hold_what_the_stored_ones_hold(path: Path) -> None:
    """The same shape and, but for ties and rounding, the same halves: each face in one leaf."""
    mesh = kl.read_walkmesh(path)
    assert mesh.stored is not None
    stored, derived = mesh.stored.nodes, mesh.rebuilt().derived.nodes
    if len(stored) == len(derived):  # one shipped room leaves faces out (FACTS 4)
        assert np.array_equal(derived["face"] == -1, stored["face"] == -1)
        assert np.array_equal(derived["left"], stored["left"])
        assert np.array_equal(derived["right"], stored["right"])
        assert np.array_equal(np.sort(derived["face"]), np.sort(stored["face"]))
