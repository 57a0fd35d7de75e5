"""Which vertex and which face of one mesh is which of another, by place and not by number."""
