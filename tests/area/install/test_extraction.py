"""`extract`: files out of an archive or a game, planned first."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.errors import InputError
from kotorlevel.formats.archives import new_archive
from support.installation import SHADOWED, Installation, make_installation
from support.sample_area import AREA, MODULE


@pytest.fixture
def made(tmp_path: Path) -> Installation:
    return make_installation(tmp_path, shadowed=True)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "three.mod"
    files = [("alpha", "wok", b"1"), ("beta", "wok", b"22"), ("alpha", "lyt", b"333")]
    kl.write_archive(new_archive("MOD", files), path)
    return path


def test_a_plan_writes_nothing(archive: Path, tmp_path: Path) -> None:
    plan = kl.extract(archive, output=tmp_path / "out", dry_run=True)
    assert [(each.path.name, each.size) for each in plan.files] == [
        ("alpha.lyt", 3),
        ("alpha.wok", 1),
        ("beta.wok", 2),
    ]
    assert not (tmp_path / "out").exists()
    done = plan.write()
    assert {each.path: each.path.read_bytes() for each in done.files} == {
        tmp_path / "out/alpha.lyt": b"333",
        tmp_path / "out/alpha.wok": b"1",
        tmp_path / "out/beta.wok": b"22",
    }


def test_names_patterns_and_types(archive: Path, tmp_path: Path) -> None:
    def names(*wanted: str, **more: list[str]) -> list[str]:
        plan = kl.extract(archive, wanted, output=tmp_path / "out", dry_run=True, **more)  # type: ignore[arg-type]
        return [each.path.name for each in plan.files]

    assert names("ALPHA") == ["alpha.lyt", "alpha.wok"]
    assert names("*.wok") == ["alpha.wok", "beta.wok"]
    assert names(types=["lyt"]) == ["alpha.lyt"]
    with pytest.raises(InputError, match=r"there is no 'gama' in .*three.mod"):
        names("gama")


def test_nothing_is_replaced_unasked(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "Alpha.WOK").write_bytes(b"mine")
    with pytest.raises(InputError, match=r"Alpha\.WOK exists already") as refused:
        kl.extract(archive, ["alpha.wok"], output=tmp_path)
    assert (refused.value.needs, "--" in str(refused.value)) == ("overwrite", False)
    assert (tmp_path / "Alpha.WOK").read_bytes() == b"mine"
    kl.extract(archive, ["alpha.wok"], output=tmp_path, force=True)
    assert (tmp_path / "Alpha.WOK").read_bytes() == b"1"


def test_of_a_game_the_copy_that_it_takes(made: Installation, tmp_path: Path) -> None:
    said: list[tuple[int, int]] = []
    done = kl.extract(
        made.folder,
        [SHADOWED, "station_corridor.wok"],
        output=tmp_path / "out",
        override=[made.mod],
        progress=lambda *step: said.append(step),
    )
    assert (tmp_path / "out" / SHADOWED).read_bytes() == made.data("Override", SHADOWED)
    assert done.files[0].resource.place.endswith("rooms/station_corridor.wok")
    assert said == [(0, 2), (1, 2)]


def test_a_whole_level(made: Installation, tmp_path: Path) -> None:
    done = kl.extract(made.folder, module=MODULE, level=True, output=tmp_path / "out")
    area = kl.load_area(tmp_path / "out" / f"{AREA}.lyt")
    assert (area.path_points is not None, len(area.doors)) == (True, 3)
    assert "station_sky.wok" in done.missing
    for level in (False, True):
        with pytest.raises(InputError) as refused:
            kl.extract(made.folder, output=tmp_path / "other", level=level)
        assert "--" not in str(refused.value)
