"""ARE014: an area without a visibility."""

from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule


@rule("ARE014", "no-visibility", Severity.INFO, AreaSubject)
def no_visibility(subject: AreaSubject, _: Options) -> Findings:
    """The area has no visibility file (VIS).

    Why it matters: nothing tells the game which rooms are drawn from which, so rooms may vanish
    before the player's eyes, or all of them are drawn at once. Every area of the games has one.
    With the game at hand, which has none either, it is a warning.

    How to fix: make one with `kotorlevel vis`, which computes what can be seen from where.
    """
    area = subject.area
    rooms = [room for room in area.rooms if not room.is_empty_slot]
    if area.visibility is not None or "vis" in area.files or len(rooms) < 2:
        return
    severity = Severity.WARNING if area.is_complete else Severity.INFO
    yield Finding(f"there is no {area.name}.vis", severity=severity)
