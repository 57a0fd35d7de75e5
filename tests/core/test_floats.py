"""Arrays of numbers as decimals, beside the same one by one."""

import numpy as np

from kotorlevel.core.floats import shortest
from kotorlevel.core.text import shortest_text


def test_each_number_is_the_shortest_that_gives_it_back() -> None:
    rng = np.random.default_rng(5)
    anything = rng.integers(0, 2**32, 20_000, dtype=np.uint32).view(np.float32)
    places = (rng.random(5_000) * 200 - 100).astype(np.float32)
    powers = (2.0 ** np.arange(-149, 128)).astype(np.float32)
    values = np.concatenate([anything[np.isfinite(anything)], places, powers, [0.0, -8.6632096e30]])
    values = values.astype(np.float32)
    found = shortest(values)
    assert np.array_equal(found.astype(np.float32), values)
    assert found.tolist() == [float(shortest_text(value)) for value in values.tolist()]


def test_what_is_no_number_and_the_sign_of_zero_stay() -> None:
    values = np.array([[np.inf, -np.inf], [np.nan, -0.0]], np.float32)
    assert shortest(values).astype(np.float32).tobytes() == values.tobytes()
    signalling = np.array([0x7F80_0001], np.uint32).view(np.float32)
    assert np.isnan(shortest(signalling)).all()
