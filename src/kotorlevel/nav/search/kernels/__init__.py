"""Searches over the cells of a floor, one at a time; compiled by Numba where it is installed."""
