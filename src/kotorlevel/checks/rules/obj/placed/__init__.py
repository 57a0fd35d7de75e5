"""Rules on doors and placeables where they stand in their area, one file each."""

from kotorlevel.checks.rules import AreaSubject

SUBJECTS = (AreaSubject,)
"""What the rules of this folder look at."""
