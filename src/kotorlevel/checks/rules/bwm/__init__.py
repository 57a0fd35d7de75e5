"""Rules on the tables of binary walkmeshes, one file each."""

from kotorlevel.checks.rules import TablesSubject

SUBJECTS = (TablesSubject,)
"""What the rules of this family look at."""
