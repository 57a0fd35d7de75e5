"""The errors that this package raises."""

from kotorlevel.core.errors import FormatError, Problem, UnreadableError

__all__ = ["FormatError", "Problem", "UnreadableError"]
