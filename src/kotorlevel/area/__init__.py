"""Levels as the games have them: where resources come from, and what belongs together.

- `resources`: one copy of a resource, and where it lies
- `sources`: folders, archives, and the KEY with its BIFs, each asked the same way
- `lookup`: several sources in the order in which the game asks them; what shadows what
- `game`: an installation (`Game`); `modules`: what it can load (`Module`)
- `folders`: files by name in any case
"""
