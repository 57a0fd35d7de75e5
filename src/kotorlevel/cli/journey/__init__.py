"""The parts of `path`."""
