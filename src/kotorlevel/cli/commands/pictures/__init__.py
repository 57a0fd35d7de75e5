"""Commands that show a level."""
