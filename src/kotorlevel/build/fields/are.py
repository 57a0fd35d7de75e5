"""The ARE: what the area is called, how it is lit, its map, and its rooms for the sound."""

from __future__ import annotations

from collections.abc import Sequence

from kotorlevel.area.gamemap.fields import MapFields
from kotorlevel.build.fields.declared import Wanted, make_struct
from kotorlevel.formats.gff import Gff, GffType, LocalizedString

_MAP_ID, _ROOM_ID = 14, 0
"""The numbers of these structs: 17 of 33 maps, all 528 rooms."""

ARE = (
    Wanted("Tag", GffType.STRING, "What scripts call the area."),
    Wanted("Name", GffType.LOCALIZED, "What the player reads on the map and in saved games."),
    Wanted("Map", GffType.STRUCT, "How places become points of the map's picture."),
    Wanted(
        "AlphaTest",
        GffType.FLOAT,
        "How opaque a texture must be at a point for that to be drawn: leaves, grilles.",
        0.2,
        "30 of 33",
    ),
    Wanted(
        "DynAmbientColor",
        GffType.DWORD,
        "The light that falls on all who move, as blue, green, red; at 0 they stand in the dark.",
        0x3C4041,
        "the median of 28 areas that have one, colour by colour",
    ),
    Wanted("ShadowOpacity", GffType.BYTE, "How dark shadows are, up to 255.", 205, "24 of 33"),
    Wanted("Rooms", GffType.LIST, "The rooms by name, for the sound in them."),
)
MAP = (
    Wanted("MapResX", GffType.INT, "How finely the map uncovers as one walks; 24 in 9 of 33."),
    Wanted("NorthAxis", GffType.INT, "Which way is up on the map; 0, which is +y, in 28 of 33."),
    Wanted("WorldPt1X", GffType.FLOAT, "A first place of the level, in metres."),
    Wanted("WorldPt1Y", GffType.FLOAT, "The same."),
    Wanted("WorldPt2X", GffType.FLOAT, "A second place, across from it."),
    Wanted("WorldPt2Y", GffType.FLOAT, "The same."),
    Wanted("MapPt1X", GffType.FLOAT, "Where the first place is on the picture, 0 left to 1 right."),
    Wanted("MapPt1Y", GffType.FLOAT, "The same, 0 top to 1 bottom."),
    Wanted("MapPt2X", GffType.FLOAT, "Where the second place is on it."),
    Wanted("MapPt2Y", GffType.FLOAT, "The same."),
    Wanted("MapZoom", GffType.INT, "How large the map is shown; 1 in 33 of 33."),
)
ROOM = (
    Wanted("RoomName", GffType.STRING, "The room, as the layout names it."),
    Wanted("EnvAudio", GffType.INT, "Its echo, a row of a table of the game.", 12, "111 of 528"),
    Wanted("AmbientScale", GffType.FLOAT, "How loud the area's sound is there.", 1.0, "459 of 528"),
)


def make_are(name: str, title: str, rooms: Sequence[str], fields: MapFields) -> Gff:
    """The ARE of an area of that name with these rooms, and these fields of its map."""
    given = {each.label: each.value for each in fields.list_fields()}
    return Gff(
        "ARE",
        make_struct(
            ARE,
            {
                "Tag": name,
                "Name": LocalizedString().with_text(title),
                "Map": make_struct(MAP, given, _MAP_ID),
                "Rooms": [make_struct(ROOM, {"RoomName": room}, _ROOM_ID) for room in rooms],
            },
        ),
    )
