"""Questions about the ground: what is under a point, what a ray hits, who can see whom.

`Ground` is the one thing to use. Below it `faces` joins several meshes, each face knowing its
room, and `engine` answers.
"""
