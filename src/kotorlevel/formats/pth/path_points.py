"""The names that a PTH file uses, with the spelling of the files (FACTS 9)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.formats.gff import Gff


KIND = "PTH "

POINTS = "Path_Points"
CONNECTION_COUNT = "Conections"
FIRST_CONNECTION = "First_Conection"
X = "X"
Y = "Y"
POINT_LABELS = (CONNECTION_COUNT, FIRST_CONNECTION, X, Y)
POINT_ID = 2
"""The number of a point's struct."""

CONNECTIONS = "Path_Conections"
DESTINATION = "Destination"
CONNECTION_ID = 3
"""The number of a connection's struct."""


NOBODY = -1
"""The point of a connection that belongs to none."""

_ARRAYS = ("points", "counts", "firsts", "destinations")


@dataclass(frozen=True, eq=False)
class PathPoints:
    """The points of an area and who is connected with whom. All arrays are read-only.

    ``points`` (N, 2) float32 are x and y in metres. The other arrays are as the file has them:
    point i owns the ``counts[i]`` connections from number ``firsts[i]`` on, and connection j leads
    to point ``destinations[j]``; (N,), (N,) and (M,) int64. They may be wrong; `connections` and
    `neighbours` leave out what does not exist. ``gff`` is the file that they were read from.
    """

    points: NDArray[np.float32]
    counts: NDArray[np.int64]
    firsts: NDArray[np.int64]
    destinations: NDArray[np.int64]
    gff: Gff | None = field(default=None, repr=False)
    problems: tuple[Problem, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        for name in _ARRAYS:
            dtype: Any = np.float32 if name == "points" else np.int64
            array = np.array(getattr(self, name), dtype, order="C")
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        size = len(self.points)
        if self.points.shape != (size, 2) or self.destinations.ndim != 1:
            raise ValueError("points are rows of x and y, destinations are one row of numbers")
        if self.counts.shape != (size,) or self.firsts.shape != (size,):
            raise ValueError(f"every one of {size} points has a count and a first connection")

    def __repr__(self) -> str:
        links = count_of(len(self.destinations), "connection")
        return f"<PathPoints {count_of(len(self), 'point')}, {links}>"

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Arrays come back from a pickle writeable.
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
        self.__dict__.update(state)

    def __len__(self) -> int:
        return len(self.points)

    @cached_property
    def claims(self) -> NDArray[np.int64]:
        """(N, 2) int64: each point's first connection and the one behind its last.

        As the file says, but never outside the M connections.
        """
        total = len(self.destinations)
        starts = np.clip(self.firsts, 0, total)
        claims = np.stack([starts, np.clip(self.firsts + self.counts, starts, total)], axis=1)
        claims.flags.writeable = False
        return claims

    @cached_property
    def connections(self) -> NDArray[np.int64]:
        """(M, 2) int64: the point that each connection starts from, and the one it leads to.

        In the order of the file. Where several points claim a connection the first gets it; where
        none does, the start is -1.
        """
        pairs = np.stack([self._owners(), self.destinations], axis=1)
        pairs.flags.writeable = False
        return pairs

    def neighbours(self, point: int) -> NDArray[np.int64]:
        """(n,) int64: the points that ``point`` is connected to, as far as they exist."""
        start, end = self.claims[point].tolist()
        ends = self.destinations[start:end]
        return ends[(ends >= 0) & (ends < len(self))]

    def _owners(self) -> NDArray[np.int64]:
        """(M,): the first point that claims each connection, or -1."""
        total = len(self.destinations)
        starts, ends = self.claims.T
        owners = np.full(total, NOBODY, np.int64)
        lengths = ends - starts
        if int(lengths.sum()) <= total:  # as in every sound file
            claims = np.repeat(np.arange(len(self)), lengths)
            offsets = np.arange(len(claims)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
            places = starts[claims] + offsets
            owners[places[::-1]] = claims[::-1]  # the first claim is written last
            return owners
        # Claims that overlap could add up to far more than there are connections: each connection
        # is given away once, and ``free`` leads to the next that still can be.
        free = list(range(total + 1))
        for point, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
            place = _next_free(free, start)
            while place < end:
                owners[place] = point
                free[place] = place + 1
                place = _next_free(free, place)
        return owners

    # Writing and editing

    def to_gff(self) -> Gff:
        """The file: the one that was read when unedited, else a new one in the games' shape."""
        from kotorlevel.formats.pth.build import make_gff
        from kotorlevel.formats.pth.reader import arrays_of

        if self.gff is not None:
            read = arrays_of(self.gff)
            mine = [getattr(self, name) for name in _ARRAYS]
            if all(a.tobytes() == b.tobytes() for a, b in zip(read, mine, strict=True)):
                return self.gff
        return make_gff(self)

    def to_bytes(self) -> bytes:
        """The bytes of the file; as read when unedited."""
        return self.to_gff().to_bytes()

    def replaced(
        self, points: ArrayLike | None = None, connections: ArrayLike | None = None
    ) -> PathPoints:
        """Other points (N, 2) or connections (M, 2), in the order that the game wants.

        See `make_path_points`: points are sorted, and connections follow them.
        """
        new = make_path_points(
            self.points if points is None else points,
            self.connections if connections is None else connections,
        )
        return PathPoints(new.points, new.counts, new.firsts, new.destinations, self.gff)


def _next_free(free: list[int], place: int) -> int:
    """The first place from ``place`` on that leads to itself; shortens the way there."""
    end = place
    while free[end] != end:
        end = free[end]
    while free[place] != end:
        free[place], place = end, free[place]
    return end


def make_path_points(points: ArrayLike, connections: ArrayLike) -> PathPoints:
    """Path points in the shape of the games' files, from points (N, 2) and pairs (M, 2) of them.

    The points are sorted by x, as the game needs them (FACTS 9), and the numbers in
    ``connections`` follow. A pair leads from its first point to its second; to go both ways takes
    two. Raises `FormatError` for points that are not finite and pairs of points that do not exist.
    """
    places = _floats(points)
    pairs = np.asarray(connections) if np.size(connections) else np.empty((0, 2), np.int64)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        text = f"{pairs.dtype} of shape {pairs.shape}, expected whole numbers of shape (n, 2)"
        raise FormatError(text, section=CONNECTIONS)
    return _sorted(places, pairs)


def _floats(points: ArrayLike) -> NDArray[np.float32]:
    if not np.size(points):
        return np.empty((0, 2), np.float32)
    if np.ndim(points) != 2 or np.shape(points)[1] != 2:
        raise FormatError(f"shape {np.shape(points)}, expected (n, 2)", section=POINTS)
    try:
        with np.errstate(over="ignore"):  # becomes an infinity, which is refused later
            return np.array(points, np.float32)
    except (TypeError, ValueError) as error:
        raise FormatError(str(error), section=POINTS) from None


def _sorted(places: NDArray[Any], pairs: NDArray[Any]) -> PathPoints:
    count = len(places)
    if len(bad := np.flatnonzero(~np.isfinite(places).all(axis=1))):
        raise FormatError(f"{places[bad[0]]} is not finite", section=f"{POINTS}[{bad[0]}]")
    if len(bad := np.flatnonzero(((pairs < 0) | (pairs >= count)).any(axis=1))):
        text = f"{pairs[bad[0]].tolist()} are not two of {count} points"
        raise FormatError(text, section=f"{CONNECTIONS}[{bad[0]}]")
    order = np.argsort(places[:, 0], kind="stable")
    numbers = np.empty(count, np.int64)
    numbers[order] = np.arange(count)
    pairs = numbers[pairs.astype(np.int64)]
    pairs = pairs[np.argsort(pairs[:, 0], kind="stable")]
    counts = np.bincount(pairs[:, 0], minlength=count)
    return PathPoints(places[order], counts, np.cumsum(counts) - counts, pairs[:, 1])
