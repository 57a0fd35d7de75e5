"""What changed between two versions of a file, a folder, an archive or a whole area."""
