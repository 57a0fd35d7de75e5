"""Our words, and what other tools and documents call the same thing.

Who types ``perimeter`` or ``AABB`` is told that it is a loop or the box tree here. The page
docs/glossary.md is made from this.
"""

from typing import NamedTuple


class Term(NamedTuple):
    """A word of ours: ``meaning`` in a sentence, and what it is called ``elsewhere``."""

    word: str
    meaning: str
    elsewhere: tuple[str, ...] = ()

    def match(self, word: str) -> int:
        """2 when the term is known by that word, in any case, here or elsewhere; 1 by a part."""
        wanted = _plain(word)
        names = [_plain(name.partition("(")[0]) for name in (self.word, *self.elsewhere)]
        return 2 if wanted in names else int(any(f" {wanted} " in f" {name} " for name in names))


TERMS = (
    Term(
        "walkmesh",
        "what one walks on and runs into: of a room (WOK), a placeable (PWK), a door (DWK)",
        ("BWM", "WOK", "PWK", "DWK", "AABB node (KotorBlender, MDLOps)", "collision mesh"),
    ),
    Term(
        "kind",
        "1 for a room's walkmesh, 0 for that of a placeable or door",
        ("walkmesh_type", "world_coords (the engine's word: the same number)"),
    ),
    Term("face", "a triangle, a row of `mesh.faces`", ("BWMFace", "polygon", "tri")),
    Term("corner", "a point of the mesh, a row of `mesh.vertices`", ("vertex", "vertices")),
    Term("side", "0, 1 or 2 of a face: from corner i to corner i + 1", ("edge index",)),
    Term("edge", "the number 3 · face + side", ("BWMEdge.index",)),
    Term(
        "adjacency",
        "for each side the edge across it, or -1",
        ("adjacencies(face)", "BWMAdjacency", "neighbours"),
    ),
    Term("boundary edge", "an edge without a neighbour", ("edges()", "perimeter edge", "BWMEdge")),
    Term(
        "loop",
        "a chain of boundary edges, as a rule closed: `mesh.boundary_loops()`, `mesh.loops`",
        ("perimeter",),
    ),
    Term(
        "transition",
        "on a boundary edge: the layout's number of the room across, or -1",
        ("BWMEdge.transition", "trans1", "roomlink (KotorBlender, MDLOps)"),
    ),
    Term(
        "link",
        "two boundary edges of two rooms that meet, each leading to the other room",
        ("roomlink", "room link"),
    ),
    Term("seam", "where edges of two rooms meet; a near miss: where they almost do"),
    Term("material", "the number of a face, `mesh.materials`", ("SurfaceMaterial",)),
    Term(
        "surface",
        "a row of `surfacemat.2da`; all of them: `kl.Materials`, always called `surfaces`",
        ("SurfaceMaterial", "surface type"),
    ),
    Term(
        "box tree",
        "the tree of boxes stored in a WOK, with its nodes: `mesh.tree()`, `mesh.nodes`",
        ("AABB", "AABB tree", "BWMNodeAABB", "aabbs()"),
    ),
    Term("BVH", "our own box tree for rays; never stored", ("acceleration structure",)),
    Term(
        "plane",
        "of a node, a flag: along which axis its children lie",
        ("sigplane", "most significant plane", "split plane"),
    ),
    Term("derived", "computed from the mesh; `stored` is what was read from the file"),
    Term("room", "a line of the layout; its number is what transitions name", ("LYTRoom",)),
    Term("door hook", "where the layout puts a door", ("LYTDoorHook", "doorhook")),
    Term(
        "use hook",
        "where one stands to use a placeable or door",
        ("relative_hook1", "absolute_hook1", "DWK_use", "PWK_use", "hook vectors"),
    ),
    Term("visibility", "which rooms are drawn from which", ("VIS",)),
    Term("path points", "the points and connections that the game's planner uses", ("PTH",)),
    Term("ground", "a mesh or an area prepared for queries: `kl.Ground`"),
    Term(
        "bounds",
        "the box around a face or a mesh, lower and upper corner: `mesh.bounds`",
        ("bounding box", "box()"),
    ),
    Term("baked", "of a placed object: its walkmesh in area space, as part of a room"),
    Term(
        "way",
        "from one point straight to another; with a radius what a sphere sweeps: `Ground.sweep`",
        ("capsule", "sphere cast", "segment"),
    ),
    Term("floor", "all that can be walked on, as convex cells joined by passages", ("navmesh",)),
    Term("clip", "cut polygons out of cells"),
    Term("island", "a part of the floor that hangs together", ("component",)),
    Term("cause", "what keeps one out of a part of the floor; a remedy would undo it"),
    Term("finding", "one hit of a rule; all of them are a report, and a fix is a change offered"),
    Term(
        "place",
        "of files: something that holds resources, such as an archive or a game; one resource in "
        "it is a copy",
        ("Installation", "Capsule", "FileResource"),
    ),
    Term(
        "journal",
        "the folder `.kotorlevel` beside a level: what was there before each edit, for "
        "`kotorlevel undo`",
        ("backup", ".bak", "undo"),
    ),
    Term("shadowed", "a copy that the game does not take because another wins", ("overridden",)),
)
"""In the order of the page."""


def look_up(word: str) -> tuple[Term, ...]:
    """The terms that are known by that word, in any case: ours or another tool's.

    kl.look_up("perimeter")[0].word      # 'loop'
    """
    found = [(term.match(word), term) for term in TERMS] if _plain(word) else []
    best = max((match for match, _ in found), default=0)
    return tuple(term for match, term in found if match == best and match)


def _plain(text: str) -> str:
    """Small letters, with what only code has in it left out; a plural is the same word."""
    letters = "".join(letter if letter.isalnum() else " " for letter in text.lower())
    return " ".join(
        word[:-1] if word.endswith("s") and len(word) > 3 else word for word in letters.split()
    )
