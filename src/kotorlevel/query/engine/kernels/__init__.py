"""One query at a time over arrays: plain Python that Numba can compile as it stands.

A kernel takes a `Grid` or a `Tree` and numbers, and returns numbers; it allocates little, calls
only kernels, and divides by nothing that could be zero. `compiled` compiles them.
"""
