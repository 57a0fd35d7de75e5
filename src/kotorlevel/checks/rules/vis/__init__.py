"""Rules on visibility, one file each."""

from kotorlevel.checks.rules import AreaSubject, VisibilitySubject

SUBJECTS = (AreaSubject, VisibilitySubject)
"""What the rules of this family look at."""
