"""`Floor`: all that can be walked on, as convex cells joined by passages, and making it."""
