"""What places of a floor see; compiled by Numba where it is installed."""
