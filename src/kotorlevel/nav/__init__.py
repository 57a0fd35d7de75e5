"""Walking: paths across rooms and doors, what can be reached, moving along the floor."""
