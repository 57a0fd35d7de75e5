"""Rules on surface materials, one file each."""
