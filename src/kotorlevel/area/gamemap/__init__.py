"""The map that the game shows of an area: a picture, and fields of the ARE that lay it out.

The picture is the texture ``lbl_map`` + the area's name, 512 x 256 pixels of which the first 440
columns count. The struct ``Map`` of the ARE names two places of the level in metres (``WorldPt…``)
and where each of them is on the picture (``MapPt…``, 0 to 1 from its upper left corner); everything
else lies in between. ``NorthAxis`` says which way is up: 0 is +y, 1 is -y, 2 is +x, 3 is -x.
"""
