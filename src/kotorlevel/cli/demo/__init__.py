"""The sample area, broken on purpose, and its pictures."""
