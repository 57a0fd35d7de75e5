"""The walkmesh as a value: authored arrays, surface materials and the tables derived from them."""
