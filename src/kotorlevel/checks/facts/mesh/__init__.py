"""What rules ask of a mesh."""
