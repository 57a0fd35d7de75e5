"""What rules ask of a whole area."""
