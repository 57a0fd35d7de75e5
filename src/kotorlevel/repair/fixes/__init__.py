"""What fixes which rule."""
