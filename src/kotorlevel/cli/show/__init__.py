"""Values → lines for people, or JSON."""
