"""Rules on what the GIT puts into an area, and where that leads, one file each."""

from kotorlevel.checks.rules import AreaSubject

SUBJECTS = (AreaSubject,)
"""What the rules of this folder look at."""
