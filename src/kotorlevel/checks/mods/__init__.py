"""Several mods in one game: which file wins, what breaks because of it, and what would merge."""
