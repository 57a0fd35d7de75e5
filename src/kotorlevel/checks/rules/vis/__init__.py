"""Rules on visibility, one file each."""
