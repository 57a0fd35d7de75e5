"""How queries are answered: a grid for heights, a BVH for rays, kernels, and batches of them."""
