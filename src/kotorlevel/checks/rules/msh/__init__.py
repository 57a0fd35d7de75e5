"""Rules on the shape of meshes, one file each."""

from kotorlevel.checks.rules import MeshSubject

SUBJECTS = (MeshSubject,)
"""What the rules of this family look at."""
