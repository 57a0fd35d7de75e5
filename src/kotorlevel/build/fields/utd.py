"""The UTD: the template of a door that the plan does not name one for."""

from __future__ import annotations

from kotorlevel.build.fields.declared import Wanted, make_struct
from kotorlevel.formats.gff import Gff, GffType, LocalizedString

UTD = (
    Wanted("Tag", GffType.STRING, "What scripts call the door, unless the GIT says otherwise."),
    Wanted("LocName", GffType.LOCALIZED, "What the player sees over it."),
    Wanted("TemplateResRef", GffType.RESREF, "The name of this file."),
    Wanted("Interruptable", GffType.BYTE, "Its conversation can be broken off.", 1, "199 of 199"),
    Wanted("Faction", GffType.DWORD, "Whose side it is on.", 1, "193 of 199"),
    Wanted("Locked", GffType.BYTE, "Whether it is locked."),
    Wanted("OpenLockDC", GffType.BYTE, "How hard the lock is.", 28, "147 of 199"),
    Wanted("TrapDetectable", GffType.BYTE, "A mine on it could be seen.", 1, "199 of 199"),
    Wanted("TrapDisarmable", GffType.BYTE, "It could be disarmed.", 1, "199 of 199"),
    Wanted("DisarmDC", GffType.BYTE, "How hard that would be.", 28, "197 of 199"),
    Wanted("TrapOneShot", GffType.BYTE, "It would go off once.", 1, "199 of 199"),
    Wanted("TrapType", GffType.BYTE, "What kind of mine it would be.", 2, "177 of 199"),
    Wanted("HP", GffType.SHORT, "What it takes to break it.", 20, "198 of 199"),
    Wanted("CurrentHP", GffType.SHORT, "The same, at the beginning.", 60, "190 of 199"),
    Wanted("Hardness", GffType.BYTE, "What each blow loses on it.", 5, "197 of 199"),
    Wanted("Fort", GffType.BYTE, "How well it bears what is thrown at it.", 28, "196 of 199"),
    Wanted("GenericType", GffType.BYTE, "Its model: a row of genericdoors.2da."),
    Wanted("PaletteID", GffType.BYTE, "Where tools list it.", 6, "197 of 199"),
)


def make_utd(name: str, title: str, appearance: int, *, locked: bool = False) -> Gff:
    """A template of that name: a door that opens when the player uses it, unless it is locked."""
    given = {
        "Tag": name,
        "LocName": LocalizedString().with_text(title),
        "TemplateResRef": name,
        "Locked": int(locked),
        "GenericType": appearance,
    }
    return Gff("UTD", make_struct(UTD, given))
