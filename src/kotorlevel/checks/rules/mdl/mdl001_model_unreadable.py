"""MDL001: the model of a room that cannot be read, or not wholly."""

from kotorlevel.area.models import find_model
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule


@rule("MDL001", "model-unreadable", Severity.ERROR, AreaSubject)
def model_unreadable(subject: AreaSubject, _: Options) -> Findings:
    """The model of a room cannot be read.

    Why it matters: what stops this reader mostly stops the game too: the room is not drawn, or
    the area does not load. Where only the sizes in its header are wrong, it is a warning.

    How to fix: compile or export the model again; the message names the place where reading
    stopped. Models of the Xbox and models as text have to be converted for the game first.
    """
    for room in subject.area.rooms:
        found = find_model(subject.area, room.index)
        file = found.resource.source if found.resource else ""
        if found.error is not None:
            error = found.error
            yield Finding(error.message, section=error.section, offset=error.offset, file=file)
        for problem in found.model.problems if found.model else ():
            yield Finding(
                problem.text,
                section=problem.section,
                offset=problem.offset,
                file=file,
                severity=Severity.WARNING,
            )
