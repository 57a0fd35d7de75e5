"""A small room to put into models: where it stands, and its walkmesh."""

import kotorlevel as kl

PLACE = (10.0, -4.0, 2.0)
"""Of the room in the layout."""

NODE = (1.0, 2.0, 0.5)
"""Of the walkmesh in the model."""


def wide_floor(**sides: int) -> kl.Walkmesh:
    """A floor of four faces, two of them beyond its east side, with a wall on the north."""
    corners = [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0), (8, 0, 0), (8, 4, 0), (0, 4, 3)]
    faces = [(0, 1, 2), (0, 2, 3), (1, 4, 5), (1, 5, 2), (3, 2, 6)]
    links = [[-1] * 3 for _ in faces]
    links[1][2], links[2][1] = sides.get("west", -1), sides.get("east", -1)
    return kl.Walkmesh.from_arrays(corners, faces, [4, 4, 10, 10, 7], links)
