"""Rules on the models of rooms: what the player sees, beside what can be walked on."""

from kotorlevel.checks.rules import AreaSubject

SUBJECTS = (AreaSubject,)
"""What the rules of this family look at."""
