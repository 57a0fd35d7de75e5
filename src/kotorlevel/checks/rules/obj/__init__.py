"""Rules on doors and placeables, one file each."""
