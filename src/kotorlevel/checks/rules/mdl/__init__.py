"""Rules on the models of rooms: what the player sees, beside what can be walked on."""
