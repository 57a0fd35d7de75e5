"""Rules on whole areas, one file each."""

from kotorlevel.checks.rules import AreaSubject

SUBJECTS = (AreaSubject,)
"""What the rules of this family look at."""
