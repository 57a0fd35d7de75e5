"""`Area`: a whole level as a value, where it is read from, what holds it together, its edits."""
