"""From one place of a level to another: names, doors, rooms and steps on the way, or why not."""
