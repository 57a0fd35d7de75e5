"""Polygon clipping: a floor without doors, placeables and what is too close to walls."""
