"""What does not fit of doors in their doorways, as findings."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from kotorlevel.checks.facts.area.objects import at_objects, name_objects
from kotorlevel.nav.doors.fit import fit_doors
from kotorlevel.nav.doors.words import describe_fault

if TYPE_CHECKING:
    from kotorlevel.checks.finding import Finding
    from kotorlevel.checks.subjects import AreaSubject
    from kotorlevel.nav.doors.values import FaultKind


def find_door_faults(
    subject: AreaSubject, kind: FaultKind, numbers: Collection[int] | None = None
) -> Iterator[Finding]:
    """A finding for each door with a fault of that kind, of those ``numbers`` if given."""
    for fit in fit_doors(subject.area):
        fault = fit.fault(kind)
        if fault is not None and (numbers is None or fit.door.index in numbers):
            text = f"{name_objects([fit.door])}: {describe_fault(fit, fault)}"
            yield at_objects(subject, [fit.door], text)
