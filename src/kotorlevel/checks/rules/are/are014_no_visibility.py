"""ARE014: an area without a visibility."""

from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule


@rule("ARE014", "no-visibility", Severity.WARNING, AreaSubject)
def no_visibility(subject: AreaSubject, _: Options) -> Findings:
    """The area has no visibility file (VIS).

    Why it matters: nothing tells the game which rooms are drawn from which, so rooms may vanish
    before the player's eyes, or all of them are drawn at once. Every area of the games has one. A
    mod that ships only some of its rooms leaves it to the game: then it is an info.

    How to fix: make one with `kotorlevel vis`, which computes what can be seen from where.
    """
    area = subject.area
    rooms = [room for room in area.rooms if not room.is_empty_slot]
    if area.visibility is not None or "vis" in area.files or len(rooms) < 2:
        return
    whole = area.is_complete or all(room.mesh is not None for room in rooms)
    yield Finding(
        f"there is no {area.name}.vis",
        severity=Severity.WARNING if whole else Severity.INFO,
    )
