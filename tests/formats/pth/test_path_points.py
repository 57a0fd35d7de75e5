"""Path points as arrays: read, judged, edited, written."""

from __future__ import annotations

import io
import math
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.gff import Gff, GffType, Struct, parse_gff, read_gff_tables
from kotorlevel.formats.pth import (
    PathPoints,
    make_path_points,
    read_path_points,
    write_path_points,
)
from support.formats.game_files import GameFile, each_game_file, find_file
from support.formats.gff_shapes import peak_memory, words
from support.formats.pth_shapes import connection, point, pth_gff
from support.formats.slow_gff import slow_tree


def test_arrays() -> None:
    paths = read_path_points(pth_gff(((0.5, 1, 2, 0), (2, 3, 1, 2), (4, 0, 0, 3)), (1, 2, 0)))
    assert paths.points.tolist() == [[0.5, 1.0], [2.0, 3.0], [4.0, 0.0]]
    assert paths.points.dtype == np.float32
    assert paths.counts.tolist() == [2, 1, 0]
    assert paths.firsts.tolist() == [0, 2, 3]
    assert paths.destinations.tolist() == [1, 2, 0]
    assert paths.connections.tolist() == [[0, 1], [0, 2], [1, 0]]
    assert paths.claims.tolist() == [[0, 2], [2, 3], [3, 3]]
    assert paths.neighbours(0).tolist() == [1, 2]
    assert paths.neighbours(2).tolist() == []
    assert len(paths) == 3
    assert paths.problems == ()


def test_arrays_are_read_only() -> None:
    paths = read_path_points(pth_gff())
    for copy in (paths, pickle.loads(pickle.dumps(paths))):
        for name in ("points", "counts", "firsts", "destinations", "connections", "claims"):
            with pytest.raises(ValueError, match="read-only"):
                getattr(copy, name)[...] = 0


def test_a_file_without_points() -> None:
    paths = read_path_points(pth_gff((), ()))
    assert paths.points.shape == (0, 2)
    assert paths.connections.shape == (0, 2)
    assert paths.problems == ()
    assert make_path_points([], []).to_bytes() == pth_gff((), ()).to_bytes()


def test_sources_and_targets(tmp_path: Path) -> None:
    data = pth_gff().to_bytes()
    path = tmp_path / "m55aa.pth"
    path.write_bytes(data)
    for source in (path, str(path), data, io.BytesIO(data), parse_gff(data)):
        paths = read_path_points(source)
        assert paths.connections.tolist() == [[0, 1], [1, 0]]
        assert paths.to_bytes() == data
    write_path_points(paths, tmp_path / "copy.pth")
    assert (tmp_path / "copy.pth").read_bytes() == data


@each_game_file("PTH")
def test_a_real_file_comes_back_byte_for_byte(file: GameFile) -> None:
    paths = read_path_points(file.data)
    assert paths.problems == ()
    assert paths.to_bytes() == file.data


@each_game_file("PTH")
def test_a_real_file_is_rebuilt_from_its_arrays(file: GameFile) -> None:
    paths = read_path_points(file.data)
    assert make_path_points(paths.points, paths.connections).to_bytes() == file.data
    assert replace(paths, gff=None).to_bytes() == file.data
    turned = make_path_points(paths.points[::-1], len(paths) - 1 - paths.connections)
    assert turned.to_bytes() == file.data


def test_a_real_net() -> None:
    file = find_file("m10aa", "PTH ")
    paths = read_path_points(file.data)
    _, ((_, _, points), (_, _, ends)) = slow_tree(file.data)
    assert len(paths) == len(points) == 89
    assert paths.destinations.tolist() == [fields[0][2] for _, fields in ends]
    pairs = set()
    for number, (_, fields) in enumerate(points):
        values = {label: value for label, _, value in fields}
        assert paths.points[number].tolist() == [values["X"], values["Y"]]
        for end in range(values["Conections"]):
            target = ends[values["First_Conection"] + end][1][0][2]
            pairs.add((number, target))
            assert target in paths.neighbours(number)
    assert pairs == {(a, b) for a, b in paths.connections.tolist()}
    assert pairs == {(b, a) for a, b in pairs}  # both ways, as the game's tool made them


# Problems


@pytest.mark.parametrize(
    ("gff", "problem"),
    [
        (
            pth_gff(((2, 0, 1, 0), (1, 0, 1, 1))),
            "Path_Points[1]: lies at a smaller x than the point before it; "
            "the game needs them sorted",
        ),
        (pth_gff(((0, 0, 1, 0), (math.nan, 0, 1, 1))), "Path_Points[1]: is no place"),
        (
            pth_gff(((0, 0, 1, 0), (1, 0, 2, 1))),
            "Path_Points[1]: has connections that are not among the 2",
        ),
        (
            pth_gff(((0, 0, 2, 0), (1, 0, 2**32 - 1, 2**32 - 1))),
            "Path_Points[1]: has connections that are not among the 2",
        ),
        (
            pth_gff(((0, 0, 2, 0), (1, 0, 1, 1))),
            "Path_Points[1]: has a connection that an earlier point has",
        ),
        (
            pth_gff(((0, 0, 1, 0), (1, 0, 0, 1))),
            "Path_Conections[1]: belongs to no point",
        ),
        (
            pth_gff(destinations=(1, 2)),
            "Path_Conections[1]: leads to a point that is not among the 2",
        ),
        (
            pth_gff(destinations=(7, 2**32 - 1)),
            "Path_Conections[0]: leads to a point that is not among the 2 (2 times)",
        ),
        (
            pth_gff().with_value("Path_Points", 1, "Z", value=1.0, field_type=GffType.FLOAT),
            "Path_Points[1]: has a field 'Z', which an edit drops",
        ),
    ],
)
def test_problems_are_recorded(gff: Gff, problem: str) -> None:
    data = gff.to_bytes()
    paths = read_path_points(data)
    assert [str(found) for found in paths.problems] == [problem]
    assert paths.to_bytes() == data


def test_problems_of_the_file_come_first() -> None:
    paths = read_path_points(pth_gff(destinations=(1, 2)).to_bytes() + b"!")
    assert [problem.code for problem in paths.problems] == ["trailing", "destination"]


def test_equal_x_is_in_order() -> None:
    assert read_path_points(pth_gff(((1, 5, 1, 0), (1, 0, 1, 1)))).problems == ()


def test_claims_that_overlap_go_to_the_first() -> None:
    paths = read_path_points(
        pth_gff(((0, 0, 2, 1), (1, 0, 4, 0), (2, 0, 9, 3), (3, 0, 0, 0)), (3, 2, 1, 0, 3, 2))
    )
    assert paths.connections[:, 0].tolist() == [1, 0, 0, 1, 2, 2]
    assert paths.neighbours(2).tolist() == [0, 3, 2]
    assert [problem.code for problem in paths.problems] == ["range", "overlap"]
    few = read_path_points(pth_gff(((0, 0, 2, 0), (1, 0, 1, 1), (2, 0, 0, 0)), (1, 0, 2)))
    assert few.connections[:, 0].tolist() == [0, 0, -1]


def slow_owners(counts: list[int], firsts: list[int], total: int) -> list[int]:
    """For each connection the first point that claims it, asked one by one."""
    return [
        next(
            (
                number
                for number, (count, start) in enumerate(zip(counts, firsts, strict=True))
                if start <= place < start + count
            ),
            -1,
        )
        for place in range(total)
    ]


@given(st.lists(st.tuples(st.integers(-2, 8), st.integers(-3, 12)), max_size=8), st.integers(0, 10))
def test_owners_agree_with_asking_one_by_one(claims: list[tuple[int, int]], total: int) -> None:
    counts, firsts = [count for count, _ in claims], [start for _, start in claims]
    paths = PathPoints(
        np.zeros((len(claims), 2), np.float32),
        np.array(counts, np.int64),
        np.array(firsts, np.int64),
        np.zeros(total, np.int64),
    )
    assert paths.connections[:, 0].tolist() == slow_owners(counts, firsts, total)


def test_claims_that_all_overlap_cost_little() -> None:
    count = 20_000
    paths = PathPoints(
        np.zeros((count, 2), np.float32),
        np.full(count, count),
        np.arange(count) // 2,
        np.zeros(count, np.int64),
    )
    assert peak_memory(lambda: paths.connections) < 5_000_000
    assert paths.connections[:, 0].max() == 0


# Errors


@pytest.mark.parametrize(
    ("gff", "message"),
    [
        (Gff("GIT ", pth_gff().root), "header: the kind is 'GIT ', path points have 'PTH '"),
        (
            pth_gff().with_value("Path_Points", value=1, field_type=GffType.INT),
            "Path_Points: path points need a list here",
        ),
        (
            pth_gff().with_value("Path_Points", 1, "Y", value="1", field_type=GffType.STRING),
            "Path_Points[1]: 'Y' is of type STRING, not FLOAT",
        ),
        (
            pth_gff().with_value(
                "Path_Points", 0, "Conections", value=2**63, field_type=GffType.DWORD64
            ),
            "Path_Points[0]: 'Conections' is of type DWORD64, not DWORD",
        ),
    ],
)
def test_errors_name_their_place(gff: Gff, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        read_path_points(gff)
    assert str(caught.value).startswith(message)
    path = tmp_path / "x.pth"
    path.write_bytes(gff.to_bytes())
    with pytest.raises(FormatError) as caught:
        read_path_points(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_missing_fields_are_read_as_zero_and_recorded() -> None:
    whole = pth_gff()
    gff = whole.without("Path_Points", 1, "X").without("Path_Points", 0, "First_Conection")
    gff = gff.without("Path_Conections", 0, "Destination")
    paths, wanted = read_path_points(gff), read_path_points(whole)
    assert paths.points.tolist() == [wanted.points[0].tolist(), [0.0, wanted.points[1, 1]]]
    assert (paths.firsts[0], paths.destinations[0]) == (0, 0)
    assert paths.destinations[1:].tolist() == wanted.destinations[1:].tolist()
    told = {(p.section, p.text) for p in paths.problems if p.code == "missing-field"}
    assert told == {
        ("Path_Points[0]", "'First_Conection' is not there, read as 0"),
        ("Path_Points[1]", "'X' is not there, read as 0"),
        ("Path_Conections[0]", "'Destination' is not there, read as 0"),
    }
    assert paths.to_bytes() == gff.to_bytes()
    edited = paths.replaced(points=[(3, 3), (4, 4)])
    assert not [
        p for p in read_path_points(edited.to_bytes()).problems if p.code == "missing-field"
    ]


@pytest.mark.parametrize("label", ["Path_Points", "Path_Conections"])
def test_a_missing_list_is_read_as_empty(label: str) -> None:
    gff = pth_gff().without(label)
    paths = read_path_points(gff)
    assert [p.section for p in paths.problems if p.code == "missing-field"] == [label]
    assert len(paths if label == "Path_Points" else paths.destinations) == 0
    edited = paths.replaced(points=[(1, 2), (3, 4)], connections=[(0, 1)])
    again = read_path_points(edited.to_bytes())
    assert (again.points.tolist(), again.connections.tolist()) == ([[1, 2], [3, 4]], [[0, 1]])
    assert again.problems == ()


def test_numbers_may_have_another_whole_type() -> None:
    gff = pth_gff().with_value("Path_Points", 0, "Conections", value=-1, field_type=GffType.INT)
    paths = read_path_points(gff)
    assert paths.counts.tolist() == [-1, 1]
    assert paths.neighbours(0).tolist() == []
    assert [problem.code for problem in paths.problems] == ["range", "unclaimed"]


# Editing and writing


def test_points_are_sorted_and_connections_follow() -> None:
    paths = make_path_points([(5, 0), (1, 1), (3, 2)], [(0, 1), (2, 0), (1, 0), (0, 2)])
    assert paths.points.tolist() == [[1, 1], [3, 2], [5, 0]]
    assert paths.connections.tolist() == [[0, 2], [1, 2], [2, 0], [2, 1]]
    assert paths.counts.tolist() == [1, 1, 2]
    assert paths.firsts.tolist() == [0, 1, 2]
    assert read_path_points(paths.to_bytes()).problems == ()


def test_a_new_file_has_the_order_of_the_games() -> None:
    """The first point, its connections, then its fields; then the next point."""
    data = make_path_points([(1, 2), (3, 4)], [(0, 1), (1, 0)]).to_bytes()
    assert data.startswith(b"PTH V3.2")
    start = 56
    rows = [
        words(0xFFFFFFFF, 0, 2),
        words(2, 8, 4),
        words(3, 2, 1),
        words(2, 24, 4),
        words(3, 7, 1),
    ]
    assert data[start : start + 60] == b"".join(rows)
    fields = data[start + 60 :]
    assert fields[24:36] == words(4, 2, 1)  # Destination: 1
    assert fields[36:48] == words(4, 3, 1)  # Conections: 1
    assert parse_gff(data)["Path_Points"][1]["First_Conection"] == 1
    labels = data[start + 60 + 12 * 12 :]
    assert labels[32:48] == b"Destination".ljust(16, b"\0")


def test_edits() -> None:
    paths = read_path_points(pth_gff().to_bytes())
    moved = paths.replaced(points=[(9, 9), (2, 3)])
    assert moved.points.tolist() == [[2, 3], [9, 9]]
    assert moved.connections.tolist() == [[0, 1], [1, 0]]
    one_way = paths.replaced(connections=[(0, 1)])
    assert one_way.counts.tolist() == [1, 0]
    assert one_way.points.tolist() == paths.points.tolist()
    assert read_path_points(one_way.to_bytes()).problems == ()
    back = moved.replaced(points=paths.points)
    assert back.to_bytes() == paths.to_bytes()


def test_other_fields_of_the_root_stay() -> None:
    extra = Struct([("Deep", GffType.BYTE, 3)], 4)
    gff = pth_gff().with_value("Extra", value=[extra], field_type=GffType.LIST)
    paths = read_path_points(gff.to_bytes())
    data = paths.replaced([(1, 1)], []).to_bytes()
    edited = parse_gff(data)
    assert edited["Extra"][0] == extra
    assert list(edited) == ["Path_Points", "Path_Conections", "Extra"]
    assert [len(edited[label]) for label in edited] == [1, 0, 1]
    types = read_gff_tables(data).fields["type"].tolist()
    lists = [GffType.LIST] * 3
    assert types[:4] == [*lists, GffType.BYTE]  # right behind its neighbour of the root


def test_stored_numbers_are_written_as_they_are() -> None:
    """Not sorted, not repaired: only the number that was changed changes."""
    odd = pth_gff(((2, 0, 5, 1), (1, 0, 0, 0)), (9, 1, 0))
    paths = read_path_points(odd.to_bytes())
    changed = replace(paths, destinations=np.array([9, 0, 0]))
    expected = odd.with_value("Path_Conections", 1, "Destination", value=0)
    assert parse_gff(changed.to_bytes()).root == expected.root


@pytest.mark.parametrize(
    ("points", "connections", "message"),
    [
        ([(1, 2, 3)], [], r"Path_Points: shape \(1, 3\), expected \(n, 2\)"),
        ([1, 2], [], r"Path_Points: shape \(2,\)"),
        ([("a", "b")], [], "Path_Points: could not convert"),
        ([(0, math.nan)], [], r"Path_Points\[0\]: .* is not finite"),
        ([(0, 0), (1e39, 0)], [], r"Path_Points\[1\]: .* is not finite"),
        ([(0, 0)], [(0, 1)], r"Path_Conections\[0\]: \[0, 1\] are not two of 1 points"),
        ([(0, 0)], [(0, 0), (-1, 0)], r"Path_Conections\[1\]: \[-1, 0\] are not two of 1 points"),
        ([], [(0, 0)], "are not two of 0 points"),
        ([(0, 0)], [0], r"Path_Conections: int\d+ of shape"),
        ([(0, 0)], [(0.0, 0.0)], "Path_Conections: float64 of shape"),
    ],
)
def test_arrays_that_make_no_net(points: Any, connections: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        make_path_points(points, connections)


def test_arrays_that_do_not_fit_each_other() -> None:
    two = np.zeros((2, 2))
    wrong: list[Any] = [
        (two, [0], [0, 0], []),
        (two, [0, 0], [0], []),
        (np.zeros((2, 3)), [0, 0], [0, 0], []),
        (two, [0, 0], [0, 0], [[0]]),
    ]
    for points, counts, firsts, destinations in wrong:
        with pytest.raises(ValueError, match="points"):
            PathPoints(points, counts, firsts, destinations)


def test_numbers_that_fit_no_file_are_not_written(tmp_path: Path) -> None:
    paths = replace(read_path_points(pth_gff()), firsts=np.array([0, -5]))
    path = tmp_path / "a.pth"
    with pytest.raises(FormatError, match="-5 does not fit the type DWORD"):
        write_path_points(paths, path)
    assert not path.exists()


@given(
    st.lists(st.tuples(*[st.floats(-1e6, 1e6, width=32)] * 2), max_size=6).flatmap(
        lambda points: st.tuples(
            st.just(points),
            st.lists(st.tuples(*[st.integers(0, max(0, len(points) - 1))] * 2), max_size=8)
            if points
            else st.just([]),
        )
    )
)
def test_what_is_built_reads_back(net: tuple[list[Any], list[Any]]) -> None:
    points, connections = net
    paths = make_path_points(points, connections)
    again = read_path_points(paths.to_bytes())
    assert again.problems == ()
    assert again.points.tolist() == paths.points.tolist()
    assert again.connections.tolist() == paths.connections.tolist()
    assert sorted(map(tuple, again.points.tolist())) == sorted(points)
    ends = [(points[a], points[b]) for a, b in connections]
    found = [
        (tuple(again.points[a].tolist()), tuple(again.points[b].tolist()))
        for a, b in again.connections.tolist()
    ]
    assert sorted(found) == sorted(ends)


@given(st.data())
def test_damaged_files_never_surprise(draw: st.DataObject) -> None:
    data = bytearray(make_path_points([(1, 2), (3, 4), (5, 6)], [(0, 1), (1, 2)]).to_bytes())
    for _ in range(draw.draw(st.integers(1, 4))):
        data[draw.draw(st.integers(8, len(data) - 1))] = draw.draw(st.integers(0, 255))
    damaged = bytes(data)
    try:
        paths = read_path_points(damaged)
    except FormatError as error:
        assert error.section
    else:
        assert paths.to_bytes() == damaged
        assert paths.connections.shape == (len(paths.destinations), 2)
        assert all(len(paths.neighbours(i)) <= len(paths.destinations) for i in range(len(paths)))


def test_structs_look_like_those_of_the_games() -> None:
    file = find_file("m10aa", "PTH ")
    gff = parse_gff(file.data)
    assert gff["Path_Points"][0].id == point(0, 0, 0, 0).id
    assert gff["Path_Conections"][0].id == connection(0).id
    assert [f.type for f in gff["Path_Points"][0].fields] == [
        f.type for f in point(0, 0, 0, 0).fields
    ]
