"""What rules ask of stored tables."""
