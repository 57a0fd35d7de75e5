"""What the GIT puts into an area, against the floor, the walls and the ways of it."""
