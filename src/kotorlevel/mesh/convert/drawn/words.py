"""What is said of a walkmesh that came out of a drawing."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, exact_place, length
from kotorlevel.mesh.convert.drawn.from_shapes import DrawnMesh
from kotorlevel.mesh.convert.drawn.home import Homecoming, count_down
from kotorlevel.mesh.convert.drawn.links import LooseGate

_MOST_GATES = 10

LAY_ON_ITS_SIDE = (
    "the drawing lay on its side and was stood up: it was read with another axis up than it was "
    "written with"
)


def describe_drawn(made: DrawnMesh, original: str = "") -> tuple[str, ...]:
    """What was kept, changed, joined and linked, a sentence each; ``original`` names the file."""
    return tuple(_describe(made, original))


def _describe(made: DrawnMesh, original: str) -> Iterator[str]:
    if made.is_turned:
        yield LAY_ON_ITS_SIDE
    if made.moved is not None:
        yield f"the whole of it was moved by {exact_place(made.moved)}"
    if made.home is not None:
        yield _describe_faces(made.home, original)
        if made.home.unseen:
            faces = count_of(made.home.unseen, "face")
            yield f"{faces} of it that modelling programs throw away (no area, or twice) kept"
        if down := _count_down(made):
            text = "of the floor look down now, and nobody can stand on them"
            yield f"{count_of(down, 'face')} {text}: turn them over (Blender: Mesh, Normals, Flip)"
    if made.dropped:
        yield f"{count_of(made.dropped, 'triangle')} left out that stood there twice"
    if made.mesh.is_area:
        yield _describe_links(made, original)


def _count_down(made: DrawnMesh) -> int:
    """Walkable faces that look down, beyond those that the original had."""
    if made.home is None or made.home.is_same or not made.mesh.is_area:
        return 0
    return count_down(made.mesh) - made.home.down_before


def _describe_faces(home: Homecoming, original: str) -> str:
    if home.is_same:
        return f"the same faces as in {original}"
    parts = [f"{home.repainted:,} repainted"] if home.repainted else []
    if home.reshaped:
        parts.append(f"{home.reshaped:,} with corners moved by up to {length(home.moved)}")
    parts += [f"{home.turned:,} turned over"] if home.turned else []
    parts += [f"{home.new:,} new"] if home.new else []
    parts += [f"{home.gone:,} gone"] if home.gone else []
    return f"compared with {original}: {count_of(home.kept, 'face')} as before, {', '.join(parts)}"


def _describe_links(made: DrawnMesh, original: str) -> str:
    if made.has_gates:
        return f"{count_of(made.links, 'edge')} linked by gates"
    if made.old_links:
        text = f"no gates in the drawing: {made.links:,} of {count_of(made.old_links, 'link')}"
        lost = made.links < made.old_links
        return f"{text} as in {original}" + ("; the others meet no edge any more" if lost else "")
    return "no gates in the drawing, so no links to other rooms"


def describe_loose(gates: tuple[LooseGate, ...]) -> tuple[str, ...]:
    """A warning for each gate that gave no link, for some of them where they are many."""
    lines = [_describe_gate(gate) for gate in gates[:_MOST_GATES]]
    if len(gates) > _MOST_GATES:
        lines.append(f"and {len(gates) - _MOST_GATES:,} more gates without a link")
    return tuple(lines)


def _describe_gate(gate: LooseGate) -> str:
    where = f"at {exact_place(gate.at)}"
    room = printable(str(gate.room))
    if gate.reason == "no room":
        return f"the gate {where} leads to {room}, and no layout at hand has such a room: no link"
    if gate.reason == "long edge":
        text = f"the gate to {room} {where} stands on an edge that is longer than it: no link"
        return f"{text}; split the edge at both ends of the gate"
    if gate.reason == "lies flat":
        return f"the gate to {room} {where} lies flat: no link; stand it upright on its edge"
    return f"the gate to {room} {where} stands on no boundary edge of the floor: no link"
