"""Several levels in one scene, which map and page draw as that of one."""
