"""One package a format: bytes to plain values and back, without loss."""
