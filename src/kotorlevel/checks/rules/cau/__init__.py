"""Causes: what happened to an area that explains many findings at once."""
