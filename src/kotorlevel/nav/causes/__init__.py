"""What cuts a part of the floor off: causes as data, the nearest way in, what parts two places."""
