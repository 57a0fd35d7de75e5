"""Causes: what happened to an area that explains many findings at once; `tables`: to a file."""

from kotorlevel.checks.causes import Suspect

SUBJECTS = (Suspect,)
"""What the rules of this folder look at."""
