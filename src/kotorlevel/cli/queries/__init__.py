"""The parts of `query`."""
