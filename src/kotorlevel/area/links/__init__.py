"""What holds the rooms of an area together: boundary edges, seams, near misses, links."""
