"""What can be seen of a level.

`show` reads and checks it, `scene` is what all pictures are drawn from, `map` draws it from above,
`html` makes pages of it, `live` serves one that follows the files, and `describe` tells it as plain
values. Colours are in `colors`.
"""
