"""What the edits of an area's rooms print, and merging."""
