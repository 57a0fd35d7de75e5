"""What differs between two walkmeshes: faces by where they are, not by their numbers."""
