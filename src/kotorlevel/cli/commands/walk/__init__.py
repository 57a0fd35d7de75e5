"""Commands about walking and what is at a place."""
