"""OBJ002: objects without a use hook."""

import numpy as np

from kotorlevel.checks.rules import Finding, Findings, MeshSubject, Options, Severity, rule
from kotorlevel.mesh.placed import door_state


@rule("OBJ002", "use-hook-missing", Severity.INFO, MeshSubject)
def use_hook_missing(subject: MeshSubject, _: Options) -> Findings:
    """The walkmesh of a placeable or door has no use hook.

    Why it matters: a use hook is where a character stands to use the object. Without one
    nothing says where that is, and the object may be out of reach. A closed door needs one on
    either side, an open one only the first.

    How to fix: add the dummy nodes (`pwk_use01`, `dp_closed_01` …) to the model and export again.
    """
    mesh = subject.mesh
    if mesh.is_area:
        return
    has = np.asarray(mesh.relative_hooks.any(axis=1))  # an absolute one may only be the position
    state = door_state(subject.name)
    if not has.any():
        yield Finding("no use hook is set", section="header")
    elif state == "closed" and not has.all():
        yield Finding(f"a closed door without use hook {1 if has[1] else 2}", section="header")
    elif state and not has[0]:
        yield Finding("an open door without use hook 1", section="header")
