"""The scene of a level: what map, page and report are drawn from."""
