"""A playable module from a plan: rooms placed and joined, and what the game asks for beside."""
