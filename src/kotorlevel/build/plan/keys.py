"""The keys of ``level.toml``, declared once: this reads, refuses and explains them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kotorlevel.area.gamemap.fields import MAP_NORTH

Kind = Literal["name", "text", "path", "number", "count", "flag", "place", "point", "pair", "word"]
"""A ``place`` has three numbers, a ``point`` two or three, a ``pair`` two names."""

KIND_WORDS: dict[Kind, str] = {
    "name": "a name of at most 16 letters, digits and _, in quotes",
    "text": "a text in quotes",
    "path": "a file, in quotes",
    "number": "a number",
    "count": "a whole number, 0 or more",
    "flag": "true or false",
    "place": "three numbers, as [1, 2.5, 0]",
    "point": "two or three numbers, as [1, 2.5]",
    "pair": 'two names of rooms, as ["a", "b"]',
    "word": "one of its words",
}


@dataclass(frozen=True)
class Key:
    """A key of a table: what kind of value it has, and what it means."""

    kind: Kind
    meaning: str
    required: bool = False
    words: tuple[str, ...] = ()


MODULE = {
    "name": Key("name", "The module: the name of its MOD, and what `warp` takes.", required=True),
    "area": Key("name", "The name of its ARE, GIT, LYT, VIS and PTH; by default the module's."),
    "title": Key("text", "What the game calls it, on its map and in saved games."),
    "game": Key("word", "For which game: normals are rounded as its tool did.", words=("k1", "k2")),
}
ROOM = {
    "name": Key("name", "The name of its walkmesh and its model in the module.", required=True),
    "walkmesh": Key("path", "Its walkmesh (WOK), relative to this file.", required=True),
    "position": Key("place", "How far it is moved, in metres; as it stands without this."),
    "turn": Key("number", "How far it is turned before that, in degrees, counter-clockwise."),
    "join": Key("name", "The room that it is put to instead, doorway on doorway."),
    "edge": Key("count", "Which doorway of it: the number of an edge of its walkmesh."),
    "at": Key("count", "Which doorway of the other room: an edge of the other walkmesh."),
    "model_position": Key(
        "place",
        "Where a layout puts its model, for the walkmesh as it is in its file; found if both tell.",
    ),
    "model": Key("path", "Its MDL, with the MDX beside it; by default beside the walkmesh."),
}
DOOR = {
    "between": Key("pair", "The rooms between which it stands in the doorway."),
    "at": Key("point", "Where it stands; with `between` which of several doorways."),
    "turn": Key("number", "The way that it stands along, in degrees; 0 is along x."),
    "template": Key("text", "Its template: a UTD of the game by name, or a file `….utd`."),
    "appearance": Key("count", "Without a template: which row of genericdoors.2da it looks like."),
    "tag": Key("text", "What scripts call it; by default the name of its template."),
    "title": Key("text", "What the player sees over it, if no template is named."),
    "locked": Key("flag", "Whether it is locked, if no template is named."),
}
ENTRY = {
    "room": Key("name", "The room in the middle of which the player enters."),
    "at": Key("point", "Where the player enters instead; put on the floor there."),
    "facing": Key("number", "Where the player looks, in degrees: 0 is +x, 90 is +y."),
}
VISIBILITY = {
    "rooms": Key(
        "word",
        "Which rooms are drawn: those that are seen from the one where the player is, or all.",
        words=("built", "all"),
    ),
}
PATH_POINTS = {"build": Key("flag", "Whether creatures get points to find their ways by.")}
MAP = {
    "draw": Key("flag", "Whether the picture of the area's map, `lbl_map…`, is drawn."),
    "north": Key("word", "Which way is up on it; +y without this.", words=MAP_NORTH),
}

TABLES: dict[str, dict[str, Key]] = {
    "module": MODULE,
    "room": ROOM,
    "door": DOOR,
    "entry": ENTRY,
    "visibility": VISIBILITY,
    "path_points": PATH_POINTS,
    "map": MAP,
}
"""Table → its keys."""

REPEATED = {"room": 500, "door": 1000}
"""Tables that stand once for each thing, ``[[room]]``, and how many are taken at most."""
