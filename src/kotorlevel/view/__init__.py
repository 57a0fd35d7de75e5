"""What can be seen of a level: its scene, and the map drawn from it."""
