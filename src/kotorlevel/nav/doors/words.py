"""What does not fit of a door, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from kotorlevel.core.text import printable
from kotorlevel.core.words import exact_place, join_words, length

if TYPE_CHECKING:
    from kotorlevel.nav.doors.values import DoorFault, DoorFit

_EVIDENCE = {
    "door hook": "the door hook of the layout",
    "seam": "the seam of its rooms",
    "floor": "the walls of its doorway",
}


def describe_fault(fit: DoorFit, fault: DoorFault) -> str:
    """``turned by 90° against the door hook of the layout``: one fault of a door."""
    match fault.kind:
        case "turned":
            return f"turned by {abs(fault.degrees):.0f}° against {_evidence(fit)}"
        case "off":
            return f"stands {_off(fault)} {_evidence(fit)}"
        case "narrow":
            return _narrow(fit, fault)
        case "open-blocks":
            way = f"a way of {length(max(fault.metres, 0.0))}" if fault.metres > 0 else "no way"
            names = [f"open{state}" for state in fault.states]
            return f"opened ({join_words(names)}) it leaves {way} through the doorway"
        case "use-hook":
            sides = ["before" if side > 0 else "behind" for side in fault.sides]
            return f"no use hook is on the floor {join_words(sides)} it"
        case "state-missing":
            names = [f"{printable(fit.door.model)}{state}.dwk" for state in fault.states]
            verb = "is" if len(names) == 1 else "are"
            return f"{join_words(names)} {verb} missing beside the other states"


def describe_stand(fit: DoorFit) -> str:
    """``at (1, 2, 0), 90°, by the door hook of the layout``; empty where nobody knows."""
    stand = fit.belongs
    if stand is None:
        return ""
    degrees = math.degrees(math.remainder(stand.bearing, math.tau))
    return f"at {exact_place(stand.place)}, {degrees + 0.0:.0f}°, by {_evidence(fit)}"


def describe_fit(fit: DoorFit) -> str:
    """All that is to be said of a door: ``fits``, its faults, or why nobody knows."""
    if fit.faults:
        return "; ".join(describe_fault(fit, fault) for fault in fit.faults)
    if fit.verdict == "unknown":
        return f"not known: {printable(fit.reason, 200)}"
    return {"fits": "fits", "scenery": "scenery (static)"}[fit.verdict]


def _evidence(fit: DoorFit) -> str:
    kind = fit.belongs.evidence if fit.belongs is not None else ""
    return _EVIDENCE.get(kind, "its doorway")


def _off(fault: DoorFault) -> str:
    """How far it stands off; the larger part says in which way."""
    across = math.sqrt(max(fault.metres**2 - fault.aside**2, 0.0))
    way = "aside of" if abs(fault.aside) > across else "before or behind"
    return f"{length(fault.metres)} {way}"


def _narrow(fit: DoorFit, fault: DoorFault) -> str:
    assert fit.leaf is not None
    ends = ["left" if side < 0 else "right" for side in fault.sides]
    doorway = f"a doorway of {length(fit.width)}" if fit.width is not None else "its doorway"
    open_ = length(fault.metres) if math.isfinite(fault.metres) else "far more than a body's width"
    where = " and ".join(ends)
    return f"its leaf has {length(fit.leaf.width)} in {doorway}: {open_} stay open on the {where}"
