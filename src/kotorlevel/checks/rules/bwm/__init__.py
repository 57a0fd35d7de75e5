"""Rules on the tables of binary walkmeshes, one file each."""
