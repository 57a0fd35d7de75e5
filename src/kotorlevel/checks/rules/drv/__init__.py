"""Rules on derived tables, one file each."""
