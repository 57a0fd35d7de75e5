"""The path points of an area (PTH): audited, made anew, and walked as the game's planner does."""
