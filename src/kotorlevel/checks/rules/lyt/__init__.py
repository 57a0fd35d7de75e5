"""Rules on layouts, one file each."""

from kotorlevel.checks.rules import LayoutSubject

SUBJECTS = (LayoutSubject,)
"""What the rules of this family look at."""
