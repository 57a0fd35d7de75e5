"""Pictures of what changed: a map with the changes on it, and a page with before and after."""
