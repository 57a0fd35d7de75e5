"""The GIT: an empty area, into which doors and all else is put."""

from __future__ import annotations

from kotorlevel.build.fields.declared import Wanted, make_struct
from kotorlevel.formats.gff import Gff, GffType

_PROPERTIES_ID = 14
"""The number of that struct in 17 of 33."""

_LISTS = {
    "Creature List": "Who stands in the area.",
    "Door List": "The doors: template, tag, place and bearing of each.",
    "Encounter List": "Who comes when the player does.",
    "List": "Items that lie about.",
    "SoundList": "What can be heard, and where.",
    "StoreList": "Who sells something.",
    "TriggerList": "Where something happens, and ways to other modules.",
    "WaypointList": "Places with a name, for scripts and the map.",
    "Placeable List": "Boxes, consoles, chairs.",
    "CameraList": "Where conversations are seen from.",
}

GIT = (
    Wanted(
        "UseTemplates",
        GffType.BYTE,
        "What is placed is made of its template, and not written out here.",
        1,
        "33 of 33",
    ),
    Wanted("AreaProperties", GffType.STRUCT, "Sound and music of the area."),
    *(
        Wanted(
            label,
            GffType.LIST,
            f"{meaning} Tools look for the list.",
            None if label == "Door List" else [],
            "there in 33 of 33",
        )
        for label, meaning in _LISTS.items()
    ),
)
PROPERTIES = (
    Wanted(
        "MusicDelay",
        GffType.INT,
        "Milliseconds between two pieces of music, once some is chosen.",
        120_000,
        "25 of 33",
    ),
)


def make_git() -> Gff:
    """The GIT of an area in which nothing stands yet."""
    properties = make_struct(PROPERTIES, {}, _PROPERTIES_ID)
    return Gff("GIT", make_struct(GIT, {"AreaProperties": properties, "Door List": []}))
