"""Two versions of one area in one."""
