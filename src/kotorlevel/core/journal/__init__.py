"""The journal of a level: what was there before each edit, so that it can be finished or undone.

It is the folder ``.kotorlevel`` beside the files of a level, or beside its archive:

- ``0007/``: an edit. ``entry.json`` says what did it, when, and which files it changed, with the
  SHA-256 of their bytes before and after; ``0.before`` has the old bytes of the first of them. Of
  an edit that was undone, ``0.after`` has the new ones.
- ``begun.json``: the entry of an edit whose files are being put in their places. It appears when
  all bytes, old and new, are on the disk, and becomes ``entry.json`` when all files are in place.
  So a process that is killed leaves all of it to do, or enough to finish it.
- ``lock``: held by the process that edits the level; the system lets it go when that one ends.
- ``.gitignore``: keeps the folder out of Git.

At most 20 edits of a level and 200 MB in a folder are kept. The names mean nothing to the games,
and hidden folders are never taken for a part of a level. The folder may be deleted at any time
when nothing is being written: then there is nothing to undo.
"""
