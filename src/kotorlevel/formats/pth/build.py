"""`PathPoints` → a new GFF in the shape of the games' files."""

from collections.abc import Iterator

from kotorlevel.formats.gff import Gff, GffType, Struct
from kotorlevel.formats.gff.body import NO_ROW, Body, Entry, Made
from kotorlevel.formats.gff.structs import ROOT_ID, body_of, struct_of
from kotorlevel.formats.pth.path_points import (
    CONNECTION_COUNT,
    CONNECTION_ID,
    CONNECTIONS,
    DESTINATION,
    FIRST_CONNECTION,
    KIND,
    NOBODY,
    POINT_ID,
    POINTS,
    PathPoints,
    X,
    Y,
)


def make_gff(paths: PathPoints) -> Gff:
    """A new file of ``paths``, with the other fields of the root that it was read with.

    The games' tool made each point, then its connections, then the point's fields, and wrote all
    of them in that order: the rows here say so.
    """
    order = Made()
    struct_rows, field_rows = iter(range(1, 2**32)), iter(range(2, 2**32))
    points: list[Body] = []
    connections: dict[int, Body] = {}
    for point, owned in enumerate(_owned(paths)):
        row = next(struct_rows)
        for number in owned:
            end = Struct([(DESTINATION, GffType.DWORD, paths.destinations[number])], CONNECTION_ID)
            connections[number] = body_of(end).placed(order, next(struct_rows), field_rows)
        if point < len(paths):  # behind the last come the connections of nobody
            points.append(_point(paths, point).placed(order, row, field_rows))
    lists = {
        POINTS: Entry(POINTS, GffType.LIST, tuple(points), 0),
        CONNECTIONS: Entry(
            CONNECTIONS, GffType.LIST, tuple(connections[i] for i in sorted(connections)), 1
        ),
    }
    root = body_of(paths.gff.root) if paths.gff else Body(ROOT_ID, tuple(lists.values()))
    entries = [lists.pop(entry.label, entry._replace(row=NO_ROW)) for entry in root.entries]
    entries += lists.values()  # those that the file did not have
    return Gff(KIND, struct_of(Body(root.id, tuple(entries), order, 0)))


def _point(paths: PathPoints, point: int) -> Body:
    x, y = paths.points[point].tolist()
    fields = [
        (CONNECTION_COUNT, GffType.DWORD, paths.counts[point]),
        (FIRST_CONNECTION, GffType.DWORD, paths.firsts[point]),
        (X, GffType.FLOAT, x),
        (Y, GffType.FLOAT, y),
    ]
    return body_of(Struct(fields, POINT_ID))


def _owned(paths: PathPoints) -> Iterator[list[int]]:
    """The connections of each point, and at the end those of nobody."""
    owned: list[list[int]] = [[] for _ in range(len(paths) + 1)]
    for number, owner in enumerate(paths.connections[:, 0].tolist()):
        owned[len(paths) if owner == NOBODY else owner].append(number)
    return iter(owned)
