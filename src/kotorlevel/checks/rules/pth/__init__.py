"""Rules on path points, one file each."""
