"""Layouts and visibilities that an editor, git or a tool wrote."""

from __future__ import annotations

from typing import Literal

from support.damage.level import Damage, Level, accident


@accident("line-ends")
def change_line_ends(
    level: Level, to: Literal["LF", "CRCRLF"] = "LF", *, vis: bool = True
) -> Damage:
    """Line ends as git checks them out (LF), or as a text mode writes CRLF anew (CR CR LF)."""
    ending = {"LF": b"\n", "CRCRLF": b"\r\r\n"}[to]
    names = [level.lyt, level.vis] if vis else [level.lyt]
    for name in names:
        level.write(name, level.read(name).replace(b"\r\n", ending))
    return Damage(
        ", ".join(names), "all", "every line had CRLF, as in all shipped files", {"to": to}
    )


@accident("vis-indentation")
def lose_indentation(level: Level) -> Damage:
    """A visibility whose lines all begin in the first column."""
    lines = level.read(level.vis).splitlines(keepends=True)
    level.write(level.vis, b"".join(line.lstrip(b" \t") for line in lines))
    why = "lines with a number are rooms, those without what they see, behind two spaces"
    return Damage(level.vis, "all", why)


@accident("no-vis", affects_player=False)
def lose_sight(level: Level) -> Damage:
    """No visibility at all: worth telling, but walking does not need it."""
    level.remove(level.vis)
    return Damage(level.vis, "none", "a new one can be computed; the shipped choice is lost")


@accident("vis-version")
def add_version(level: Level, line: str = "room V3.28") -> Damage:
    """A version line at the start of the visibility, as some descriptions have it."""
    level.write(level.vis, line.encode() + b"\r\n" + level.read(level.vis))
    return Damage(level.vis, "all", "the first line names no room", {"line": line})
