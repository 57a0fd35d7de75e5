"""Rules on the walkmeshes of doors and placeables, one file each; `placed`: on those in areas."""

from kotorlevel.checks.rules import MeshSubject, TablesSubject

SUBJECTS = (MeshSubject, TablesSubject)
"""What the rules of this folder look at."""
