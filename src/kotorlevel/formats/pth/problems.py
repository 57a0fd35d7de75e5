"""What is wrong with path points that can still be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.errors import Problem
from kotorlevel.core.text import printable
from kotorlevel.formats.pth.names import CONNECTIONS, DESTINATION, POINT_LABELS, POINTS
from kotorlevel.formats.pth.path_points import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from kotorlevel.formats.gff import Gff
    from kotorlevel.formats.pth.path_points import PathPoints


def find_problems(paths: PathPoints, gff: Gff) -> Iterator[Problem]:
    """One problem a kind, at the first place where it occurs."""
    total = len(paths.destinations)
    x = paths.points[:, 0]
    ends = paths.firsts + paths.counts
    outside = (paths.firsts < 0) | (paths.counts < 0) | (ends > total)
    outside &= paths.counts != 0
    ends_nowhere = (paths.destinations < 0) | (paths.destinations >= len(paths))
    nowhere = np.asarray((~np.isfinite(paths.points)).any(axis=1))
    found = (
        (POINTS, "not-finite", nowhere, "is no place"),
        (
            POINTS,
            "order",
            np.r_[False, x[1:] < x[:-1]][: len(x)],
            "lies at a smaller x than the point before it; the game needs them sorted",
        ),
        (POINTS, "range", outside, f"has connections that are not among the {total:,}"),
        (POINTS, "overlap", _claims_twice(paths), "has a connection that an earlier point has"),
        (CONNECTIONS, "unclaimed", paths.connections[:, 0] == NOBODY, "belongs to no point"),
        (
            CONNECTIONS,
            "destination",
            ends_nowhere,
            f"leads to a point that is not among the {len(paths):,}",
        ),
    )
    for section, code, bad, text in found:
        yield from _first(section, code, bad, text)
    yield from _other_fields(gff)


def _first(section: str, code: str, bad: NDArray[np.bool_], text: str) -> Iterator[Problem]:
    places = np.flatnonzero(bad)
    if len(places):
        more = f" ({len(places):,} times)" if len(places) > 1 else ""
        yield Problem(text + more, f"{section}[{places[0]}]", code=code)


def _claims_twice(paths: PathPoints) -> NDArray[np.bool_]:
    """(N,): points that claim a connection which an earlier point has got."""
    starts, ends = paths.claims.T
    owners = paths.connections[:, 0]
    got = np.bincount(owners[owners != NOBODY], minlength=len(paths))
    return np.asarray(ends - starts > got)


def _other_fields(gff: Gff) -> Iterator[Problem]:
    for label, known in ((POINTS, POINT_LABELS), (CONNECTIONS, (DESTINATION,))):
        for struct in gff[label]:
            if other := next((name for name in struct if name not in known), None):
                text = f"has a field '{printable(other)}', which an edit drops"
                yield Problem(text, struct.place, code="other-field")
                break
