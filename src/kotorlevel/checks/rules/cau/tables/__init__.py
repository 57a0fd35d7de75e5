"""Causes that one file shows by itself: who wrote its tables."""

from kotorlevel.checks.causes import SuspectTables

SUBJECTS = (SuspectTables,)
"""What the rules of this folder look at."""
