"""The IFO: which area the module has, and where the player enters it."""

from __future__ import annotations

import math

from kotorlevel.build.fields.declared import Wanted, make_struct
from kotorlevel.core.types import Vector
from kotorlevel.formats.gff import Gff, GffType, LocalizedString

_AREA_ID = 6
"""The number of that struct in all 33."""

IFO = (
    Wanted("Mod_ID", GffType.VOID, "16 bytes that need not be its own.", b"1" * 16, "7 of 33"),
    Wanted("Mod_Creator_ID", GffType.INT, "A number for the tool that made it.", 2, "33 of 33"),
    Wanted("Mod_Version", GffType.DWORD, "The version of the form of this file.", 3, "33 of 33"),
    Wanted("Mod_VO_ID", GffType.STRING, "The folder of spoken lines; the area's name as shipped."),
    Wanted("Mod_Name", GffType.LOCALIZED, "What the module is called."),
    Wanted("Mod_Tag", GffType.STRING, "What scripts call the module."),
    Wanted("Mod_Entry_Area", GffType.RESREF, "The area where the player enters."),
    Wanted("Mod_Entry_X", GffType.FLOAT, "Where the player enters, on the floor."),
    Wanted("Mod_Entry_Y", GffType.FLOAT, "The same."),
    Wanted("Mod_Entry_Z", GffType.FLOAT, "The height of the floor there."),
    Wanted("Mod_Entry_Dir_X", GffType.FLOAT, "Where the player looks: east is 1."),
    Wanted("Mod_Entry_Dir_Y", GffType.FLOAT, "The same: north is 1."),
    Wanted("Mod_DawnHour", GffType.BYTE, "The hour at which day begins.", 6, "32 of 33"),
    Wanted("Mod_DuskHour", GffType.BYTE, "The hour at which night begins.", 18, "32 of 33"),
    Wanted("Mod_MinPerHour", GffType.BYTE, "Real minutes an hour lasts.", 2, "32 of 33"),
    Wanted("Mod_StartMonth", GffType.BYTE, "The date at which it begins.", 6, "33 of 33"),
    Wanted("Mod_StartDay", GffType.BYTE, "The same.", 1, "33 of 33"),
    Wanted("Mod_StartHour", GffType.BYTE, "The same.", 13, "33 of 33"),
    Wanted("Mod_StartYear", GffType.DWORD, "The same.", 1372, "25 of 33"),
    Wanted(
        "Mod_XPScale", GffType.BYTE, "Experience for what is killed, in tenths.", 10, "33 of 33"
    ),
    Wanted("Mod_Area_list", GffType.LIST, "The areas of the module: one."),
)
AREA = (Wanted("Area_Name", GffType.RESREF, "The area: the name of its ARE and GIT."),)


def make_ifo(name: str, area: str, title: str, entry: Vector, facing: float) -> Gff:
    """The IFO of a module whose player enters its area at ``entry``, looking to ``facing``.

    That is in degrees from +x, counter-clockwise.
    """
    turn = math.radians(facing)
    return Gff(
        "IFO",
        make_struct(
            IFO,
            {
                "Mod_VO_ID": area,
                "Mod_Name": LocalizedString().with_text(title),
                "Mod_Tag": name,
                "Mod_Entry_Area": area,
                "Mod_Entry_X": entry[0],
                "Mod_Entry_Y": entry[1],
                "Mod_Entry_Z": entry[2],
                # A quarter turn is exact, and there is no negative zero.
                "Mod_Entry_Dir_X": round(math.cos(turn), 7) + 0.0,
                "Mod_Entry_Dir_Y": round(math.sin(turn), 7) + 0.0,
                "Mod_Area_list": [make_struct(AREA, {"Area_Name": area}, _AREA_ID)],
            },
        ),
    )
