"""What the player sees of an area, out of its models, beside what can be walked on.

`scene` has the drawn triangles and the walked floor on a grid, made once for all rules; the other
files each compare the two in one way. `pairs` compares the walkmeshes in models with the WOKs.
"""
