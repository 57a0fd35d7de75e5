"""Rules on whole areas, one file each."""
