"""The errors that this package raises."""

from kotorlevel.core.errors import FormatError, InputError, Problem, UnreadableError

__all__ = ["FormatError", "InputError", "Problem", "UnreadableError"]
