"""Settings for all tests."""

from hypothesis import HealthCheck, settings

# Timings differ from machine to machine; a slow example is not a failure.
settings.register_profile("project", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")
