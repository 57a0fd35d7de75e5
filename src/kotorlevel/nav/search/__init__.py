"""Shortest paths over a floor: A* from corner to corner, and the funnel through passages."""
