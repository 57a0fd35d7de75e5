"""Every value once, as `np.unique` says, and without what that would load."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.core.distinct import distinct


@pytest.mark.parametrize("kind", ["int64", "uint32", "bool", "float32"])
@pytest.mark.parametrize("shape", [(0,), (1,), (50,), (7, 3), (0, 2)])
def test_as_numpy_says(kind: str, shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(1).integers(0, 20, shape).astype(kind)
    found = distinct(values)
    assert found.dtype == values.dtype
    assert np.array_equal(found, np.unique(values))


def test_checking_a_room_loads_no_masked_arrays(tmp_path: Path) -> None:
    """They would be a tenth of what `kotorlevel check` takes."""
    files = kl.make_station()
    room = tmp_path / "room.wok"
    room.write_bytes(next(data for name, data in files.items() if name.endswith(".wok")))
    code = (
        "import sys; from kotorlevel.cli.main import cli;"
        f"cli.main(['check', {str(room)!r}], standalone_mode=False);"
        "sys.exit('numpy.ma' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
