"""Rules on the map that the game shows of an area, one file each."""

from kotorlevel.checks.rules import AreaSubject

SUBJECTS = (AreaSubject,)
"""What the rules of this family look at."""
