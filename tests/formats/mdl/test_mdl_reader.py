"""Reading binary models: made ones against what they were made of, and damaged ones."""

import random
import struct
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.formats.mdl import parse_model
from support.models import Part, box, level_floor, make_model

FLOOR = level_floor((0.0, 0.0), (4.0, 3.0))
CRATE = box((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
HALF_TURN = (0.0, 0.0, 0.0, 1.0)  # about z

PARTS = (
    Part("walk", "walkmesh", (1.0, 2.0, 0.5), vertices=FLOOR[0], faces=FLOOR[1], materials=(4, 7)),
    Part("lamp", "light", (0.0, 0.0, 3.0)),
    Part("smoke", "emitter", (1.0, 0.0, 0.0)),
    Part("arm", position=(10.0, 0.0, 0.0), rotation=HALF_TURN),
    Part(
        "crate",
        "mesh",
        (1.0, 0.0, 0.0),
        parent="arm",
        vertices=CRATE[0],
        faces=CRATE[1],
        texture="LTS_crate",
        lightmap="room_lm1",
        uv=[(0.125 * n, 0.5) for n in range(8)],
        lightmap_uv=[(0.25, 0.0625 * n) for n in range(8)],
        casts_shadow=True,
    ),
    Part("flag", "dangly", vertices=CRATE[0], faces=CRATE[1], is_drawn=False),
    Part("arm_skin", "skin", vertices=CRATE[0], faces=CRATE[1]),
    Part("hook", "reference", (0.0, 1.0, 0.0)),
)


@pytest.fixture(params=["k1", "k2"])
def files(request: pytest.FixtureRequest) -> tuple[bytes, bytes]:
    return make_model(PARTS, request.param, "lab", animations=("open", "close"))


def test_nodes_are_those_that_were_written(files: tuple[bytes, bytes]) -> None:
    model = kl.read_model(files[0], files[1])
    assert model.name == "lab"
    assert model.animations == ("open", "close")
    assert not model.problems
    made = {part.name: part.kind for part in PARTS}
    assert {node.name: node.kind for node in model.nodes[1:]} == made
    for node in model.nodes[1:]:
        above = next(part.parent for part in PARTS if part.name == node.name)
        assert model.nodes[node.parent].name == (above or "lab")
        assert node.parent < node.index


def test_places_follow_the_parents(files: tuple[bytes, bytes]) -> None:
    model = kl.read_model(files[0])
    crate = model.find_node("CRATE")
    assert crate is not None
    # One metre along the x of an arm that was turned round.
    np.testing.assert_allclose(crate.place, (9.0, 0.0, 0.0), atol=1e-6)
    assert crate.mesh is not None
    np.testing.assert_allclose(
        crate.world_vertices(), [(9.0 - x, -y, z) for x, y, z in CRATE[0]], atol=1e-6
    )


@pytest.mark.parametrize(
    ("axis", "turned"),
    [
        ((1, 0, 0), [(1, 0, 0), (0, 0, 1), (0, -1, 0)]),
        ((0, 1, 0), [(0, 0, -1), (0, 1, 0), (1, 0, 0)]),
        ((0, 0, 1), [(0, 1, 0), (-1, 0, 0), (0, 0, 1)]),
    ],
)
def test_a_quarter_turn(axis: tuple[int, ...], turned: list[tuple[int, ...]]) -> None:
    """Against the clock, seen from the tip of the axis: where x, y and z go to."""
    half = 0.5**0.5
    tips = Part(
        "tips",
        "mesh",
        rotation=(half, *(half * each for each in axis)),
        vertices=[(1, 0, 0), (0, 1, 0), (0, 0, 1)],
        faces=[(0, 1, 2)],
    )
    node = kl.read_model(make_model([tips])[0]).find_node("tips")
    assert node is not None
    np.testing.assert_allclose(node.world_vertices(), turned, atol=1e-6)


def test_meshes_have_their_arrays(files: tuple[bytes, bytes]) -> None:
    model = kl.read_model(files[0], files[1])
    crate = model.find_node("crate")
    assert crate is not None
    mesh = crate.mesh
    assert mesh is not None
    np.testing.assert_array_equal(mesh.vertices, CRATE[0])
    np.testing.assert_array_equal(mesh.corners, CRATE[1])
    assert (mesh.texture, mesh.lightmap) == ("LTS_crate", "room_lm1")
    assert mesh.is_drawn
    assert mesh.casts_shadow
    part = next(part for part in PARTS if part.name == "crate")
    np.testing.assert_array_equal(mesh.texture_coordinates, part.uv)
    np.testing.assert_array_equal(mesh.lightmap_coordinates, part.lightmap_uv)
    assert mesh.normals is not None
    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=1), 1.0, atol=1e-5)
    flag = model.find_node("flag")
    assert flag is not None
    assert flag.mesh is not None
    assert not flag.mesh.is_drawn
    assert not flag.mesh.texture


def test_walkmesh_has_surfaces_and_tree(files: tuple[bytes, bytes]) -> None:
    node = kl.read_model(files[0]).walkmesh_node
    assert node is not None
    assert node.mesh is not None
    assert node.name == "walk"
    assert node.mesh.materials.tolist() == [4, 7]
    tree = node.mesh.tree
    assert sorted(tree["face"].tolist()) == [-1, 0, 1]
    assert tree["children"][0].tolist() == [1, 2]
    assert (tree["children"][1:] == -1).all()
    assert (tree["lowest"][0] <= tree["lowest"][1:]).all()


def test_without_mdx_there_are_no_normals(files: tuple[bytes, bytes]) -> None:
    crate = kl.read_model(files[0]).find_node("crate")
    assert crate is not None
    assert crate.mesh is not None
    assert crate.mesh.normals is None
    assert crate.mesh.texture_coordinates is None
    assert len(crate.mesh.vertices) == 8


def test_mdx_is_found_beside_the_model(tmp_path: Path, files: tuple[bytes, bytes]) -> None:
    (tmp_path / "Lab.mdl").write_bytes(files[0])
    (tmp_path / "lab.MDX").write_bytes(files[1])
    model = kl.read_model(tmp_path / "Lab.mdl")
    assert model.mdx == files[1]
    assert model.to_bytes() == files[0]


def test_wrong_sizes_are_told(files: tuple[bytes, bytes]) -> None:
    model = kl.read_model(files[0] + b"more", files[1][:-4])
    assert [problem.code for problem in model.problems] == ["model-size", "mdx-size"]


def _patch(data: bytes, offset: int, form: str, *values: float) -> bytes:
    made = bytearray(data)
    struct.pack_into(form, made, offset, *values)
    return bytes(made)


def _node(data: bytes, name: str) -> int:
    found = parse_model(data).find_node(name)
    assert found is not None
    return found.offset


@pytest.mark.parametrize(
    ("text", "damage"),
    [
        ("empty", lambda data: b""),
        ("no binary model", lambda data: b"newmodel lab\n"),
        ("no known build", lambda data: _patch(data, 12, "<I", 12345)),
        ("end at 0x", lambda data: data[:150]),
        ("end at 0x", lambda data: _patch(data, 12 + 40, "<I", 1 << 30)),
        ("below two others", lambda data: _patch(data, *_child_of_itself(data))),
        ("only 9 names", lambda data: _patch(data, _node(data, "lamp") + 4, "<H", 4000)),
        ("is no number", lambda data: _patch(data, _node(data, "lamp") + 16, "<f", float("nan"))),
        ("is no number", lambda data: _patch(data, _vertices(data), "<f", float("inf"))),
        ("face names vertex", lambda data: _patch(data, _faces(data) + 26, "<H", 900)),
        ("in a circle", lambda data: _patch(data, *_tree_of_itself(data))),
        ("a box holds face", lambda data: _patch(data, _tree(data) + 32, "<i", 77)),
        ("rows of 32 bytes", lambda data: _patch(data, _mesh(data) + 12, "<I", 1 << 27)),
        ("some are used twice", lambda data: _patch(data, *_all_rows_of_the_file(data))),
    ],
)
def test_damage_is_told_with_its_place(text: str, damage, files: tuple[bytes, bytes]) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(kl.errors.FormatError, match=text) as caught:
        parse_model(damage(files[0]), "lab.mdl")
    assert caught.value.source == "lab.mdl"
    assert caught.value.section
    assert caught.value.offset is not None


@pytest.mark.parametrize(("row", "field", "size"), [(1, 26, 32), (3, 0, 12)])
def test_the_place_is_that_of_the_row(
    files: tuple[bytes, bytes], row: int, field: int, size: int
) -> None:
    """Of the last mesh, so that the rows of others stand before it."""
    data = files[0]
    mesh = _node(data, "arm_skin") + 80
    at, form = (8, "<H") if size == 32 else (_size(data) - 4, "<f")
    (start,) = struct.unpack_from("<I", data, mesh + at)
    place = start + 12 + row * size
    broken = _patch(data, place + field, form, 900 if size == 32 else float("nan"))
    with pytest.raises(kl.errors.FormatError) as caught:
        parse_model(broken)
    assert caught.value.offset == place


def _mesh(data: bytes) -> int:
    return _node(data, "walk") + 80


def _faces(data: bytes) -> int:
    return int(struct.unpack_from("<I", data, _mesh(data) + 8)[0]) + 12


def _size(data: bytes) -> int:
    return 332 if parse_model(data).game == "k1" else 340


def _vertices(data: bytes) -> int:
    return int(struct.unpack_from("<I", data, _mesh(data) + _size(data) - 4)[0]) + 12


def _tree(data: bytes) -> int:
    return int(struct.unpack_from("<I", data, _mesh(data) + _size(data))[0]) + 12


def _tree_of_itself(data: bytes) -> tuple[int, str, int]:
    return _tree(data) + 24, "<I", _tree(data) - 12


def _child_of_itself(data: bytes) -> tuple[int, str, int]:
    arm = _node(data, "arm")
    (children,) = struct.unpack_from("<I", data, arm + 44)
    return children + 12, "<I", arm - 12


def _all_rows_of_the_file(data: bytes) -> tuple[int, str, int, int]:
    """Faces from byte 12 on to the end, so that those of other meshes are among them."""
    return _mesh(data) + 8, "<2I", 0, (len(data) - 12) // 32


def test_every_flipped_byte_is_read_or_refused() -> None:
    """Each byte of the smallest model in turn: never anything but a located error."""
    data, mdx = make_model(PARTS[:2])
    for offset in range(len(data)):
        _read_damaged(bytearray(data), [(offset, (0xFF, 0x80, 0x01)[offset % 3])], mdx)


def test_random_flips_are_read_or_refused(files: tuple[bytes, bytes]) -> None:
    chance = random.Random(1)
    for _ in range(300):
        where = [(chance.randrange(len(files[0])), 1 << chance.randrange(8)) for _ in range(3)]
        _read_damaged(bytearray(files[0]), where, files[1])


def _read_damaged(data: bytearray, flips: list[tuple[int, int]], mdx: bytes) -> None:
    for offset, bits in flips:
        data[offset] ^= bits
    try:
        model = parse_model(bytes(data), "lab.mdl", mdx)
    except kl.errors.FormatError as error:
        assert error.section
        return
    for node in model.nodes:  # what was accepted can be used
        assert np.isfinite(node.world_vertices()).all()
        if node.mesh is not None:
            assert node.mesh.normals is None or len(node.mesh.normals) == len(node.mesh.vertices)
            assert not len(node.mesh.corners) or node.mesh.corners.max() < len(node.mesh.vertices)


def test_every_shorter_file_is_read_or_refused(files: tuple[bytes, bytes]) -> None:
    for length in range(0, len(files[0]), 3):
        _read_damaged(bytearray(files[0][:length]), [], files[1])


def test_models_of_the_xbox_are_told() -> None:
    data, _ = make_model(PARTS[:1])
    header = 12 + 196
    number = _patch(data, 12, "<2I", 4254992, 4255008)
    assert parse_model(number).game == "k1"  # its layout is that of the PC
    mesh = _mesh(data)
    (faces,) = struct.unpack_from("<I", data, mesh + 8)
    assert faces >= header
    moved = _patch(number, mesh + 8, "<I", mesh - 12 + 328)
    with pytest.raises(kl.errors.FormatError, match="Xbox"):
        parse_model(moved)
