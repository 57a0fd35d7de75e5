"""OBJ011: closed doors that one can walk around."""

from kotorlevel.checks.facts.area.placed.doors import find_door_faults
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("OBJ011", "door-too-narrow", Severity.WARNING, AreaSubject)
def door_too_narrow(subject: AreaSubject, _options: Options) -> Findings:
    """A closed door leaves 0.7 m or more between its leaf and a wall, however it is turned.

    Why it matters: people are 0.7 m wide, so they walk past the closed door. The other way round
    does not matter: leaves of the games are wider than their doorways, and end inside of walls.

    How to fix: take a wider door (`kotorlevel doors AREA fit` lists those of the game by how they
    fit), make the walkmesh of its closed state wider, or bring the walls of the floor closer.
    """
    yield from find_door_faults(subject, "narrow")
