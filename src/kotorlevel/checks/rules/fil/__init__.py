"""Rules on files of any kind, one file each."""
