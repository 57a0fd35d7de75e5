"""What differs between two walkmeshes → changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.area.diff.values import Change
from kotorlevel.mesh.components import component_roots
from kotorlevel.mesh.matching.rows import row_ids

if TYPE_CHECKING:
    from kotorlevel.core.types import Vector
    from kotorlevel.mesh.diff.links import LinkDifference
    from kotorlevel.mesh.diff.patches import Patch
    from kotorlevel.mesh.diff.values import MeshDiff

RoomName = Callable[[int], str]


def by_number(number: int) -> str:
    """What a room is called where no layout is known."""
    return f"room {number}"


@dataclass(frozen=True)
class MeshNames:
    """How a mesh's file and room are called, and the rooms of both versions by their numbers.

    ``moved`` is how far the room went in the layout: its mesh going with it is no news.
    """

    file: str = ""
    room: str = ""
    room_a: RoomName = by_number
    room_b: RoomName = by_number
    moved: Vector | None = None


def list_mesh_changes(diff: MeshDiff, names: MeshNames) -> list[Change]:
    """The changes of one walkmesh, in no special order; none where the bytes are the same."""
    if diff.same:
        return []
    found = [*_shape(diff, names), *_links(diff, names), *_header(diff, names)]
    found += _tables(diff, names)
    if diff.rounded:
        found.append(
            _change(names, "vertices-rounded", count=diff.rounded, distance=diff.rounded_by)
        )
    if diff.renumbered_links:
        found.append(_change(names, "links-renumbered", count=diff.renumbered_links))
    if diff.is_renumbered_only:
        found.append(_renumbered(diff, names))
    if not found and diff.motion is None:  # else it went where its room went
        a, b = diff.a, diff.b
        if a.stored is None or b.stored is None:
            thing = "stored tables" if a.text == b.text else "text or binary"
            return [_change(names, "form-changed", thing=thing)]
        return [_change(names, "form-changed", thing="other bytes")]
    return found


def _change(names: MeshNames, kind: str, **data: Any) -> Change:
    return Change(kind, names.file, names.room, **data)


def _of_patch(patch: Patch) -> dict[str, Any]:
    return {
        "count": max(len(patch.faces_a), len(patch.faces_b)),
        "area": patch.area,
        "walkable": patch.walkable,
        "faces_a": patch.faces_a,
        "faces_b": patch.faces_b,
        "at": patch.at,
        "box": patch.box,
    }


def _shape(diff: MeshDiff, names: MeshNames) -> Iterator[Change]:
    motion = diff.motion
    if motion is not None and not _went_along(diff, names):
        far = float(np.linalg.norm(motion.offset))
        yield _change(
            names, "mesh-moved", offset=motion.offset, degrees=motion.degrees or None, distance=far
        )
    for patch in diff.removed:
        yield _change(names, "faces-removed", **_of_patch(patch))
    for patch in diff.added:
        yield _change(names, "faces-added", **_of_patch(patch))
    for patch in diff.turned:
        yield _change(names, "faces-turned", **_of_patch(patch))
    for painted in diff.painted:
        old, new = diff.a.surfaces.label(painted.old), diff.b.surfaces.label(painted.new)
        yield _change(names, "faces-painted", old=old, new=new, **_of_patch(painted.patch))
    for moved in diff.moved:
        ways = np.subtract(moved.ends, moved.starts)
        alike = bool(np.ptp(ways, axis=0).max() < 1e-4)
        data = _of_patch(moved.patch) | {"count": len(moved.starts)}
        middle = np.mean(moved.starts, axis=0).tolist()
        data["at"] = (middle[0], middle[1], middle[2])
        yield _change(
            names,
            "vertices-moved",
            distance=moved.farthest,
            typical=moved.typical,
            offset=tuple(ways[0].tolist()) if alike else None,
            **data,
        )


def _went_along(diff: MeshDiff, names: MeshNames) -> bool:
    """True where the mesh went as far as its room did."""
    motion = diff.motion
    if motion is None or names.moved is None or motion.degrees:
        return False
    return bool(np.abs(np.subtract(motion.offset, names.moved)).max() < 1e-3)


def _links(diff: MeshDiff, names: MeshNames) -> Iterator[Change]:
    kinds: dict[tuple[str, str], list[LinkDifference]] = {}
    for link in diff.links:
        old = names.room_a(link.old) if link.old >= 0 else ""
        new = names.room_b(link.new) if link.new >= 0 else ""
        kinds.setdefault((old, new), []).append(link)
    for (old, new), links in kinds.items():
        kind = "link-changed" if old and new else "link-added" if new else "link-removed"
        for group in _touching(links):
            ends = np.array([link.ends for link in group])
            middle = ends.mean(axis=(0, 1)).tolist()
            yield _change(
                names,
                kind,
                old=old or None,
                new=new or None,
                count=len(group),
                distance=float(np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1).sum()),
                edges_a=tuple(link.edge_a for link in group if link.edge_a >= 0),
                edges_b=tuple(link.edge_b for link in group if link.edge_b >= 0),
                at=(middle[0], middle[1], middle[2]),
            )


def _touching(links: list[LinkDifference]) -> list[list[LinkDifference]]:
    """Links in groups whose edges have ends in common: a doorway each."""
    ends = np.round(np.array([link.ends for link in links]).reshape(-1, 3), 3)
    ids = row_ids(ends)
    order = np.argsort(ids, kind="stable")
    next_ = np.flatnonzero(ids[order][1:] == ids[order][:-1])
    roots = component_roots(len(links), order[next_] // 2, order[next_ + 1] // 2)
    groups: dict[int, list[LinkDifference]] = {}
    for root, link in zip(roots.tolist(), links, strict=True):
        groups.setdefault(root, []).append(link)
    return list(groups.values())


def _header(diff: MeshDiff, names: MeshNames) -> Iterator[Change]:
    kind = "mesh-header" if diff.comparable else "mesh-unsound"
    for each in diff.header:
        yield _change(names, kind, thing=each.name, old=each.old, new=each.new)
    if not diff.comparable and not diff.header:
        yield _change(names, "mesh-unsound")


def _tables(diff: MeshDiff, names: MeshNames) -> Iterator[Change]:
    for each in diff.tables:
        kind = "table-broken" if each.is_broken else "table-mended" if each.is_mended else ""
        yield _change(names, kind or "table-changed", thing=each.name, old=each.a, new=each.b)


def _renumbered(diff: MeshDiff, names: MeshNames) -> Change:
    n = diff.numbering
    counts = {
        "faces": n.faces,
        "corners": n.corners,
        "vertices": n.vertices,
        "doubled": n.doubled_b - n.doubled_a,
        "unused": n.unused_b - n.unused_a,
    }
    said = {name: value for name, value in counts.items() if value}
    return _change(names, "mesh-renumbered", new=said)
