"""Pages for a browser: the viewer with a level inside, and the report on a check."""
