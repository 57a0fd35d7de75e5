"""`kl.paint`: which faces, and what becomes of floor and links."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from support.corpus import corpus_files, needs_corpus

Ends = tuple[tuple[float, ...], ...]

# Four squares of two faces in a row, from x = 0 to 4, the last of them leaning by 45 degrees.
VERTICES = [(x, y, max(0, x - 3)) for x in range(5) for y in (0, 1)]
FACES = [
    corners
    for x in range(4)
    for corners in ((2 * x, 2 * x + 2, 2 * x + 1), (2 * x + 2, 2 * x + 3, 2 * x + 1))
]
METAL, STONE, NONWALK = 10, 4, 7


def row(**links: int) -> kl.Walkmesh:
    """The row, walkable but for its third square; ``links`` of faces (``f0``) on their side 0."""
    transitions = np.full((8, 3), -1)
    for face, room in links.items():
        transitions[int(face[1:]), 0] = room
    materials = [METAL] * 4 + [NONWALK] * 2 + [STONE] * 2
    return kl.Walkmesh.from_arrays(VERTICES, FACES, materials, transitions)


def links_of(mesh: kl.Walkmesh) -> dict[Ends, int]:
    """The links that are written: between which two corners, and to which room."""
    stored = kl.read_walkmesh(mesh.to_bytes())
    found = {}
    for edge in stored.edges:
        if edge["transition"] != -1:
            face, side = divmod(int(edge["edge"]), 3)
            ends = stored.vertices[stored.faces[face][[side, (side + 1) % 3]]]
            found[tuple(map(tuple, ends.tolist()))] = int(edge["transition"])
    return found


def test_which_faces() -> None:
    mesh = row()
    assert kl.paint(mesh, "metal", faces=[0, 5]).painted.tolist() == [5]
    everything = kl.paint(mesh, "Water")
    assert (everything.chosen, set(everything.mesh.materials.tolist())) == (8, {6})
    # The floor comes first: faces 0-3 are the first two squares, 4 and 5 the leaning ones.
    assert kl.paint(mesh, NONWALK, material="Stone").painted.tolist() == [4, 5]
    assert kl.paint(mesh, "Metal", material=NONWALK).painted.tolist() == [6, 7]
    assert kl.paint(mesh, "Grass", box=(2, 1, 1, 0)).painted.tolist() == [2, 3]
    assert kl.paint(mesh, "Grass", box=(0, 0, 0.5, 4, 1, 9)).painted.tolist() == [5]
    assert kl.paint(mesh, "Grass", max_slope=45).chosen == 8
    assert kl.paint(mesh, "Grass", max_slope=44.9).chosen == 6
    both = kl.paint(mesh, "Grass", material="Metal", box=(0, 0, 1, 1))
    assert both.painted.tolist() == [0, 1]


def test_floor_and_words() -> None:
    done = kl.paint(row(), "Metal", material="Nonwalk")
    assert (done.floor_before, done.floor, done.mesh.domain) == (6, 8, 8)
    assert str(done) == "2 faces painted as Metal; 2 more faces can be walked on"
    assert str(kl.paint(row(), "Grass", faces=[0])) == "1 face painted as Grass"


def test_links_stay_where_their_edge_bounds_the_floor() -> None:
    mesh = row(f0=3, f2=4)
    before = links_of(mesh)
    assert sorted(before.values()) == [3, 4]
    kept = kl.paint(mesh, "Stone", material="Metal")
    assert (links_of(kept.mesh), kept.lost) == (before, ())
    gone = kl.paint(mesh, "Nonwalk", faces=[0])
    assert gone.lost == ((0, 3),)
    assert sorted(links_of(gone.mesh).values()) == [4]
    assert (gone.mesh.transitions == 3).sum() == 0


def test_a_link_between_two_floors_is_lost() -> None:
    """Face 3's side at x = 2 leads to a room; then the square behind it becomes floor."""
    mesh = row()
    mesh = mesh.with_transition(3, 0, 9)
    assert list(links_of(mesh).values()) == [9]
    done = kl.paint(mesh, "Metal", material="Nonwalk")
    assert done.lost == ((9, 9),)
    assert links_of(done.mesh) == {}


def test_nothing_to_paint_gives_the_very_mesh() -> None:
    mesh = kl.read_walkmesh(row().to_bytes())
    done = kl.paint(mesh, "Metal", material="Metal")
    assert done.mesh is mesh
    assert (done.chosen, len(done.painted)) == (4, 0)


def test_what_is_refused() -> None:
    with pytest.raises(kl.errors.InputError, match="Did you mean 'Nonwalk'"):
        kl.paint(row(), "Nonwalkk")
    with pytest.raises(kl.errors.InputError, match="there is no surface 77"):
        kl.paint(row(), 77)
    with pytest.raises(ValueError, match="face numbers from 8 to 8 for 8 faces"):
        kl.paint(row(), "Metal", faces=[8])
    with pytest.raises(ValueError, match="a box is four numbers"):
        kl.paint(row(), "Metal", box=(1, 2, 3))


@needs_corpus
@pytest.mark.parametrize("path", corpus_files("wok/**/*.wok")[::3], ids=lambda path: path.name)
def test_shipped_rooms(path: Path) -> None:
    """Half of the floor painted away: what links are lost is what is not written any more."""
    mesh = kl.read_walkmesh(path)
    if not mesh.walkable.any():
        pytest.skip("no floor")
    before = links_of(mesh)
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    box = (*low[:2].tolist(), float(low[0] + high[0]) / 2, float(high[1]))
    done = kl.paint(mesh, "Nonwalk", box=box)
    after = links_of(done.mesh)
    assert after.items() <= before.items()
    assert len(done.lost) == len(before) - len(after)
    assert sorted(done.mesh.materials) != sorted(mesh.materials) or not len(done.painted)
    assert done.mesh.domain == int(done.mesh.walkable.sum()) == done.floor
