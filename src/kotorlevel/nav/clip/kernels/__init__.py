"""Clipping cells, one at a time; compiled by Numba where it is installed."""
