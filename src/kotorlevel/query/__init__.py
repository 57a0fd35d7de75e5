"""Questions about the ground: what is under a point, what a ray hits, who can see whom.

`Ground` is the one thing to use. Below it:

- `faces`: several meshes joined, each face knowing its room; what is left out and why
- `grid`: the plan view in cells, for heights; `tree`: boxes eight at a time, for rays
- `kernels/`: one query at a time, in plain Python that Numba can compile (`compiled`)
- `floor_batch`, `ray_batch`: many queries at once in NumPy, for where Numba is not installed
"""
