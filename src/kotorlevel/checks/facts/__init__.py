"""What several rules ask of a mesh, of its stored tables, of an area."""
