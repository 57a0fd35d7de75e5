"""Names of materials: what they are written as, and what people and programs make of them."""

import pytest

from kotorlevel.mesh.convert.drawn.names import MaterialNames, base_name, room_names
from kotorlevel.mesh.materials import Materials, Surface

ROOMS = ("hall", "yard", "****", "Hall_2", "yard")
NAMES = MaterialNames(Materials.default(), ROOMS)


@pytest.mark.parametrize(
    "name",
    [
        "Metal",
        "metal",
        "METAL.001",
        "Metal.001.014",
        "wok_Metal",
        "walkmesh_metal",
        "10",
        " Metal ",
    ],
)
def test_spellings_of_one_surface(name: str) -> None:
    assert NAMES.find_surface(name) == 10


@pytest.mark.parametrize("name", ["Mettal", "", "Material", "-1", "1e3", "link_hall", "9" * 12])
def test_what_is_no_surface(name: str) -> None:
    assert NAMES.find_surface(name) is None


def test_every_surface_reads_back() -> None:
    for number in [*range(31), 31, 4711, 2**31 - 1]:
        assert NAMES.find_surface(NAMES.of_surface(number)) == number


def test_labels_that_would_mislead_are_numbers() -> None:
    labels = ["Twice", "twice", "7", "link_hall", "Metal.001", "", "Good"]
    table = Materials(tuple(Surface(i, label) for i, label in enumerate(labels)), "odd")
    names = MaterialNames(table)
    assert [names.of_surface(i) for i in range(7)] == ["0", "1", "2", "3", "4", "5", "Good"]
    assert [names.find_surface(names.of_surface(i)) for i in range(7)] == list(range(7))


def test_links_by_name_and_by_number() -> None:
    assert NAMES.of_link(0) == "link_hall"
    assert NAMES.of_link(1) == "link_1"  # the layout has two of that name
    assert NAMES.of_link(2) == "link_2"
    assert NAMES.of_link(9) == "link_9"
    for room in (0, 1, 2, 3, 4, 9):
        assert NAMES.find_link(NAMES.of_link(room)) == room
    assert NAMES.find_link("LINK_HALL.003") == 0
    assert NAMES.find_link("link_cellar") == "cellar"
    assert NAMES.find_link("Metal") is None


def test_a_room_called_by_a_number_is_that_room() -> None:
    names = MaterialNames(Materials.default(), ("a", "0"))
    assert names.find_link("link_0") == 1
    assert names.find_link(names.of_link(1)) == 1
    assert names.find_link(names.of_link(0)) == 0


def test_names_that_a_program_would_cut_are_not_used() -> None:
    assert room_names(["ok", "odd.001", "tab\t"]) == ("ok", "", "")
    assert base_name("m55aa_02.001") == "m55aa_02"
    assert base_name(".001") == ".001"


def test_spaces_that_blender_writes_as_underscores() -> None:
    names = MaterialNames(Materials.default(), ("big hall", "yard"))
    assert names.find_link("link_big_hall") == 0
    assert names.find_link(names.of_link(0)) == 0


def test_thousands_of_digits_are_no_number() -> None:
    digits = "9" * 5000
    assert NAMES.find_surface(digits) is None
    assert NAMES.find_surface("wok_" + digits) is None
    assert NAMES.find_link("link_" + digits) == digits
    assert NAMES.find_surface("0" * 5000 + "7") == 7
    assert NAMES.find_surface("000") == 0
