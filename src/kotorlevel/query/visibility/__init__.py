"""Which rooms see each other, from the walkmeshes alone."""
