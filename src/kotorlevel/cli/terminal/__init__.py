"""The terminal: colours, width, pipes, progress, errors."""
