"""LYT009: a door hook whose rotation is not one about z."""

import math

from kotorlevel.checks.facts.text import layout_lines
from kotorlevel.checks.rules import Finding, Findings, LayoutSubject, Options, Severity, rule
from kotorlevel.formats.lyt import DoorHook
from kotorlevel.formats.lyt.layout import Quaternion

_TOLERANCE = 0.01


@rule("LYT009", "door-hook-quaternion", Severity.WARNING, LayoutSubject)
def door_hook_quaternion(subject: LayoutSubject, _: Options) -> Findings:
    """The rotation of a door hook is not a turn about the vertical axis.

    Why it matters: a door placed by it leans, lies on its side or is out of shape. Every hook
    in the shipped games is a pure turn about z, written with w first.

    How to fix: write the quaternion as `w x y z` of length 1, with x and y 0; some tools write
    w last.
    """
    faulty: dict[str, list[int]] = {}
    for number, hook in enumerate(subject.layout.door_hooks):
        if fault := _find_fault(hook.orientation):
            faulty.setdefault(fault, []).append(number)
    lines = layout_lines(subject.layout, DoorHook) if faulty else []
    for fault, numbers in faulty.items():
        yield Finding(
            fault,
            place="door hook",
            numbers=tuple(numbers),
            at=subject.layout.door_hooks[numbers[0]].position,
            line=lines[numbers[0]],
        )


def _find_fault(orientation: Quaternion) -> str | None:
    """What is wrong with (w, x, y, z), or None."""
    w, x, y, z = orientation
    if not abs(math.hypot(w, x, y, z) - 1) <= _TOLERANCE:
        return "the quaternion is not of length 1"
    if abs(x) <= _TOLERANCE and abs(y) <= _TOLERANCE:
        return None
    if abs(w) <= _TOLERANCE and abs(x) <= _TOLERANCE:
        return "the quaternion tips the door over; it seems to be written x y z w, not w x y z"
    return "the quaternion tips the door over"
