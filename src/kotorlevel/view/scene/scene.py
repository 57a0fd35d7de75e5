"""The scene of a level: everything that a viewer or a map draws, as JSON and one binary buffer."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel import __version__
from kotorlevel.area.area import Area
from kotorlevel.checks.finding import Report
from kotorlevel.core.words import count_of
from kotorlevel.mesh.colors import surface_color
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.nav.floor.build import build_graph
from kotorlevel.view.scene.buffers import join_buffers, view_buffer
from kotorlevel.view.scene.faces import SceneFaces, join_scene_faces, metres
from kotorlevel.view.scene.findings import describe_findings, find_stops
from kotorlevel.view.scene.floor import FloorShape, find_floor_shape, find_labels
from kotorlevel.view.scene.game_map import find_scene_game_map
from kotorlevel.view.scene.gaps import describe_gaps
from kotorlevel.view.scene.islands import Islands, describe_islands, find_entry_cell, find_islands
from kotorlevel.view.scene.models import SceneModels, find_scene_models, no_models
from kotorlevel.view.scene.objects import (
    describe_doors,
    describe_hooks,
    describe_mesh_hooks,
    describe_path_points,
    describe_placeables,
    describe_rooms,
    exact_point,
    list_standing,
)
from kotorlevel.view.scene.things import describe_things
from kotorlevel.view.scene.tree import SceneTree, find_tree
from kotorlevel.view.scene.ways import (
    STATES,
    Crossings,
    SceneLinks,
    SceneWays,
    find_crossings,
    find_links,
    find_scene_ways,
    links_of_mesh,
)

FORMAT = 1
OTHER_MATERIAL = 255
"""In the buffer for ids that a byte cannot hold."""


@dataclass(frozen=True)
class ScenePath:
    """A way to show: ``status`` is "ok" or why there is none, ``points`` in metres."""

    name: str = ""
    status: str = "ok"
    reason: str = ""
    length: float = 0.0
    points: Sequence[Sequence[float]] = ()


@dataclass(frozen=True, eq=False)
class ScenePlaces:
    """Where things are in a scene, for findings that come later."""

    area: Area | None
    faces: SceneFaces
    labels: Sequence[list[float] | None]


@dataclass(frozen=True, eq=False, repr=False)
class Scene:
    """``document`` is plain values for JSON, ``buffer`` the arrays that it lists.

    ``places`` are what `with_findings` needs; a scene that was read from a file has none.
    """

    document: dict[str, Any]
    buffer: bytes
    places: ScenePlaces | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<Scene {self.document['name']!r}: {self.summary}>"

    @property
    def summary(self) -> str:
        """``8 of 17 rooms, 1,204 faces, 3 findings``."""
        return f"{self.size}, {count_of(len(self.document['findings']), 'finding')}"

    @property
    def size(self) -> str:
        """``8 of 17 rooms, 1,204 faces``."""
        levels = self.document.get("levels", ())
        parts = [count_of(len(levels), "level")] if levels else []
        parts += [count_rooms(self.document)] if self.document["kind"] == "area" else []
        parts.append(count_of(sum(room["faces"][1] for room in self.document["rooms"]), "face"))
        return ", ".join(parts)

    def to_json(self) -> str:
        """The document as JSON without spaces; the same scene gives the same text."""
        return json.dumps(self.document, separators=(",", ":"), allow_nan=False)

    def array(self, name: str) -> NDArray[Any]:
        """One of the document's ``buffers``, (count,) or (count, width), read-only."""
        return view_buffer(self.buffer, self.document["buffers"][name])

    def packed_size(self, name: str) -> int:
        """How many bytes one of the ``buffers`` takes in a page, about."""
        packed = zlib.compress(self.array(name).tobytes(), 9)
        return -(-len(packed) // 3) * 4  # in letters: four for three bytes

    def with_models(self, models: SceneModels) -> Scene:
        """The scene with the models of its rooms in it."""
        listed, buffer = join_buffers(models.arrays, len(self.buffer))
        buffers = self.document["buffers"] | listed
        document = self.document | {"models": models.document, "buffers": buffers}
        return Scene(document, self.buffer + buffer, self.places)

    def with_findings(self, report: Report) -> Scene:
        """The scene with these findings in place of those it has."""
        if self.places is None:
            raise TypeError("only a scene that `build_scene` made can be given other findings")
        places = self.places
        findings = describe_findings(report, places.area, places.faces, places.labels)
        document = self.document | {"findings": findings, "stops": find_stops(findings)}
        return Scene(document, self.buffer, places)


def count_rooms(document: dict[str, Any]) -> str:
    """``17 rooms``, or ``8 of 17 rooms`` where some have nothing to be drawn."""
    rooms = [room for room in document["rooms"] if not room["empty"]]
    drawn = sum(room["label"] is not None for room in rooms)
    some = f"{drawn:,} of " if drawn < len(rooms) else ""
    return some + count_of(len(rooms), "room")


def build_scene(
    source: Walkmesh | Area,
    *,
    report: Report | None = None,
    paths: Sequence[ScenePath] = (),
    name: str = "",
    surfaces: Materials | None = None,
    models: bool = False,
    whole: Report | None = None,
    gaps: bool = True,
    tree: bool = True,
) -> Scene:
    """The scene of an area, or of one walkmesh called ``name``.

    ``report`` has the findings to be shown, ``surfaces`` says what is walkable instead of the
    level's own table, and with ``models`` the rooms are in it as the player sees them. Where
    the report is a part of a ``whole`` one, its findings have the numbers they have there. Without
    ``gaps`` it does not say what parts the islands: a page with a server asks that. Without
    ``tree`` it has no box trees, which take longer to derive than all the rest.
    `load_shown` makes it of a path, checks it, and finds ways.

        scene = kl.build_scene(area, report=kl.check(area))
        scene.document["rooms"], scene.array("vertices")
    """
    level = _Level.of(source, name, surfaces)
    faces = join_scene_faces(level.meshes, level.standing, surfaces)
    ways = find_scene_ways(build_graph(source, surfaces), faces)
    shape = find_floor_shape(faces, ways)
    entry = exact_point(level.area.entry if level.area else None)
    islands = find_islands(faces, ways, find_entry_cell(ways.graph, entry))
    boxes = find_tree(level.meshes, faces.bounds) if tree else None
    labels = find_labels(faces, shape, len(level.meshes))
    crossings = find_crossings(ways, shape)
    game_map = find_scene_game_map(level.area)
    arrays = _face_arrays(faces) | _floor_arrays(shape, crossings, islands) | _tree_arrays(boxes)
    arrays |= game_map.arrays
    listed, buffer = join_buffers(arrays)
    findings = describe_findings(report, level.area, faces, labels, whole)
    document = _describe_level(level, faces, labels) | {
        "links": _links(faces, _find_links(level, faces, ways)),
        "findings": findings,
        "stops": find_stops(findings),
        **_describe_things(level, faces),
        "paths": [_path(path) for path in paths],
        "entry": entry,
        "entryBearing": _looks(level.area),
        "entryKnown": islands.from_entry,
        "start": islands.start if islands.start >= 0 else None,
        "islands": describe_islands(islands),
        "gaps": describe_gaps(source, islands, faces, surfaces) if gaps else [],
        "treeDepth": boxes.levels if boxes else 0,
        "models": no_models(level.area),
        "gameMap": game_map.document,
        "unplaced": int((~faces.placed[: faces.room_faces]).sum()),
        "buffers": listed,
    }
    scene = Scene(document, buffer, ScenePlaces(level.area, faces, labels))
    return scene.with_models(find_scene_models(level.area, faces.bounds)) if models else scene


@dataclass(frozen=True, eq=False)
class _Level:
    """What a scene is made of: one ``mesh``, or the meshes of an ``area``."""

    name: str
    area: Area | None
    mesh: Walkmesh | None
    meshes: tuple[Walkmesh | None, ...]
    standing: tuple[Walkmesh | None, ...]
    table: Materials

    @staticmethod
    def of(source: Walkmesh | Area, name: str, surfaces: Materials | None) -> _Level:
        table = surfaces or source.surfaces
        if isinstance(source, Area):
            standing = tuple(list_standing(source))
            return _Level(source.name, source, None, source.meshes, standing, table)
        return _Level(name, None, source, (source,), (), table)


def _looks(area: Area | None) -> float | None:
    """The way that the player looks at the entry, in radians; None where nothing says so."""
    looks = area.module.direction if area is not None and area.module is not None else None
    if looks is None or area is None or area.entry is None or not all(map(math.isfinite, looks)):
        return None
    return round(math.atan2(looks[1], looks[0]), 6) + 0.0


def _describe_level(
    level: _Level, faces: SceneFaces, labels: Sequence[list[float] | None]
) -> dict[str, Any]:
    low, high = faces.bounds
    return {
        "format": FORMAT,
        "kotorlevel": __version__,
        "name": level.name,
        "kind": "mesh" if level.area is None else "area",
        "bounds": {"min": [metres(v) for v in low], "max": [metres(v) for v in high]},
        "materials": _materials(faces, level.table),
        "rooms": describe_rooms(level.area, faces, labels, level.name),
    }


def _describe_things(level: _Level, faces: SceneFaces) -> dict[str, Any]:
    area = level.area
    if area is None:
        hooks = [] if level.mesh is None else describe_mesh_hooks(level.mesh)
        return {"hooks": hooks, "doors": [], "placeables": [], "things": [], "pathPoints": None}
    return {
        "hooks": describe_hooks(area),
        "doors": describe_doors(area, faces),
        "placeables": describe_placeables(area, faces),
        "things": describe_things(area),
        "pathPoints": describe_path_points(area),
    }


def _face_arrays(faces: SceneFaces) -> dict[str, NDArray[Any]]:
    return {
        "vertices": faces.vertices,
        "faces": faces.faces,
        "materials": np.minimum(faces.materials, OTHER_MATERIAL).astype(np.uint8),
    }


def _floor_arrays(
    shape: FloorShape, crossings: Crossings, islands: Islands
) -> dict[str, NDArray[Any]]:
    return {
        "across": crossings.across.astype(np.int32),
        "islands": islands.numbers.astype(np.int16),
        "boundary": shape.boundary.astype(np.uint32),
        "loopEnds": shape.loop_ends.astype(np.uint32),
        "passages": crossings.passages.astype(np.uint32),
        "passageEnds": crossings.ends,
    }


def _tree_arrays(tree: SceneTree | None) -> dict[str, NDArray[Any]]:
    if tree is None:
        return {}
    return {"treeBoxes": tree.boxes, "treeDepths": tree.depths, "treeRooms": tree.rooms}


def _find_links(level: _Level, faces: SceneFaces, ways: SceneWays) -> SceneLinks:
    if level.area is None:
        return links_of_mesh(faces)
    rooms = level.area.rooms
    known = [None if room.is_empty_slot else room.mesh is not None for room in rooms]
    return find_links(faces, ways, known)


def _materials(faces: SceneFaces, table: Materials) -> list[dict[str, Any]]:
    used, counts = np.unique(faces.materials[: faces.room_faces], return_counts=True)
    walkable = table.walkable(used)
    return [
        {
            "id": number,
            "label": table.label(number),
            "color": surface_color(table.label(number), number),
            "walkable": bool(can),
            "blocksSight": bool(table.blocks_sight(number)),
            "faces": count,
        }
        for number, count, can in zip(used.tolist(), counts.tolist(), walkable, strict=True)
    ]


def _links(faces: SceneFaces, links: SceneLinks) -> list[dict[str, Any]]:
    row, side = links.edge // 3, links.edge % 3
    # To the millimetre, and no -0.0.
    ends = np.stack([faces.corners[row, side], faces.corners[row, (side + 1) % 3]], axis=1)
    firsts = np.array([first for first, _ in faces.face_ranges] or [0])
    own = links.edge - 3 * firsts[links.room]
    columns = (links.room, own, links.to, ends.round(3) + 0.0, links.state)
    return [
        {"room": room, "edge": edge, "to": to, "a": a, "b": b, "state": STATES[state]}
        for room, edge, to, (a, b), state in zip(*(c.tolist() for c in columns), strict=True)
    ]


def _path(path: ScenePath) -> dict[str, Any]:
    return {
        "name": path.name,
        "status": path.status,
        "reason": path.reason,
        "length": metres(path.length) if math.isfinite(path.length) else None,
        "points": [[metres(float(value)) for value in point] for point in path.points],
    }
