"""Rules on layouts, one file each."""
