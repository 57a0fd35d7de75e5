"""LYT009: a door hook whose rotation is not one about z."""

import math

from kotorlevel.checks.facts.text import find_w_last, is_w_last, layout_lines
from kotorlevel.checks.rules import Finding, Findings, LayoutSubject, Options, Severity, rule
from kotorlevel.formats.lyt import DoorHook
from kotorlevel.formats.lyt.layout import Quaternion

_TOLERANCE = 0.01
_LAST = "the quaternion tips the door over; it seems to be written x y z w, not w x y z"


@rule("LYT009", "door-hook-quaternion", Severity.WARNING, LayoutSubject, fix="unsafe")
def door_hook_quaternion(subject: LayoutSubject, _: Options) -> Findings:
    """The rotation of a door hook is not a turn about the vertical axis.

    Why it matters: a door placed by it leans, lies on its side or is out of shape. Every hook
    in the shipped games is a pure turn about z, written with w first.

    How to fix: write the quaternion as `w x y z` of length 1, with x and y 0. Some tools write w
    last: `kotorlevel fix --unsafe` puts it first, in all hooks of a layout that can be meant so.
    """
    faulty: dict[str, list[int]] = {}
    for number, hook in enumerate(subject.layout.door_hooks):
        if fault := _find_fault(hook.orientation):
            faulty.setdefault(fault, []).append(number)
    if last := find_w_last(subject.layout):
        faulty[_LAST] = last
    lines = layout_lines(subject.layout, DoorHook) if faulty else []
    for fault, numbers in faulty.items():
        yield Finding(
            fault,
            fix="unsafe" if fault == _LAST else "",
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
    if is_w_last(orientation):
        return _LAST
    return "the quaternion tips the door over"
