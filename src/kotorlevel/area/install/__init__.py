"""Where files are: folders, archives and games, which copy of a file wins, which level is meant."""
