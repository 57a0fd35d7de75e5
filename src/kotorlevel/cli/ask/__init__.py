"""What was typed → values."""
