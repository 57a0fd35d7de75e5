"""Rules on walking, one file each."""
