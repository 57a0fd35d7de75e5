"""The size of those who walk: what `nav`, the rules and the commands measure passages by."""

BODY = 0.35
"""Metres: the radius of a humanoid (FACTS 9)."""
