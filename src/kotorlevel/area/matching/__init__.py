"""Which thing of one version of an area is which of another: rooms, placed things, path points."""
