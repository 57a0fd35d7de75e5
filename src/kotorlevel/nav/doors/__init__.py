"""Doors against their doorways: what fits, what does not, and where they belong."""
