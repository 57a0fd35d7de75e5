"""Settings for all tests."""

import os

import pytest
from hypothesis import HealthCheck, settings

# Timings differ from machine to machine; a slow example is not a failure.
settings.register_profile("project", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--all``: every real file instead of a sample."""
    parser.addoption("--all", action="store_true", help="test on every real file, not a sample")


def pytest_configure(config: pytest.Config) -> None:
    """Say so before the tests are collected, because they are made for each file."""
    if config.getoption("--all"):
        os.environ["KOTORLEVEL_ALL"] = "1"
