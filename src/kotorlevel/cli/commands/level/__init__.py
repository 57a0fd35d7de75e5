"""Commands that show and edit an area."""
