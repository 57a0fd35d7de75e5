"""Rules on derived tables, one file each."""

from kotorlevel.checks.rules import TablesSubject

SUBJECTS = (TablesSubject,)
"""What the rules of this family look at."""
