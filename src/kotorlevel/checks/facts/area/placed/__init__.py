"""What several rules ask of doors, placeables and all else that the GIT puts into an area."""
