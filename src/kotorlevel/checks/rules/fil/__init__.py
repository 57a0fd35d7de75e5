"""Rules on files of any kind, one file each."""

from kotorlevel.checks.rules import FileSubject

SUBJECTS = (FileSubject,)
"""What the rules of this family look at."""
